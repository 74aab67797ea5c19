use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// Keeps a tree that is being served: no build on this machine removes it, or takes its folder for another tree, while this
/// is held.
#[derive(Debug)]
pub struct TreeInUse {
    _folder: File,
}

impl TreeInUse {
    /// Keeps the tree in a folder.
    ///
    /// # Errors
    /// There is no such folder.
    pub fn of(folder: &Path) -> io::Result<Self> {
        let folder = File::open(folder)?;
        // A file system without locks serves all the same.
        drop(folder.lock_shared());
        Ok(Self { _folder: folder })
    }
}

/// Whether the tree in a folder is being served.
pub(super) fn is_in_use(folder: &Path) -> bool {
    File::open(folder).is_ok_and(|folder| matches!(folder.try_lock(), Err(TryLockError::WouldBlock)))
}
