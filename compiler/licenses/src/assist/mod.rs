//! What a language model is asked for the library, and what is believed of its answer
//! (spec:version-1#assistant-objects, spec:version-1#translation, spec:version-1#narration).
//!
//! Prompts are built from the vocabulary, so they never go stale; an answer is data of a stranger, of which only that
//! is kept which can be checked. Nothing here knows a provider: a [`Prompt`] goes out, a JSON value comes back.

pub mod narration;
mod prompt;
pub mod translation;

pub use prompt::Prompt;
