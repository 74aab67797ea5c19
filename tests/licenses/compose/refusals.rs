//! Everything that can be wrong with a document: one sentence each, with the name of the field.

use muniment_licenses::compose::{Place, Problem};
use serde_json::{Value, json};

use crate::compose::{COMPOSER, refused, sentences};

/// A document with a title and other fields, and the one thing that is wrong with it.
#[track_caller]
fn one(fields: Value, expected: &str) {
    let mut document = json!({"title": "T"});
    document.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    assert_eq!(refused(&document), [expected], "{document}");
}

#[test]
fn the_document_is_an_object() {
    for document in [json!(null), json!([]), json!("title"), json!(1)] {
        assert_eq!(refused(&document), ["document: must be a JSON object"]);
    }
    let faults = sentences(COMPOSER.read_json(b"{\"title\": ").unwrap_err());
    assert!(faults.len() == 1 && faults[0].starts_with("the body is not JSON: EOF"), "{faults:?}");
    let faults = sentences(COMPOSER.read_json(b"{\"title\": \"\xff\"}").unwrap_err());
    assert!(faults.len() == 1 && faults[0].starts_with("the body is not JSON: "), "{faults:?}");
}

#[test]
fn a_title_is_needed() {
    for document in [json!({}), json!({"title": null}), json!({"title": ""}), json!({"title": " \n "})] {
        assert_eq!(refused(&document), ["title: is required"]);
    }
    assert_eq!(refused(&json!({"title": ["T"]})), ["title: must be a string"]);
    let long = json!({"title": "x".repeat(301)});
    assert_eq!(refused(&long), ["title: has 301 characters, and at most 300 are allowed"]);
    assert_eq!(refused(&json!({"title": "a\nb"})), ["title: must be a single line"]);
}

#[test]
fn names_are_lines_without_addresses() {
    for field in ["creator", "publisher", "licensor", "licensee"] {
        one(json!({field: 1}), &format!("{field}: must be a string"));
        one(json!({field: "A\tB"}), &format!("{field}: must be a single line"));
        let long = format!("{field}: has 301 characters, and at most 300 are allowed");
        one(json!({field: "é".repeat(301)}), &long);
        let email =
            format!("{field}: holds an e-mail address; names are published for good, so give a name alone");
        for name in ["ada@example.org", "Ada Lovelace <ada@example.org>", "(ada.l@mail.example.org)"] {
            one(json!({field: name}), &email);
        }
        for name in ["@ada", "Ada @ Home", "A@B"] {
            assert!(COMPOSER.read(&json!({"title": "T", field: name})).is_ok(), "{name}");
        }
    }
    one(json!({"attribution_name": "\n1\n2"}), "attribution_name: must be a single line");
    one(json!({"license_version": {}}), "license_version: must be a string");
}

#[test]
fn texts_have_bounds_and_hold_what_every_syntax_can_write() {
    for (field, most) in [
        ("warranty_disclaimer", 20_000),
        ("warranty_or_liability_acceptance", 20_000),
        ("liability_limitation", 20_000),
        ("additional_clauses", 20_000),
        ("promotion_specification", 20_000),
        ("license_text", 60_000),
    ] {
        let length = most + 1;
        let expected = format!("{field}: has {length} characters, and at most {most} are allowed");
        one(json!({field: "é".repeat(length)}), &expected);
        let expected =
            format!("{field}: holds the character U+0000, which the text of a license cannot hold");
        one(json!({field: "a\u{0}b"}), &expected);
        one(json!({field: true}), &format!("{field}: must be a string"));
    }
    one(
        json!({"creator": "a\u{fffe}"}),
        "creator: holds the character U+FFFE, which the text of a license cannot hold",
    );
    one(
        json!({"spdx_id": "MIT/X"}),
        "spdx_id: `MIT/X` is not an SPDX identifier: letters, digits, dots, hyphens, plus signs and blanks",
    );
    one(json!({"spdx_id": "M".repeat(161)}), "spdx_id: has 161 characters, and at most 160 are allowed");
    one(json!({"additional_clauses": ["fine", 3]}), "additional_clauses[1]: must be a string");
    one(
        json!({"additional_clauses": vec!["x"; 101]}),
        "additional_clauses: has 101 entries, and at most 100 are allowed",
    );
}

#[test]
fn alternatives_are_a_list_of_names() {
    one(json!({"alternatives": "Another"}), "alternatives: must be a list");
    one(json!({"alternatives": ["A", 2]}), "alternatives[1]: must be a string");
    one(json!({"alternatives": vec!["A"; 51]}), "alternatives: has 51 entries, and at most 50 are allowed");
    one(
        json!({"alternatives": ["x".repeat(301)]}),
        "alternatives[0]: has 301 characters, and at most 300 are allowed",
    );
}

