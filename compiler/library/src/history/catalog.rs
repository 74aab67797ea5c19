use std::collections::BTreeMap;
use std::fmt;

use muniment_licenses::model::{
    ChangeLog, Day, Deferred, DependencyGraph, Extent, GraphId, Library, License, LicenseId, Model,
    ModelKind, ModelVersion, RecordStatus, SourceFile, VersionNumber, Vocabulary,
};
use muniment_rdf::{ContentHash, Graph, Outline, OutlineError};

/// The status of a version (spec:version-2#states).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The latest version.
    Current,
    /// A later version has been published.
    Superseded,
    /// The latest version, which withdraws the model.
    Withdrawn,
}

impl Status {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Superseded => "superseded",
            Self::Withdrawn => "withdrawn",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Data of one kind of model.
#[derive(Debug, Clone, Copy)]
pub enum Detail<'l> {
    /// A license record, with what this version says.
    License(&'l License),
    /// A dependency graph.
    DependencyGraph {
        /// Number of axioms.
        axioms: usize,
        /// Number of default rules.
        default_rules: usize,
        /// Whether it is the graph used when none is named.
        default: bool,
    },
    /// The vocabulary.
    Vocabulary {
        /// Number of terms in the library's own namespace.
        terms: usize,
    },
}

/// The metadata of one version of a model.
#[derive(Debug)]
pub struct VersionFacts<'l> {
    /// Kind of the model.
    pub kind: ModelKind,
    /// Identifier of the model.
    pub id: &'l str,
    /// IRI of its subject.
    pub iri: &'l str,
    /// Title this version states.
    pub title: &'l str,
    /// The version.
    pub version: VersionNumber,
    /// The newest version of the model.
    pub latest: VersionNumber,
    /// Its status.
    pub status: Status,
    /// `published`, `test-fixture`.
    pub record_status: &'static str,
    /// Day of publication, if it is recorded.
    pub date: Option<Day>,
    /// `dct:issued`, else the date.
    pub published_on: Option<Day>,
    /// Day of publication of the next version, if it is recorded.
    pub superseded_on: Option<Day>,
    /// Summary of the change log, or how version 1 was written.
    pub summary: &'l str,
    /// Hash of the canonical text.
    pub content_hash: ContentHash,
    /// The canonical text.
    pub canonical: &'l Deferred<String>,
    /// Whether the version states `owl:deprecated` true.
    pub states_deprecated: bool,
    /// Day of withdrawal, for a withdrawn version.
    pub withdrawn_on: Option<Day>,
    /// Identifier of the model this one replaces.
    pub replaces: Option<&'l str>,
    /// Identifier of the model that replaces this one.
    pub replaced_by: Option<&'l str>,
    /// Identifier of the model this one is a port of.
    pub port_of: Option<&'l str>,
    /// Whether the model has a change log.
    pub has_change_log: bool,
    /// Data of this kind of model.
    pub detail: Detail<'l>,
    /// The file the version was read from.
    pub source: &'l SourceFile,
    graph: &'l Deferred<Graph>,
    extent: Extent,
}

impl VersionFacts<'_> {
    /// The triples as an outline.
    pub fn outline(&self) -> Result<Outline<'_>, OutlineError> {
        self.extent.outline(self.graph, self.iri)
    }

    /// The triples of its file.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.graph
    }

    /// Which of them belong to the model.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Whether it is a license of an account, which has only one version (spec:version-2#states).
    #[must_use]
    pub fn is_composed(&self) -> bool {
        self.record_status == COMPOSED
    }

    /// Whether this is the newest version.
    #[must_use]
    pub fn is_latest(&self) -> bool {
        self.version == self.latest
    }

    /// The day of deprecation, if it is recorded (spec:version-2#response-headers).
    #[must_use]
    pub fn deprecated_on(&self) -> Option<Day> {
        match self.status {
            Status::Current => None,
            Status::Superseded => self.superseded_on,
            Status::Withdrawn => self.withdrawn_on,
        }
    }
}

/// A model with all its versions, ascending; there is always one.
#[derive(Debug)]
pub struct ModelHistory<'l> {
    /// Superseded versions, ascending.
    pub archived: Vec<VersionFacts<'l>>,
    /// The current version.
    pub current: VersionFacts<'l>,
    /// The change log; `None` if the model was never corrected.
    pub change_log: Option<&'l ChangeLog>,
    /// Its path below the data folder, even if it does not exist.
    pub change_log_path: &'l str,
    /// The bytes of the change log; may be empty.
    pub change_log_source: &'l Deferred<Vec<u8>>,
}

