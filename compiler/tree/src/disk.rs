//! File operations with their errors.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::WriteError;
use super::matrix::MATRICES;

/// The link that names the tree to serve.
pub(super) const CURRENT: &str = "current";

pub(super) fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> WriteError {
    let path = path.to_owned();
    move |source| WriteError::Io { action, path, source }
}

pub(super) fn json_error(path: impl Into<PathBuf>) -> impl FnOnce(serde_json::Error) -> WriteError {
    let path = path.into();
    move |source| WriteError::Json { path, source }
}

/// The lock of an output folder; ends when it is dropped.
pub(super) struct FolderLock(File);

impl Drop for FolderLock {
    /// Closing the file does not end the lock while a process that was forked meanwhile has a copy of its descriptor.
    fn drop(&mut self) {
        // Without an unlock, the lock ends when the last copy is closed.
        drop(self.0.unlock());
    }
}

/// Locks an output folder.
pub(super) fn lock(out: &Path) -> Result<FolderLock, WriteError> {
    let path = out.join(".lock");
    let lock = File::create(&path).map_err(io_error("create", &path))?;
    match lock.try_lock() {
        Ok(()) => Ok(FolderLock(lock)),
        Err(TryLockError::WouldBlock) => Err(WriteError::Locked(out.to_owned())),
        Err(TryLockError::Error(source)) => Err(io_error("lock", &path)(source)),
    }
}

/// Runs a file operation, and again after creating its folder if that was missing.
pub(super) fn with_parent<T>(path: &Path, mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    match operation() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            operation()
        }
        result => result,
    }
}

/// Flushes the file system once, instead of each file.
pub(super) fn flush(folder: &Path) -> Result<(), WriteError> {
    let folder_file = File::open(folder).map_err(io_error("open", folder))?;
    rustix::fs::syncfs(&folder_file).map_err(|error| io_error("flush", folder)(error.into()))
}

/// The number of files of a tree, without matrices, which are added later.
pub(super) fn count_files(folder: &Path) -> io::Result<usize> {
    let mut count = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        count += match (entry.file_type()?.is_dir(), folder.ends_with(MATRICES)) {
            (false, _) => 1,
            // The page about matrices belongs to the tree; the folders beside it are matrices.
            (true, true) => 0,
            (true, false) => count_files(&entry.path())?,
        };
    }
    Ok(count)
}

/// Removes a file if it exists, and then empty folders up to a root.
pub(super) fn remove_below(root: &Path, path: &str) -> Result<(), WriteError> {
    remove(&root.join(path))?;
    let mut folders = Path::new(path).ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    folders.try_fold(true, |is_empty, folder| match is_empty {
        true => remove_empty(&root.join(folder)),
        false => Ok(false),
    })?;
    Ok(())
}

/// Removes a folder if it is empty. Returns whether it is gone.
fn remove_empty(folder: &Path) -> Result<bool, WriteError> {
    match fs::remove_dir(folder) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(false),
        Err(error) => Err(io_error("remove", folder)(error)),
    }
}

/// Removes a file or folder if it exists.
pub(super) fn remove(path: &Path) -> Result<(), WriteError> {
    let removed = match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(_) if path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()) => fs::remove_dir_all(path),
        removed => removed,
    };
    removed.map_err(io_error("remove", path))
}

/// Links every file of a folder into another, without matrices.
pub(super) fn link_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    let entries = fs::read_dir(from)?.collect::<io::Result<Vec<_>>>()?;
    entries.par_iter().try_for_each(|entry| {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        match entry.file_type()?.is_dir() {
            true if from.ends_with(MATRICES) => Ok(()),
            true => link_folder(&source, &target),
            false => fs::hard_link(&source, &target),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_the_descriptor_does_not_keep_the_lock() {
        let out = tempfile::tempdir().unwrap();
        let first = lock(out.path()).unwrap();
        assert!(matches!(lock(out.path()), Err(WriteError::Locked(_))));
        let _copy = first.0.try_clone().unwrap();
        drop(first);
        lock(out.path()).unwrap();
    }
}
