//! A server that is killed while it publishes: all that was answered is there afterwards, and nothing by halves.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use muniment_licenses::model::LicenseId;
use muniment_server::store::Store;
use sqlx::Row;
use sqlx::any::AnyRow;
use tokio::task::JoinSet;

use crate::database::{Database, block_on, on_both_databases};
use crate::samples::{account_id, consent, license_id, made, new_license};
use crate::whole::assert_whole;

on_both_databases![what_was_answered_outlives_a_kill];

/// Names the database to publish in, for the process that is killed.
const DATABASE: &str = "MUNIMENT_TEST_CRASH_DATABASE";
/// Stands before what was answered.
const ANSWERED: &str = "answered ";
/// After so many answers the process is killed.
const ENOUGH: usize = 150;

async fn what_was_answered_outlives_a_kill(database: Database) {
    let store = database.open().await;
    for number in 0..4 {
        made(&store, number).await;
    }
    let mut publisher = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::publishes_until_it_is_killed", "--ignored", "--nocapture"])
        .env(DATABASE, &database.url)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(publisher.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut answers = lines.filter_map(|line| line.strip_prefix(ANSWERED)?.parse::<LicenseId>().ok());
    let mut answered: Vec<LicenseId> = answers.by_ref().take(ENOUGH).collect();
    publisher.kill().unwrap();
    // What it had said by then counts too.
    answered.extend(answers);
    publisher.wait().unwrap();
    assert!(answered.len() >= ENOUGH, "the publisher stopped by itself after {}", answered.len());

    let store = Store::open(&database.url).await.unwrap();
    for id in &answered {
        let license = store.model(id).await.unwrap();
        assert!(license.is_some_and(|license| license.revision == 1), "{id} was answered and is gone");
    }
    let mut connection = database.connect().await;
    assert_whole(&mut connection).await;
    store.publish_new(&new_license(999_999, account_id(0)), Some(&consent())).await.unwrap();
    if database.is_sqlite() {
        let row: AnyRow = sqlx::query("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
        assert_eq!(row.get::<String, _>(0), "ok");
    }
}

#[test]
#[ignore = "what `what_was_answered_outlives_a_kill` starts and kills"]
fn publishes_until_it_is_killed() {
    let Ok(url) = std::env::var(DATABASE) else { return };
    block_on(async {
        let store = Store::open(&url).await.unwrap();
        let mut publishing = JoinSet::new();
        for task in 0..20 {
            let store = store.clone();
            publishing.spawn(async move {
                for number in (task..100_000).step_by(20) {
                    let new = new_license(number, account_id(number % 4));
                    store.publish_new(&new, Some(&consent())).await.unwrap();
                    let line = format!("{ANSWERED}{}\n", license_id(number));
                    let _ = std::io::stdout().lock().write_all(line.as_bytes());
                }
            });
        }
        publishing.join_all().await;
    });
}
