use std::collections::BTreeMap;

use serde::Deserialize;

use super::folder::Folder;
use crate::model::{
    Day, Fault, Place, Release, ReleaseEntry, ReleaseId, ReleaseSection, Site, VersionNumber,
};

#[derive(Deserialize)]
struct ManifestFile {
    release: String,
    algorithm: String,
    application_version: String,
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

/// Reads `releases/`: registered releases, newest first (by day, then identifier).
pub(super) fn load(data: &Folder, site: &Site, faults: &mut Vec<Fault>) -> Vec<Release> {
    let mut releases = Vec::new();
    for name in data.names("releases", faults) {
        let path = format!("releases/{name}");
        let Some(source) = data.file(&path, faults) else { continue };
        let place = |line, column| Place { file: path.clone(), line, column };
        let file = match serde_json::from_slice::<ManifestFile>(&source.bytes) {
            Ok(file) => file,
            Err(error) => {
                let help = "a registered release never changes; put the file back as it was cut";
                faults.push(Fault::error(56, place(error.line(), error.column()), error.to_string(), help));
                continue;
            }
        };
        match release(file, site) {
            Ok(release) if format!("{}.json", release.id) == name => releases.push(release),
            Ok(release) => {
                let message = format!("the file describes the release `{}`", release.id);
                faults.push(Fault::error(56, place(0, 0), message, "name the file after its release"));
            }
            Err(message) => {
                let help = "a registered release never changes; put the file back as it was cut";
                faults.push(Fault::error(56, place(0, 0), message, help));
            }
        }
    }
    releases.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.id.cmp(&b.id)));
    releases
}

fn release(file: ManifestFile, site: &Site) -> Result<Release, String> {
    if file.algorithm != crate::rdf::ALGORITHM {
        return Err(format!(
            "the hashes are made with `{}` and not `{}`",
            file.algorithm,
            crate::rdf::ALGORITHM
        ));
    }
    let vocabulary = EntryTable {
        version: file.vocabulary.version,
        content_hash: file.vocabulary.content_hash,
        date: file.vocabulary.date,
        status: "current".to_owned(),
    };
    Ok(Release {
        id: id(&file.release)?,
        application_version: Some(file.application_version),
        date: Some(file.date.parse().map_err(|e: crate::model::InvalidDay| e.to_string())?),
        library: section(&file.library.id, file.library.records)?,
        graphs: section(&file.graphs.id, file.graphs.graphs)?,
        vocabulary: section(&file.vocabulary.id, BTreeMap::from([(site.vocabulary_id(), vocabulary)]))?,
    })
}

fn section(identifier: &str, entries: BTreeMap<String, EntryTable>) -> Result<ReleaseSection, String> {
    let mut models = BTreeMap::new();
    for (model, entry) in entries {
        let date: Option<Day> = match entry.date.as_str() {
            "" => None,
            date => Some(date.parse().map_err(|e: crate::model::InvalidDay| e.to_string())?),
        };
        models.insert(
            model,
            ReleaseEntry {
                version: VersionNumber::new(entry.version).ok_or("a version number is 0")?,
                content_hash: entry
                    .content_hash
                    .parse()
                    .map_err(|e: crate::rdf::InvalidContentHash| e.to_string())?,
                date,
                status: entry.status,
            },
        );
    }
    Ok(ReleaseSection { id: id(identifier)?, models })
}

fn id(text: &str) -> Result<ReleaseId, String> {
    text.parse().map_err(|e: crate::model::InvalidReleaseId| e.to_string())
}
