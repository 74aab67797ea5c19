//! What licenses mean: models, reasoning, search, prose, composing, and what a language model is asked.

mod assist;
mod compose;
#[path = "../counts.rs"]
mod counts;
mod find;
mod prose;
mod reason;
