//! Operations 7 and 8, and what becomes of a service that does not answer well: the same for all four.

use super::service::PLAIN;
use super::{DEPLOYMENT, KEY, document, get, sentence};
use crate::server::{Server, repository};

/// The four operations, asked about a repository.
fn all_four(name: &str) -> [String; 4] {
    [
        format!("/repolicensechecker/dependencies/owner/{name}"),
        format!("/repolicensechecker/dependencies?github_url=owner/{name}"),
        format!("/repolicensechecker/check/owner/{name}"),
        format!("/repolicensechecker/check?github_url=owner/{name}"),
    ]
}

#[test]
fn the_document_of_the_service_is_passed_on_byte_for_byte() {
    let [by_path, by_url, ..] = all_four("plain");
    for path in [by_path, by_url] {
        let answer = get(&path);
        answer.is(200).has("content-type", "application/json").has("cache-control", None).has("etag", None);
        assert_eq!(answer.text(), PLAIN, "{path}");
    }
    assert_eq!(get("/repolicensechecker/dependencies/owner/one").json()["full_name"], "Owner/name");
}

#[test]
fn a_shape_that_only_the_check_needs_is_passed_on_too() {
    for name in ["shapeless", "nameless"] {
        let [by_path, by_url, check, check_by_url] = all_four(name);
        for path in [by_path, by_url] {
            document(&get(&path));
        }
        for path in [check, check_by_url] {
            sentence(&get(&path), 502);
        }
    }
}

#[test]
fn a_repository_the_service_does_not_know_is_404() {
    for name in ["missing", "wrong"] {
        for path in all_four(name) {
            assert_eq!(sentence(&get(&path), 404), format!("Unknown repository: owner/{name}"), "{path}");
        }
    }
}

#[test]
fn every_other_answer_of_the_service_is_502() {
    for name in [
        "broken", "page", "empty", "list", "deep", "huge", "endless", "busy", "down", "away", "key", "gone",
        "nothing", "moved", "silent", "noise", "cut",
    ] {
        for path in all_four(name) {
            let said = sentence(&get(&path), 502);
            assert!(said.contains("package-metadata service"), "{path}: {said}");
        }
    }
    assert!(sentence(&get(&all_four("busy")[0]), 502).contains("too often"));
    assert!(sentence(&get(&all_four("key")[0]), 502).contains("key"));
    assert!(DEPLOYMENT.service.asked("elsewhere").is_empty(), "a redirect was followed");
}

#[test]
fn a_service_that_takes_its_time_is_504() {
    for name in ["slow", "dripping"] {
        for path in all_four(name) {
            assert!(sentence(&get(&path), 504).contains("in time"), "{path}");
        }
    }
}

#[test]
fn a_service_that_is_not_there_is_502() {
    let folder = tempfile::tempdir().unwrap().keep();
    let small = repository().join("tests/fixtures/small");
    let flags = ["--packages-url", "http://127.0.0.1:9", "--packages-key", KEY];
    let server = Server::start_reporting(&folder, &small, &folder, &flags);
    let report = folder.join("report");
    for path in all_four("plain") {
        let said = sentence(&server.get(&path), 502);
        assert!(said.contains("cannot be reached") && !said.contains(KEY), "{said}");
    }
    let report = std::fs::read_to_string(report).unwrap();
    assert!(report.contains("the package-metadata service did not answer"), "{report}");
    assert!(!report.contains("s3cr3t"), "{report}");
}

#[test]
fn the_key_is_sent_to_the_service_and_shown_to_nobody() {
    for path in all_four("plain").iter().chain(&all_four("down")).chain(&all_four("slow")) {
        let answer = get(path);
        assert!(!answer.text().contains("s3cr3t"), "{path}: {}", answer.text());
    }
    let asked = DEPLOYMENT.service.asked("/plain/");
    assert!(!asked.is_empty());
    for target in asked {
        assert_eq!(target, "/api/github/owner/plain/dependencies?api_key=s3cr3t%20k%26y%23%3F%2F..");
    }
    let report = std::fs::read_to_string(&DEPLOYMENT.report).unwrap();
    assert!(report.contains("the package-metadata service refused"), "{report}");
    assert!(!report.contains("s3cr3t"), "{report}");
}

#[test]
fn without_a_key_nothing_is_asked_and_the_deployment_says_so() {
    let folder = tempfile::tempdir().unwrap().keep();
    let small = repository().join("tests/fixtures/small");
    for flags in [&[][..], &["--packages-url", &DEPLOYMENT.service.url, "--packages-key", ""]] {
        let server = Server::start(&small, &folder, flags);
        for path in all_four("plain") {
            sentence(&server.get(&path), 503);
        }
        // What is wrong with the question is told first.
        sentence(&server.get("/repolicensechecker/check?github_url=nothing"), 400);
        sentence(&server.get("/repolicensechecker/check/owner/plain?target=a%20b"), 422);
        assert_eq!(server.get("/v2").json()["features"]["repo_checker"], false);
    }
    let _ = std::fs::remove_dir_all(folder);
    assert_eq!(get("/v2").json()["features"]["repo_checker"], true);
}

#[test]
fn a_server_does_not_start_with_an_address_that_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let small = repository().join("tests/fixtures/small");
    let output = crate::server::command(crate::server::BINARY)
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--packages-url",
            "ada:passw0rd@libraries.io",
            "--packages-key",
            KEY,
        ])
        .arg("--data")
        .arg(small)
        .arg("--site")
        .arg(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("`…@libraries.io` is not an address"), "{said}");
    assert!(!said.contains("s3cr3t") && !said.contains("passw0rd"), "{said}");
}
