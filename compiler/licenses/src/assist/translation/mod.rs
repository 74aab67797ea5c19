//! The translation assistant: the text of a license becomes a proposed model (spec:version-1#assistant-objects,
//! spec:version-1#translation).
//!
//! A long text is [`split`] into parts. A [`Translator`] asks about each ([`Translator::part_prompt`]) and reads what
//! comes back ([`Translator::read_part`]); the [`PartReading`]s are merged into one [`Proposal`]
//! ([`Translator::merge`]), which a last question reviews ([`Translator::review_prompt`]) and a [`Comparison`] holds
//! against the library. Jobs, quotas, time and the provider are the server's.
//!
//! The text of a license is written by a stranger, and the answer about it by a machine that may have believed the
//! stranger. So every statement carries its quote, and a quote that the text does not hold takes the statement with
//! it.

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

/// Asks for translations in the words of one library, and reads the answers by them.
///
/// Made once for a library; nothing in it changes, and equal answers are read equally.
#[derive(Debug)]
pub struct Translator<'l> {
    composer: Composer<'l>,
    terms: Terms<'l>,
    /// What every question about a part begins with: the rules and the vocabulary.
    instructions: String,
    version: String,
}

impl<'l> Translator<'l> {
    /// The assistant of a library.
    #[must_use]
    pub fn new(library: &'l Library) -> Self {
        let terms = Terms::new(library);
        let instructions = prompt::instructions(&terms);
        let version = prompt::version(&instructions, library);
        Self { composer: Composer::new(library), terms, instructions, version }
    }

    /// What the prompts are called (`prompt_version`): changes with their words, with the schemas of the answers, and
    /// with the content of the vocabulary.
    #[must_use]
    pub fn prompt_version(&self) -> &str {
        &self.version
    }
}
