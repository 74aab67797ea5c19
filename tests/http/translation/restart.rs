//! spec:version-1#states and spec:version-1#translation: the server is killed in the middle of a job. What was read is
//! there, what was not is named, and the same text sent again goes on from there, at a server that knows nothing but
//! the database.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Executor};

use super::{PART, REVIEW, TRANSLATE, license, reading};
use crate::narration::provider::{Provider, Reply};
use crate::server::{Answer, BINARY, Server, command, repository};

fn admin(database: &str, arguments: &[&str]) -> String {
    let mut process = command(BINARY);
    let output = process.arg("admin").args(arguments).args(["--database-url", database]).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

/// As if half a minute and more had passed since anything was heard of a run.
fn let_it_be_long_ago(database: &str) {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(database).await.unwrap();
        connection.execute("UPDATE translations SET alive_at = alive_at - 60000").await.unwrap();
    });
}

#[test]
fn a_job_outlives_the_server_that_began_it() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("accounts.db").display());
    let (data, site) = (repository().join("tests/fixtures/small"), folder.path().join("site"));
    let provider = Provider::start();
    let flags = provider.flags(20);
    let own = ["--database-url", &database, "--limits", "off", "--translation-part-characters", "400"];
    let flags: Vec<&str> = own.into_iter().chain(flags.iter().map(String::as_str)).collect();
    let start = || Server::start(&data, &site, &flags);

    let server = start();
    let account = admin(&database, &["create-account", "--name", "Ada", "--email", "ada@example.org"]);
    let token =
        format!("Bearer {}", admin(&database, &["create-token", "--account", &account, "--name", "t"]));
    let get = |server: &Server, path: &str| server.ask("GET", path, &[("Authorization", &token)]);
    let send = |server: &Server| -> Answer {
        let headers = [("Authorization", token.as_str()), ("Content-Type", "application/json")];
        server.send(TRANSLATE, &headers, &json!({"text": license(3), "consent": true}).to_string())
    };

    provider.answers(REVIEW, [Reply::content(&json!({"notes": []}))]);
    let never = Reply::content(&reading(2)).after(Duration::from_secs(60));
    provider.answers(PART, [Reply::content(&reading(1)), never]);
    let progress: Value = send(&server).is(202).json();
    let path = progress["poll_url"].as_str().unwrap().to_owned();
    while get(&server, &path).is(202).json()["parts_done"] != 1 {}
    // The keeper kills with SIGKILL.
    drop(server);

    let server = start();
    let waiting = get(&server, &path).is(202).json();
    assert_eq!((&waiting["job_id"], &waiting["parts_done"]), (&progress["job_id"], &json!(1)));
    let_it_be_long_ago(&database);
    let ended = get(&server, &path).is(200).json();
    assert_eq!(ended["parts"], json!({"total": 3, "translated": [1], "failed": [2, 3]}));
    assert_eq!(ended["statements"].as_array().unwrap().len(), 1);

    provider.asked();
    provider.answers(PART, [Reply::content(&reading(2)), Reply::content(&reading(3))]);
    let progress = send(&server).is(202).json();
    let path = progress["poll_url"].as_str().unwrap();
    let whole = loop {
        let answer = get(&server, path);
        if answer.status != 202 {
            break answer.is(200).json();
        }
    };
    assert_eq!(whole["parts"], json!({"total": 3, "translated": [1, 2, 3], "failed": []}));
    assert_eq!(whole["statements"][0]["evidence_all"].as_array().unwrap().len(), 3);
    assert_eq!(provider.asked().iter().filter(|asked| asked.schema() == PART).count(), 2);
}
