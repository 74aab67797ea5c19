//! What licenses mean: the models of a library, and every question about them that needs nothing but the models.
//!
//! | Module | Holds |
//! |---|---|
//! | [`model`] | identifiers, site, license, dependency graph, vocabulary, change log, review, release |
//! | [`reason`] | what licenses state against each other: facts, closures, default rules, conflicts, grades |
//! | [`find`] | keyword lists, facets, suggestions, SPDX expressions, comparison |
//! | [`prose`] | a license in the words of the vocabulary |
//! | [`compose`] | composer documents and Turtle of strangers, read with every fault at once, and written as models |
//! | [`audit`] | lists of parts, choices between licenses, what is left weighed |
//! | [`assist`] | what a language model is asked, and which of its answers are accepted |
//!
//! Nothing in here reads a disk, starts a thread or asks for the time. It builds for `wasm32-unknown-unknown`.

pub mod assist;
pub mod audit;
pub mod compose;
pub mod find;
pub mod model;
pub mod prose;
pub mod reason;
