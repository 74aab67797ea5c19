use std::collections::BTreeMap;

use super::{
    ActionEntry, ChangeLog, CheckException, Deferred, DependencyGraph, Family, GraphId, HouseRules, License,
    LicenseId, LicenseText, RecordClass, Registration, Release, ReleaseId, Retired, Review, Site,
    VersionNumber, Vocabulary,
};
use crate::text::Sections;
use muniment_rdf::{
    Canonical, ContentHash, Graph, NotATree, Outline, OutlineError, canonicalize, canonicalize_closure,
};

/// A file of the library.
#[derive(Debug)]
pub struct SourceFile {
    /// Path below the data folder, with `/` between its parts.
    pub path: String,
    /// The bytes, byte order mark included.
    pub bytes: Deferred<Vec<u8>>,
}

/// One version of a model.
#[derive(Debug)]
pub struct ModelVersion<T> {
    /// Number, from the file name for an archived version.
    pub number: VersionNumber,
    /// The model read from the triples.
    pub content: Deferred<T>,
    /// The triples of the file; see [`Model::extent`] for which of them count.
    pub graph: Deferred<Graph>,
    /// Canonical text (spec:canonical-form).
    pub canonical: Deferred<String>,
    /// Hash of the canonical text.
    pub content_hash: ContentHash,
    /// The file it was read from.
    pub source: SourceFile,
}

/// The kind of a model (spec:version-2#version-object `kind`), ordered by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModelKind {
    /// A dependency graph.
    DependencyGraph,
    /// A license record.
    License,
    /// The vocabulary.
    Vocabulary,
}

impl ModelKind {
    /// Every kind, in order of their names.
    pub const ALL: [Self; 3] = [Self::DependencyGraph, Self::License, Self::Vocabulary];

    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DependencyGraph => "dependency-graph",
            Self::License => "license",
            Self::Vocabulary => "vocabulary",
        }
    }
}

/// Which triples of a file make up a model (spec:canonical-form#triples).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The closure of the model's subject: license records.
    Closure,
    /// Every triple: graphs and vocabularies.
    Whole,
}

impl Extent {
    /// The triples of the model as an outline.
    pub fn outline<'g>(self, graph: &'g Graph, iri: &'g str) -> Result<Outline<'g>, OutlineError> {
        match self {
            Self::Closure => Outline::of_closure(graph, iri),
            Self::Whole => Outline::of(graph),
        }
    }

    /// The triples of the model in canonical form.
    pub fn canonical(self, graph: &Graph, iri: &str) -> Result<Canonical, NotATree> {
        match self {
            Self::Closure => canonicalize_closure(graph, iri),
            Self::Whole => canonicalize(graph),
        }
    }
}

/// A record, graph or vocabulary with its whole history.
///
/// Versions are numbered from 1 without gaps. There is always a current one.
#[derive(Debug)]
pub struct Model<T> {
    /// IRI of the subject the model describes.
    pub iri: String,
    /// Which triples of a version's file count.
    pub extent: Extent,
    /// Superseded versions, ascending.
    pub archived: Vec<ModelVersion<T>>,
    /// The current version.
    pub current: ModelVersion<T>,
    /// The change log; `None` when the model was never corrected.
    pub change_log: Option<ChangeLog>,
    /// Path of the change log below the data folder, whether or not it exists.
    pub change_log_path: String,
    /// The bytes of the change log; empty when there is none.
    pub change_log_source: Deferred<Vec<u8>>,
}

impl<T> Model<T> {
    /// Every version, ascending.
    pub fn versions(&self) -> impl DoubleEndedIterator<Item = &ModelVersion<T>> {
        self.archived.iter().chain([&self.current])
    }

    /// A version by number.
    #[must_use]
    pub fn version(&self, number: VersionNumber) -> Option<&ModelVersion<T>> {
        self.versions().find(|version| version.number == number)
    }

    /// The outline of one of the model's versions.
    pub fn outline<'m>(&'m self, version: &'m ModelVersion<T>) -> Result<Outline<'m>, OutlineError> {
        self.extent.outline(&version.graph, &self.iri)
    }

    /// The number of the current version.
    #[must_use]
    pub fn latest(&self) -> VersionNumber {
        self.current.number
    }
}

