use std::sync::Arc;

use muniment_documents::api::v1::Refused;
use muniment_licenses::model::{DependencyGraph, GraphId, License, LicenseId, Model};
use muniment_licenses::reason::{Facts, Reasoner, Terms};

use super::refused::{ReadError, unanswered};
use super::{AccountGraph, Caller, ComposedLicense, GraphVersions, Visibility};
use crate::app::App;
use crate::library::Record;

/// A license that the caller may read: a record, or a composed one.
#[derive(Debug, Clone)]
pub enum ReadableLicense {
    /// A record of the library.
    Record(Record),
    /// A license that an account composed.
    Composed(Arc<ComposedLicense>),
}

impl ReadableLicense {
    /// Its identifier.
    #[must_use]
    pub fn id(&self) -> &LicenseId {
        match self {
            Self::Record(record) => record.id(),
            Self::Composed(license) => &license.row.id,
        }
    }

    /// What it says.
    #[must_use]
    pub fn model(&self) -> &Model<License> {
        match self {
            Self::Record(record) => record.model(),
            Self::Composed(license) => &license.model,
        }
    }

    /// What it says as the reasoner reads it.
    #[must_use]
    pub fn facts(&self, reasoner: &Reasoner) -> Arc<Facts> {
        match self {
            Self::Composed(license) => Arc::clone(&license.reading),
            Self::Record(record) => {
                let model = record.model();
                let known = reasoner.facts(&model.iri).cloned();
                known.unwrap_or_else(|| Arc::new(reasoner.read_license(&model.iri, &model.current.graph)))
            }
        }
    }

    /// What containment needs to know of it.
    #[must_use]
    pub fn terms(&self, reasoner: &Reasoner) -> Arc<Terms> {
        let model = self.model();
        let read = || reasoner.read_terms(&model.iri, &model.current.content);
        reasoner.terms().get(&model.iri).cloned().unwrap_or_else(|| Arc::new(read()))
    }
}

/// A dependency graph that the caller may read: one of the library, or one of an account.
#[derive(Debug)]
pub enum ReadableGraph<'k> {
    /// A core graph.
    Core(&'k GraphId, &'k Model<DependencyGraph>),
    /// A graph of an account.
    OfAccount(Box<AccountGraph>),
}

impl ReadableGraph<'_> {
    /// Its identifier and its model.
    #[must_use]
    pub fn named(&self) -> (&GraphId, &Model<DependencyGraph>) {
        match self {
            Self::Core(id, model) => (id, model),
            Self::OfAccount(graph) => (&graph.row.id, &graph.model),
        }
    }
}

impl App {
    /// The license of an identifier, if the caller may read it; the letter case of a record's counts for nothing.
    ///
    /// # Errors
    /// The database does not answer, or there is no turn to read the license in.
    pub async fn readable_license(
        &self,
        id: &LicenseId,
        caller: &Caller,
    ) -> Result<Option<ReadableLicense>, ReadError> {
        if let Some(record) = self.served.loaded.record(|library| library.license_ignoring_case(id.as_str()))
        {
            return Ok(Some(ReadableLicense::Record(record)));
        }
        let composed = self.owned(id, caller).await?.visible();
        Ok(composed.map(|license| ReadableLicense::Composed(Arc::new(license))))
    }

    /// The graph of an identifier, if the caller may read it (spec:version-1#graph-endpoints).
    ///
    /// # Errors
    /// 404 where there is none, 403 where there is one and it is not for them.
    pub async fn readable_graph(&self, id: &GraphId, caller: &Caller) -> Result<ReadableGraph<'_>, Refused> {
        if let Some((id, model)) = self.served.loaded.library().graphs.get_key_value(id) {
            return Ok(ReadableGraph::Core(id, model));
        }
        let graph = Self::seen(id, self.owned(id, caller).await?, caller)?;
        Ok(ReadableGraph::OfAccount(Box::new(graph)))
    }

    /// The graph of an account with its versions, if the caller may read it; none if it is one of the library.
    ///
    /// # Errors
    /// As [`App::readable_graph`].
    pub async fn readable_versions(
        &self,
        id: &GraphId,
        caller: &Caller,
    ) -> Result<Option<GraphVersions>, Refused> {
        if self.served.loaded.library().graphs.contains_key(id) {
            return Ok(None);
        }
        Self::seen(id, self.graph_versions(id, caller).await?, caller).map(Some)
    }

    fn seen<G>(id: &GraphId, sight: Visibility<G>, caller: &Caller) -> Result<G, Refused> {
        match sight {
            Visibility::Visible(graph) => Ok(graph),
            Visibility::Hidden if *caller == Caller::Unverified => Err(unanswered()),
            Visibility::Hidden => Err(Refused::sentence(
                403,
                "This dependency graph belongs to an account, and only its token or session reads it.",
            )),
            Visibility::Unknown => Err(Refused::unknown_graph(id.as_str())),
        }
    }
}
