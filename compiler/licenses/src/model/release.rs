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
    /// Its date, where one is recorded.
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

/// A state of the whole data (spec:releases).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// Identifier of the whole.
    pub id: ReleaseId,
    /// Version of the application that cut it; `None` while it is not registered.
    pub application_version: Option<String>,
    /// Day it was cut; for an unregistered state the newest change of any model.
    pub date: Option<Day>,
    /// The curated records.
    pub library: ReleaseSection,
    /// The core graphs.
    pub graphs: ReleaseSection,
    /// The vocabulary, one model.
    pub vocabulary: ReleaseSection,
}

/// What is kept of a registered release beside what it says.
#[derive(Debug)]
pub struct Registration {
    /// Its manifest, as it was registered.
    pub manifest: SourceFile,
    /// The signature of the manifest, if it is signed.
    pub signature: Option<ReleaseSignature>,
}

impl ReleaseSection {
    /// The identifier that versions and hashes give (spec:releases#identifiers): it digests one line a model,
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
    /// The identifier of the whole that those of its parts give (spec:releases#identifiers): it digests the three, each
    /// followed by LF.
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

    /// Whether one of the four identifiers is the one given.
    #[must_use]
    pub fn answers_to(&self, id: &ReleaseId) -> bool {
        [&self.id, &self.library.id, &self.graphs.id, &self.vocabulary.id].contains(&id)
    }
}
