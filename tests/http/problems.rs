//! spec:version-2#problem-document: every error is a problem document.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::server::{Answer, server};

/// The problems that can happen without accounts and stores.
const STATUSES: [(&str, u16); 8] = [
    ("invalid-parameter", 422),
    ("not-acceptable", 406),
    ("license-not-found", 404),
    ("graph-not-found", 404),
    ("version-not-found", 404),
    ("release-not-found", 404),
    ("route-not-found", 404),
    ("method-not-allowed", 405),
];

/// Fails unless an answer is a whole problem document of this name.
#[track_caller]
pub(crate) fn assert_problem(answer: &Answer, name: &str) -> Value {
    let (_, status) = STATUSES.iter().find(|(known, _)| *known == name).unwrap();
    answer.is(*status).has("content-type", "application/problem+json");
    let problem = answer.json();
    let documentation = server().get("/v2").json()["documentation"].as_str().unwrap().to_owned();
    let asked = answer.asked.split(' ').nth(1).unwrap();
    assert_eq!(problem["type"], format!("{documentation}#problem-{name}"), "{}", answer.asked);
    assert_eq!(problem["status"], *status, "{}", answer.asked);
    assert_eq!(problem["instance"], asked.split('?').next().unwrap(), "{}", answer.asked);
    for field in ["title", "detail", "request_id"] {
        assert!(problem[field].as_str().is_some_and(|text| !text.is_empty()), "{}: {field}", answer.asked);
    }
    let mut fields = BTreeSet::from(["type", "title", "status", "detail", "instance", "request_id"]);
    fields.extend((name == "invalid-parameter").then_some("errors"));
    fields.extend((name == "not-acceptable").then_some("available"));
    let found: BTreeSet<&str> = problem.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(found, fields, "{}", answer.asked);
    problem
}

/// The faulty parameters a problem names, as `in name`.
pub(crate) fn faulty(problem: &Value) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for error in problem["errors"].as_array().unwrap() {
        let keys: BTreeSet<&str> = error.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, BTreeSet::from(["in", "name", "detail"]), "{problem}");
        assert!(error["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
        let name = format!("{} {}", error["in"].as_str().unwrap(), error["name"].as_str().unwrap());
        assert!(named.insert(name), "one object per parameter: {problem}");
    }
    named
}

#[track_caller]
fn assert_all(name: &str, paths: &[&str]) {
    let titles: BTreeSet<String> =
        paths.iter().map(|path| assert_problem(&server().get(path), name)["title"].to_string()).collect();
    assert_eq!(titles.len(), 1, "a title belongs to its type");
}

#[test]
fn unknown_license_is_a_problem_document() {
    let long = format!("/v2/licenses/{}", "a".repeat(128));
    assert_all(
        "license-not-found",
        &[
            "/v2/licenses/Nope-1.0",
            "/v2/licenses/Nope-1.0/versions",
            "/v2/licenses/Nope-1.0/versions/1",
            "/v2/licenses/GNU_GPL_v2",
            "/v2/licenses/GPL-2.0",
            "/v2/licenses/dg_default",
            &long,
        ],
    );
}

#[test]
fn unknown_graph_is_a_problem_document() {
    assert_all(
        "graph-not-found",
        &[
            "/v2/dependency-graphs/dg_nowhere",
            "/v2/dependency-graphs/dg_nowhere/versions",
            "/v2/dependency-graphs/dg_nowhere/versions/1",
            "/v2/dependency-graphs/Apache-2.0",
        ],
    );
}

const MODELS: [&str; 3] = ["/v2/licenses/Apache-2.0", "/v2/dependency-graphs/dg_default", "/v2/vocabulary"];

#[test]
fn version_zero_and_negative_are_not_found_and_words_are_invalid() {
    for model in MODELS {
        let at = |version: &str| format!("{model}/versions/{version}");
        let never = ["0", "-1", "-0", "98", "4294967296", "99999999999999999999", "-99999999999999999999"];
        let never = never.map(at);
        assert_all("version-not-found", &never.each_ref().map(String::as_str));
        for word in ["one", "latest", "v1", "1.0", "1e0", "1x", "--1", "-", "0x1", "1%2C000"] {
            let problem = assert_problem(&server().get(&at(word)), "invalid-parameter");
            assert_eq!(faulty(&problem), BTreeSet::from(["path version".to_owned()]), "{word}");
        }
    }
}

