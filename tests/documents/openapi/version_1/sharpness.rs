//! A schema that refuses nothing proves nothing.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use muniment_documents::api::v1::{Operation, frozen_record};
use serde_json::{Value, json};

use super::answers::refusals;
use crate::openapi::sharpness::{Loose, spoil};
use crate::openapi::{OURS, SMALL, assert_valid};

/// Objects whose keys are data, and members that are not in every answer.
const LOOSE: Loose = Loose {
    is_keyed_by_data: |place| {
        let key = place.rsplit('/').next().unwrap_or_default();
        let by_data = ["terms", "cells", "svc_to_spdx", "spdx_to_svc", "aliases", "direct", "derived"];
        by_data.contains(&key) || place == "/licenses"
    },
    optional: &[
        "xml:lang",
        "attribution",
        "variant_of",
        "change",
        "superseded_by",
        "dependency_graph",
        "defaults",
        "origin_1",
        "origin_2",
        "rule_1",
        "rule_2",
        "duties",
        "endpoint",
        "url",
        "detail",
    ],
    anything: &["input"],
};

#[test]
fn nothing_can_be_taken_from_an_answer_added_or_changed_in_kind() {
    let mut operations = BTreeSet::new();
    // A record says of its nodes what it says; the test below is about it.
    let of_its_own = [Operation::GetLicense, Operation::GetLicenseVersion];
    // The longest answer of each operation: it has most to spoil, and what is optional.
    let mut longest: BTreeMap<(Operation, u16), Value> = BTreeMap::new();
    for answer in SMALL.answers().into_iter().filter(|answer| !of_its_own.contains(&answer.operation)) {
        let kept = longest.entry((answer.operation, answer.status)).or_default();
        if answer.json.to_string().len() > kept.to_string().len() {
            *kept = answer.json;
        }
    }
    let mut spoiled = 0;
    for ((operation, status), answer) in longest {
        let validator = SMALL.answered(operation, status, "application/json");
        spoiled += spoil(&validator, &answer, operation.route().id, &LOOSE);
        operations.insert(operation);
    }
    assert_eq!(operations.len(), 27 - of_its_own.len());
    assert!(spoiled > 2000, "{spoiled}");
}

#[test]
fn nothing_can_be_taken_from_an_error_added_or_changed_in_kind() {
    for (status, body) in refusals() {
        let name = if body["detail"].is_string() { "Sentence" } else { "ParameterFaults" };
        spoil(&OURS.schema(name), &body, &status.to_string(), &LOOSE);
    }
    let window = json!({
        "detail": "", "window": "global", "limit": 600, "remaining": 0, "reset_at": "2026-11-20T12:00:00Z",
    });
    spoil(&OURS.schema("WindowSpent"), &window, "a spent window", &LOOSE);
}

/// spec:version-1#license-record: context, first node and references are frozen.
#[test]
fn a_record_is_flat_and_begins_with_its_set() {
    let facts = &OURS.catalog.licenses["MIT"].current;
    let record = frozen_record(&facts.outline().unwrap(), &OURS.catalog.library.site);
    let record: Value = serde_json::from_str(&record).unwrap();
    let validator = OURS.schema("LicenseRecord");
    assert_valid(&validator, &record, "MIT");
    let refuse = |told: &str, change: &dyn Fn(&mut Value)| {
        let mut changed = record.clone();
        change(&mut changed);
        assert!(!validator.is_valid(&changed), "{told} is not noticed");
    };
    refuse("another prefix", &|r| r["@context"]["cc"] = json!("http://example.org/"));
    refuse("one more prefix", &|r| r["@context"]["ex"] = json!("http://example.org/"));
    refuse("a prefix missing", &|r| {
        r["@context"].as_object_mut().unwrap().shift_remove("scho");
    });
    refuse("another key", &|r| r["@id"] = json!("x"));
    refuse("no node", &|r| r["@graph"] = json!([]));
    refuse("another node first", &|r| r["@graph"].as_array_mut().unwrap().swap(0, 1));
    refuse("a set of another library", &|r| r["@graph"][0]["@id"] = json!("other:MIT"));
    refuse("another type", &|r| r["@graph"][0]["@type"] = json!("odrl:Offer"));
    refuse("a node without a label", &|r| {
        r["@graph"][3].as_object_mut().unwrap().shift_remove("@id");
    });
    refuse("a single permission", &|r| r["@graph"][0]["odrl:permission"] = json!("_:b0"));
    refuse("a reference that is an object", &|r| r["@graph"][0]["odrl:target"] = json!({"@id": "_:b9"}));
    refuse("such a reference in a node", &|r| r["@graph"][1]["odrl:action"] = json!({"@id": "cc:Notice"}));
}

