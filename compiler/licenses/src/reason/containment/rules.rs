use std::collections::BTreeSet;
use std::sync::Arc;

use crate::model::terms::cc;
use crate::model::{LicenseClass, ShareAlikeScope, UseLimit};

use super::duties::{Duty, Exception, Trigger};
use super::limits::Effect;
use super::terms::{RelicensingWay, Terms};
use super::{Answer, Containment, Context, Purpose, Reason, Rule, Shipping, Use};

/// Whether a part under one license may go into a work under another. `later` are the later versions and the other
/// licenses under which recipients may take the part. Licenses that it only names lead no further: texts name them for
/// works that are under them as a whole.
pub(super) fn contain<'t>(
    part: &'t Terms,
    work: &'t Terms,
    context: Context,
    later: impl Iterator<Item = &'t Arc<Terms>>,
) -> Containment<'t> {
    let reasons = reasons(part, work, context);
    if !reasons.iter().any(|reason| reason.rule.refuses()) {
        let leaves = reasons.iter().any(|reason| match reason.rule {
            // Where adaptations alone may go under a later version, the part keeps its own conditions.
            Rule::Later => part.scope != ShareAlikeScope::Adaptation,
            Rule::Named => part.named_ways(work).next().is_some(),
            _ => false,
        });
        // Whoever takes the part under another license has the conditions of that one.
        let under = if leaves { work } else { part };
        return allowed((part, under), work, context, reasons);
    }
    let is_final = reasons.iter().any(|reason| matches!(reason.rule, Rule::Limited | Rule::Barred));
    // One step: what a text lets recipients do with its own material need not hold for material that came to it by a step
    // before. MPL-2.0 lets no material of MPL-1.1 go under the GPL.
    let mut ways = later.filter(|way| {
        let decides = |reason: &Reason<'_>| reason.rule.refuses() || leads(reason);
        !is_final && !self::reasons(way, work, context).iter().any(decides)
    });
    match ways.next() {
        Some(way) => {
            let by = Some(way.iri.as_str());
            let found = allowed((part, way), work, context, self::reasons(way, work, context));
            let reasons = vec![Reason { by, ..Reason::of(Rule::ByWayOf) }];
            Containment { answer: Answer::Via, reasons, ..found }
        }
        None => Containment {
            part: part.iri(),
            under: part.iri(),
            answer: Answer::No,
            reasons,
            limits: Vec::new(),
            proviso: None,
            conditions: Vec::new(),
        },
    }
}

/// The answer for a part with the conditions of the license `under` which it goes into the work.
fn allowed<'t>(
    (part, under): (&'t Terms, &'t Terms),
    work: &'t Terms,
    context: Context,
    reasons: Vec<Reason<'t>>,
) -> Containment<'t> {
    // Limits of a later version may refuse the purpose: they are told, too.
    let limits = under.limits.iter().filter(|limit| limit.effect(context) != Effect::Silent).collect();
    let exception = reasons.iter().find(|reason| reason.rule == Rule::Excepted);
    let exception = exception.and_then(|_| under.exception_to(work, context));
    let is_led_on = reasons.iter().any(leads);
    let is_led = is_led_on || reasons.iter().any(|reason| reason.rule == Rule::Same);
    // What the permission to combine asks for takes the place of what copies of the part alone bring.
    let combined = under.combination.as_ref().filter(|_| {
        under.scope == ShareAlikeScope::Library
            && context.usage == Use::Combined
            && context.shipping == Shipping::Binary
            && !is_led
    });
    let freed = under.output.as_ref().filter(|_| under.is_exception && !is_led);
    let rests_on = exception.or(combined).or(freed.filter(|_| context.usage != Use::Aggregated));
    let mut conditions = match rests_on {
        Some(exception) => under.conditions_of(exception, context),
        None => under.conditions(context),
    };
    // Share-alike asks for nothing where the answer does not rest on the license of the part, or where nothing is made from it.
    let is_beside = reasons.iter().any(|reason| reason.rule == Rule::Beside);
    if is_led_on || is_beside || context.usage == Use::Aggregated && !context.changes() {
        conditions.retain(|duty| duty.act != cc::SHARE_ALIKE);
    }
    // The clauses of the part on which the answer rests.
    let is_named = reasons.iter().any(|reason| reason.rule == Rule::Named);
    let is_later = reasons.iter().any(|reason| reason.rule == Rule::Later);
    let other = if is_named { work } else { under };
    let clauses = part.ways_to(other).filter(|_| part.iri() != other.iri() && !is_later);
    let clauses: Vec<&RelicensingWay> = clauses.collect();
    let mut conditions = RelicensingWay::add_duties(clauses.iter().copied(), conditions, context);
    // A license beside that of the part asks those who run the combination as a service for what it asks for its own.
    if is_beside {
        let of_service = work.duties.iter().filter(|duty| duty.trigger == Trigger::Network);
        conditions.extend(of_service.filter(|duty| work.brings(duty, context)));
    }
    // Whether an exception without a named class covers the case is for people to say, and whether a clause for some works
    // covers the work.
    let proviso = rests_on.filter(|it| it.class.is_none() && (exception.is_some() || under.is_exception));
    let proviso = proviso.and_then(|it| it.evidence.as_deref());
    let is_of_some = clauses.iter().all(|clause| clause.works.is_some());
    let of_works = clauses.iter().find_map(|clause| clause.works.as_deref()).filter(|_| is_of_some);
    let proviso = proviso.or(of_works);
    let mut found = Containment {
        part: part.iri(),
        under: under.iri(),
        answer: Answer::If,
        reasons,
        limits,
        proviso,
        conditions,
    };
    if is_led_on {
        found.answer = Answer::Via;
    } else if !found.is_conditional() {
        found.answer = Answer::Yes;
    }
    found
}

