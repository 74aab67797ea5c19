//! What is served: the tree in memory, the library it was made from, and everything derived from the library.

mod knowledge;
mod live;
mod models;
mod tree;

pub use knowledge::{Knowledge, Record};
pub use live::Live;
pub(crate) use models::{GraphModel, Key, LicenseModel};
pub use models::{ModelLimits, Models};
pub use tree::{Address, Coded, Form, Made, Reply, Tree, TreeError, wanted};
