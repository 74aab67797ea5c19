//! Operations 9 and 10: rows, verdict, target.

use std::sync::LazyLock;

use muniment_library::load::load;
use muniment_licenses::model::Library;
use serde_json::{Value, json};

use super::{DEPLOYMENT, check, document, get, sentence};
use crate::server::{Answer, data};

static LIBRARY: LazyLock<Library> = LazyLock::new(|| load(&data()).library.unwrap());

fn iri(id: &str) -> String {
    LIBRARY.site.license_iri(&id.parse().unwrap())
}

/// What operation 6 says of the same licenses.
fn verdict(ids: &[&str]) -> Value {
    let licenses: Vec<String> = ids.iter().map(|id| iri(id)).collect();
    let body = json!({"licenses": licenses}).to_string();
    document(&DEPLOYMENT.server.post("/compatibilitycheck/", "application/json", &body))
}

fn empty() -> Value {
    json!({"conflicting_statements": {"direct": {}, "derived": {}}})
}

/// Dependency, stated license and record of each row.
fn rows(answer: &Value) -> Vec<(String, String, Value)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let rows = answer["dependencies"].as_array().unwrap().iter();
    rows.map(|row| (text(&row["name"]), text(&row["license"]), row["svc_id"].clone())).collect()
}

/// Fails unless an answer keeps to the schema that the `OpenAPI` document declares.
#[track_caller]
fn assert_described(answer: &Answer) {
    static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| document(&get("/openapi.json")));
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/components/schemas/RepositoryCheck",
        "components": DESCRIPTION["components"],
    });
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let faults: Vec<String> =
        validator.iter_errors(&answer.json()).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{}: {faults:?}", answer.asked);
}

#[test]
fn each_license_of_each_dependency_is_a_row_and_all_that_are_known_are_checked() {
    let answer = check("owner/plain");
    assert_described(&answer);
    let found = document(&answer);
    let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["dependencies", "name", "language", "compatibilitycheck"]);
    let row = |name: &str, license: &str, record: Value| (name.to_owned(), license.to_owned(), record);
    let expected = [
        row("serde", "MIT", json!(iri("MIT"))),
        row("serde", "Apache-2.0", json!(iri("Apache-2.0"))),
        row("old", "GPL-2.0", json!(iri("GPL-2.0-only"))),
        row("own", "Custom-1.0", Value::Null),
    ];
    assert_eq!(rows(&found), expected);
    assert_eq!((&found["name"], &found["language"]), (&json!("Owner/plain"), &json!("Rust")));
    let expected = verdict(&["MIT", "Apache-2.0", "GPL-2.0-only"]);
    assert_ne!(expected["conflicting_statements"], empty()["conflicting_statements"]);
    assert_eq!(found["compatibilitycheck"], expected);
    let by_url = get("/repolicensechecker/check?github_url=https://github.com/owner/plain");
    assert_eq!(by_url.text(), answer.text());
}

#[test]
fn fewer_than_two_licenses_are_not_held_against_anything() {
    for (name, number) in [("one", 3), ("bare", 0), ("unsaid", 0)] {
        let answer = check(&format!("owner/{name}"));
        assert_described(&answer);
        let found = document(&answer);
        assert_eq!(found["compatibilitycheck"], empty(), "{name}");
        assert_eq!(rows(&found).len(), number, "{name}");
    }
    assert_eq!(document(&check("owner/unsaid"))["name"], Value::Null);
}

#[test]
fn of_an_expression_every_license_is_checked_and_a_single_one_named() {
    let answer = check("owner/expressions");
    assert_described(&answer);
    let found = document(&answer);
    let records: Vec<Value> = rows(&found).into_iter().map(|(.., record)| record).collect();
    let expected = [
        Value::Null,
        Value::Null,
        json!(iri("GPL-2.0-only-with-Classpath-exception-2.0")),
        Value::Null,
        Value::Null,
        json!(iri("Apache-2.0-with-Commons-Clause")),
        json!(iri("GPL-3.0-or-later")),
        Value::Null,
    ];
    assert_eq!(records, expected);
    let checked = [
        "MIT",
        "Apache-2.0",
        "GPL-2.0-only-with-Classpath-exception-2.0",
        "IscLicense",
        "BSD-3-Clause",
        "TheZlibLibpngLicense",
        "Apache-2.0-with-Commons-Clause",
        "GPL-3.0-or-later",
    ];
    assert_eq!(found["compatibilitycheck"], verdict(&checked));
}

#[test]
fn a_target_can_be_named_by_its_spdx_identifier() {
    let named = document(&check("owner/copyleft?target=isc"));
    assert_eq!(
        (&named["target"]["id"], &named["target"]["uri"]),
        (&json!("IscLicense"), &json!(iri("IscLicense")))
    );
    assert_eq!(named, document(&check("owner/copyleft?target=IscLicense")));
}

