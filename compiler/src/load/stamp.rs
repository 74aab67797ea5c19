use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// What the file system says of a file or folder without its being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stamp {
    /// There is none.
    Absent,
    /// It was written so lately that a later write might leave the same times, or nothing can be learned of it.
    Unsure,
    /// Whoever writes to it changes one of these.
    Known { inode: u64, length: u64, modified: (i64, i64), changed: (i64, i64) },
}

/// Two writes within one tick of the file system's clock leave one time.
const TICK: Duration = Duration::from_millis(20);

impl Stamp {
    pub(super) fn of(path: &Path) -> Self {
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => return Self::Absent,
            Err(_) => return Self::Unsure,
        };
        let age = u64::try_from(metadata.ctime())
            .ok()
            .zip(u32::try_from(metadata.ctime_nsec()).ok())
            .and_then(|(seconds, nanoseconds)| {
                let changed = SystemTime::UNIX_EPOCH + Duration::new(seconds, nanoseconds);
                SystemTime::now().duration_since(changed).ok()
            });
        if age.is_none_or(|age| age <= TICK) {
            return Self::Unsure;
        }
        Self::Known {
            inode: metadata.ino(),
            length: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// Whether what it is of has not been written to since another was taken.
    pub(super) fn is_as(self, before: Self) -> bool {
        self == before && before != Self::Unsure
    }
}
