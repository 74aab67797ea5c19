use std::collections::BTreeSet;
use std::sync::Arc;

use crate::model::ShareAlikeScope;

use super::terms::{Duty, Terms};
use super::{Answer, Containment, Context, Reason, Rule, Shipping, Use};

/// Whether a part under one license may go into a work under another. `later` are the later versions that the license of
/// the part allows. Licenses that it names lead no further: texts name them for works that are under them as a whole.
pub(super) fn contain<'t>(
    part: &'t Terms,
    work: &'t Terms,
    context: Context,
    later: impl Iterator<Item = &'t Arc<Terms>>,
) -> Containment<'t> {
    let reasons = reasons(part, work, context);
    if !reasons.iter().any(|reason| reason.rule.refuses()) {
        return allowed(part.iri(), part, context, reasons);
    }
    let is_barred = reasons.iter().any(|reason| reason.rule == Rule::Barred);
    // One step: what a text lets recipients do with its own material need not hold for material that came to it by a step
    // before. MPL-2.0 lets no material of MPL-1.1 go under the GPL.
    let mut ways = later.filter(|way| {
        let decides = |reason: &Reason<'_>| reason.rule.refuses() || leads(reason);
        !is_barred && !self::reasons(way, work, context).iter().any(decides)
    });
    match ways.next() {
        Some(way) => {
            let by = Some(way.iri.as_str());
            allowed(part.iri(), way, context, vec![Reason { by, ..Reason::of(Rule::ByWayOf) }])
        }
        None => Containment { part: part.iri(), answer: Answer::No, reasons, conditions: Vec::new() },
    }
}

/// The answer for a part with the conditions of the license `under` which it goes into the work.
fn allowed<'t>(
    part: &'t str,
    under: &'t Terms,
    context: Context,
    reasons: Vec<Reason<'t>>,
) -> Containment<'t> {
    let conditions: Vec<&Duty> = under.conditions(context).collect();
    let answer = match (reasons.iter().any(leads), conditions.is_empty()) {
        (true, _) => Answer::Via,
        (false, true) => Answer::Yes,
        (false, false) => Answer::If,
    };
    Containment { part, answer, reasons, conditions }
}

fn leads(reason: &Reason<'_>) -> bool {
    matches!(reason.rule, Rule::Later | Rule::Named | Rule::ByWayOf)
}

fn reasons<'t>(part: &'t Terms, work: &'t Terms, context: Context) -> Vec<Reason<'t>> {
    let barred = barred(part, context);
    if !barred.is_empty() {
        return vec![Reason { of_part: barred, ..Reason::of(Rule::Barred) }];
    }
    let (part_gives, work_gives) = (gives(part, context), gives(work, context));
    if context.usage == Use::Aggregated || !part_gives && !work_gives {
        return Vec::new();
    }
    if let Some(rule) = way(part, work, context) {
        return vec![Reason::of(rule)];
    }
    let mut reasons = Vec::new();
    let mut add =
        |rule, of_part: Vec<&'t str>, of_work| reasons.push(Reason { rule, by: None, of_part, of_work });
    if work_gives {
        let withheld: Vec<&str> = part.withholds.intersection(&work.grants).map(String::as_str).collect();
        if !withheld.is_empty() {
            add(Rule::Withheld, withheld.clone(), withheld);
        }
        if part.restricts_use && !work.restricts_use {
            add(Rule::Restricted, Vec::new(), Vec::new());
        }
    }
    let keeps = part_gives && reaches(part.scope, context);
    if keeps {
        add(Rule::Kept, part.keeping(), Vec::new());
    }
    if work_gives && reaches(work.scope, context) {
        let conditions = unaccepted(part, work);
        if work.forbids_further_restrictions && !conditions.is_empty() {
            add(Rule::Claimed, conditions, work.keeping());
        }
        if part.scope != ShareAlikeScope::None && !keeps {
            add(Rule::Locked, part.keeping(), work.keeping());
        }
    }
    reasons
}

impl Reason<'_> {
    const fn of(rule: Rule) -> Self {
        Self { rule, by: None, of_part: Vec::new(), of_work: Vec::new() }
    }
}

/// Whether the context gives the work to others in the sense of a license.
fn gives(license: &Terms, context: Context) -> bool {
    context.gives_copies() || license.network && context.shipping == Shipping::Service
}

/// Whether share-alike reaches from a part to the work, or from the work to its parts.
pub(super) fn reaches(scope: ShareAlikeScope, context: Context) -> bool {
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
    let versions = part.profile.as_ref().zip(work.profile.as_ref());
    // What the license of the work grants in addition to its text has to come with the part.
    let versions = versions.filter(|(own, other)| {
        (work.exception.is_none() || part.exception == work.exception) && (own.or_later || !other.or_later)
    });
    if part.iri == work.iri || versions.is_some_and(|(own, other)| own.is_same_text(other)) {
        Some(Rule::Same)
    } else if versions.is_some_and(|(own, other)| own.allows_later(other)) {
        Some(Rule::Later)
    } else if work.is_among(&part.beside) {
        // A license that allows the combination does not let the part go under the other one.
        (context.usage == Use::Combined).then_some(Rule::Beside)
    } else {
        work.is_among(&part.names).then_some(Rule::Named)
    }
}

/// The conditions of a part that the license of the work neither makes nor accepts, in any context: recipients may use
/// the work in all of them. One of several alternatives is enough.
pub(super) fn unaccepted<'t>(part: &'t Terms, work: &Terms) -> Vec<&'t str> {
    let makes = |duty: &Duty| work.makes.contains(&duty.act);
    let made = part.duties.iter().filter(|duty| makes(duty)).filter_map(|duty| duty.group.as_deref());
    let made: BTreeSet<&str> = made.collect();
    let has_made_alternative = |duty: &Duty| duty.group.as_deref().is_some_and(|group| made.contains(group));
    let duties = part.duties.iter().filter(|duty| !duty.keeps && !makes(duty) && !has_made_alternative(duty));
    let terminations = part.terminations.iter().filter(|act| !work.makes.contains(*act));
    let mut refused: Vec<&str> =
        duties.map(|duty| &duty.act).chain(terminations).map(String::as_str).collect();
    refused.dedup();
    refused
}
