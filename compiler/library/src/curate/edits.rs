use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::load::{Loaded, Planned, load_planned};

/// What is done to one file. Paths are below the data folder, with `/` between their parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// A file of what was published, which is never written over: there is none of that name yet, or it holds these
    /// bytes already.
    Create {
        /// Path of the file.
        path: String,
        /// What it holds.
        bytes: Vec<u8>,
    },
    /// A file in place of the one of that name, if there is one.
    Write {
        /// Path of the file.
        path: String,
        /// What it will hold.
        bytes: Vec<u8>,
    },
    /// No file of that name any more.
    Remove {
        /// Path of the file.
        path: String,
    },
}

/// A change to `data/`, not made yet.
///
/// The order is part of it: after any number of the edits the library can be read, `check` says what is missing, and
/// the verb that planned them, asked again, makes the rest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edits {
    /// What is done to files, in the order in which it is done.
    pub files: Vec<Edit>,
}

/// An edit could not be made; those before it in order have been.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{path}`: {source} (files done: {done} of {planned}; the same command does the rest)", path = .path.display())]
pub struct ApplyError {
    /// The file.
    path: PathBuf,
    /// What the system said.
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

    /// What the file will hold; `None` when it will be gone.
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
    /// Makes the edits in a data folder, each in one step, so that no file is ever half there. It waits while another
    /// process does so, and removes the staged files of one that was killed.
    ///
    /// # Errors
    /// The first edit that fails.
    pub fn apply(&self, root: &Path) -> Result<(), ApplyError> {
        let failed = |path: PathBuf, done: usize| {
            move |source| ApplyError { path, source, done, planned: self.files.len() }
        };
        // A library that is begun has no folder to lock yet.
        fs::create_dir_all(root).map_err(failed(root.to_owned(), 0))?;
        let _lock = lock(root).map_err(failed(root.to_owned(), 0))?;
        remove_staged(root).map_err(failed(root.to_owned(), 0))?;
        for (done, edit) in self.files.iter().enumerate() {
            edit.apply(root).map_err(failed(root.join(edit.path()), done))?;
        }
        Ok(())
    }

    /// The library of a data folder as it will be; nothing is written.
    #[must_use]
    pub fn foresee(&self, root: &Path) -> Loaded {
        let planned: Planned = self
            .files
            .iter()
            .map(|edit| (edit.path().to_owned(), edit.bytes().map(<[u8]>::to_vec)))
            .collect();
        load_planned(root, &planned)
    }
}

/// What the names of staged files end with; they begin with a dot.
const STAGED: &str = ".new";

/// Keeps other processes from writing to a data folder for as long as the value lives.
fn lock(root: &Path) -> io::Result<File> {
    let folder = File::open(root)?;
    match folder.lock() {
        Err(error) if error.kind() != ErrorKind::Unsupported => Err(error),
        _ => Ok(folder),
    }
}

/// Removes what a killed process staged and did not put in place, or put in place and left under both names.
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
            // A link, unlike a rename, is refused where there is a file by now.
            staged(path, bytes, |staged| {
                fs::hard_link(staged, path)?;
                fs::remove_file(staged)
            })
        }
        Err(error) => Err(error),
    }
}

/// Writes a file under another name, flushed, and puts it in its place.
fn staged(path: &Path, bytes: &[u8], place: impl Fn(&Path) -> io::Result<()>) -> io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(STAGED);
    let staged = path.with_file_name(name);
    // A file that is there already may be a second name of a published one, so it is never written to.
    let written = File::create_new(&staged).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| place(&staged)).inspect_err(|_| {
        // Best effort: the error reported is the one that came first.
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
    // A folder of one model goes with its last file; the system keeps it while it holds another.
    let is_of_a_model = parent.strip_prefix(root).is_ok_and(|folder| folder.components().count() == 3);
    if is_of_a_model && fs::remove_dir(parent).is_ok() {
        return parent.parent().map_or(Ok(()), flush);
    }
    flush(parent)
}

/// The edits before reach the disk before those after.
fn flush(folder: &Path) -> io::Result<()> {
    match fs::File::open(folder) {
        Ok(folder) => folder.sync_all(),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
