//! What licenses say against each other and against themselves, under a dependency graph: the engine behind
//! the checks of compatibility and consistency (spec:reasoning).
//!
//! [`Facts`] are what one license says, a [`Theory`] is what one graph makes of the acts; both are computed
//! once and shared, most easily by a [`Reasoner`]. A [`Bundle`] applies the theory to some licenses: default
//! rules supply statements where a license is silent. [`compatibility`] then holds each license against each
//! other and against itself by the rules D1 to D6 and V1 to V4, [`consistency()`] puts the answer about one
//! license in words, and [`Bundle::pair`] grades it. There is one set of conclusions and no search for it:
//! each step reads only what the steps before it have found.
//!
//! Nothing that is computed here is legal advice.

mod acts;
mod bundle;
mod closures;
mod consistency;
mod difference;
mod entry;
mod facts;
mod grade;
mod holdings;
mod labels;
mod matrix;

mod profile;
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
pub use difference::{Changed, ChangedRule, Changes, GraphDifference, GraphSide, RuleField, compare_graphs};
pub use entry::{Predicate, RuleId};
pub use facts::Facts;
pub use grade::{Grade, Grading, Pair, RuleSet, Sources, Weight};
pub use holdings::DefaultKind;
pub use labels::Labels;
pub use matrix::{ChangedVerdict, Matrix};
pub use profile::{Profile, Profiles, VersionKey};
pub use reasoner::Reasoner;
pub use request::{InvalidLicenseIri, OutsideGraphSpaces, check_license_iri, graph_iri};
pub use sentences::{conflict_reason, default_reason, rule_sentence};
pub use statements::{Kind, Statements};
pub use theory::{Outcome, Theory};
pub use together::{ActTogether, Candidate, Held, Leave, candidates};
pub use validation::{InvalidStatement, MAX_AXIOMS, Validated, contradictory_rules, validate};
pub use verdict::{AppliedRule, Conflict, Link, Statement, Verdict};
