use std::collections::BTreeMap;

use serde::Deserialize;

use super::folder::Folder;
use muniment_licenses::model::{
    Day, Fault, Place, Registration, Release, ReleaseEntry, ReleaseId, ReleaseSection, ReleaseSignature,
    Site, VersionNumber,
};
use muniment_rdf::ALGORITHM;

/// A text that is not a manifest of a release.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct InvalidManifest {
    /// The reason.
    pub message: String,
    /// Line from 1; 0 for the whole text.
    pub line: usize,
    /// Column from 1.
    pub column: usize,
}

impl From<String> for InvalidManifest {
    fn from(message: String) -> Self {
        Self { message, line: 0, column: 0 }
    }
}

#[derive(Deserialize)]
struct ManifestFile {
    release: String,
    algorithm: String,
    application_version: Option<String>,
    date: String,
    library: LibrarySection,
    graphs: GraphsSection,
    vocabulary: VocabularySection,
}

#[derive(Deserialize)]
struct LibrarySection {
    id: String,
    records: BTreeMap<String, EntryTable>,
}

#[derive(Deserialize)]
struct GraphsSection {
    id: String,
    graphs: BTreeMap<String, EntryTable>,
}

#[derive(Deserialize)]
struct VocabularySection {
    id: String,
    version: u32,
    content_hash: String,
    date: String,
}

#[derive(Deserialize)]
struct EntryTable {
    version: u32,
    content_hash: String,
    date: String,
    status: String,
}

/// Registered releases and their files.
pub(super) type Registered = (Vec<Release>, BTreeMap<ReleaseId, Registration>);

/// Reads `releases/`: registered releases with their signatures, newest first (by day, number and identifier).
pub(super) fn load(data: &Folder<'_>, site: &Site, faults: &mut Vec<Fault>) -> Registered {
    let mut releases = Vec::new();
    let mut registrations = BTreeMap::new();
    let (signed, manifests): (Vec<String>, Vec<String>) =
        data.names("releases", faults).into_iter().partition(|name| name.ends_with(SIGNED));
    for name in manifests {
        let path = format!("releases/{name}");
        let Some(source) = data.file(&path, faults) else { continue };
        let place = |line, column| Place { file: path.clone(), line, column };
        let help = "a registered release never changes; put the file back as it was cut";
        match release_manifest(&source.bytes, &site.vocabulary_id()) {
            Ok(release) if release.application_version.is_none() || release.date.is_none() => {
                let message = "a registered release names its application version and its day";
                faults.push(Fault::error(56, place(0, 0), message, help));
            }
            Ok(release) if format!("{}.json", release.id) == name => {
                registrations.insert(release.id.clone(), Registration { manifest: source, signature: None });
                releases.push(release);
            }
            Ok(release) => {
                let message = format!("the file describes the release `{}`", release.id);
                faults.push(Fault::error(56, place(0, 0), message, "name the file after its release"));
            }
            Err(error) => {
                faults.push(Fault::error(56, place(error.line, error.column), error.message, help));
            }
        }
    }
    for name in signed {
        let path = format!("releases/{name}");
        if let Some(signature) = signature(data, &path, faults) {
            match registrations.get_mut(&signature.release) {
                Some(registration) if format!("{}.json{SIGNED}", signature.release) == name => {
                    registration.signature = Some(signature);
                }
                _ => {
                    let message = format!("the signature is of the release `{}`", signature.release);
                    let help = "keep it beside the manifest it signs, under the name of that with `.minisig`";
                    faults.push(Fault::error(56, Place::file(path), message, help));
                }
            }
        }
    }
    let number = |release: &Release| {
        let signature = registrations.get(&release.id).and_then(|known| known.signature.as_ref());
        signature.map(|signature| signature.number)
    };
    releases.sort_by(|a, b| {
        b.date.cmp(&a.date).then_with(|| number(b).cmp(&number(a))).then_with(|| a.id.cmp(&b.id))
    });
    (releases, registrations)
}

/// The name of the manifest in an unpacked archive.
const MANIFEST: &str = "manifest.json";

/// Reads the manifest beside `site.toml` in an unpacked archive.
pub(super) fn archived(data: &Folder<'_>, site: &Site, faults: &mut Vec<Fault>) -> Option<Release> {
    let source = data.file(MANIFEST, faults)?;
    match release_manifest(&source.bytes, &site.vocabulary_id()) {
        Ok(release) => Some(release),
        Err(error) => {
            let place = Place { file: MANIFEST.to_owned(), line: error.line, column: error.column };
            let help = "unpack the archive of the release again, or remove the file to begin a library with the rest";
            faults.push(Fault::error(56, place, error.message, help));
            None
        }
    }
}

/// The suffix of signature files.
const SIGNED: &str = ".minisig";

fn signature(data: &Folder<'_>, path: &str, faults: &mut Vec<Fault>) -> Option<ReleaseSignature> {
    let source = data.file(path, faults)?;
    match String::from_utf8_lossy(&source.bytes).parse::<ReleaseSignature>() {
        Ok(signature) => Some(signature),
        Err(error) => {
            let help = "put the file back, or sign the release anew with `muniment sign`";
            faults.push(Fault::error(56, Place::file(path), error.to_string(), help));
            None
        }
    }
}

/// Reads the manifest of a release (spec:releases#manifest). It does not contain the identifier of the vocabulary,
/// which the `ns-` digest includes.
pub fn release_manifest(bytes: &[u8], vocabulary_id: &str) -> Result<Release, InvalidManifest> {
    let file: ManifestFile = serde_json::from_slice(bytes).map_err(|error| InvalidManifest {
        message: error.to_string(),
        line: error.line(),
        column: error.column(),
    })?;
    if file.algorithm != ALGORITHM {
        let message = format!("the hashes are made with `{}` and not `{ALGORITHM}`", file.algorithm);
        return Err(message.into());
    }
    let vocabulary = EntryTable {
        version: file.vocabulary.version,
        content_hash: file.vocabulary.content_hash,
        date: file.vocabulary.date,
        status: "current".to_owned(),
    };
    Ok(Release {
        id: id(&file.release)?,
        application_version: file.application_version,
        date: day(&file.date)?,
        library: section(&file.library.id, file.library.records)?,
        graphs: section(&file.graphs.id, file.graphs.graphs)?,
        vocabulary: section(&file.vocabulary.id, BTreeMap::from([(vocabulary_id.to_owned(), vocabulary)]))?,
    })
}

fn day(text: &str) -> Result<Option<Day>, String> {
    match text {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|e: muniment_licenses::model::InvalidDay| e.to_string()),
    }
}

fn section(identifier: &str, entries: BTreeMap<String, EntryTable>) -> Result<ReleaseSection, String> {
    let mut models = BTreeMap::new();
    for (model, entry) in entries {
        models.insert(
            model,
            ReleaseEntry {
                version: VersionNumber::new(entry.version).ok_or("a version number is 0")?,
                content_hash: entry
                    .content_hash
                    .parse()
                    .map_err(|e: muniment_rdf::InvalidContentHash| e.to_string())?,
                date: day(&entry.date)?,
                status: entry.status,
            },
        );
    }
    Ok(ReleaseSection { id: id(identifier)?, models })
}

fn id(text: &str) -> Result<ReleaseId, String> {
    text.parse().map_err(|e: muniment_licenses::model::InvalidReleaseId| e.to_string())
}
