//! Readings of parts become one proposal.

use std::collections::BTreeMap;

use muniment_licenses::assist::translation::{Partial, Proposal};
use muniment_licenses::compose::Composer;
use serde_json::json;

use super::{TEXT, TRANSLATOR, assert_warns, faithful, merge, names, proposal, read, reading, said};
use crate::assist::{LIBRARY, REASONER};

const QUOTE: &str = "anyone may reproduce the Work";

#[test]
fn a_valid_reading_becomes_a_license() {
    let proposal = merge(vec![read(&faithful())]);
    assert_eq!(proposal.warnings, Vec::<String>::new());
    assert_eq!(
        proposal.license,
        json!({
            "title": "The Larkspur Works License",
            "publisher": "The Larkspur Foundation",
            "targets": ["creativework"],
            "permissions": [
                {"action": "odrl:reproduce", "duties": []},
                {"action": "odrl:modify", "duties": ["svc:modificationNotice"]},
                {"action": "odrl:distribute", "duties": ["cc:Notice"]},
            ],
            "prohibitions": ["cc:CommercialUse"],
            "duties": [],
            "license_version": "1.2",
            "warranty_disclaimer": "THE WORK IS PROVIDED \u{201c}AS IS\u{201d}, WITHOUT WARRANTY OF ANY KIND.",
        })
    );
    let keys: Vec<&String> = proposal.license.as_object().unwrap().keys().collect();
    assert_eq!(keys[..3], ["title", "publisher", "targets"]);
    assert!(proposal.conflicts.is_empty());
    assert_eq!(proposal.parts.translated, [1]);
    assert!(Composer::new(&LIBRARY).read(&proposal.license).is_ok());
}

#[test]
fn a_proposal_can_be_stored() {
    let proposal = merge(vec![read(&faithful())]);
    let kept = serde_json::to_string(&proposal).unwrap();
    assert_eq!(serde_json::from_str::<Proposal>(&kept).unwrap(), proposal);
}

#[test]
fn the_title_that_was_asked_for_wins() {
    let readings = BTreeMap::from([(1, read(&faithful()))]);
    let titled = |title| TRANSLATOR.merge(&REASONER, &readings, 1, &[], title);
    let asked = titled("  My\nlicense ");
    assert_eq!(
        (asked.title.as_str(), asked.found_title.as_str()),
        ("My license", "The Larkspur Works License")
    );
    assert_eq!(asked.license["title"], "My license");
    assert_eq!(titled("  ").title, "The Larkspur Works License");
    assert_eq!(proposal(&[]).title, "Untitled license");
    assert_eq!(proposal(&[]).language, "en");
    let long = titled(&"long ".repeat(200)).title;
    assert!(long.chars().count() <= 300);
}

#[test]
fn a_statement_of_several_parts_keeps_all_its_evidence() {
    let answer = |quote: &str, confidence: f64, note: &str| {
        let mut statement = said("permission", "odrl:distribute", "", quote);
        (statement["confidence"], statement["note"]) = (json!(confidence), json!(note));
        TRANSLATOR.read_part(&json!({"statements": [statement]}), TEXT, 1).unwrap()
    };
    let readings = vec![
        answer("distribute copies of it to the public", 0.4, "unsure"),
        answer("with or without modifications", 0.8, ""),
        answer("distribute copies of it to the public", 0.1, "very unsure"),
    ];
    let proposal = merge(readings);
    let [statement] = proposal.statements.as_slice() else { panic!("{proposal:?}") };
    assert_eq!(statement.evidence, "with or without modifications");
    assert_eq!(
        statement.evidence_all,
        ["distribute copies of it to the public", "with or without modifications"]
    );
    assert!((statement.confidence - 0.8).abs() < 1e-9);
    assert_eq!(statement.note, "unsure");
}

#[test]
fn the_same_duty_on_two_permissions_is_two_statements() {
    let proposal = proposal(&[
        said("permission", "odrl:modify", "", QUOTE),
        said("permission", "odrl:distribute", "", QUOTE),
        said("duty", "cc:Notice", "odrl:modify", QUOTE),
        said("duty", "cc:Notice", "odrl:distribute", QUOTE),
        said("duty", "cc:Notice", "", QUOTE),
    ]);
    assert_eq!(proposal.statements.len(), 5);
    assert_eq!(
        proposal.license["permissions"],
        json!([
            {"action": "odrl:modify", "duties": ["cc:Notice"]},
            {"action": "odrl:distribute", "duties": ["cc:Notice"]},
        ])
    );
    assert_eq!(proposal.license["duties"], json!(["cc:Notice"]));
}

