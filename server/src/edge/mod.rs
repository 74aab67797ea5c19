//! The tree over HTTP, answered from its manifest and from nothing else.

mod answer;
mod matrices;
mod script;
mod tree;

pub use answer::{Reply, accept, page, redirect, wanted};
pub use tree::{Address, Coded, Form, Made, Tree, TreeError};