#[test]
fn validity_is_one_of_three_and_complete() {
    let dates =
        |start: &str, end: &str| json!({"validity": "specifyDate", "start_date": start, "end_date": end});
    one(
        json!({"validity": "sometimes"}),
        "validity: `sometimes` is neither `perpetual`, `specifyDate` nor `specifyPeriod`",
    );
    one(json!({"validity": 3}), "validity: must be a string");
    one(
        json!({"validity": "specifyDate", "start_date": "2026-01-01"}),
        "end_date: is required with validity `specifyDate`",
    );
    one(
        json!({"validity": "specifyDate", "end_date": "2026-01-01"}),
        "start_date: is required with validity `specifyDate`",
    );
    one(
        dates("2026-02-30", "2026-03-01"),
        "start_date: `2026-02-30` is not a calendar day written YYYY-MM-DD",
    );
    one(dates("2026-01-01", "1.2.2026"), "end_date: `1.2.2026` is not a calendar day written YYYY-MM-DD");
    one(dates("2026-01-02", "2026-01-01"), "end_date: `2026-01-01` is before the start date `2026-01-02`");
    one(json!({"start_date": "2026-01-01"}), "start_date: goes with validity `specifyDate` alone");
    one(
        json!({"validity": "perpetual", "end_date": "2026-01-01"}),
        "end_date: goes with validity `specifyDate` alone",
    );
    one(json!({"validity_months": 3}), "validity_months: goes with validity `specifyPeriod` alone");
    one(json!({"validity": "specifyPeriod"}), "validity_months: is required with validity `specifyPeriod`");
    for months in [json!(0), json!(1201), json!(-1), json!(1.5), json!("a year"), json!([1]), json!(true)] {
        let expected = "validity_months: must be a whole number from 1 to 1200";
        one(json!({"validity": "specifyPeriod", "validity_months": months}), expected);
    }
    // A day of the wrong type is not also missing.
    one(
        json!({"validity": "specifyDate", "start_date": 2026, "end_date": "2026-01-01"}),
        "start_date: must be a string",
    );
}

/// With an unknown word, the fields that depend on it are still checked.
#[test]
fn an_unknown_word_hides_no_other_fault() {
    let document = json!({"title": "T", "validity": "x", "start_date": "y", "validity_months": 0, "region": "z", "country": "AT"});
    let faults = refused(&document);
    let fields: Vec<&str> = faults.iter().map(|fault| fault.split(':').next().unwrap()).collect();
    assert_eq!(fields, ["validity", "start_date", "validity_months", "region", "country"], "{faults:?}");
    one(
        json!({"validity": "x", "start_date": "2026-01-01"}),
        "validity: `x` is neither `perpetual`, `specifyDate` nor `specifyPeriod`",
    );
    one(
        json!({"region": "z", "country": "Austria"}),
        "region: `z` is neither `worldwide` nor `specifyRegion`",
    );
}

#[test]
fn a_region_is_a_country_with_a_name() {
    let country = |name: &str| json!({"region": "specifyRegion", "country": name});
    one(json!({"region": "Mars"}), "region: `Mars` is neither `worldwide` nor `specifyRegion`");
    one(json!({"region": "specifyRegion"}), "country: is required with region `specifyRegion`");
    one(json!({"country": "Austria"}), "country: goes with region `specifyRegion` alone");
    one(
        json!({"region": "worldwide", "country": "Austria"}),
        "country: goes with region `specifyRegion` alone",
    );
    one(json!({"region": "specifyRegion", "country": 43}), "country: must be a string");
    for name in [
        "AT",
        "AUT",
        "worldwide",
        "svc:worldwide",
        "svc:Reviewed",
        "https://x.example/Austria",
        "1234",
        "Au<tria",
    ] {
        let expected =
            format!("country: `{name}` is not the name of a country, such as `Austria` or `SouthAfrica`");
        one(country(name), &expected);
    }
}

#[test]
fn licenses_and_addresses_are_ones() {
    for name in ["Not-A-License", "urn:x:y", "svclib:a b", "mailto:a@example.org"] {
        let expected = format!(
            "licensed_under: `{name}` is neither the identifier of a record of the library nor an absolute http or https address"
        );
        one(json!({"licensed_under": name}), &expected);
    }
    for field in ["source", "legalcode"] {
        for address in [
            "x.example",
            "/relative",
            "ftp://x.example/",
            "https://",
            "https:///x",
            "https://a b/",
            "javascript:1",
            "http://x/<y>",
        ] {
            one(
                json!({field: address}),
                &format!("{field}: `{address}` is not an absolute http or https address"),
            );
        }
        one(json!({field: ["https://x.example"]}), &format!("{field}: must be a string"));
    }
}

#[test]
fn targets_are_asset_types() {
    one(json!({"targets": "dataset"}), "targets: must be a list");
    one(json!({"targets": [null]}), "targets[0]: must be a string");
    one(
        json!({"targets": ["dataset", "dcmitype:Text"]}),
        "targets[1]: `dcmitype:Text` is not one of the asset types dataset, software, creativework, hardware",
    );
}

