//! A license model in words: the plain reading of `format=text` and what a narration covers
//! (spec:version-1#assistant-objects, spec:version-1#narration).
//!
//! Everything said comes from the model and from the labels and descriptions of the vocabulary, so equal
//! models give equal bytes. [`reading()`] says what a model states, [`statements`] lists it, and
//! [`Coverage`] compares a list with what a text has said.

mod coverage;
mod further;
mod layout;
mod lexicon;
mod obligations;
mod reading;
mod rules;
mod source;
mod statement;

pub use coverage::Coverage;
pub use layout::WIDTH;
pub use lexicon::Lexicon;
pub use obligations::obligations;
pub use reading::{Block, Reading, Section, plain_text, reading};
pub use source::Source;
pub use statement::{Statement, StatementKind, statements};
