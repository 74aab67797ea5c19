//! What only the service says of a license.

use muniment_licenses::compose::{Imprint, Withdrawal};
use serde_json::json;

use crate::compose::{COMPOSER, IRI, PROFILE, accepted, assert_sound, day, iri, license, published};

fn stated(graph: &muniment_rdf::Graph, property: &str) -> Vec<String> {
    let is_it = |t: &&muniment_rdf::Triple| t.predicate.as_str() == iri(property);
    graph.triples().iter().filter(is_it).map(|t| t.object.to_string()).collect()
}

#[test]
fn owner_and_creator_are_the_profile_and_names_stand_beside_it() {
    let document = accepted(&json!({"title": "T", "creator": "Ada", "licensor": "Ada & Co"}));
    let graph = COMPOSER.to_graph(&document, &published());
    assert_eq!(stated(&graph, "dct:creator"), [format!("<{PROFILE}>")]);
    assert_eq!(stated(&graph, "svc:licenseOwner"), [format!("<{PROFILE}>")]);
    assert_eq!(stated(&graph, "dct:contributor"), ["\"Ada\""]);
    assert_eq!(stated(&graph, "odrl:assigner"), ["\"Ada & Co\""]);
    assert_eq!(stated(&graph, "dct:hasVersion"), ["\"1\""]);
    assert_eq!(stated(&graph, "svc:versionHistory"), [format!("<{IRI}/versions>")]);
}

#[test]
fn a_draft_has_not_been_issued() {
    let document = accepted(&json!({"title": "T"}));
    let draft = license(&COMPOSER.to_graph(&document, &Imprint::draft(IRI, PROFILE, day("2026-11-20"))));
    assert_eq!((draft.modified, draft.issued), (Some(day("2026-11-20")), None));
    let issued = license(&COMPOSER.to_graph(&document, &published()));
    assert_eq!((issued.modified, issued.issued), (Some(day("2026-11-21")), Some(day("2026-11-21"))));
    assert!(!issued.deprecated && issued.deprecated_on.is_none() && issued.replaced_by.is_none());
}

#[test]
fn deprecating_adds_three_statements_and_changes_nothing_else() {
    let document = accepted(&json!({"title": "T", "permissions": [{"action": "odrl:modify"}]}));
    let before = COMPOSER.to_graph(&document, &published());
    let successor = "https://muniment.example/licenselibrary/MIT";
    let withdrawal = Some(Withdrawal { on: day("2027-01-02"), successor: Some(successor) });
    let after = COMPOSER.stamp(&before, &Imprint { withdrawal, ..published() });
    assert_sound(&after);
    assert_eq!(after.triples().len(), before.triples().len() + 3);
    assert!(before.triples().iter().all(|triple| after.triples().contains(triple)));
    let license = license(&after);
    assert!(license.deprecated);
    assert_eq!(license.deprecated_on, Some(day("2027-01-02")));
    assert_eq!(license.replaced_by.unwrap().as_str(), "MIT");

    // Without a successor there are two; and stamping again is stamping once.
    let alone = Some(Withdrawal { on: day("2027-01-02"), successor: None });
    let alone = COMPOSER.stamp(&after, &Imprint { withdrawal: alone, ..published() });
    assert_eq!(alone.triples().len(), before.triples().len() + 2);
    assert_eq!(COMPOSER.stamp(&alone, &published()).triples().len(), before.triples().len());
}

#[test]
fn a_successor_names_what_it_replaces() {
    let replaces = Some("https://muniment.example/licenselibrary/MIT");
    let graph = COMPOSER.to_graph(&accepted(&json!({"title": "T"})), &Imprint { replaces, ..published() });
    assert_sound(&graph);
    assert_eq!(license(&graph).replaces.unwrap().as_str(), "MIT");
}

#[test]
fn equal_documents_give_equal_graphs_to_the_last_label() {
    let document = json!({"title": "T", "targets": ["software", "dataset"],
        "permissions": [{"action": "odrl:modify", "duties": ["cc:Notice", "svc:rename"]}]});
    let write = || COMPOSER.to_graph(&accepted(&document), &published());
    assert_eq!(write().triples(), write().triples());
}
