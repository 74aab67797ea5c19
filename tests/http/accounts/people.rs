//! People: accounts with tokens, made by an operator, and what they ask.

use std::io::Write;
use std::process::{Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::databases::TestServer;
use super::{assert_letters, text};
use crate::server::{Answer, BINARY, Server, command};

/// What people in these tests sign in with.
pub(super) const PASSWORD: &str = "correct horse battery staple";

pub(super) const COMPOSER: &str = "/licenselibrary/composer";
pub(super) const GRAPH: &str = "/dependencygraph";
pub(super) const MINE: &str = "/licenselibrary/mine";

/// Runs a command of the operator on a database.
pub(super) fn operate(database: &str, arguments: &[&str], input: &str) -> Output {
    let mut process = command(BINARY)
        .args(arguments)
        .args(["--database-url", database])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Whoever reads no input may have ended before it was written.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    process.wait_with_output().unwrap()
}

/// What such a command said, if all went well: one line, or nothing.
#[track_caller]
pub(super) fn operated(database: &str, arguments: &[&str], input: &str) -> String {
    let output = operate(database, arguments, input);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
    let said = String::from_utf8(output.stdout).unwrap();
    let line = said.strip_suffix('\n').unwrap_or(&said);
    assert!(!line.contains('\n'), "{arguments:?}: {said}");
    line.to_owned()
}

/// Somebody with an account.
#[derive(Clone)]
pub(super) struct Person<'s> {
    pub(super) server: &'s Server,
    pub(super) name: String,
    pub(super) email: String,
    pub(super) account: String,
    pub(super) token: String,
}

impl TestServer {
    /// Somebody with a token, who cannot sign in.
    #[track_caller]
    pub(super) fn person(&self, name: &str) -> Person<'_> {
        self.made(name, &[], "")
    }

    /// Somebody with a token and [`PASSWORD`].
    #[track_caller]
    pub(super) fn member(&self, name: &str) -> Person<'_> {
        self.made(name, &["--password-stdin"], PASSWORD)
    }

    /// An administrator with a token and [`PASSWORD`].
    #[track_caller]
    pub(super) fn administrator(&self, name: &str) -> Person<'_> {
        self.made(name, &["--password-stdin", "--administrator"], PASSWORD)
    }

    #[track_caller]
    fn made(&self, name: &str, flags: &[&str], input: &str) -> Person<'_> {
        let email = fresh_email();
        let arguments = [&["admin", "create-account", "--name", name, "--email", &email], flags].concat();
        let account = operated(&self.database, &arguments, input);
        assert_letters(&account, 12);
        let token = self.new_token(&account);
        Person { server: &self.server, name: name.to_owned(), email, account, token }
    }

    /// Another token of an account.
    #[track_caller]
    pub(super) fn new_token(&self, account: &str) -> String {
        let arguments = ["admin", "create-token", "--account", account, "--name", "tests"];
        operated(&self.database, &arguments, "")
    }

    /// Changes what an account may spend: `--minute 7`.
    #[track_caller]
    pub(super) fn set_quota(&self, person: &Person<'_>, flags: &[&str]) {
        let arguments = [&["admin", "set-quota", "--account", &person.account], flags].concat();
        operated(&self.database, &arguments, "");
    }

    /// Shares a license or a graph: `what` is `--license` or `--graph`.
    #[track_caller]
    pub(super) fn share(&self, what: &str, id: &str, with: &Person<'_>, role: &str) {
        let arguments = ["admin", "share", what, id, "--with", &with.account, "--role", role];
        operated(&self.database, &arguments, "");
    }
}

/// The token of an account of a database that no server has opened yet; `quota` are flags of `set-quota`.
#[track_caller]
pub(crate) fn account_with_token(database: &str, quota: &[&str]) -> String {
    let create = ["admin", "create-account", "--name", "Ada", "--email", &fresh_email()];
    let account = operated(database, &create, "");
    operated(database, &[&["admin", "set-quota", "--account", &account], quota].concat(), "");
    operated(database, &["admin", "create-token", "--account", &account, "--name", "tests"], "")
}

/// An address nobody else has.
pub(super) fn fresh_email() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("somebody.{}@example.org", COUNT.fetch_add(1, Ordering::Relaxed))
}

