//! What clients of the reference service send.

use muniment_licenses::model::Library;
use muniment_licenses::reason::{Labels, Reasoner, consistency};
use serde_json::json;

use crate::compose::{COMPOSER, IRI, LIBRARY, accepted, assert_sound, iri, license, published, refused};

#[test]
fn only_a_title_is_needed() {
    let document = accepted(&json!({"title": "My license"}));
    let graph = COMPOSER.to_graph(&document, &published());
    assert_sound(&graph);
    let license = license(&graph);
    assert_eq!(license.title.value, "My license");
    assert_eq!(license.jurisdiction.as_deref(), Some(iri("svc:worldwide").as_str()));
    assert!(license.targets.is_empty() && license.rules().next().is_none());
    assert!(document.publish_consent());
}

#[test]
fn a_title_and_targets_are_a_draft() {
    let document = accepted(&json!({"title": "T", "targets": ["dataset", "software"]}));
    let license = license(&COMPOSER.to_graph(&document, &published()));
    assert_eq!(license.targets, [iri("dcmitype:Dataset"), iri("dcmitype:Software")]);
}

#[test]
fn permissions_carry_duties_and_lists_may_be_empty() {
    let document = accepted(&json!({
        "title": "T",
        "targets": ["dataset"],
        "permissions": [
            {"action": "odrl:distribute", "duties": ["cc:Attribution"]},
            {"action": "odrl:reproduce", "duties": []},
            {"action": "odrl:present"},
        ],
        "prohibitions": ["svc:promote"],
        "duties": ["cc:ShareAlike"],
        "alternatives": [],
    }));
    let license = license(&COMPOSER.to_graph(&document, &published()));
    let distribute = license.permission(&iri("odrl:distribute")).unwrap();
    assert_eq!(distribute.duties.len(), 1);
    assert!(license.permits(&iri("odrl:present")) && license.permits(&iri("odrl:reproduce")));
    assert!(license.prohibits(&iri("svc:promote")) && license.requires(&iri("cc:ShareAlike")));
}

/// That a license contradicts itself is for the consistency check to say, so the document is accepted.
#[test]
fn an_action_may_be_permitted_and_prohibited_which_the_check_of_consistency_finds() {
    let document = accepted(&json!({
        "title": "T",
        "permissions": [{"action": "odrl:modify", "duties": []}],
        "prohibitions": ["odrl:modify"],
    }));
    let graph = COMPOSER.to_graph(&document, &published());
    assert_sound(&graph);
    let reasoner = Reasoner::new(&LIBRARY);
    let theory = reasoner.theory(&iri_of_default_graph()).unwrap();
    let facts = reasoner.read_license(IRI, &graph);
    let answer = consistency(theory, &facts, || false).unwrap();
    assert!(!answer.is_consistent());
    let conflicts = answer.conflicts(&Labels::new(&LIBRARY.vocabulary.current.content));
    assert!(conflicts.iter().all(|conflict| !conflict.reason.is_empty()));
}

fn iri_of_default_graph() -> String {
    LIBRARY.graphs.get(Library::DEFAULT_GRAPH).unwrap().iri.clone()
}

#[test]
fn an_unknown_action_is_refused_even_without_targets() {
    let faults = refused(&json!({"title": "T", "permissions": [{"action": "odrl:fly", "duties": []}]}));
    assert_eq!(faults, ["permissions[0].action: `odrl:fly` is not an action of the vocabulary"]);
}

/// The least that the reference service takes as Turtle.
#[test]
fn a_minimal_turtle_document_is_enough() {
    let body = b"@prefix cc: <http://creativecommons.org/ns#> .
@prefix dcmitype: <http://purl.org/dc/dcmitype/> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix odrl: <http://www.w3.org/ns/odrl/2/> .
@prefix svc: <https://muniment.example/ns#> .
<https://muniment.example/licenselibrary/my-own-id> a odrl:Set ;
    dct:title \"Minimal\" ;
    cc:jurisdiction svc:worldwide ;
    svc:validityType svc:perpetual ;
    odrl:permission [ a odrl:Permission ; odrl:action odrl:distribute ;
        odrl:duty [ a odrl:Duty ; odrl:action cc:Attribution ] ] ;
    odrl:target [ a odrl:AssetCollection ; dct:type dcmitype:Dataset ] .
";
    let graph = COMPOSER.read_turtle(body, &published()).unwrap();
    assert_sound(&graph);
    let license = license(&graph);
    assert_eq!(license.title.value, "Minimal");
    assert_eq!(license.permissions.len(), 1);
    assert_eq!(license.targets, [iri("dcmitype:Dataset")]);
}
