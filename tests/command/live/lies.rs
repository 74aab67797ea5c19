//! Each test has one false answer and expects exactly its faults.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::server::{Answer, Server};
use super::{build, faults, verify};

const MEADOW: &str = "/v2/licenses/Meadow-Reciprocal-2.0-only";

/// Replaces a text that occurs in a body.
fn replace(answer: &mut Answer, from: &str, to: &str) {
    let text = std::str::from_utf8(&answer.body).unwrap();
    assert!(text.contains(from), "{text} does not hold {from}");
    answer.body = text.replace(from, to).into_bytes();
}

/// The first content hash after a marker in a JSON text.
fn hash_after<'t>(text: &'t str, marker: &str) -> &'t str {
    let (_, rest) = text.split_once(marker).unwrap();
    rest.split('"').find(|part| part.starts_with("sha256:")).unwrap()
}

#[test]
fn a_flipped_byte_in_turtle() {
    let target = format!("{MEADOW}/versions/1?format=ttl");
    let spoilt = target.clone();
    let faults = faults(move |asked, answer| {
        if asked == spoilt {
            replace(answer, "Reciprocal", "Reciprocbl");
        }
    });
    let [fault] = faults.as_slice() else { panic!("{faults:?}") };
    assert!(fault.starts_with(&format!("`{target}`: the ttl form hashes to sha256:")), "{fault}");
}

#[test]
fn turtle_that_is_none() {
    let faults = faults(|asked, answer| {
        if asked == "/v2/dependency-graphs/dg_eu?format=ttl" {
            answer.body.truncate(answer.body.len() - 3);
        }
    });
    let [fault] = faults.as_slice() else { panic!("{faults:?}") };
    assert!(
        fault.starts_with("`/v2/dependency-graphs/dg_eu?format=ttl`: the ttl form cannot be read: "),
        "{fault}"
    );
}

#[test]
fn n_triples_in_another_order() {
    let faults = faults(|asked, answer| {
        if asked == "/v2/vocabulary?format=nt" {
            let text = String::from_utf8(answer.body.clone()).unwrap();
            answer.body = text.lines().rev().map(|line| format!("{line}\n")).collect::<String>().into_bytes();
        }
    });
    let [fault] = faults.as_slice() else { panic!("{faults:?}") };
    assert!(fault.starts_with("`/v2/vocabulary?format=nt`: the nt form hashes to sha256:"), "{fault}");
}

#[test]
fn a_wrong_hash_in_an_object() {
    let zeros = format!("sha256:{}", "0".repeat(64));
    let stated = zeros.clone();
    let faults = faults(move |asked, answer| {
        if asked == "/v2/licenses/CC-BY-4.0?format=json" {
            let text = String::from_utf8(answer.body.clone()).unwrap();
            replace(answer, hash_after(&text, "content_hash"), &zeros);
        }
    });
    let [fault] = faults.as_slice() else { panic!("{faults:?}") };
    let told = format!("`/v2/licenses/CC-BY-4.0?format=json`: content_hash is `{stated}` and not `sha256:");
    assert!(fault.starts_with(&told), "{fault}");
}

#[test]
fn a_wrong_version_in_an_object_and_in_a_list() {
    let faults = faults(|asked, answer| {
        if asked == format!("{MEADOW}/versions/1?format=json") || asked == format!("{MEADOW}/versions") {
            replace(answer, "\"version\":1", "\"version\":3");
        }
    });
    assert_eq!(
        faults,
        [
            format!("`{MEADOW}/versions/1?format=json`: version is `3` and not `1`"),
            format!("`{MEADOW}/versions`: it lists the versions [2, 3] and not each from 2 to 1"),
        ]
    );
}

#[test]
fn a_wrong_entity_tag() {
    let faults = faults(|asked, answer| {
        if asked == "/v2/licenses/CC-BY-4.0/versions/1?format=rdfxml" {
            answer.tag = answer.tag.trim_start_matches("W/").to_owned();
        }
    });
    let [fault] = faults.as_slice() else { panic!("{faults:?}") };
    assert!(fault.starts_with("`/v2/licenses/CC-BY-4.0/versions/1?format=rdfxml`: ETag is `\""), "{fault}");
    assert!(fault.contains("-rdfxml\"` and not `W/\""), "{fault}");
}

#[test]
fn a_version_that_is_gone() {
    let gone = format!("{MEADOW}/versions/1?");
    let faults = faults(move |asked, answer| {
        if asked.starts_with(&gone) {
            (answer.status, answer.body) = (404, b"{}".to_vec());
        }
    });
    let told = ["json", "jsonld", "nt", "rdfxml", "ttl"]
        .map(|form| format!("`{MEADOW}/versions/1?format={form}`: the status is 404 and not 200"));
    assert_eq!(faults, told);
}

