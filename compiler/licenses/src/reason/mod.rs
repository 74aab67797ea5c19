//! The reasoner for checks of compatibility and consistency under a dependency graph (spec:reasoning).
//!
//! [`Facts`] are the statements of one license, a [`Theory`] holds the closures of one graph. Both are computed once;
//! a [`Reasoner`] holds those of a library. A [`Bundle`] applies a theory to licenses, where default rules add
//! statements. [`compatibility`] compares all pairs by the rules D1 to D6 and V1 to V4, [`consistency()`] describes
//! the contradictions of one license, and [`Bundle::pair`] grades two. Each step reads only the results of the steps
//! before, so the result is unique.
//!
//! The results are not legal advice.

mod acts;
mod bundle;
mod closures;
mod consistency;
mod containment;
mod difference;
mod entry;
mod facts;
mod grade;
mod holdings;
mod labels;
mod matrix;
mod profile;
mod question;
mod reasoner;
mod request;
mod rules;
mod sentences;
mod statements;
mod theory;
mod together;
mod validation;
mod verdict;

pub use acts::Acts;
pub use bundle::{Bundle, Component, OverBudget, Unbounded, compatibility};
pub use consistency::{Consistency, Inconsistency, consistency};
pub use containment::{
    Agreement, Answer, AnswerMatrix, CLOSED_SOURCE, CLOSED_SOURCE_TITLE, ChangedAnswer, Consensus,
    Containment, Context, Demand, Disagreement, Duty, ExpertAnswer, ExpertTable, MAIN_CONTEXTS, Obligation,
    Purpose, Reason, Restriction, Rule, Shipping, Terms, TermsIndex, Trigger, Use, answer_of_all,
    is_closed_source, obligations,
};
pub use difference::{Changed, ChangedRule, Changes, GraphDifference, GraphSide, RuleField, compare_graphs};
pub use entry::{Predicate, RuleId};
pub use facts::Facts;
pub use grade::{Grade, Grading, Pair, RuleSet, Sources, Weight};
pub use holdings::DefaultKind;
pub use labels::Labels;
pub use matrix::{ChangedVerdict, Matrix};
pub use profile::{Profile, Profiles};
pub use question::{
    Alternatives, Candidate, ChoiceReason, Clash, Helping, Question, QuestionPart, Relief, Remedy,
    SettledLicense, SettledPart, Settlement, Work,
};
pub use reasoner::Reasoner;
pub use request::{InvalidLicenseIri, OutsideGraphSpaces, check_license_iri, graph_iri};
pub use sentences::{conflict_reason, default_reason, rule_sentence};
pub use statements::{Kind, Statements};
pub use theory::{Outcome, Theory};
pub use together::{ActTogether, Held, Leave};
pub use validation::{InvalidStatement, MAX_AXIOMS, Validated, contradictory_rules, validate};
pub use verdict::{AppliedRule, Conflict, Link, Statement, Verdict};
