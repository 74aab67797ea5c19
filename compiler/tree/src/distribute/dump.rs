use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{archive, quads};
use muniment_documents::api::v2::version_address;
use muniment_library::history::{Catalog, ModelHistory, VersionFacts};
use muniment_licenses::model::{
    ModelKind, Registration, Release, ReleaseId, ReleaseSection, Site, SourceFile, VersionNumber,
};
use muniment_rdf::ContentHash;

/// Name of the manifest below the address of a dump.
pub const MANIFEST: &str = "manifest.json";
/// Name of its signature.
pub const SIGNATURE: &str = "manifest.json.minisig";
/// Name of the list of digests.
pub const SUMS: &str = "SHA256SUMS";

/// Why a release cannot be dumped.
#[derive(Debug, thiserror::Error)]
pub enum DumpError {
    /// A version of the release is missing.
    #[error("version {version} of `{id}`, which the release {release} has, is not in the library")]
    Missing {
        /// The release.
        release: ReleaseId,
        /// The model.
        id: String,
        /// The version.
        version: VersionNumber,
    },
    /// A version of the release was edited.
    #[error("version {version} of `{id}` does not have the hash that the release {release} states")]
    Changed {
        /// The release.
        release: ReleaseId,
        /// The model.
        id: String,
        /// The version.
        version: VersionNumber,
    },
    /// Its manifest is missing.
    #[error("the manifest of the release {0} is not in the library")]
    NoManifest(ReleaseId),
    /// A file cannot be compressed.
    #[error("a dump cannot be compressed: {0}")]
    Compression(#[from] std::io::Error),
}

/// A file of a dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Artefact {
    /// N-Quads, compressed: every version in a named graph.
    Quads,
    /// The published sources with the manifest.
    Archive,
}

impl Artefact {
    /// Both, in the order of [`SUMS`].
    pub const ALL: [Self; 2] = [Self::Quads, Self::Archive];

    /// The name below the address of a dump.
    #[must_use]
    pub fn name(self, release: &ReleaseId) -> String {
        match self {
            Self::Quads => format!("{release}.nq.gz"),
            Self::Archive => format!("{release}.tar.zst"),
        }
    }

    /// `Content-Type`.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Quads => "application/gzip",
            Self::Archive => "application/zstd",
        }
    }
}

/// The address of a file of a dump.
#[must_use]
pub fn artefact_address(release: &ReleaseId, name: &str) -> String {
    format!("/dumps/{release}/{name}")
}

/// The address of the registered manifest of a release.
#[must_use]
pub fn manifest_address(release: &ReleaseId) -> String {
    artefact_address(release, MANIFEST)
}

/// The address of its signature.
#[must_use]
pub fn signature_address(release: &ReleaseId) -> String {
    artefact_address(release, SIGNATURE)
}

/// A registered release with the versions of its models: the current one of the release and those before.
#[derive(Debug)]
pub struct Dump<'c, 'l> {
    pub(super) release: &'c Release,
    pub(super) manifest: &'c SourceFile,
    pub(super) site: &'c Site,
    /// Sorted by kind, identifier and version.
    pub(super) versions: Vec<DumpedVersion<'c, 'l>>,
    /// In the order of [`Artefact::ALL`].
    files: [Mutex<Option<Rendered>>; 2],
}

/// A file that was rendered once.
#[derive(Debug)]
struct Rendered {
    digest: ContentHash,
    /// Until the tree takes them.
    bytes: Option<Vec<u8>>,
}

/// A version within a dump.
#[derive(Debug)]
pub(super) struct DumpedVersion<'c, 'l> {
    pub(super) facts: &'c VersionFacts<'l>,
    /// Whether it was current in the release.
    pub(super) is_current: bool,
    /// The path of the current version below the data folder.
    pub(super) current_path: &'c str,
}

impl<'c, 'l> Dump<'c, 'l> {
    /// Finds the versions of a release.
    pub fn new(catalog: &'c Catalog<'l>, release: &'c Release) -> Result<Self, DumpError> {
        let library = catalog.library;
        let Registration { manifest, .. } = library
            .registrations
            .get(&release.id)
            .ok_or_else(|| DumpError::NoManifest(release.id.clone()))?;
        let mut versions = Vec::new();
        for (kind, section) in release.sections() {
            collect(catalog, kind, section, &release.id, &mut versions)?;
        }
        Ok(Self { release, manifest, site: &library.site, versions, files: Default::default() })
    }

    /// Renders a file, or takes it where [`Self::sums`] has rendered it.
    pub fn render(&self, artefact: Artefact) -> Result<Vec<u8>, DumpError> {
        let mut file = self.file(artefact);
        if let Some(bytes) = file.as_mut().and_then(|rendered| rendered.bytes.take()) {
            return Ok(bytes);
        }
        let bytes = self.rendered(artefact)?;
        *file = Some(Rendered { digest: ContentHash::of(&bytes), bytes: None });
        Ok(bytes)
    }

    /// The list of digests in the format of `sha256sum --check`. It renders the files that were not rendered yet, and
    /// keeps them: compressing them takes seconds.
    pub fn sums(&self) -> Result<Vec<u8>, DumpError> {
        let mut lines = Vec::new();
        for artefact in Artefact::ALL {
            let mut file = self.file(artefact);
            let digest = match &*file {
                Some(rendered) => rendered.digest,
                None => {
                    let bytes = self.rendered(artefact)?;
                    let digest = ContentHash::of(&bytes);
                    *file = Some(Rendered { digest, bytes: Some(bytes) });
                    digest
                }
            };
            lines.push((artefact.name(&self.release.id), digest));
        }
        lines.push((MANIFEST.to_owned(), ContentHash::of(&*self.manifest.bytes)));
        Ok(lines
            .iter()
            .map(|(name, digest)| format!("{}  {name}\n", digest.hex()))
            .collect::<String>()
            .into())
    }

    /// The IRI of a version: its canonical address on the site of the library.
    pub(super) fn version_iri(&self, facts: &VersionFacts<'_>) -> String {
        format!("{}{}", self.site.site_url, version_address(facts.kind, facts.id, facts.version))
    }

    fn rendered(&self, artefact: Artefact) -> Result<Vec<u8>, DumpError> {
        Ok(match artefact {
            Artefact::Quads => quads::render(self)?,
            Artefact::Archive => archive::render(self)?,
        })
    }

    /// Waits while another thread renders the file.
    fn file(&self, artefact: Artefact) -> MutexGuard<'_, Option<Rendered>> {
        let [quads, archive] = &self.files;
        let file = match artefact {
            Artefact::Quads => quads,
            Artefact::Archive => archive,
        };
        file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn collect<'c, 'l>(
    catalog: &'c Catalog<'l>,
    kind: ModelKind,
    section: &ReleaseSection,
    release: &ReleaseId,
    versions: &mut Vec<DumpedVersion<'c, 'l>>,
) -> Result<(), DumpError> {
    for (id, entry) in &section.models {
        let missing = |version| DumpError::Missing { release: release.clone(), id: id.clone(), version };
        let history: &ModelHistory<'l> = catalog.history(kind, id).ok_or_else(|| missing(entry.version))?;
        for number in (1..=entry.version.get()).filter_map(VersionNumber::new) {
            let facts = history.version(number).ok_or_else(|| missing(number))?;
            let is_current = number == entry.version;
            if is_current && facts.content_hash != entry.content_hash {
                return Err(DumpError::Changed { release: release.clone(), id: id.clone(), version: number });
            }
            versions.push(DumpedVersion { facts, is_current, current_path: &history.current.source.path });
        }
    }
    Ok(())
}
