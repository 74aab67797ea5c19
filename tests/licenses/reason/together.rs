//! What licenses say together, and which one a combined work might go under.

use muniment_licenses::reason::{Bundle, Component, Facts, Grade, Leave, candidates};

use crate::reason::iri;
use crate::reason::question::{license, theory, without_rules};

#[test]
fn an_act_needs_the_permission_of_every_license() {
    let theory = without_rules("dg_default");
    let (a, b) = (
        license("A", "P odrl:copy, P odrl:display, P odrl:print, D cc:Notice"),
        license("B", "P odrl:copy, F odrl:display"),
    );
    let bundle = Bundle::new(&theory, [&a, &b]);
    let together = bundle.together();
    let leave = |name: &str| together.iter().find(|about| about.act == iri(name)).unwrap().leave();
    assert_eq!(leave("odrl:copy"), Leave::Permitted);
    assert_eq!(leave("odrl:display"), Leave::Prohibited);
    assert_eq!(leave("odrl:print"), Leave::Unsettled);
    assert_eq!(leave("cc:Notice"), Leave::Unspoken);
    let notice = together.iter().find(|about| about.act == iri("cc:Notice")).unwrap();
    assert_eq!(notice.required.iter().map(|held| held.license).collect::<Vec<_>>(), [a.iri()]);
    assert!(together.is_sorted_by_key(|about| about.act));
}

#[test]
fn what_a_rule_supplies_is_marked() {
    let (a, b) = (license("A", "P odrl:copy"), license("B", "P odrl:copy"));
    let bundle = Bundle::new(theory("dg_eu"), [&a, &b]);
    let together = bundle.together();
    let supplied = together.iter().flat_map(|about| about.permitted.iter().chain(&about.prohibited));
    assert!(supplied.filter(|held| held.supplied.is_some()).count() > 0);
    let copy = together.iter().find(|about| about.act == iri("odrl:copy")).unwrap();
    assert!(copy.permitted.iter().all(|held| held.supplied.is_none()));
}

fn grades(parts: &[&Facts], among: &[&Facts]) -> Vec<Grade> {
    let theory = without_rules("dg_default");
    let parts: Vec<Component<'_>> = parts.iter().map(|facts| Component::from(*facts)).collect();
    let found = candidates(&theory, &parts, among.iter().copied(), || false).unwrap();
    among.iter().map(|facts| found.iter().find(|c| c.license == facts.iri()).unwrap().grade).collect()
}

#[test]
fn the_grade_of_a_candidate_is_that_of_every_part_towards_it() {
    let (free, bound) = (license("A", "P odrl:copy"), license("B", "F odrl:copy"));
    let (generous, strict) = (license("C", "P odrl:copy"), license("D", "F odrl:copy"));
    assert_eq!(
        grades(&[&free, &bound], &[&free, &bound, &generous, &strict]),
        [Grade::Conflict, Grade::Restriction, Grade::Conflict, Grade::Restriction]
    );
    assert_eq!(grades(&[&free], &[&generous, &strict]), [Grade::None, Grade::Restriction]);
}

#[test]
fn no_third_license_helps_parts_that_cannot_be_combined() {
    let (one, other) = (license("A", "D cc:Notice"), license("B", "F cc:Notice"));
    let third = license("C", "P odrl:copy");
    assert_eq!(grades(&[&one, &other], &[&third]), [Grade::Conflict]);
    let theory = without_rules("dg_default");
    assert!(candidates(&theory, &[Component::from(&one)], [&third], || true).is_err());
}
