use serde::Serialize;

use super::applied_rule::{AppliedRuleEntry, status};
use super::call::Call;
use super::questions::ConsistencyQuestion;
use super::row::{Access, Computing, Media, Parameter, Request, Route, Row, Tag, Words};
use muniment_licenses::model::{DefaultRule, Library};
use muniment_licenses::reason::{Consistency, Inconsistency, Labels};

pub(super) static CHECK_CONSISTENCY: Row = Row {
    weight: 3,
    computing: Computing::Always,
    parameters: &[Parameter::CheckedGraph],
    request: Some(Request {
        json: "ConsistencyRequest",
        other: None,
        description: "A license of the library, or a composer document.",
    }),
    errors: &["Unavailable"],
    ..Row::new(
        Route::post("/licenselibrary/consistencycheck", "checkConsistency", Access::MoreWithToken),
        Words::of(
            Tag::Reasoning,
            "What a license says against itself",
            "Of a license by identifier or address, or of a composer document. Counts as three requests.",
        ),
        Media::Document("Consistency"),
        |sent| {
            let graph = sent.graph("dependency_graph", Library::DEFAULT_GRAPH)?;
            Ok(Some(Call::Consistency(ConsistencyQuestion::parse(sent.body, graph, sent.names)?)))
        },
    )
};

/// What one license says against itself (spec:version-1#consistency-result). Every key is always there.
#[derive(Debug, Clone, Serialize)]
pub struct ConsistencyDocument<'v> {
    consistent: bool,
    conflicts: Vec<InconsistencyEntry<'v>>,
    defaults: Vec<AppliedRuleEntry<'v>>,
}

#[derive(Debug, Clone, Serialize)]
struct InconsistencyEntry<'v> {
    kind: &'static str,
    reason: String,
    action_1: &'v str,
    action_2: &'v str,
    label_1: String,
    label_2: String,
    statements: Vec<String>,
    chain: String,
    origin_1: &'v str,
    origin_2: &'v str,
    rule_1: &'v str,
    rule_2: &'v str,
    rule_status_1: &'static str,
    rule_status_2: &'static str,
}

/// The document of a consistency check.
#[must_use]
pub fn consistency<'v>(consistency: &'v Consistency<'v>, library: &Library) -> ConsistencyDocument<'v> {
    let labels = Labels::new(&library.vocabulary.current.content);
    ConsistencyDocument {
        consistent: consistency.is_consistent(),
        conflicts: consistency
            .conflicts(&labels)
            .into_iter()
            .map(|conflict| InconsistencyEntry::new(conflict, consistency))
            .collect(),
        defaults: consistency
            .defaults(&labels)
            .into_iter()
            .map(|applied| AppliedRuleEntry::new(applied, consistency.origin(Some(applied.rule)), &labels))
            .collect(),
    }
}

impl<'v> InconsistencyEntry<'v> {
    fn new(conflict: Inconsistency<'v>, consistency: &'v Consistency<'v>) -> Self {
        let rule = |supplied: Option<&'v DefaultRule>| supplied.map_or("", |rule| &rule.iri);
        let (first, second) = (conflict.supplied_1, conflict.supplied_2);
        Self {
            kind: if conflict.rule.is_derived() { "derived" } else { "direct" },
            reason: conflict.reason,
            action_1: conflict.action_1,
            action_2: conflict.action_2,
            label_1: conflict.label_1,
            label_2: conflict.label_2,
            statements: conflict.statements,
            chain: conflict.chain,
            origin_1: consistency.origin(first),
            origin_2: consistency.origin(second),
            rule_1: rule(first),
            rule_2: rule(second),
            rule_status_1: status(first),
            rule_status_2: status(second),
        }
    }
}
