use std::collections::BTreeMap;

use super::{Day, ModelKind, ReleaseId, ReleaseKind, ReleaseSignature, SourceFile, VersionNumber};
use muniment_rdf::ContentHash;

/// One model in a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseEntry {
    /// The version that was current.
    pub version: VersionNumber,
    /// Its content hash.
    pub content_hash: ContentHash,
    /// Its date, if it is recorded.
    pub date: Option<Day>,
    /// Its status: `current` or `withdrawn`.
    pub status: String,
}

/// The models of one kind in a release, by identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseSection {
    /// Identifier of this part of the state.
    pub id: ReleaseId,
    /// The models; orders by UTF-8 bytes of the identifier.
    pub models: BTreeMap<String, ReleaseEntry>,
}

/// A release (spec:releases).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// Identifier of the whole.
    pub id: ReleaseId,
    /// Version of the application that registered it; `None` while it is not registered.
    pub application_version: Option<String>,
    /// Day of registration; before, the newest change of any model.
    pub date: Option<Day>,
    /// The curated records.
    pub library: ReleaseSection,
    /// The core graphs.
    pub graphs: ReleaseSection,
    /// The vocabulary, one model.
    pub vocabulary: ReleaseSection,
}

/// The files of a registered release.
#[derive(Debug)]
pub struct Registration {
    /// Its manifest.
    pub manifest: SourceFile,
    /// The signature of the manifest, if it is signed.
    pub signature: Option<ReleaseSignature>,
}

impl ReleaseSection {
    /// Computes the identifier from versions and hashes (spec:releases#identifiers): the digest of one line a model,
    /// `<id>` TAB `<version>` TAB `<content_hash>` LF, sorted by identifier.
    #[must_use]
    pub fn id_of(kind: ReleaseKind, models: &BTreeMap<String, ReleaseEntry>) -> ReleaseId {
        let text: String = models
            .iter()
            .map(|(id, entry)| format!("{id}\t{}\t{}\n", entry.version, entry.content_hash))
            .collect();
        ReleaseId::of(kind, &text)
    }
}

impl Release {
    /// Computes the identifier of the whole from those of its parts (spec:releases#identifiers).
    #[must_use]
    pub fn id_of(library: &ReleaseId, graphs: &ReleaseId, vocabulary: &ReleaseId) -> ReleaseId {
        ReleaseId::of(ReleaseKind::Data, &format!("{library}\n{graphs}\n{vocabulary}\n"))
    }

    /// The models of a kind.
    #[must_use]
    pub fn section(&self, kind: ModelKind) -> &ReleaseSection {
        match kind {
            ModelKind::License => &self.library,
            ModelKind::DependencyGraph => &self.graphs,
            ModelKind::Vocabulary => &self.vocabulary,
        }
    }

    /// The three parts with the kind of their models.
    #[must_use]
    pub const fn sections(&self) -> [(ModelKind, &ReleaseSection); 3] {
        [
            (ModelKind::License, &self.library),
            (ModelKind::DependencyGraph, &self.graphs),
            (ModelKind::Vocabulary, &self.vocabulary),
        ]
    }

    /// Whether one of the four identifiers is `id`.
    #[must_use]
    pub fn answers_to(&self, id: &ReleaseId) -> bool {
        [&self.id, &self.library.id, &self.graphs.id, &self.vocabulary.id].contains(&id)
    }
}
