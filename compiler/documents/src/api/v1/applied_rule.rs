use serde::Serialize;

use muniment_licenses::model::{DefaultRule, one_line};
use muniment_licenses::reason::{AppliedRule, Labels, Statement, default_reason};

/// What a default rule did to a license: an entry of `defaults` (spec:version-1#consistency-result).
#[derive(Debug, Clone, Serialize)]
pub(super) struct AppliedRuleEntry<'v> {
    /// In a verdict alone, which speaks of several licenses.
    #[serde(skip_serializing_if = "Option::is_none")]
    license: Option<&'v str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statement: Option<Statement<'v>>,
    kind: &'static str,
    action: &'v str,
    action_label: String,
    origin: &'v str,
    rule: &'v str,
    outcome: &'v str,
    outcome_label: String,
    jurisdiction: &'v str,
    jurisdiction_label: String,
    basis: String,
    reason: String,
    label: String,
    rule_status: &'static str,
    explanation: String,
    contributor: &'v str,
    date_accepted: String,
}

impl<'v> AppliedRuleEntry<'v> {
    /// `origin` is the IRI of the origin of supplied statements, which a finding names too.
    pub(super) fn new(applied: AppliedRule<'v>, origin: &'v str, labels: &Labels<'_>) -> Self {
        let rule = applied.rule;
        Self {
            license: None,
            statement: None,
            kind: applied.kind.word(),
            action: &rule.action,
            action_label: labels.label(&rule.action),
            origin,
            rule: &rule.iri,
            outcome: &rule.outcome,
            outcome_label: labels.label(&rule.outcome),
            jurisdiction: &rule.jurisdiction,
            jurisdiction_label: labels.label(&rule.jurisdiction),
            basis: one_line(&rule.basis),
            reason: default_reason(&applied, labels),
            label: one_line(&rule.label),
            rule_status: status(Some(rule)),
            explanation: one_line(&rule.explanation),
            contributor: if rule.adopted { &rule.contributor } else { "" },
            date_accepted: rule
                .date_accepted
                .filter(|_| rule.adopted)
                .map(|day| day.to_string())
                .unwrap_or_default(),
        }
    }

    /// The same with the license it was done to, and the statement.
    pub(super) fn naming_the_license(self, applied: AppliedRule<'v>) -> Self {
        Self { license: Some(applied.license), statement: Some(applied.statement), ..self }
    }
}

/// The status of the rule that supplied a statement; empty for a statement of the text.
pub(super) fn status(rule: Option<&DefaultRule>) -> &'static str {
    match rule {
        None => "",
        Some(rule) if rule.adopted => "adopted",
        Some(_) => "proposed",
    }
}
