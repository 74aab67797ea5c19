//! spec:version-1, spec:version-1#versioning: shapes that clients were written for. A key, its place, or a quirk that
//! changes fails a test by name.
//!
//! `BLESS=1` rewrites the snapshots in `tests/expected/version_1/`; a change there is a change of the contract.

use std::fs;

use serde_json::{Map, Value, json};

use super::document;
use super::facets::neutral;
use crate::server::{repository, server};

/// Compares a document with the snapshot of a name; the order of keys counts.
#[track_caller]
fn assert_frozen(name: &str, found: &Value) {
    let path = repository().join("tests/expected/version_1").join(format!("{name}.json"));
    let text = format!("{}\n", serde_json::to_string_pretty(found).unwrap());
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{name} is not what it was; BLESS=1 rewrites it");
}

#[track_caller]
fn get(path: &str) -> Value {
    document(&server().get(path))
}

/// The first members of an object whose keys are data.
fn beginning(object: &Value) -> Value {
    let members = object.as_object().unwrap().iter().take(3);
    members.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>().into()
}

#[test]
fn operation_1_is_what_it_was() {
    assert_frozen("Apache-2.0-v2", &get("/licenselibrary/license/Apache-2.0/versions/2"));
    assert_frozen("MIT-v1", &get("/licenselibrary/license/MIT/versions/1"));
    assert_frozen("CC-BY-SA-4.0-v1", &get("/licenselibrary/license/CC-BY-SA-4.0/versions/1"));
    assert_frozen("MIT-ttl", &get("/licenselibrary/license/MIT/versions/2?format=ttl"));
    assert_frozen("MIT-rdf-xml", &get("/licenselibrary/license/MIT/versions/2?format=rdf-xml"));
}

#[test]
fn operation_1_negotiated_is_what_it_was() {
    let answer = server().accept("/licenselibrary/license/MIT/versions/2", "application/ld+json");
    assert_frozen("MIT-negotiated", &answer.is(200).json());
}

#[test]
fn operation_2_is_what_it_was() {
    assert_frozen("list", &get("/licenselibrary/list?keyword=zlib&skip=0&limit=3"));
    assert_frozen("list-of-none", &get("/licenselibrary/list?keyword=no-such-title"));
}

#[test]
fn operation_3_is_what_it_was() {
    let body = neutral().to_string();
    let answer = server().post("/licenselibrary/facetedsearch?limit=2", "application/json", &body);
    assert_frozen("facetedsearch", &document(&answer));
}

#[test]
fn operation_3_refuses_as_it_did() {
    let refuse = |query: &str, body: &Value| {
        let path = format!("/licenselibrary/facetedsearch{query}");
        server().post(&path, "application/json", &body.to_string()).is(422).json()
    };
    let mut wrong = neutral();
    wrong["actions"]["modify"] = json!("perhaps");
    let refusals = json!({
        "limit": refuse("?limit=many", &neutral()),
        "skip": refuse("?skip=many", &neutral()),
        "ports": refuse("?ports=many", &neutral()),
        "member": refuse("", &wrong),
    });
    assert_frozen("facetedsearch-refused", &refusals);
}

#[test]
fn operation_5_is_what_it_was() {
    assert_frozen("axioms", &get("/dependencygraph/list"));
}

#[test]
fn the_comparison_is_what_it_was() {
    assert_frozen("compare", &get("/licenselibrary/compare?ids=MIT,Apache-2.0,NoSuchLicense"));
}

#[test]
fn the_actions_are_what_they_were() {
    assert_frozen("actions", &get("/licenselibrary/actions"));
}

#[test]
fn the_spdx_answer_is_what_it_was() {
    assert_frozen("spdx", &get("/licenselibrary/spdx/gpl-2.0%2B"));
}

#[test]
fn the_spdx_mapping_is_what_it_was() {
    let mut mapping = get("/licenselibrary/spdx-mapping");
    for key in ["svc_to_spdx", "spdx_to_svc", "aliases"] {
        mapping[key] = beginning(&mapping[key]);
    }
    assert_frozen("spdx-mapping", &mapping);
}

#[test]
fn the_review_is_what_it_was() {
    assert_frozen("review", &get("/licenselibrary/review/MIT"));
    assert_frozen("review-of-a-port", &get("/licenselibrary/review/CreativeCommonsAttribution30Austria"));
}

#[test]
fn the_version_lists_are_what_they_were() {
    assert_frozen("versions", &get("/licenselibrary/license/Apache-2.0/versions"));
    assert_frozen("versions-of-a-graph", &get("/dependencygraph/versions"));
    assert_frozen("versions-of-the-vocabulary", &get("/ns/versions"));
}

#[test]
fn the_change_log_is_what_it_was() {
    assert_frozen("changelog", &get("/licenselibrary/license/Apache-2.0/changelog"));
}

#[test]
fn the_history_page_is_what_it_was() {
    assert_frozen("history", &get("/licenselibrary/history?skip=1&limit=2"));
}

#[test]
fn the_graphs_are_what_they_were() {
    assert_frozen("graphs", &get("/dependencygraph/graphs"));
}

#[test]
fn what_stands_behind_the_website_is_what_it_was() {
    assert_frozen("suggest", &get("/license-library/suggest?q=attribution+3.0+aust"));
    assert_frozen(
        "license-file",
        &get("/license-library/MIT/license.json?asset=https://a.example/b&attribution=me"),
    );
    let mut licenses = get("/license-compatibility-checker/licenses");
    licenses.as_array_mut().unwrap().truncate(2);
    assert_frozen("checker-licenses", &licenses);
}

#[test]
fn refusals_are_what_they_were() {
    let refused = |path: &str| server().get(path).json();
    assert_frozen(
        "refused",
        &json!({
            "404": refused("/licenselibrary/license/NoSuchLicense"),
            "405": refused("/licenselibrary/facetedsearch"),
            "410": refused("/licenselibrary/license/Example"),
            "415": refused("/licenselibrary/MIT?format=text"),
            "422 path": refused("/licenselibrary/license/a%20b!"),
            "422 query": refused("/licenselibrary/license/MIT?format=nope&download=perhaps"),
        }),
    );
}
