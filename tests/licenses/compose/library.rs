//! The records of the library as documents: what a document cannot say is little, and nothing of it is a rule.

use std::collections::BTreeSet;

use muniment_licenses::compose::{Place, limits};
use serde_json::Value;

use crate::compose::{COMPOSER, IRI, LIBRARY, assert_sound, license, published, sentences};

/// Records whose documents are refused, with the fields at fault.
fn refusals() -> Vec<(String, BTreeSet<String>)> {
    let mut refusals = Vec::new();
    for (id, model) in &LIBRARY.licenses {
        let document = COMPOSER.from_graph(&model.current.graph, &model.iri);
        if let Err(faults) = COMPOSER.read(&document) {
            let fields = faults.iter().map(|fault| match &fault.place {
                Place::Field(field) => field.split('[').next().unwrap().to_owned(),
                place => panic!("{place:?}"),
            });
            refusals.push((id.to_string(), fields.collect()));
        }
    }
    refusals
}

#[test]
fn records_can_be_composed_again() {
    let refusals = refusals();
    assert!(refusals.is_empty(), "{refusals:?}");
}

#[test]
fn a_record_composed_again_is_equal() {
    for (id, model) in &LIBRARY.licenses {
        let record = &model.current.content;
        let document = COMPOSER.from_graph(&model.current.graph, &model.iri);
        let Ok(read) = COMPOSER.read(&document) else { continue };
        let graph = COMPOSER.to_graph(&read, &published());
        assert_sound(&graph);
        let again = license(&graph);
        let rules = |rules: &[muniment_licenses::model::Rule]| -> Vec<(String, Vec<String>)> {
            let duties = |rule: &muniment_licenses::model::Rule| {
                rule.duties.iter().map(|d| d.action.clone()).collect()
            };
            rules.iter().map(|rule| (rule.action.clone(), duties(rule))).collect()
        };
        assert_eq!(again.title.value, record.title.value, "{id}");
        assert_eq!(again.targets, record.targets, "{id}");
        assert_eq!(again.jurisdiction, record.jurisdiction, "{id}");
        // A record or two has a blank at the end of a name.
        assert!(again.alternatives.iter().eq(record.alternatives.iter().map(|name| name.trim())), "{id}");
        assert_eq!(again.spdx, record.spdx, "{id}");
        assert_eq!(again.license_version, record.license_version, "{id}");
        assert_eq!(
            (again.source, again.legalcode),
            (record.source.clone(), record.legalcode.clone()),
            "{id}"
        );
        assert_eq!(rules(&again.permissions), rules(&record.permissions), "{id}");
        assert_eq!(rules(&again.prohibitions), rules(&record.prohibitions), "{id}");
        assert_eq!(rules(&again.duties), rules(&record.duties), "{id}");
    }
}

/// What people download they may compose from.
#[test]
fn the_turtle_of_a_record_is_a_body() {
    let mut refused = Vec::new();
    for (id, model) in &LIBRARY.licenses {
        match COMPOSER.read_turtle(&model.current.source.bytes, &published()) {
            Ok(graph) => {
                assert_sound(&graph);
                let again = license(&graph);
                assert_eq!(again.rules().count(), model.current.content.rules().count(), "{id}");
                let evidence = |license: &muniment_licenses::model::License| {
                    license.rules().filter(|rule| rule.evidence.is_some()).count()
                };
                assert_eq!(evidence(&again), evidence(&model.current.content), "{id}");
                let old_name = format!("<{}>", model.iri);
                let is_left = graph.triples().iter().any(|triple| triple.to_string().contains(&old_name));
                assert!(!is_left, "{id}");
            }
            Err(faults) => refused.push((id.to_string(), sentences(faults))),
        }
    }
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn a_document_lists_its_fields_in_order_and_leaves_out_what_is_not_stated() {
    let model = LIBRARY.licenses.get("CC-BY-4.0").unwrap();
    let Value::Object(document) = COMPOSER.from_graph(&model.current.graph, &model.iri) else { panic!() };
    let keys: Vec<&str> = document.keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "title",
            "publisher",
            "validity",
            "region",
            "licensed_under",
            "targets",
            "permissions",
            "prohibitions",
            "duties",
            "spdx_id",
            "source",
            "legalcode",
            "alternatives",
        ]
    );
    assert_eq!(document["validity"], "perpetual");
    assert_eq!(document["region"], "worldwide");
    assert_eq!(document["licensed_under"], "CC-BY-4.0");
    assert_eq!(document["targets"], serde_json::json!(["dcmitype:Dataset", "svc:CreativeWork"]));
    assert_eq!(document["permissions"][0], serde_json::json!({"action": "cc:CommercialUse", "duties": []}));
}

#[test]
fn a_graph_without_the_license_is_a_document_without_a_title() {
    let document = COMPOSER.from_graph(&muniment_rdf::Graph::default(), IRI);
    assert_eq!(
        document,
        serde_json::json!({"targets": [], "permissions": [], "prohibitions": [], "duties": []})
    );
    assert_eq!(limits::ALTERNATIVES, 50);
}

#[test]
fn a_license_based_on_a_record_copies_only_its_statements() {
    let model = LIBRARY.licenses.get("MIT").unwrap();
    let begun = COMPOSER.begun_from(&model.current.graph, &model.iri);
    let whole = COMPOSER.from_graph(&model.current.graph, &model.iri);
    for taken_over in ["permissions", "prohibitions", "duties", "targets", "region"] {
        assert_eq!(begun[taken_over], whole[taken_over], "{taken_over}");
    }
    for left in ["title", "spdx_id", "publisher", "legalcode", "source", "alternatives", "license_text"] {
        assert!(begun.get(left).is_none(), "{left}");
    }
}

#[test]
fn a_form_says_all_of_a_composed_license_and_not_all_of_a_record() {
    let model = LIBRARY.licenses.get("GPL-3.0-only").unwrap();
    let (graph, iri) = (&model.current.graph, model.iri.as_str());
    assert!(!COMPOSER.is_all_said(graph, iri), "a record says where its statements come from");
    let composed = COMPOSER.to_graph(&COMPOSER.read(&COMPOSER.from_graph(graph, iri)).unwrap(), &published());
    assert!(COMPOSER.is_all_said(&composed, IRI));
}
