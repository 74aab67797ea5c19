use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::FilesUnchanged;
use super::snapshot::FileState;
use super::stamp::Stamp;
use muniment_licenses::model::{Deferred, Fault, Place, SourceFile};
use muniment_rdf::ContentHash;

/// The data folder. Paths are given and kept relative to it, with `/` between their parts.
///
/// It records every file and folder that is read, for the digest of the inputs and for incremental reading.
pub(super) struct Folder<'a> {
    /// Its path on disk; `None` for a folder in memory.
    root: Option<PathBuf>,
    /// Planned files, which replace those on disk.
    planned: &'a Planned,
    /// The same, if there are no others.
    memory: Option<Arc<MemoryFiles>>,
    seen: Mutex<BTreeMap<String, FileState>>,
    files_unchanged: FilesUnchanged,
    /// Whether the files of records are kept compressed.
    pub(super) is_compact: bool,
}

/// Planned files by path below the data folder; `None` for a file to remove.
pub type Planned = BTreeMap<String, Option<Vec<u8>>>;

/// The files of a data folder in memory.
pub(super) struct MemoryFiles {
    /// By path; empty where the bytes are among the others.
    pub(super) files: Planned,
    /// Files that are unpacked when the first of them is read.
    pub(super) on_demand: Deferred<BTreeMap<String, Vec<u8>>>,
    /// The paths of the latter.
    pub(super) deferred: BTreeSet<String>,
}

impl MemoryFiles {
    fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        match self.deferred.contains(path) {
            true => self.on_demand.get(path).cloned(),
            false => self.files.get(path).cloned().flatten(),
        }
    }
}

/// No planned files.
pub(super) static NOTHING_PLANNED: Planned = Planned::new();

impl<'a> Folder<'a> {
    pub(super) fn new(root: &Path, planned: &'a Planned) -> Self {
        Self {
            root: Some(root.to_owned()),
            planned,
            memory: None,
            seen: Mutex::default(),
            files_unchanged: FilesUnchanged::default(),
            is_compact: false,
        }
    }

    /// A data folder in memory.
    pub(super) fn in_memory(files: &'a Arc<MemoryFiles>) -> Self {
        Self {
            root: None,
            planned: &files.files,
            memory: Some(Arc::clone(files)),
            seen: Mutex::default(),
            files_unchanged: FilesUnchanged::default(),
            is_compact: false,
        }
    }

    fn on_disk(&self, path: &str) -> Option<PathBuf> {
        Some(self.root.as_ref()?.join(path))
    }

