//! A second way to containment, written straight from the table of rules (spec:reasoning#containment) and without a thought
//! for speed.

use std::collections::BTreeSet;

use muniment_licenses::model::{ConveyedForm, Relicensing, Rule as Stated, ShareAlikeScope, UseLimit};
use muniment_licenses::reason::{
    Answer, ChoiceReason, Containment, Context, Demand, Purpose, Remedy, Rule, Shipping, Trigger, Use,
};

use super::described::{
    Condition, Described, EXPLOITATION, Limit, acts, allows_purpose, both, conditions_of, gives_copies, iris,
    is_changed,
};

/// A rule that applies, with the acts of the part and of the work, and the limits of the part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Line {
    pub(super) rule: Rule,
    pub(super) by: Option<String>,
    pub(super) of_part: BTreeSet<String>,
    pub(super) of_work: BTreeSet<String>,
    pub(super) limits: BTreeSet<Limit>,
}

impl Line {
    /// A rule that rests on no act and no limit.
    pub(super) fn of(rule: Rule) -> Self {
        let acts = BTreeSet::new();
        Self { rule, by: None, of_part: acts.clone(), of_work: acts, limits: BTreeSet::new() }
    }
}

/// An answer with its rules and conditions.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) answer: Answer,
    pub(super) lines: BTreeSet<Line>,
    pub(super) limits: BTreeSet<Limit>,
    pub(super) proviso: Option<String>,
    pub(super) conditions: BTreeSet<Condition>,
}

impl Described {
    /// The permission to combine, if the answer rests on it without any rule.
    pub(super) fn linking(&self, context: Context, lines: &BTreeSet<Line>) -> Option<&Stated> {
        let rests_on = |rules: &[Rule]| lines.iter().any(|line| rules.contains(&line.rule));
        let is_linked = context.usage == Use::Combined
            && context.shipping == Shipping::Binary
            && self.scope() == ShareAlikeScope::Library
            && !rests_on(&[Rule::Same, Rule::Later, Rule::Named]);
        self.permits("svc:exceptedCombination").filter(|_| is_linked)
    }

    /// The exception for output, if the answer rests on no rule that leads elsewhere.
    fn freed(&self, context: Context, lines: &BTreeSet<Line>) -> Option<&Stated> {
        let leads_on = [Rule::Same, Rule::Later, Rule::Named];
        let is_led = lines.iter().any(|line| leads_on.contains(&line.rule));
        let is_exception = self.license.variant_kind.as_deref() == Some("exception");
        self.permits("svc:exceptedOutput")
            .filter(|_| is_exception && !is_led && context.usage != Use::Aggregated)
    }

    /// The duties that the context brings where the answer rests on some rules.
    pub(super) fn conditions(
        &self,
        context: Context,
        lines: &BTreeSet<Line>,
        exception: Option<&Stated>,
        clauses: &[&Relicensing],
    ) -> BTreeSet<Condition> {
        let permission = match lines.iter().any(|line| line.rule == Rule::Excepted) {
            true => exception,
            false => self.linking(context, lines).or_else(|| self.freed(context, lines)),
        };
        let mut duties = self.duties();
        duties.extend(self.prohibited());
        if let Some(permission) = permission {
            let keeping = iris(&["cc:ShareAlike", "svc:chargeLicenseFee", "svc:compliantLicense"]);
            if self.permits("svc:exceptedOutput").is_some() {
                duties.retain(|duty| ![Trigger::Sharing, Trigger::SharingChanged].contains(&duty.trigger));
            }
            duties.retain(|duty| match duty.trigger {
                Trigger::Sharing if keeping.contains(&duty.act) => is_changed(context),
                Trigger::Sharing => permission.duties.is_empty() || duty.demand == Demand::Prohibition,
                _ => true,
            });
            duties.extend(conditions_of(&permission.duties, Trigger::Sharing));
        }
        let leaves_the_part =
            lines.iter().any(|line| [Rule::Later, Rule::Named, Rule::Beside].contains(&line.rule));
        if leaves_the_part || context.usage == Use::Aggregated && !is_changed(context) {
            let share_alike = iris(&["cc:ShareAlike"]);
            duties.retain(|duty| !share_alike.contains(&duty.act));
        }
        duties.extend(clauses.iter().flat_map(|clause| conditions_of(&clause.duties, Trigger::Sharing)));
        duties.retain(|duty| {
            let is_triggered = match duty.trigger {
                Trigger::Changing => is_changed(context),
                Trigger::Network => context.shipping == Shipping::Service,
                Trigger::Sharing => gives_copies(context.shipping),
                Trigger::SharingChanged => gives_copies(context.shipping) && is_changed(context),
                Trigger::Use => {
                    context.shipping == Shipping::Internal && context.purpose != Purpose::Research
                }
                Trigger::InHouse => context.shipping == Shipping::Internal,
            };
            let is_of_whole = duty.trigger == Trigger::Network
                && iris(&["cc:SourceCode", "cc:ShareAlike"]).contains(&duty.act)
                && self.reaches(context.usage);
            let has_form = match duty.form {
                Some(ConveyedForm::Source) => context.shipping != Shipping::Binary,
                Some(ConveyedForm::Binary) => context.shipping != Shipping::Source,
                None => true,
            };
            let has_change = is_changed(context) || !duty.changed_only || is_of_whole;
            is_triggered && has_form && has_change
        });
        let of_copies: Vec<Condition> =
            duties.iter().filter(|duty| duty.trigger == Trigger::Sharing).cloned().collect();
        duties.retain(|duty| {
            let is_brought_by_copies = of_copies.iter().any(|copy| {
                let has_form = copy.form.is_none() || copy.form == duty.form;
                let has_group = copy.group.is_none() || copy.group == duty.group;
                copy.act == duty.act && copy.demand == duty.demand && has_form && has_group
            });
            duty.trigger != Trigger::SharingChanged || !is_brought_by_copies
        });
        duties
    }
}

