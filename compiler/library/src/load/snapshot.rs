use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::folder::{Folder, NOTHING_PLANNED};
use super::site;
use super::stamp::Stamp;
use muniment_licenses::model::{
    ChangeLog, Deferred, Extent, Library, License, LicenseId, Model, ModelVersion, Review, Scope, Site,
    VersionNumber,
};
use muniment_rdf::{Canonical, ContentHash, Graph, Syntax, canonicalize_closure, read};

/// The state of a file or folder when it was read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct FileState {
    pub(super) stamp: Stamp,
    /// Digest of its bytes; `None` for a folder.
    pub(super) digest: Option<ContentHash>,
}

/// The state of a data folder for incremental reading: all files and folders, and the content of the records. Records
/// with unchanged files are not read again.
///
/// It is only valid for the same program.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Snapshot {
    seen: BTreeMap<String, FileState>,
    /// The position of each [`StoredRecord`] in the file of records.
    records: BTreeMap<LicenseId, Span>,
    /// The file of records.
    #[serde(skip)]
    file: Option<File>,
    /// Records that are not in the file yet.
    #[serde(skip)]
    fresh: BTreeMap<LicenseId, Vec<u8>>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Span {
    offset: u64,
    length: usize,
}

/// A record, without data that can be derived from its files.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredRecord {
    iri: String,
    /// Ascending; the last is the current one. The content of a version that has none here is read from its file.
    versions: Vec<(Option<License>, ContentHash)>,
    change_log: Option<ChangeLog>,
    review: Option<Review>,
}

/// A record with its review from a snapshot.
pub(super) struct RestoredRecord {
    pub(super) id: LicenseId,
    pub(super) model: Model<License>,
    pub(super) review: Option<Review>,
}

impl Snapshot {
    /// Sets the file of records.
    #[must_use]
    pub fn with_records(self, file: File) -> Self {
        Self { file: Some(file), ..self }
    }

    /// Whether there is no file of records yet.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.records.is_empty()
    }

    /// The length of the file of records in bytes.
    #[must_use]
    pub fn length(&self) -> usize {
        self.records.values().map(|span| span.length).sum()
    }

    /// Appends the new records to the file of records.
    pub fn append_to(&mut self, file: &mut File) -> io::Result<()> {
        let mut offset = file.seek(SeekFrom::End(0))?;
        let mut writer = BufWriter::new(file);
        for (id, bytes) in std::mem::take(&mut self.fresh) {
            writer.write_all(&bytes)?;
            self.records.insert(id, Span { offset, length: bytes.len() });
            offset += bytes.len() as u64;
        }
        writer.flush()
    }

    fn kept(&self, id: &LicenseId) -> Option<StoredRecord> {
        let Span { offset, length } = *self.records.get(id)?;
        let mut bytes = vec![0; length];
        self.file.as_ref()?.read_exact_at(&mut bytes, offset).ok()?;
        postcard::from_bytes(&bytes).ok()
    }

    /// Compares a data folder with the snapshot by file metadata. Only files in the snapshot count.
    #[must_use]
    pub fn compared(self, root: &Path) -> Compared {
        let data = Folder::new(root, &NOTHING_PLANNED);
        let touched = self.seen.par_iter().filter(|(path, seen)| !data.is_unchanged(path, seen));
        let touched = touched.map(|(path, _)| path.clone()).collect();
        Compared { snapshot: self, touched }
    }

    /// The snapshot of a library, which takes unchanged records from an earlier one. Only `sound` records, without
    /// faults, are stored.
    pub(super) fn of(
        library: &Library,
        data: Folder<'_>,
        before: Self,
        recalled: &BTreeSet<LicenseId>,
        sound: impl Fn(&LicenseId) -> bool + Sync,
    ) -> Self {
        let mut records = before.records;
        records.retain(|id, _| recalled.contains(id));
        let fresh: Vec<(LicenseId, Vec<u8>)> = library
            .licenses
            .par_iter()
            .filter(|(id, _)| !recalled.contains(*id) && sound(id))
            .filter_map(|(id, model)| {
                let stored = StoredRecord::of(library, id, model, |_| true);
                Some((id.clone(), postcard::to_stdvec(&stored).ok()?))
            })
            .collect();
        for id in library.licenses.keys().filter(|id| !library.reviews.contains_key(*id)) {
            data.note(format!("reviews/{id}.toml"));
        }
        Self { seen: data.into_seen(), records, file: None, fresh: fresh.into_iter().collect() }
    }

    /// The scope of a library after these records were restored and the others read.
    pub(super) fn scope(
        &self,
        library: &Library,
        data: &Folder<'_>,
        recalled: &BTreeSet<LicenseId>,
    ) -> Scope {
        let others = |seen: &BTreeMap<String, FileState>| -> Vec<(String, ContentHash)> {
            let files = seen.iter().filter(|(path, _)| record_of(path).is_none());
            files.filter_map(|(path, seen)| Some((path.clone(), seen.digest?))).collect()
        };
        let is_known = |id: &LicenseId| self.records.contains_key(id);
        if others(&self.seen) != others(&data.seen())
            || self.records.len() != library.licenses.len()
            || !library.licenses.keys().all(is_known)
            || library.reviews.keys().any(|id| !library.licenses.contains_key(id))
        {
            return Scope::Everything;
        }
        let touched: BTreeSet<&LicenseId> =
            library.licenses.keys().filter(|id| !recalled.contains(*id)).collect();
        let mut relations = Relations::of(library);
        let mut lists = false;
        for id in &touched {
            let before = self.kept(id);
            let now = library.licenses.get(*id).map(|model| &*model.current.content);
            match (before.as_ref().and_then(|kept| kept.versions.last()), now) {
                (Some((Some(before), _)), Some(now)) => {
                    let is_listed = before.is_listed_as(now);
                    // Pages of all records show answers about others, and the names of the best known ones.
                    if !before.answers_as(now) || !is_listed && library.best_known.contains(id) {
                        return Scope::Everything;
                    }
                    lists |= !is_listed;
                    relations.add(id, before);
                }
                _ => lists = true,
            }
        }
        Scope::Records { ids: relations.around(&touched, library), lists }
    }
}

