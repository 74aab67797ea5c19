//! The tree over HTTP: headers from its manifest, bodies from its files.

mod answer;
mod body;
mod form;
mod matrices;
mod open;

pub use answer::{PlainFile, Reply, Unanswered, wanted};
pub use body::PageChanges;
pub use form::{Address, Form, Made, query_of};
pub use open::{Tree, TreeError, read_manifest};
