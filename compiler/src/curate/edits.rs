use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// One file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Path below the data folder.
    pub path: String,
    /// What it will hold.
    pub bytes: Vec<u8>,
}

/// A change to `data/`, not made yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edits {
    /// The files, in the order in which they are written.
    pub files: Vec<Edit>,
}

/// A file could not be written; those before it in order have been.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{path}`: {source}")]
pub struct ApplyError {
    /// The file.
    path: PathBuf,
    /// What the system said.
    source: io::Error,
}

impl Edits {
    /// Writes the files below a data folder, each by a rename, so that none is ever half there.
    pub fn apply(&self, root: &Path) -> Result<(), ApplyError> {
        for edit in &self.files {
            let path = root.join(&edit.path);
            write(&path, &edit.bytes).map_err(|source| ApplyError { path, source })?;
        }
        Ok(())
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".new");
    let staged = path.with_file_name(name);
    fs::write(&staged, bytes)?;
    fs::File::open(&staged)?.sync_all()?;
    fs::rename(&staged, path).inspect_err(|_| {
        // Best effort: the error reported is the rename's.
        let _ = fs::remove_file(&staged);
    })
}
