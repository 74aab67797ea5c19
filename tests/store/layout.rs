//! The tables: made once, by one of several servers, kept from older servers; and what they refuse by themselves.

use muniment_server::store::{Decision, Layout, OpenError, Store, Voice};
use sqlx::{AssertSqlSafe, Executor};
use tokio::task::JoinSet;

use crate::database::{Database, count, on_both_databases};
use crate::samples::{account_id, at, consent, made, new_license};
use crate::threads::{entry, new_thread};

on_both_databases![
    migrations_are_made_once,
    servers_that_start_at_once_take_turns,
    a_newer_layout_is_refused,
    tables_of_other_migrations_are_refused,
    rows_need_what_they_name,
    no_row_says_what_cannot_be,
];

/// The newest layout.
const NEWEST: i64 = 10;

async fn migrations_are_made_once(database: Database) {
    let store = database.open().await;
    made(&store, 1).await;
    assert_eq!(store.migrate().await.unwrap(), Layout { before: NEWEST, now: NEWEST });
    let again = database.open().await;
    assert!(again.account(&account_id(1)).await.unwrap().is_some());
    let applied = count(&mut database.connect().await, "SELECT COUNT(*) FROM _sqlx_migrations").await;
    assert_eq!(applied, NEWEST);
}

async fn servers_that_start_at_once_take_turns(database: Database) {
    let mut starting = JoinSet::new();
    for _ in 0..8 {
        let url = database.url.clone();
        starting.spawn(async move { Store::open(&url).await });
    }
    for started in starting.join_all().await {
        started.unwrap().check().await.unwrap();
    }
    let applied = count(&mut database.connect().await, "SELECT COUNT(*) FROM _sqlx_migrations").await;
    assert_eq!(applied, NEWEST);
}

async fn a_newer_layout_is_refused(database: Database) {
    let store = database.open().await;
    made(&store, 1).await;
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 SELECT version + 1, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 10";
    database.connect().await.execute(later).await.unwrap();
    let refused = Store::open(&database.url).await;
    let Err(error @ OpenError::Newer { found: 11, known: NEWEST }) = refused else { panic!("{refused:?}") };
    assert_eq!(
        error.to_string(),
        "the layout of the database is 11, newer than this server knows (10); use the newer server"
    );
    // The server that runs goes on, and no lock is left behind.
    made(&store, 2).await;
    assert!(matches!(store.migrate().await, Err(OpenError::Newer { .. })));
    made(&store, 3).await;
}

async fn tables_of_other_migrations_are_refused(database: Database) {
    database.open().await.close().await;
    let alter = if database.is_sqlite() {
        "UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 2"
    } else {
        r"UPDATE _sqlx_migrations SET checksum = '\x00' WHERE version = 2"
    };
    database.connect().await.execute(alter).await.unwrap();
    let refused = Store::open(&database.url).await;
    assert!(matches!(refused, Err(OpenError::Altered(2))), "{refused:?}");
}

/// Statements none of our functions makes, each of which the tables refuse.
async fn refuses(database: &Database, statements: &[&str]) {
    let mut connection = database.connect().await;
    for statement in statements {
        let done = connection.execute(AssertSqlSafe((*statement).to_owned())).await;
        let Err(sqlx::Error::Database(said)) = done else { panic!("{statement}: {done:?}") };
        let is_constraint = said.is_check_violation()
            || said.is_foreign_key_violation()
            || said.is_unique_violation()
            || said.kind() == sqlx::error::ErrorKind::NotNullViolation;
        assert!(is_constraint, "{statement}: {said}");
    }
}

