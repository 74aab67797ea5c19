//! Accounts and what belongs to them: what `spec/v1-and-shared.md` promises of the writing half, and `spec/v2.md` of
//! what is read with a token, in the order of the first; `decisions.md` where they are silent.
//!
//! Everything is asked of the real server over HTTP, on SQLite and on a PostgreSQL server that these tests start
//! themselves. A [`House`](databases::House) is a server of the small library with its database, a
//! [`Person`](people::Person) an account with a token, a [`Browser`](browser::Browser) somebody with a cookie. Tests
//! that disturb nobody share a house without limits; the others open one of their own.

mod browser;
mod databases;
mod mailbox;
mod people;
pub(crate) use people::account_with_token;
#[expect(clippy::expect_used, reason = "a test says what went wrong by failing")]
#[path = "../../store/postgres.rs"]
mod postgres;
pub(crate) mod simulated;

mod composer_page; // §4.7, §3
mod composing; // §2.3, §4.1 operation 4, §6
mod graph_editor; // §2.8, §3 and §4.4 in the browser
mod graph_readers; // §2.8, §3; v2 §5 and §7
mod graphs; // §2.8, §4.4; v2 §4
mod own_licenses; // §2.9, §3, §4.3
mod profiles; // §4.7
mod resolving; // §2.1, §3, §4.1–§4.3; v2 §3 and §4
mod tokens; // §5

mod assistants; // §4.5 and §4.6 in the browser
mod entry; // §5.6, registering and signing in
mod letters; // §4.7, §6
mod limits; // §8.2
mod mail; // §6
mod pages; // §5.6, accounts in the browser
mod private; // §8.4
mod sessions; // §5.6, and who pretends to one
mod storage;
mod windows; // §8.2, under a clock that tests move

mod hanging_service; // a package service that never answers
mod hostile;
mod secrecy;

mod crash;
mod operators; // decisions.md, Commands
mod two_servers;
mod unavailable; // §4.4 and v2 §7, 503

use serde_json::Value;

use crate::server::Answer;

/// The address of the library that houses serve.
const SITE: &str = "https://svc.example";

/// `{license_base}<id>`.
fn license_iri(id: &str) -> String {
    format!("{SITE}/licenselibrary/{id}")
}

/// Fails unless an answer is a refusal in a sentence (§7, the first shape); answers the sentence.
#[track_caller]
fn sentence(answer: &Answer, status: u16) -> String {
    let refusal = answer.is(status).has("content-type", "application/json").json();
    assert_eq!(keys(&refusal), ["detail"], "{}", answer.asked);
    let sentence = text(&refusal["detail"]);
    assert!(!sentence.trim().is_empty(), "{}", answer.asked);
    sentence
}

/// Fails unless an answer lists parameters of the wrong type (§7, the second shape); answers where they stand.
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
