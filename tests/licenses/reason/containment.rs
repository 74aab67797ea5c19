//! A second way to containment, written straight from the table of rules (spec:reasoning#containment) and without a thought
//! for speed, and what holds of every answer on thousands of small worlds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use muniment_licenses::model::{
    ConveyedForm, License, LicenseClass, LicenseId, LimitExtent, LimitKind, Relicensing, Rule as Stated,
    ShareAlikeScope, Strength, UseLimit,
};
use muniment_licenses::reason::{
    Alternatives, Answer, CLOSED_SOURCE, Candidate, ChoiceReason, Containment, Context, Profile, Profiles,
    Purpose, Question, QuestionPart, Remedy, Rule, Shipping, Terms, TermsIndex, Trigger, Use, answer_of_all,
};
use muniment_rdf::Graph;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

use crate::reason::{LIBRARY, REASONER, iri};

/// Records whose names, texts and later-version options the licenses of a world have.
const BASES: [&str; 7] = [
    "CC-BY-SA-3.0",
    "CC-BY-SA-4.0",
    "GPL-2.0-only",
    "GPL-2.0-or-later",
    "GPL-3.0-only",
    "GPL-3.0-or-later",
    "MIT",
];
const PERMITTED: [&str; 9] = [
    "cc:CommercialUse",
    "odrl:derive",
    "odrl:display",
    "odrl:distribute",
    "odrl:reproduce",
    "svc:ChangeLicense",
    "svc:ModifiedWorks",
    "svc:deploymentTrigger",
    "svc:networkUseTrigger",
];
const PROHIBITED: [&str; 7] = [
    "cc:CommercialUse",
    "cc:DerivativeWorks",
    "odrl:derive",
    "odrl:distribute",
    "odrl:modify",
    "svc:patentRetaliationTermination",
    "svc:textAndDataMining",
];
const REQUIRED: [&str; 6] = [
    "cc:Attribution",
    "cc:Notice",
    "cc:ShareAlike",
    "cc:SourceCode",
    "svc:compliantLicense",
    "svc:noWarrantyNotice",
];
const EXPLOITATION: [&str; 13] = [
    "odrl:reproduce",
    "odrl:distribute",
    "odrl:display",
    "odrl:present",
    "odrl:modify",
    "odrl:derive",
    "cc:DerivativeWorks",
    "cc:CommercialUse",
    "svc:ModifiedWorks",
    "svc:chargeDistributionFee",
    "svc:networkUseTrigger",
    "svc:useForModelTraining",
    "svc:textAndDataMining",
];

/// The conditions of limits in a world.
const CONDITIONS: [&str; 2] = ["only on weekdays", "only with a permit"];

static PROFILES: LazyLock<Profiles> = LazyLock::new(|| Profiles::new(&LIBRARY));

/// The records of the library by their identifiers.
static RECORDS: LazyLock<BTreeMap<String, Described>> = LazyLock::new(|| {
    let records = LIBRARY.licenses.iter().map(|(id, model)| {
        let (iri, license) = (model.iri.clone(), model.current.content.clone());
        let profile = PROFILES.get(&iri).cloned();
        (id.as_str().to_owned(), Described { iri, license, profile })
    });
    records.collect()
});

/// The records that a license outside the library may name: those of a world and their later versions.
static NAMEABLE: LazyLock<Vec<&'static Described>> = LazyLock::new(|| {
    let bases: Vec<LicenseId> = BASES.iter().map(|id| id.parse().unwrap()).collect();
    RECORDS.values().filter(|record| record.is_among(&bases)).collect()
});

/// Closed source as the license of a work: it says nothing.
static CLOSED: LazyLock<Described> = LazyLock::new(|| {
    let license = License {
        spdx: None,
        variant_kind: None,
        permissions: Vec::new(),
        prohibitions: Vec::new(),
        duties: Vec::new(),
        strength: None,
        scope: None,
        no_further_restrictions: false,
        combinable_with: Vec::new(),
        compatible_with: Vec::new(),
        accepted_conditions: Vec::new(),
        limits: Vec::new(),
        relicensing: Vec::new(),
        stated: Vec::new(),
        ..record("MIT").license.clone()
    };
    Described { iri: CLOSED_SOURCE.to_owned(), license, profile: None }
});

/// The conditions of the implied limits of the kinds `commerce` and `field`. The specification does not give their
/// words, so they are those of the engine.
static IMPLIED: LazyLock<[String; 2]> = LazyLock::new(|| {
    let words = |license: &License| {
        let terms = REASONER.read_terms(&record("MIT").iri, license, graph("MIT"));
        terms.limits().first().unwrap().condition.clone()
    };
    let prohibitions = vec![stated("cc:CommercialUse", Vec::new())];
    let commerce = License { prohibitions, ..CLOSED.license.clone() };
    let field = License { strength: Some(Strength::SourceAvailable), ..CLOSED.license.clone() };
    [words(&commerce), words(&field)]
});

/// A license of a world.
#[derive(Debug, Clone)]
struct Described {
    iri: String,
    license: License,
    profile: Option<Profile>,
}

/// A duty with what brings it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Condition {
    act: String,
    trigger: Trigger,
    form: Option<ConveyedForm>,
    group: Option<String>,
    changed_only: bool,
}

/// A limit on use: kind, extent, condition.
type Limit = (LimitKind, LimitExtent, String);