/// The rules that apply without another license for the part, where an exception holds or none.
pub(super) fn rules_with(
    part: &Described,
    work: &Described,
    context: Context,
    exception: Option<&Stated>,
) -> BTreeSet<Line> {
    let alone = |rule| BTreeSet::from([Line::of(rule)]);
    let mut limits = part.limits_in(context.shipping);
    limits.retain(|(kind, ..)| !allows_purpose(*kind, context.purpose));
    if !limits.is_empty() {
        return BTreeSet::from([Line { limits, ..Line::of(Rule::Limited) }]);
    }
    let prohibited = acts(&part.license.prohibitions);
    let mut barred = BTreeSet::new();
    if gives_copies(context.shipping) {
        barred.extend(both(&prohibited, &iris(&["odrl:distribute"])));
    }
    if is_changed(context) {
        barred.extend(both(&prohibited, &iris(&["odrl:modify", "odrl:derive"])));
        if context.shipping != Shipping::Internal {
            barred.extend(both(&prohibited, &iris(&["cc:DerivativeWorks", "svc:ModifiedWorks"])));
        }
    }
    if !barred.is_empty() {
        return BTreeSet::from([Line { of_part: barred, ..Line::of(Rule::Barred) }]);
    }
    let (in_sense_of_part, in_sense_of_work) = (part.is_given(context), work.is_given(context));
    if context.usage == Use::Aggregated || !(in_sense_of_part || in_sense_of_work) {
        return BTreeSet::new();
    }
    let has_options = (work.exception().is_none() || part.exception() == work.exception())
        && (part.is_or_later() || !work.is_or_later());
    if part.iri == work.iri || has_options && part.is_same_text(work) {
        return alone(Rule::Same);
    }
    if has_options && part.allows(work) {
        return alone(Rule::Later);
    }
    let may_be_combined = work.is_among(&part.license.combinable_with);
    if may_be_combined && context.usage == Use::Combined {
        return alone(Rule::Beside);
    }
    if !clauses(part, work).is_empty()
        || !may_be_combined && work.is_permitted_by(&part.license.compatible_with)
    {
        return alone(Rule::Named);
    }
    let mut lines = BTreeSet::new();
    if in_sense_of_work {
        let granted = both(&acts(&work.license.permissions), &iris(&EXPLOITATION));
        let withheld = both(&granted, &prohibited);
        if !withheld.is_empty() {
            lines.insert(Line { of_part: withheld.clone(), of_work: withheld, ..Line::of(Rule::Withheld) });
        }
        let mut limits = part.limits();
        limits.retain(|limit| !work.keeps(limit));
        if !limits.is_empty() {
            lines.insert(Line { limits, ..Line::of(Rule::Restricted) });
        }
    }
    let class = part.permits("svc:exceptedCombination").and_then(|permission| permission.class);
    let is_outside = part.scope() == ShareAlikeScope::Library
        && context.usage == Use::Combined
        && class.is_some_and(|class| !work.belongs_to(class));
    let extends = part.reaches(context.usage) || is_outside;
    let is_kept = in_sense_of_part && extends;
    let is_reached = is_kept || in_sense_of_work && work.reaches(context.usage);
    if let Some(permission) = exception.filter(|_| is_reached) {
        let of_part = BTreeSet::from([permission.action.clone()]);
        lines.insert(Line { of_part, ..Line::of(Rule::Excepted) });
        if permission.class.is_none() {
            return reported(lines);
        }
    } else if is_kept {
        let mut of_part = part.keeping();
        if class.is_some() {
            of_part.extend(iris(&["svc:exceptedCombination"]));
        }
        if context.shipping == Shipping::Service {
            of_part.extend(both(&acts(&part.license.permissions), &iris(&["svc:networkUseTrigger"])));
        }
        lines.insert(Line { of_part, ..Line::of(Rule::Kept) });
    }
    if in_sense_of_work && work.reaches(context.usage) {
        let refused = work.refused(part);
        if work.license.no_further_restrictions && !refused.is_empty() {
            lines.insert(Line { of_part: refused, of_work: work.keeping(), ..Line::of(Rule::Claimed) });
        }
        let is_excepted = exception.is_some() && extends;
        if part.scope() != ShareAlikeScope::None && !is_kept && !is_excepted {
            let (of_part, of_work) = (part.keeping(), work.keeping());
            lines.insert(Line { of_part, of_work, ..Line::of(Rule::Locked) });
        }
    }
    reported(lines)
}

