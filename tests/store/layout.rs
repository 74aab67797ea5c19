//! The tables: made once, by one of several servers, kept from older servers; and what they refuse by themselves.

use muniment_rdf::ContentHash;
use muniment_server::store::{
    Act, ActorRole, Authorship, Content, Decision, Event, Layout, OpenError, Shared, State, Store,
};
use sqlx::migrate::{Migrate, Migration, MigrationType};
use sqlx::{AssertSqlSafe, Executor, SqlSafeStr};
use tokio::task::JoinSet;

use crate::database::{Database, count, on_both_databases};
use crate::samples::{account_id, at, consent, graph_id, license_content, license_id, made, new_license};
use crate::threads::{entry, new_thread};

on_both_databases![
    migrations_are_made_once,
    servers_that_start_at_once_take_turns,
    a_newer_layout_is_refused,
    tables_of_other_migrations_are_refused,
    rows_need_what_they_name,
    no_row_says_what_cannot_be,
    licenses_and_graphs_of_before_are_models,
];

/// The newest layout.
const NEWEST: i64 = 13;

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
                 SELECT version + 1, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 13";
    database.connect().await.execute(later).await.unwrap();
    let refused = Store::open(&database.url).await;
    let Err(error @ OpenError::Newer { found: 14, known: NEWEST }) = refused else { panic!("{refused:?}") };
    assert_eq!(
        error.to_string(),
        "the layout of the database is 14, newer than this server knows (13); use the newer server"
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
    store.publish_new(&new_license(1, owner), Some(&consent())).await.unwrap();
    let (nobody, nothing) = ("nobody000000", "N".repeat(32));
    let hex = "0".repeat(64);
    let revision = "'draft', 0, 'account00001', 'owner', '', '', '', '', NULL, '', 0";
    refuses(
        &database,
        &[
            &format!("INSERT INTO sessions VALUES ('{hex}', '{nobody}', 0)"),
            &format!(
                "INSERT INTO tokens VALUES ('{hex}', '{nobody}', '', 0, NULL, NULL, NULL, 'read', NULL, 0)"
            ),
            &format!("INSERT INTO window_limits VALUES ('{nobody}', 1, 1, 1, 1)"),
            &format!("INSERT INTO revisions VALUES ('{nothing}', 1, {revision})"),
            &format!("INSERT INTO shares VALUES ('{nothing}', 'account00001', 'viewer', 0)"),
            &format!(
                "INSERT INTO audit VALUES ('account00001', 2, 'graph-published', '{nothing}', NULL, NULL, 0)"
            ),
            "INSERT INTO audit VALUES ('account00001', 2, 'thread-opened', NULL, 'thread000009', NULL, 0)",
            "INSERT INTO thread_entries VALUES ('thread000009', 1, 'author', NULL, 'x', NULL, 0)",
            "INSERT INTO submissions VALUES ('thread000009', '', NULL, NULL, NULL)",
            "INSERT INTO corrections VALUES ('thread000009', '', NULL, NULL, NULL, NULL)",
            "INSERT INTO mails VALUES ('thread000009', 1, 'site', 0, 0, NULL)",
            &format!("INSERT INTO notifications VALUES ('{nobody}', 'graph-shared', '', 0, 0, NULL)"),
            &format!("INSERT INTO quota_uses VALUES ('{nobody}', 'translation', '2026-11-20', 1)"),
            &format!("INSERT INTO quota_limits VALUES ('{nobody}', 'translation', 1)"),
            &format!("INSERT INTO links VALUES ('{nobody}', 0, NULL, NULL, 0, NULL, 'confirm')"),
            "DELETE FROM accounts",
            "DELETE FROM models",
        ],
    )
    .await;
}