    pub(super) fn seen(&self) -> MutexGuard<'_, BTreeMap<String, FileState>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stamp(&self, path: &str) -> Stamp {
        self.on_disk(path).map_or(Stamp::Absent, |file| Stamp::of(&file))
    }

    /// Whether a file or folder is unchanged.
    pub(super) fn is_unchanged(&self, path: &str, before: &FileState) -> bool {
        self.stamp(path).is_as(before.stamp)
    }

    /// Records unchanged files and folders as read.
    pub(super) fn take_over<'s>(&self, untouched: impl Iterator<Item = (&'s String, &'s FileState)>) {
        let mut all: BTreeMap<String, FileState> =
            untouched.map(|(path, seen)| (path.clone(), seen.clone())).collect();
        let mut seen = self.seen();
        all.extend(std::mem::take(&mut *seen));
        *seen = all;
    }

    /// The stamp of a file in memory; `None` if there is no such file.
    pub(super) fn stamp_of(&self, path: &str) -> Option<Stamp> {
        self.memory.as_ref()?.files.contains_key(path).then_some(Stamp::Absent)
    }

    /// An unchanged file, which is read on access.
    pub(super) fn unread(&self, path: String, before: Stamp) -> SourceFile {
        if let Some(files) = &self.memory {
            let (files, file) = (Arc::clone(files), path.clone());
            let bytes = Deferred::later(move || files.bytes(&file).unwrap_or_default());
            return SourceFile { path, bytes };
        }
        let (file, files_unchanged) = (self.on_disk(&path), self.files_unchanged());
        let bytes = Deferred::later(move || {
            let Some(file) = &file else { return Vec::new() };
            let bytes = files_unchanged.value(fs::read(file));
            if !Stamp::of(file).is_as(before) {
                files_unchanged.fails();
            }
            bytes
        });
        SourceFile { path, bytes }
    }

    /// Whether deferred files are still unchanged.
    pub(super) fn files_unchanged(&self) -> FilesUnchanged {
        self.files_unchanged.clone()
    }

    /// The sorted names in a folder; empty if it does not exist.
    pub(super) fn names(&self, path: &str, faults: &mut Vec<Fault>) -> Vec<String> {
        let mut names = self.names_on_disk(path, faults);
        let folder = format!("{path}/");
        let inside = self.planned.range(folder.clone()..).take_while(|(path, _)| path.starts_with(&folder));
        for (planned, bytes) in inside {
            let Some(below) = planned.strip_prefix(&folder) else { continue };
            let name = below.split('/').next().unwrap_or(below);
            let stays = bytes.is_some()
                || (name != below && !self.names(&format!("{path}/{name}"), faults).is_empty());
            if stays {
                names.insert(name.to_owned());
            } else {
                names.remove(name);
            }
        }
        names.into_iter().collect()
    }

    fn names_on_disk(&self, path: &str, faults: &mut Vec<Fault>) -> BTreeSet<String> {
        let stamp = self.stamp(path);
        self.seen().insert(path.to_owned(), FileState { stamp, digest: None });
        let Some(folder) = self.on_disk(path) else { return BTreeSet::new() };
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return BTreeSet::new(),
            Err(error) => {
                faults.push(unreadable(path, &error));
                return BTreeSet::new();
            }
        };
        let mut names = BTreeSet::new();
        for entry in entries {
            match entry.map(|entry| entry.file_name().into_string()) {
                Ok(Ok(name)) if name.starts_with('.') => {}
                Ok(Ok(name)) => {
                    names.insert(name);
                }
                Ok(Err(name)) => faults.push(Fault::error(
                    1,
                    Place::file(path),
                    format!("the file name `{}` is not UTF-8", name.to_string_lossy()),
                    "rename the file",
                )),
                Err(error) => faults.push(unreadable(path, &error)),
            }
        }
        names
    }

    /// Reads a file; `None` without a fault if it does not exist.
    pub(super) fn file(&self, path: &str, faults: &mut Vec<Fault>) -> Option<SourceFile> {
        // Before reading, so that a later write is noticed next time.
        let stamp = self.stamp(path);
        let bytes = match self.planned.get(path) {
            Some(Some(_)) if let Some(files) = &self.memory => Ok(files.bytes(path).unwrap_or_default()),
            Some(Some(bytes)) => Ok(bytes.clone()),
            Some(None) => Err(ErrorKind::NotFound.into()),
            None => self.on_disk(path).map_or(Err(ErrorKind::NotFound.into()), fs::read),
        };
        match bytes {
            Ok(bytes) => {
                report_encoding(path, &bytes, faults);
                let digest = Some(ContentHash::of(&bytes));
                self.seen().insert(path.to_owned(), FileState { stamp, digest });
                Some(SourceFile { path: path.to_owned(), bytes: bytes.into() })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // Records the absence, so that a new file is noticed.
                self.seen().insert(path.to_owned(), FileState { stamp, digest: None });
                None
            }
            Err(error) => {
                self.seen().insert(path.to_owned(), FileState { stamp: Stamp::Uncertain, digest: None });
                faults.push(unreadable(path, &error));
                None
            }
        }
    }
}

impl Folder<'_> {
    /// One digest of every file read so far.
    pub(super) fn digest(&self) -> ContentHash {
        let mut list = String::new();
        for (path, seen) in self.seen().iter() {
            if let Some(digest) = &seen.digest {
                for part in ["sha256:", &digest.hex(), "  ", path, "\n"] {
                    list.push_str(part);
                }
            }
        }
        ContentHash::of(list)
    }

    /// The digest of a file that was read.
    pub(super) fn digest_of(&self, path: &str) -> Option<ContentHash> {
        self.seen().get(path)?.digest
    }

    /// Records a file or folder without reading it.
    pub(super) fn note(&self, path: String) {
        let stamp = self.stamp(&path);
        self.seen().entry(path).or_insert(FileState { stamp, digest: None });
    }

    pub(super) fn into_seen(self) -> BTreeMap<String, FileState> {
        self.seen.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unreadable(path: &str, error: &std::io::Error) -> Fault {
    Fault::error(
        1,
        Place::file(path),
        format!("cannot be read: {error}"),
        "check the file and its permissions",
    )
}

/// Check 1: no byte order mark, lines end with LF, a newline at the end. The parser of the file reports invalid
/// UTF-8.
fn report_encoding(path: &str, bytes: &[u8], faults: &mut Vec<Fault>) {
    let at = |line, column| Place { file: path.to_owned(), line, column };
    if bytes.starts_with(b"\xef\xbb\xbf") {
        let help = "save the file as UTF-8 without a byte order mark";
        faults.push(Fault::error(1, at(1, 1), "the file begins with a byte order mark", help));
    }
    if let Some(position) = bytes.iter().position(|b| *b == b'\r') {
        let before = bytes.get(..position).unwrap_or_default();
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        faults.push(Fault::error(
            1,
            at(line, 0),
            "a line ends with a carriage return",
            "end lines with LF alone",
        ));
    }
    if bytes.last().is_some_and(|last| *last != b'\n') {
        let line = bytes.iter().filter(|b| **b == b'\n').count() + 1;
        faults.push(Fault::error(1, at(line, 0), "the last line has no end", "end the file with a newline"));
    }
}
