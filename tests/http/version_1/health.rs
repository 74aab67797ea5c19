//! spec:version-1#library-endpoints, spec:version-1#events: `/healthz`.

use std::fs;

use serde_json::{Value, json};

use super::{document, keys, text};
use crate::server::{Server, repository, server};

#[track_caller]
fn assert_shape(health: &Value) {
    assert_eq!(keys(health), ["status", "checks"]);
    let checks = &health["checks"];
    assert_eq!(keys(checks), ["store", "reasoner"]);
    assert_eq!(
        keys(&checks["store"]),
        ["ok"],
        "an anonymous caller sees no endpoint, no address and no error"
    );
    assert_eq!(keys(&checks["reasoner"]), ["ok", "status", "reasoner_status"]);
    assert!(checks["store"]["ok"].is_boolean() && checks["reasoner"]["ok"].is_boolean(), "{health}");
}

#[test]
fn all_is_well_while_store_and_reasoner_answer() {
    let health = document(&server().get("/healthz"));
    assert_shape(&health);
    assert_eq!(health["status"], "ok");
    assert_eq!(health["checks"]["store"]["ok"], json!(true));
    assert_eq!(health["checks"]["reasoner"]["ok"], json!(true));
    assert_eq!(health["checks"]["reasoner"]["reasoner_status"], "ok");
}

#[test]
fn a_token_of_nobody_gets_the_anonymous_answer() {
    let token = "Bearer svc_0123456789012345678901234567890123456789";
    let answer = server().ask("GET", "/healthz", &[("Authorization", token)]);
    assert_eq!(document(&answer), document(&server().get("/healthz")));
    assert_shape(&answer.json());
}

/// spec:version-1#headers has no rule for it: what is asked for to learn the present is not to be kept, so it bears no
/// validator.
#[test]
fn an_answer_is_not_kept() {
    let answer = server().get("/healthz");
    answer.has("etag", None);
    assert!(
        answer.header("cache-control").is_none_or(|cache| !cache.contains("max-age")),
        "{:?}",
        answer.headers
    );
}

/// The whole library is in memory, but what is served would not survive a restart.
#[test]
fn a_tree_that_has_gone_is_503_and_degraded_and_the_operator_is_warned() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    fs::create_dir(&site).unwrap();
    let data = repository().join("tests/fixtures/small");
    // Dropped, and so ended, before the folder goes.
    let server = Server::start_reporting(folder.path(), &data, &site, &[]);
    let report = || fs::read_to_string(folder.path().join("report")).unwrap();
    assert_eq!(document(&server.get("/healthz"))["status"], "ok");
    assert_eq!(report(), "", "nothing to report while all is well");

    fs::remove_dir_all(&site).unwrap();
    let answer = server.get("/healthz");
    let health = answer.is(503).has("content-type", "application/json").json();
    assert_shape(&health);
    assert_eq!((&health["status"], &health["checks"]["store"]["ok"]), (&json!("degraded"), &json!(false)));
    assert_eq!(health["checks"]["reasoner"]["ok"], json!(true), "one check does not speak for the other");
    assert!(!text(&health["checks"]["reasoner"]["reasoner_status"]).is_empty());

    // spec:version-1#events: at warning level, with address and error text.
    let written = report();
    let warnings: Vec<&str> = written.lines().filter(|line| line.contains("WARN")).collect();
    assert_eq!(warnings.len(), 1, "{written}");
    for words in ["/healthz", "No such file or directory"] {
        assert!(warnings[0].contains(words), "`{words}` is not in: {}", warnings[0]);
    }
    assert!(!answer.text().contains("No such file"), "which the caller is not told");

    server.get("/healthz").is(503);
    assert_eq!(
        report().lines().filter(|line| line.contains("WARN")).count(),
        2,
        "each failed check is logged"
    );
    let refused = server.get("/licenselibrary/license/CC-BY-4.0");
    assert_eq!(refused.is(503).header("retry-after"), Some("5"));
    server.get("/v2/licenses/CC-BY-4.0").is(503);
    server.get("/licenselibrary/list?keyword=creative").is(200);
}