#[test]
fn a_target_joins_the_check_and_what_stands_against_it_is_listed() {
    let (mit, http) = (iri("MIT"), iri("MIT").replace("https://", "http://"));
    for target in ["MIT", "mit", &mit, &http, &format!("{mit}/")] {
        let answer = check(&format!("owner/copyleft?target={target}"));
        assert_described(&answer);
        let found = document(&answer);
        let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
        let expected =
            ["dependencies", "name", "language", "compatibilitycheck", "target", "target_conflicts"];
        assert_eq!(keys, expected);
        let title = &LIBRARY.licenses["MIT"].current.content.title.value;
        assert_eq!(found["target"], json!({"id": "MIT", "uri": mit, "title": title}));
        let verdict = verdict(&["MIT", "GPL-2.0-only", "Apache-2.0"]);
        assert_eq!(found["compatibilitycheck"], verdict);
        let of_the_target: Vec<&Value> = ["direct", "derived"]
            .iter()
            .flat_map(|kind| verdict["conflicting_statements"][kind].as_object().unwrap().values())
            .filter(|entry| ["statement_1", "statement_2"].iter().any(|side| entry[side][0] == mit.as_str()))
            .collect();
        assert!(!of_the_target.is_empty());
        assert_eq!(found["target_conflicts"], json!(of_the_target));
    }
    let plain = document(&check("owner/copyleft"));
    let with_target = document(&check("owner/copyleft?target=CC-BY-SA-4.0"));
    assert_eq!(plain["dependencies"], with_target["dependencies"]);
    assert_ne!(plain["compatibilitycheck"], with_target["compatibilitycheck"]);
}

/// One license and a target are two; a target among them is one.
#[test]
fn a_target_counts_as_a_license_of_the_set() {
    let found = document(&check("owner/one?target=GPL-2.0-only"));
    assert_eq!(found["compatibilitycheck"], verdict(&["MIT", "GPL-2.0-only"]));
    assert!(!found["target_conflicts"].as_array().unwrap().is_empty());
    let found = document(&check("owner/one?target=MIT"));
    assert_eq!((&found["compatibilitycheck"], &found["target_conflicts"]), (&empty(), &json!([])));
    let found = document(&check("owner/bare?target=MIT"));
    assert_eq!((&found["compatibilitycheck"], &found["target_conflicts"]), (&empty(), &json!([])));
}

#[test]
fn a_target_is_a_license_of_the_library() {
    for target in [
        "",
        "a%20b",
        "https://example.org/MIT",
        &LIBRARY.site.license_base(),
        "MIT%3Cscript%3E",
        &"x".repeat(129),
    ] {
        for path in ["/owner/plain?", "?github_url=owner/plain&"] {
            sentence(&get(&format!("/repolicensechecker/check{path}target={target}")), 422);
        }
    }
    let unknown = iri("Unheard-of");
    for target in ["Unheard-of", &unknown, "abcdefghijklmnopqrstuvwx"] {
        for path in ["/owner/plain?", "?github_url=owner/plain&"] {
            let said = sentence(&get(&format!("/repolicensechecker/check{path}target={target}")), 404);
            assert!(said.starts_with("Unknown license id: "), "{said}");
        }
    }
    assert!(DEPLOYMENT.service.asked("/never/").is_empty());
    sentence(&check("owner/never?target=Unheard-of"), 404);
    assert!(DEPLOYMENT.service.asked("/never/").is_empty(), "the target is looked up first");
}

#[test]
fn what_the_service_sends_stays_text() {
    let answer = check("owner/malicious");
    assert_described(&answer);
    let found = document(&answer);
    let rows = rows(&found);
    assert_eq!(rows.len(), 9);
    let known: Vec<(&str, &Value)> =
        rows.iter().filter(|(.., id)| !id.is_null()).map(|(_, license, id)| (license.as_str(), id)).collect();
    assert_eq!(known, [("MIT", &json!(iri("MIT"))), (" GPL-3.0-only\t", &json!(iri("GPL-3.0-only")))]);
    assert_eq!(rows[0].0, "<script>alert(1)</script>");
}

#[test]
fn a_repository_with_thousands_of_dependencies_is_checked_and_one_beyond_measure_refused() {
    let found = document(&check("owner/many"));
    assert_eq!(rows(&found).len(), 3750);
    let ids = ["MIT", "Apache-2.0", "GPL-3.0-only", "IscLicense", "0BSD"];
    assert_eq!(found["compatibilitycheck"], verdict(&ids));
    sentence(&check("owner/too-many"), 502);
    document(&get("/repolicensechecker/dependencies/owner/too-many"));
}

#[test]
fn a_check_has_a_budget() {
    let folder = tempfile::tempdir().unwrap().keep();
    let url = format!("{}/api", DEPLOYMENT.service.url);
    let flags = ["--packages-url", &url, "--packages-key", super::KEY, "--reasoner-seconds", "0"];
    let server = crate::server::Server::start_and_remove(&folder, &data(), &folder, &flags);
    sentence(&server.get("/repolicensechecker/check/owner/plain"), 504);
    document(&server.get("/repolicensechecker/dependencies/owner/plain"));
}

#[test]
fn only_the_headers_of_the_request_are_asked_for() {
    let head = DEPLOYMENT.server.ask("HEAD", "/repolicensechecker/check/owner/one", &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    let other = DEPLOYMENT.server.ask("POST", "/repolicensechecker/check/owner/one", &[]);
    other.is(405).has("allow", "GET, HEAD");
    let elsewhere = [("Origin", "https://elsewhere.example")];
    let answer = DEPLOYMENT.server.ask("GET", "/repolicensechecker/check/owner/one", &elsewhere);
    answer.is(200).has("access-control-allow-origin", "*").has("cache-control", None);
}
