mod distribution;
mod render;
mod version_1;
mod version_2;
mod website;

use std::collections::BTreeMap;

use crate::distribute::DumpError;
use muniment_documents::api::forms::{FormError, Forms};
use muniment_documents::wire::{
    BaseUrl, CacheState, Class, Coding, Dialect, Edge, Elsewhere, Origin, PAGE_POLICY, Provenance,
    Representation,
};
use muniment_library::history::{Catalog, ModelHistory, VersionFacts};
use muniment_licenses::model::{Library, Release, Scope};
use muniment_pages::{PageError, Pages};
use muniment_rdf::ContentHash;

/// What a tree depends on beside the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// `{base_url}`, without a slash at its end: where the API answers. It stands in absolute links only.
    pub base_url: BaseUrl,
    /// Origins of sites that may frame the pages under `/web/` (spec:version-1#headers), beside our own.
    pub frame_ancestors: Vec<Origin>,
    /// Whether registered releases are dumped whole.
    pub dumps: bool,
    /// Edges whose files the tree holds, each once and in their order.
    pub edges: Vec<Edge>,
    /// Whether bodies stand compressed beside themselves.
    pub compress: bool,
    /// Text of the banner of every page, in place of the library's own. The library that is planned has it already:
    /// see [`Settings::apply`].
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
            notice: None,
        }
    }
}

impl Settings {
    /// Changes what a library says of itself where the settings say otherwise.
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

/// Why there is no plan, or why one of its outputs cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Two outputs want one address.
    #[error("two outputs claim the address `{0}`")]
    Collision(String),
    /// A model does not have a form.
    #[error("`{address}` cannot be written: {source}")]
    Unwritable {
        /// The address.
        address: String,
        /// Why.
        source: FormError,
    },
    /// A document cannot be rendered.
    #[error("`{address}` cannot be rendered: {source}")]
    Document {
        /// The address.
        address: String,
        /// Why.
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
    /// The feed as Atom.
    #[error(transparent)]
    Atom(#[from] std::io::Error),
    /// The feed as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// The bytes of one form of a resource, and the file below the tree they belong into.
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

/// The forms of an address that are rendered for it.
pub enum Bodies<'c, 'l> {
    /// None of them.
    None,
    /// The five forms of a version of version 2.
    Version {
        /// The version.
        facts: &'c VersionFacts<'l>,
        /// The address of the same version of a license in version 1: what version 1 alone has is written with the
        /// rest, since its strings are made of the same texts.
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
    /// The first form, or the file, rendered when it is written.
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
    /// Where requests are led that get no form.
    pub elsewhere: Option<Elsewhere>,
    /// Content hash of the version it is of; none if its hash is that of its body.
    pub content_hash: Option<ContentHash>,
    /// What is rendered for it.
    pub bodies: Bodies<'c, 'l>,
    /// Addresses that render the other forms, in the order in which they are asked.
    pub linked: Vec<String>,
    /// What it is of.
    pub subject: Subject<'l>,
}

/// What an address is of, which decides which builds after another render it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject<'l> {
    /// The state of the library as a whole, which is another with every correction.
    State,
    /// All records at a glance, or none of them: what stays as long as no record is listed otherwise than before.
    Lists,
    /// A record.
    Record(&'l str),
}

impl<'l> Subject<'l> {
    /// A name no other subject has.
    pub(super) fn name(self) -> &'l str {
        match self {
            Self::State => "",
            // No record has such an identifier.
            Self::Lists => "/",
            Self::Record(id) => id,
        }
    }

    fn is_within(self, scope: &Scope) -> bool {
        match self {
            Self::State => true,
            Self::Lists => scope.holds_lists(),
            Self::Record(id) => scope.holds(id),
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

/// The addresses of a tree with what they answer: every one, or those within a [`Scope`].
pub struct Plan<'c, 'l> {
    /// By path.
    pub addresses: BTreeMap<String, Planned<'c, 'l>>,
    /// The state the tree answers for.
    pub release: &'c Release,
    /// Digest of everything the tree is made from.
    pub inputs: String,
    /// What that is, in parts.
    pub provenance: Provenance,
    /// Edges whose files the tree holds.
    pub edges: Vec<Edge>,
    /// Codings in which bodies stand beside themselves.
    pub codings: Vec<Coding>,
    /// Text of the banner, where that is not the library's own.
    pub notice: Option<String>,
    pub(super) library: &'c Library,
    forms: Forms<'c>,
}

/// Decides which addresses exist: every resource whose answer depends on path, `format` and `Accept` alone.
pub fn plan<'c, 'l>(
    catalog: &'c Catalog<'l>,
    current: &'c Release,
    pages: &'c Pages<'c>,
    settings: &Settings,
) -> Result<Plan<'c, 'l>, PlanError> {
    plan_within(catalog, current, pages, settings, &Scope::Everything)
}

/// The same without the addresses outside a scope.
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
    // They are planned at first, since the site map tells of them.
    planner.addresses.retain(|_, planned| planned.subject.is_within(scope));
    Ok(Plan {
        addresses: planner.addresses,
        release: current,
        inputs: super::inputs(catalog.library, settings),
        provenance: super::provenance(catalog.library, settings),
        edges: settings.edges.clone(),
        codings: if settings.compress { Coding::ALL.to_vec() } else { Vec::new() },
        notice: settings.notice.clone(),
        library: catalog.library,
        forms: Forms::new(catalog.library),
    })
}

/// The file below the tree that holds a form of an address; a file is its own address.
pub(super) fn body_path(address: &str, representation: Option<Representation>) -> String {
    let path = address.trim_start_matches('/');
    match representation {
        None => path.to_owned(),
        Some(representation) if path.is_empty() => format!("index.{}", representation.extension()),
        Some(representation) => format!("{path}/index.{}", representation.extension()),
    }
}

/// The files below the tree that an address of a class has.
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
    /// What the addresses that are being planned are of.
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

    /// Plans addresses that are of all records at a glance, or of none.
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