fn refuse_each(validator: &Validator, right: &Value, wrong: &[(&str, Value)]) {
    assert_valid(validator, right, "as it should be");
    for (pointer, value) in wrong {
        let mut changed = right.clone();
        *changed.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value.clone();
        assert!(!validator.is_valid(&changed), "{pointer}: {value}");
    }
}

#[test]
fn values_that_only_look_right_are_refused() {
    let answer = |operation| {
        let answers = OURS.answers().into_iter();
        answers
            .filter(|answer| answer.operation == operation)
            .max_by_key(|a| a.json.to_string().len())
            .unwrap()
            .json
    };
    refuse_each(
        &OURS.schema("Results"),
        &answer(Operation::ListLicenses),
        &[
            ("/head/vars", json!(["title", "id"])),
            ("/head/link", json!(["x"])),
            ("/results/bindings/0/id/type", json!("literal")),
            ("/results/bindings/0/id/value", json!("MIT")),
            ("/results/bindings/0/title/type", json!("uri")),
        ],
    );
    refuse_each(
        &OURS.schema("VersionList"),
        &answer(Operation::ListLicenseVersions),
        &[
            ("/current", json!(0)),
            ("/versions", json!([])),
            ("/versions/0/date", json!("20 November 2026")),
            ("/versions/0/url", json!("https://muniment.example/")),
        ],
    );
    refuse_each(
        &OURS.schema("Verdict"),
        &answer(Operation::CheckCompatibility),
        &[
            ("/conflicting_statements/direct", json!([])),
            ("/conflicting_statements/direct", json!({"a": {}})),
            ("/conflicting_statements/direct/0/statement_1", json!(["https://x/a", "https://x/b"])),
            ("/conflicting_statements/direct/0/statement_1/2", json!("odrl distribute")),
            ("/defaults", json!([])),
            ("/defaults/0/kind", json!("permit")),
        ],
    );
    refuse_each(
        &OURS.schema("Review"),
        &answer(Operation::GetReview),
        &[("/verdict", json!("fine")), ("/reviewed_on", json!("")), ("/findings/0/rubric", json!(11))],
    );
    refuse_each(
        &OURS.schema("AxiomList"),
        &answer(Operation::ListAxioms),
        &[(
            "/dependency_graph_statements/0/predicate/value",
            json!("http://www.w3.org/2002/07/owl#differentFrom"),
        )],
    );
}

/// Requests: what has to be there, and what it may be.
#[test]
fn requests_that_would_be_refused_are_refused() {
    let search = json!({
        "target": {"creativework": "yes", "dataset": "no"},
        "actions": {"distribute": "permitted"},
        "duties": {},
        "license_wide_duties": {"share_alike": "required"},
    });
    let facets = OURS.schema("LicenseSearch");
    refuse_each(
        &facets,
        &search,
        &[
            ("/target/dataset", json!("na")),
            ("/actions/distribute", json!("yes")),
            ("/license_wide_duties/share_alike", json!(true)),
            ("/duties", json!([])),
        ],
    );
    for key in ["target", "actions", "duties", "license_wide_duties"] {
        let mut changed = search.clone();
        changed.as_object_mut().unwrap().shift_remove(key);
        assert!(!facets.is_valid(&changed), "{key} is required");
    }
    refuse_each(
        &OURS.schema("ComposerInput"),
        &json!({
            "title": "A license", "validity": "specifyPeriod", "validity_months": 12, "license_text": "",
            "permissions": [{"action": "odrl:distribute", "duties": ["cc:Notice"]}], "source": "https://x/a",
        }),
        &[
            ("/title", json!("")),
            ("/title", json!("x".repeat(301))),
            ("/validity", json!("forever")),
            ("/validity_months", json!(1201)),
            ("/license_text", json!("x".repeat(60_001))),
            ("/permissions/0", json!({"duties": []})),
            ("/source", json!("ftp://x/a")),
        ],
    );
    refuse_each(
        &OURS.schema("CompatibilityRequest"),
        &json!({"licenses": ["https://x/a", "http://x/b"]}),
        &[
            ("/licenses", json!(["https://x/a"])),
            ("/licenses/0", json!("ftp://x/a")),
            ("/licenses/1", json!("a b")),
        ],
    );
    refuse_each(
        &OURS.schema("TranslationRequest"),
        &json!({"text": "You may.", "title": "", "consent": true, "save_draft": false}),
        &[("/consent", json!(false)), ("/text", json!(""))],
    );
    let narration = OURS.schema("NarrationRequest");
    assert!(narration.is_valid(&json!({"license": "MIT", "without_names": false})));
    assert!(narration.is_valid(&json!({"model": "@prefix x: <http://x/> ."})));
    assert!(!narration.is_valid(&json!({"without_names": true})));
    let consistency = OURS.schema("ConsistencyRequest");
    assert!(
        consistency.is_valid(&json!({"license": "MIT"}))
            && consistency.is_valid(&json!({"title": "A license"}))
    );
    assert!(!consistency.is_valid(&json!({})));
}
