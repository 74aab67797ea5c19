//! A second way to containment, written straight from the table of rules (spec:reasoning#containment) and without a thought
//! for speed, and what holds of every answer on thousands of small worlds.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use muniment_licenses::model::{ConveyedForm, License, LicenseId, Rule as Stated, ShareAlikeScope, Strength};
use muniment_licenses::reason::{
    Answer, Containment, Context, Profile, Profiles, Rule, Shipping, Terms, TermsIndex, Trigger, Use,
    answer_of_all,
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
const PERMITTED: [&str; 7] = [
    "cc:CommercialUse",
    "odrl:derive",
    "odrl:distribute",
    "odrl:reproduce",
    "svc:ChangeLicense",
    "svc:ModifiedWorks",
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

static PROFILES: LazyLock<Profiles> = LazyLock::new(|| Profiles::new(&LIBRARY));

/// A license of a world.
#[derive(Debug, Clone)]
struct Described {
    iri: String,
    license: License,
    profile: Option<Profile>,
}

/// A condition: act, trigger, form, group.
type Condition = (String, Trigger, Option<ConveyedForm>, Option<String>);

/// A rule that applies, with the acts of the part and of the work.
type Line = (Rule, Option<String>, BTreeSet<String>, BTreeSet<String>);

/// Answer, rules, conditions.
type Found = (Answer, BTreeSet<Line>, BTreeSet<Condition>);

fn iris(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| iri(name)).collect()
}

fn acts(rules: &[Stated]) -> BTreeSet<String> {
    rules.iter().map(|rule| rule.action.clone()).collect()
}

fn both(first: &BTreeSet<String>, second: &BTreeSet<String>) -> BTreeSet<String> {
    first.intersection(second).cloned().collect()
}

impl Described {
    fn exception(&self) -> Option<&str> {
        self.license.spdx.as_deref().and_then(|spdx| spdx.split(" WITH ").nth(1))
    }

    fn counts_network_use(&self) -> bool {
        self.license.strength == Some(Strength::NetworkCopyleft)
            || acts(&self.license.permissions).contains(&iri("svc:networkUseTrigger"))
    }

    fn is_given(&self, context: Context) -> bool {
        match context.shipping {
            Shipping::Internal => false,
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

    /// The duties that some context brings.
    fn duties(&self) -> BTreeSet<Condition> {
        let condition =
            |rule: &Stated, trigger| (rule.action.clone(), trigger, rule.form, rule.alternative.clone());
        let mut duties: BTreeSet<Condition> =
            self.license.duties.iter().map(|rule| condition(rule, Trigger::Sharing)).collect();
        let changing = iris(&["odrl:modify", "odrl:derive", "cc:DerivativeWorks", "svc:ModifiedWorks"]);
        let sharing =
            iris(&["odrl:reproduce", "odrl:distribute", "odrl:display", "odrl:present", "cc:CommercialUse"]);
        for permission in &self.license.permissions {
            let trigger = if changing.contains(&permission.action) {
                Trigger::SharingChanged
            } else if sharing.contains(&permission.action) {
                Trigger::Sharing
            } else if permission.action == iri("svc:networkUseTrigger") {
                Trigger::Network
            } else {
                continue;
            };
            duties.extend(permission.duties.iter().map(|rule| condition(rule, trigger)));
        }
        duties
    }

    /// The acts of duties about the license of the work.
    fn keeping(&self) -> BTreeSet<String> {
        let keeping = iris(&["cc:ShareAlike", "svc:compliantLicense"]);
        self.duties().into_iter().map(|(act, ..)| act).filter(|act| keeping.contains(act)).collect()
    }

    fn conditions(&self, context: Context) -> BTreeSet<Condition> {
        let is_changed = context.modified || context.usage == Use::Merged;
        let brought = |trigger: Trigger| match trigger {
            Trigger::Network => context.shipping == Shipping::Service,
            Trigger::Sharing => self.is_given(context),
            Trigger::SharingChanged => self.is_given(context) && is_changed,
        };
        let has_form = |form: Option<ConveyedForm>| match form {
            Some(ConveyedForm::Source) => context.shipping != Shipping::Binary,
            Some(ConveyedForm::Binary) => context.shipping != Shipping::Source,
            None => true,
        };
        let duties = self.duties().into_iter();
        duties.filter(|(_, trigger, form, _)| brought(*trigger) && has_form(*form)).collect()
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
            group.is_some() && duties.iter().any(|(act, .., other)| other == group && makes.contains(act))
        };
        let mut refused: BTreeSet<String> = duties
            .iter()
            .filter(|(act, .., group)| !makes.contains(act) && !has_made_alternative(group))
            .map(|(act, ..)| act.clone())
            .collect();
        let termination = iri("svc:patentRetaliationTermination");
        if acts(&part.license.prohibitions).contains(&termination) && !makes.contains(&termination) {
            refused.insert(termination);
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
                let named = described(id.as_str());
                named.iri == self.iri || named.is_same_text(self) || named.allows(self)
            })
    }
}

/// The rules that apply without a later version.
fn rules(part: &Described, work: &Described, context: Context) -> BTreeSet<Line> {
    let line = |rule, of_part, of_work| (rule, None, of_part, of_work);
    let alone = |rule| BTreeSet::from([line(rule, BTreeSet::new(), BTreeSet::new())]);
    let prohibited = acts(&part.license.prohibitions);
    let mut barred = BTreeSet::new();
    if matches!(context.shipping, Shipping::Binary | Shipping::Source) {
        barred.extend(both(&prohibited, &iris(&["odrl:distribute"])));
    }
    if context.modified || context.usage == Use::Merged {
        barred.extend(both(&prohibited, &iris(&["odrl:modify", "odrl:derive"])));
        if context.shipping != Shipping::Internal {
            barred.extend(both(&prohibited, &iris(&["cc:DerivativeWorks", "svc:ModifiedWorks"])));
        }
    }
    if !barred.is_empty() {
        return BTreeSet::from([line(Rule::Barred, barred, BTreeSet::new())]);
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
    if work.is_among(&part.license.combinable_with) {
        if context.usage == Use::Combined {
            return alone(Rule::Beside);
        }
    } else if work.is_among(&part.license.compatible_with) {
        return alone(Rule::Named);
    }
    let mut lines = BTreeSet::new();
    if in_sense_of_work {
        let granted = both(&acts(&work.license.permissions), &iris(&EXPLOITATION));
        let withheld = both(&granted, &prohibited);
        if !withheld.is_empty() {
            lines.insert(line(Rule::Withheld, withheld.clone(), withheld));
        }
        if part.restricts_use() && !work.restricts_use() {
            lines.extend(alone(Rule::Restricted));
        }
    }
    let is_kept = in_sense_of_part && part.reaches(context.usage);
    if is_kept {
        lines.insert(line(Rule::Kept, part.keeping(), BTreeSet::new()));
    }
    if in_sense_of_work && work.reaches(context.usage) {
        let refused = work.refused(part);
        if work.license.no_further_restrictions && !refused.is_empty() {
            lines.insert(line(Rule::Claimed, refused, work.keeping()));
        }
        if part.scope() != ShareAlikeScope::None && !is_kept {
            lines.insert(line(Rule::Locked, part.keeping(), work.keeping()));
        }
    }
    lines
}

fn refuses(lines: &BTreeSet<Line>) -> bool {
    let refusing = [Rule::Barred, Rule::Withheld, Rule::Restricted, Rule::Kept, Rule::Claimed, Rule::Locked];
    lines.iter().any(|(rule, ..)| refusing.contains(rule))
}

fn leads(lines: &BTreeSet<Line>) -> bool {
    lines.iter().any(|(rule, ..)| [Rule::Later, Rule::Named, Rule::ByWayOf].contains(rule))
}

/// The answer of the oracle, with the later versions among `others`.
fn oracle(part: &Described, work: &Described, context: Context, others: &[&Described]) -> Found {
    let allowed = |lines: BTreeSet<Line>, conditions: BTreeSet<Condition>| {
        let answer = match leads(&lines) {
            true => Answer::Via,
            false if conditions.is_empty() => Answer::Yes,
            false => Answer::If,
        };
        (answer, lines, conditions)
    };
    let lines = rules(part, work, context);
    if !refuses(&lines) {
        return allowed(lines, part.conditions(context));
    }
    let mut ways: Vec<&Described> = others
        .iter()
        .copied()
        .filter(|way| way.iri != part.iri && way.exception().is_none() && part.allows(way))
        .filter(|way| {
            let lines = rules(way, work, context);
            !refuses(&lines) && !leads(&lines)
        })
        .collect();
    ways.sort_by(|one, next| one.iri.cmp(&next.iri));
    match ways.first().filter(|_| lines.iter().all(|(rule, ..)| *rule != Rule::Barred)) {
        Some(way) => {
            let line = (Rule::ByWayOf, Some(way.iri.clone()), BTreeSet::new(), BTreeSet::new());
            allowed(BTreeSet::from([line]), way.conditions(context))
        }
        None => (Answer::No, lines, BTreeSet::new()),
    }
}

/// An answer of the engine in the same form.
fn found(containment: &Containment<'_>) -> Found {
    let owned = |acts: &[&str]| acts.iter().map(|act| (*act).to_owned()).collect();
    let lines = containment.reasons.iter().map(|reason| {
        (reason.rule, reason.by.map(str::to_owned), owned(&reason.of_part), owned(&reason.of_work))
    });
    let conditions =
        containment.conditions.iter().map(|it| (it.act.clone(), it.trigger, it.form, it.group.clone()));
    (containment.answer, lines.collect(), conditions.collect())
}

fn graph(id: &str) -> &'static Graph {
    &LIBRARY.licenses.get(id).unwrap().current.graph
}

/// A record of the library.
fn described(id: &str) -> Described {
    let model = LIBRARY.licenses.get(id).unwrap();
    let profile = PROFILES.get(&model.iri).cloned();
    Described { iri: model.iri.clone(), license: model.current.content.clone(), profile }
}

fn required() -> impl Strategy<Value = Vec<Stated>> {
    let form = prop_oneof![
        3 => Just(None),
        1 => Just(Some(ConveyedForm::Source)),
        1 => Just(Some(ConveyedForm::Binary)),
    ];
    let group = prop_oneof![3 => Just(None), 1 => Just(Some("either".to_owned()))];
    let duty = (select(&REQUIRED[..]), form, group);
    proptest::collection::vec(duty, 0..3).prop_map(|duties| {
        let mut duties: Vec<Stated> = duties
            .into_iter()
            .map(|(act, form, alternative)| Stated { form, alternative, ..stated(act, Vec::new()) })
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
        triple: 0,
    }
}

fn named() -> impl Strategy<Value = Vec<LicenseId>> {
    let ids = subsequence(&BASES[..], 0..3);
    prop_oneof![2 => Just(Vec::new()), 1 => ids.prop_map(|ids| ids.iter().map(|id| id.parse().unwrap()).collect())]
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
    ((permissions, prohibitions, required()), facts, (named(), named(), accepted, exception)).prop_map(
        move |((permissions, prohibitions, duties), (scope, strength, no_further, restricts), names)| {
            let (compatible_with, combinable_with, accepted, exception) = names;
            let record = described(base);
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
    let values = (select(usages), select(shippings), any::<bool>());
    values.prop_map(|(usage, shipping, modified)| Context { usage, shipping, modified })
}

fn terms(license: &Described) -> Terms {
    let id = license.iri.rsplit('/').next().unwrap();
    REASONER.read_terms(&license.iri, &license.license, graph(id))
}

fn index(world: &[Described]) -> TermsIndex {
    world.iter().map(terms).collect()
}

fn answer(index: &TermsIndex, part: &Described, work: &Described, context: Context) -> Found {
    found(&index.contain(index.get(&part.iri).unwrap(), index.get(&work.iri).unwrap(), context))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_engine_agrees_with_the_oracle(world in world(), context in context()) {
        let index = index(&world);
        let others: Vec<&Described> = world.iter().collect();
        for part in &world {
            for work in &world {
                let expected = oracle(part, work, context, &others);
                prop_assert_eq!(answer(&index, part, work, context), expected, "{} into {}", part.iri, work.iri);
            }
        }
    }

    #[test]
    fn a_work_with_fewer_conditions_takes_no_more_parts(world in world(), context in context(), at in any::<Index>()) {
        let at = at.index(world.len());
        let mut freed = world.clone();
        let keeping = iris(&["cc:ShareAlike", "svc:compliantLicense"]);
        let license = &mut freed[at].license;
        license.scope = Some(world[at].scope());
        license.duties.retain(|duty| keeping.contains(&duty.action));
        license.permissions.iter_mut().for_each(|it| it.duties.retain(|duty| keeping.contains(&duty.action)));
        license.accepted_conditions.clear();
        let (before, after) = (index(&world), index(&freed));
        for part in world.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, part)| part) {
            let refused = answer(&before, part, &world[at], context).0 == Answer::No;
            prop_assert!(!refused || answer(&after, part, &freed[at], context).0 == Answer::No);
        }
    }

    #[test]
    fn what_is_refused_stays_refused_for_more_people(world in world(), usage in context()) {
        let index = index(&world);
        let is_refused = |part, work, shipping| {
            answer(&index, part, work, Context { shipping, ..usage }).0 == Answer::No
        };
        for part in &world {
            for work in &world {
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
}

#[test]
fn the_oracle_agrees_on_the_library() {
    let records: Vec<Described> = LIBRARY.licenses.keys().map(|id| described(id.as_str())).collect();
    let others: Vec<&Described> = records.iter().collect();
    let contain = |part: &Described, work: &Described, context| {
        let terms = |license: &Described| REASONER.terms(&license.iri).unwrap();
        found(&REASONER.contain(terms(part), terms(work), context))
    };
    for (number, part) in records.iter().enumerate() {
        for (usage, _) in Use::ALL {
            for (shipping, _) in Shipping::ALL {
                // Another pair for each context.
                for modified in [false, true] {
                    let context = Context { usage: *usage, shipping: *shipping, modified };
                    let place =
                        number * 271 + *usage as usize * 31 + *shipping as usize * 7 + usize::from(modified);
                    let work = &records[place % records.len()];
                    let expected = oracle(part, work, context, &others);
                    assert_eq!(contain(part, work, context), expected, "{} into {}", part.iri, work.iri);
                }
            }
        }
    }
}
