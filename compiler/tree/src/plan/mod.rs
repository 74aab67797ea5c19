mod distribution;
mod render;
mod version_1;
mod version_2;
mod website;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::distribute::{DescriptionError, DumpError};
use muniment_documents::api::forms::{FormError, Forms};
use muniment_documents::wire::{
    BaseUrl, CacheState, Class, Coding, Dialect, Edge, Elsewhere, Origin, PAGE_POLICY, PackageDigests,
    Provenance, Representation,
};
use muniment_library::history::{Catalog, ModelHistory, VersionFacts};
use muniment_licenses::model::{Library, Release, Scope};
use muniment_pages::{PageError, Pages};
use muniment_rdf::ContentHash;

/// The settings of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// `{base_url}`, without a final slash: the address of the API, for absolute links.
    pub base_url: BaseUrl,
    /// Other origins that may frame the pages under `/web/` (spec:version-1#headers).
    pub frame_ancestors: Vec<Origin>,
    /// Whether registered releases are dumped.
    pub dumps: bool,
    /// Edges whose files the tree contains, sorted and unique.
    pub edges: Vec<Edge>,
    /// Whether compressed bodies are written.
    pub compress: bool,
    /// What the pages take from packages: see [`Pages::with_texts`] and [`Pages::with_agreements`].
    pub packages: PackageDigests,
    /// Text of the banner, instead of that of the library. Call [`Settings::apply`] before planning.
    pub notice: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            base_url: BaseUrl::of_listener(([127, 0, 0, 1], 8080).into()),
            frame_ancestors: Vec::new(),
            dumps: false,
            edges: Vec::new(),
            compress: false,
            packages: PackageDigests::default(),
            notice: None,
        }
    }
}

impl Settings {
    /// Applies the settings to a library.
    pub fn apply(&self, library: &mut Library) {
        if let Some(notice) = &self.notice {
            library.site.notice = Some(notice.clone());
        }
    }

    /// `Content-Security-Policy` of the pages under `/web/`.
    #[must_use]
    pub fn frame_policy(&self) -> String {
        let origins: Vec<&str> =
            ["'self'"].into_iter().chain(self.frame_ancestors.iter().map(Origin::as_str)).collect();
        format!("{PAGE_POLICY}; frame-ancestors {}", origins.join(" "))
    }
}

/// Why planning or rendering failed.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Two outputs have the same address.
    #[error("two outputs claim the address `{0}`")]
    Collision(String),
    /// A model cannot be written in a form.
    #[error("`{address}` cannot be written: {source}")]
    Unwritable {
        /// The address.
        address: String,
        /// The cause.
        source: FormError,
    },
    /// A document cannot be rendered.
    #[error("`{address}` cannot be rendered: {source}")]
    Document {
        /// The address.
        address: String,
        /// The cause.
        source: RenderError,
    },
    /// A registered release cannot be dumped.
    #[error(transparent)]
    Dump(#[from] DumpError),
}

