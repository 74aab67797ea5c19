use std::collections::BTreeMap;

use crate::api::v2;
use crate::history::{Catalog, ModelHistory, Status, VersionFacts};
use crate::model::{ModelKind, Release, Site};
use crate::pages::{self, PageError, Pages};
use crate::rdf::{self, OutlineError, Prefixes};
use crate::wire::{CacheState, Class, Representation};

/// What a tree depends on beside the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// `{base_url}`, without a slash at its end: where the API answers. It stands in absolute links only.
    pub base_url: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self { base_url: "http://127.0.0.1:8080".to_owned() }
    }
}

/// Why there is no plan, or why one of its outputs cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Two outputs want one address.
    #[error("two outputs claim the address `{0}`")]
    Collision(String),
    /// A graph has no tree shape.
    #[error("`{address}` cannot be written: {source}")]
    Outline {
        /// The address.
        address: String,
        /// Why.
        source: OutlineError,
    },
    /// A graph cannot be expressed in a syntax.
    #[error("`{address}` cannot be written: {source}")]
    Unwritable {
        /// The address.
        address: String,
        /// Why.
        source: rdf::WriteError,
    },
    /// A page cannot be rendered.
    #[error("`{address}` cannot be rendered: {source}")]
    Page {
        /// The address.
        address: String,
        /// Why.
        source: PageError,
    },
}

/// The bytes of one form of a resource, and the file below the tree they belong into.
#[derive(Debug)]
pub struct Body {
    /// Path below the tree.
    pub path: String,
    /// The form; `None` for an asset.
    pub representation: Option<Representation>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

type Render<'c> = Box<dyn Fn() -> Result<Vec<u8>, PageError> + Send + Sync + 'c>;

/// What an address answers with.
pub enum Bodies<'c, 'l> {
    /// The five forms of a version.
    Version(&'c VersionFacts<'l>),
    /// What another address answers with.
    SameAs(String),
    /// One form, rendered when it is written.
    Document(Render<'c>),
}

/// An address of the tree.
pub struct Planned<'c, 'l> {
    /// What sort of resource it is.
    pub class: Class,
    /// How long its answers may be kept.
    pub cache: CacheState,
    /// Headers that depend on data.
    pub headers: BTreeMap<String, String>,
    /// What it answers with.
    pub bodies: Bodies<'c, 'l>,
}

/// Every address of a tree with what it answers.
pub struct Plan<'c, 'l> {
    /// By path.
    pub addresses: BTreeMap<String, Planned<'c, 'l>>,
    /// The state the tree answers for.
    pub release: &'c Release,
    /// Digest of everything the tree is made from.
    pub inputs: String,
    writing: Writing,
}

/// Names for namespaces in each place they are written.
struct Writing {
    record: Prefixes,
    ontology: Prefixes,
    context: Prefixes,
    site: Site,
}

/// Decides which addresses exist: every resource whose answer depends on path, `format` and `Accept` alone.
pub fn plan<'c, 'l>(
    catalog: &'c Catalog<'l>,
    current: &'c Release,
    pages: &'c Pages<'c>,
    settings: &Settings,
) -> Result<Plan<'c, 'l>, PlanError> {
    let library = catalog.library;
    let site = &library.site;
    let mut planner = Planner { addresses: BTreeMap::new(), catalog, current };
    planner.discovery(settings)?;
    planner.models()?;
    planner.lists()?;
    planner.releases()?;
    planner.pages(pages)?;
    Ok(Plan {
        addresses: planner.addresses,
        release: current,
        inputs: super::inputs(library, settings),
        writing: Writing {
            record: site.record_prefixes(),
            ontology: site.ontology_prefixes(),
            context: site.context(),
            site: site.clone(),
        },
    })
}

impl Plan<'_, '_> {
    /// Renders what an address answers with; nothing for one that answers like another.
    pub fn render(&self, address: &str, planned: &Planned<'_, '_>) -> Result<Vec<Body>, PlanError> {
        match &planned.bodies {
            Bodies::SameAs(_) => Ok(Vec::new()),
            Bodies::Version(facts) => self.version(address, facts),
            Bodies::Document(render) => {
                let bytes =
                    render().map_err(|source| PlanError::Page { address: address.to_owned(), source })?;
                let representation = planned.class.representations().first().copied();
                Ok(vec![Body { path: body_path(address, representation), representation, bytes }])
            }
        }
    }

