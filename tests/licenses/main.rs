//! What licenses mean: models, reasoning, search, prose, composing, audits, choosing, and what a language
//! model is asked.

mod assist;
mod audit;
mod choose;
mod compose;
#[path = "../counts.rs"]
mod counts;
mod find;
#[path = "../first_release.rs"]
mod first_release;
mod prose;
mod reason;
