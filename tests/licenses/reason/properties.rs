//! What holds of every answer, on thousands of small worlds and on the library itself.

use std::collections::{BTreeMap, BTreeSet};

use muniment_licenses::model::{Axiom, DefaultRule, DependencyGraph};
use muniment_licenses::reason::{
    Acts, Bundle, Facts, Grade, Kind, Profile, Profiles, RuleId, Statements, Theory, Weight, compatibility,
    consistency,
};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use crate::reason::consistency::labels;
use crate::reason::oracle::{Asked, Line, answer, of_verdict};
use crate::reason::question::{record, theory};
use crate::reason::{LIBRARY, REASONER, iri};

/// Few acts, so that licenses and graphs speak of the same ones.
const ACTS: [&str; 8] = [
    "cc:ShareAlike",
    "svc:ChangeLicense",
    "svc:compliantLicense",
    "odrl:derive",
    "odrl:use",
    "odrl:copy",
    "odrl:sell",
    "svc:juggle",
];
const LICENSES: [&str; 5] = ["A", "B", "C", "D", "X"];

#[derive(Debug, Clone)]
struct World {
    licenses: Vec<Asked>,
    profiles: BTreeMap<String, Profile>,
    graph: DependencyGraph,
}

fn act() -> impl Strategy<Value = String> {
    select(&ACTS[..]).prop_map(iri)
}

fn profile() -> impl Strategy<Value = Option<Profile>> {
    let some = (select(&["F", "G"][..]), 1..4_u64, any::<bool>()).prop_map(|(family, major, or_later)| {
        Profile { family: family.to_owned(), version: [major, 0, 0], or_later }
    });
    proptest::option::of(some)
}

fn statements() -> impl Strategy<Value = Statements> {
    let kind = select(&Kind::ALL[..]);
    let rule = (kind, act(), prop_oneof![3 => Just(None), 2 => act().prop_map(Some)]);
    let clause = prop_oneof![4 => Just(false), 1 => Just(true)];
    let binding = prop_oneof![Just(false), Just(true)];
    let names = subsequence(&LICENSES[..], 0..3);
    (proptest::collection::vec(rule, 0..7), clause, binding, names).prop_map(
        |(rules, clause, binding, names)| {
            let mut statements = Statements::default();
            for (kind, act, duty) in rules {
                statements.hangs.extend(duty.map(|duty| (kind, act.clone(), duty)));
                statements.says.insert((kind, act));
            }
            if binding {
                statements.says.insert((Kind::Duty, iri("cc:ShareAlike")));
            }
            if clause {
                let (change, compliant) = (iri("svc:ChangeLicense"), iri("svc:compliantLicense"));
                statements.hangs.insert((Kind::Permission, change.clone(), compliant));
                statements.says.insert((Kind::Permission, change));
            }
            statements.names = names.into_iter().map(str::to_owned).collect();
            statements
        },
    )
}

fn graph() -> impl Strategy<Value = DependencyGraph> {
    let relation = select(&["odrl:includedIn", "odrl:implies", "owl:sameAs", "svc:contradicts"][..]);
    let axioms = proptest::collection::btree_set((act(), relation.prop_map(iri), act()), 0..9);
    let outcome =
        select(&["NotGrantedByDefault", "GrantedByDefault", "RequiredByDefault", "NotWaivable"][..]);
    let rules = proptest::collection::vec((act(), outcome), 0..5);
    (axioms, rules).prop_map(|(axioms, rules)| DependencyGraph {
        axioms: axioms
            .into_iter()
            .map(|(subject, predicate, object)| Axiom { subject, predicate, object, triple: 0 })
            .collect(),
        rules: (0..)
            .zip(rules)
            .map(|(number, (action, outcome))| DefaultRule {
                iri: format!("rules/{number}"),
                label: String::new(),
                action,
                outcome: iri(&format!("svc:{outcome}")),
                jurisdiction: iri("svc:worldwide"),
                basis: String::new(),
                explanation: String::new(),
                date: None,
                adopted: false,
                contributor: String::new(),
                date_accepted: None,
                replaces: None,
            })
            .collect(),
        ..DependencyGraph::default()
    })
}

fn world() -> impl Strategy<Value = World> {
    let license = || (statements(), profile());
    let licenses = proptest::collection::vec(license(), 1..5);
    (licenses, profile(), graph()).prop_map(|(licenses, stranger, graph)| {
        let licenses: Vec<Asked> = LICENSES
            .iter()
            .zip(licenses)
            .map(|(iri, (statements, profile))| Asked { iri: (*iri).to_owned(), statements, profile })
            .collect();
        let mut profiles: BTreeMap<String, Profile> =
            licenses.iter().filter_map(|asked| Some((asked.iri.clone(), asked.profile.clone()?))).collect();
        profiles.extend(stranger.map(|profile| ("X".to_owned(), profile)));
        World { licenses, profiles, graph }
    })
}

