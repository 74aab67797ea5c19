//! The website. Pages of the tree depend only on data and templates. A server fills pages that depend on the user or
//! on input ([`SERVED`]), such as those of [`account`], [`composer`] and [`letters`]. Scripts are assets, and reading
//! works without them.
//!
//! Templates see nothing of the model but the borrowed context of their page, one struct a page.

mod about;
pub mod account;
mod agreement;
mod assets;
pub mod assistant;
pub mod audit;
mod badge;
mod banner;
mod changes;
pub mod checker;
pub mod choose;
pub mod composer;
mod deprecation;
mod difference;
mod directory;
mod documentation;
mod error;
mod frame;
mod graph;
mod home;
mod interactive;
pub mod letters;
mod library;
mod listing;
mod machines;
mod matrix;
mod occasion;
mod operations;
mod properties;
mod record;
mod reference;
mod releases;
#[cfg(test)]
mod rendered;
mod search;
mod served;
mod specification;
mod templates;
#[cfg(test)]
mod tests;
mod versions;
mod vocabulary;
mod without_server;
mod words;

use std::collections::BTreeMap;

use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;

use directory::Directory;
use frame::Frame;
use muniment_documents::api::agreement::{AgreementDocument, Agreements};
use muniment_library::history::{Catalog, ModelHistory};
use muniment_licenses::model::{DependencyGraph, GraphId, License, LicenseId, Model, Release, VersionNumber};
use muniment_licenses::text::NormalText;

pub use assets::{Asset, assets};
pub use banner::{banner, with_banner};
pub use error::ErrorPages;
pub use machines::{robots, sitemap};
pub use search::{Faults, Search, SearchPage};
pub use served::{SERVED, is_served, served_pages};
pub use specification::{SPECIFICATION, Specification};
pub use versions::version_page;

/// The address of the index of the library for searches in browsers; it does not collide with records.
pub const LIBRARY_INDEX: &str = "/assets/licenses.json";

/// The address of the agreement with tables of experts.
pub const AGREEMENT: &str = "/documentation/agreement";
pub use record::LicenseOrigin;

/// Why a page cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// A template has an error or uses an undefined name.
    #[error("a template does not render: {0:#}")]
    Template(#[from] minijinja::Error),
    /// The words of pages cannot be read.
    #[error("`words.toml` cannot be read: {0}")]
    Words(#[from] toml::de::Error),
    /// The figures of the agreement with experts cannot be read.
    #[error("`agreement.json` cannot be read: {0}")]
    Agreement(#[from] serde_json::Error),
    /// The library does not have this model.
    #[error("the library holds no {kind} `{id}` to make a page of")]
    UnknownModel {
        /// Kind of model.
        kind: &'static str,
        /// Its identifier.
        id: String,
    },
}

/// The template context of a page.
pub trait Page: Serialize {
    /// The template, by its name below `templates/`.
    const TEMPLATE: &'static str;

    /// Path and query where everybody finds the page, which search engines may list; `None` where it depends on more than that.
    fn public_address(&self) -> Option<&str> {
        None
    }
}

/// A page of the server with its frame.
#[derive(Debug, Serialize)]
struct Served<'a, P> {
    frame: Frame<'a>,
    page: &'a P,
}

impl<P: Page> Page for Served<'_, P> {
    const TEMPLATE: &'static str = P::TEMPLATE;
}

/// Renders the pages of a library.
#[derive(Debug)]
pub struct Pages<'c> {
    environment: Environment<'static>,
    directory: Directory<'c>,
}

impl<'c> Pages<'c> {
    /// Compiles the templates and computes the shared data.
    ///
    /// `base_url` is the address of the API without a final slash. Only commands to copy contain it; links are paths.
    pub fn new(catalog: &'c Catalog<'c>, base_url: &str) -> Result<Self, PageError> {
        let mut directory = Directory::new(catalog, base_url);
        directory.agreements = Agreements::recorded(catalog.library)?;
        directory.words = words::Words::read()?;
        Ok(Self { environment: templates::environment()?, directory })
    }

    /// The home page (`/`).
    pub fn home(&self) -> Result<String, PageError> {
        self.render(&home::HomePage::new(self))
    }

