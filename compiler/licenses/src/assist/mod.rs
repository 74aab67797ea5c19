//! Prompts for a language model, and the checks of its answers (spec:version-1#assistant-objects,
//! spec:version-1#translation, spec:version-1#narration).
//!
//! Prompts are built from the vocabulary. Answers are untrusted: only what can be checked is kept. This module knows
//! no provider: its output is a [`Prompt`], its input a JSON value.

pub mod narration;
mod prompt;
pub mod translation;

pub use prompt::Prompt;