impl World {
    fn facts(&self, acts: &Acts) -> Vec<Facts> {
        let profiles: Profiles = self.profiles.clone().into_iter().collect();
        let terms = LIBRARY.site.terms();
        self.licenses
            .iter()
            .map(|a| Facts::new(&a.iri, &a.statements, a.profile.clone(), &profiles, acts, &terms))
            .collect()
    }

    fn theory(&self, acts: &Acts) -> Theory {
        Theory::new("graph", &self.graph, acts, &LIBRARY.site.terms())
    }

    fn without_rules(&self) -> Self {
        Self { graph: DependencyGraph { rules: Vec::new(), ..self.graph.clone() }, ..self.clone() }
    }
}

/// A table that knows every act of these worlds.
fn acts() -> Acts {
    let acts = ACTS.map(iri);
    Acts::new(acts.iter().map(String::as_str))
}

/// The answer of the engine to some of the licenses, by their places and in this order.
fn engine(world: &World, places: &[usize]) -> (Vec<Line>, Vec<crate::reason::oracle::Applied>) {
    let acts = acts();
    let (theory, facts) = (world.theory(&acts), world.facts(&acts));
    let asked = places.iter().map(|place| &facts[*place]);
    of_verdict(&compatibility(&theory, asked, || false).unwrap())
}

