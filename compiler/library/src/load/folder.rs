use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Steadiness;
use super::snapshot::Seen;
use super::stamp::Stamp;
use muniment_licenses::model::{Deferred, Fault, Place, SourceFile};
use muniment_rdf::ContentHash;

/// The data folder. Paths are given and kept relative to it, with `/` between their parts.
///
/// It remembers every file and folder it was asked for, so that a library knows what it was made from, and the next
/// reading what need not be read again.
pub(super) struct Folder<'a> {
    /// Where it is on disk; none where every file is among the planned ones.
    root: Option<PathBuf>,
    /// Files as they are going to be, in place of those on disk.
    planned: &'a Planned,
    seen: Mutex<BTreeMap<String, Seen>>,
    steadiness: Steadiness,
}

/// Files as they are going to be, by path below the data folder; `None` for one that is going to be gone.
pub type Planned = BTreeMap<String, Option<Vec<u8>>>;

/// A folder that is going to stay as it is.
pub(super) static NOTHING_PLANNED: Planned = Planned::new();

impl<'a> Folder<'a> {
    pub(super) fn new(root: &Path, planned: &'a Planned) -> Self {
        Self {
            root: Some(root.to_owned()),
            planned,
            seen: Mutex::default(),
            steadiness: Steadiness::default(),
        }
    }

    /// A data folder in memory, which reads nothing from disk.
    pub(super) fn in_memory(files: &'a Planned) -> Self {
        Self { root: None, planned: files, seen: Mutex::default(), steadiness: Steadiness::default() }
    }

    /// Where a file is on disk.
    fn on_disk(&self, path: &str) -> Option<PathBuf> {
        Some(self.root.as_ref()?.join(path))
    }

    pub(super) fn seen(&self) -> MutexGuard<'_, BTreeMap<String, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stamp(&self, path: &str) -> Stamp {
        self.on_disk(path).map_or(Stamp::Absent, |file| Stamp::of(&file))
    }

    /// Whether a file or folder is as it was.
    pub(super) fn is_as_it_was(&self, path: &str, before: &Seen) -> bool {
        self.stamp(path).is_as(before.stamp)
    }

    /// Counts files and folders as seen that are as they were.
    pub(super) fn take_over<'s>(&self, untouched: impl Iterator<Item = (&'s String, &'s Seen)>) {
        let mut all: BTreeMap<String, Seen> =
            untouched.map(|(path, seen)| (path.clone(), seen.clone())).collect();
        let mut seen = self.seen();
        all.extend(std::mem::take(&mut *seen));
        *seen = all;
    }

    /// A file that is as it was, to be read when its bytes are wanted.
    pub(super) fn unread(&self, path: String, before: Stamp) -> SourceFile {
        let (file, steadiness) = (self.on_disk(&path), self.steadiness());
        let bytes = Deferred::later(move || {
            let Some(file) = &file else { return Vec::new() };
            let bytes = steadiness.value(fs::read(file));
            if !Stamp::of(file).is_as(before) {
                steadiness.fails();
            }
            bytes
        });
        SourceFile { path, bytes }
    }

    /// Whether files that were left unread stay as they were.
    pub(super) fn steadiness(&self) -> Steadiness {
        self.steadiness.clone()
    }

    /// Names in a folder, sorted; none when the folder does not exist.
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
        self.seen().insert(path.to_owned(), Seen { stamp, digest: None });
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

    /// A file; `None` without a fault when it does not exist.
    pub(super) fn file(&self, path: &str, faults: &mut Vec<Fault>) -> Option<SourceFile> {
        // Before the file is read: what is written meanwhile shows the next time.
        let stamp = self.stamp(path);
        let bytes = match self.planned.get(path) {
            Some(Some(bytes)) => Ok(bytes.clone()),
            Some(None) => Err(ErrorKind::NotFound.into()),
            None => self.on_disk(path).map_or(Err(ErrorKind::NotFound.into()), fs::read),
        };
        match bytes {
            Ok(bytes) => {
                report_encoding(path, &bytes, faults);
                let digest = Some(ContentHash::of(&bytes));
                self.seen().insert(path.to_owned(), Seen { stamp, digest });
                Some(SourceFile { path: path.to_owned(), bytes: bytes.into() })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // A file that appears later is a change like any other.
                self.seen().insert(path.to_owned(), Seen { stamp, digest: None });
                None
            }
            Err(error) => {
                self.seen().insert(path.to_owned(), Seen { stamp: Stamp::Unsure, digest: None });
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

    /// Takes note of a file or folder without reading it.
    pub(super) fn note(&self, path: String) {
        let stamp = self.stamp(&path);
        self.seen().entry(path).or_insert(Seen { stamp, digest: None });
    }

    /// Everything it was asked for.
    pub(super) fn into_seen(self) -> BTreeMap<String, Seen> {
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

/// Check 1: UTF-8 without byte order mark, lines ending with LF, a newline at the end. (Bytes that are no
/// UTF-8 at all are reported by whoever parses the file.)
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
