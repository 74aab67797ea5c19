//! Versions of models, releases, and the changes between them.

mod catalog;
mod changes;
mod difference;
mod release;
mod release_status;
mod rewind;

pub use catalog::{Catalog, Detail, ModelHistory, Status, VersionFacts};
pub use changes::{ChangeItem, ChangeKind, Since, UnknownRelease, changes};
pub use difference::{Difference, difference, outline_difference};
pub use release::{current_release, find_release, is_registered, last_registered};
pub use release_status::{ReleaseStatus, release_status};
pub use rewind::rewound;
