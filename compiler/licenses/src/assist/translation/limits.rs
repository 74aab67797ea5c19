//! Limits for answers of language models.

/// Statements of one answer; about five times the acts of the vocabulary.
pub const STATEMENTS: usize = 500;
/// Clauses of one answer that the vocabulary has no term for.
pub const UNMODELLED: usize = 100;
/// Warnings of one answer, those of reading it among them.
pub const WARNINGS: usize = 100;
/// Warnings of a proposal.
pub const PROPOSAL_WARNINGS: usize = 300;
/// Notes of a review.
pub const NOTES: usize = 50;
/// Quotes kept for one statement.
pub const EVIDENCE: usize = 20;
/// Characters of a quote.
pub const QUOTE: usize = 2_000;
/// Characters of a note.
pub const NOTE: usize = 1_000;
/// Characters of a term as the answer names it.
pub const TERM: usize = 200;
/// Lines of a preview (spec:version-1#assistant-objects).
pub const LINES: usize = 200;
/// Minimum letters and digits of a quote.
pub(super) const SHORTEST_QUOTE: usize = 4;
/// Characters of untrusted text in a warning.
pub(super) const SHOWN: usize = 80;
/// Statements in a review prompt.
pub(super) const REVIEWED: usize = 200;
/// Characters of a quote in a review prompt.
pub(super) const REVIEWED_QUOTE: usize = 400;
