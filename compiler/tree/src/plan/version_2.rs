use std::collections::BTreeMap;

use serde::Serialize;

use super::{Bodies, PlanError, Planned, Planner};
use muniment_documents::api::v2;
use muniment_documents::api::version_1_address;
use muniment_documents::wire::{CacheState, Class, Link, link_header};
use muniment_library::history::{ModelHistory, Status};
use muniment_licenses::model::ModelKind;

impl<'c, 'l> Planner<'c, 'l, '_> {
    /// The resources under `/v2` without a query, and the API catalog.
    pub(super) fn version_2(&mut self) -> Result<(), PlanError> {
        self.discovery()?;
        self.models()?;
        self.first_pages()?;
        self.releases()
    }

    fn discovery(&mut self) -> Result<(), PlanError> {
        let (catalog, current) = (self.catalog, self.current);
        self.document("/v2", Class::Discovery, move || {
            let deployment = v2::Deployment::without_server(env!("CARGO_PKG_VERSION"));
            Ok(v2::body(&v2::discovery(catalog, current, &deployment))?)
        })?;
        let base_url = self.settings.base_url.clone();
        self.document("/.well-known/api-catalog", Class::ApiCatalog, move || {
            Ok(v2::body(&v2::api_catalog(&base_url))?)
        })?;
        self.document(v2::Operation::GetOpenApi.template(), Class::OpenApi, move || {
            Ok(v2::body(&v2::openapi(&catalog.library.site))?)
        })
    }

    fn models(&mut self) -> Result<(), PlanError> {
        let catalog = self.catalog;
        for kind in [ModelKind::DependencyGraph, ModelKind::Vocabulary] {
            for (id, history) in catalog.of_kind(kind) {
                self.model(kind, id, history)?;
            }
        }
        self.records(|planner, id, history| planner.model(ModelKind::License, id, history))?;
        for kind in ModelKind::ALL {
            for (id, history) in catalog.of_kind(kind) {
                self.versions(kind, id, history)?;
            }
        }
        Ok(())
    }

    fn model(&mut self, kind: ModelKind, id: &str, history: &'c ModelHistory<'l>) -> Result<(), PlanError> {
        let catalog = self.catalog;
        for facts in history.versions() {
            let headers: BTreeMap<String, String> = v2::link_headers(facts, &catalog.library.site)
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect();
            let cache = match facts.status {
                Status::Superseded => CacheState::Immutable,
                Status::Current | Status::Withdrawn => CacheState::Current,
            };
            let planned =
                || Planned { cache, headers: headers.clone(), ..Planned::of_version(Class::Version, facts) };
            let address = v2::version_address(kind, id, facts.version);
            if facts.is_latest() {
                let linked = vec![address.clone()];
                self.add(v2::model_address(kind, id), Planned { linked, ..planned() })?;
            }
            let version_1 = (kind == ModelKind::License).then(|| version_1_address(kind, id, facts.version));
            self.add(address, Planned { bodies: Bodies::Version { facts, version_1 }, ..planned() })?;
        }
        Ok(())
    }

    /// The versions of a model. The list contains the release, so it changes with each.
    fn versions(
        &mut self,
        kind: ModelKind,
        id: &str,
        history: &'c ModelHistory<'l>,
    ) -> Result<(), PlanError> {
        let (catalog, current) = (self.catalog, self.current);
        self.document(v2::versions_address(kind, id), Class::Listing, move || {
            Ok(v2::body(&v2::list_versions(catalog, current, history))?)
        })
    }

    /// The first pages of lists.
    fn first_pages(&mut self) -> Result<(), PlanError> {
        let (catalog, current) = (self.catalog, self.current);
        for kind in [ModelKind::License, ModelKind::DependencyGraph] {
            let query = v2::ListQuery::default();
            let listing = v2::list_models(catalog, current, kind, &query);
            self.listing(query.address(kind), &listing, listing.links.next.as_deref())?;
        }
        match v2::change_page(catalog, current, &v2::ChangesQuery::default()) {
            Ok(page) => self.listing("/v2/changes".to_owned(), &page, page.links.next.as_deref()),
            Err(_) => Ok(()),
        }
    }

    fn listing(
        &mut self,
        address: String,
        page: &impl Serialize,
        next: Option<&str>,
    ) -> Result<(), PlanError> {
        let bytes = v2::body(page)
            .map_err(|error| PlanError::Document { address: address.clone(), source: error.into() })?;
        let planned = Planned::document(Class::Listing, move || Ok(bytes.clone()));
        let link = next.map(|next| link_header(&[Link::new("next", next)]));
        self.add(
            address,
            match link {
                Some(link) => planned.with_header("Link", link),
                None => planned,
            },
        )
    }

    /// The list of releases, and each release under all four identifiers; a shared identifier leads to the newest.
    fn releases(&mut self) -> Result<(), PlanError> {
        let (catalog, current) = (self.catalog, self.current);
        self.document("/v2/releases", Class::Listing, move || {
            Ok(v2::body(&v2::releases_page(catalog, current))?)
        })?;
        for release in std::iter::once(current).chain(&catalog.library.releases) {
            let registered = catalog.library.releases.iter().any(|known| known.id == release.id);
            for id in [&release.id, &release.library.id, &release.graphs.id, &release.vocabulary.id] {
                let address = format!("/v2/releases/{id}");
                if self.addresses.contains_key(&address) {
                    continue;
                }
                let cache = if registered { CacheState::Immutable } else { CacheState::Current };
                let whole = format!("/v2/releases/{}", release.id);
                let planned = match address == whole {
                    true => Planned::document(Class::Release, move || {
                        Ok(v2::body(&v2::manifest(release, registered))?)
                    }),
                    false => Planned { linked: vec![whole], ..Planned::new(Class::Release) },
                };
                self.add(address, Planned { cache, ..planned })?;
            }
        }
        Ok(())
    }
}