/// A rule that applies, with the acts of the part and of the work, and the limits of the part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    rule: Rule,
    by: Option<String>,
    of_part: BTreeSet<String>,
    of_work: BTreeSet<String>,
    limits: BTreeSet<Limit>,
}

impl Line {
    /// A rule that rests on no act and no limit.
    fn of(rule: Rule) -> Self {
        let acts = BTreeSet::new();
        Self { rule, by: None, of_part: acts.clone(), of_work: acts, limits: BTreeSet::new() }
    }
}

/// An answer with its rules and conditions.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    answer: Answer,
    lines: BTreeSet<Line>,
    limits: BTreeSet<Limit>,
    proviso: Option<String>,
    conditions: BTreeSet<Condition>,
}

fn iris(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| iri(name)).collect()
}

fn acts(rules: &[Stated]) -> BTreeSet<String> {
    rules.iter().map(|rule| rule.action.clone()).collect()
}

fn both(first: &BTreeSet<String>, second: &BTreeSet<String>) -> BTreeSet<String> {
    first.intersection(second).cloned().collect()
}

/// Whether a limit applies where others receive the work in some way.
fn applies(extent: LimitExtent, shipping: Shipping) -> bool {
    match extent {
        LimitExtent::Everywhere => true,
        LimitExtent::Others => shipping != Shipping::Internal,
        LimitExtent::Service => shipping == Shipping::Service,
        LimitExtent::Copies => gives_copies(shipping),
    }
}

/// Whether a limit of a kind is a condition for a purpose, and no refusal.
fn allows_purpose(kind: LimitKind, purpose: Purpose) -> bool {
    match kind {
        LimitKind::Commerce => purpose != Purpose::Commercial,
        LimitKind::Research => purpose == Purpose::Research,
        _ => true,
    }
}

/// Whether a limit of the license of a work covers one of the license of a part.
fn covers(of_work: &Limit, of_part: &Limit) -> bool {
    let (kind, extent, condition) = of_work;
    let has_extent = *extent == of_part.1 || *extent == LimitExtent::Everywhere;
    let has_kind = *kind == of_part.0 || *kind == LimitKind::Research && of_part.0 == LimitKind::Commerce;
    let without_words = [LimitKind::Commerce, LimitKind::Research, LimitKind::Production];
    has_extent && has_kind && (without_words.contains(kind) || *condition == of_part.2)
}

fn gives_copies(shipping: Shipping) -> bool {
    matches!(shipping, Shipping::Binary | Shipping::Source)
}

fn is_changed(context: Context) -> bool {
    context.modified || context.usage == Use::Merged
}

fn conditions_of(duties: &[Stated], trigger: Trigger) -> impl Iterator<Item = Condition> {
    duties.iter().map(move |duty| Condition {
        act: duty.action.clone(),
        trigger,
        form: duty.form,
        group: duty.alternative.clone(),
        changed_only: duty.changed_only || duty.action == iri("svc:modificationNotice"),
    })
}

impl Described {
    fn is_closed_source(&self) -> bool {
        self.iri == CLOSED_SOURCE
    }

    fn exception(&self) -> Option<&str> {
        self.license.spdx.as_deref().and_then(|spdx| spdx.split(" WITH ").nth(1))
    }

    fn counts_network_use(&self) -> bool {
        let limits_hosting = self.license.limits.iter().any(|limit| limit.kind == LimitKind::Hosting);
        let shown = ["odrl:display", "odrl:present"].map(|act| self.permits(act));
        let counts = self.license.strength == Some(Strength::NetworkCopyleft)
            || acts(&self.license.permissions).contains(&iri("svc:networkUseTrigger"))
            || shown.into_iter().flatten().any(|permission| !permission.duties.is_empty());
        counts && !limits_hosting || self.permits("svc:deploymentTrigger").is_some()
    }

    fn is_given(&self, context: Context) -> bool {
        match context.shipping {
            Shipping::Internal => {
                context.purpose != Purpose::Research && self.permits("svc:deploymentTrigger").is_some()
            }
            Shipping::Service => self.counts_network_use(),
            Shipping::Binary | Shipping::Source => true,
        }
    }

    fn scope(&self) -> ShareAlikeScope {
        let share_alike = iri("cc:ShareAlike");
        let on_permission = self.license.permissions.iter().any(|it| acts(&it.duties).contains(&share_alike));
        match self.license.scope {
            Some(scope) => scope,
            None if acts(&self.license.duties).contains(&share_alike) => ShareAlikeScope::Work,
            None if on_permission => ShareAlikeScope::Adaptation,
            None => ShareAlikeScope::None,
        }
    }

    fn reaches(&self, usage: Use) -> bool {
        match usage {
            Use::Merged => self.scope() != ShareAlikeScope::None,
            Use::Combined => self.scope() == ShareAlikeScope::Work,
            Use::Aggregated => false,
        }
    }

    fn restricts_use(&self) -> bool {
        [Some(Strength::SourceAvailable), Some(Strength::UseRestricted)].contains(&self.license.strength)
            || self.license.stated.contains(&iri("svc:fieldOfUseRestriction"))
    }

    /// The limits on use, stated or implied.
    fn limits(&self) -> BTreeSet<Limit> {
        let stated = self.license.limits.iter();
        let mut limits: BTreeSet<Limit> =
            stated.map(|limit| (limit.kind, limit.extent, limit.condition.clone())).collect();
        let limits_commerce = limits.iter().any(|(kind, extent, _)| {
            [LimitKind::Commerce, LimitKind::Research].contains(kind) && *extent == LimitExtent::Everywhere
        });
        let [commerce, field] = &*IMPLIED;
        if acts(&self.license.prohibitions).contains(&iri("cc:CommercialUse")) && !limits_commerce {
            limits.insert((LimitKind::Commerce, LimitExtent::Everywhere, commerce.clone()));
        }
        if self.restricts_use() && limits.is_empty() {
            limits.insert((LimitKind::Field, LimitExtent::Everywhere, field.clone()));
        }
        limits
    }