/// The record of a file or folder.
fn record_of(path: &str) -> Option<&str> {
    if let Some(name) = path.strip_prefix("licenses/") {
        return name.strip_suffix(".ttl");
    }
    if let Some(name) = path.strip_prefix("reviews/") {
        return name.strip_suffix(".toml");
    }
    path.strip_prefix("history/licenses/")?.split('/').next()
}

/// A snapshot compared with the current folder.
#[derive(Debug)]
pub struct Compared {
    pub(super) snapshot: Snapshot,
    /// Changed files and folders.
    touched: BTreeSet<String>,
}

impl Compared {
    /// Whether nothing changed.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.touched.is_empty()
    }

    /// The records with unchanged files, in order, if the site is unchanged.
    pub(super) fn restore(&self, data: &Folder<'_>, site: &Site) -> Vec<RestoredRecord> {
        let Self { snapshot, touched } = self;
        let digest = data.digest_of(site::FILE);
        if digest.is_none() || snapshot.seen.get(site::FILE).is_none_or(|seen| seen.digest != digest) {
            return Vec::new();
        }
        let touched: BTreeSet<&str> = touched.iter().filter_map(|path| record_of(path)).collect();
        let stamp_of = |path: &str| snapshot.seen.get(path).map(|seen| seen.stamp);
        let site = Arc::new(site.clone());
        let untouched = snapshot.records.par_iter().filter(|(id, _)| !touched.contains(id.as_str()));
        let recalled: Vec<RestoredRecord> =
            untouched.filter_map(|(id, _)| snapshot.kept(id)?.recalled(data, stamp_of, &site, id)).collect();
        let ids: BTreeSet<&str> = recalled.iter().map(|recalled| recalled.id.as_str()).collect();
        let is_recalled = |path: &str| record_of(path).is_some_and(|id| ids.contains(id));
        data.take_over(snapshot.seen.iter().filter(|(path, _)| is_recalled(path)));
        recalled
    }
}

impl StoredRecord {
    /// Stores the content of some versions.
    pub(super) fn of(
        library: &Library,
        id: &LicenseId,
        model: &Model<License>,
        is_stored: impl Fn(VersionNumber) -> bool,
    ) -> Self {
        let version = |version: &ModelVersion<License>| {
            (is_stored(version.number).then(|| License::clone(&version.content)), version.content_hash)
        };
        Self {
            iri: model.iri.clone(),
            versions: model.versions().map(version).collect(),
            change_log: model.change_log.clone(),
            review: library.reviews.get(id).cloned(),
        }
    }

