//! The tree over HTTP, answered from its manifest and from nothing else.

mod answer;
mod matrices;
mod open;
mod script;

pub use answer::{Reply, wanted};
pub use open::{Address, Coded, Form, Made, Tree, TreeError, read_manifest};
