use schemars::JsonSchema;
use serde::Serialize;

use super::default_rules::outcomes;
use super::verdict::statement;
use crate::api::openapi::schema::{Iri, PerhapsDate, PerhapsIri, terms};
use muniment_licenses::model::{DefaultRule, one_line};
use muniment_licenses::reason::{AppliedRule, Labels, Statement, default_reason};

/// The effect of a default rule on one of several licenses (spec:version-1#verdict, `defaults`).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "AppliedRuleOfLicense")]
pub(super) struct AppliedRuleOfLicense<'v> {
    license: Iri<&'v str>,
    #[schemars(schema_with = "statement")]
    statement: Statement<'v>,
    #[serde(flatten)]
    applied: AppliedRuleEntry<'v>,
}

impl<'v> AppliedRuleOfLicense<'v> {
    pub(super) fn new(applied: AppliedRule<'v>, origin: &'v str, labels: &Labels<'_>) -> Self {
        let (license, statement) = (Iri(applied.license), applied.statement);
        Self { license, statement, applied: AppliedRuleEntry::new(applied, origin, labels) }
    }
}

/// The effect of a default rule on a license (spec:version-1#consistency-result).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "AppliedRule")]
pub(super) struct AppliedRuleEntry<'v> {
    /// The kind of statement that the rule supplied; `finding` if the license states what cannot be waived.
    #[schemars(extend("enum" = ["permission", "prohibition", "duty", "finding"]))]
    kind: &'static str,
    action: Iri<&'v str>,
    action_label: String,
    #[schemars(extend("const" = terms().from_default_rule))]
    origin: &'v str,
    rule: Iri<&'v str>,
    #[schemars(extend("enum" = outcomes()))]
    outcome: &'v str,
    outcome_label: String,
    jurisdiction: Iri<&'v str>,
    jurisdiction_label: String,
    /// Statutes and sources.
    basis: String,
    reason: String,
    label: String,
    #[schemars(extend("enum" = ["adopted", "proposed"]))]
    rule_status: &'static str,
    /// Empty where the rule has none.
    explanation: String,
    /// Who adopted it; empty for a proposal.
    contributor: &'v str,
    /// Empty for a proposal.
    date_accepted: PerhapsDate,
}

impl<'v> AppliedRuleEntry<'v> {
    /// `origin` is the IRI of the origin of supplied statements, which a finding names too.
    pub(super) fn new(applied: AppliedRule<'v>, origin: &'v str, labels: &Labels<'_>) -> Self {
        let rule = applied.rule;
        Self {
            kind: applied.kind.word(),
            action: Iri(&rule.action),
            action_label: labels.label(&rule.action),
            origin,
            rule: Iri(&rule.iri),
            outcome: &rule.outcome,
            outcome_label: labels.label(&rule.outcome),
            jurisdiction: Iri(&rule.jurisdiction),
            jurisdiction_label: labels.label(&rule.jurisdiction),
            basis: one_line(&rule.basis),
            reason: default_reason(&applied, labels),
            label: one_line(&rule.label),
            rule_status: status(Some(rule)).0,
            explanation: one_line(&rule.explanation),
            contributor: if rule.adopted { &rule.contributor } else { "" },
            date_accepted: rule.date_accepted.filter(|_| rule.adopted).into(),
        }
    }
}

/// Whether the license makes the statement or a default rule supplied it.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[schemars(inline, extend("enum" = [terms().from_text, terms().from_default_rule]))]
pub(super) struct Origin<T>(pub(super) T);

/// The rule that supplied it; empty for a statement of the text.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct SupplyingRule<T>(pub(super) PerhapsIri<T>);

/// Status of the rule; empty for a statement of the text.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[schemars(inline, extend("enum" = ["adopted", "proposed", ""]))]
pub(super) struct RuleStatus(&'static str);

/// The status of the rule that supplied a statement.
pub(super) fn status(rule: Option<&DefaultRule>) -> RuleStatus {
    RuleStatus(match rule {
        None => "",
        Some(rule) if rule.adopted => "adopted",
        Some(_) => "proposed",
    })
}

impl<'v> SupplyingRule<&'v str> {
    pub(super) fn of(rule: Option<&'v DefaultRule>) -> Self {
        Self(PerhapsIri(rule.map_or("", |rule| &rule.iri)))
    }
}
