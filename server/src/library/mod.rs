//! What is served: the tree in memory, the library it was made from, and everything derived from the library.

mod discovery;
mod list_pages;
mod live;
mod loaded;
mod models;
mod opened;
mod stale;
mod tree;

pub use discovery::discovery_address;
pub use list_pages::ListPages;
pub use live::LiveReload;
pub use loaded::{LoadedLibrary, Record};
pub(crate) use models::Key;
pub use models::{ModelLimits, Models};
pub use opened::{LinkStamp, OpenTreeError, Opened};
pub use stale::Stale;
pub use tree::{Address, Coded, Form, Made, Reply, Tree, TreeError, read_manifest, wanted};
