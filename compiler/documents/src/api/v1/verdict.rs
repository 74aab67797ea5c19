use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::applied_rule::{AppliedRuleOfLicense, Origin, SupplyingRule};
use super::call::Call;
use super::questions::{CompatibilityQuestion, compatibility_request};
use super::row::{Access, COMPATIBILITY, Computing, Media, Request, Route, Row, Tag, Words};
use crate::api::openapi::parameter::Parameter;
use crate::api::openapi::schema::{Iri, by_hand, named, of};
use crate::api::openapi::shapes::{any_of, described, iri, keyed_by};
use muniment_licenses::model::terms::odrl;
use muniment_licenses::model::{DefaultRule, GraphId, Library};
use muniment_licenses::reason::{Conflict, Labels, Statement, Verdict, conflict_reason};

static COMPATIBLE: Parameter = Parameter::header(
    "X-SVC-Compat",
    "With `2`, a check that came to no conclusion is answered with the empty verdict and not with an empty text. Any \
     other value asks for nothing.",
);

pub(super) static CHECK_COMPATIBILITY: Row = Row {
    is_frozen: true,
    bucket: Some(&COMPATIBILITY),
    weight: 5,
    computing: Computing::InPart,
    parameters: &[&COMPATIBLE],
    request: Some(Request {
        json: compatibility_request,
        example: Some(|| json!({"licenses": ["{license_base}CC-BY-4.0", "{license_base}CC-BY-SA-4.0"]})),
        other: None,
        description: "The licenses, by their full addresses.",
    }),
    errors: &["Forbidden", "NotFound", "BadUpstream", "TooLate", "Unavailable"],
    ..Row::new(
        Route::post("/compatibilitycheck/", "checkCompatibility", Access::MoreWithToken),
        Words::of(
            Tag::Reasoning,
            "What licenses say against each other",
            "Every pair of statements that cannot both be followed, with the reason. Some forbid combining the works, \
             others restrict the combined work; nothing found means nothing stands against it. The slash at the end of \
             the path belongs to it. An address of no license adds no statements.",
        ),
        Media::Document(answer),
        |sent| Ok(Some(Call::Compatibility(CompatibilityQuestion::parse(sent.body, sent.names)?))),
    )
};

/// A compatibility verdict about a set of licenses (spec:version-1#verdict).
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Verdict")]
pub struct VerdictDocument<'v> {
    conflicting_statements: ConflictingStatements<'v>,
    /// The graph, where it is not the default one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("examples" = ["{graph_base}dg_eu"]))]
    dependency_graph: Option<Iri<&'v str>>,
    /// What default rules supplied; only where one did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("minItems" = 1))]
    defaults: Vec<AppliedRuleOfLicense<'v>>,
}

// They are written as they are read, so a long verdict needs no more memory than its text.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct ConflictingStatements<'v> {
    /// What statements say against each other, numbered from 0.
    #[serde(serialize_with = "direct")]
    #[schemars(schema_with = "conflicts", extend("examples" = [{"0": example()}]))]
    direct: &'v Verdict<'v>,
    /// What follows by the dependency graph, numbered from 0.
    #[serde(serialize_with = "derived")]
    #[schemars(schema_with = "conflicts")]
    derived: &'v Verdict<'v>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ConflictEntry<'v> {
    #[schemars(schema_with = "statement")]
    statement_1: Statement<'v>,
    #[schemars(schema_with = "statement")]
    statement_2: Statement<'v>,
    /// Begins with the sort of conflict, such as `Direct permission-prohibition conflict.`
    reason: Cow<'static, str>,
    // Where the statements come from: in every entry where a default rule fired for any license, else in
    // none.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin_1: Option<Origin<&'v str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin_2: Option<Origin<&'v str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_1: Option<SupplyingRule<&'v str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_2: Option<SupplyingRule<&'v str>>,
}