    fn version(&self, address: &str, facts: &VersionFacts<'_>) -> Result<Vec<Body>, PlanError> {
        let Writing { record, ontology, context, site } = &self.writing;
        let outline =
            facts.outline().map_err(|source| PlanError::Outline { address: address.to_owned(), source })?;
        let prefixes = if facts.kind == ModelKind::License { record } else { ontology };
        let write = |syntax, prefixes| {
            rdf::write(syntax, &outline, prefixes)
                .map(String::into_bytes)
                .map_err(|source| PlanError::Unwritable { address: address.to_owned(), source })
        };
        Representation::OF_A_VERSION
            .into_iter()
            .map(|representation| {
                let bytes = match representation {
                    Representation::Turtle if is_served_verbatim(facts) => facts.source.bytes.clone(),
                    Representation::Turtle => write(rdf::Syntax::Turtle, prefixes)?,
                    Representation::JsonLd => write(rdf::Syntax::JsonLd, context)?,
                    Representation::RdfXml => write(rdf::Syntax::RdfXml, prefixes)?,
                    Representation::NTriples => facts.canonical.as_bytes().to_vec(),
                    _ => v2::body(&v2::version_object(facts, site)),
                };
                let representation = Some(representation);
                Ok(Body { path: body_path(address, representation), representation, bytes })
            })
            .collect()
    }
}

/// An archived graph or vocabulary version as Turtle is the archived file, comments included (v2 §4.1).
fn is_served_verbatim(facts: &VersionFacts<'_>) -> bool {
    facts.kind != ModelKind::License && !facts.is_latest()
}

/// The file below the tree that holds a form of an address; an asset is its own file.
pub(super) fn body_path(address: &str, representation: Option<Representation>) -> String {
    let path = address.trim_start_matches('/');
    match representation {
        None => path.to_owned(),
        Some(representation) if path.is_empty() => format!("index.{}", representation.extension()),
        Some(representation) => format!("{path}/index.{}", representation.extension()),
    }
}

struct Planner<'c, 'l> {
    addresses: BTreeMap<String, Planned<'c, 'l>>,
    catalog: &'c Catalog<'l>,
    current: &'c Release,
}

impl<'c, 'l> Planner<'c, 'l> {
    fn add(&mut self, address: impl Into<String>, planned: Planned<'c, 'l>) -> Result<(), PlanError> {
        let address = address.into();
        match self.addresses.insert(address.clone(), planned) {
            None => Ok(()),
            Some(_) => Err(PlanError::Collision(address)),
        }
    }

    fn document(
        &mut self,
        address: impl Into<String>,
        class: Class,
        cache: CacheState,
        render: impl Fn() -> Result<Vec<u8>, PageError> + Send + Sync + 'c,
    ) -> Result<(), PlanError> {
        let bodies = Bodies::Document(Box::new(render));
        self.add(address, Planned { class, cache, headers: BTreeMap::new(), bodies })
    }

    fn discovery(&mut self, settings: &Settings) -> Result<(), PlanError> {
        let (catalog, current) = (self.catalog, self.current);
        self.document("/v2", Class::Discovery, CacheState::Current, move || {
            let deployment = v2::Deployment::without_server(env!("CARGO_PKG_VERSION"));
            Ok(v2::body(&v2::discovery(catalog, current, &deployment)))
        })?;
        let base_url = settings.base_url.clone();
        self.document("/.well-known/api-catalog", Class::ApiCatalog, CacheState::Current, move || {
            Ok(v2::body(&v2::api_catalog(&base_url)))
        })?;
        let document = v2::Operation::GetOpenApi.template();
        self.document(document, Class::OpenApi, CacheState::Current, move || {
            Ok(v2::body(&v2::openapi(&catalog.library.site)))
        })
    }

    fn models(&mut self) -> Result<(), PlanError> {
        let catalog = self.catalog;
        for kind in ModelKind::ALL {
            for (id, history) in catalog.of_kind(kind) {
                self.model(kind, id, history)?;
            }
        }
        Ok(())
    }

    fn model(&mut self, kind: ModelKind, id: &str, history: &'c ModelHistory<'l>) -> Result<(), PlanError> {
        let (catalog, current) = (self.catalog, self.current);
        for facts in history.versions() {
            let headers: BTreeMap<String, String> = v2::link_headers(facts, &catalog.library.site)
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect();
            let cache = match facts.status {
                Status::Superseded => CacheState::Immutable,
                Status::Current | Status::Withdrawn => CacheState::Current,
            };
            let address = v2::version_address(kind, id, facts.version);
            if facts.is_latest() {
                let bodies = Bodies::SameAs(address.clone());
                let planned = Planned { class: Class::Version, cache, headers: headers.clone(), bodies };
                self.add(v2::model_address(kind, id), planned)?;
            }
            let bodies = Bodies::Version(facts);
            self.add(address, Planned { class: Class::Version, cache, headers, bodies })?;
        }
        self.document(v2::versions_address(kind, id), Class::Listing, CacheState::Current, move || {
            Ok(v2::body(&v2::list_versions(catalog, current, history)))
        })
    }