#[test]
fn unknown_release_is_a_problem_document() {
    assert_all(
        "release-not-found",
        &[
            "/v2/releases/data-0000000000000000",
            "/v2/releases/lib-0000000000000000",
            "/v2/releases/dg-0000000000000000",
            "/v2/releases/ns-0000000000000000",
            "/v2/releases/data-0",
            "/v2/releases/2026-11-20",
            "/v2/releases/latest",
        ],
    );
}

#[test]
fn unknown_route_is_a_problem_document() {
    assert_all(
        "route-not-found",
        &[
            "/v2/",
            "/v2/nothing",
            "/v2/nothing/here",
            "/v2/licenses/Apache-2.0/changelog",
            "/v2/licenses/Apache-2.0/versions/1/ttl",
            "/v2/dependency-graphs/dg_default/versions/1/axioms",
            "/v2/vocabulary/1",
            "/v2/vocabulary/versions/1/2",
            "/v2/changes/1",
            "/v2/index.pdf",
            "/v2/releases/data-0000000000000000/manifest",
            "/v2/_edge/manifest.json",
        ],
    );
}

#[test]
fn malformed_identifier_is_invalid() {
    let long = "a".repeat(129);
    for id in ["a%20b", "Apache-2.0!", "MIT+", "caf%C3%A9", &long] {
        for below in ["", "/versions", "/versions/1"] {
            let answer = server().get(&format!("/v2/licenses/{id}{below}"));
            let problem = assert_problem(&answer, "invalid-parameter");
            assert_eq!(faulty(&problem), BTreeSet::from(["path license_id".to_owned()]), "{id}{below}");
        }
    }
    let problem = assert_problem(&server().get("/v2/dependency-graphs/dg%20default"), "invalid-parameter");
    assert_eq!(faulty(&problem), BTreeSet::from(["path graph_id".to_owned()]));
}

#[test]
fn unknown_format_is_invalid() {
    for model in MODELS {
        for below in ["", "/versions/1"] {
            for format in ["", "turtle", "JSON", "html", "application%2Fjson"] {
                let answer = server().get(&format!("{model}{below}?format={format}"));
                let problem = assert_problem(&answer, "invalid-parameter");
                assert_eq!(faulty(&problem), BTreeSet::from(["query format".to_owned()]), "{format}");
            }
        }
    }
}

#[test]
fn every_faulty_parameter_is_named() {
    for (path, expected) in [
        ("/v2/licenses/Apache-2.0/versions/one?format=bogus", &["path version", "query format"][..]),
        ("/v2/vocabulary/versions/one?format=", &["path version", "query format"]),
        ("/v2/dependency-graphs/a%20b?format=bogus", &["path graph_id", "query format"]),
        ("/v2/licenses/a%20b/versions/one", &["path license_id", "path version"]),
        ("/v2/licenses/a%20b/versions/one?format=x", &["path license_id", "path version", "query format"]),
    ] {
        let problem = assert_problem(&server().get(path), "invalid-parameter");
        assert_eq!(faulty(&problem), expected.iter().map(|&name| name.to_owned()).collect(), "{path}");
    }
}

#[test]
fn other_methods_are_405_with_what_is_allowed() {
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        for path in
            ["/v2", "/v2/licenses", "/v2/licenses/Apache-2.0", "/.well-known/api-catalog", "/v2/changes"]
        {
            let answer = server().ask(method, path, &[]);
            assert_problem(&answer, "method-not-allowed");
            answer.has("allow", "GET, HEAD, OPTIONS");
        }
    }
}

#[test]
fn nothing_acceptable_is_a_problem_document() {
    for path in MODELS.into_iter().chain(["/v2", "/v2/licenses", "/v2/releases", "/v2/changes"]) {
        let problem = assert_problem(&server().accept(path, "image/png"), "not-acceptable");
        assert!(problem["available"].as_array().is_some_and(|types| !types.is_empty()), "{path}");
    }
}

/// Never HTML, whatever the client would like to see.
#[test]
fn problems_are_json_to_browsers_too() {
    for path in ["/v2/nothing", "/v2/licenses/Nope-1.0", "/v2/licenses/Apache-2.0?format=bogus"] {
        let answer = server().accept(path, "text/html,application/xhtml+xml,*/*;q=0.8");
        answer.has("content-type", "application/problem+json");
        assert_eq!(answer.json()["status"], answer.status, "{path}");
    }
}

