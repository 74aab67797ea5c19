use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use muniment_documents::api::v1::{
    Refused, Repository, RepositoryLicenses, RepositoryMetadata, TargetLicense, repository_check,
};
use muniment_licenses::model::{Library, LicenseId};
use muniment_licenses::reason::{Bundle, Component, Facts, Theory, Verdict};

use super::bounds::{CheckBounds, Deadline, unbounded};
use super::reasoning::sent;
use crate::accounts::{Caller, ReadableLicense};
use crate::app::App;
use crate::library::LoadedLibrary;
use crate::limit::current_client;
use crate::upstream::{Packages, unread};

impl App {
    /// Operations 7 and 8: the document of the service, byte for byte.
    pub(super) async fn dependencies(&self, repository: &Repository) -> Result<Response, Refused> {
        let document = self.packages()?.dependencies(repository).await?;
        let mut response = Response::new(Body::from(document));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        Ok(response)
    }

    /// Operations 9 and 10.
    pub(super) async fn check_repository(
        &self,
        repository: Repository,
        target: Option<&LicenseId>,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        self.packages()?;
        let target = match target {
            Some(id) => {
                let license = self.readable_license(id, caller).await?;
                Some(license.ok_or_else(|| Refused::unknown_license(id.as_str()))?)
            }
            None => None,
        };
        let check = self.fetched(repository, target).await?;
        let loaded = Arc::clone(&self.served.loaded);
        let space = self.answers.space(current_client());
        let written = self.turns.run(move || {
            check.run(|found| {
                let target = found.target.map(target_license);
                let library = loaded.library();
                space.write(&repository_check(found.licenses, found.verdict, target.as_ref(), library))
            })
        });
        Ok(sent(written.await???))
    }

    /// What `tell` makes of the check of a repository, in a turn; `target` is the license that the whole goes under.
    pub(crate) async fn repository_checked<T: Send + 'static>(
        &self,
        repository: Repository,
        target: Option<ReadableLicense>,
        tell: impl FnOnce(&Found<'_>) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let check = self.fetched(repository, target).await?;
        self.turns.run(move || check.run(tell)).await?
    }

    /// Whether this deployment has a service to ask about repositories.
    pub(crate) fn knows_repositories(&self) -> bool {
        self.packages.is_some()
    }

    /// Asks the service.
    async fn fetched(
        &self,
        repository: Repository,
        target: Option<ReadableLicense>,
    ) -> Result<Check, Refused> {
        let packages = self.packages()?;
        let theory = self.core_theory(&default_graph()?)?;
        let document = packages.dependencies(&repository).await?;
        let (loaded, bounds) = (Arc::clone(&self.served.loaded), self.check_bounds());
        Ok(Check { loaded, theory, repository, document, target, bounds })
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

fn default_graph() -> Result<muniment_licenses::model::GraphId, Refused> {
    Library::DEFAULT_GRAPH.parse().map_err(|_| Refused::unknown_graph(Library::DEFAULT_GRAPH))
}

/// The license a combined work is to carry, as answers name it.
fn target_license(license: &ReadableLicense) -> TargetLicense {
    let model = license.model();
    TargetLicense {
        id: license.id().to_string(),
        uri: model.iri.clone(),
        title: model.current.content.title.value.clone(),
    }
}

/// What came of a check.
#[derive(Debug)]
pub(crate) struct Found<'f> {
    /// The licenses of the dependencies.
    pub(crate) licenses: &'f RepositoryLicenses<'f>,
    /// What they say against each other; of fewer than two, nothing.
    pub(crate) verdict: &'f Verdict<'f>,
    /// The license of the whole, which has a part in the verdict.
    pub(crate) target: Option<&'f ReadableLicense>,
}

/// A check of which everything is there that has to be asked for.
struct Check {
    loaded: Arc<LoadedLibrary>,
    theory: Arc<Theory>,
    repository: Repository,
    document: Bytes,
    target: Option<ReadableLicense>,
    bounds: CheckBounds,
}

impl Check {
    fn run<T>(self, tell: impl FnOnce(&Found<'_>) -> T) -> Result<T, Refused> {
        let (library, reasoner) = (self.loaded.library(), self.loaded.reasoner());
        let metadata =
            RepositoryMetadata::read(&self.document).map_err(|error| unread(&error, &self.repository))?;
        let licenses = RepositoryLicenses::new(metadata, library, self.loaded.index().spdx());
        let records = licenses.records().filter_map(|id| reasoner.facts(&library.site.license_iri(id)));
        let target = self.target.as_ref().map(|target| target.facts(reasoner));
        let mut checked: Vec<&Facts> = records.chain(&target).map(AsRef::as_ref).collect();
        checked.sort_unstable_by_key(|facts| facts.iri());
        checked.dedup_by_key(|facts| facts.iri());
        // One license is combined with nothing: the reasoner is not asked what it says against itself.
        if checked.len() < 2 {
            checked.clear();
        }
        let components = checked.into_iter().map(Component::from);
        let deadline = Deadline::new(Instant::now() + self.bounds.time);
        let verdict = Bundle::new(&self.theory, components)
            .bounded_verdict(self.bounds.entries, || deadline.is_over())
            .map_err(unbounded)?;
        Ok(tell(&Found { licenses: &licenses, verdict: &verdict, target: self.target.as_ref() }))
    }
}
