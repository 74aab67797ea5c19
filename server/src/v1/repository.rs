use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use muniment::api::v1::{
    Refused, Repository, RepositoryLicenses, RepositoryMetadata, TargetLicense, repository_check,
};
use muniment::model::{Library, LicenseId};
use muniment::reason::{Component, Facts, Theory, compatibility};

use super::Version1;
use super::streamed::{Deadline, Outlet, out_of_time, streamed};
use crate::accounts::Caller;
use crate::knowledge::Knowledge;
use crate::packages::{Packages, unread};

impl Version1 {
    /// Operations 7 and 8: the document of the service, byte for byte.
    pub(super) async fn dependencies(&self, repository: &Repository) -> Result<Response, Refused> {
        let document = self.packages()?.dependencies(repository).await?;
        let mut response = Response::new(Body::from(document));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        Ok(response)
    }

    /// Operations 9 and 10. The budget of the reasoner begins when the service has answered.
    pub(super) async fn check_repository(
        &self,
        repository: Repository,
        target: Option<&LicenseId>,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let packages = self.packages()?;
        let target = match target {
            Some(id) => Some(self.target(id, caller).await?),
            None => None,
        };
        let theory = self.core_theory(&default_graph()?)?;
        let document = packages.dependencies(&repository).await?;
        let deadline = self.deadline();
        let check = Check { knowledge: self.knowledge, theory, repository, document, target, deadline };
        streamed(deadline, &self.turns, move |outlet| check.run(outlet)).await
    }

    /// The license a combined work is to carry: a record, or a composed one that whoever asks may see.
    async fn target(&self, id: &LicenseId, caller: &Caller) -> Result<Target, Refused> {
        let Knowledge { catalog, reasoner, .. } = self.knowledge;
        let named = |id: &LicenseId, uri: &str, title: &str| TargetLicense {
            id: id.to_string(),
            uri: uri.to_owned(),
            title: title.to_owned(),
        };
        if let Some((id, model)) = catalog.library.license_ignoring_case(id.as_str()) {
            let facts = reasoner.facts(&model.iri).ok_or_else(|| Refused::unknown_license(id.as_str()))?;
            let title = &model.current.content.title.value;
            return Ok(Target { license: named(id, &model.iri, title), facts: Arc::clone(facts) });
        }
        let composed = self.accounts.license(id, caller).await?;
        let composed = composed.ok_or_else(|| Refused::unknown_license(id.as_str()))?;
        let model = &composed.model;
        let facts = reasoner.read_license(&model.iri, &model.current.graph);
        let title = &model.current.content.title.value;
        Ok(Target { license: named(&composed.row.id, &model.iri, title), facts: Arc::new(facts) })
    }

    fn packages(&self) -> Result<&Packages, Refused> {
        self.packages.as_ref().ok_or_else(|| {
            Refused::sentence(
                503,
                "This deployment has no key for a package-metadata service, so repositories cannot be read.",
            )
        })
    }
}

fn default_graph() -> Result<muniment::model::GraphId, Refused> {
    Library::DEFAULT_GRAPH.parse().map_err(|_| Refused::unknown_graph(Library::DEFAULT_GRAPH))
}

/// The license a combined work is to carry, with what it says.
struct Target {
    license: TargetLicense,
    facts: Arc<Facts>,
}

/// A check of which everything is there that has to be asked for.
struct Check {
    knowledge: &'static Knowledge,
    theory: Arc<Theory>,
    repository: Repository,
    document: Bytes,
    target: Option<Target>,
    deadline: Deadline,
}

impl Check {
    fn run(self, outlet: &mut Outlet) -> Result<(), Refused> {
        let Knowledge { catalog, index, reasoner, .. } = self.knowledge;
        let library = catalog.library;
        let metadata =
            RepositoryMetadata::read(&self.document).map_err(|error| unread(&error, &self.repository))?;
        let licenses = RepositoryLicenses::new(metadata, library, index.spdx());
        let records = licenses.records().filter_map(|id| reasoner.facts(&library.site.license_iri(id)));
        let mut checked: Vec<&Facts> =
            records.map(AsRef::as_ref).chain(self.target.as_ref().map(|target| &*target.facts)).collect();
        checked.sort_unstable_by_key(|facts| facts.iri());
        checked.dedup_by_key(|facts| facts.iri());
        // One license is combined with nothing: the reasoner is not asked what it says against itself.
        if checked.len() < 2 {
            checked.clear();
        }
        let components = checked.into_iter().map(Component::from);
        let verdict =
            compatibility(&self.theory, components, || self.deadline.is_over()).map_err(out_of_time)?;
        let target = self.target.as_ref().map(|target| &target.license);
        outlet.send(&repository_check(&licenses, &verdict, target, library));
        Ok(())
    }
}
