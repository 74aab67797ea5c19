//! What a combination comes to, in a word, for each direction.

use muniment_licenses::reason::{Bundle, Facts, Grade, RuleId, RuleSet};

use crate::reason::question::{license, record, theory, without_rules};

/// Grade with the work under the second license, and under the first.
fn grades(first: &Facts, second: &Facts) -> (Grade, Grade) {
    let theory = without_rules("dg_default");
    let bundle = Bundle::new(&theory, [first, second]);
    let place = |facts: &Facts| bundle.names().iter().position(|name| *name == facts.iri()).unwrap();
    let pair = bundle.pair(place(first), place(second));
    (pair.under_second.grade(), pair.under_first.grade())
}

fn of(a: &str, b: &str) -> (Grade, Grade) {
    grades(&license("A", a), &license("B", b))
}

#[test]
fn a_target_that_permits_a_prohibited_act_is_in_conflict() {
    assert_eq!(of("F odrl:copy", "P odrl:copy"), (Grade::Conflict, Grade::Restriction));
    assert_eq!(of("F odrl:present", "P odrl:print"), (Grade::Conflict, Grade::Restriction));
    assert_eq!(grades(record("GPL-3.0-only"), record("MIT")), (Grade::Conflict, Grade::Restriction));
}

#[test]
fn contradictory_terms_are_conflicts_in_both_directions() {
    let both = (Grade::Conflict, Grade::Conflict);
    assert_eq!(of("D cc:Notice", "F cc:Notice"), both);
    assert_eq!(of("D cc:ShareAlike", "D cc:ShareAlike"), both);
    assert_eq!(of("D cc:ShareAlike", "P svc:ChangeLicense"), both);
    assert_eq!(of("P odrl:ensureExclusivity", "P odrl:commercialize"), both);
}

#[test]
fn compatible_with_has_one_direction() {
    assert_eq!(
        grades(record("CC-BY-SA-4.0"), record("GPL-3.0-only")),
        (Grade::Restriction, Grade::Conflict),
        "BY-SA may move to the GPL and not back"
    );
    assert_eq!(grades(record("AGPL-3.0"), record("GPL-3.0-only")), (Grade::Restriction, Grade::Restriction));
}

#[test]
fn defects_are_separate_from_the_grades_of_pairs() {
    let (a, b) = (license("A", "P odrl:copy, F odrl:copy"), license("B", "P odrl:display"));
    let theory = without_rules("dg_default");
    let bundle = Bundle::new(&theory, [&a, &b]);
    assert_eq!(bundle.pair(0, 1).under_second.grade(), Grade::None);
    assert!(bundle.defects(0).by_text.contains(RuleId::D1) && bundle.defects(1).all().is_empty());
    assert_eq!(bundle.pair(0, 0).under_first.grade(), Grade::None, "a license beside itself");
    assert_eq!(bundle.pair(0, 7), muniment_licenses::reason::Pair::default(), "nobody");
}

#[test]
fn supplied_statements_count_and_are_marked() {
    let bundle = Bundle::new(theory("dg_eu"), [record("MIT"), record("CC-BY-SA-4.0")]);
    assert_eq!(bundle.names().len(), 2);
    let pair = bundle.pair(0, 1);
    let d1: RuleSet = [RuleId::D1].into_iter().collect();
    // MIT is supplied a prohibition of the database right, which BY-SA grants.
    assert_eq!(pair.under_first.conflicts.by_default, d1);
    assert_eq!(pair.under_first.grade(), Grade::Conflict);
}
