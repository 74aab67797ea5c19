use std::collections::BTreeSet;

use super::{LIBRARY, data};
use muniment_library::check::check;
use muniment_library::load::load;
use muniment_licenses::model::{License, LicenseId, Severity};

fn current() -> impl Iterator<Item = (&'static LicenseId, &'static License)> {
    LIBRARY.licenses.iter().map(|(id, model)| (id, &model.current.content))
}

#[test]
fn the_library_has_no_errors() {
    let loaded = load(&data());
    let mut faults = loaded.faults;
    faults.extend(check(&loaded.library.unwrap()));
    let errors: Vec<_> = faults.iter().filter(|fault| fault.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn records_ports_and_lists_are_as_many_as_the_facts_say() {
    assert_eq!(LIBRARY.licenses.len(), 581);
    assert_eq!(current().filter(|(_, license)| license.port_of.is_some()).count(), 290);
    let published: Vec<_> = current().filter(|(_, license)| !license.is_fixture()).collect();
    assert_eq!(published.len(), 579, "ports=include");
    assert_eq!(published.iter().filter(|(_, l)| l.port_of.is_none()).count(), 290, "ports=exclude");
    assert_eq!(published.iter().filter(|(_, l)| l.port_of.is_some()).count(), 289, "ports=only");
    assert_eq!(LIBRARY.licenses.values().filter(|model| !model.archived.is_empty()).count(), 342);
    assert!(LIBRARY.licenses.values().all(|model| model.archived.len() <= 1));
}

#[test]
fn identifiers_aliases_and_retired_names_are_as_many_as_the_facts_say() {
    let spdx: BTreeSet<String> = current()
        .filter_map(|(_, license)| license.spdx.as_ref())
        .map(|id| id.to_ascii_lowercase())
        .collect();
    assert_eq!(spdx.len(), 276);
    assert_eq!(LIBRARY.spdx_aliases.len(), 35);
    let resolving =
        LIBRARY.spdx_aliases.values().filter(|id| spdx.contains(&id.to_ascii_lowercase())).count();
    assert_eq!(resolving, 26);
    assert_eq!(LIBRARY.retired.len(), 33);
    assert_eq!(LIBRARY.retired.iter().filter(|retired| retired.successor.is_none()).count(), 6);
}

#[test]
fn statements_are_as_many_as_the_facts_say() {
    let sum = |count: fn(&License) -> usize| current().map(|(_, license)| count(license)).sum::<usize>();
    assert_eq!(sum(|l| l.permissions.len()), 5676);
    assert_eq!(sum(|l| l.prohibitions.len()), 1590);
    assert_eq!(sum(|l| l.permissions.iter().map(|rule| rule.duties.len()).sum()), 4400);
    assert_eq!(sum(|l| l.duties.len()), 183);
    assert_eq!(current().filter(|(_, license)| !license.duties.is_empty()).count(), 181);
}

#[test]
fn graphs_and_vocabulary_are_as_large_as_the_facts_say() {
    let graph = |id: &str| &LIBRARY.graphs.get(id).unwrap_or_else(|| panic!("no graph {id}")).current.content;
    assert_eq!(LIBRARY.graphs.len(), 8);
    assert_eq!(graph("dg_default").axioms.len(), 46);
    assert_eq!(graph("dg_default").rules.iter().filter(|rule| rule.adopted).count(), 1);
    let rules: BTreeSet<&str> = LIBRARY
        .graphs
        .values()
        .flat_map(|g| &g.current.content.rules)
        .map(|rule| rule.iri.as_str())
        .collect();
    assert_eq!(rules.len(), 28);
    for (id, own) in [("eu", 9), ("us", 2), ("cn", 2), ("gb", 5), ("jp", 3), ("in", 3), ("br", 3)] {
        assert_eq!(graph(&format!("dg_{id}")).rules.len(), own + 1, "{id}");
        assert_eq!(graph(&format!("dg_{id}")).axioms.len(), 46, "{id}");
    }
    assert_eq!(LIBRARY.vocabulary.current.content.own_terms().count(), 142);
    assert_eq!(LIBRARY.vocabulary.archived.len(), 1);
}

#[test]
fn no_review_claims_that_a_text_was_read() {
    assert_eq!(LIBRARY.reviews.len(), 581);
    assert!(LIBRARY.reviews.values().all(|review| !review.text_retrieved && !review.findings.is_empty()));
}
