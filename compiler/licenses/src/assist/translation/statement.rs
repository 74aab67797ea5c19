use serde::{Deserialize, Serialize};

use crate::model::Position;

/// A statement read from a text (spec:version-1#assistant-objects).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TranslatedStatement {
    /// Position.
    pub kind: Position,
    /// Compact name of the act; for an unknown act the name in the answer.
    pub term: String,
    /// IRI of the act; empty for an unknown one.
    pub iri: String,
    /// Label of the act; for an unknown act the name in the answer.
    pub label: String,
    /// Compact name of the act of the permission of a duty; empty if license-wide.
    pub attached_to: String,
    /// Verbatim quote.
    pub evidence: String,
    /// All quotes, including `evidence`.
    pub evidence_all: Vec<String>,
    /// Confidence of the answer, 0 to 1.
    pub confidence: f64,
    /// Comment of the language model.
    pub note: String,
    /// Whether the act is in the vocabulary.
    pub known_term: bool,
}

impl TranslatedStatement {
    /// The statement for warnings.
    pub(super) fn named(&self) -> String {
        let on = if self.attached_to.is_empty() { "" } else { " on " };
        format!("{} {}{on}{}", self.kind.word(), self.term, self.attached_to)
    }
}

/// A clause without a term in the vocabulary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unmodelled {
    /// Where it says so, letter for letter.
    pub clause_quote: String,
    /// Proposed name of a term.
    pub proposed_term: String,
    /// Comment.
    pub note: String,
}
