//! The translation assistant: from the text of a license to a proposed model (spec:version-1#assistant-objects,
//! spec:version-1#translation).
//!
//! A long text is [`split`] into parts. A [`Translator`] makes a prompt for each ([`Translator::part_prompt`]) and
//! reads the answer ([`Translator::read_part`]). The [`PartReading`]s are merged into one [`Proposal`]
//! ([`Translator::merge`]). A last prompt reviews it ([`Translator::review_prompt`]), and a [`Comparison`] compares
//! it with the library. The server manages jobs, quotas, time and the provider.
//!
//! Text and answer are untrusted. Every statement has a quote, and a statement whose quote does not occur in the text
//! is dropped.

mod answer;
mod comparison;
mod contradiction;
mod license;
pub mod limits;
mod metadata;
mod part_reading;
mod partial;
mod prompt;
mod proposal;
mod quotation;
mod review;
mod rules;
mod schema;
mod selection;
mod split;
mod statement;
mod terms;
mod unreadable;
mod warnings;

pub use comparison::{ComparedStatement, Comparison, Match};
pub use contradiction::Contradiction;
pub use part_reading::PartReading;
pub use partial::{Partial, PartialLine};
pub use proposal::{Parts, Proposal};
pub use split::{Part, split};
pub use statement::{TranslatedStatement, Unmodelled};
pub use unreadable::Unreadable;

use self::terms::Terms;
use crate::compose::Composer;
use crate::model::Library;

/// Makes prompts from the vocabulary of a library and reads the answers.
///
/// Immutable; equal answers give equal results.
#[derive(Debug)]
pub struct Translator<'l> {
    composer: Composer<'l>,
    terms: Terms<'l>,
    /// The system message of part prompts: rules and vocabulary.
    instructions: String,
    version: String,
}

impl<'l> Translator<'l> {
    /// A translator for a library.
    #[must_use]
    pub fn new(library: &'l Library) -> Self {
        let terms = Terms::new(library);
        let instructions = prompt::instructions(&terms);
        let version = prompt::version(&instructions, library);
        Self { composer: Composer::new(library), terms, instructions, version }
    }

    /// The version of the prompts (`prompt_version`); it changes with their text, the schemas and the vocabulary.
    #[must_use]
    pub fn prompt_version(&self) -> &str {
        &self.version
    }
}
