use serde::{Deserialize, Serialize};

use crate::model::Position;

/// A statement that was read in a text (spec:version-1#assistant-objects).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TranslatedStatement {
    /// What it does.
    pub kind: Position,
    /// Compact name of the act; of an unknown one what the answer calls it.
    pub term: String,
    /// IRI of the act; empty for an unknown one.
    pub iri: String,
    /// Label of the act; of an unknown one what the answer calls it.
    pub label: String,
    /// Compact name of the permitted act that a duty hangs on; empty for the license as a whole.
    pub attached_to: String,
    /// Where the text says so, letter for letter.
    pub evidence: String,
    /// Every place where it does, that of `evidence` among them.
    pub evidence_all: Vec<String>,
    /// How sure the answer is, 0 to 1.
    pub confidence: f64,
    /// What it says about that; the words of a machine.
    pub note: String,
    /// Whether the vocabulary has the act.
    pub known_term: bool,
}

impl TranslatedStatement {
    /// The statement as a warning names it.
    pub(super) fn named(&self) -> String {
        let on = if self.attached_to.is_empty() { "" } else { " on " };
        format!("{} {}{on}{}", self.kind.word(), self.term, self.attached_to)
    }
}

/// What a text says and the vocabulary has no term for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unmodelled {
    /// Where it says so, letter for letter.
    pub clause_quote: String,
    /// What a term for it could be called.
    pub proposed_term: String,
    /// What is to be said about it.
    pub note: String,
}