    /// The limits that apply where others receive the work in some way.
    fn limits_in(&self, shipping: Shipping) -> BTreeSet<Limit> {
        self.limits().into_iter().filter(|(_, extent, _)| applies(*extent, shipping)).collect()
    }

    /// Whether this license of a work keeps a limit of a part.
    fn keeps(&self, limit: &Limit) -> bool {
        self.is_closed_source() || self.limits().iter().any(|own| covers(own, limit))
    }

    fn belongs_to(&self, class: LicenseClass) -> bool {
        let name = self.license.spdx.as_deref().and_then(|spdx| spdx.split(" WITH ").next());
        let listed = name.and_then(spdx::license_id);
        let is_open_source = listed.is_some_and(|it| it.is_osi_approved() || it.is_fsf_free_libre());
        let License { permissions, duties, .. } = &self.license;
        let mut required = acts(duties);
        required.extend(permissions.iter().flat_map(|permission| acts(&permission.duties)));
        let permits =
            iris(&["odrl:reproduce", "odrl:derive", "odrl:distribute"]).is_subset(&acts(permissions));
        let requires = iris(&["cc:ShareAlike", "cc:SourceCode"]).is_subset(&required);
        match class {
            LicenseClass::OpenSource => is_open_source,
            LicenseClass::SourceCopyleft => is_open_source && permits && requires,
            LicenseClass::Any => true,
        }
    }

    /// The other licenses that a copy may be taken under at once.
    fn relicensing(&self) -> impl Iterator<Item = &Relicensing> {
        self.license.relicensing.iter().filter(|way| way.after.is_none())
    }

    fn permits(&self, act: &str) -> Option<&Stated> {
        let act = iri(act);
        self.license.permissions.iter().find(|permission| permission.action == act)
    }

    /// The permission of the exception that holds for a work.
    fn excepting(&self, work: &Self, usage: Use) -> Option<&Stated> {
        let is_exception = self.license.variant_kind.as_deref() == Some("exception");
        let holds = |permission: &&Stated| match permission.class {
            Some(class) => work.belongs_to(class),
            None => is_exception,
        };
        let combination = self.permits("svc:exceptedCombination").filter(|_| usage == Use::Combined);
        combination.filter(holds).or_else(|| self.permits("svc:exceptedOutput"))
    }

    /// The duties that some context brings, without those of exceptions.
    fn duties(&self) -> BTreeSet<Condition> {
        let mut duties: BTreeSet<Condition> = conditions_of(&self.license.duties, Trigger::Sharing).collect();
        let changing = iris(&["odrl:modify", "odrl:derive", "cc:DerivativeWorks", "svc:ModifiedWorks"]);
        let showing = iris(&["odrl:display", "odrl:present"]);
        let sharing = iris(&["odrl:reproduce", "odrl:distribute", "cc:CommercialUse"]);
        for permission in &self.license.permissions {
            let triggers = if changing.contains(&permission.action) {
                vec![Trigger::SharingChanged]
            } else if sharing.contains(&permission.action) {
                vec![Trigger::Sharing]
            } else if showing.contains(&permission.action) {
                vec![Trigger::Sharing, Trigger::Network]
            } else if permission.action == iri("svc:networkUseTrigger") {
                vec![Trigger::Network]
            } else if permission.action == iri("svc:deploymentTrigger") {
                vec![Trigger::Use]
            } else {
                continue;
            };
            for trigger in triggers {
                duties.extend(conditions_of(&permission.duties, trigger));
            }
        }
        duties
    }

    /// The acts of duties about the license of the work.
    fn keeping(&self) -> BTreeSet<String> {
        let keeping = iris(&["cc:ShareAlike", "svc:compliantLicense"]);
        self.duties().into_iter().map(|duty| duty.act).filter(|act| keeping.contains(act)).collect()
    }

    /// The permission to combine, if the answer rests on it without any rule.
    fn linking(&self, context: Context, lines: &BTreeSet<Line>) -> Option<&Stated> {
        let rests_on = |rules: &[Rule]| lines.iter().any(|line| rules.contains(&line.rule));
        let is_linked = context.usage == Use::Combined
            && context.shipping == Shipping::Binary
            && self.scope() == ShareAlikeScope::Library
            && !rests_on(&[Rule::Same, Rule::Later, Rule::Named]);
        self.permits("svc:exceptedCombination").filter(|_| is_linked)
    }