/// Everything under `data/`; immutable after reading.
#[derive(Debug)]
pub struct Library {
    /// Identity of the library.
    pub site: Site,
    /// Records by identifier, in UTF-8 byte order.
    pub licenses: BTreeMap<LicenseId, Model<License>>,
    /// Core graphs by identifier.
    pub graphs: BTreeMap<GraphId, Model<DependencyGraph>>,
    /// Identifier of the vocabulary, see [`Site::vocabulary_id`].
    pub vocabulary_id: String,
    /// The vocabulary; empty if the library has none.
    pub vocabulary: Model<Vocabulary>,
    /// How acts are offered for authoring.
    pub actions: Vec<ActionEntry>,
    /// IRIs of the asset types offered for authoring.
    pub asset_types: Vec<String>,
    /// Reviews by record.
    pub reviews: BTreeMap<LicenseId, Review>,
    /// The texts with which records were compared.
    pub texts: BTreeMap<LicenseId, LicenseText>,
    /// SPDX aliases: deprecated or plus-form identifier to its replacement.
    pub spdx_aliases: BTreeMap<String, String>,
    /// Retired identifiers.
    pub retired: Vec<Retired>,
    /// Families of records.
    pub families: Vec<Family>,
    /// The records that people meet most, the best known first. They order what is equal.
    pub best_known: Vec<LicenseId>,
    /// Names that people type and no record has, by record: `expat`.
    pub typed_names: BTreeMap<String, LicenseId>,
    /// Classes of records.
    pub classes: Vec<RecordClass>,
    /// The rules that the library sets for its own records.
    pub house_rules: HouseRules,
    /// Exceptions to checks.
    pub exceptions: Vec<CheckException>,
    /// Registered releases, newest first.
    pub releases: Vec<Release>,
    /// The release, if this is an unpacked archive (a manifest beside `site.toml`). It cannot be corrected.
    pub archive_of: Option<Release>,
    /// The bytes of hand-written tables and of [`Self::AGREEMENT_FILE`], by path below the data folder.
    pub tables: BTreeMap<&'static str, Vec<u8>>,
    /// The files of registered releases.
    pub registrations: BTreeMap<ReleaseId, Registration>,
    /// Digest of every file the library was read from.
    pub inputs: ContentHash,
}

impl Library {
    /// Identifier of the graph every check uses when none is named (spec:version-1#graph-objects).
    pub const DEFAULT_GRAPH: &str = "dg_default";

    /// The figures of the agreement with tables of experts, below the data folder.
    pub const AGREEMENT_FILE: &str = "agreement.json";

    /// Whether a record belongs to a class.
    #[must_use]
    pub fn is_in_class(&self, id: &LicenseId, class: &str) -> bool {
        self.classes.iter().any(|c| c.name == class && c.members.binary_search(id).is_ok())
    }

    /// The family of a record.
    #[must_use]
    pub fn family(&self, id: &LicenseId) -> Option<&Family> {
        self.families.iter().find(|family| family.members.contains(id))
    }

    /// The records whose texts go along with the text of a license.
    pub fn accompanying<'l>(
        &'l self,
        license: &'l License,
    ) -> impl Iterator<Item = (&'l LicenseId, &'l License)> {
        let models = license.accompanied_by.iter().filter_map(|id| self.licenses.get_key_value(id));
        models.map(|(id, model)| (id, &*model.current.content))
    }

    /// The number of the section in which the words stand that a statement of a record quotes; `None` where the text has
    /// none.
    #[must_use]
    pub fn section_of(&self, id: &str, words: &str) -> Option<&str> {
        let locator = self.licenses.get(id)?.current.content.locator_of(words)?;
        self.sections_of(id)?.at(locator.start)
    }

    /// The sections of the text that a record was compared with.
    #[must_use]
    pub fn sections_of(&self, id: &str) -> Option<&Sections> {
        let text_hash = self.licenses.get(id)?.current.content.text_hash;
        let text = self.texts.get(id).filter(|text| text_hash == Some(text.normal_form))?;
        Some(&text.sections)
    }

    /// The language of the words that a record quotes, as a BCP 47 tag; `None` if it is English.
    #[must_use]
    pub fn quoted_language(&self, id: &str) -> Option<&str> {
        self.texts.get(id).map(|text| text.language.as_str()).filter(|language| *language != "en")
    }

    /// The record of an IRI.
    #[must_use]
    pub fn license_of_iri(&self, iri: &str) -> Option<(&LicenseId, &Model<License>)> {
        let id = iri.strip_prefix(&self.site.license_base())?;
        self.licenses.get_key_value(id)
    }

    /// The record of an identifier, ignoring case (spec:version-1#identifiers).
    #[must_use]
    pub fn license_ignoring_case(&self, id: &str) -> Option<(&LicenseId, &Model<License>)> {
        self.licenses
            .get_key_value(id)
            .or_else(|| self.licenses.iter().find(|(known, _)| known.as_str().eq_ignore_ascii_case(id)))
    }
}
