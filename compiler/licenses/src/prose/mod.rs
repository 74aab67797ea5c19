//! A license model as text: the plain reading of `format=text` and the coverage of a narration
//! (spec:version-1#assistant-objects, spec:version-1#narration).
//!
//! All text comes from the model and from labels and descriptions of the vocabulary, so equal models give equal
//! bytes. [`reading()`] writes the text, [`statements`] lists the statements, and [`Coverage`] compares them with
//! those of a text.

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
