//! Answers as they should be, and as they may be.

use muniment_licenses::assist::translation::{PartReading, Unreadable};
use serde_json::{Value, json};

use super::{TEXT, TRANSLATOR, assert_warns, faithful, names, read, reading, said};

#[test]
fn a_valid_answer_is_read_in_full() {
    let reading = read(&faithful());
    assert_eq!(reading.title, "The Larkspur Works License");
    assert_eq!(reading.language, "en");
    assert_eq!(reading.statements.len(), 6);
    assert_eq!(reading.unmodelled.len(), 1);
    assert_eq!(reading.warnings, Vec::<String>::new());
    let statement = &reading.statements[2];
    assert_eq!(statement.iri, "http://www.w3.org/ns/odrl/2/distribute");
    assert_eq!(statement.label, "Distribute");
    assert_eq!(statement.evidence, "modify it, and distribute copies of it to the public");
    assert_eq!(statement.evidence_all, [statement.evidence.as_str()]);
    assert!(statement.known_term);
}

#[test]
fn a_reading_can_be_stored() {
    let reading = read(&faithful());
    let kept = serde_json::to_string(&reading).unwrap();
    assert_eq!(serde_json::from_str::<PartReading>(&kept).unwrap(), reading);
}

#[test]
fn acts_are_known_by_more_than_one_name() {
    let quote = "anyone may reproduce the Work";
    for term in [
        "odrl:reproduce",
        " odrl:reproduce ",
        "http://www.w3.org/ns/odrl/2/reproduce",
        "reproduce",
        "Reproduce",
        "ODRL:Reproduce",
    ] {
        assert_eq!(
            names(&reading(&[said("Permission", term, "", quote)]).statements),
            ["permission odrl:reproduce"]
        );
    }
    let share = reading(&[said("duty", "Share alike", "Modify", quote)]);
    assert_eq!(names(&share.statements), ["duty cc:ShareAlike odrl:modify"]);
}

#[test]
fn only_duties_hang_on_something() {
    let quote = "anyone may reproduce the Work";
    let reading = reading(&[said("permission", "odrl:reproduce", "odrl:modify", quote)]);
    assert_eq!(reading.statements[0].attached_to, "");
}

#[test]
fn unknown_terms_stay_and_are_marked() {
    let reading = reading(&[said("permission", "odrl:teleport", "", "anyone may reproduce the Work")]);
    let statement = &reading.statements[0];
    assert!(!statement.known_term);
    assert_eq!((statement.term.as_str(), statement.iri.as_str()), ("odrl:teleport", ""));
    assert_eq!(statement.label, "odrl:teleport");
}

#[test]
fn numbers_are_held_within_their_bounds() {
    for (given, kept) in [(json!(-3), 0.0), (json!(0.25), 0.25), (json!(95), 1.0), (Value::Null, 0.0)] {
        let mut statement = said("permission", "odrl:reproduce", "", "anyone may reproduce the Work");
        statement["confidence"] = given;
        assert!((reading(&[statement]).statements[0].confidence - kept).abs() < 1e-9);
    }
}

#[test]
fn optional_members_may_be_missing() {
    let reading = read(&json!({"statements": [], "title": null, "metadata": null, "language": "deutsch"}));
    assert_eq!(reading, PartReading::default());
    assert_eq!(read(&json!({"statements": [], "language": "de-AT"})).language, "de");
}

#[test]
fn another_shape_is_unreadable() {
    let statement = said("permission", "odrl:reproduce", "", "anyone may reproduce the Work");
    let with = |member: &str, value: Value| {
        let mut statement = statement.clone();
        statement[member] = value;
        json!({"statements": [statement]})
    };
    let without = |member: &str| {
        let mut statement = statement.clone();
        statement.as_object_mut().unwrap().remove(member);
        json!({"statements": [statement]})
    };
    for (answer, sentence) in [
        (json!("ok"), "the answer is no JSON object"),
        (json!([]), "the answer is no JSON object"),
        (json!({}), "the answer lacks `statements`"),
        (json!({"statements": null}), "the answer lacks `statements`"),
        (json!({"statements": {}}), "`statements` of the answer is not a list"),
        (json!({"statements": ["x"]}), "`statements[0]` of the answer is not an object"),
        (with("kind", json!(1)), "`statements[0].kind` of the answer is not a text"),
        (with("term", json!([])), "`statements[0].term` of the answer is not a text"),
        (with("confidence", json!("high")), "`statements[0].confidence` of the answer is not a number"),
        (with("note", json!({})), "`statements[0].note` of the answer is not a text"),
        (without("kind"), "the answer lacks `statements[0].kind`"),
        (without("term"), "the answer lacks `statements[0].term`"),
        (without("evidence"), "the answer lacks `statements[0].evidence`"),
        (json!({"statements": [], "title": 7}), "`title` of the answer is not a text"),
        (json!({"statements": [], "metadata": []}), "`metadata` of the answer is not an object"),
        (json!({"statements": [], "warnings": [1]}), "`warnings[0]` of the answer is not a text"),
        (json!({"statements": [], "unmodelled": [{}]}), "the answer lacks `unmodelled[0].clause_quote`"),
    ] {
        let error: Unreadable = TRANSLATOR.read_part(&answer, TEXT, 1).unwrap_err();
        assert_eq!(error.to_string(), sentence, "{answer}");
    }
}

#[test]
fn an_unknown_kind_is_left_out_alone() {
    let quote = "anyone may reproduce the Work";
    let reading =
        reading(&[said("wish", "odrl:modify", "", quote), said("permission", "odrl:reproduce", "", quote)]);
    assert_eq!(names(&reading.statements), ["permission odrl:reproduce"]);
    assert_warns(&reading.warnings, &["`wish`", "odrl:modify"]);
}

#[test]
fn metadata_are_the_fields_of_a_composer_document() {
    let reading = read(&json!({"statements": [], "metadata": {
        "validity": "Specify period",
        "validity_months": "24",
        "region": "specifyRegion",
        "country": "Austria",
        "targets": ["Software", "svc:CreativeWork", "datasets", "soup"],
        "spdx_id": "apache-2.0",
        "license_text": "all of it",
        "publish_consent": true,
        "licensed_under": "MIT",
        "permissions": [{"action": "odrl:use"}],
        "price": "free",
        "license_version": 12,
        "alternatives": ["Larkspur Works License", "LWL"],
    }}));
    let expected = json!({
        "validity": "specifyPeriod",
        "validity_months": 24,
        "region": "specifyRegion",
        "country": "Austria",
        "targets": ["software", "creativework", "dataset"],
        "spdx_id": "Apache-2.0",
        "alternatives": ["Larkspur Works License"],
    });
    assert_eq!(Value::Object(reading.metadata), expected);
    for words in [
        ["`license_text`"],
        ["`publish_consent`"],
        ["`licensed_under`"],
        ["`permissions`"],
        ["`price`"],
        ["`soup`"],
        ["`license_version`"],
        ["`LWL`"],
        ["SPDX identifier Apache-2.0"],
    ] {
        assert_warns(&reading.warnings, &words);
    }
    let made_up = read(&json!({"statements": [], "metadata": {"spdx_id": "Larkspur-9.9"}}));
    assert!(made_up.metadata.is_empty());
    assert_warns(&made_up.warnings, &["Larkspur-9.9", "SPDX list"]);
}
