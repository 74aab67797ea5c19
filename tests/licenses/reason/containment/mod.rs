//! What holds of every answer on thousands of small worlds, and that the engine and the oracle agree.

mod described;
mod oracle;
mod worlds;

use std::collections::BTreeSet;

use muniment_licenses::model::LimitExtent;
use muniment_licenses::reason::{
    Alternatives, Answer, Candidate, Context, Purpose, Question, QuestionPart, Remedy, Rule, Shipping, Terms,
    answer_of_all,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::reason::REASONER;
use described::{CLOSED, Described, RECORDS, iris, record};
use oracle::{Found, difference, found, oracle, remedies};
use worlds::{
    BASES, NAMEABLE, accounts, answer, context, index, known_terms, name, samples, terms, works, world,
};

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
                let named = REASONER.terms().remedies(terms_of_part, terms_of_work, context);
                let named: BTreeSet<Remedy> = named.into_iter().map(|helping| helping.remedy).collect();
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
        let settlement = REASONER.terms().settle(&question);
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
        let answer = found(&REASONER.terms().contain(known_terms(part), known_terms(work), context));
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
            let named = REASONER.terms().remedies(known_terms(part), known_terms(work), context);
            let named: BTreeSet<Remedy> = named.into_iter().map(|helping| helping.remedy).collect();
            let expected = remedies(part, work, context, &others);
            assert_eq!(named, expected, "{} into {} {context:?}", part.iri, work.iri);
        }
    }
}