/// Why a document cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A page.
    #[error(transparent)]
    Page(#[from] PageError),
    /// A dump of a release.
    #[error(transparent)]
    Dump(#[from] DumpError),
    /// The feed as Atom, or a file of the website.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A document in JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The description of the data in Turtle.
    #[error(transparent)]
    Description(#[from] DescriptionError),
}

/// One form of a resource.
#[derive(Debug)]
pub struct Body {
    /// Path below the tree.
    pub path: String,
    /// The form; `None` for a file.
    pub representation: Option<Representation>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

type Render<'c> = Box<dyn Fn() -> Result<Vec<u8>, RenderError> + Send + Sync + 'c>;

/// What is rendered for an address.
pub enum Bodies<'c, 'l> {
    /// Nothing.
    None,
    /// The five forms of a version of version 2.
    Version {
        /// The version.
        facts: &'c VersionFacts<'l>,
        /// The address of the same version in version 1. Its forms are rendered together, because they share texts.
        version_1: Option<String>,
    },
    /// The page of a term of the vocabulary, and the statements about it.
    Term {
        /// The vocabulary.
        vocabulary: &'c VersionFacts<'l>,
        /// IRI of the term.
        iri: &'l str,
        /// Its page.
        page: Render<'c>,
    },
    /// The first form, or the file.
    Document(Render<'c>),
}

/// An address of the tree.
pub struct Planned<'c, 'l> {
    /// Its class.
    pub class: Class,
    /// Its cache policy.
    pub cache: CacheState,
    /// Headers that depend on data.
    pub headers: BTreeMap<String, String>,
    /// The target of requests that match no form.
    pub elsewhere: Option<Elsewhere>,
    /// Content hash of its version; `None` if its hash is that of its body.
    pub content_hash: Option<ContentHash>,
    /// Its rendered bodies.
    pub bodies: Bodies<'c, 'l>,
    /// Addresses that provide the other forms, in order of precedence.
    pub linked: Vec<String>,
    /// Its subject.
    pub subject: Subject<'l>,
}

/// The subject of an address, which decides whether an incremental build renders it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject<'l> {
    /// The whole library, which changes with every correction.
    State,
    /// Lists of records, or no records: changes only if a listed field of a record changes.
    Lists,
    /// A record.
    Record(&'l str),
    /// Two records.
    Pair(&'l str, &'l str),
}

impl<'l> Subject<'l> {
    /// A unique name.
    pub(super) fn name(self) -> Cow<'l, str> {
        match self {
            Self::State => "".into(),
            // Not a valid identifier of a record.
            Self::Lists => "/".into(),
            Self::Record(id) => id.into(),
            Self::Pair(one, other) => format!("{one}/{other}").into(),
        }
    }

    fn is_within(self, scope: &Scope) -> bool {
        match self {
            Self::State => true,
            Self::Lists => scope.holds_lists(),
            Self::Record(id) => scope.holds(id),
            Self::Pair(one, other) => scope.holds(one) || scope.holds(other),
        }
    }
}

impl<'c, 'l> Planned<'c, 'l> {
    fn new(class: Class) -> Self {
        Self {
            class,
            cache: CacheState::Current,
            headers: BTreeMap::new(),
            elsewhere: None,
            content_hash: None,
            bodies: Bodies::None,
            linked: Vec::new(),
            subject: Subject::State,
        }
    }

    fn document(class: Class, render: impl Fn() -> Result<Vec<u8>, RenderError> + Send + Sync + 'c) -> Self {
        Self { bodies: Bodies::Document(Box::new(render)), ..Self::new(class) }
    }

    fn of_version(class: Class, facts: &VersionFacts<'l>) -> Self {
        Self { content_hash: Some(facts.content_hash), ..Self::new(class) }
    }

    fn with_header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.insert(name.to_owned(), value.into());
        self
    }
}

/// The addresses of a tree, all or those within a [`Scope`].
pub struct Plan<'c, 'l> {
    /// By path.
    pub addresses: BTreeMap<String, Planned<'c, 'l>>,
    /// The release of the tree.
    pub release: &'c Release,
    /// Digest of all inputs.
    pub inputs: String,
    /// The parts of the inputs.
    pub provenance: Provenance,
    /// Edges whose files the tree contains.
    pub edges: Vec<Edge>,
    /// Codings of compressed bodies.
    pub codings: Vec<Coding>,
    /// What the pages take from packages.
    pub packages: PackageDigests,
    /// Text of the banner, if it is not that of the library.
    pub notice: Option<String>,
    pub(super) library: &'c Library,
    forms: Forms<'c>,
}

/// Plans every resource whose answer depends only on path, `format` and `Accept`.
pub fn plan<'c, 'l>(
    catalog: &'c Catalog<'l>,
    current: &'c Release,
    pages: &'c Pages<'c>,
    settings: &Settings,
) -> Result<Plan<'c, 'l>, PlanError> {
    plan_within(catalog, current, pages, settings, &Scope::Everything)
}

/// The same, only for addresses within a scope.
pub fn plan_within<'c, 'l>(
    catalog: &'c Catalog<'l>,
    current: &'c Release,
    pages: &'c Pages<'c>,
    settings: &Settings,
    scope: &Scope,
) -> Result<Plan<'c, 'l>, PlanError> {
    let mut planner = Planner {
        addresses: BTreeMap::new(),
        catalog,
        current,
        pages,
        settings,
        scope,
        subject: Subject::State,
    };
    planner.version_2()?;
    planner.version_1()?;
    planner.distribution()?;
    planner.website()?;
    // All are planned first for the site map.
    planner.addresses.retain(|_, planned| planned.subject.is_within(scope));
    Ok(Plan {
        addresses: planner.addresses,
        release: current,
        inputs: super::inputs(catalog.library, settings),
        provenance: super::provenance(catalog.library, settings),
        edges: settings.edges.clone(),
        codings: if settings.compress { Coding::ALL.to_vec() } else { Vec::new() },
        packages: settings.packages.clone(),
        notice: settings.notice.clone(),
        library: catalog.library,
        forms: Forms::new(catalog.library),
    })
}

/// The file of a form of an address; a file is its own address.
pub(super) fn body_path(address: &str, representation: Option<Representation>) -> String {
    let path = address.trim_start_matches('/');
    match representation {
        None => path.to_owned(),
        Some(representation) if path.is_empty() => format!("index.{}", representation.extension()),
        Some(representation) => format!("{path}/index.{}", representation.extension()),
    }
}

/// The files of an address of a class.
pub(super) fn body_paths(address: &str, class: Class) -> Vec<(Option<Representation>, String)> {
    if class.dialect() == Dialect::File {
        return vec![(None, body_path(address, None))];
    }
    class.representations().map(|form| (Some(form), body_path(address, Some(form)))).collect()
}

struct Planner<'c, 'l, 's> {
    addresses: BTreeMap<String, Planned<'c, 'l>>,
    catalog: &'c Catalog<'l>,
    current: &'c Release,
    pages: &'c Pages<'c>,
    settings: &'s Settings,
    scope: &'s Scope,
    /// The subject of the addresses planned now.
    subject: Subject<'l>,
}

impl<'c, 'l> Planner<'c, 'l, '_> {
    /// Plans the addresses of each record within the scope.
    fn records(
        &mut self,
        plan: impl Fn(&mut Self, &'l str, &'c ModelHistory<'l>) -> Result<(), PlanError>,
    ) -> Result<(), PlanError> {
        for (&id, history) in &self.catalog.licenses {
            if self.scope.holds(id) {
                self.subject = Subject::Record(id);
                plan(self, id, history)?;
            }
        }
        self.subject = Subject::State;
        Ok(())
    }

    /// Plans addresses with the subject [`Subject::Lists`].
    fn lists(&mut self, plan: impl FnOnce(&mut Self) -> Result<(), PlanError>) -> Result<(), PlanError> {
        self.subject = Subject::Lists;
        plan(self)?;
        self.subject = Subject::State;
        Ok(())
    }

    fn add(&mut self, address: impl Into<String>, planned: Planned<'c, 'l>) -> Result<(), PlanError> {
        let address = address.into();
        let planned = Planned { subject: self.subject, ..planned };
        match self.addresses.insert(address.clone(), planned) {
            None => Ok(()),
            Some(_) => Err(PlanError::Collision(address)),
        }
    }

    fn document(
        &mut self,
        address: impl Into<String>,
        class: Class,
        render: impl Fn() -> Result<Vec<u8>, RenderError> + Send + Sync + 'c,
    ) -> Result<(), PlanError> {
        self.add(address, Planned::document(class, render))
    }
}