impl<'l> ModelHistory<'l> {
    /// Every version, ascending.
    pub fn versions(&self) -> impl DoubleEndedIterator<Item = &VersionFacts<'l>> {
        self.archived.iter().chain([&self.current])
    }

    /// A version by number.
    #[must_use]
    pub fn version(&self, number: VersionNumber) -> Option<&VersionFacts<'l>> {
        self.versions().find(|facts| facts.version == number)
    }
}

/// The histories of every model of a library.
#[derive(Debug)]
pub struct Catalog<'l> {
    /// The library.
    pub library: &'l Library,
    /// License records by identifier.
    pub licenses: BTreeMap<&'l str, ModelHistory<'l>>,
    /// Core graphs by identifier.
    pub graphs: BTreeMap<&'l str, ModelHistory<'l>>,
    /// The vocabulary.
    pub vocabulary: ModelHistory<'l>,
    /// Identifier of the vocabulary.
    pub vocabulary_id: &'l str,
}

/// The record status of licenses of accounts (spec:version-2#version-object).
const COMPOSED: &str = "composed";

/// The summary of a version 1 whose date is its own `dct:modified`.
const WRITTEN_HERE: &str = "Written for this library.";

impl<'l> Catalog<'l> {
    /// The catalog of a library.
    #[must_use]
    pub fn new(library: &'l Library) -> Self {
        let graph_ids: BTreeMap<&str, &GraphId> =
            library.graphs.iter().map(|(id, model)| (model.iri.as_str(), id)).collect();
        let licenses = library
            .licenses
            .iter()
            .map(|(id, model)| (id.as_str(), history(model, |version| license(id, model, version))))
            .collect();
        let graphs = library
            .graphs
            .iter()
            .map(|(id, model)| (id.as_str(), history(model, |version| graph(id, model, version, &graph_ids))))
            .collect();
        let model = &library.vocabulary;
        let vocabulary = history(model, |version| vocabulary(&library.vocabulary_id, model, version));
        Self { library, licenses, graphs, vocabulary, vocabulary_id: &library.vocabulary_id }
    }

    /// Every history of a kind with its identifier, in UTF-8 byte order of the identifiers.
    pub fn of_kind<'c>(
        &'c self,
        kind: ModelKind,
    ) -> Box<dyn Iterator<Item = (&'l str, &'c ModelHistory<'l>)> + 'c> {
        match kind {
            ModelKind::License => Box::new(self.licenses.iter().map(|(id, history)| (*id, history))),
            ModelKind::DependencyGraph => Box::new(self.graphs.iter().map(|(id, history)| (*id, history))),
            ModelKind::Vocabulary => Box::new(std::iter::once((self.vocabulary_id, &self.vocabulary))),
        }
    }

    /// The history of a model.
    #[must_use]
    pub fn history(&self, kind: ModelKind, id: &str) -> Option<&ModelHistory<'l>> {
        match kind {
            ModelKind::License => self.licenses.get(id),
            ModelKind::DependencyGraph => self.graphs.get(id),
            ModelKind::Vocabulary => Some(&self.vocabulary).filter(|_| self.vocabulary_id == id),
        }
    }

    /// Every history, kinds in order of their names.
    pub fn histories(&self) -> impl Iterator<Item = &ModelHistory<'l>> {
        ModelKind::ALL.into_iter().flat_map(|kind| self.of_kind(kind)).map(|(_, history)| history)
    }

    /// The day of the newest version of any model of a kind.
    #[must_use]
    pub fn last_change(&self, kind: ModelKind) -> Option<Day> {
        self.of_kind(kind).filter_map(|(_, history)| history.current.date).max()
    }
}

/// The current version of every model of a library, without reading the versions before.
pub(super) fn current_versions(library: &Library) -> impl Iterator<Item = VersionFacts<'_>> {
    let licenses = library.licenses.iter().map(|(id, model)| license(id, model, &model.current));
    let graphs = library.graphs.iter().map(|(id, model)| graph(id, model, &model.current, &BTreeMap::new()));
    let model = &library.vocabulary;
    licenses.chain(graphs).chain([vocabulary(&library.vocabulary_id, model, &model.current)])
}

impl<'l> ModelHistory<'l> {
    /// The history of a composed license, which has only one version (spec:version-2#states).
    #[must_use]
    pub fn of_composed(id: &'l LicenseId, model: &'l Model<License>) -> Self {
        history(model, |version| VersionFacts {
            record_status: COMPOSED,
            summary: "",
            ..license(id, model, version)
        })
    }

    /// The history of a graph of an account, with its state in the database and the days of its versions, ascending.
    #[must_use]
    pub fn of_account_graph(
        id: &'l GraphId,
        model: &'l Model<DependencyGraph>,
        record_status: &'static str,
        days: &[Day],
    ) -> Self {
        let day = |number: VersionNumber| {
            let place = usize::try_from(number.get()).unwrap_or(usize::MAX);
            days.get(place.saturating_sub(1)).copied()
        };
        history(model, |version| VersionFacts {
            record_status,
            date: day(version.number),
            published_on: day(version.number),
            superseded_on: day(version.number.successor()),
            ..graph(id, model, version, &BTreeMap::new())
        })
    }
}