#[test]
fn request_id_of_a_problem_equals_the_header() {
    let mut seen = BTreeSet::new();
    for (method, path) in [
        ("GET", "/v2/licenses/Nope-1.0"),
        ("GET", "/v2/licenses/Apache-2.0?format=bogus"),
        ("GET", "/v2/nothing"),
        ("POST", "/v2"),
        ("GET", "/v2/licenses/Nope-1.0"),
    ] {
        let answer = server().ask(method, path, &[]);
        let id = answer.header("x-request-id").unwrap().to_owned();
        assert_eq!(answer.json()["request_id"], json!(id), "{path}");
        assert!(seen.insert(id), "{path}: an identifier twice");
    }
}

/// spec:version-1#headers.
#[test]
fn every_answer_names_its_request() {
    let mut seen = BTreeSet::new();
    for (method, path, headers) in [
        ("GET", "/v2", &[][..]),
        ("GET", "/v2/licenses/Apache-2.0", &[]),
        ("HEAD", "/v2/licenses/Apache-2.0", &[]),
        ("GET", "/v2/licenses/Apache-2.0", &[("If-None-Match", "*")]),
        ("GET", "/v2/licenses/Apache-2.0", &[("Accept", "image/png")]),
        ("GET", "/v2/nothing", &[]),
        ("POST", "/v2", &[]),
        ("OPTIONS", "/v2", &[]),
        ("GET", "/.well-known/api-catalog", &[]),
        ("GET", "/healthz", &[]),
        ("GET", "/", &[]),
        ("GET", "/license-library/Apache-2.0", &[]),
        ("GET", "/nothing", &[]),
        ("POST", "/", &[]),
    ] {
        let answer = server().ask(method, path, headers);
        let id = answer.header("x-request-id").unwrap_or_default().to_owned();
        assert!(!id.is_empty() && seen.insert(id), "{}: {:?}", answer.asked, answer.header("x-request-id"));
        answer
            .has("x-content-type-options", "nosniff")
            .has("referrer-policy", "strict-origin-when-cross-origin")
            .has("x-frame-options", "SAMEORIGIN");
    }
}

/// The parts of an answer to a request that no client library would send.
#[track_caller]
fn assert_about_blank(raw: &str, status: u16) {
    let (head, body) = raw.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {raw}"));
    assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
    let header = |name: &str| {
        let start = format!("{name}: ");
        head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix(&start).map(str::to_owned))
    };
    assert_eq!(header("content-type").as_deref(), Some("application/problem+json"), "{head}");
    assert_eq!(header("access-control-allow-origin").as_deref(), Some("*"), "{head}");
    let problem: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"));
    assert_eq!((&problem["type"], &problem["status"]), (&json!("about:blank"), &json!(status)), "{problem}");
    assert_eq!(problem["request_id"].as_str().map(str::to_owned), header("x-request-id"), "{problem}");
}

#[test]
fn broken_percent_encoding_is_a_problem_about_blank() {
    for path in ["/v2/licenses/%ZZ", "/v2/licenses/%4", "/v2/%"] {
        assert_about_blank(&server().raw(&format!("GET {path} HTTP/1.1")), 400);
    }
}

/// Below HTTP an answer may be without a body.
#[track_caller]
fn assert_refused_below_http(raw: &str, status: u16) {
    assert!(raw.starts_with(&format!("HTTP/1.1 {status} ")), "{raw}");
    let head = raw.to_ascii_lowercase();
    for header in ["connection: close", "x-content-type-options: nosniff", "x-frame-options: sameorigin"] {
        assert!(head.contains(&format!("\r\n{header}\r\n")), "{raw}");
    }
    assert!(head.contains("\r\nx-request-id: "), "{raw}");
}

#[test]
fn an_address_too_long_is_refused() {
    let path = format!("/v2/licenses/{}", "a".repeat(100_000));
    assert_refused_below_http(&server().raw(&format!("GET {path} HTTP/1.1")), 414);
}

#[test]
fn headers_too_large_are_refused() {
    let header = format!("X-Much: {}", "a".repeat(1_000_000));
    assert_refused_below_http(&server().raw(&format!("GET /v2/licenses HTTP/1.1\r\n{header}")), 431);
}
