use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::load::{Loaded, Planned, load_planned};

/// An edit of one file. Paths are below the data folder, with `/` between their parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Creates a published file, which is never overwritten: it must not exist, or have the same bytes.
    Create {
        /// Path of the file.
        path: String,
        /// Its content.
        bytes: Vec<u8>,
    },
    /// Writes or replaces a file.
    Write {
        /// Path of the file.
        path: String,
        /// Its new content.
        bytes: Vec<u8>,
    },
    /// Removes a file.
    Remove {
        /// Path of the file.
        path: String,
    },
}

/// A planned change to `data/`.
///
/// The order matters: after each edit the library is readable, `check` reports what is missing, and the same command
/// completes the change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edits {
    /// The edits, in order.
    pub files: Vec<Edit>,
}

/// An edit failed; the edits before it are done.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{path}`: {source} (files done: {done} of {planned}; run the command again to finish)", path = .path.display())]
pub struct ApplyError {
    /// The file.
    path: PathBuf,
    /// The error of the system.
    source: io::Error,
    done: usize,
    planned: usize,
}

impl Edit {
    /// Path of the file below the data folder.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::Create { path, .. } | Self::Write { path, .. } | Self::Remove { path } => path,
        }
    }

    /// The new content; `None` if it will be removed.
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Create { bytes, .. } | Self::Write { bytes, .. } => Some(bytes),
            Self::Remove { .. } => None,
        }
    }

    fn apply(&self, root: &Path) -> io::Result<()> {
        let path = root.join(self.path());
        match self {
            Self::Create { bytes, .. } => create(&path, bytes),
            Self::Write { bytes, .. } => staged(&path, bytes, |staged| fs::rename(staged, &path)),
            Self::Remove { .. } => remove(&path, root),
        }
    }
}

impl Edits {
    /// Applies the edits to a data folder, each atomically. Waits while another process does this, and removes the
    /// staged files of a killed process.
    ///
    /// # Errors
    /// The first edit that fails.
    pub fn apply(&self, root: &Path) -> Result<(), ApplyError> {
        let failed = |path: PathBuf, done: usize| {
            move |source| ApplyError { path, source, done, planned: self.files.len() }
        };
        // A new library has no folder to lock yet.
        fs::create_dir_all(root).map_err(failed(root.to_owned(), 0))?;
        let _lock = lock(root).map_err(failed(root.to_owned(), 0))?;
        remove_staged(root).map_err(failed(root.to_owned(), 0))?;
        for (done, edit) in self.files.iter().enumerate() {
            edit.apply(root).map_err(failed(root.join(edit.path()), done))?;
        }
        Ok(())
    }

    /// Reads the library as it will be, without writing.
    #[must_use]
    pub fn preview(&self, root: &Path) -> Loaded {
        let planned: Planned = self
            .files
            .iter()
            .map(|edit| (edit.path().to_owned(), edit.bytes().map(<[u8]>::to_vec)))
            .collect();
        load_planned(root, &planned)
    }
}

/// The suffix of staged files, whose names begin with a dot.
const STAGED: &str = ".new";

/// Locks a data folder until the file is dropped.
fn lock(root: &Path) -> io::Result<File> {
    let folder = File::open(root)?;
    match folder.lock() {
        Err(error) if error.kind() != ErrorKind::Unsupported => Err(error),
        _ => Ok(folder),
    }
}

/// Removes staged files of a killed process.
fn remove_staged(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_folder = entry.file_type()?.is_dir();
        match (is_folder, name.starts_with('.')) {
            (true, false) => remove_staged(&entry.path())?,
            (false, true) if name.ends_with(STAGED) => fs::remove_file(entry.path())?,
            _ => {}
        }
    }
    Ok(())
}

fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::read(path) {
        Ok(there) if there == bytes => Ok(()),
        Ok(_) => Err(ErrorKind::AlreadyExists.into()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            // Unlike a rename, a link fails if the file exists.
            staged(path, bytes, |staged| {
                fs::hard_link(staged, path)?;
                fs::remove_file(staged)
            })
        }
        Err(error) => Err(error),
    }
}

/// Writes and flushes a file under another name, then moves it into place.
fn staged(path: &Path, bytes: &[u8], place: impl Fn(&Path) -> io::Result<()>) -> io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(STAGED);
    let staged = path.with_file_name(name);
    // An existing staged file may be a hard link to a published one, so it is never written to.
    let written = File::create_new(&staged).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| place(&staged)).inspect_err(|_| {
        // Best effort: the first error is reported.
        let _ = fs::remove_file(&staged);
    })?;
    flush(parent)
}

fn remove(path: &Path, root: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let Some(parent) = path.parent() else { return Ok(()) };
    // Removes the folder of a model if it is empty.
    let is_of_a_model = parent.strip_prefix(root).is_ok_and(|folder| folder.components().count() == 3);
    if is_of_a_model && fs::remove_dir(parent).is_ok() {
        return parent.parent().map_or(Ok(()), flush);
    }
    flush(parent)
}

/// Flushes a folder, so that edits reach the disk in order.
fn flush(folder: &Path) -> io::Result<()> {
    match fs::File::open(folder) {
        Ok(folder) => folder.sync_all(),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