/// The document of a verdict. The graph is named where it is not the default one of the library, and what
/// default rules did where one fired.
#[must_use]
pub fn verdict<'v>(verdict: &'v Verdict<'v>, library: &Library) -> VerdictDocument<'v> {
    let labels = Labels::new(&library.vocabulary.current.content);
    let is_default = Library::DEFAULT_GRAPH
        .parse::<GraphId>()
        .is_ok_and(|id| library.site.graph_iri(&id) == verdict.graph());
    VerdictDocument {
        conflicting_statements: ConflictingStatements { direct: verdict, derived: verdict },
        dependency_graph: (!is_default).then(|| Iri(verdict.graph())),
        defaults: verdict
            .defaults()
            .map(|applied| AppliedRuleOfLicense::new(applied, verdict.origin(Some(applied.rule)), &labels))
            .collect(),
    }
}

/// An object whose keys count from 0.
fn conflicts(generator: &mut SchemaGenerator) -> Schema {
    by_hand(keyed_by("^(0|[1-9][0-9]*)$", of::<ConflictEntry<'_>>(generator)))
}

fn answer(generator: &mut SchemaGenerator) -> Schema {
    let verdict = of::<VerdictDocument<'_>>(generator);
    let nothing = described(
        json!({"const": ""}),
        "The reasoner came to no conclusion, and `X-SVC-Compat` was not sent.",
    );
    named(generator, "CompatibilityAnswer", |_| any_of(&[verdict, nothing]))
}

/// License, predicate and object.
pub(super) fn statement(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "Statement", |_| {
        json!({
            "type": "array",
            "description": "IRIs of license, predicate and object.",
            "prefixItems": [iri(), iri(), iri()],
            "items": false,
            "minItems": 3,
            "examples": [example_of(odrl::PERMISSION)],
        })
    })
}

fn example() -> Value {
    json!({
        "statement_1": example_of(odrl::PERMISSION),
        "statement_2": example_of(odrl::PROHIBITION),
        "reason": "Direct permission-prohibition conflict.",
    })
}

fn example_of(predicate: &str) -> Value {
    json!(["{license_base}CC-BY-4.0", predicate, odrl::DISTRIBUTE])
}

fn direct<S: Serializer>(verdict: &&Verdict<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    entries(verdict, verdict.direct(), serializer)
}

fn derived<S: Serializer>(verdict: &&Verdict<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    entries(verdict, verdict.derived(), serializer)
}

/// An object whose keys count from 0, in order.
fn entries<'v, S: Serializer>(
    verdict: &'v Verdict<'_>,
    conflicts: impl Iterator<Item = Conflict<'v>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(
        (0_usize..)
            .zip(conflicts)
            .map(|(number, conflict)| (number.to_string(), ConflictEntry::new(verdict, &conflict))),
    )
}

impl<'v> ConflictEntry<'v> {
    fn new(verdict: &'v Verdict<'_>, conflict: &Conflict<'v>) -> Self {
        let has_origins = verdict.has_defaults();
        let origin = |supplied| has_origins.then(|| Origin(verdict.origin(supplied)));
        let rule = |supplied: Option<&'v DefaultRule>| has_origins.then(|| SupplyingRule::of(supplied));
        Self {
            statement_1: conflict.statement_1,
            statement_2: conflict.statement_2,
            reason: conflict_reason(conflict),
            origin_1: origin(conflict.supplied_1),
            origin_2: origin(conflict.supplied_2),
            rule_1: rule(conflict.supplied_1),
            rule_2: rule(conflict.supplied_2),
        }
    }
}

/// The conflicts of a verdict of which one license is a side, direct ones first (spec:version-1#answer-objects).
#[derive(Debug)]
pub(super) struct TargetConflicts<'v> {
    verdict: &'v Verdict<'v>,
    target: &'v str,
}

impl<'v> TargetConflicts<'v> {
    /// Those of the license with an IRI.
    #[must_use]
    pub(super) fn new(verdict: &'v Verdict<'v>, target: &'v str) -> Self {
        Self { verdict, target }
    }
}

impl Serialize for TargetConflicts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let conflicts = self.verdict.direct().chain(self.verdict.derived());
        let is_side = |conflict: &Conflict<'_>| {
            [conflict.statement_1, conflict.statement_2].iter().any(|[license, ..]| *license == self.target)
        };
        serializer.collect_seq(
            conflicts.filter(is_side).map(|conflict| ConflictEntry::new(self.verdict, &conflict)),
        )
    }
}
