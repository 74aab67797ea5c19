//! A transaction that cannot be finished leaves nothing, wherever it fails; and so does one nobody waits for.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use muniment_licenses::model::LicenseId;
use muniment_server::auth::AccountId;
use muniment_server::limit::PerSpan;
use muniment_server::store::{
    Adjustment, Allowances, Authorship, Decision, Edit, Granted, NewSession, NewTranslation, PartCost,
    PasswordChange, Publication, QuotaKind, Role, Shared, Store, StoreError,
};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Executor, Row};

use crate::database::{Database, block_on, is_installed, on_both_databases, on_sqlite};
use crate::postgres::Server;
use crate::samples::{
    account_id, at, consent, deprecation, digest, edit, graph_content, graph_edit, graph_id, license_id,
    made, new_account, new_graph, new_license, new_session, new_token, password, restoration,
};
use crate::threads::{entry, new_thread};
use crate::translations::{RUNS, new_translation, translation_id};
use crate::whole::assert_whole;

on_both_databases![
    what_fails_leaves_nothing,
    a_request_that_goes_away_leaves_all_or_nothing,
    what_somebody_spoilt_is_an_error_and_no_default,
];

const TABLES: [&str; 21] = [
    "accounts",
    "sessions",
    "tokens",
    "window_limits",
    "models",
    "revisions",
    "shares",
    "audit",
    "quota_uses",
    "deployment_uses",
    "quota_limits",
    "translations",
    "translation_parts",
    "translation_continuations",
    "threads",
    "thread_entries",
    "submissions",
    "corrections",
    "notifications",
    "mails",
    "links",
];

/// Functions that write, and the tables each writes to.
const FUNCTIONS: [(&str, &[&str]); 29] = [
    ("publish_license", &["accounts", "audit", "models", "revisions", "shares"]),
    ("draft_license", &["models", "revisions", "shares"]),
    ("save_draft", &["models", "revisions"]),
    ("restore_draft", &["models", "revisions"]),
    ("publish_draft", &["audit", "models", "revisions"]),
    ("deprecate_license", &["audit", "models", "revisions", "notifications"]),
    ("publish_graph", &["audit", "models", "revisions", "shares"]),
    ("draft_graph", &["models", "revisions", "shares"]),
    ("publish_graph_draft", &["audit", "models", "revisions"]),
    ("revise_graph", &["models", "revisions"]),
    ("close_account", &["audit", "accounts", "sessions", "tokens", "shares", "notifications", "mails"]),
    ("change_password", &["accounts", "sessions"]),
    ("open_session", &["sessions"]),
    ("spend", &["quota_uses", "deployment_uses"]),
    ("adjust", &["quota_limits", "window_limits"]),
    ("purge_quotas", &["quota_uses", "deployment_uses", "translation_continuations"]),
    (
        "open_translation",
        &["accounts", "translations", "translation_parts", "translation_continuations", "deployment_uses"],
    ),
    ("keep_part", &["accounts", "translations", "translation_parts"]),
    ("keep_as_draft", &["translations", "models", "revisions", "shares"]),
    ("purge_translations", &["translations", "translation_parts"]),
    (
        "open_thread",
        &["accounts", "audit", "threads", "thread_entries", "submissions", "notifications", "mails"],
    ),
    ("write_in_thread", &["accounts", "audit", "threads", "thread_entries", "notifications", "mails"]),
    ("share", &["accounts", "shares", "shares", "notifications"]),
    ("set_wants_mail", &["accounts", "mails"]),
    ("take_mail", &["mails", "thread_entries", "threads"]),
    ("create_token", &["accounts", "tokens"]),
    ("create_unverified_account", &["accounts", "links"]),
    ("take_link", &["accounts", "links"]),
    (
        "purge_unverified",
        &["accounts", "links", "shares", "notifications", "mails", "quota_limits", "window_limits"],
    ),
];