    /// The pairs that have a page: each two of the best known licenses, the smaller identifier first, and each of them
    /// with closed source. Pairs of which no work can be under either are left out.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'c LicenseId, Option<&'c LicenseId>)> {
        let library = self.directory.catalog.library;
        let index = self.directory.terms_of_records();
        let known = || library.best_known.iter().filter_map(|id| Some((id, library.licenses.get(id)?)));
        let is_offered =
            |model: &Model<License>| index.get(&model.iri).is_some_and(|terms| terms.is_offered());
        let pairs = known().flat_map(|(one, model)| {
            let others = known().filter(move |(other, _)| one < *other);
            let others = others.filter(move |(_, other)| is_offered(model) || is_offered(other));
            others.map(move |(other, _)| (one, Some(other))).chain([(one, None)])
        });
        pairs.collect()
    }

    /// What two licenses, or a license and closed source, answer of each other ([`checker::pair_address`]). `None` stands for
    /// closed source.
    pub fn pair(&self, one: &LicenseId, other: Option<&LicenseId>) -> Result<String, PageError> {
        let unknown = || PageError::UnknownModel { kind: "pair of licenses", id: one.to_string() };
        self.render(&checker::PairPage::new(self, one, other).ok_or_else(unknown)?)
    }

    /// The whole library (`/license-library`).
    pub fn library(&self) -> Result<String, PageError> {
        self.render(&library::LibraryPage::new(&self.directory))
    }

    /// The library for frames: with header and footer (`/web/list`), or bare (`/web/wplist`).
    pub fn list(&self, is_bare: bool) -> Result<String, PageError> {
        self.render(&library::ListPage::new(&self.directory, is_bare))
    }

    /// The search form with its results: with header and footer (`/web/search`), or bare (`/web/wpsearch`).
    pub fn search(&self, page: &SearchPage<'_>, is_bare: bool) -> Result<String, PageError> {
        let site = &self.directory.catalog.library.site;
        let frame = Frame::unlisted(site, &self.directory.base_url, "/web/search");
        self.render(&Served { frame: if is_bare { frame.bare() } else { frame }, page })
    }

    /// The releases (`/releases`). `has_dumps` tells whether registered releases are dumped, so that the page can
    /// link dumps.
    pub fn releases(&self, current: &Release, has_dumps: bool) -> Result<String, PageError> {
        self.render(&releases::ReleasesPage::new(&self.directory, current, has_dumps))
    }

    /// The changes (`/changes`).
    pub fn changes(&self, current: &Release) -> Result<String, PageError> {
        self.render(&changes::ChangesPage::new(&self.directory, current))
    }

    /// The addresses of the pages of days with changes (`/changes/{day}`), newest first.
    #[must_use]
    pub fn days_of_changes(&self, current: &Release) -> Vec<String> {
        changes::days(&self.directory, current)
    }

    /// The changes of a day, by the address of its page.
    pub fn changes_of_day(&self, current: &Release, address: &str) -> Result<String, PageError> {
        let page = changes::ChangesOfDayPage::at(&self.directory, current, address);
        let unknown = || PageError::UnknownModel { kind: "day with changes", id: address.to_owned() };
        self.render(&page.ok_or_else(unknown)?)
    }

    /// The index of the documentation (`/documentation`).
    pub fn documentation_index(&self, current: &Release) -> Result<String, PageError> {
        self.render(&about::DocumentationIndexPage::new(&self.directory, current))
    }

    /// The privacy notice (`/privacy`).
    pub fn privacy(&self) -> Result<String, PageError> {
        self.render(&about::PrivacyPage::new(&self.directory))
    }

    /// The legal notice (`/imprint`).
    pub fn imprint(&self) -> Result<String, PageError> {
        self.render(&about::ImprintPage::new(&self.directory))
    }

    /// A page that a server fills, for hosts without one.
    pub fn without_server(&self, path: &str) -> Result<String, PageError> {
        self.render(&without_server::WithoutServerPage::new(&self.directory, path))
    }

    /// The page that hosts of plain files send where there is nothing.
    pub fn not_found(&self) -> Result<String, PageError> {
        self.render(&error::ErrorPage::not_found(&self.directory))
    }

    /// The page of a record (`/license-library/{id}`).
    pub fn record(&self, history: &ModelHistory<'_>) -> Result<String, PageError> {
        let (kind, id) = (history.current.kind.name(), history.current.id);
        let model = self.directory.catalog.library.licenses.get(id);
        let unknown = || PageError::UnknownModel { kind, id: id.to_owned() };
        self.composed(history, model.ok_or_else(unknown)?, LicenseOrigin::Record)
    }

    /// Adds pages of license texts, by record. A text must be the one that the record was compared with.
    #[must_use]
    pub fn with_texts(mut self, texts: BTreeMap<LicenseId, String>) -> Self {
        self.directory.texts = texts;
        self
    }

    /// The address of the page of the text of a record; `None` without such a page.
    #[must_use]
    pub fn text_address(&self, id: &str) -> Option<String> {
        self.directory.text_page(id)
    }

    /// The text of a record as a file, and its address; `None` without such a page.
    #[must_use]
    pub fn text_file(&self, id: &str) -> Option<(String, &str)> {
        Some((directory::text_file(id), self.directory.texts.get(id)?.as_str()))
    }

    /// Adds pages about the agreement with tables of experts, in place of the figures that the library keeps.
    #[must_use]
    pub fn with_agreements(mut self, agreements: Agreements) -> Self {
        self.directory.agreements = Some(agreements);
        self
    }

    /// The agreement with tables of experts; `None` without such pages.
    #[must_use]
    pub fn agreements(&self) -> Option<&Agreements> {
        self.directory.agreements.as_ref()
    }

    /// The agreement with all tables ([`AGREEMENT`]).
    pub fn agreement(&self, agreements: &Agreements) -> Result<String, PageError> {
        self.render(&agreement::AgreementPage::new(&self.directory, agreements))
    }

    /// What differs from one table, below [`AGREEMENT`].
    pub fn agreement_table(&self, agreement: &AgreementDocument) -> Result<String, PageError> {
        self.render(&agreement::AgreementTablePage::new(&self.directory, agreement))
    }

    /// The text of a record, with the words marked that its statements rest on (`/license-library/{id}/text`).
    pub fn text(&self, history: &ModelHistory<'_>) -> Result<String, PageError> {
        let (library, id) = (self.directory.catalog.library, history.current.id);
        let unknown = || PageError::UnknownModel { kind: "text", id: id.to_owned() };
        let (id, text) = self.directory.texts.get_key_value(id).ok_or_else(unknown)?;
        let license = library.licenses.get(id).ok_or_else(unknown)?;
        let listed = library.texts.get(id).ok_or_else(unknown)?;
        let (license, normal) = ((id, &*license.current.content), NormalText::of(text));
        self.render(&record::TextPage::new(&self.directory, license, listed, text, &normal))
    }

    /// The page of a superseded version of a record ([`version_page`]).
    pub fn record_version(
        &self,
        history: &ModelHistory<'_>,
        version: VersionNumber,
    ) -> Result<String, PageError> {
        let (kind, id) = (history.current.kind.name(), history.current.id);
        let unknown = || PageError::UnknownModel { kind, id: id.to_owned() };
        let model = self.directory.catalog.library.licenses.get(id).ok_or_else(unknown)?;
        let found = history.version(version).zip(model.version(version)).ok_or_else(unknown)?;
        self.render(&record::VersionPage::new(&self.directory, history, model, found))
    }

    /// The page of any license, such as a composed one.
    pub fn composed(
        &self,
        history: &ModelHistory<'_>,
        model: &Model<License>,
        origin: LicenseOrigin,
    ) -> Result<String, PageError> {
        self.render(&record::RecordPage::new(&self.directory, history, model, origin))
    }

    /// Every dependency graph (`/dependency-graph`).
    pub fn graphs(&self) -> Result<String, PageError> {
        self.render(&graph::GraphListPage::new(&self.directory))
    }

    /// The page of a dependency graph (`/dependency-graph/{id}`).
    pub fn graph(&self, history: &ModelHistory<'_>) -> Result<String, PageError> {
        self.render(&graph::GraphPage::new(&self.directory, history)?)
    }

    /// Two dependency graphs side by side (`/dependency-graph/compare`).
    pub fn graph_comparison(
        &self,
        left: (&GraphId, &Model<DependencyGraph>),
        right: (&GraphId, &Model<DependencyGraph>),
    ) -> Result<String, PageError> {
        self.render(&graph::GraphComparisonPage::new(&self.directory, left, right))
    }

    /// The compatibility matrix (`/compatibility`): its explanation, and the data of records for its script. The
    /// script fetches the grades, because the matrix is written after the pages.
    pub fn matrix(&self) -> Result<String, PageError> {
        self.render(&matrix::MatrixPage::new(&self.directory))
    }

    /// The page of the vocabulary (`/ns`), on which every term of its namespace has its local name as anchor.
    pub fn vocabulary(&self) -> Result<String, PageError> {
        self.render(&vocabulary::VocabularyPage::new(&self.directory))
    }

    /// The page of a term of the vocabulary's own namespace (`/ns/{term}`).
    pub fn term(&self, iri: &str) -> Result<String, PageError> {
        let page = vocabulary::TermPage::new(&self.directory, iri);
        let unknown = || PageError::UnknownModel { kind: "term", id: iri.to_owned() };
        self.render(&page.ok_or_else(unknown)?)
    }

    /// The documentation of version 2 (`/documentation/v2`), with an anchor for every kind of problem.
    pub fn documentation(&self) -> Result<String, PageError> {
        self.render(&documentation::DocumentationPage::new(&self.directory))
    }

    /// A page of the specification.
    pub fn specification(&self, page: &Specification) -> Result<String, PageError> {
        self.render(&specification::SpecificationPage::new(&self.directory, page)?)
    }

    /// The lifecycle of versions of the API and of data (`/documentation/deprecation`).
    pub fn deprecation(&self) -> Result<String, PageError> {
        self.render(&deprecation::DeprecationPage::new(&self.directory))
    }

    /// The interactive page of an API version (`/docs`, `/v2/docs`) for an `OpenAPI` document.
    pub fn interactive(&self, address: &str, document: &str) -> Result<String, PageError> {
        self.render(&interactive::InteractivePage::new(&self.directory, address, document))
    }

    /// The reference of version 1 for reading (`/redoc`).
    pub fn reference(&self) -> Result<String, PageError> {
        self.render(&operations::ReferencePage::new(&self.directory))
    }

    /// The badge of a record (`/license-library/{id}/badge.svg`), an SVG image.
    pub fn badge(&self, history: &ModelHistory<'_>) -> Result<String, PageError> {
        let id = history.current.id;
        let model = self.directory.catalog.library.licenses.get(id);
        let unknown = || PageError::UnknownModel { kind: "license", id: id.to_owned() };
        self.badge_of(id, &model.ok_or_else(unknown)?.current.content)
    }

    /// The badge of any license.
    pub fn badge_of(&self, id: &str, license: &License) -> Result<String, PageError> {
        self.render(&badge::Badge::new(id, license))
    }

    /// The axioms of a graph for its page.
    #[must_use]
    pub fn statements(&self, graph: &DependencyGraph) -> Vec<account::Statement> {
        account::Statement::all(&self.directory, graph)
    }

    /// Options for statements of graphs.
    #[must_use]
    pub fn statement_choices(&self) -> account::StatementChoices {
        account::StatementChoices::new(&self.directory)
    }

    /// A page that the server fills. Its template uses it as `page`; `path` is its address.
    pub fn served<P: Page>(&self, path: &str, page: &P) -> Result<String, PageError> {
        let site = &self.directory.catalog.library.site;
        let unlisted = Frame::unlisted(site, &self.directory.base_url, path);
        let canonical = page.public_address().map(|address| format!("{}{address}", site.site_url));
        let frame = Frame { canonical: canonical.unwrap_or_default(), ..unlisted };
        self.render(&Served { frame, page })
    }

    fn render<P: Page>(&self, page: &P) -> Result<String, PageError> {
        render(&self.environment, page)
    }
}

fn render<P: Page>(environment: &Environment<'_>, page: &P) -> Result<String, PageError> {
    Ok(environment.get_template(P::TEMPLATE)?.render(Serde(page))?)
}
