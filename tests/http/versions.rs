//! spec:version-2#version-object: the version object.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::counts::count as total;
use crate::server::server;
use crate::walk::{self, FORMS, Model, STATEMENTS, Version, as_item, models, versions};

const FIELDS: [&str; 19] = [
    "kind",
    "id",
    "iri",
    "title",
    "version",
    "latest_version",
    "status",
    "record_status",
    "date",
    "published_on",
    "summary",
    "content_hash",
    "hash_algorithm",
    "withdrawn_on",
    "replaces",
    "replaced_by",
    "port_of",
    "formats",
    "links",
];

fn keys(object: &Value) -> BTreeSet<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// What only objects of a kind have.
fn fields_of(kind: &str) -> &'static [&'static str] {
    match kind {
        "dependency-graph" => &["axioms", "default_rules", "default"],
        "vocabulary" => &["terms"],
        _ => &STATEMENTS,
    }
}

#[test]
fn the_library_has_the_versions_it_was_published_with() {
    let count = |kind: &str| -> usize {
        models().iter().filter(|model| model.kind == kind).map(|model| model.versions.len()).sum()
    };
    assert_eq!(count("license"), total("record versions"));
    assert_eq!(count("dependency-graph"), total("graph versions"));
    assert_eq!(count("vocabulary"), total("vocabulary versions"));
}

#[test]
fn objects_have_the_fields_of_their_kind_and_no_other() {
    for (model, version) in versions() {
        let expected = FIELDS.iter().chain(fields_of(model.kind)).copied().collect();
        assert_eq!(keys(&version.object), expected, "{}", version.path);
    }
}

#[test]
fn fields_have_the_types_of_the_document() {
    for (model, version) in versions() {
        let object = &version.object;
        let texts =
            ["kind", "id", "iri", "title", "status", "record_status", "date", "published_on", "summary"];
        for field in texts.iter().chain(&["content_hash", "hash_algorithm"]) {
            assert!(object[field].is_string(), "{}: {field}", version.path);
        }
        for field in ["withdrawn_on", "replaces", "replaced_by", "port_of"] {
            assert!(object[field].is_string() || object[field].is_null(), "{}: {field}", version.path);
        }
        for field in fields_of(model.kind) {
            let value = &object[field];
            let is_right = match *field {
                "default" | "no_further_restrictions" => value.is_boolean(),
                "axioms" | "default_rules" | "terms" => value.is_u64(),
                "statements" | "limits" | "relicensing" => value.is_array(),
                "model_training" => {
                    let has_conditions = value["conditions"].as_array().is_some_and(|c| !c.is_empty());
                    has_conditions == (value["answer"] != "yes")
                }
                "osi_approved" | "fsf_free" => value.is_null() || value.is_boolean(),
                _ => value.is_null() || value.is_string(),
            };
            assert!(is_right, "{}: {field}", version.path);
        }
        assert!(!version.text("title").is_empty(), "{}", version.path);
        assert_eq!(version.text("hash_algorithm"), "svc-c14n-1", "{}", version.path);
        let digits = version.text("content_hash").strip_prefix("sha256:").unwrap_or_default();
        let is_hex = digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        assert!(digits.len() == 64 && is_hex, "{}: {digits}", version.path);
    }
}

#[test]
fn objects_are_about_what_was_asked_for() {
    let discovery = server().get("/v2").json();
    let identifiers = &discovery["identifiers"];
    for (model, version) in versions() {
        let base = match model.kind {
            "license" => &identifiers["license_base"],
            "dependency-graph" => &identifiers["graph_bases"][0],
            _ => &identifiers["vocabulary_namespace"],
        };
        let local = if model.kind == "vocabulary" { "" } else { &model.id };
        let expected = json!({
            "kind": model.kind,
            "id": model.id,
            "iri": format!("{}{local}", base.as_str().unwrap()),
            "version": version.number,
            "latest_version": model.entry["version"],
        });
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&version.object[field], value, "{}: {field}", version.path);
        }
    }
}

#[test]
fn a_version_is_superseded_when_a_later_one_is_published() {
    for (model, version) in versions() {
        let is_latest = version.number == model.latest().number;
        let expected = if is_latest { "current" } else { "superseded" };
        assert_eq!(version.text("status"), expected, "{}", version.path);
    }
}

#[test]
fn every_version_but_the_first_has_a_date_and_a_summary() {
    for (_, version) in versions().filter(|(_, version)| version.number > 1) {
        assert!(version.text("date").parse::<jiff::civil::Date>().is_ok(), "{}", version.path);
        assert!(!version.text("summary").is_empty(), "{}", version.path);
    }
}

#[test]
fn formats_lead_to_the_forms_of_the_same_version() {
    for (_, version) in versions() {
        let forms = FORMS.iter().filter(|form| **form != "json");
        let expected: serde_json::Map<String, Value> =
            forms.map(|form| (form.to_string(), json!(format!("{}?format={form}", version.path)))).collect();
        assert_eq!(version.object["formats"], Value::Object(expected), "{}", version.path);
    }
}

/// Links of a version of a library that withdraws nothing.
fn expected_links(model: &Model, version: &Version, site_url: &str) -> Value {
    let (id, number) = (&model.id, version.number);
    let at = |number| format!("{}/versions/{number}", model.path);
    let (v1, page) = match model.kind {
        "license" => (format!("/licenselibrary/license/{id}"), format!("/license-library/{id}")),
        "dependency-graph" => (format!("/dependencygraph/{id}"), format!("/dependency-graph/{id}")),
        _ => ("/ns".to_owned(), "/ns".to_owned()),
    };
    json!({
        "self": at(number),
        "canonical": at(number),
        "latest": model.path,
        "predecessor": (number > 1).then(|| at(number - 1)),
        "successor": (number < model.latest().number).then(|| at(number + 1)),
        "version_history": format!("{}/versions", model.path),
        "changelog": (model.versions.len() > 1).then(|| format!("{v1}/changelog")),
        "html": format!("{site_url}{page}"),
        "v1": format!("{v1}/versions/{number}"),
    })
}

#[test]
fn links_are_complete_and_an_absent_relation_is_null() {
    let discovery = server().get("/v2").json();
    let site_url = discovery["documentation"].as_str().unwrap().strip_suffix("/documentation/v2").unwrap();
    for (model, version) in versions() {
        let expected = expected_links(model, version, site_url);
        assert_eq!(version.object["links"], expected, "{}", version.path);
    }
}

#[test]
fn the_current_resource_answers_the_latest_version_whole() {
    for model in models() {
        for (form, answer) in &model.current {
            let numbered = &model.latest().forms[form];
            assert_eq!(answer.body, numbered.body, "{}", answer.asked);
            assert_eq!(answer.lasting_headers(), numbered.lasting_headers(), "{}", answer.asked);
        }
    }
}

#[test]
fn versions_are_listed_newest_first_and_never_paged() {
    for model in models() {
        let list = model.list.is(200).json();
        let newest_first: Vec<Value> =
            model.versions.iter().rev().map(|version| as_item(&version.object)).collect();
        let release = walk::release();
        let part = match model.kind {
            "license" => &release["library"]["id"],
            "dependency-graph" => &release["graphs"]["id"],
            _ => &release["vocabulary"]["id"],
        };
        let expected = json!({
            "items": newest_first,
            "total": model.versions.len(),
            "release": part,
            "next_cursor": null,
            "links": {"self": format!("{}/versions", model.path), "next": null},
        });
        assert_eq!(list, expected, "{}", model.path);
        model.list.has("link", None);
    }
}