    /// The record, whose files are read on access; `None` if one of them is missing.
    pub(super) fn recalled(
        self,
        data: &Folder<'_>,
        stamp_of: impl Fn(&str) -> Option<Stamp>,
        site: &Arc<Site>,
        id: &LicenseId,
    ) -> Option<RestoredRecord> {
        let Self { iri, versions, change_log, review } = self;
        let history = format!("history/licenses/{id}");
        let mut archived: Vec<ModelVersion<License>> = Vec::new();
        let count = versions.len();
        for (place, (content, content_hash)) in versions.into_iter().enumerate() {
            let number = VersionNumber::at(place);
            let path = match place + 1 == count {
                true => format!("licenses/{id}.ttl"),
                false => format!("{history}/v{number}.ttl"),
            };
            let stamp = stamp_of(&path)?;
            let triples = {
                let (source, files_unchanged) = (data.unread(path.clone(), stamp), data.files_unchanged());
                move || files_unchanged.value(read(Syntax::Turtle, &source.bytes))
            };
            let text = {
                let (source, iri) = (data.unread(path.clone(), stamp), iri.clone());
                let files_unchanged = data.files_unchanged();
                move || {
                    let graph: Graph = files_unchanged.value(read(Syntax::Turtle, &source.bytes));
                    files_unchanged.value(canonicalize_closure(&graph, &iri).map(Canonical::into_text))
                }
            };
            let content = content.map_or_else(
                || {
                    let (source, iri, site) =
                        (data.unread(path.clone(), stamp), iri.clone(), Arc::clone(site));
                    let files_unchanged = data.files_unchanged();
                    Deferred::later(move || {
                        let graph: Graph = files_unchanged.value(read(Syntax::Turtle, &source.bytes));
                        License::read(&graph, &iri, &site, &site.terms())
                    })
                },
                Deferred::from,
            );
            archived.push(ModelVersion {
                number,
                content,
                content_hash,
                graph: Deferred::later(triples),
                canonical: Deferred::later(text),
                source: data.unread(path, stamp),
            });
        }
        let current = archived.pop()?;
        let change_log_path = format!("{history}/changelog.toml");
        let change_log_source = match stamp_of(&change_log_path) {
            Some(stamp) => data.unread(change_log_path.clone(), stamp).bytes,
            None => Vec::new().into(),
        };
        let extent = Extent::Closure;
        let model = Model { iri, extent, archived, current, change_log, change_log_path, change_log_source };
        Some(RestoredRecord { id: id.clone(), model, review })
    }
}

/// Records whose pages or checks depend on other records.
struct Relations {
    license_base: String,
    /// Ports, variants and successors, in both directions.
    kin: BTreeMap<LicenseId, BTreeSet<LicenseId>>,
}

impl Relations {
    fn of(library: &Library) -> Self {
        let mut relations = Self { license_base: library.site.license_base(), kin: BTreeMap::new() };
        for (id, model) in &library.licenses {
            relations.add(id, &model.current.content);
        }
        relations
    }

    fn add(&mut self, id: &LicenseId, license: &License) {
        for other in [&license.port_of, &license.variant_of, &license.replaces, &license.replaced_by] {
            let Some(other) = other else { continue };
            self.kin.entry(id.clone()).or_default().insert(other.clone());
            self.kin.entry(other.clone()).or_default().insert(id.clone());
        }
    }

    /// The changed records, their relatives to the second degree, and the records that name a changed one.
    fn around(&self, touched: &BTreeSet<&LicenseId>, library: &Library) -> BTreeSet<LicenseId> {
        let mut around: BTreeSet<LicenseId> = touched.iter().map(|id| (*id).clone()).collect();
        for _ in 0..2 {
            let kin: Vec<LicenseId> =
                around.iter().filter_map(|id| self.kin.get(id)).flatten().cloned().collect();
            around.extend(kin);
        }
        let names = |license: &License| {
            let ids = license.stated.iter().filter_map(|iri| iri.strip_prefix(&self.license_base));
            ids.into_iter().any(|id| touched.iter().any(|touched| touched.as_str() == id))
        };
        let naming = library.licenses.par_iter().filter(|(_, model)| names(&model.current.content));
        around.extend(naming.map(|(id, _)| id.clone()).collect::<Vec<_>>());
        around.retain(|id| library.licenses.contains_key(id));
        around
    }
}
