use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::{LIBRARY, data};
use muniment_library::check::check;
use muniment_library::load::load;
use muniment_licenses::model::{License, LicenseId, Model, Severity};

fn current() -> impl Iterator<Item = (&'static LicenseId, &'static License)> {
    LIBRARY.licenses.iter().map(|(id, model)| (id, &*model.current.content))
}

#[test]
fn the_library_has_no_errors() {
    let loaded = load(&data());
    let mut faults = loaded.faults;
    faults.extend(check(&loaded.library.unwrap()));
    let errors: Vec<_> = faults.iter().filter(|fault| fault.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

/// `BLESS=1` writes what was counted into `tests/live-library.json`.
#[test]
fn the_library_is_as_large_as_its_counts_say() {
    let counted = counted();
    let file = data().join("../tests/live-library.json");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, serde_json::to_string_pretty(&counted).unwrap() + "\n").unwrap();
    }
    let expected: BTreeMap<String, usize> = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(counted, expected);
}

fn is_first_dated(model: &Model<License>) -> bool {
    model.versions().next().is_some_and(|first| first.content.modified.is_some())
}

fn counted() -> BTreeMap<String, usize> {
    let count =
        |is_counted: fn(&License) -> bool| current().filter(|(_, license)| is_counted(license)).count();
    let sum = |count: fn(&License) -> usize| current().map(|(_, license)| count(license)).sum::<usize>();
    let spdx: BTreeSet<String> = current()
        .filter_map(|(_, license)| license.spdx.as_ref())
        .map(|id| id.to_ascii_lowercase())
        .collect();
    let rules: BTreeSet<&str> = LIBRARY
        .graphs
        .values()
        .flat_map(|graph| &*graph.current.content.rules)
        .map(|rule| rule.iri.as_str())
        .collect();
    let aliases = LIBRARY.spdx_aliases.values();
    let counts = [
        ("records", LIBRARY.licenses.len()),
        ("ports", count(|license| license.port_of.is_some())),
        ("published", count(|license| !license.is_fixture())),
        ("published originals", count(|license| !license.is_fixture() && license.port_of.is_none())),
        ("published ports", count(|license| !license.is_fixture() && license.port_of.is_some())),
        ("corrected records", LIBRARY.licenses.values().filter(|model| !model.archived.is_empty()).count()),
        ("record versions", LIBRARY.licenses.values().map(|model| model.versions().count()).sum()),
        ("dated first versions", LIBRARY.licenses.values().filter(|model| is_first_dated(model)).count()),
        ("graph versions", LIBRARY.graphs.values().map(|model| model.versions().count()).sum()),
        ("vocabulary versions", LIBRARY.vocabulary.versions().count()),
        ("texts", LIBRARY.texts.len()),
        ("SPDX identifiers", spdx.len()),
        ("SPDX aliases", LIBRARY.spdx_aliases.len()),
        ("SPDX aliases of records", aliases.filter(|id| spdx.contains(&id.to_ascii_lowercase())).count()),
        ("retired identifiers", LIBRARY.retired.len()),
        (
            "retired identifiers without successor",
            LIBRARY.retired.iter().filter(|retired| retired.successor.is_none()).count(),
        ),
        ("variants", count(|license| license.variant_of.is_some())),
        ("permissions", sum(|license| license.permissions.len())),
        ("prohibitions", sum(|license| license.prohibitions.len())),
        (
            "duties of permissions",
            sum(|license| license.permissions.iter().map(|rule| rule.duties.len()).sum()),
        ),
        ("duties of licenses", sum(|license| license.duties.len())),
        ("licenses with duties", count(|license| !license.duties.is_empty())),
        ("dependency graphs", LIBRARY.graphs.len()),
        ("rules of dependency graphs", rules.len()),
        ("own terms", LIBRARY.vocabulary.current.content.own_terms().count()),
        ("reviews", LIBRARY.reviews.len()),
    ];
    counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
}

#[test]
fn graphs_hold_the_axioms_and_rules_that_the_facts_say() {
    let graph = |id: &str| &LIBRARY.graphs.get(id).unwrap_or_else(|| panic!("no graph {id}")).current.content;
    assert_eq!(graph("dg_default").axioms.len(), 46);
    assert_eq!(graph("dg_default").rules.iter().filter(|rule| rule.adopted).count(), 1);
    for (id, own) in [("eu", 9), ("us", 2), ("cn", 2), ("gb", 5), ("jp", 3), ("in", 3), ("br", 3)] {
        assert_eq!(graph(&format!("dg_{id}")).rules.len(), own + 1, "{id}");
        assert_eq!(graph(&format!("dg_{id}")).axioms.len(), 46, "{id}");
    }
}

#[test]
fn a_review_claims_that_a_text_was_read_exactly_where_the_text_is_listed() {
    for (id, review) in &LIBRARY.reviews {
        assert_eq!(review.text_retrieved, LIBRARY.texts.contains_key(id), "{id}");
        assert!(!review.findings.is_empty(), "{id}");
    }
}
