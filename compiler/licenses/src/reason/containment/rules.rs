use crate::model::ShareAlikeScope;

use super::terms::{Duty, Terms};
use super::{Answer, Containment, Context, Reason, Rule, Shipping, Use};

/// Whether a part under one license may go into a work under another.
#[must_use]
pub fn contain<'t>(part: &'t Terms, work: &'t Terms, context: Context) -> Containment<'t> {
    let reasons = reasons(part, work, context);
    let mut conditions: Vec<&Duty> = part.conditions(context).collect();
    let answer = if reasons.iter().any(|reason| reason.rule.refuses()) {
        conditions.clear();
        Answer::No
    } else if reasons.iter().any(|reason| matches!(reason.rule, Rule::Later | Rule::Named)) {
        Answer::Via
    } else if conditions.is_empty() {
        Answer::Yes
    } else {
        Answer::If
    };
    Containment { answer, reasons, conditions }
}

fn reasons<'t>(part: &'t Terms, work: &'t Terms, context: Context) -> Vec<Reason<'t>> {
    let barred = barred(part, context);
    if !barred.is_empty() {
        return vec![Reason { rule: Rule::Barred, of_part: barred, of_work: Vec::new() }];
    }
    let (part_gives, work_gives) = (gives(part, context), gives(work, context));
    if context.usage == Use::Aggregated || !part_gives && !work_gives {
        return Vec::new();
    }
    if let Some(rule) = way(part, work, context) {
        return vec![Reason { rule, of_part: Vec::new(), of_work: Vec::new() }];
    }
    let mut reasons = Vec::new();
    let mut add = |rule, of_part: Vec<&'t str>, of_work| reasons.push(Reason { rule, of_part, of_work });
    if work_gives {
        let withheld: Vec<&str> = part.withholds.intersection(&work.grants).map(String::as_str).collect();
        if !withheld.is_empty() {
            add(Rule::Withheld, withheld.clone(), withheld);
        }
    }
    let keeps = part_gives && reaches(part.scope, context);
    if keeps {
        add(Rule::Kept, part.keeping(), Vec::new());
    }
    if work_gives && reaches(work.scope, context) {
        let conditions = unaccepted(part, work, context);
        if work.forbids_further_restrictions && !conditions.is_empty() {
            add(Rule::Claimed, conditions, work.keeping());
        }
        if part.scope != ShareAlikeScope::None && !keeps {
            add(Rule::Locked, part.keeping(), work.keeping());
        }
    }
    reasons
}

/// Whether the context gives the work to others in the sense of a license.
fn gives(license: &Terms, context: Context) -> bool {
    context.gives_copies() || license.network && context.shipping == Shipping::Service
}

/// Whether share-alike reaches from a part to the work, or from the work to its parts.
fn reaches(scope: ShareAlikeScope, context: Context) -> bool {
    match context.usage {
        Use::Merged => scope != ShareAlikeScope::None,
        Use::Combined => scope == ShareAlikeScope::Work,
        Use::Aggregated => false,
    }
}

/// The prohibitions of the part's license that bar what the context does with the part.
fn barred(part: &Terms, context: Context) -> Vec<&str> {
    let copies = context.gives_copies().then_some(&part.bars_copies);
    let changes = context.changes().then_some(match context.shipping {
        Shipping::Internal => &part.bars_changes,
        Shipping::Service | Shipping::Binary | Shipping::Source => &part.bars_shared_changes,
    });
    copies.into_iter().chain(changes).flatten().map(String::as_str).collect()
}

/// The rule by which the license of the part leads to the license of the work.
fn way(part: &Terms, work: &Terms, context: Context) -> Option<Rule> {
    // An exception that the license of the work grants has to come with the part.
    let takes_exception = work.exception.is_none() || part.exception == work.exception;
    let versions = part.profile.as_ref().zip(work.profile.as_ref()).filter(|_| takes_exception);
    if part.iri == work.iri || versions.is_some_and(|(own, other)| own.is_same_text(other)) {
        Some(Rule::Same)
    } else if versions.is_some_and(|(own, other)| own.allows_later(other)) {
        Some(Rule::Later)
    } else if work.is_among(&part.names) {
        Some(Rule::Named)
    } else if context.usage == Use::Combined && work.is_among(&part.beside) {
        Some(Rule::Beside)
    } else {
        None
    }
}

/// The conditions of a part that the license of the work neither makes nor accepts. One of several alternatives is
/// enough.
fn unaccepted<'t>(part: &'t Terms, work: &Terms, context: Context) -> Vec<&'t str> {
    let makes = |duty: &Duty| work.makes.contains(&duty.act);
    let conditions: Vec<&Duty> = part.conditions(context).filter(|duty| !duty.keeps).collect();
    let has_made_alternative = |duty: &Duty| {
        duty.group.is_some() && conditions.iter().any(|other| other.group == duty.group && makes(other))
    };
    let duties = conditions.iter().filter(|duty| !makes(duty) && !has_made_alternative(duty));
    let terminations = part.terminations.iter().filter(|act| !work.makes.contains(*act));
    let mut refused: Vec<&str> =
        duties.map(|duty| &duty.act).chain(terminations).map(String::as_str).collect();
    refused.dedup();
    refused
}
