//! What time did to the models: which version stands, since when, what came before and after, what a state
//! of the whole data is called, and what changed since another.

mod catalog;
mod changes;
mod difference;
mod release;
mod rewind;
mod standing;

pub use catalog::{Catalog, Detail, ModelHistory, Status, VersionFacts};
pub use changes::{ChangeItem, ChangeKind, Since, UnknownRelease, changes};
pub use difference::{Difference, difference, outline_difference};
pub use release::{current_release, find_release, is_registered, last_registered};
pub use rewind::rewound;
pub use standing::{Standing, standing};
