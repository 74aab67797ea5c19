//! spec:version-1#answer-objects, spec:version-1#library-endpoints: licenses side by side.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::errors::sentence;
use super::{document, keys, license, list, published, text};
use crate::server::server;

#[track_caller]
fn compared(ids: &str) -> Value {
    document(&server().get(&format!("/licenselibrary/compare?ids={ids}")))
}

fn row<'v>(answer: &'v Value, group: &str, key: &str) -> &'v Value {
    let mut rows = list(&answer["rows"]).iter();
    rows.find(|row| row["group"] == group && row["key"] == key)
        .unwrap_or_else(|| panic!("no {key} in {group}"))
}

#[test]
fn the_answer_has_vectors_a_matrix_and_groups() {
    let answer = compared("MIT,GPL-3.0-only,CC-BY-4.0");
    assert_eq!(keys(&answer), ["ids", "licenses", "rows", "unknown_ids", "groups"]);
    assert_eq!(answer["ids"], json!(["MIT", "GPL-3.0-only", "CC-BY-4.0"]), "in the order asked for");
    assert_eq!(answer["unknown_ids"], json!([]));
    let named: BTreeSet<&str> = keys(&answer["licenses"]).into_iter().collect();
    assert_eq!(named, BTreeSet::from(["MIT", "GPL-3.0-only", "CC-BY-4.0"]));
}

/// spec:version-1#answer-objects: the flat list holds the rows of the groups, which stand in one order.
#[test]
fn rows_are_those_of_the_groups_and_a_group_differs_where_a_row_does() {
    let answer = compared("MIT,GPL-3.0-only,CC-BY-4.0");
    let groups = list(&answer["groups"]);
    let named: Vec<&str> = groups.iter().map(|group| text(&group["key"])).collect();
    assert_eq!(named, ["targets", "permissions", "prohibitions", "duties", "terms"]);
    assert_eq!(groups[4]["label"], "Further terms");
    let flat: Vec<&Value> = groups.iter().flat_map(|group| list(&group["rows"])).collect();
    assert_eq!(flat, list(&answer["rows"]).iter().collect::<Vec<_>>());
    assert!(flat.len() > 20, "{} rows", flat.len());
    for group in groups {
        assert_eq!(keys(group), ["key", "label", "differs", "rows"]);
        let rows = list(&group["rows"]);
        assert_eq!(group["differs"], rows.iter().any(|row| row["differs"] == true), "{}", group["key"]);
        for row in rows {
            assert_eq!(keys(row), ["group", "key", "label", "iri", "differs", "cells"]);
            assert_eq!(row["group"], group["key"]);
            assert!(!text(&row["label"]).is_empty() && text(&row["iri"]).starts_with("http"), "{row}");
            assert_eq!(keys(&row["cells"]), ["MIT", "GPL-3.0-only", "CC-BY-4.0"]);
            let cells: Vec<&Value> = row["cells"].as_object().unwrap().values().collect();
            assert_eq!(row["differs"], cells.iter().any(|cell| *cell != cells[0]), "{row}");
            assert!(cells.iter().all(|cell| cell["value"].is_string() && cell["text"].is_string()), "{row}");
        }
    }
}

#[test]
fn a_vector_says_what_the_record_says() {
    let answer = compared("Apache-2.0,CC-BY-SA-4.0");
    for id in ["Apache-2.0", "CC-BY-SA-4.0"] {
        let (vector, license) = (&answer["licenses"][id], license(id));
        assert_eq!(
            keys(vector),
            ["title", "targets", "permissions", "prohibitions", "duties", "terms"],
            "{id}"
        );
        let acts = |rules: &[muniment_licenses::model::Rule]| -> Vec<String> {
            rules.iter().map(|rule| rule.action.clone()).collect()
        };
        assert_eq!(vector["title"], license.title.value.as_str());
        assert_eq!(vector["targets"], json!(license.targets));
        assert_eq!(vector["prohibitions"], json!(acts(&license.prohibitions)));
        assert_eq!(vector["duties"], json!(acts(&license.duties)));
        let permissions: Vec<Value> = license
            .permissions
            .iter()
            .map(|rule| json!({"action": rule.action, "duties": acts(&rule.duties)}))
            .collect();
        assert_eq!(vector["permissions"], json!(permissions), "{id}");
        let terms = vector["terms"].as_object().unwrap();
        assert!(terms.iter().all(|(iri, value)| iri.starts_with("http") && value.is_string()), "{vector}");
    }
}

#[test]
fn two_licenses_differ_where_their_texts_do() {
    let answer = compared("MIT,GPL-3.0-only");
    let values = |group: &str, key: &str| {
        let row = row(&answer, group, key);
        let value = |id: &str| text(&row["cells"][id]["value"]).to_owned();
        (value("MIT"), value("GPL-3.0-only"), row["differs"].as_bool().unwrap())
    };
    let pair = |mit: &str, gpl: &str, differs| (mit.to_owned(), gpl.to_owned(), differs);
    assert_eq!(values("duties", "cc:ShareAlike"), pair("na", "required", true));
    assert_eq!(values("prohibitions", "svc:ChangeLicense"), pair("permitted", "prohibited", true));
    assert_eq!(values("permissions", "odrl:reproduce"), pair("permitted", "permitted", false));
    let distribute = row(&answer, "permissions", "odrl:distribute");
    let duties = |id: &str| list(&distribute["cells"][id]["duties"]).to_vec();
    let source = json!("http://creativecommons.org/ns#SourceCode");
    assert!(duties("GPL-3.0-only").contains(&source) && !duties("MIT").contains(&source));
    assert_eq!(distribute["differs"], true);
}

#[test]
fn a_license_does_not_differ_from_itself() {
    let answer = compared("CC-BY-4.0,cc-by-4.0");
    assert!(list(&answer["rows"]).iter().all(|row| row["differs"] == false));
    assert!(list(&answer["groups"]).iter().all(|group| group["differs"] == false));
}

#[test]
fn two_to_twenty_licenses_are_compared() {
    let ids: Vec<&str> = published().into_keys().collect();
    for count in [2, 3, 20] {
        let answer = compared(&ids[..count].join("%2C"));
        assert_eq!(answer["ids"], json!(ids[..count]), "commas travel as %2C");
    }
    for count in [1, 21, 100] {
        let answer = server().get(&format!("/licenselibrary/compare?ids={}", ids[..count].join(",")));
        sentence(&answer, 422);
    }
}

#[test]
fn unknown_identifiers_are_named_and_malformed_ones_refused() {
    let answer = compared("MIT,NoSuchLicense,SampleLicenseSl");
    assert_eq!(answer["unknown_ids"], json!(["NoSuchLicense"]));
    assert_eq!(keys(&row(&answer, "permissions", "odrl:reproduce")["cells"]), ["MIT", "SampleLicenseSl"]);
    for ids in ["", "MIT,", ",MIT", "MIT,a%20b!", "MIT;Apache-2.0", "MIT,a%2Fb"] {
        let answer = server().get(&format!("/licenselibrary/compare?ids={ids}"));
        assert_eq!(answer.status, 422, "{ids}");
    }
    assert_eq!(super::errors::faulty(&server().get("/licenselibrary/compare")), ["query ids"]);
}