impl<'s> Person<'s> {
    /// The same person at another server.
    pub(super) fn at<'t>(&self, server: &'t Server) -> Person<'t> {
        let Self { name, email, account, token, .. } = self.clone();
        Person { server, name, email, account, token }
    }

    /// The same person with another token.
    pub(super) fn with(&self, token: &str) -> Self {
        Self { token: token.to_owned(), ..self.clone() }
    }

    /// `{user_base}<account>`.
    pub(super) fn profile(&self) -> String {
        format!("{}/users/{}", super::SITE, self.account)
    }

    pub(super) fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    /// Asks without any other header.
    pub(super) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }

    pub(super) fn accept(&self, path: &str, accept: &str) -> Answer {
        self.ask("GET", path, &[("Accept", accept)])
    }

    /// Posts nothing.
    pub(super) fn post(&self, path: &str) -> Answer {
        self.ask("POST", path, &[])
    }

    pub(super) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let bearer = self.bearer();
        self.server.ask(method, path, &[&[("Authorization", bearer.as_str())], headers].concat())
    }

    /// Sends a document.
    pub(super) fn send(&self, path: &str, media_type: &str, document: &str) -> Answer {
        let bearer = self.bearer();
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", media_type)];
        self.server.send(path, &headers, document)
    }

    /// Sends JSON.
    pub(super) fn json(&self, path: &str, body: &Value) -> Answer {
        self.send(path, "application/json", &body.to_string())
    }

    /// Sends Turtle, as the client does: without a charset.
    pub(super) fn turtle(&self, path: &str, body: &str) -> Answer {
        self.send(path, "text/turtle", body)
    }

    /// Publishes a license of this title and answers its identifier.
    #[track_caller]
    pub(super) fn publish(&self, title: &str) -> String {
        let answer = self.json(COMPOSER, &composed(title));
        created(&answer)
    }

    /// Keeps a draft of this title and answers its identifier.
    #[track_caller]
    pub(super) fn draft(&self, title: &str) -> String {
        let answer = self.json(&format!("{COMPOSER}?publish=false"), &composed(title));
        created(&answer)
    }

    /// Makes a graph of one statement and answers its identifier.
    #[track_caller]
    pub(super) fn graph(&self, title: &str, publish: bool) -> String {
        let answer = self.json(&format!("{GRAPH}?publish={publish}"), &graph(title));
        created(&answer)
    }

    /// `/licenselibrary/mine`.
    #[track_caller]
    pub(super) fn mine(&self) -> Value {
        self.get(MINE).is(200).json()["licenses"].clone()
    }

    /// The state of a license in `/licenselibrary/mine`.
    #[track_caller]
    pub(super) fn state(&self, license: &str) -> String {
        text(&super::entry(&self.mine(), license)["status"])
    }
}

/// A composer document that contradicts nothing.
pub(super) fn composed(title: &str) -> Value {
    json!({
        "title": title,
        "targets": ["dataset"],
        // Two nodes that say the same are the same in canonical form, and still two in the license.
        "permissions": [
            {"action": "odrl:distribute", "duties": ["cc:Attribution"]},
            {"action": "odrl:derive", "duties": ["cc:Attribution"]},
        ],
        "prohibitions": ["svc:promote"],
        "duties": ["cc:Attribution"],
    })
}

/// The identifier of what an answer says was created. Lists are sorted by the millisecond of creation, so this returns in
/// the next one.
#[track_caller]
fn created(answer: &Answer) -> String {
    let id = text(&answer.is(201).json()["id"]);
    let millisecond = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let now = millisecond();
    while millisecond() == now {
        thread::yield_now();
    }
    id
}

/// A composer document that permits and prohibits one act.
pub(super) fn contradicting(title: &str) -> Value {
    json!({
        "title": title,
        "permissions": [{"action": "odrl:modify", "duties": []}],
        "prohibitions": ["odrl:modify"],
    })
}

/// A graph of one statement: advertising is displaying.
pub(super) fn graph(title: &str) -> Value {
    json!({
        "title": title,
        "description": "What somebody thinks of advertising",
        "axioms": [{"subject": "svc:promote", "relation": "owl:sameAs", "object": "odrl:display"}],
    })
}