fn all(world: &World) -> Vec<usize> {
    (0..world.licenses.len()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_engine_agrees_with_the_oracle(world in world()) {
        let terms = LIBRARY.site.terms();
        let expected = answer(&world.licenses, &world.profiles, &world.graph, &terms);
        prop_assert_eq!(engine(&world, &all(&world)), expected);
    }

    #[test]
    fn acts_are_told_apart_by_name_and_not_by_table(world in world()) {
        let nothing = Acts::default();
        let (theory, facts) = (world.theory(&nothing), world.facts(&nothing));
        let apart = of_verdict(&compatibility(&theory, &facts, || false).unwrap());
        prop_assert_eq!(apart, engine(&world, &all(&world)));
    }

    #[test]
    fn the_order_of_the_request_never_matters(
        (world, places) in world().prop_flat_map(|world| {
            let places = Just(all(&world)).prop_shuffle();
            (Just(world), places)
        })
    ) {
        let twice: Vec<usize> = places.iter().chain(&places).copied().collect();
        prop_assert_eq!(engine(&world, &twice), engine(&world, &all(&world)));
    }

    #[test]
    fn another_license_only_adds_entries(world in world()) {
        let (more, more_applied) = engine(&world, &all(&world));
        let (fewer, fewer_applied) = engine(&world, &all(&world)[1..]);
        let (more, more_applied) = (BTreeSet::from_iter(more), BTreeSet::from_iter(more_applied));
        prop_assert!(fewer.iter().all(|line| more.contains(line)));
        prop_assert!(fewer_applied.iter().all(|applied| more_applied.contains(applied)));
    }

    #[test]
    fn without_rules_exactly_what_they_supplied_is_gone(world in world()) {
        let (with, _) = engine(&world, &all(&world));
        let (without, applied) = engine(&world.without_rules(), &all(&world));
        let of_the_text: Vec<Line> =
            with.into_iter().filter(|(.., rules)| rules.iter().all(String::is_empty)).collect();
        prop_assert_eq!(without, of_the_text);
        prop_assert!(applied.is_empty());
    }

    #[test]
    fn no_derived_entry_relates_an_act_to_itself(world in world()) {
        let (lines, _) = engine(&world, &all(&world));
        for (rule, [.., first], [.., second], ..) in lines {
            prop_assert!(!rule.starts_with('V') || first != second);
        }
    }

    #[test]
    fn a_license_beside_itself_agrees_with_its_consistency(world in world()) {
        let acts = acts();
        let (theory, facts) = (world.theory(&acts), world.facts(&acts));
        for facts in &facts {
            let twice = compatibility(&theory, [facts, facts], || false).unwrap();
            let alone = consistency(&theory, facts, || false).unwrap();
            let labels = labels();
            let told = alone.conflicts(&labels);
            prop_assert_eq!(alone.is_consistent(), told.is_empty());

            let of = |rules: &[RuleId]| -> (BTreeSet<_>, BTreeSet<_>) {
                let conflicts = twice.direct().chain(twice.derived()).filter(|c| rules.contains(&c.rule));
                let conflicts = conflicts.map(|c| (c.statement_1[2].to_owned(), c.statement_2[2].to_owned()));
                let told = told.iter().filter(|c| rules.contains(&c.rule));
                let told = told.map(|c| (c.action_1.to_owned(), c.action_2.to_owned()));
                (conflicts.collect(), told.collect())
            };
            for rules in [
                &[RuleId::D1][..],
                &[RuleId::D2],
                &[RuleId::D4],
                &[RuleId::V1, RuleId::V2, RuleId::V3],
                &[RuleId::V4],
            ] {
                let (conflicts, told) = of(rules);
                prop_assert_eq!(conflicts, told, "{:?}", rules);
            }
            for conflict in &told {
                prop_assert_eq!(conflict.chain.is_empty(), !conflict.rule.is_derived());
            }
            prop_assert_eq!(twice.defaults().count(), alone.defaults(&labels).len());
        }
    }

    #[test]
    fn a_pair_is_graded_by_its_entries(world in world()) {
        let acts = acts();
        let (theory, facts) = (world.theory(&acts), world.facts(&acts));
        let bundle = Bundle::new(&theory, &facts);
        for first in 0..facts.len() {
            for second in 0..facts.len() {
                let verdict = compatibility(&theory, [&facts[first], &facts[second]], || false).unwrap();
                let pair = bundle.pair(first, second);
                for (grading, target) in [(pair.under_second, second), (pair.under_first, first)] {
                    let mut expected = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
                    for (conflict, weight) in verdict.weighed(Some(facts[target].iri())) {
                        let place = match weight {
                            Weight::Conflict => 0,
                            Weight::Restriction => 2,
                            Weight::Defect => continue,
                        };
                        let is_of_text = conflict.supplied_1.is_none() && conflict.supplied_2.is_none();
                        expected[place + usize::from(!is_of_text)].insert(conflict.rule);
                    }
                    let (conflicts, restrictions) = (grading.conflicts, grading.restrictions);
                    let got = [
                        conflicts.by_text,
                        conflicts.by_default,
                        restrictions.by_text,
                        restrictions.by_default,
                    ]
                    .map(|rules| rules.iter().collect::<BTreeSet<_>>());
                    prop_assert_eq!(&got, &expected);
                    let grade = if !got[0].is_empty() || !got[1].is_empty() {
                        Grade::Conflict
                    } else if !got[2].is_empty() || !got[3].is_empty() {
                        Grade::Restriction
                    } else {
                        Grade::None
                    };
                    prop_assert_eq!(grading.grade(), grade);
                }
                let turned = bundle.pair(second, first);
                prop_assert_eq!((turned.under_first, turned.under_second), (pair.under_second, pair.under_first));
            }
        }
    }
}

#[test]
fn the_oracle_agrees_on_the_library() {
    let terms = LIBRARY.site.terms();
    let profiles = Profiles::new(&LIBRARY);
    let known: BTreeMap<String, Profile> = REASONER
        .records()
        .filter_map(|facts| Some((facts.iri().to_owned(), profiles.get(facts.iri())?.clone())))
        .collect();
    let ids: Vec<&str> = LIBRARY.licenses.keys().map(muniment_licenses::model::LicenseId::as_str).collect();
    let asked = |id: &str| {
        let model = LIBRARY.licenses.get(id).unwrap();
        Asked {
            iri: model.iri.clone(),
            statements: Statements::read(&model.current.graph, &model.iri, &terms),
            profile: known.get(&model.iri).cloned(),
        }
    };
    let graphs: Vec<&str> = LIBRARY.graphs.keys().map(muniment_licenses::model::GraphId::as_str).collect();
    for (number, id) in ids.iter().enumerate() {
        let other = ids[(number * 271 + 7) % ids.len()];
        let graph = graphs[number % graphs.len()];
        let verdict = compatibility(theory(graph), [record(id), record(other)], || false).unwrap();
        let expected = answer(&[asked(id), asked(other)], &known, crate::reason::graph(graph), &terms);
        assert_eq!(of_verdict(&verdict), expected, "{id} and {other} under {graph}");
    }
}

#[test]
fn a_question_can_be_given_up() {
    let asked = std::cell::Cell::new(0);
    let is_over = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let all = REASONER.records().map(AsRef::as_ref);
    assert!(compatibility(theory("dg_default"), all, is_over).is_err());
    assert_eq!(asked.get(), 4);
}