    /// The duties that the context brings where the answer rests on some rules.
    fn conditions(
        &self,
        context: Context,
        lines: &BTreeSet<Line>,
        exception: Option<&Stated>,
    ) -> BTreeSet<Condition> {
        let permission = match lines.iter().any(|line| line.rule == Rule::Excepted) {
            true => exception,
            false => self.linking(context, lines),
        };
        let mut duties = self.duties();
        if let Some(permission) = permission {
            let keeping = iris(&["cc:ShareAlike", "svc:compliantLicense"]);
            let stays = permission.duties.is_empty() && self.permits("svc:exceptedOutput").is_none();
            duties.retain(|duty| match duty.trigger {
                Trigger::Sharing if keeping.contains(&duty.act) => is_changed(context),
                Trigger::Sharing => stays,
                _ => true,
            });
            duties.extend(conditions_of(&permission.duties, Trigger::Sharing));
        }
        duties.retain(|duty| {
            let is_triggered = match duty.trigger {
                Trigger::Network => context.shipping == Shipping::Service,
                Trigger::Sharing => gives_copies(context.shipping),
                Trigger::SharingChanged => gives_copies(context.shipping) && is_changed(context),
                Trigger::Use => {
                    context.shipping == Shipping::Internal && context.purpose != Purpose::Research
                }
            };
            let has_form = match duty.form {
                Some(ConveyedForm::Source) => context.shipping != Shipping::Binary,
                Some(ConveyedForm::Binary) => context.shipping != Shipping::Source,
                None => true,
            };
            is_triggered && has_form && (is_changed(context) || !duty.changed_only)
        });
        let of_copies: Vec<Condition> =
            duties.iter().filter(|duty| duty.trigger == Trigger::Sharing).cloned().collect();
        duties.retain(|duty| {
            let is_brought_by_copies = of_copies.iter().any(|copy| {
                let has_form = copy.form.is_none() || copy.form == duty.form;
                let has_group = copy.group.is_none() || copy.group == duty.group;
                copy.act == duty.act && has_form && has_group
            });
            duty.trigger != Trigger::SharingChanged || !is_brought_by_copies
        });
        duties
    }

    /// The acts of conditions that the license makes or accepts.
    fn makes(&self) -> BTreeSet<String> {
        let License { permissions, prohibitions, duties, accepted_conditions, .. } = &self.license;
        let mut makes: BTreeSet<String> = acts(prohibitions);
        makes.extend(acts(duties));
        makes.extend(permissions.iter().chain(prohibitions).flat_map(|rule| acts(&rule.duties)));
        makes.extend(accepted_conditions.iter().cloned());
        if makes.contains(&iri("cc:Notice")) {
            makes.extend(iris(&["cc:Attribution", "svc:noWarrantyNotice"]));
        }
        makes
    }

    /// The conditions of a part which this license of a work neither makes nor accepts.
    fn refused(&self, part: &Self) -> BTreeSet<String> {
        let makes = self.makes();
        let duties = part.duties();
        let has_made_alternative = |group: &Option<String>| {
            group.is_some() && duties.iter().any(|duty| duty.group == *group && makes.contains(&duty.act))
        };
        let mut refused: BTreeSet<String> = duties
            .iter()
            .filter(|duty| !makes.contains(&duty.act) && !has_made_alternative(&duty.group))
            .map(|duty| duty.act.clone())
            .collect();
        for termination in iris(&["svc:patentRetaliationTermination", "svc:mutualTermination"]) {
            if acts(&part.license.prohibitions).contains(&termination) && !makes.contains(&termination) {
                refused.insert(termination);
            }
        }
        let keeping = iris(&["cc:ShareAlike", "svc:compliantLicense"]);
        refused.difference(&keeping).cloned().collect()
    }

    fn is_same_text(&self, other: &Self) -> bool {
        let texts = self.profile.as_ref().zip(other.profile.as_ref());
        texts.is_some_and(|(own, other)| own.family == other.family && own.version == other.version)
    }

    /// Whether the other license is a version of the text that the later-version option allows.
    fn allows(&self, other: &Self) -> bool {
        let texts = self.profile.as_ref().zip(other.profile.as_ref());
        texts.is_some_and(|(own, other)| {
            own.or_later && own.family == other.family && own.version <= other.version
        })
    }

    fn is_or_later(&self) -> bool {
        self.profile.as_ref().is_some_and(|profile| profile.or_later)
    }

    /// Whether a license is one of those that are named, by its record, its text or a later version.
    fn is_among(&self, named: &[LicenseId]) -> bool {
        self.exception().is_none()
            && named.iter().any(|id| {
                let named = record(id.as_str());
                named.iri == self.iri || named.is_same_text(self) || named.allows(self)
            })
    }
}

