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

/// The same of file systems that keep no fractions of seconds; the coarsest keep every other second.
const COARSE_TICK: Duration = Duration::from_secs(2);

impl Stamp {
    pub(super) fn of(path: &Path) -> Self {
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => return Self::Absent,
            Err(_) => return Self::Unsure,
        };
        let changed = (metadata.ctime(), metadata.ctime_nsec());
        if is_racy(changed, SystemTime::now()) {
            return Self::Unsure;
        }
        Self::Known {
            inode: metadata.ino(),
            length: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed,
        }
    }

    /// Whether what it is of has not been written to since another was taken.
    pub(super) fn is_as(self, before: Self) -> bool {
        self == before && before != Self::Unsure
    }
}

/// Whether a later write might leave the same time of change, given as seconds and nanoseconds.
///
/// A time without a fraction may come from a file system that keeps none.
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
    fn a_stamp_is_trusted_once_no_later_write_can_leave_the_same_time() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1000);
        for (changed, racy) in [
            ((999, 990_000_000), true),
            ((999, 900_000_000), false),
            // Whole seconds: another write within the second leaves the same time.
            ((1000, 0), true),
            ((998, 0), true),
            ((997, 0), false),
            // A clock that runs ahead, and times before all clocks.
            ((1001, 5), true),
            ((-1, 0), true),
        ] {
            assert_eq!(is_racy(changed, now), racy, "{changed:?}");
        }
    }
}