async fn rows_need_what_they_name(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.publish_license(&new_license(1, owner), &consent()).await.unwrap();
    let (nobody, nothing) = ("nobody000000", "N".repeat(32));
    let hex = "0".repeat(64);
    let revision = "'draft', 0, 'account00001', 'owner', '', '', '', '', NULL";
    refuses(
        &database,
        &[
            &format!("INSERT INTO sessions VALUES ('{hex}', '{nobody}', 0)"),
            &format!("INSERT INTO tokens VALUES ('{hex}', '{nobody}', '', 0, NULL, NULL, NULL)"),
            &format!("INSERT INTO window_limits VALUES ('{nobody}', 1, 1, 1, 1)"),
            &format!("INSERT INTO license_revisions VALUES ('{nothing}', 1, {revision})"),
            &format!("INSERT INTO license_shares VALUES ('{nothing}', 'account00001', 'viewer', 0)"),
            &format!("INSERT INTO graph_shares VALUES ('{nothing}', 'account00001', 'viewer', 0)"),
            &format!(
                "INSERT INTO audit VALUES ('account00001', 2, 'graph-published', NULL, '{nothing}', NULL, NULL, 0)"
            ),
            "INSERT INTO audit VALUES ('account00001', 2, 'thread-opened', NULL, NULL, 'thread000009', NULL, 0)",
            "INSERT INTO thread_entries VALUES ('thread000009', 1, 'author', NULL, 'x', NULL, 0)",
            "INSERT INTO submissions VALUES ('thread000009', '', NULL, NULL, NULL)",
            "INSERT INTO corrections VALUES ('thread000009', '', NULL, NULL, NULL, NULL)",
            "INSERT INTO mails VALUES ('thread000009', 1, 'site', 0, 0, NULL)",
            &format!("INSERT INTO notifications VALUES ('{nobody}', 'graph-shared', '', 0, 0, NULL)"),
            &format!("INSERT INTO quota_uses VALUES ('{nobody}', 'translation', '2026-11-20', 1)"),
            &format!("INSERT INTO quota_limits VALUES ('{nobody}', 'translation', 1)"),
            &format!("INSERT INTO verifications VALUES ('{nobody}', 0, NULL, NULL, 0, NULL)"),
            "DELETE FROM accounts",
            "DELETE FROM licenses",
        ],
    )
    .await;
}

async fn no_row_says_what_cannot_be(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    made(&store, 2).await;
    store.publish_license(&new_license(1, owner), &consent()).await.unwrap();
    store.open_thread(&new_thread(1, owner)).await.unwrap();
    let decided = Voice::Curator(Some(Decision::Done));
    store.write_in_thread(&entry(1, account_id(2), decided, at(2))).await.unwrap();
    refuses(
        &database,
        &[
            "UPDATE threads SET kind = 'poem'",
            "UPDATE threads SET state = 'lost'",
            "UPDATE threads SET account = NULL",
            "UPDATE threads SET visitor_name = 'Eve'",
            "UPDATE threads SET visitor_email = 'eve@example.org'",
            "UPDATE threads SET account = NULL, visitor_name = 'Eve', visitor_email = 'eve@example.org'",
            "UPDATE threads SET entries = 0",
            "UPDATE thread_entries SET message = ''",
            "UPDATE thread_entries SET decision = 'open' WHERE number = 2",
            "UPDATE thread_entries SET side = 'author' WHERE number = 2",
            "UPDATE thread_entries SET account = NULL WHERE number = 2",
            "UPDATE accounts SET wants_mail = 2",
            "INSERT INTO notifications VALUES ('account00001', 'thread-entry', 'thread000001', 0, 0, NULL)",
            "INSERT INTO notifications VALUES ('account00001', 'graph-shared', 'x', 1, 0, NULL)",
            "INSERT INTO mails VALUES ('thread000001', 2, 'site', 0, 1, 1)",
            "UPDATE audit SET thread = NULL",
            "UPDATE accounts SET role = 'king'",
            "UPDATE accounts SET name = NULL",
            "UPDATE accounts SET closed_at = 1",
            "UPDATE accounts SET email_folded = 'same@example.org'",
            "UPDATE licenses SET status = 'lost'",
            "UPDATE licenses SET status = 'draft'",
            "UPDATE licenses SET status = 'deprecated'",
            "UPDATE licenses SET replaced_by = 'MIT'",
            "UPDATE licenses SET replaces = id",
            "UPDATE licenses SET revision = 0",
            "UPDATE license_revisions SET kind = 'deprecate'",
            "UPDATE license_revisions SET actor_role = 'viewer'",
            "INSERT INTO license_shares SELECT license, 'account00002', role, since FROM license_shares",
            "UPDATE license_shares SET role = 'guest'",
            "UPDATE license_revisions SET restores = 0",
            "UPDATE accounts SET storage_factor = 0",
            "INSERT INTO verifications VALUES ('account00001', 0, NULL, 5, 0, NULL)",
            "UPDATE audit SET consented_to = NULL",
            "UPDATE audit SET license = NULL",
            "UPDATE audit SET act = 'account-closed'",
            "INSERT INTO quota_limits VALUES ('account00001', 'translation', -1)",
            "INSERT INTO quota_limits VALUES ('account00001', 'poem', 1)",
            "INSERT INTO window_limits VALUES ('account00001', 0, NULL, NULL, NULL)",
        ],
    )
    .await;
}