/// Without the exception where another rule refuses.
fn reported(mut lines: BTreeSet<Line>) -> BTreeSet<Line> {
    if refuses(&lines) {
        lines.retain(|line| line.rule != Rule::Excepted);
    }
    lines
}

/// The rules that apply without another license for the part.
pub(super) fn rules(part: &Described, work: &Described, context: Context) -> BTreeSet<Line> {
    rules_with(part, work, context, part.excepting(work, context.usage))
}

pub(super) fn refuses(lines: &BTreeSet<Line>) -> bool {
    let refusing = [
        Rule::Limited,
        Rule::Barred,
        Rule::Withheld,
        Rule::Restricted,
        Rule::Kept,
        Rule::Claimed,
        Rule::Locked,
    ];
    lines.iter().any(|line| refusing.contains(&line.rule))
}

pub(super) fn leads(lines: &BTreeSet<Line>) -> bool {
    lines.iter().any(|line| [Rule::Later, Rule::Named, Rule::ByWayOf].contains(&line.rule))
}

/// The clauses that let a copy of a part go under another license.
fn clauses<'d>(part: &'d Described, other: &Described) -> Vec<&'d Relicensing> {
    let leads = |way: &&Relicensing| {
        other.is_permitted_by(&way.under) || way.class.is_some_and(|class| other.belongs_to(class))
    };
    part.relicensing().filter(leads).collect()
}

/// The answer where no rule refuses, and the part came under its license by some clauses.
pub(super) fn allowed<'d>(
    part: &'d Described,
    work: &Described,
    context: Context,
    lines: BTreeSet<Line>,
    mut by: Vec<&'d Relicensing>,
) -> Found {
    if lines.iter().any(|line| line.rule == Rule::Named) {
        by.extend(clauses(part, work));
    }
    let exception = part.excepting(work, context.usage);
    let is_excepted = lines.iter().any(|line| line.rule == Rule::Excepted);
    let is_exception = part.license.variant_kind.as_deref() == Some("exception");
    let linked = part.linking(context, &lines).or_else(|| part.freed(context, &lines));
    let linked = linked.filter(|_| is_exception && !is_excepted);
    let proviso = exception
        .filter(|_| is_excepted)
        .or(linked)
        .filter(|permission| permission.class.is_none())
        .and_then(|permission| permission.evidence.clone());
    let of_works = by.iter().map(|clause| clause.works.clone()).collect::<Option<Vec<String>>>();
    let proviso = proviso.or_else(|| of_works?.into_iter().next());
    let rests_on = |rule: Rule| lines.iter().any(|line| line.rule == rule);
    let is_relicensed =
        rests_on(Rule::Named) && part.relicensing().any(|way| work.is_permitted_by(&way.under));
    let is_later = rests_on(Rule::Later) && part.scope() != ShareAlikeScope::Adaptation;
    let under = if is_later || is_relicensed { work } else { part };
    let limits = under.limits_in(context.shipping);
    let mut conditions = under.conditions(context, &lines, exception, &by);
    if rests_on(Rule::Beside) {
        let of_work = work.conditions(context, &BTreeSet::new(), None, &[]);
        let is_of_service = |it: &Condition| it.trigger == Trigger::Network && it.demand == Demand::Duty;
        conditions.extend(of_work.into_iter().filter(is_of_service));
    }
    let answer = if leads(&lines) {
        Answer::Via
    } else if limits.is_empty() && proviso.is_none() && conditions.is_empty() {
        Answer::Yes
    } else {
        Answer::If
    };
    Found { answer, lines, limits, proviso, conditions }
}