/// Calls one of the functions with something that succeeds when nothing is in its way.
async fn call(store: &Store, function: &str) -> Result<(), StoreError> {
    let (owner, day) = (account_id(1), "2026-11-20".parse().unwrap());
    match function {
        "publish_license" => store.publish_new(&new_license(10, owner), Some(&consent())).await,
        "draft_license" => store.draft_new(&new_license(10, owner)).await,
        "save_draft" => store.save(&edit(1, owner)).await.map(drop),
        "restore_draft" => store.restore_draft(&restoration(1, owner, 1, 1)).await.map(drop),
        "publish_draft" => store.publish_draft(&edit(1, owner), &consent()).await.map(drop),
        "deprecate_license" => store.deprecate_license(&deprecation(2, owner)).await.map(drop),
        "publish_graph" => store.publish_new(&new_graph(10, owner), None).await,
        "draft_graph" => store.draft_new(&new_graph(10, owner)).await,
        "publish_graph_draft" => {
            let publication = Publication {
                model: graph_id(1),
                base: 1,
                revisions: vec![graph_content("published")],
                account: owner,
                at: at(5),
            };
            store.publish_rewritten(&publication).await
        }
        "revise_graph" => store.save(&graph_edit(1, 1, owner)).await.map(drop),
        "close_account" => store.close_account(&owner, at(5)).await,
        "change_password" => store.change_password(&owner, &PasswordChange::to(&password(9))).await,
        "open_session" => {
            store.open_session(&NewSession { ends: Some(digest(1)), ..new_session(9, owner) }).await
        }
        "spend" => {
            let allowances = Allowances { account: 10, deployment: Some(200) };
            store.spend(&owner, QuotaKind::Translation, day, &allowances).await.map(drop)
        }
        "adjust" => {
            let quotas = vec![(QuotaKind::Translation, Some(3))];
            let windows = PerSpan { minute: Some(std::num::NonZeroU32::new(7)), ..PerSpan::default() };
            store.adjust(&owner, &Adjustment { quotas, windows, storage: None }).await
        }
        "purge_quotas" => store.purge_quotas("2030-01-01".parse().unwrap()).await,
        "open_translation" => {
            let readings = vec![(1, "read".to_owned())];
            let new = NewTranslation { readings, ..new_translation(9, owner) };
            store.open_translation(&new, &RUNS).await.map(drop)
        }
        "keep_part" => {
            let cost = PartCost { tokens_in: 1, tokens_out: 1 };
            store.keep_part(&translation_id(1), 2, "read", cost, at(2)).await
        }
        "keep_as_draft" => store.keep_as_draft(&translation_id(1), &new_license(11, owner)).await.map(drop),
        "purge_translations" => store.purge_translations(at(1000)).await.map(drop),
        "open_thread" => store.open_thread(&new_thread(10, owner)).await,
        "write_in_thread" => {
            let decided = Authorship::Curator(Some(Decision::Done));
            store.write_in_thread(&entry(1, account_id(2), decided, at(5))).await
        }
        "share" => store.share(Shared::License(&license_id(1)), &account_id(2), Granted::Viewer, at(5)).await,
        "set_wants_mail" => store.set_wants_mail(&owner, false).await,
        "take_mail" => store.take_mail(at(1000)).await.map(drop),
        "create_token" => store.create_token(&new_token(9, owner)).await,
        "create_unverified_account" => store.create_unverified_account(&new_account(9)).await.map(drop),
        "take_link" => store.take_link(&digest(9), at(1000)).await.map(drop),
        "purge_unverified" => store.purge_unverified(at(1000)).await.map(drop),
        other => panic!("{other}"),
    }
}

/// One of everything.
async fn populate(store: &Store) {
    let (owner, other) = (made(store, 1).await, made(store, 2).await);
    store.create_unverified_account(&new_account(4)).await.unwrap();
    store.open_session(&new_session(1, owner)).await.unwrap();
    store.create_token(&new_token(1, owner)).await.unwrap();
    store.draft_new(&new_license(1, owner)).await.unwrap();
    store.publish_new(&new_license(2, owner), Some(&consent())).await.unwrap();
    store.draft_new(&new_graph(1, owner)).await.unwrap();
    store.draft_new(&new_license(3, other)).await.unwrap();
    store.draft_new(&new_graph(3, other)).await.unwrap();
    store.share(Shared::License(&license_id(3)), &owner, Granted::Editor, at(4)).await.unwrap();
    store.share(Shared::Graph(&graph_id(3)), &owner, Granted::Viewer, at(4)).await.unwrap();
    call(store, "spend").await.unwrap();
    store.set_role(&other, Role::Administrator).await.unwrap();
    store.open_thread(&new_thread(1, owner)).await.unwrap();
    store.write_in_thread(&entry(1, other, Authorship::Curator(None), at(5))).await.unwrap();
    let readings = vec![(1, "read".to_owned())];
    store.open_translation(&NewTranslation { readings, ..new_translation(1, owner) }, &RUNS).await.unwrap();
    store.end_translation(&translation_id(1), true, "done", at(5)).await.unwrap();
}

/// All that is in the tables.
async fn everything(connection: &mut AnyConnection) -> Vec<String> {
    let mut rows = Vec::new();
    for table in TABLES {
        let statement = AssertSqlSafe(format!("SELECT * FROM {table}"));
        for row in sqlx::query(statement).fetch_all(&mut *connection).await.unwrap() {
            rows.push(format!("{table} {}", shown(&row)));
        }
    }
    rows.sort();
    rows
}

fn shown(row: &AnyRow) -> String {
    let value = |index| match row.try_get::<Option<String>, _>(index) {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("{:?}", row.get::<Option<i64>, _>(index)),
    };
    (0..row.len()).map(value).collect::<Vec<_>>().join(" ")
}

