//! spec:version-1#assistant-objects Narration, spec:version-1#narration and spec:version-1#quotas: License-to-Text,
//! asked of the real server over HTTP, with a provider of our own ([`provider`]) on the other side.

pub(crate) mod provider;

mod allowance;
mod licenses;
mod names;
mod strange_answers;
mod texts;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use provider::Provider;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::{Answer, BINARY, Server, command, repository};

const NARRATE: &str = "/licenselibrary/narrate";
/// The schema that questions for a text have.
const SCHEMA: &str = "license_narration";

/// A license of four statements: a permission with a condition, a prohibition and a clause.
const MODEL: &str = r#"
@prefix cc: <http://creativecommons.org/ns#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix odrl: <http://www.w3.org/ns/odrl/2/> .
@prefix svc: <https://svc.example/ns#> .
<https://svc.example/licenselibrary/Field-1.0> a odrl:Set ;
    dct:title "Field license" ;
    svc:additionalClauses "Recordings of birds are excepted." ;
    odrl:permission [ odrl:action odrl:distribute ; odrl:duty [ odrl:action cc:Attribution ] ] ;
    odrl:prohibition [ odrl:action svc:promote ] .
"#;
/// Its terms.
const TERMS: [&str; 4] = ["cc:Attribution", "odrl:distribute", "svc:additionalClauses", "svc:promote"];

/// A server of the small library with its database, and perhaps a provider.
struct TestServer {
    server: Server,
    database: String,
    /// Removed when the server has ended, unless that has to see to it.
    folder: Option<TempDir>,
}

/// An account with a token.
struct Person<'h> {
    host: &'h TestServer,
    account: String,
    token: String,
}

impl TestServer {
    /// A server that asks this provider and waits so many seconds for it; it writes down what it reports.
    fn asking(provider: &Provider, seconds: u32) -> Self {
        Self::asking_with(provider, seconds, &[])
    }

    /// The same with further flags.
    fn asking_with(provider: &Provider, seconds: u32, more: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let flags = provider.flags(seconds);
        let flags: Vec<&str> = flags.iter().map(String::as_str).chain(more.iter().copied()).collect();
        let (database, site) = places(folder.path());
        let flags = [&["--database-url", database.as_str(), "--limits", "off"], flags.as_slice()].concat();
        let server = Server::start_reporting(folder.path(), &small(), &site, &flags);
        Self { server, database, folder: Some(folder) }
    }

    /// The server of a deployment without a provider, which tests share.
    fn alone() -> &'static Self {
        static SHARED: LazyLock<TestServer> = LazyLock::new(|| {
            let folder = tempfile::tempdir().unwrap().keep();
            let (database, site) = places(&folder);
            let flags = ["--database-url", database.as_str(), "--limits", "off"];
            let server = Server::start_and_remove(&folder, &small(), &site, &flags);
            TestServer { server, database, folder: None }
        });
        &SHARED
    }

    /// Somebody with a token.
    #[track_caller]
    fn person(&self) -> Person<'_> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let email = format!("reader.{}@example.org", COUNT.fetch_add(1, Ordering::Relaxed));
        let account = self.operate(&["create-account", "--name", "Reader", "--email", &email]);
        let token = self.operate(&["create-token", "--account", &account, "--name", "tests"]);
        Person { host: self, account, token }
    }

    /// What an operator's command says.
    #[track_caller]
    fn operate(&self, arguments: &[&str]) -> String {
        let mut process = command(BINARY);
        process.arg("admin").args(arguments).args(["--database-url", &self.database]);
        let output = process.stdin(Stdio::null()).stderr(Stdio::inherit()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }

    /// What the server reported so far.
    fn report(&self) -> String {
        std::fs::read_to_string(self.folder.as_ref().unwrap().path().join("report")).unwrap()
    }
}

/// The database and the tree of a server that has this folder.
fn places(folder: &Path) -> (String, PathBuf) {
    let site = folder.join("site");
    std::fs::create_dir_all(&site).unwrap();
    (format!("sqlite://{}", folder.join("accounts.db").display()), site)
}

/// The sources that these servers serve.
fn small() -> PathBuf {
    repository().join("tests/fixtures/small")
}