async fn no_row_says_what_cannot_be(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    made(&store, 2).await;
    store.publish_new(&new_license(1, owner), Some(&consent())).await.unwrap();
    store.open_thread(&new_thread(1, owner)).await.unwrap();
    let decided = Authorship::Curator(Some(Decision::Done));
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
            "UPDATE models SET status = 'lost'",
            "UPDATE models SET status = 'draft'",
            "UPDATE models SET status = 'deprecated'",
            "UPDATE models SET replaced_by = 'MIT'",
            "UPDATE models SET replaces = id",
            "UPDATE models SET revision = 0",
            "UPDATE models SET kind = 'poem'",
            "UPDATE revisions SET axioms = -1",
            "UPDATE revisions SET kind = 'deprecate'",
            "UPDATE revisions SET actor_role = 'viewer'",
            "INSERT INTO shares SELECT model, 'account00002', role, since FROM shares",
            "UPDATE shares SET role = 'guest'",
            "UPDATE revisions SET restores = 0",
            "UPDATE accounts SET storage_factor = 0",
            "INSERT INTO links VALUES ('account00001', 0, NULL, 5, 0, NULL, 'confirm')",
            "INSERT INTO links VALUES ('account00001', 0, NULL, NULL, 0, NULL, 'poem')",
            "UPDATE audit SET consented_to = NULL",
            "UPDATE audit SET model = NULL",
            "UPDATE audit SET act = 'account-closed'",
            "INSERT INTO quota_limits VALUES ('account00001', 'translation', -1)",
            "INSERT INTO quota_limits VALUES ('account00001', 'poem', 1)",
            "INSERT INTO window_limits VALUES ('account00001', 0, NULL, NULL, NULL)",
        ],
    )
    .await;
}

/// The migrations before licenses and graphs were models of two kinds.
const BEFORE_MODELS: [&str; 10] = [
    include_str!("../../server/migrations/0001_accounts.sql"),
    include_str!("../../server/migrations/0002_licenses.sql"),
    include_str!("../../server/migrations/0003_graphs.sql"),
    include_str!("../../server/migrations/0004_audit.sql"),
    include_str!("../../server/migrations/0005_quotas.sql"),
    include_str!("../../server/migrations/0006_translations.sql"),
    include_str!("../../server/migrations/0007_threads.sql"),
    include_str!("../../server/migrations/0008_limits.sql"),
    include_str!("../../server/migrations/0009_verifications.sql"),
    include_str!("../../server/migrations/0010_continuations.sql"),
];