#[test]
fn what_no_license_may_hold_is_left_out_with_a_warning() {
    let proposal = proposal(&[
        said("permission", "odrl:teleport", "", QUOTE),
        said("duty", "odrl:distribute", "", QUOTE),
        said("duty", "cc:Notice", "odrl:distribute", QUOTE),
        said("duty", "cc:Attribution", "odrl:teleport", QUOTE),
        said("permission", "dct:source", "", QUOTE),
    ]);
    assert_eq!(proposal.statements.len(), 5, "every statement is reported");
    for list in ["permissions", "prohibitions", "duties"] {
        assert_eq!(proposal.license[list], json!([]), "{list}");
    }
    for words in [
        ["permission odrl:teleport", "no act of the vocabulary"],
        ["duty odrl:distribute", "cannot be required"],
        ["duty cc:Notice on odrl:distribute", "nothing permits odrl:distribute"],
        ["duty cc:Attribution on odrl:teleport", "no act of the vocabulary"],
        ["permission dct:source", "can only be required"],
    ] {
        assert_warns(&proposal.warnings, &words);
    }
}

#[test]
fn what_the_composer_refuses_is_taken_out_with_a_warning() {
    let text = "The work is licensed by jane@example.org in Styria until 31 December 2026.";
    let answer = json!({"statements": [], "metadata": {
        "licensor": "jane@example.org",
        "validity": "specifyDate",
        "end_date": "2026-12-31",
        "region": "specifyRegion",
        "country": "AT",
        "targets": ["dataset"],
    }});
    let proposal = merge(vec![TRANSLATOR.read_part(&answer, text, 1).unwrap()]);
    let fields: Vec<&String> = proposal.license.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["title", "targets", "permissions", "prohibitions", "duties"]);
    for words in [["licensor: ", "e-mail"], ["start_date: ", "required"], ["country: ", "`AT`"]] {
        assert_warns(&proposal.warnings, &words);
    }
}

#[test]
fn fields_of_several_parts_are_joined_or_the_first_counts() {
    let text = "Published by A House and B House. No warranty. No liability. Software and data.";
    let answer = |fields: serde_json::Value, number| {
        TRANSLATOR.read_part(&json!({"statements": [], "metadata": fields}), text, number).unwrap()
    };
    let proposal = merge(vec![
        answer(
            json!({"publisher": "A House", "targets": ["software"], "warranty_disclaimer": "No warranty."}),
            1,
        ),
        answer(
            json!({
                "publisher": "B House", "targets": ["dataset", "software"], "warranty_disclaimer": "No liability.",
                "additional_clauses": ["Software and data."],
            }),
            2,
        ),
    ]);
    let license = &proposal.license;
    assert_eq!(license["publisher"], "A House");
    assert_eq!(license["targets"], json!(["software", "dataset"]));
    assert_eq!(license["warranty_disclaimer"], "No warranty.\n\nNo liability.");
    assert_eq!(license["additional_clauses"], json!(["Software and data."]));
    assert_warns(&proposal.warnings, &["Part 2", "`publisher`", "`B House`"]);
}

#[test]
fn contradictions_of_the_text_are_conflicts() {
    let proposal = proposal(&[
        said("permission", "odrl:distribute", "", QUOTE),
        said("prohibition", "odrl:distribute", "", "The Work may not be used"),
    ]);
    let [conflict] = proposal.conflicts.as_slice() else { panic!("{:?}", proposal.conflicts) };
    assert_eq!((conflict.kind.as_str(), conflict.label_1.as_str()), ("direct", "Distribute"));
    assert_eq!(conflict.action_1, conflict.action_2);
    assert!(conflict.reason.contains("permitted and prohibited"));
}

#[test]
fn parts_that_failed_are_told() {
    let readings = BTreeMap::from([(3, read(&faithful())), (1, reading(&[]))]);
    let proposal = TRANSLATOR.merge(&REASONER, &readings, 4, &[4, 2, 2, 3], "");
    assert_eq!(proposal.parts.total, 4);
    assert_eq!(proposal.parts.translated, [1, 3]);
    assert_eq!(proposal.parts.failed, [2, 4]);
    assert_warns(&proposal.warnings, &["Part 2 of 4 could not be read", "again"]);
}

#[test]
fn a_preview_shows_the_beginning_of_every_quote() {
    let readings = BTreeMap::from([(1, read(&faithful())), (2, read(&faithful()))]);
    let partial = Partial::of(&readings, &[3]);
    assert_eq!((partial.statements, partial.parts_done), (6, 2));
    assert_eq!(partial.failed_parts, [3]);
    assert_eq!(partial.lines[5].label, "Commercial use");
    assert_eq!(partial.lines[5].quote, "The Work may not be used for commercial");
    assert_eq!(Partial::of(&BTreeMap::new(), &[]), Partial::default());
}

#[test]
fn the_order_in_which_statements_stand_is_that_of_the_text() {
    let proposal = merge(vec![
        reading(&[said("duty", "cc:Notice", "", QUOTE), said("permission", "odrl:modify", "", QUOTE)]),
        reading(&[said("prohibition", "odrl:present", "", QUOTE), said("duty", "cc:Notice", "", QUOTE)]),
    ]);
    assert_eq!(
        names(&proposal.statements),
        ["duty cc:Notice", "permission odrl:modify", "prohibition odrl:present"]
    );
}