fn leads(reason: &Reason<'_>) -> bool {
    matches!(reason.rule, Rule::Later | Rule::Named | Rule::ByWayOf)
}

fn reasons<'t>(part: &'t Terms, work: &'t Terms, context: Context) -> Vec<Reason<'t>> {
    let refused: Vec<&UseLimit> =
        part.limits.iter().filter(|limit| limit.effect(context) == Effect::Refusal).collect();
    if !refused.is_empty() {
        return vec![Reason { limits: refused, ..Reason::of(Rule::Limited) }];
    }
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
    let mut passed_over = Vec::new();
    if work_gives {
        let withheld: Vec<&str> = part.withholds.intersection(&work.grants).map(String::as_str).collect();
        if !withheld.is_empty() {
            reasons.push(Reason::about(Rule::Withheld, withheld.clone(), withheld));
        }
        passed_over = part.limits.iter().filter(|limit| !work.keeps(limit)).collect();
    }
    let extends = reaches(part.scope, context) || part.combination_excludes(work, context);
    let reached = part_gives && extends;
    let is_claimed = work_gives && reaches(work.scope, context);
    let exception = part.exception_to(work, context).filter(|_| reached || is_claimed);
    if let Some(exception) = exception {
        reasons.push(Reason::about(Rule::Excepted, vec![exception.act.as_str()], Vec::new()));
    } else if reached {
        let of_service = part.network_act.as_deref().filter(|_| context.shipping == Shipping::Service);
        let mut acts = part.keeping();
        acts.extend(part.combination.as_ref().filter(|it| it.class.is_some()).map(|it| it.act.as_str()));
        acts.extend(of_service);
        let class = part.combination.as_ref().and_then(|combination| combination.class);
        reasons.push(Reason { class, ..Reason::about(Rule::Kept, acts, Vec::new()) });
    }
    // An exception for a class of licenses says nothing about what these ask of their parts.
    if is_claimed && exception.is_none_or(|exception| exception.class.is_some()) {
        let conditions = unaccepted(part, work);
        if work.forbids_further_restrictions && !conditions.is_empty() {
            reasons.push(Reason::about(Rule::Claimed, conditions, work.keeping()));
        }
        let is_excepted = exception.is_some() && extends;
        if part.scope != ShareAlikeScope::None && !reached && !is_excepted {
            reasons.push(Reason::about(Rule::Locked, part.keeping(), work.keeping()));
        }
    }
    if !passed_over.is_empty() {
        let reason = Reason { limits: passed_over, ..Reason::of(Rule::Restricted) };
        reasons.insert(usize::from(reasons.first().is_some_and(|it| it.rule == Rule::Withheld)), reason);
    }
    if reasons.iter().any(|reason| reason.rule.refuses()) {
        reasons.retain(|reason| reason.rule != Rule::Excepted);
    }
    reasons
}

impl Terms {
    /// Whether those who receive a work under the license have to keep a limit of a part, too.
    fn keeps(&self, limit: &UseLimit) -> bool {
        self.is_closed_source || self.limits.iter().any(|own| own.covers(limit))
    }

    /// The exception of the text that holds for a work: for a combination, or for output with parts of the program.
    fn exception_to(&self, work: &Self, context: Context) -> Option<&Exception> {
        let holds = |exception: &&Exception| match exception.class {
            Some(class) => work.is_in(class),
            None => self.is_exception,
        };
        let of_combination = self.combination.as_ref().filter(|_| context.usage == Use::Combined);
        of_combination.filter(holds).or(self.output.as_ref())
    }

    /// Whether share-alike, although its scope is a library, reaches a work that is combined with the part: the text allows
    /// works under a class of licenses alone.
    fn combination_excludes(&self, work: &Self, context: Context) -> bool {
        let class = self.combination.as_ref().and_then(|combination| combination.class);
        let is_outside = class.is_some_and(|class| !work.is_in(class));
        is_outside && self.scope == ShareAlikeScope::Library && context.usage == Use::Combined
    }

    pub(super) fn is_in(&self, class: LicenseClass) -> bool {
        class == LicenseClass::Any || self.classes.contains(&class)
    }
}

impl<'t> Reason<'t> {
    const fn of(rule: Rule) -> Self {
        Self::about(rule, Vec::new(), Vec::new())
    }

    const fn about(rule: Rule, of_part: Vec<&'t str>, of_work: Vec<&'t str>) -> Self {
        Self { rule, by: None, class: None, of_part, of_work, limits: Vec::new() }
    }
}

/// Whether the context gives the work to others in the sense of a license.
fn gives(license: &Terms, context: Context) -> bool {
    match context.shipping {
        Shipping::Binary | Shipping::Source => true,
        Shipping::Service => license.network,
        Shipping::Internal => license.deployment && context.purpose != Purpose::Research,
    }
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
        return Some(Rule::Same);
    }
    if versions.is_some_and(|(own, other)| own.allows_later(other)) {
        return Some(Rule::Later);
    }
    let may_be_combined = work.is_among(&part.beside);
    if may_be_combined && context.usage == Use::Combined {
        return Some(Rule::Beside);
    }
    let is_relicensed = part.ways_to(work).next().is_some();
    // A license that allows the combination does not let the part go under the other one.
    (is_relicensed || !may_be_combined && work.is_permitted_by(&part.names)).then_some(Rule::Named)
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
