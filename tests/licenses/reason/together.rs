//! What licenses say together.

use muniment_licenses::reason::{Bundle, Leave};

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
