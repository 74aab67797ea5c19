//! Small worlds of licenses, and the records of the library, each with the terms that the engine reads.

use std::sync::LazyLock;

use muniment_licenses::model::{
    ConveyedForm, License, LicenseClass, LicenseId, LimitExtent, LimitKind, Relicensing, Rule as Stated,
    ShareAlikeScope, StatedText, Strength, UseLimit,
};
use muniment_licenses::reason::{Context, Purpose, Shipping, Terms, TermsIndex, Use};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::described::{CLOSED, Described, RECORDS, record, stated};
use super::oracle::{Found, found};
use crate::reason::{REASONER, iri};

/// Records whose names, texts and later-version options the licenses of a world have.
pub(super) const BASES: [&str; 7] = [
    "CC-BY-SA-3.0",
    "CC-BY-SA-4.0",
    "GPL-2.0-only",
    "GPL-2.0-or-later",
    "GPL-3.0-only",
    "GPL-3.0-or-later",
    "MIT",
];
pub(super) const PERMITTED: [&str; 10] = [
    "cc:CommercialUse",
    "odrl:derive",
    "odrl:display",
    "odrl:distribute",
    "odrl:execute",
    "odrl:reproduce",
    "svc:ChangeLicense",
    "svc:ModifiedWorks",
    "svc:deploymentTrigger",
    "svc:networkUseTrigger",
];
pub(super) const PROHIBITED: [&str; 10] = [
    "cc:CommercialUse",
    "cc:DerivativeWorks",
    "odrl:derive",
    "odrl:distribute",
    "odrl:modify",
    "svc:circumventLicenseKey",
    "svc:patentRetaliationTermination",
    "svc:promote",
    "svc:removeNotices",
    "svc:textAndDataMining",
];
pub(super) const REQUIRED: [&str; 7] = [
    "cc:Attribution",
    "cc:Notice",
    "cc:ShareAlike",
    "cc:SourceCode",
    "svc:advertisingAcknowledgement",
    "svc:compliantLicense",
    "svc:noWarrantyNotice",
];

/// The conditions of limits in a world.
pub(super) const CONDITIONS: [&str; 2] = ["only on weekdays", "only with a permit"];

/// The records that a license outside the library may name: those of a world and their later versions.
pub(super) static NAMEABLE: LazyLock<Vec<&'static Described>> = LazyLock::new(|| {
    let bases: Vec<LicenseId> = BASES.iter().map(|id| id.parse().unwrap()).collect();
    RECORDS.values().filter(|record| record.is_among(&bases)).collect()
});

