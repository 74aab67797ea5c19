use std::borrow::Cow;

use serde::{Serialize, Serializer};

use super::applied_rule::AppliedRuleEntry;
use super::call::Call;
use super::questions::CompatibilityQuestion;
use super::row::{Access, COMPATIBILITY, Computing, Media, Parameter, Request, Route, Row, Tag, Words};
use muniment_licenses::model::{DefaultRule, GraphId, Library};
use muniment_licenses::reason::{Conflict, Labels, Statement, Verdict, conflict_reason};

pub(super) static CHECK_COMPATIBILITY: Row = Row {
    is_frozen: true,
    bucket: Some(&COMPATIBILITY),
    weight: 5,
    computing: Computing::InPart,
    parameters: &[Parameter::Compatible],
    request: Some(Request {
        json: "CompatibilityRequest",
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
        Media::Document("CompatibilityAnswer"),
        |sent| Ok(Some(Call::Compatibility(CompatibilityQuestion::parse(sent.body, sent.names.site())?))),
    )
};

/// A compatibility verdict: the answer of operation 6 (spec:version-1#verdict).
///
/// Its conflicts are written as they are read, so a long one needs no more memory than its text.
#[derive(Debug, Serialize)]
pub struct VerdictDocument<'v> {
    conflicting_statements: ConflictingStatements<'v>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dependency_graph: Option<&'v str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    defaults: Vec<AppliedRuleEntry<'v>>,
}

#[derive(Debug, Serialize)]
struct ConflictingStatements<'v> {
    #[serde(serialize_with = "direct")]
    direct: &'v Verdict<'v>,
    #[serde(serialize_with = "derived")]
    derived: &'v Verdict<'v>,
}

#[derive(Debug, Serialize)]
struct ConflictEntry<'v> {
    statement_1: Statement<'v>,
    statement_2: Statement<'v>,
    reason: Cow<'static, str>,
    // Where the statements come from: in every entry where a default rule fired for any license, else in
    // none.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin_1: Option<&'v str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin_2: Option<&'v str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_1: Option<&'v str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_2: Option<&'v str>,
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
        dependency_graph: (!is_default).then(|| verdict.graph()),
        defaults: verdict
            .defaults()
            .map(|applied| {
                let origin = verdict.origin(Some(applied.rule));
                AppliedRuleEntry::new(applied, origin, &labels).naming_the_license(applied)
            })
            .collect(),
    }
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
        let origin = |supplied| has_origins.then(|| verdict.origin(supplied));
        let rule = |supplied: Option<&'v DefaultRule>| {
            has_origins.then(|| supplied.map_or("", |rule| rule.iri.as_str()))
        };
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
