//! How much of an answer is read: more than any license needs, so that an answer without measure stays small.

/// Statements of one answer; what a vocabulary has acts for is a fifth of it.
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
/// Letters and digits that a quote has at least: a full stop stands in every text.
pub(super) const SHORTEST_QUOTE: usize = 4;
/// Characters of a stranger's words that a warning shows.
pub(super) const SHOWN: usize = 80;
/// Statements that a review is shown.
pub(super) const REVIEWED: usize = 200;
/// Characters of a quote that a review is shown.
pub(super) const REVIEWED_QUOTE: usize = 400;