async fn what_fails_leaves_nothing(database: Database) {
    let store = database.open().await;
    populate(&store).await;
    let mut connection = database.connect().await;
    let before = everything(&mut connection).await;
    for (function, tables) in FUNCTIONS {
        for table in tables {
            let hide = format!("ALTER TABLE {table} RENAME TO hidden");
            connection.execute(AssertSqlSafe(hide)).await.unwrap();
            let failed = call(&store, function).await;
            let show = format!("ALTER TABLE hidden RENAME TO {table}");
            connection.execute(AssertSqlSafe(show)).await.unwrap();
            assert!(matches!(failed, Err(StoreError::Failed(_))), "{function}, {table}: {failed:?}");
            let said = failed.unwrap_err().to_string();
            assert_eq!(said, "a statement of the database failed");
            assert_eq!(everything(&mut connection).await, before, "{function} without {table}");
        }
    }
    assert_whole(&mut connection).await;
    // And nothing was in their way but that.
    let apart = ["restore_draft", "publish_draft", "close_account"];
    for (function, _) in FUNCTIONS.iter().filter(|(function, _)| !apart.contains(function)) {
        let done = call(&store, function).await;
        let is_taken = *function == "draft_license" || *function == "draft_graph";
        assert_eq!(done.is_err(), is_taken, "{function}: {done:?}");
    }
    assert_whole(&mut connection).await;
}

async fn a_request_that_goes_away_leaves_all_or_nothing(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    let mut connection = database.connect().await;
    // How many steps there are depends on how soon the database answers, so where one gives up differs from round to
    // round; one that is never begun is always among them.
    for round in 0..10 {
        let number = |steps| round * 1000 + steps;
        let mut steps = 0;
        loop {
            let (new, terms) = (new_license(number(steps), owner), consent());
            let publishing = store.publish_new(&new, Some(&terms));
            let done = given_up_after(steps, publishing).await;
            assert_whole(&mut connection).await;
            match done {
                Some(done) => break done.unwrap(),
                None => steps += 1,
            }
        }
        assert!(store.model(&license_id(number(0))).await.unwrap().is_none());
        assert!(store.model(&license_id(number(steps))).await.unwrap().is_some());
    }
}

/// Polls a future so often, then drops it.
async fn given_up_after<F: Future>(polls: u32, future: F) -> Option<F::Output> {
    let (mut future, mut left) = (pin!(future), polls);
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

async fn what_somebody_spoilt_is_an_error_and_no_default(database: Database) {
    let store = database.open().await;
    let owner: AccountId = made(&store, 1).await;
    store.publish_new(&new_license(1, owner), Some(&consent())).await.unwrap();
    let spoil = "UPDATE revisions SET content_hash = 'sha256:spoilt'";
    database.connect().await.execute(spoil).await.unwrap();
    let read = store.model(&license_id(1)).await;
    assert!(matches!(read, Err(StoreError::Unreadable { column: "content_hash" })), "{read:?}");
    assert_eq!(store.models_of::<LicenseId>(&owner).await.unwrap().len(), 1);
}

/// Stops a server of its own, so that no other test notices.
#[test]
fn a_database_that_goes_away_is_unavailable_and_comes_back() {
    if !is_installed() {
        return;
    }
    let server = Server::start();
    block_on(async {
        let store = Database::postgres(&server).await.open().await;
        let owner = made(&store, 1).await;
        store.check().await.unwrap();
        server.stop();
        for refused in [
            store.check().await,
            store.account(&owner).await.map(drop),
            store.publish_new(&new_license(1, owner), Some(&consent())).await,
        ] {
            assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
            assert_eq!(refused.unwrap_err().to_string(), "the database does not answer");
        }
        server.resume();
        store.check().await.unwrap();
        store.publish_new(&new_license(1, owner), Some(&consent())).await.unwrap();
        let again = Edit { base: 1, ..edit(1, owner) };
        assert!(matches!(store.save(&again).await, Err(StoreError::Conflict(_))));
    });
}

/// As SQLite does by itself where the disk is full.
#[test]
fn a_transaction_that_the_database_rolled_back_stops_no_later_one() {
    on_sqlite(async |database| {
        let store = database.open().await;
        let mut connection = database.connect().await;
        let spoil =
            "CREATE TRIGGER spoil BEFORE INSERT ON accounts BEGIN SELECT RAISE(ROLLBACK, 'full'); END";
        connection.execute(spoil).await.unwrap();
        for _ in 0..3 {
            let refused = store.create_account(&new_account(1)).await;
            assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
        }
        connection.execute("DROP TRIGGER spoil").await.unwrap();
        made(&store, 1).await;
        store.check().await.unwrap();
    });
}

/// What is written into a file that has no name any more is lost when the server ends.
#[test]
fn a_file_that_was_removed_or_replaced_takes_no_writes() {
    on_sqlite(async |database| {
        let store = database.open().await;
        let owner = made(&store, 1).await;
        let file = database.file();
        let kept = file.with_extension("kept");
        std::fs::rename(&file, &kept).unwrap();
        let publish = async || store.publish_new(&new_license(1, owner), Some(&consent())).await;
        for refused in [store.check().await, publish().await] {
            assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
        }
        std::fs::copy(&kept, &file).unwrap();
        assert!(matches!(publish().await, Err(StoreError::Unavailable(_))));
        std::fs::rename(&kept, &file).unwrap();
        publish().await.unwrap();
    });
}