/// The answer of the oracle, with the later versions and the named licenses among `others`.
pub(super) fn oracle(part: &Described, work: &Described, context: Context, others: &[&Described]) -> Found {
    let lines = rules(part, work, context);
    if !refuses(&lines) {
        return allowed(part, work, context, lines, Vec::new());
    }
    let leads_to = |way: &Described| {
        way.exception().is_none() && part.allows(way)
            || part.relicensing().any(|named| way.is_permitted_by(&named.under))
    };
    let mut ways: Vec<&Described> = others
        .iter()
        .copied()
        .filter(|way| way.iri != part.iri && leads_to(way))
        .filter(|way| {
            let lines = rules(way, work, context);
            !refuses(&lines) && !leads(&lines)
        })
        .collect();
    ways.sort_by(|one, next| one.iri.cmp(&next.iri));
    let is_final = lines.iter().any(|line| [Rule::Limited, Rule::Barred].contains(&line.rule));
    match ways.first().filter(|_| !is_final) {
        Some(way) => {
            let line = Line { by: Some(way.iri.clone()), ..Line::of(Rule::ByWayOf) };
            let of_way = allowed(way, work, context, rules(way, work, context), clauses(part, way));
            Found { answer: Answer::Via, lines: BTreeSet::from([line]), ..of_way }
        }
        None => Found {
            answer: Answer::No,
            lines,
            limits: BTreeSet::new(),
            proviso: None,
            conditions: BTreeSet::new(),
        },
    }
}

/// Every change after which the part may go into the work.
pub(super) fn remedies(
    part: &Described,
    work: &Described,
    context: Context,
    others: &[&Described],
) -> BTreeSet<Remedy> {
    let helps = |remedy: Remedy| {
        let (work, context) = match remedy {
            Remedy::SameLicense => (part, context),
            Remedy::Combine => (work, Context { usage: Use::Combined, ..context }),
            Remedy::Separate => (work, Context { usage: Use::Aggregated, ..context }),
            Remedy::Service => (work, Context { shipping: Shipping::Service, ..context }),
            Remedy::Internal => (work, Context { shipping: Shipping::Internal, ..context }),
            Remedy::Unmodified => (work, Context { modified: false, ..context }),
            Remedy::Noncommercial => (work, Context { purpose: Purpose::Noncommercial, ..context }),
            Remedy::Research => (work, Context { purpose: Purpose::Research, ..context }),
        };
        oracle(part, work, context, others).answer != Answer::No
    };
    let mut helping: BTreeSet<Remedy> =
        Remedy::ALL.iter().map(|(remedy, _)| *remedy).filter(|remedy| helps(*remedy)).collect();
    if helping.contains(&Remedy::Noncommercial) {
        helping.remove(&Remedy::Research);
    }
    helping
}

/// What decides between alternatives of one license, in this order, where the work has a license: unknown, refused, place
/// among the preferred, answer, number of conditions, name. No license of a world is better known than another.
pub(super) type Criteria = (bool, bool, usize, Answer, usize, String);

/// The first difference.
pub(super) fn difference(one: &Criteria, other: &Criteria) -> ChoiceReason {
    if one.0 != other.0 {
        ChoiceReason::Known
    } else if one.1 != other.1 {
        ChoiceReason::Allowed
    } else if one.2 != other.2 {
        ChoiceReason::Preferred
    } else if one.3 != other.3 {
        ChoiceReason::Answer
    } else if one.4 != other.4 {
        ChoiceReason::Conditions
    } else {
        ChoiceReason::Identifier
    }
}

/// An answer of the engine in the same form.
pub(super) fn found(containment: &Containment<'_>) -> Found {
    let owned = |acts: &[&str]| acts.iter().map(|act| (*act).to_owned()).collect::<BTreeSet<String>>();
    let limits = |limits: &[&UseLimit]| {
        let limits = limits.iter().map(|limit| (limit.kind, limit.extent, limit.condition.clone()));
        limits.collect::<BTreeSet<Limit>>()
    };
    let lines = containment.reasons.iter().map(|reason| Line {
        rule: reason.rule,
        by: reason.by.map(str::to_owned),
        of_part: owned(&reason.of_part),
        of_work: owned(&reason.of_work),
        limits: limits(&reason.limits),
    });
    let conditions = containment.conditions.iter().map(|duty| Condition {
        act: duty.act.clone(),
        demand: duty.demand,
        trigger: duty.trigger,
        form: duty.form,
        group: duty.group.clone(),
        changed_only: duty.changed_only,
    });
    Found {
        answer: containment.answer,
        lines: lines.collect(),
        limits: limits(&containment.limits),
        proviso: containment.proviso.map(str::to_owned),
        conditions: conditions.collect(),
    }
}