#[test]
fn rules_name_actions_of_the_vocabulary() {
    one(json!({"permissions": {}}), "permissions: must be a list");
    one(
        json!({"permissions": ["odrl:modify"]}),
        "permissions[0]: must be an object with `action` and a list of `duties`",
    );
    one(json!({"permissions": [{}]}), "permissions[0].action: is required");
    one(json!({"permissions": [{"action": 1}]}), "permissions[0].action: must be a string");
    one(
        json!({"permissions": [{"action": "odrl:modify", "duties": "cc:Notice"}]}),
        "permissions[0].duties: must be a list",
    );
    one(
        json!({"permissions": [{"action": "odrl:modify", "duties": [{}]}]}),
        "permissions[0].duties[0]: must be a string",
    );
    for name in
        ["odrl:fly", "modify", "ODRL:modify", "svc:Reviewed", "", "http://muniment.example/ns#promote"]
    {
        let unknown = format!("`{name}` is not an action of the vocabulary");
        one(json!({"permissions": [{"action": name}]}), &format!("permissions[0].action: {unknown}"));
        one(
            json!({"permissions": [{"action": "odrl:modify", "duties": [name]}]}),
            &format!("permissions[0].duties[0]: {unknown}"),
        );
        one(json!({"prohibitions": ["svc:promote", name]}), &format!("prohibitions[1]: {unknown}"));
        one(json!({"duties": [name]}), &format!("duties[0]: {unknown}"));
    }
    let not = "`odrl:modify` is an action that no duty can require";
    one(json!({"duties": ["odrl:modify"]}), &format!("duties[0]: {not}"));
    one(
        json!({"permissions": [{"action": "odrl:derive"}, {"action": "odrl:distribute", "duties": ["cc:Notice", "http://www.w3.org/ns/odrl/2/modify"]}]}),
        &format!("permissions[1].duties[1]: {not}"),
    );
    one(
        json!({"permissions": [{"action": "odrl:modify"}, {"action": "odrl:modify", "duties": ["cc:Notice"]}]}),
        "permissions[1].action: `odrl:modify` is permitted by permissions[0] already, with other duties",
    );
    one(
        json!({"prohibitions": vec!["svc:promote"; 501]}),
        "prohibitions: has 501 entries, and at most 500 are allowed",
    );
}

#[test]
fn consent_is_a_yes_or_a_no() {
    for consent in [json!("false"), json!(0), json!([])] {
        one(json!({"publish_consent": consent}), "publish_consent: must be true or false");
    }
}

#[test]
fn everything_is_said_at_once_in_the_order_of_the_fields() {
    let document = json!({
        "publish_consent": "yes",
        "license_text": "x".repeat(60_001),
        "alternatives": [1],
        "legalcode": "here",
        "source": "there",
        "spdx_id": "?",
        "duties": ["odrl:modify"],
        "prohibitions": ["odrl:fly"],
        "permissions": [{"action": "odrl:swim", "duties": ["odrl:fly"]}, {"duties": ["odrl:modify"]}],
        "targets": ["air"],
        "licensed_under": "nothing",
        "country": "AT",
        "region": "specifyRegion",
        "end_date": "tomorrow",
        "validity": "specifyDate",
        "creator": "ada@example.org\n\u{7}",
    });
    let faults = COMPOSER.read(&document).unwrap_err();
    let fields: Vec<String> = faults
        .iter()
        .map(|fault| match &fault.place {
            Place::Field(field) => field.clone(),
            place => panic!("{place:?}"),
        })
        .collect();
    assert_eq!(
        fields,
        [
            "title",
            "creator",
            "creator",
            "creator",
            "start_date",
            "end_date",
            "country",
            "licensed_under",
            "targets[0]",
            "permissions[0].action",
            "permissions[0].duties[0]",
            "permissions[1].action",
            "permissions[1].duties[0]",
            "prohibitions[0]",
            "duties[0]",
            "spdx_id",
            "source",
            "legalcode",
            "alternatives[0]",
            "license_text",
            "publish_consent",
        ]
    );
    let sentence = faults.to_string();
    assert!(
        sentence.starts_with("title: is required; creator: must be a single line; creator: "),
        "{sentence}"
    );
    assert!(sentence.ends_with("; publish_consent: must be true or false"), "{sentence}");
    assert!(faults.into_iter().all(|fault| fault.problem != Problem::NoSet));
}

#[test]
fn sentences_stay_readable_whatever_is_sent() {
    let name = format!("odrl:\n\u{1b}{}", "x".repeat(1000));
    let faults = refused(&json!({"title": "T", "duties": [name]}));
    let shown = format!("odrl:  {}…", "x".repeat(53));
    assert_eq!(faults, [format!("duties[0]: `{shown}` is not an action of the vocabulary")]);

    let many = COMPOSER.read(&json!({"title": "T", "duties": vec!["odrl:fly"; 400]})).unwrap_err();
    assert_eq!(many.iter().count(), 400);
    let sentence = many.to_string();
    assert!(sentence.ends_with("duties[99]: `odrl:fly` is not an action of the vocabulary; and 300 more"));
}
