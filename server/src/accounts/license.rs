use std::sync::Arc;

use muniment_library::history::ModelHistory;
use muniment_licenses::model::terms::dct;
use muniment_licenses::model::{self, LicenseId, Model, Site};
use muniment_licenses::reason::Facts;
use muniment_rdf::{Graph, NamedNode, NamedOrBlankNode, Syntax, Triple, read};

use super::{Caller, ReadError};
use crate::app::App;
use crate::auth::is_drawn_id;
use crate::library::{Key, LicenseModel};
use crate::store::{OwnedModel, Shared, StoreError};

/// A composed license as it stands, as a model like those of the library.
#[derive(Debug)]
pub struct ComposedLicense {
    /// What the store keeps of it.
    pub row: OwnedModel<LicenseId>,
    /// What it says.
    pub model: Arc<Model<model::License>>,
    /// What it says as the reasoner reads it.
    pub facts: Arc<Facts>,
}

impl ComposedLicense {
    /// Its one version (spec:version-2#states).
    #[must_use]
    pub fn history(&self) -> ModelHistory<'_> {
        ModelHistory::of_composed(&self.row.id, &self.model)
    }

    /// Whether only some may see it.
    #[must_use]
    pub fn is_draft(&self) -> bool {
        self.row.state.is_draft()
    }
}

impl App {
    /// A composed license, if the caller may see it: a draft is there for the accounts it is shared with, and for
    /// administrators.
    ///
    /// # Errors
    /// The database does not answer, or there is no turn to read the license in.
    pub async fn license(
        &self,
        id: &LicenseId,
        caller: &Caller,
    ) -> Result<Option<ComposedLicense>, ReadError> {
        let Some(row) = self.license_row(id, caller).await? else { return Ok(None) };
        self.composed_model(row).await.map(Some)
    }

    /// What the store keeps of a composed license, if the caller may see it.
    pub(crate) async fn license_row(
        &self,
        id: &LicenseId,
        caller: &Caller,
    ) -> Result<Option<OwnedModel<LicenseId>>, StoreError> {
        if !is_drawn_id(id.as_str()) {
            return Ok(None);
        }
        let Some(row) = self.store.model(id).await? else { return Ok(None) };
        if row.state.is_draft() && !self.may_see(Shared::License(id), caller).await? {
            return Ok(None);
        }
        Ok(Some(row))
    }

    /// A composed license that is published, deprecated or not.
    ///
    /// # Errors
    /// As [`App::license`].
    pub async fn published_license(&self, id: &LicenseId) -> Result<Option<ComposedLicense>, ReadError> {
        self.license(id, &Caller::Anonymous).await
    }

    /// Whether something private is anything to the caller.
    pub(super) async fn may_see(&self, what: Shared<'_>, caller: &Caller) -> Result<bool, StoreError> {
        let Some(account) = caller.account() else { return Ok(false) };
        Ok(caller.is_administrator() || self.store.role_in(what, &account.id).await?.is_some())
    }

    /// The model of a row: as it was read last, or read in a turn.
    pub(crate) async fn composed_model(
        &self,
        row: OwnedModel<LicenseId>,
    ) -> Result<ComposedLicense, ReadError> {
        let site = self.library_site();
        let (iri, replaces) =
            (site.license_iri(&row.id), row.replaces.as_ref().map(|id| site.license_iri(id)));
        let key = Key::new(&iri, row.content.hash, replaces.as_deref());
        if let Some(LicenseModel { model, facts }) = self.served.models.license(&key) {
            return Ok(ComposedLicense { row, model, facts });
        }
        let loaded = Arc::clone(&self.served.loaded);
        let read = self.turns.run(move || {
            let site = &loaded.library().site;
            let model = read_composed(&iri, &row.content.document, replaces.as_deref(), site)?;
            let facts = Arc::new(loaded.reasoner().read_license(&iri, &model.current.graph));
            Some(ComposedLicense { row, model: Arc::new(model), facts })
        });
        let license = read.await?.ok_or(StoreError::Unreadable { column: "document" })?;
        let (model, facts) = (Arc::clone(&license.model), Arc::clone(&license.facts));
        self.served.models.keep_license(key, LicenseModel { model, facts });
        Ok(license)
    }
}

/// The model a kept document says, with the license it replaces; none if it is no such document.
pub(super) fn read_composed(
    iri: &str,
    document: &str,
    replaces: Option<&str>,
    site: &Site,
) -> Option<Model<model::License>> {
    let graph = read(Syntax::Turtle, document.as_bytes()).ok()?;
    let graph = match replaces {
        Some(replaces) => succeeding(&graph, iri, replaces),
        None => graph,
    };
    Model::composed(iri, graph, site).ok()
}

/// The triples of a license with the one statement about what it replaces. It stands in no document, because it follows
/// from what the owner said of that other license.
fn succeeding(graph: &Graph, iri: &str, replaces: &str) -> Graph {
    let says_what = |triple: &&Triple| {
        triple.predicate.as_str() == dct::REPLACES
            && matches!(&triple.subject, NamedOrBlankNode::NamedNode(subject) if subject.as_str() == iri)
    };
    let statement = Triple::new(
        NamedNode::new_unchecked(iri),
        NamedNode::new_unchecked(dct::REPLACES),
        NamedNode::new_unchecked(replaces),
    );
    graph.triples().iter().filter(|triple| !says_what(triple)).cloned().chain([statement]).collect()
}