async fn licenses_and_graphs_of_before_are_models(database: Database) {
    if database.is_sqlite() {
        std::fs::File::create(database.file()).unwrap();
    }
    let mut connection = database.connect().await;
    connection.ensure_migrations_table("_sqlx_migrations").await.unwrap();
    for (number, text) in (1..).zip(BEFORE_MODELS) {
        let text = text.into_sql_str();
        let migration = Migration::new(number, "before".into(), MigrationType::Simple, text, false);
        connection.apply("_sqlx_migrations", &migration).await.unwrap();
    }
    let (license, draft) = (license_id(1), license_id(2));
    let (graph, private) = (graph_id(1), graph_id(2));
    let hash = ContentHash::of("kept");
    for statement in [
        "INSERT INTO accounts (id, name, email, email_folded, password_hash, role, created_at, acts) VALUES
         ('account00001', 'Ada', 'ada@example.org', 'ada@example.org', 'x', 'member', 0, 3),
         ('account00002', 'Eve', 'eve@example.org', 'eve@example.org', 'x', 'member', 0, 0)"
            .to_owned(),
        format!(
            "INSERT INTO licenses VALUES ('{license}', 'deprecated', 3, 1000, 2000, '2026-11-20', NULL, 'MIT-0'),
             ('{draft}', 'draft', 1, 1000, NULL, NULL, 'MIT', NULL)"
        ),
        format!(
            "INSERT INTO license_revisions VALUES
             ('{license}', 1, 'draft', 1000, 'account00001', 'owner', 'one', 'A', 'text', '{hash}', NULL),
             ('{license}', 2, 'restore', 1500, 'account00002', 'editor', 'two', 'A', '', '{hash}', 1),
             ('{license}', 3, 'publish', 2000, 'account00001', 'owner', '', 'C', 'last', '{hash}', NULL),
             ('{draft}', 1, 'draft', 1000, 'account00001', 'owner', '', 'D', 'draft', '{hash}', NULL)"
        ),
        format!(
            "INSERT INTO license_shares VALUES ('{license}', 'account00001', 'owner', 1000),
             ('{license}', 'account00002', 'editor', 1200), ('{draft}', 'account00001', 'owner', 1000)"
        ),
        format!(
            "INSERT INTO graphs VALUES ('{graph}', 'published', 2, 1000, 3000),
             ('{private}', 'draft', 1, 1000, NULL)"
        ),
        format!(
            "INSERT INTO graph_versions VALUES
             ('{graph}', 1, 1000, 'account00001', '', 'G', 'About G', 'first', '{hash}', 4),
             ('{graph}', 2, 2000, 'account00002', 'why', 'G2', 'About G2', 'second', '{hash}', 5),
             ('{private}', 1, 1000, 'account00001', '', 'P', 'About P', 'private', '{hash}', 6)"
        ),
        format!(
            "INSERT INTO graph_shares VALUES ('{graph}', 'account00001', 'owner', 1000),
             ('{graph}', 'account00002', 'viewer', 1300), ('{private}', 'account00001', 'owner', 1000)"
        ),
        format!(
            "INSERT INTO audit VALUES ('account00001', 1, 'license-published', '{license}', NULL, NULL, 'v1', 2000),
             ('account00001', 2, 'license-deprecated', '{license}', NULL, NULL, NULL, 2500),
             ('account00001', 3, 'graph-published', NULL, '{graph}', NULL, NULL, 3000)"
        ),
        format!("INSERT INTO notifications VALUES ('account00002', 'graph-shared', '{graph}', 0, 1300, NULL)"),
        format!(
            "INSERT INTO translations (id, account, status, text_digest, characters, parts_total, title, created_at,
                                       alive_at, progress, draft)
             VALUES ('{}', 'account00001', 'queued', '{}', 1, 1, '', 0, 0, '', '{draft}')",
            "t".repeat(32),
            "0".repeat(64),
        ),
    ] {
        connection.execute(AssertSqlSafe(statement)).await.unwrap();
    }

    let store = database.open().await;
    let moment = |second| jiff::Timestamp::from_second(second).unwrap();
    let owner = account_id(1);
    let content = |title: &str, document: &str| Content {
        title: title.to_owned(),
        document: document.to_owned(),
        hash,
        ..license_content("")
    };
    let (found, revisions) = store.model_with_revisions(&license).await.unwrap().unwrap();
    assert_eq!((found.owner, found.revision, found.content), (owner, 3, content("C", "last")));
    let (on, successor) = ("2026-11-20".parse().unwrap(), Some("MIT-0".parse().unwrap()));
    assert_eq!(found.state, State::Deprecated { published_at: moment(2), on, successor });
    let kept: Vec<_> = revisions.into_iter().map(|kept| (kept.note, kept.content)).collect();
    let restored = ("two".to_owned(), content("A", "text"));
    assert_eq!(
        kept,
        [("one".to_owned(), content("A", "text")), restored, (String::new(), content("C", "last"))]
    );
    let found = store.model(&draft).await.unwrap().unwrap();
    assert_eq!((found.state, found.replaces), (State::Draft, Some("MIT".parse().unwrap())));

    let about = |title: &str, document: &str, axioms| Content {
        description: format!("About {title}"),
        axioms,
        ..content(title, document)
    };
    let (found, revisions) = store.model_with_revisions(&graph).await.unwrap().unwrap();
    assert_eq!((found.owner, found.state), (owner, State::Published { at: moment(3) }));
    let kept: Vec<_> = revisions.into_iter().map(|kept| (kept.saved_at, kept.note, kept.content)).collect();
    let (first, second) = (about("G", "first", 4), about("G2", "second", 5));
    assert_eq!(kept, [(moment(1), String::new(), first), (moment(2), "why".to_owned(), second)]);
    let roles: Vec<_> =
        store.revisions(&graph).await.unwrap().into_iter().map(|row| row.actor_role).collect();
    assert_eq!(roles, [ActorRole::Editor, ActorRole::Owner]);
    let found = store.model(&private).await.unwrap().unwrap();
    assert_eq!((found.state, found.content), (State::Draft, about("P", "private", 6)));

    for (what, role) in [(Shared::License(&license), "editor"), (Shared::Graph(&graph), "viewer")] {
        let shares = store.shares_of(what).await.unwrap();
        let shares: Vec<_> = shares.iter().map(|share| (share.account, share.role.word())).collect();
        assert_eq!(shares, [(owner, "owner"), (account_id(2), role)]);
    }
    let acts: Vec<_> = store.audit_of(&owner).await.unwrap().into_iter().map(|row| row.act).collect();
    let (published, deprecated) = (Act::PublishedLicense(license.clone()), Act::DeprecatedLicense(license));
    assert_eq!(acts, [Act::PublishedGraph(graph.clone()), deprecated, published]);
    let told = store.notifications(&account_id(2), 10).await.unwrap();
    assert_eq!(told[0].event, Event::SharedGraph { graph, title: Some("G2".to_owned()) });
    let run = "SELECT COUNT(*) FROM translations JOIN models ON models.id = translations.draft";
    assert_eq!(count(&mut connection, run).await, 1);
    assert_eq!(count(&mut connection, "SELECT COUNT(*) FROM models").await, 4);
}