/// The rules that apply without another license for the part, where an exception holds or none.
fn rules_with(
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
    let is_relicensed = part
        .relicensing()
        .any(|way| work.is_among(&way.under) || way.class.is_some_and(|class| work.belongs_to(class)));
    if is_relicensed || !may_be_combined && work.is_among(&part.license.compatible_with) {
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
    let is_kept = in_sense_of_part && part.reaches(context.usage);
    let is_reached = is_kept || in_sense_of_work && work.reaches(context.usage);
    if let Some(permission) = exception.filter(|_| is_reached) {
        let of_part = BTreeSet::from([permission.action.clone()]);
        lines.insert(Line { of_part, ..Line::of(Rule::Excepted) });
        return lines;
    }
    if is_kept {
        lines.insert(Line { of_part: part.keeping(), ..Line::of(Rule::Kept) });
    }
    if in_sense_of_work && work.reaches(context.usage) {
        let refused = work.refused(part);
        if work.license.no_further_restrictions && !refused.is_empty() {
            lines.insert(Line { of_part: refused, of_work: work.keeping(), ..Line::of(Rule::Claimed) });
        }
        if part.scope() != ShareAlikeScope::None && !is_kept {
            let (of_part, of_work) = (part.keeping(), work.keeping());
            lines.insert(Line { of_part, of_work, ..Line::of(Rule::Locked) });
        }
    }
    lines
}

/// The rules that apply without another license for the part.
fn rules(part: &Described, work: &Described, context: Context) -> BTreeSet<Line> {
    rules_with(part, work, context, part.excepting(work, context.usage))
}

fn refuses(lines: &BTreeSet<Line>) -> bool {
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

fn leads(lines: &BTreeSet<Line>) -> bool {
    lines.iter().any(|line| [Rule::Later, Rule::Named, Rule::ByWayOf].contains(&line.rule))
}

/// The answer where no rule refuses.
fn allowed(part: &Described, work: &Described, context: Context, lines: BTreeSet<Line>) -> Found {
    let exception = part.excepting(work, context.usage);
    let is_excepted = lines.iter().any(|line| line.rule == Rule::Excepted);
    let is_exception = part.license.variant_kind.as_deref() == Some("exception");
    let linked = part.linking(context, &lines).filter(|_| is_exception && !is_excepted);
    let proviso = exception
        .filter(|_| is_excepted)
        .or(linked)
        .filter(|permission| permission.class.is_none())
        .and_then(|permission| permission.evidence.clone());
    let limits = part.limits_in(context.shipping);
    let conditions = part.conditions(context, &lines, exception);
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
fn oracle(part: &Described, work: &Described, context: Context, others: &[&Described]) -> Found {
    let lines = rules(part, work, context);
    if !refuses(&lines) {
        return allowed(part, work, context, lines);
    }
    let leads_to = |way: &Described| {
        way.exception().is_none() && part.allows(way)
            || part.relicensing().any(|named| way.is_among(&named.under))
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
            let of_way = allowed(way, work, context, rules(way, work, context));
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
fn remedies(part: &Described, work: &Described, context: Context, others: &[&Described]) -> BTreeSet<Remedy> {
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
type Criteria = (bool, bool, usize, Answer, usize, String);

/// The first difference.
fn difference(one: &Criteria, other: &Criteria) -> ChoiceReason {
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
fn found(containment: &Containment<'_>) -> Found {
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

fn graph(id: &str) -> &'static Graph {
    &LIBRARY.licenses.get(id).unwrap().current.graph
}

/// A record of the library.
fn record(id: &str) -> &'static Described {
    RECORDS.get(id).unwrap()
}

fn required() -> impl Strategy<Value = Vec<Stated>> {
    let form = prop_oneof![
        3 => Just(None),
        1 => Just(Some(ConveyedForm::Source)),
        1 => Just(Some(ConveyedForm::Binary)),
    ];
    let group = prop_oneof![3 => Just(None), 1 => Just(Some("either".to_owned()))];
    let changed_only = prop_oneof![3 => Just(false), 1 => Just(true)];
    let duty = (select(&REQUIRED[..]), form, group, changed_only);
    proptest::collection::vec(duty, 0..3).prop_map(|duties| {
        let mut duties: Vec<Stated> = duties
            .into_iter()
            .map(|(act, form, alternative, changed_only)| Stated {
                form,
                alternative,
                changed_only,
                ..stated(act, Vec::new())
            })
            .collect();
        duties.sort();
        duties
    })
}

fn stated(act: &str, duties: Vec<Stated>) -> Stated {
    Stated {
        action: iri(act),
        duties,
        evidence: None,
        locator: None,
        convention: None,
        form: None,
        alternative: None,
        changed_only: false,
        class: None,
        triple: 0,
    }
}

fn named() -> impl Strategy<Value = Vec<LicenseId>> {
    let ids = subsequence(&BASES[..], 0..3);
    prop_oneof![2 => Just(Vec::new()), 1 => ids.prop_map(|ids| ids.iter().map(|id| id.parse().unwrap()).collect())]
}

fn class() -> impl Strategy<Value = Option<LicenseClass>> {
    let class = select(LicenseClass::ALL).prop_map(|(class, _)| Some(class));
    prop_oneof![1 => Just(None), 1 => class]
}

/// Up to two limits on use.
fn limits() -> impl Strategy<Value = Vec<UseLimit>> {
    let limit = (select(LimitKind::ALL), select(LimitExtent::ALL), select(&CONDITIONS[..]));
    let limits = proptest::collection::vec(limit, 1..=2).prop_map(|limits| {
        let mut limits: Vec<UseLimit> = limits
            .into_iter()
            .map(|((kind, _), (extent, _), condition)| UseLimit {
                kind,
                extent,
                condition: condition.to_owned(),
                evidence: None,
                locator: None,
                triple: 0,
            })
            .collect();
        limits.sort();
        limits.dedup();
        limits
    });
    prop_oneof![2 => Just(Vec::new()), 1 => limits]
}

/// Up to two clauses about other licenses for a copy.
fn relicensing() -> impl Strategy<Value = Vec<Relicensing>> {
    let after = prop_oneof![3 => Just(None), 1 => Just(Some("P4Y".to_owned()))];
    let way = (subsequence(&BASES[..], 0..3), class(), after);
    let ways = proptest::collection::vec(way, 1..=2).prop_map(|ways| {
        let mut ways: Vec<Relicensing> = ways
            .into_iter()
            .map(|(under, class, after)| Relicensing {
                under: under.iter().map(|id| id.parse().unwrap()).collect(),
                class,
                after,
                evidence: None,
                locator: None,
                triple: 0,
            })
            .collect();
        ways.sort();
        ways
    });
    prop_oneof![2 => Just(Vec::new()), 1 => ways]
}

/// The permissions of exceptions, with their words.
fn exceptions() -> impl Strategy<Value = Vec<Stated>> {
    let excepted =
        |act: &str, duties| Stated { evidence: Some(format!("the words of {act}")), ..stated(act, duties) };
    let combination = (class(), required())
        .prop_map(move |(class, duties)| Stated { class, ..excepted("svc:exceptedCombination", duties) });
    let output = required().prop_map(move |duties| excepted("svc:exceptedOutput", duties));
    let exceptions = (proptest::option::weighted(0.5, combination), proptest::option::weighted(0.2, output));
    exceptions.prop_map(|(combination, output)| combination.into_iter().chain(output).collect())
}

/// A license with the name and the text of a record, which says something else.
fn license(base: &'static str) -> impl Strategy<Value = Described> {
    let permissions = subsequence(&PERMITTED[..], 0..=PERMITTED.len());
    let permissions = permissions.prop_flat_map(|acts| {
        let of_each = proptest::collection::vec(required(), acts.len());
        of_each.prop_map(move |duties| {
            let permissions = acts.iter().zip(duties);
            permissions.map(|(act, duties)| stated(act, duties)).collect::<Vec<_>>()
        })
    });
    let prohibitions = prop_oneof![Just(Vec::new()), subsequence(&PROHIBITED[..], 0..3)];
    let scopes: Vec<Option<ShareAlikeScope>> =
        std::iter::once(None).chain(ShareAlikeScope::ALL.iter().map(|(scope, _)| Some(*scope))).collect();
    let strength = prop_oneof![
        3 => Just(None),
        1 => select(&[Strength::NetworkCopyleft, Strength::UseRestricted, Strength::SourceAvailable][..]).prop_map(Some),
    ];
    let facts = (select(scopes), strength, any::<bool>(), prop_oneof![4 => Just(false), 1 => Just(true)]);
    let exception = prop_oneof![3 => Just(None), 1 => select(&["One", "Two"][..]).prop_map(Some)];
    let accepted = subsequence(&REQUIRED[..], 0..3);
    let statements = (permissions, prohibitions, required());
    let clauses = (limits(), relicensing(), exceptions(), any::<bool>());
    (statements, facts, (named(), named(), accepted, exception), clauses).prop_map(
        move |(statements, (scope, strength, no_further, restricts), names, clauses)| {
            let (mut permissions, prohibitions, duties) = statements;
            let (compatible_with, combinable_with, accepted, exception) = names;
            let (limits, relicensing, exceptions, is_exception) = clauses;
            permissions.extend(exceptions);
            permissions.sort();
            let record = record(base).clone();
            let license = License {
                permissions,
                prohibitions: prohibitions.iter().map(|act| stated(act, Vec::new())).collect(),
                duties,
                scope,
                strength,
                no_further_restrictions: no_further,
                stated: restricts.then(|| iri("svc:fieldOfUseRestriction")).into_iter().collect(),
                compatible_with,
                combinable_with,
                accepted_conditions: accepted.iter().map(|act| iri(act)).collect(),
                limits,
                relicensing,
                variant_kind: is_exception.then(|| "exception".to_owned()),
                spdx: Some(exception.map_or(base.to_owned(), |exception| format!("{base} WITH {exception}"))),
                ..record.license.clone()
            };
            Described { license, ..record }
        },
    )
}

/// Up to four licenses with the names of different records.
fn world() -> impl Strategy<Value = Vec<Described>> {
    subsequence(&BASES[..], 1..5)
        .prop_flat_map(|bases| bases.into_iter().map(|base| license(base).boxed()).collect::<Vec<_>>())
}

fn context() -> impl Strategy<Value = Context> {
    let usages: Vec<Use> = Use::ALL.iter().map(|(usage, _)| *usage).collect();
    let shippings: Vec<Shipping> = Shipping::ALL.iter().map(|(shipping, _)| *shipping).collect();
    let purposes: Vec<Purpose> = Purpose::ALL.iter().map(|(purpose, _)| *purpose).collect();
    let values = (select(usages), select(shippings), any::<bool>(), select(purposes));
    values.prop_map(|(usage, shipping, modified, purpose)| Context { usage, shipping, modified, purpose })
}

fn terms(license: &Described) -> Terms {
    REASONER.read_terms(&license.iri, &license.license, graph(name(license)))
}

/// The last segment of the IRI.
fn name(license: &Described) -> &str {
    license.iri.rsplit('/').next().unwrap()
}

fn index(world: &[Described]) -> TermsIndex {
    world.iter().map(terms).collect()
}

/// The licenses of works: those of a world, and closed source.
fn works(world: &[Described]) -> impl Iterator<Item = &Described> {
    world.iter().chain(std::iter::once(&*CLOSED))
}

fn terms_in<'i>(index: &'i TermsIndex, license: &Described) -> &'i Terms {
    if license.is_closed_source() {
        return REASONER.closed_source();
    }
    index.get(&license.iri).unwrap()
}

/// The terms of a record, or of closed source.
fn known_terms(license: &Described) -> &'static Terms {
    if license.is_closed_source() {
        return REASONER.closed_source();
    }
    REASONER.terms(&license.iri).unwrap()
}

fn answer(index: &TermsIndex, part: &Described, work: &Described, context: Context) -> Found {
    found(&index.contain(terms_in(index, part), terms_in(index, work), context))
}

/// Licenses of an account that say what those of a world say. They have no text in common with a record.
fn accounts(world: Vec<Described>) -> Vec<Described> {
    let licenses = world.into_iter().map(|license| {
        let iri = format!("https://muniment.example/users/a/licenses/{}", name(&license));
        Described { iri, license: license.license, profile: None }
    });
    licenses.collect()
}

/// Every record in every context with another work each time, and with closed source.
fn samples() -> Vec<(&'static Described, &'static Described, Context)> {
    let records: Vec<&'static Described> = RECORDS.values().collect();
    let mut samples = Vec::new();
    for (number, part) in records.iter().copied().enumerate() {
        for (usage, _) in Use::ALL {
            for (shipping, _) in Shipping::ALL {
                for (purpose, _) in Purpose::ALL {
                    for modified in [false, true] {
                        let (usage, shipping, purpose) = (*usage, *shipping, *purpose);
                        let place = number * 271
                            + usage as usize * 31
                            + shipping as usize * 7
                            + purpose as usize * 101
                            + usize::from(modified);
                        let context = Context { usage, shipping, modified, purpose };
                        samples.push((part, records[place % records.len()], context));
                        samples.push((part, &*CLOSED, context));
                    }
                }
            }
        }
    }
    samples
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_engine_agrees_with_the_oracle(world in world(), context in context()) {
        let index = index(&world);
        let others: Vec<&Described> = world.iter().collect();
        for part in &world {
            for work in works(&world) {
                let expected = oracle(part, work, context, &others);
                prop_assert_eq!(answer(&index, part, work, context), expected, "{} into {}", part.iri, work.iri);
            }
        }
    }

    #[test]
    fn a_work_with_fewer_conditions_takes_no_more_parts(world in world(), context in context(), at in any::<Index>()) {
        let at = at.index(world.len());
        let mut freed = world.clone();
        // The duty to give the source stays, too: without it, the work could leave a class of licenses that another license
        // names, and `named` would no longer hide that this license leads there by itself.
        let keeping = iris(&["cc:ShareAlike", "cc:SourceCode", "svc:compliantLicense"]);
        let license = &mut freed[at].license;
        license.scope = Some(world[at].scope());
        license.duties.retain(|duty| keeping.contains(&duty.action));
        // Duties of showing count: they make a service one that shares.
        let showing = iris(&["odrl:display", "odrl:present"]);
        for permission in license.permissions.iter_mut().filter(|it| !showing.contains(&it.action)) {
            permission.duties.retain(|duty| keeping.contains(&duty.action));
        }
        license.accepted_conditions.clear();
        let (before, after) = (index(&world), index(&freed));
        for part in world.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, part)| part) {
            let refused = answer(&before, part, &world[at], context).answer == Answer::No;
            prop_assert!(!refused || answer(&after, part, &freed[at], context).answer == Answer::No);
        }
    }

    #[test]
    fn what_is_refused_stays_refused_for_more_people(mut world in world(), usage in context()) {
        // A limit on services does not apply to copies, so a license may refuse a service and allow copies. Here such a limit
        // applies to both.
        for limit in world.iter_mut().flat_map(|license| &mut license.license.limits) {
            if limit.extent == LimitExtent::Service {
                limit.extent = LimitExtent::Others;
            }
        }
        let index = index(&world);
        let is_refused = |part, work, shipping| {
            answer(&index, part, work, Context { shipping, ..usage }).answer == Answer::No
        };
        for part in &world {
            for work in works(&world) {
                let by = |shipping| is_refused(part, work, shipping);
                prop_assert!(!by(Shipping::Internal) || by(Shipping::Service));
                prop_assert!(!by(Shipping::Service) || by(Shipping::Binary) && by(Shipping::Source));
            }
        }
    }

    #[test]
    fn the_answer_for_a_set_is_that_of_its_worst_part(world in world(), context in context()) {
        let index = index(&world);
        for work in &world {
            let work = index.get(&work.iri).unwrap();
            let parts: Vec<_> = index.iter().map(|part| index.contain(part, work, context)).collect();
            let words = ["yes", "if", "via", "no"];
            let rank = |answer: Answer| words.iter().position(|word| *word == answer.word()).unwrap();
            let worst = parts.iter().map(|part| rank(part.answer)).max().unwrap();
            prop_assert_eq!(rank(answer_of_all(&parts)), worst);
        }
    }

    #[test]
    fn a_license_with_a_limit_that_applies_is_never_answered_yes(world in world(), context in context()) {
        let index = index(&world);
        for part in world.iter().filter(|part| !part.limits_in(context.shipping).is_empty()) {
            for work in works(&world) {
                prop_assert_ne!(answer(&index, part, work, context).answer, Answer::Yes);
            }
        }
    }

    #[test]
    fn what_is_refused_stays_refused_for_a_more_commercial_purpose(world in world(), usage in context()) {
        let index = index(&world);
        for part in &world {
            for work in works(&world) {
                let by = |purpose| {
                    answer(&index, part, work, Context { purpose, ..usage }).answer == Answer::No
                };
                prop_assert!(!by(Purpose::Research) || by(Purpose::Noncommercial));
                prop_assert!(!by(Purpose::Noncommercial) || by(Purpose::Commercial));
            }
        }
    }

    #[test]
    fn closed_source_takes_no_share_alike_that_reaches_it_without_an_exception(
        world in world(),
        context in context(),
    ) {
        let index = index(&world);
        let is_kept = |license: &Described| {
            let exception = license.excepting(&CLOSED, context.usage);
            license.is_given(context) && license.reaches(context.usage) && exception.is_none()
        };
        for part in world.iter().filter(|part| is_kept(part)) {
            let found = answer(&index, part, &CLOSED, context);
            // Another license may be taken for the part, whose share-alike does not reach the work.
            let mut ways = found.lines.iter().filter_map(|line| line.by.as_ref());
            let is_relicensed = found.lines.iter().any(|line| line.rule == Rule::Named);
            let is_taken_otherwise = is_relicensed
                || ways.any(|way| world.iter().any(|license| license.iri == *way && !is_kept(license)));
            prop_assert!(found.answer == Answer::No || is_taken_otherwise, "{} is {:?}", part.iri, found);
        }
    }

    #[test]
    fn the_remedies_are_the_changes_that_help(
        world in world(),
        context in context(),
        at in any::<Index>(),
        base in select(&BASES[..]),
    ) {
        // The remedies are asked of the library, so the licenses of the world must have no record with their IRI.
        let world = accounts(world);
        let own: Vec<Terms> = world.iter().map(terms).collect();
        let at = at.index(world.len());
        let (part, terms_of_part) = (&world[at], &own[at]);
        let known = [record(base), &*CLOSED].map(|work| (work, known_terms(work)));
        for (work, terms_of_work) in world.iter().zip(&own).chain(known) {
            if oracle(part, work, context, &NAMEABLE).answer == Answer::No {
                let named = REASONER.remedies(terms_of_part, terms_of_work, context);
                let named: BTreeSet<Remedy> = named.into_iter().collect();
                let expected = remedies(part, work, context, &NAMEABLE);
                prop_assert_eq!(named, expected, "{} into {}", part.iri, work.iri);
            }
        }
    }

    #[test]
    fn a_choice_takes_the_least_alternative_by_the_criteria(
        world in world(),
        context in context(),
        (first, at) in any::<(Index, Index)>(),
        has_unknown in any::<bool>(),
        preferred in proptest::collection::vec(any::<Index>(), 0..3),
        base in select(&BASES[..]),
    ) {
        let world = accounts(world);
        let own: Vec<Terms> = world.iter().map(terms).collect();
        let known = [record(base), &*CLOSED].map(|work| (work, known_terms(work)));
        let works: Vec<(&Described, &Terms)> = world.iter().zip(&own).chain(known).collect();
        let (work, terms_of_work) = works[at.index(works.len())];
        let preferred: Vec<&str> = preferred.iter().map(|it| it.get(&world).iri.as_str()).collect();

        let mut candidates: Vec<Candidate<'_>> = world
            .iter()
            .zip(&own)
            .map(|(license, terms)| Candidate { name: name(license), terms: Some(terms) })
            .collect();
        if has_unknown || candidates.len() < 2 {
            candidates.insert(0, Candidate { name: "LicenseRef-Unknown", terms: None });
        }
        candidates.truncate(3);
        let first = first.index(candidates.len());
        candidates.rotate_left(first);

        let criteria = |candidate: &Candidate<'_>| {
            let Some(license) = world.iter().find(|license| name(license) == candidate.name) else {
                return (true, false, usize::MAX, Answer::Yes, 0, candidate.name.to_owned());
            };
            let Found { answer, limits, proviso, conditions, .. } = oracle(license, work, context, &NAMEABLE);
            let place = preferred.iter().position(|iri| *iri == license.iri).unwrap_or(usize::MAX);
            let count = limits.len() + usize::from(proviso.is_some()) + conditions.len();
            (false, answer == Answer::No, place, answer, count, candidate.name.to_owned())
        };
        let mut sorted: Vec<_> = candidates.iter().map(criteria).collect();
        sorted.sort();

        let alternatives = candidates.iter().copied().map(Alternatives::License).collect();
        let question = Question {
            parts: vec![QuestionPart {
                licenses: Alternatives::Any(alternatives),
                usage: context.usage,
                modified: context.modified,
            }],
            work: Some(terms_of_work),
            shipping: context.shipping,
            purpose: context.purpose,
            preferred: preferred.clone(),
        };
        let settlement = REASONER.settle(&question);
        let settled = &settlement.parts[0];
        let taken: Vec<&str> = settled.taken.iter().map(|candidate| candidate.name).collect();
        prop_assert_eq!(taken, vec![sorted[0].5.as_str()], "{:?}", sorted);
        // Of more than two alternatives, each may lose by another criterion.
        if let [one, other] = sorted.as_slice() {
            prop_assert_eq!(settled.choice, Some(difference(one, other)), "{:?}", sorted);
        }
    }
}

#[test]
fn the_oracle_agrees_on_the_library() {
    let others: Vec<&Described> = RECORDS.values().collect();
    for (part, work, context) in samples() {
        let answer = found(&REASONER.contain(known_terms(part), known_terms(work), context));
        let expected = oracle(part, work, context, &others);
        assert_eq!(answer, expected, "{} into {} {context:?}", part.iri, work.iri);
    }
}

#[test]
fn the_remedies_are_the_changes_that_help_on_the_library() {
    let others: Vec<&Described> = RECORDS.values().collect();
    // Seven has no factor in common with the numbers of contexts and works, so that all of them take their turns.
    for (part, work, context) in samples().into_iter().step_by(7) {
        if oracle(part, work, context, &others).answer == Answer::No {
            let named = REASONER.remedies(known_terms(part), known_terms(work), context);
            let named: BTreeSet<Remedy> = named.into_iter().collect();
            let expected = remedies(part, work, context, &others);
            assert_eq!(named, expected, "{} into {} {context:?}", part.iri, work.iri);
        }
    }
}