    /// First pages: the ones that need no query.
    fn lists(&mut self) -> Result<(), PlanError> {
        let (catalog, current) = (self.catalog, self.current);
        for kind in [ModelKind::License, ModelKind::DependencyGraph] {
            let query = v2::ListQuery::default();
            let listing = v2::list_models(catalog, current, kind, &query);
            let headers = next_link(listing.links.next.as_deref());
            let bytes = v2::body(&listing);
            let bodies = Bodies::Document(Box::new(move || Ok(bytes.clone())));
            let planned = Planned { class: Class::Listing, cache: CacheState::Current, headers, bodies };
            self.add(query.address(kind), planned)?;
        }
        if let Ok(page) = v2::change_page(catalog, current, &v2::ChangesQuery::default()) {
            let headers = next_link(page.links.next.as_deref());
            let bytes = v2::body(&page);
            let bodies = Bodies::Document(Box::new(move || Ok(bytes.clone())));
            let planned = Planned { class: Class::Listing, cache: CacheState::Current, headers, bodies };
            self.add("/v2/changes", planned)?;
        }
        Ok(())
    }

    /// The list of releases, and each under all four of its identifiers; one that several releases share
    /// leads to the newest.
    fn releases(&mut self) -> Result<(), PlanError> {
        let (catalog, current) = (self.catalog, self.current);
        self.document("/v2/releases", Class::Listing, CacheState::Current, move || {
            Ok(v2::body(&v2::releases_page(catalog, current)))
        })?;
        for release in std::iter::once(current).chain(&catalog.library.releases) {
            let registered = catalog.library.releases.iter().any(|known| known.id == release.id);
            for id in [&release.id, &release.library.id, &release.graphs.id, &release.vocabulary.id] {
                let address = format!("/v2/releases/{id}");
                if self.addresses.contains_key(&address) {
                    continue;
                }
                let cache = if registered { CacheState::Immutable } else { CacheState::Current };
                self.document(address, Class::Release, cache, move || {
                    Ok(v2::body(&v2::manifest(release, registered)))
                })?;
            }
        }
        Ok(())
    }

    fn pages(&mut self, pages: &'c Pages<'c>) -> Result<(), PlanError> {
        let (catalog, current) = (self.catalog, self.current);
        let page =
            |planner: &mut Self,
             address: String,
             render: Box<dyn Fn() -> Result<String, PageError> + Send + Sync + 'c>| {
                planner.document(
                    address,
                    Class::Page,
                    CacheState::Current,
                    move || Ok(render()?.into_bytes()),
                )
            };
        page(self, "/".to_owned(), Box::new(|| pages.home(current)))?;
        page(self, "/ns".to_owned(), Box::new(|| pages.vocabulary()))?;
        page(self, "/documentation/v2".to_owned(), Box::new(|| pages.documentation()))?;
        self.document(v2::Operation::GetDocs.template(), Class::Docs, CacheState::Current, || {
            Ok(pages.interactive()?.into_bytes())
        })?;
        page(self, "/documentation/deprecation".to_owned(), Box::new(|| pages.deprecation()))?;
        for (id, history) in &catalog.licenses {
            page(self, format!("/license-library/{id}"), Box::new(|| pages.record(history)))?;
        }
        for (id, history) in &catalog.graphs {
            page(self, format!("/dependency-graph/{id}"), Box::new(|| pages.graph(history)))?;
        }
        for asset in pages::assets() {
            let headers = BTreeMap::from([("Content-Type".to_owned(), asset.media_type.to_owned())]);
            let bodies = Bodies::Document(Box::new(|| Ok(asset.bytes.to_vec())));
            let planned = Planned { class: Class::Asset, cache: CacheState::Current, headers, bodies };
            self.add(asset.path, planned)?;
        }
        Ok(())
    }
}

fn next_link(next: Option<&str>) -> BTreeMap<String, String> {
    next.map(|next| ("Link".to_owned(), crate::wire::link_header(&[crate::wire::Link::new("next", next)])))
        .into_iter()
        .collect()
}
