//! A server that is killed while two hundred clients publish: every license that was answered 201 is there afterwards
//! with its audit row, and nothing is there by halves.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use muniment_server::store::{Act, Consent};
use serde_json::Value;

use super::databases::{Engine, TestServer, count, on_both_databases, serve, site_in, small};
use super::people::{MINE, composed, operated};
use super::{assert_letters, ids, list};
use crate::server::{BINARY, command};

on_both_databases![what_was_answered_outlives_a_kill];

/// Clients that publish at once, each one license after the other.
const CLIENTS: usize = 200;
/// After so many answers the server is killed.
const ENOUGH: usize = 150;

/// Questions whose answer is always 0.
const HALVES: [(&str, &str); 6] = [
    (
        "licenses without an owner, or with two",
        "SELECT COUNT(*) FROM models WHERE 1 <>
         (SELECT COUNT(*) FROM shares WHERE model = models.id AND role = 'owner')",
    ),
    (
        "licenses whose revisions have gaps",
        "SELECT COUNT(*) FROM models WHERE revision <>
         (SELECT COUNT(*) FROM revisions WHERE model = models.id)",
    ),
    (
        "licenses without a row for their publication, or with two",
        "SELECT COUNT(*) FROM models WHERE 1 <>
         (SELECT COUNT(*) FROM audit WHERE model = models.id AND act = 'license-published')",
    ),
    ("publications of nothing", "SELECT COUNT(*) FROM audit WHERE model NOT IN (SELECT id FROM models)"),
    ("revisions of nothing", "SELECT COUNT(*) FROM revisions WHERE model NOT IN (SELECT id FROM models)"),
    (
        "accounts whose acts are not all written down",
        "SELECT COUNT(*) FROM accounts WHERE acts <> (SELECT COUNT(*) FROM audit WHERE account = accounts.id)",
    ),
];

/// A server that nobody ends gently.
struct KilledOnDrop(Child);

impl Drop for KilledOnDrop {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server and its address.
fn start(database: &str, site: &Path) -> (KilledOnDrop, String) {
    let mut server = command(BINARY)
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--limits",
            "off",
            "--trusted-proxies",
            "1",
            "--database-url",
            database,
            "--data",
        ])
        .arg(small())
        .arg("--site")
        .arg(site)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines().map_while(Result::ok);
    let url = lines.find_map(|line| line.strip_prefix("serving at ").map(str::to_owned)).unwrap();
    (KilledOnDrop(server), url)
}

/// The identifier of a license, once it was answered; nothing when the server is gone.
fn publish(agent: &ureq::Agent, url: &str, client: usize, token: &str, title: &str) -> Option<String> {
    let request = agent
        .post(format!("{url}/licenselibrary/composer"))
        .header("Authorization", format!("Bearer {token}"))
        .header("X-Forwarded-For", format!("192.0.2.{client}"))
        .header("Content-Type", "application/json");
    let mut response = request.send(composed(title).to_string()).ok()?;
    assert_eq!(response.status().as_u16(), 201);
    // An answer that broke off is none: the client does not know what happened.
    let body = response.body_mut().read_to_vec().ok()?;
    let answer: Value = serde_json::from_slice(&body).ok()?;
    Some(answer["id"].as_str()?.to_owned())
}

fn what_was_answered_outlives_a_kill(engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let database = engine.database(folder.path());
    let mut tokens = Vec::new();
    for number in 0..4 {
        let email = format!("{number}@example.org");
        let account = operated(&database, &["admin", "create-account", "--name", "A", "--email", &email], "");
        let token = operated(&database, &["admin", "create-token", "--account", &account, "--name", "T"], "");
        tokens.push((account, token));
    }
    let (mut server, url) = start(&database, &site_in(folder.path()));
    let (answered, answers) = mpsc::channel::<(usize, String)>();
    let mut published: Vec<(usize, String)> = std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (answered, url, tokens) = (answered.clone(), &url, &tokens);
            scope.spawn(move || {
                let config = ureq::Agent::config_builder()
                    .http_status_as_error(false)
                    .timeout_global(Some(Duration::from_secs(60)))
                    .build();
                let (agent, who) = (config.new_agent(), client % tokens.len());
                for number in 0.. {
                    let title = format!("License {number} of client {client}");
                    let Some(id) = publish(&agent, url, client, &tokens[who].1, &title) else { return };
                    answered.send((who, id)).unwrap();
                }
            });
        }
        drop(answered);
        let mut published: Vec<_> = answers.iter().take(ENOUGH).collect();
        server.0.kill().unwrap();
        // What it had said by then counts too.
        published.extend(answers);
        published
    });
    drop(server);
    assert!(published.len() >= ENOUGH, "the server stopped by itself after {}", published.len());

    for (what, question) in HALVES {
        assert_eq!(count(&database, question), 0, "{what}");
    }
    let host = TestServer::of(serve(&database, folder.path(), &["--limits", "off"]), &database);
    published.sort();
    for (who, (account, token)) in tokens.iter().enumerate() {
        let bearer = format!("Bearer {token}");
        let answer = host.ask("GET", MINE, &[("Authorization", &bearer)]);
        let mine = answer.is(200).json()["licenses"].clone();
        let listed = ids(&mine);
        let own = published.iter().filter(|(owner, _)| *owner == who);
        for (_, id) in own {
            assert_letters(id, 32);
            assert!(listed.contains(id), "{id} was answered and is gone");
            host.get(&format!("/licenselibrary/license/{id}")).is(200);
            host.get(&format!("/v2/licenses/{id}")).is(200);
            let [record] = &host.audit(id)[..] else { panic!("{id} is not written down once") };
            assert_eq!(record.act, Act::PublishedLicense(id.parse().unwrap()));
            assert_eq!(record.account.to_string(), *account);
            assert_eq!(record.consent, Some(Consent { privacy_notice: "2026-11-20".to_owned() }));
        }
        // What was stored and not answered is whole as well.
        for entry in list(&mine) {
            assert_eq!(entry["status"], "published");
            let id = entry["id"].as_str().unwrap();
            host.get(&format!("/licenselibrary/{id}?format=nt")).is(200);
        }
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
        host.send("/licenselibrary/composer", &headers, &composed("Afterwards").to_string()).is(201);
    }
    if engine == Engine::Sqlite {
        let sound = "SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'";
        assert_eq!(count(&database, sound), 1);
    }
}
