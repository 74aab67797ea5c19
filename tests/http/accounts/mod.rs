//! Accounts and what belongs to them: the writing half of spec:version-1, and what is read with a token in
//! spec:version-2.
//!
//! Everything is asked of the real server over HTTP, on SQLite and on a PostgreSQL server that these tests start
//! themselves. A [`TestServer`](databases::TestServer) is a server of the small library with its database, a
//! [`Person`](people::Person) an account with a token, a [`Browser`](browser::Browser) somebody with a cookie. Tests
//! that disturb nobody share a server without limits; the others open one of their own.

mod browser;
mod databases;
mod mailbox;
mod people;
pub(crate) use people::account_with_token;
#[expect(clippy::expect_used, reason = "a test says what went wrong by failing")]
#[path = "../../store/postgres.rs"]
mod postgres;
pub(crate) mod simulated;

mod composer_page;
mod composing;
mod graph_editor;
mod graph_readers;
mod graphs;
mod own_licenses;
mod profiles;
mod resolving;
mod tokens;

mod assistants;
mod entry;
mod letters;
mod limits;
mod mail;
mod pages;
mod private;
mod sessions;
mod storage;
mod windows;

mod hanging_service; // a package service that never answers
mod hostile;
mod secrecy;

mod crash;
mod operators;
mod two_servers;
mod unavailable;

use serde_json::Value;

use crate::server::Answer;

/// The address of the library that houses serve.
const SITE: &str = "https://svc.example";

/// `{license_base}<id>`.
fn license_iri(id: &str) -> String {
    format!("{SITE}/licenselibrary/{id}")
}

/// Fails unless an answer is a refusal in a sentence (spec:version-1#errors, the first shape); answers the sentence.
#[track_caller]
fn sentence(answer: &Answer, status: u16) -> String {
    let refusal = answer.is(status).has("content-type", "application/json").json();
    assert_eq!(keys(&refusal), ["detail"], "{}", answer.asked);
    let sentence = text(&refusal["detail"]);
    assert!(!sentence.trim().is_empty(), "{}", answer.asked);
    sentence
}

/// Fails unless an answer lists parameters of the wrong type (spec:version-1#errors, the second shape); answers where
/// they stand.
#[track_caller]
fn faulty(answer: &Answer) -> Vec<String> {
    let refusal = answer.is(422).has("content-type", "application/json").json();
    let faults = list(&refusal["detail"]);
    assert!(!faults.is_empty(), "{}", answer.asked);
    faults.iter().map(|fault| list(&fault["loc"]).iter().map(text).collect::<Vec<_>>().join(" ")).collect()
}

/// Fails unless an answer is a problem document of version 2 of this name; answers it.
#[track_caller]
fn problem(answer: &Answer, status: u16, name: &str) -> Value {
    let problem = answer.is(status).has("content-type", "application/problem+json").json();
    let expected = format!("{SITE}/documentation/v2#problem-{name}");
    assert_eq!(
        (&problem["type"], &problem["status"]),
        (&expected.into(), &status.into()),
        "{}",
        answer.asked
    );
    answer.has("access-control-allow-origin", "*");
    problem
}

/// A JSON document that was found.
#[track_caller]
fn document(answer: &Answer) -> Value {
    answer.is(200).has("content-type", "application/json").json()
}

/// Fails unless nobody but the caller may keep an answer.
#[track_caller]
fn assert_private(answer: &Answer) {
    let kept = answer.header("cache-control").is_some_and(|cache| cache.contains("public"));
    assert!(!kept, "{}: {:?}", answer.asked, answer.headers);
}

/// Fails if an answer says where an account stands.
#[track_caller]
fn assert_uncounted(answer: &Answer) {
    for name in ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"] {
        answer.has(name, None);
    }
}

/// The keys of an object, in their order.
#[track_caller]
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap_or_else(|| panic!("no object: {value}")).keys().map(String::as_str).collect()
}

/// The members of a list.
#[track_caller]
fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// A text.
#[track_caller]
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// The entry of a list with this identifier.
#[track_caller]
fn entry<'v>(entries: &'v Value, id: &str) -> &'v Value {
    list(entries).iter().find(|entry| entry["id"] == id).unwrap_or_else(|| panic!("no {id} in {entries}"))
}

/// The identifiers of a list of entries, in their order.
#[track_caller]
fn ids(entries: &Value) -> Vec<String> {
    list(entries).iter().map(|entry| text(&entry["id"])).collect()
}

/// Fails unless a text is this many letters and digits.
#[track_caller]
fn assert_letters(id: &str, length: usize) {
    assert!(id.len() == length && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
}