#[test]
fn a_release_that_does_not_follow_from_its_hashes() {
    let tree = build();
    let id = std::fs::read_link(tree.path().join("current")).unwrap();
    let id = id.to_str().unwrap().trim_start_matches("tree-").to_owned();
    let called = "data-0123456789abcdef";
    let (manifest, spoilt) = (format!("/v2/releases/{id}"), id.clone());
    let faults = faults(move |asked, answer| {
        if asked == "/v2/releases" || asked == manifest {
            replace(answer, &format!("\"release\":\"{spoilt}\""), &format!("\"release\":\"{called}\""));
        }
    });
    let told =
        format!("`/v2/releases/{id}`: the release is called {called}, its versions and hashes give {id}");
    assert_eq!(faults, [told]);
}

#[test]
fn a_manifest_with_another_hash_than_its_library_identifier_covers() {
    let zeros = format!("sha256:{}", "0".repeat(64));
    let faults = faults(move |asked, answer| {
        if asked.starts_with("/v2/releases/data-") {
            let text = String::from_utf8(answer.body.clone()).unwrap();
            replace(answer, hash_after(&text, "\"CC-BY-4.0\""), &zeros);
        }
    });
    let (of_manifest, of_answers): (Vec<_>, Vec<_>) =
        faults.iter().partition(|fault| fault.starts_with("`/v2/releases/"));
    let [fault] = of_manifest.as_slice() else { panic!("{of_manifest:?}") };
    assert!(fault.contains("the release is called lib-") && fault.contains("hashes give lib-"), "{fault}");
    // The list, and two addresses with five bodies and five tags each.
    assert_eq!(of_answers.len(), 1 + 2 * 5 * 2, "{of_answers:?}");
    assert!(of_answers.iter().all(|fault| fault.contains("/v2/licenses/CC-BY-4.0")), "{of_answers:?}");
}

#[test]
fn a_page_in_place_of_json() {
    let target = "/v2/licenses/GPL-3.0-only/versions/1?format=json";
    let faults = faults(move |asked, answer| {
        if asked == target {
            answer.media_type = "text/html".to_owned();
            answer.body = b"<!doctype html><p>Sign in".to_vec();
        }
    });
    assert_eq!(
        faults,
        [
            format!("`{target}`: Content-Type is `text/html` and not `application/json`"),
            format!("`{target}`: the answer is no version object: expected value at line 1 column 1"),
        ]
    );
}

#[test]
fn a_broken_connection_is_retried() {
    let is_first = AtomicUsize::new(0);
    let tree = build();
    let server = Server::start(&tree.path().join("current"), move |asked, answer| {
        if asked == "/v2/vocabulary?format=ttl" && is_first.fetch_add(1, Ordering::Relaxed) == 0 {
            answer.status = 0;
        }
    });
    let (code, lines, stderr) = verify(&server.address);
    assert_eq!(code, Some(0), "{lines:?} {stderr}");
}

#[test]
fn verification_stops_if_a_deployment_stops_answering() {
    let asked_before = AtomicUsize::new(0);
    let faults = faults(move |_, answer| {
        if asked_before.fetch_add(1, Ordering::Relaxed) > 20 {
            answer.status = 0;
        }
    });
    let silent = faults.iter().filter(|fault| fault.contains("`: no answer: ")).count();
    // Four connections ask at once, and late answers reset the count.
    assert!((8..=24).contains(&silent), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.ends_with("stopped answering, so not everything was asked for")));
}

/// Standard error for a deployment that cannot be verified.
fn refusal(spoil: impl Fn(&str, &mut Answer) + Send + Sync + 'static) -> String {
    let tree = build();
    let server = Server::start(&tree.path().join("current"), spoil);
    let (code, lines, stderr) = verify(&server.address);
    assert_eq!((code, lines.len()), (Some(2), 0), "{lines:?}");
    stderr
}

#[test]
fn a_website_that_is_not_a_deployment() {
    let html = refusal(|_, answer| answer.body = b"<!doctype html>".to_vec());
    assert!(html.contains("is not reached as a deployment of Muniment: `/v2/releases`: "), "{html}");
    assert!(html.contains("not the JSON expected"), "{html}");
    let missing = refusal(|_, answer| answer.status = 404);
    assert!(missing.contains("`/v2/releases`: the status is 404 and not 200"), "{missing}");
    let moved = refusal(|_, answer| {
        (answer.status, answer.location) = (301, Some("https://api.example.org/v2/releases"));
    });
    assert!(
        moved.contains("the status is 301 and leads to `https://api.example.org/v2/releases`"),
        "{moved}"
    );
}

#[test]
fn a_manifest_on_another_host() {
    let stderr = refusal(|asked, answer| {
        if asked == "/v2/releases" {
            replace(answer, "\"href\":\"/v2/", "\"href\":\"http://127.0.0.1:1/v2/");
        }
    });
    assert!(stderr.contains("which is no path"), "{stderr}");
}

#[test]
fn a_release_that_changes_meanwhile() {
    let asked_before = AtomicUsize::new(0);
    let stderr = refusal(move |asked, answer| {
        if asked == "/v2/releases" && asked_before.fetch_add(1, Ordering::Relaxed) > 0 {
            replace(answer, "\"library\":\"lib-", "\"library\":\"lib-0");
        }
    });
    assert!(stderr.contains("to another release while it was examined"), "{stderr}");
}
