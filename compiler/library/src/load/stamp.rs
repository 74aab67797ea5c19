use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// Metadata of a file or folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stamp {
    /// It does not exist.
    Absent,
    /// It was written so recently that another write could leave the same times, or has no metadata.
    Uncertain,
    /// Every write changes one of these.
    Known { inode: u64, length: u64, modified: (i64, i64), changed: (i64, i64) },
}

/// Two writes within one tick of the file system's clock leave one time.
const TICK: Duration = Duration::from_millis(20);

/// The same for file systems without fractions of seconds; the coarsest resolution is two seconds.
const COARSE_TICK: Duration = Duration::from_secs(2);

impl Stamp {
    pub(super) fn of(path: &Path) -> Self {
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => return Self::Absent,
            Err(_) => return Self::Uncertain,
        };
        let changed = (metadata.ctime(), metadata.ctime_nsec());
        if is_racy(changed, SystemTime::now()) {
            return Self::Uncertain;
        }
        Self::Known {
            inode: metadata.ino(),
            length: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed,
        }
    }

    /// Whether the file is unchanged since an earlier stamp.
    pub(super) fn is_as(self, before: Self) -> bool {
        self == before && before != Self::Uncertain
    }
}

/// Whether another write could leave the same time (seconds, nanoseconds). A time without a fraction may come from a
/// file system without fractions.
fn is_racy((seconds, nanoseconds): (i64, i64), now: SystemTime) -> bool {
    let (Ok(seconds), Ok(nanoseconds)) = (u64::try_from(seconds), u32::try_from(nanoseconds)) else {
        return true;
    };
    let tick = if nanoseconds == 0 { COARSE_TICK } else { TICK };
    let changed = SystemTime::UNIX_EPOCH + Duration::new(seconds, nanoseconds);
    now.duration_since(changed).map_or(true, |age| age <= tick)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recent_stamps_are_uncertain() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1000);
        for (changed, racy) in [
            ((999, 990_000_000), true),
            ((999, 900_000_000), false),
            // Whole seconds: another write in the same second leaves the same time.
            ((1000, 0), true),
            ((998, 0), true),
            ((997, 0), false),
            // A clock that is ahead, and times before the epoch.
            ((1001, 5), true),
            ((-1, 0), true),
        ] {
            assert_eq!(is_racy(changed, now), racy, "{changed:?}");
        }
    }
}