impl Person<'_> {
    /// Says how many texts the account may have in a day.
    #[track_caller]
    fn may_have(&self, texts: u32) {
        self.host.operate(&["set-quota", "--account", &self.account, "--narrations", &texts.to_string()]);
    }

    #[track_caller]
    fn send(&self, path: &str, document: &str) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
        self.host.server.send(path, &headers, document)
    }

    #[track_caller]
    fn narrate(&self, question: &Value) -> Answer {
        self.send(NARRATE, &question.to_string())
    }

    /// The text there is for a question; it has every key of a narration.
    #[track_caller]
    fn told(&self, question: &Value) -> Value {
        let answer = self.narrate(question);
        let narration = answer.is(200).has("content-type", "application/json").json();
        assert_shape(&narration);
        narration
    }

    /// The sentence of a refusal.
    #[track_caller]
    fn refused(&self, question: &Value, status: u16) -> String {
        let refusal = self.narrate(question).is(status).json();
        refusal["detail"].as_str().unwrap_or_else(|| panic!("no sentence: {refusal}")).to_owned()
    }
}

/// A question about [`MODEL`], as the client sends it.
fn about_the_model() -> Value {
    json!({"model": MODEL, "without_names": false})
}

/// An answer of a provider that covers [`MODEL`], its sections out of order.
fn whole() -> Value {
    json!({
        "title": "The field license in plain words",
        "preamble": "A license for recordings.",
        "sections": [
            section("Further terms", "Recordings of birds are excepted.", &["svc:additionalClauses"]),
            section("What you may not do", "You may not promote anything.", &["svc:promote"]),
            section("What you must do", "Name the author.", &["cc:Attribution"]),
            section("What you may do", "You may pass it on.", &["odrl:distribute", "cc:Attribution"]),
        ],
        "closing": "The text of the license is what counts.",
    })
}

fn section(heading: &str, text: &str, statements: &[&str]) -> Value {
    json!({"heading": heading, "text": text, "statements": statements})
}

/// Fails unless a document has the keys of a narration, all of them and no others (spec:version-1#assistant-objects).
#[track_caller]
fn assert_shape(narration: &Value) {
    let keys = |value: &Value| -> Vec<String> {
        value.as_object().unwrap_or_else(|| panic!("no object: {value}")).keys().cloned().collect()
    };
    let expected = [
        "title",
        "preamble",
        "sections",
        "closing",
        "coverage",
        "produced_by",
        "provider",
        "license_id",
        "prompt_version",
        "names_removed",
    ];
    assert_eq!(keys(narration), expected);
    assert_eq!(keys(&narration["coverage"]), ["complete", "statements", "covered", "missing", "note"]);
    for missing in list(&narration["coverage"]["missing"]) {
        assert_eq!(keys(missing), ["kind", "term", "iri", "label", "attached_to"]);
    }
    for section in list(&narration["sections"]) {
        assert_eq!(keys(section), ["heading", "text", "statements"]);
        assert!(!text(&section["text"]).trim().is_empty(), "{section}");
    }
    assert!(text(&narration["closing"]).ends_with("not legal advice."), "{}", narration["closing"]);
    assert!(!text(&narration["title"]).is_empty() && !text(&narration["prompt_version"]).is_empty());
    let coverage = &narration["coverage"];
    let missing = list(&coverage["missing"]).len();
    assert_eq!(coverage["complete"], missing == 0);
    assert_eq!(text(&coverage["note"]).is_empty(), missing == 0, "{coverage}");
    let covered = coverage["covered"].as_u64().unwrap() + u64::try_from(missing).unwrap();
    assert_eq!(coverage["statements"].as_u64().unwrap(), covered);
}

/// Fails unless the vocabulary alone wrote a text, and the whole of it.
#[track_caller]
fn assert_fallback(narration: &Value) {
    assert_eq!((&narration["produced_by"], &narration["provider"]), (&json!("fallback"), &json!("")));
    assert_eq!(narration["coverage"]["complete"], true, "{narration}");
    assert_eq!(
        headings(narration),
        ["What you may do", "What you must do", "What you may not do", "Further terms"]
    );
}

/// Fails unless the provider wrote a text.
#[track_caller]
fn assert_provided(narration: &Value) {
    assert_eq!(
        (&narration["produced_by"], &narration["provider"]),
        (&json!("provider"), &json!("127.0.0.1")),
        "{narration}"
    );
}

fn headings(narration: &Value) -> Vec<&str> {
    list(&narration["sections"]).iter().map(|section| text(&section["heading"])).collect()
}

/// The terms that sections name, sorted, each once.
fn terms(narration: &Value) -> Vec<&str> {
    let sections = list(&narration["sections"]).iter();
    let mut terms: Vec<&str> = sections.flat_map(|section| list(&section["statements"])).map(text).collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

#[track_caller]
fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

#[track_caller]
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}