fn history<'l, T>(
    model: &'l Model<T>,
    facts: impl Fn(&'l ModelVersion<T>) -> VersionFacts<'l>,
) -> ModelHistory<'l> {
    ModelHistory {
        archived: model.archived.iter().map(&facts).collect(),
        current: facts(&model.current),
        change_log: model.change_log.as_ref(),
        change_log_path: &model.change_log_path,
        change_log_source: &model.change_log_source,
    }
}

/// The common data; `written` is the date that a first version states.
fn common<'l, T>(
    kind: ModelKind,
    id: &'l str,
    model: &'l Model<T>,
    version: &'l ModelVersion<T>,
    written: Option<Day>,
    deprecated: bool,
    detail: Detail<'l>,
) -> VersionFacts<'l> {
    let entry = |number| model.change_log.as_ref().and_then(|log: &ChangeLog| log.entry(number));
    let own = entry(version.number);
    let date = if version.number == VersionNumber::FIRST { written } else { own.map(|entry| entry.date) };
    let status = if version.number < model.latest() {
        Status::Superseded
    } else if deprecated {
        Status::Withdrawn
    } else {
        Status::Current
    };
    VersionFacts {
        kind,
        id,
        iri: &model.iri,
        title: "",
        version: version.number,
        latest: model.latest(),
        status,
        record_status: "published",
        date,
        published_on: date,
        superseded_on: entry(version.number.successor()).map(|entry| entry.date),
        summary: match own {
            Some(entry) => &entry.summary,
            None if written.is_some() => WRITTEN_HERE,
            None => "",
        },
        content_hash: version.content_hash,
        canonical: &version.canonical,
        states_deprecated: deprecated,
        withdrawn_on: None,
        replaces: None,
        replaced_by: None,
        port_of: None,
        has_change_log: model.change_log.is_some(),
        detail,
        source: &version.source,
        graph: &version.graph,
        extent: model.extent,
    }
}

fn license<'l>(
    id: &'l LicenseId,
    model: &'l Model<License>,
    version: &'l ModelVersion<License>,
) -> VersionFacts<'l> {
    let license = &version.content;
    let written = license.modified.filter(|_| version.number == VersionNumber::FIRST);
    let facts = common(
        ModelKind::License,
        id.as_str(),
        model,
        version,
        written,
        license.deprecated,
        Detail::License(license),
    );
    VersionFacts {
        title: &license.title.value,
        record_status: match license.record_status {
            RecordStatus::Published => "published",
            RecordStatus::TestFixture => "test-fixture",
        },
        published_on: license.issued.or(facts.date),
        withdrawn_on: license.deprecated_on.filter(|_| facts.status == Status::Withdrawn),
        replaces: license.replaces.as_ref().map(LicenseId::as_str),
        replaced_by: license.replaced_by.as_ref().map(LicenseId::as_str),
        port_of: license.port_of.as_ref().map(LicenseId::as_str),
        ..facts
    }
}

fn graph<'l>(
    id: &'l GraphId,
    model: &'l Model<DependencyGraph>,
    version: &'l ModelVersion<DependencyGraph>,
    ids: &BTreeMap<&str, &'l GraphId>,
) -> VersionFacts<'l> {
    let graph = &version.content;
    let named = |iri: &Option<String>| Some(ids.get(iri.as_deref()?)?.as_str());
    let detail = Detail::DependencyGraph {
        axioms: graph.axioms.len(),
        default_rules: graph.rules.len(),
        default: id.as_str() == Library::DEFAULT_GRAPH,
    };
    let facts =
        common(ModelKind::DependencyGraph, id.as_str(), model, version, None, graph.deprecated, detail);
    VersionFacts {
        title: &graph.title.value,
        withdrawn_on: graph.deprecated_on.filter(|_| facts.status == Status::Withdrawn),
        replaces: named(&graph.replaces),
        replaced_by: named(&graph.replaced_by),
        // The link of the current version counts for all versions of a jurisdiction graph.
        port_of: named(&model.current.content.based_on),
        ..facts
    }
}

fn vocabulary<'l>(
    id: &'l str,
    model: &'l Model<Vocabulary>,
    version: &'l ModelVersion<Vocabulary>,
) -> VersionFacts<'l> {
    let detail = Detail::Vocabulary { terms: version.content.own_terms().count() };
    let facts = common(ModelKind::Vocabulary, id, model, version, None, false, detail);
    VersionFacts { title: &version.content.title, ..facts }
}
