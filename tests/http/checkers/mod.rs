//! spec:version-1#website-endpoints: the checkers of licenses and of repositories in a browser, with scripts and
//! without.
//!
//! What a page says is held against what the API says of the same licenses. Both are asked of a deployment without
//! limits, whose package-metadata service is that of the repository tests.

mod faults; // what is wrong stands at its field
mod licenses; // the verdict, what follows from it, and what is saved
mod limits;
mod repositories; // operations 9 and 10 as a page

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use crate::repository::DEPLOYMENT;
use crate::server::{Answer, Server, repository};

const CHECKER: &str = "/license-compatibility-checker";
const REPOSITORIES: &str = "/repo-license-compatibility-checker";

/// What browsers accept.
const BROWSER: (&str, &str) = ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
const FORM: (&str, &str) = ("Content-Type", "application/x-www-form-urlencoded");
const SCRIPT: (&str, &str) = ("HX-Request", "true");

fn encoded(fields: &[(&str, &str)]) -> String {
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let pairs: Vec<String> = fields.iter().map(|(n, v)| format!("{}={}", encoded(n), encoded(v))).collect();
    pairs.join("&")
}

/// Looks at a page whose query has these parameters.
fn look(path: &str, fields: &[(&str, &str)]) -> Answer {
    DEPLOYMENT.server.ask("GET", &format!("{path}?{}", encoded(fields)), &[BROWSER])
}

/// Sends a form as a browser does.
fn send(path: &str, fields: &[(&str, &str)]) -> Answer {
    DEPLOYMENT.server.send(path, &[BROWSER, FORM], &encoded(fields))
}

/// Sends a form as the script of the page does.
fn fetch(path: &str, fields: &[(&str, &str)]) -> Answer {
    DEPLOYMENT.server.send(path, &[SCRIPT, FORM], &encoded(fields))
}

/// Fails unless an answer is a whole page under the policy of pages; answers its text.
#[track_caller]
pub(crate) fn page(answer: &Answer, status: u16) -> &str {
    answer.is(status).has("content-type", "text/html; charset=utf-8");
    let policy = answer.header("content-security-policy").unwrap_or_default();
    assert!(policy.contains("script-src 'self'"), "{}: {policy}", answer.asked);
    let text = answer.text();
    assert!(text.starts_with("<!DOCTYPE html>") && text.contains("</html>"), "{}: {text}", answer.asked);
    text
}

/// Fails unless an answer is a part of a page; answers its text.
#[track_caller]
fn fragment(answer: &Answer, status: u16) -> &str {
    answer.is(status).has("content-type", "text/html; charset=utf-8");
    let text = answer.text();
    assert!(!text.contains("<html") && !text.contains("<main"), "{}: {text}", answer.asked);
    text
}

/// Fails unless a text has all of these.
#[track_caller]
fn says(text: &str, expected: &[&str]) {
    for expected in expected {
        assert!(text.contains(expected), "{expected} is missing from\n{text}");
    }
}

/// What operation 6 says of records, under a graph.
fn verdict(ids: &[&str], graph: Option<&str>) -> Value {
    let licenses = DEPLOYMENT.server.get(&format!("{CHECKER}/licenses")).json();
    let iri = |id: &str| {
        licenses.as_array().unwrap().iter().find(|entry| entry["id"] == id).unwrap()["uri"].clone()
    };
    let mut question = json!({"licenses": ids.iter().map(|id| iri(id)).collect::<Vec<_>>()});
    if let Some(graph) = graph {
        question["dependency_graph"] = json!(graph);
    }
    DEPLOYMENT.server.post("/compatibilitycheck/", "application/json", &question.to_string()).is(200).json()
}

/// How many entries a verdict has.
fn entries(verdict: &Value) -> usize {
    let part = |name: &str| verdict["conflicting_statements"][name].as_object().unwrap().len();
    part("direct") + part("derived")
}

/// How many entries a page shows.
fn shown(page: &str) -> usize {
    page.matches("class=\"against\"").count()
}

/// Starts a server of the small library.
fn small(flags: &[&str]) -> Server {
    let site = tempfile::tempdir().unwrap().keep();
    Server::start_and_remove(&site, &repository().join("tests/fixtures/small"), &site, flags)
}
