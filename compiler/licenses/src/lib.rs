//! Models of licenses, and all logic that needs only these models.
//!
//! | Module | Holds |
//! |---|---|
//! | [`model`] | identifiers, site, license, dependency graph, vocabulary, change log, review, release |
//! | [`training`] | whether a model may be trained on a work |
//! | [`text`] | the normal form of license texts, and quotations of them |
//! | [`reason`] | reasoning: facts, closures, default rules, conflicts, grades |
//! | [`find`] | keyword lists, facets, suggestions, SPDX expressions, comparison |
//! | [`prose`] | a license as text, in the words of the vocabulary |
//! | [`compose`] | composer documents and Turtle from users, read with all faults reported, and written as models |
//! | [`audit`] | inventories of components, choices between licenses, findings |
//! | [`assist`] | prompts for a language model, and the checks of its answers |
//!
//! This crate uses no disk, no thread and no clock. It builds for `wasm32-unknown-unknown`.

pub mod assist;
pub mod audit;
pub mod compose;
pub mod find;
pub mod model;
pub mod prose;
pub mod reason;
pub mod text;
pub mod training;