pub(super) fn required() -> impl Strategy<Value = Vec<Stated>> {
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

pub(super) fn named() -> impl Strategy<Value = Vec<LicenseId>> {
    let ids = subsequence(&BASES[..], 0..3);
    prop_oneof![2 => Just(Vec::new()), 1 => ids.prop_map(|ids| ids.iter().map(|id| id.parse().unwrap()).collect())]
}

pub(super) fn class() -> impl Strategy<Value = Option<LicenseClass>> {
    let class = select(LicenseClass::ALL).prop_map(|(class, _)| Some(class));
    prop_oneof![1 => Just(None), 1 => class]
}

/// Up to two limits on use.
pub(super) fn limits() -> impl Strategy<Value = Vec<UseLimit>> {
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
pub(super) fn relicensing() -> impl Strategy<Value = Vec<Relicensing>> {
    let after = prop_oneof![3 => Just(None), 1 => Just(Some("P4Y".to_owned()))];
    let works = prop_oneof![3 => Just(None), 1 => Just(Some("the works of the clause".to_owned()))];
    let way = (subsequence(&BASES[..], 0..3), class(), after, works, required());
    let ways = proptest::collection::vec(way, 1..=2).prop_map(|ways| {
        let mut ways: Vec<Relicensing> = ways
            .into_iter()
            .map(|(under, class, after, works, duties)| Relicensing {
                under: under.iter().map(|id| id.parse().unwrap()).collect(),
                class,
                after,
                works,
                duties,
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
pub(super) fn exceptions() -> impl Strategy<Value = Vec<Stated>> {
    let excepted =
        |act: &str, duties| Stated { evidence: Some(format!("the words of {act}")), ..stated(act, duties) };
    let combination = (class(), required())
        .prop_map(move |(class, duties)| Stated { class, ..excepted("svc:exceptedCombination", duties) });
    let output = required().prop_map(move |duties| excepted("svc:exceptedOutput", duties));
    let exceptions = (proptest::option::weighted(0.5, combination), proptest::option::weighted(0.2, output));
    exceptions.prop_map(|(combination, output)| combination.into_iter().chain(output).collect())
}

/// A license with the name and the text of a record, which says something else.
pub(super) fn license(base: &'static str) -> impl Strategy<Value = Described> {
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
    let clauses = (
        limits(),
        relicensing(),
        exceptions(),
        any::<bool>(),
        prop_oneof![4 => Just(false), 1 => Just(true)],
    );
    (statements, facts, (named(), named(), accepted, exception), clauses).prop_map(
        move |(statements, (scope, strength, no_further, restricts), names, clauses)| {
            let (mut permissions, prohibitions, duties) = statements;
            let (compatible_with, combinable_with, accepted, exception) = names;
            let (limits, relicensing, exceptions, is_exception, is_unread_port) = clauses;
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
                port_of: is_unread_port.then(|| "CC-BY-4.0".parse().unwrap()),
                text_hash: record.license.text_hash.filter(|_| !is_unread_port),
                variant_kind: is_exception.then(|| "exception".to_owned()),
                spdx: Some(exception.map_or(base.to_owned(), |exception| format!("{base} WITH {exception}"))),
                ..record.license.clone()
            };
            Described { license, ..record }
        },
    )
}

/// Up to four licenses with the names of different records.
pub(super) fn world() -> impl Strategy<Value = Vec<Described>> {
    subsequence(&BASES[..], 1..5)
        .prop_flat_map(|bases| bases.into_iter().map(|base| license(base).boxed()).collect::<Vec<_>>())
}

pub(super) fn context() -> impl Strategy<Value = Context> {
    let usages: Vec<Use> = Use::ALL.iter().map(|(usage, _)| *usage).collect();
    let shippings: Vec<Shipping> = Shipping::ALL.iter().map(|(shipping, _)| *shipping).collect();
    let purposes: Vec<Purpose> = Purpose::ALL.iter().map(|(purpose, _)| *purpose).collect();
    let values = (select(usages), select(shippings), any::<bool>(), select(purposes));
    values.prop_map(|(usage, shipping, modified, purpose)| Context { usage, shipping, modified, purpose })
}

pub(super) fn terms(license: &Described) -> Terms {
    REASONER.read_terms(&license.iri, &license.license)
}

/// The last segment of the IRI.
pub(super) fn name(license: &Described) -> &str {
    license.iri.rsplit('/').next().unwrap()
}

pub(super) fn index(world: &[Described]) -> TermsIndex {
    world.iter().map(terms).collect()
}

/// The licenses of works: those of a world, and closed source.
pub(super) fn works(world: &[Described]) -> impl Iterator<Item = &Described> {
    world.iter().chain(std::iter::once(&*CLOSED))
}

pub(super) fn terms_in<'i>(index: &'i TermsIndex, license: &Described) -> &'i Terms {
    if license.is_closed_source() {
        return REASONER.terms().closed_source();
    }
    index.get(&license.iri).unwrap()
}

/// The terms of a record, or of closed source.
pub(super) fn known_terms(license: &Described) -> &'static Terms {
    if license.is_closed_source() {
        return REASONER.terms().closed_source();
    }
    REASONER.terms().get(&license.iri).unwrap()
}

pub(super) fn answer(index: &TermsIndex, part: &Described, work: &Described, context: Context) -> Found {
    found(&index.contain(terms_in(index, part), terms_in(index, work), context))
}

/// Licenses of an account that say what those of a world say. They have no text in common with a record.
pub(super) fn accounts(world: Vec<Described>) -> Vec<Described> {
    let licenses = world.into_iter().map(|license| {
        let iri = format!("https://muniment.example/users/a/licenses/{}", name(&license));
        let license = License { text: StatedText::default(), ..license.license };
        Described { iri, license, profile: None }
    });
    licenses.collect()
}

/// Every record in every context with another work each time, and with closed source.
pub(super) fn samples() -> Vec<(&'static Described, &'static Described, Context)> {
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
