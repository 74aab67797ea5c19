use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::applied_rule::{AppliedRuleEntry, Origin, RuleStatus, SupplyingRule, status};
use super::call::Call;
use super::parameters::graph_parameter;
use super::questions::{ConsistencyQuestion, consistency_request};
use super::row::{Access, Computing, Media, Request, Route, Row, Tag, Words};
use crate::api::openapi::parameter::{Parameter, text_or};
use crate::api::openapi::schema::{Iri, PerhapsIri};
use muniment_licenses::model::Library;
use muniment_licenses::reason::{Consistency, Inconsistency, Labels};

static CHECKED_GRAPH: Parameter = graph_parameter("dependency_graph", || text_or(Library::DEFAULT_GRAPH));

pub(super) static CHECK_CONSISTENCY: Row = Row {
    weight: 3,
    computing: Computing::Always,
    parameters: &[&CHECKED_GRAPH],
    request: Some(Request {
        json: consistency_request,
        example: Some(|| json!({"license": "CC-BY-4.0"})),
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
        Media::json::<ConsistencyDocument<'_>>(),
        |sent| {
            let graph = sent.graph("dependency_graph", Library::DEFAULT_GRAPH)?;
            Ok(Some(Call::Consistency(ConsistencyQuestion::parse(sent.body, graph, sent.names)?)))
        },
    )
};

/// Conflicts within one license (spec:version-1#consistency-result). Every key is always present.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Consistency")]
pub struct ConsistencyDocument<'v> {
    /// Whether there is no conflict.
    consistent: bool,
    conflicts: Vec<InconsistencyEntry<'v>>,
    /// What default rules supplied.
    defaults: Vec<AppliedRuleEntry<'v>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Inconsistency")]
struct InconsistencyEntry<'v> {
    #[schemars(extend("enum" = ["direct", "derived"]))]
    kind: &'static str,
    reason: String,
    action_1: Iri<&'v str>,
    /// Empty where a prohibition stands against its own duties.
    action_2: PerhapsIri<&'v str>,
    label_1: String,
    label_2: String,
    /// The two statements: each is the word for the rule and the label of its act.
    statements: Vec<String>,
    /// How the graph leads from one act to the other; empty for a direct conflict.
    chain: String,
    origin_1: Origin<&'v str>,
    origin_2: Origin<&'v str>,
    rule_1: SupplyingRule<&'v str>,
    rule_2: SupplyingRule<&'v str>,
    rule_status_1: RuleStatus,
    rule_status_2: RuleStatus,
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
        let (first, second) = (conflict.supplied_1, conflict.supplied_2);
        Self {
            kind: if conflict.rule.is_derived() { "derived" } else { "direct" },
            reason: conflict.reason,
            action_1: Iri(conflict.action_1),
            action_2: PerhapsIri(conflict.action_2),
            label_1: conflict.label_1,
            label_2: conflict.label_2,
            statements: conflict.statements,
            chain: conflict.chain,
            origin_1: Origin(consistency.origin(first)),
            origin_2: Origin(consistency.origin(second)),
            rule_1: SupplyingRule::of(first),
            rule_2: SupplyingRule::of(second),
            rule_status_1: status(first),
            rule_status_2: status(second),
        }
    }
}
