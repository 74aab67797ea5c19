//! What is served: the index of the tree, the library it was made from, and everything derived from the library.

mod containment_answers;
mod discovery;
mod list_pages;
mod live;
mod loaded;
mod models;
mod opened;
mod stale;
mod tree;

pub use containment_answers::ContainmentAnswers;
pub use discovery::discovery_address;
pub use list_pages::ListPages;
pub use live::LiveReload;
pub use loaded::{LoadedLibrary, Record};
pub(crate) use models::Key;
pub use models::{ModelLimits, Models};
pub use opened::{LinkStamp, OpenTreeError, Opened, PageTexts};
pub use stale::Stale;
pub use tree::{
    Address, Form, Made, PageChanges, PlainFile, Reply, Tree, TreeError, Unanswered, query_of, read_manifest,
    wanted,
};
