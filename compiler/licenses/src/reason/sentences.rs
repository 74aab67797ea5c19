//! Sentences of answers. spec:version-1#verdict fixes the bytes of their openings.

use std::borrow::Cow;

use crate::model::terms::odrl;
use crate::model::{DefaultRule, OwnTerms, Position, one_line};

use super::entry::RuleId;
use super::holdings::DefaultKind;
use super::labels::{Labels, capitalized};
use super::theory::Outcome;
use super::verdict::{AppliedRule, Conflict};

/// The text of D3, which a verdict prefixes with two words.
macro_rules! d3 {
    () => {
        "The action is prohibited, so the duties attached to it can never apply."
    };
}

/// The text of D4.
macro_rules! d4 {
    () => {
        "Share alike is required for the whole work while changing the license is permitted and no duty to \
         use a compliant license is attached, so the work could end up outside the license that keeps it."
    };
}

/// The reason of D3 in a consistency result.
pub(super) const D3: &str = d3!();
/// The reason of D4 in a consistency result.
pub(super) const D4: &str = d4!();

/// The `reason` of a conflict in a verdict, with full IRIs and only ASCII in fixed text.
#[must_use]
pub fn conflict_reason(conflict: &Conflict<'_>) -> Cow<'static, str> {
    let fixed = match conflict.rule {
        RuleId::D1 => "Direct permission-prohibition conflict.",
        RuleId::D2 => {
            "Direct duty-prohibition conflict. The act is both demanded and forbidden, so the duty cannot be \
             met."
        }
        RuleId::D3 => concat!("Direct conflict. ", d3!()),
        RuleId::D4 => concat!("Direct conflict. ", d4!()),
        RuleId::D5 => {
            "Direct conflict. Both licenses require the whole work, or every work derived from it, to stay \
             under themselves, and neither a later version nor a compatibility clause links them: one work \
             cannot obey both."
        }
        RuleId::D6 => {
            "Direct restriction. Both licenses require the whole work to stay under themselves, and the \
             first names the second as a license the work may move to: the combined work has to go under the \
             second."
        }
        RuleId::V1 | RuleId::V2 | RuleId::V3 => {
            return derived("Derived permission-prohibition conflict.", conflict).into();
        }
        RuleId::V4 => return derived("Derived conflict between two statements.", conflict).into(),
    };
    Cow::Borrowed(fixed)
}

fn derived(opening: &str, conflict: &Conflict<'_>) -> String {
    let ([.., first], [.., second]) = (conflict.statement_1, conflict.statement_2);
    let (relation, tail) = match conflict.link {
        Some(link) if link.is_stated => (link.relation, "is stated in the dependency graph"),
        Some(link) => (link.relation, "follows from statements of the dependency graph"),
        None => ("", "follows from statements of the dependency graph"),
    };
    format!("{opening} ({first},{relation},{second}) {tail}.")
}

/// The `reason` of an entry of `defaults`. It never calls a supplied statement one of the license.
#[must_use]
pub fn default_reason(applied: &AppliedRule<'_>, labels: &Labels<'_>) -> String {
    let rule = applied.rule;
    let place = labels.place(&rule.jurisdiction);
    let supplied = |what: &str| {
        let act = labels.label(&rule.action);
        format!(
            "The license does not mention \"{act}\"; {place}, this is then {what} unless the license says \
             otherwise."
        )
    };
    match applied.kind {
        DefaultKind::Supplied(Position::Prohibition) => supplied("not permitted"),
        DefaultKind::Supplied(position) => supplied(position.verdict()),
        DefaultKind::Finding => {
            let [_, predicate, act] = applied.statement;
            let stated = if predicate == odrl::PERMISSION { "permitted" } else { "prohibited" };
            let why = explanation(rule, labels);
            format!(
                "\"{}\" is {stated} by this license. {why} The record is reported and not overridden.",
                labels.label(act)
            )
        }
    }
}

/// A rule in one sentence; for an unwaivable one its explanation (spec:version-1#graph-objects `sentence`).
#[must_use]
pub fn rule_sentence(rule: &DefaultRule, labels: &Labels<'_>, terms: &OwnTerms) -> String {
    let what = match Outcome::read(&rule.outcome, terms) {
        Some(Outcome::NotGranted) => "not permitted",
        Some(Outcome::Granted) => "permitted",
        Some(Outcome::Required) => "required",
        Some(Outcome::NotWaivable) | None => return explanation(rule, labels),
    };
    let place = capitalized(&labels.place(&rule.jurisdiction));
    format!("{place}, \"{}\" is {what} where a license does not mention it.", labels.label(&rule.action))
}

/// The explanation of a rule as a sentence, or a generic one.
fn explanation(rule: &DefaultRule, labels: &Labels<'_>) -> String {
    let explanation = one_line(&rule.explanation);
    if explanation.is_empty() {
        let place = capitalized(&labels.place(&rule.jurisdiction));
        return format!("{place}, a term on this act that the law rejects is reported.");
    }
    if explanation.ends_with(['.', '!', '?']) { explanation } else { format!("{explanation}.") }
}
