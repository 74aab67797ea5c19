//! What an account may store: rows and bytes, counted by the transaction that writes.

use std::num::NonZeroU32;

use muniment_server::auth::AccountId;
use muniment_server::store::{
    Adjustment, Authorship, Content, Edit, Granted, Matter, NewSession, NewThread, NewTranslation, PartCost,
    PasswordChange, Sender, Shared, StorageFull, StorageLimits, Store, StoreError, Stored, TranslationStatus,
};
use tokio::task::JoinSet;

use crate::database::{Database, count, on_both_databases};
use crate::samples::{
    account_id, at, consent, deprecation, digest, edit, graph_edit, graph_id, license_content, license_id,
    made, new_graph, new_license, new_session, new_token, password, restoration,
};
use crate::threads::{entry, new_thread};
use crate::translations::{RUNS, new_translation, translation_id};
use crate::whole::assert_whole;

on_both_databases![
    restoring_copies_no_document,
    every_row_of_an_account_is_limited,
    the_bytes_of_an_account_are_limited,
    what_comes_of_a_run_is_limited,
    the_shares_of_a_license_and_of_a_graph_are_limited,
    concurrent_requests_pass_no_limit_together,
    concurrent_shares_pass_no_limit_together,
    what_is_shared_counts_for_its_owner,
    a_published_license_of_a_full_account_can_be_withdrawn,
    an_administrator_multiplies_what_an_account_may_store,
    another_browser_ends_the_session_used_least_recently,
    tokens_expire_at_the_end_of_their_day,
    tokens_that_are_not_live_are_kept_in_a_limited_number,
    a_password_change_revokes_tokens_if_asked_to,
];

/// Fails unless something was refused because the account stores so many already.
#[track_caller]
fn assert_full<T: std::fmt::Debug>(done: Result<T, StoreError>, stored: Stored, most: u64) {
    let Err(StoreError::Full(full)) = done else { panic!("{stored:?}: {done:?}") };
    assert_eq!(full, StorageFull { stored, most });
    assert!(full.to_string().starts_with(&format!("The account may store at most {most} {}", stored.name())));
}

async fn amount(store: &Store, account: AccountId, stored: Stored) -> u64 {
    let uses = store.storage_of(&account, at(0)).await.unwrap();
    uses.iter().find(|found| found.stored == stored).unwrap().amount
}

fn visit(number: u32, account: AccountId) -> NewSession {
    NewSession { at: at(i64::from(number)), ..new_session(number, account) }
}

async fn restoring_copies_no_document(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    let long = Content { document: "é".repeat(500_000), ..license_content("long") };
    let mut new = new_license(1, owner);
    new.content = long.clone();
    store.draft_new(&new).await.unwrap();
    store.save(&edit(1, owner)).await.unwrap();
    let before = amount(&store, owner, Stored::Bytes).await;
    // Revision 3 restores the first; those after it restore what was restored.
    for base in 2..30 {
        let revision = if base == 2 { 1 } else { base };
        assert_eq!(store.restore_draft(&restoration(1, owner, revision, base)).await.unwrap(), base + 1);
    }
    let license = store.model(&license_id(1)).await.unwrap().unwrap();
    assert_eq!((license.content, license.revision), (long.clone(), 30));
    assert_eq!(store.revision(&license_id(1), 17).await.unwrap(), Some(long));
    let grown = amount(&store, owner, Stored::Bytes).await - before;
    assert!(grown < 28 * 100, "28 restorations store {grown} bytes");
    let mut connection = database.connect().await;
    let kept = "SELECT CAST(SUM(octet_length(document)) AS BIGINT) FROM revisions";
    assert!(count(&mut connection, kept).await < 1_001_000);
    assert_whole(&mut connection).await;
    let missing = store.restore_draft(&restoration(1, owner, 31, 30)).await;
    assert!(matches!(missing, Err(StoreError::Missing(_))), "{missing:?}");
    store.publish_draft(&Edit { base: 30, ..edit(1, owner) }, &consent()).await.unwrap();
    assert_eq!(store.model(&license_id(1)).await.unwrap().unwrap().content, license_content("second"));
}

async fn every_row_of_an_account_is_limited(database: Database) {
    let limits = StorageLimits {
        licenses: 2,
        revisions: 4,
        graphs: 1,
        graph_versions: 2,
        tokens: 1,
        messages: 2,
        runs: 1,
        ..StorageLimits::DEFAULT
    };
    let store = database.open().await.with_limits(limits);
    let (owner, other) = (made(&store, 1).await, made(&store, 2).await);
    store.draft_new(&new_license(1, owner)).await.unwrap();
    store.publish_new(&new_license(2, owner), Some(&consent())).await.unwrap();
    assert_full(store.draft_new(&new_license(3, owner)).await, Stored::Licenses, 2);
    assert_full(store.publish_new(&new_license(3, owner), Some(&consent())).await, Stored::Licenses, 2);
    store.save(&edit(1, owner)).await.unwrap();
    store.restore_draft(&restoration(1, owner, 1, 2)).await.unwrap();
    let next = Edit { base: 3, ..edit(1, owner) };
    assert_full(store.save(&next).await, Stored::Revisions, 4);
    assert_full(store.restore_draft(&restoration(1, owner, 1, 3)).await, Stored::Revisions, 4);
    assert_full(store.publish_draft(&next, &consent()).await, Stored::Revisions, 4);

    store.draft_new(&new_graph(1, owner)).await.unwrap();
    assert_full(store.draft_new(&new_graph(2, owner)).await, Stored::Graphs, 1);
    assert_full(store.publish_new(&new_graph(2, owner), None).await, Stored::Graphs, 1);
    store.save(&graph_edit(1, 1, owner)).await.unwrap();
    assert_full(store.save(&graph_edit(1, 2, owner)).await, Stored::GraphVersions, 2);

    store.create_token(&new_token(1, owner)).await.unwrap();
    assert_full(store.create_token(&new_token(2, owner)).await, Stored::Tokens, 1);

    store.open_thread(&new_thread(1, owner)).await.unwrap();
    store.write_in_thread(&entry(1, owner, Authorship::Author, at(5))).await.unwrap();
    assert_full(
        store.write_in_thread(&entry(1, owner, Authorship::Author, at(6))).await,
        Stored::Messages,
        2,
    );
    assert_full(store.open_thread(&new_thread(2, owner)).await, Stored::Messages, 2);
    for second in 7..12 {
        store.write_in_thread(&entry(1, other, Authorship::Curator(None), at(second))).await.unwrap();
    }

    store.open_translation(&new_translation(1, owner), &RUNS).await.unwrap();
    assert_full(store.open_translation(&new_translation(2, owner), &RUNS).await, Stored::Runs, 1);
    store.end_translation(&translation_id(1), false, "{}", at(2)).await.unwrap();
    store.purge_translations(at(3)).await.unwrap();
    store.open_translation(&new_translation(2, owner), &RUNS).await.unwrap();

    // What was refused left nothing, and others have room of their own.
    assert_whole(&mut database.connect().await).await;
    let uses = store.storage_of(&owner, at(0)).await.unwrap();
    let rows: Vec<_> = uses.iter().filter(|found| found.stored != Stored::Bytes).collect();
    assert!(rows.iter().all(|found| found.amount == found.most), "{uses:?}");
    store.draft_new(&new_license(9, other)).await.unwrap();
}

async fn the_bytes_of_an_account_are_limited(database: Database) {
    let limits = StorageLimits { bytes: 10_000, ..StorageLimits::DEFAULT };
    let store = database.open().await.with_limits(limits);
    let owner = made(&store, 1).await;
    let long = "x".repeat(4_000);
    let mut license = new_license(1, owner);
    license.content.document = long.clone();
    store.draft_new(&license).await.unwrap();
    let mut graph = new_graph(1, owner);
    graph.content.document = long.clone();
    store.draft_new(&graph).await.unwrap();
    let used = amount(&store, owner, Stored::Bytes).await;
    assert!((8_000..8_200).contains(&used), "{used}");

    let mut second = edit(1, owner);
    second.content.document = long.clone();
    assert_full(store.save(&second).await, Stored::Bytes, 10_000);
    let mut new = new_license(2, owner);
    new.content.document = long.clone();
    assert_full(store.publish_new(&new, Some(&consent())).await, Stored::Bytes, 10_000);
    let mut new = new_graph(2, owner);
    new.content.description = long.clone();
    assert_full(store.publish_new(&new, None).await, Stored::Bytes, 10_000);
    let letter = NewThread { message: long.clone(), matter: Matter::Contact, ..new_thread(1, owner) };
    assert_full(store.open_thread(&letter).await, Stored::Bytes, 10_000);
    let visitor = Sender::Visitor { name: "Eve".into(), email: "eve@example.org".parse().unwrap() };
    store.open_thread(&NewThread { sender: visitor, ..letter }).await.unwrap();
    let readings = vec![(1, long.clone())];
    let run = NewTranslation { readings, ..new_translation(1, owner) };
    assert_full(store.open_translation(&run, &RUNS).await, Stored::Bytes, 10_000);
    assert_eq!(amount(&store, owner, Stored::Bytes).await, used, "what was refused left nothing");
    store.save(&edit(1, owner)).await.unwrap();
}

async fn what_comes_of_a_run_is_limited(database: Database) {
    let limits = StorageLimits { bytes: 1_000, ..StorageLimits::DEFAULT };
    let store = database.open().await.with_limits(limits);
    let owner = made(&store, 1).await;
    let (id, long) = (translation_id(1), "x".repeat(600));
    let cost = PartCost { tokens_in: 1, tokens_out: 1 };
    store.open_translation(&new_translation(1, owner), &RUNS).await.unwrap();
    store.keep_part(&id, 1, &long, cost, at(2)).await.unwrap();
    assert_full(store.keep_part(&id, 2, &long, cost, at(2)).await, Stored::Bytes, 1_000);
    assert_full(store.end_translation(&id, true, &long, at(3)).await, Stored::Bytes, 1_000);
    assert_eq!(store.translated_parts(&id).await.unwrap(), [(1, long.clone())]);
    let run = store.translation(&id, &owner).await.unwrap().unwrap();
    assert_eq!((run.status, run.result), (TranslationStatus::Queued, None));
    assert!(amount(&store, owner, Stored::Bytes).await <= 1_000);
    // Why it came to nothing can always be told.
    assert!(store.end_translation(&id, false, &long, at(3)).await.unwrap());
}

async fn the_shares_of_a_license_and_of_a_graph_are_limited(database: Database) {
    let limits = StorageLimits { shares: 2, ..StorageLimits::DEFAULT };
    let store = database.open().await.with_limits(limits);
    let owner = made(&store, 1).await;
    let others = [made(&store, 2).await, made(&store, 3).await, made(&store, 4).await];
    store.draft_new(&new_license(1, owner)).await.unwrap();
    store.draft_new(&new_license(2, owner)).await.unwrap();
    store.draft_new(&new_graph(1, owner)).await.unwrap();
    let (first, second, graph) = (license_id(1), license_id(2), graph_id(1));
    for what in [Shared::License(&first), Shared::License(&second), Shared::Graph(&graph)] {
        for with in &others[..2] {
            store.share(what, with, Granted::Viewer, at(5)).await.unwrap();
        }
        assert_full(store.share(what, &others[2], Granted::Viewer, at(5)).await, Stored::Shares, 2);
        assert_eq!(store.role_in(what, &others[2]).await.unwrap(), None);
        // Whoever shares in it can be given another role, and another can take their place.
        store.share(what, &others[0], Granted::Editor, at(6)).await.unwrap();
        store.unshare(what, &others[0]).await.unwrap();
        store.share(what, &others[2], Granted::Viewer, at(7)).await.unwrap();
        assert_full(store.share(what, &others[0], Granted::Viewer, at(8)).await, Stored::Shares, 2);
    }
    let storage = NonZeroU32::new(2);
    store.adjust(&owner, &Adjustment { storage, ..Adjustment::default() }).await.unwrap();
    store.share(Shared::Graph(&graph), &others[0], Granted::Viewer, at(9)).await.unwrap();
}

async fn concurrent_shares_pass_no_limit_together(database: Database) {
    let limits = StorageLimits { shares: 3, ..StorageLimits::DEFAULT };
    let stores = [database.open().await.with_limits(limits), database.open().await.with_limits(limits)];
    let owner = made(&stores[0], 1).await;
    stores[0].draft_new(&new_license(1, owner)).await.unwrap();
    let mut sharing = JoinSet::new();
    for number in 2..10_u32 {
        let with = made(&stores[0], number).await;
        let store = stores[usize::from(number % 2 == 0)].clone();
        sharing.spawn(async move {
            store.share(Shared::License(&license_id(1)), &with, Granted::Viewer, at(5)).await
        });
    }
    let done = sharing.join_all().await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 3, "{done:?}");
    for refused in done.into_iter().filter(Result::is_err) {
        assert_full(refused, Stored::Shares, 3);
    }
    assert_eq!(stores[0].shares_of(Shared::License(&license_id(1))).await.unwrap().len(), 4);
}

async fn concurrent_requests_pass_no_limit_together(database: Database) {
    let limits = StorageLimits { licenses: 5, ..StorageLimits::DEFAULT };
    let owner = made(&database.open().await, 1).await;
    let mut writing = JoinSet::new();
    for _ in 0..2 {
        let store = database.open().await.with_limits(limits);
        let first = 10 * (writing.len() as u32 + 1);
        for number in first..first + 10 {
            let store = store.clone();
            writing.spawn(async move { store.draft_new(&new_license(number, owner)).await });
        }
    }
    let done = writing.join_all().await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 5, "{done:?}");
    for refused in done.into_iter().filter(Result::is_err) {
        assert_full(refused, Stored::Licenses, 5);
    }
    let mut connection = database.connect().await;
    assert_eq!(count(&mut connection, "SELECT COUNT(*) FROM models").await, 5);
    assert_whole(&mut connection).await;
}

async fn what_is_shared_counts_for_its_owner(database: Database) {
    let limits = StorageLimits { revisions: 2, ..StorageLimits::DEFAULT };
    let store = database.open().await.with_limits(limits);
    let (owner, editor) = (made(&store, 1).await, made(&store, 2).await);
    store.draft_new(&new_license(1, owner)).await.unwrap();
    let by_editor = |base: u32| {
        let mut edit = edit(1, owner);
        (edit.base, edit.actor.account) = (base, editor);
        edit
    };
    store.save(&by_editor(1)).await.unwrap();
    assert_full(store.save(&by_editor(2)).await, Stored::Revisions, 2);
    assert_eq!(amount(&store, editor, Stored::Revisions).await, 0);
}

async fn a_published_license_of_a_full_account_can_be_withdrawn(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.publish_new(&new_license(1, owner), Some(&consent())).await.unwrap();
    let store = store.with_limits(StorageLimits { revisions: 1, bytes: 1, ..StorageLimits::DEFAULT });
    store.deprecate_license(&deprecation(1, owner)).await.unwrap();
}

async fn an_administrator_multiplies_what_an_account_may_store(database: Database) {
    let limits = StorageLimits { licenses: 1, ..StorageLimits::DEFAULT };
    let store = database.open().await.with_limits(limits);
    let owner = made(&store, 1).await;
    store.draft_new(&new_license(1, owner)).await.unwrap();
    assert_full(store.draft_new(&new_license(2, owner)).await, Stored::Licenses, 1);
    let storage = NonZeroU32::new(2);
    store.adjust(&owner, &Adjustment { storage, ..Adjustment::default() }).await.unwrap();
    store.adjust(&owner, &Adjustment::default()).await.unwrap();
    store.draft_new(&new_license(2, owner)).await.unwrap();
    assert_full(store.draft_new(&new_license(3, owner)).await, Stored::Licenses, 2);
}

async fn another_browser_ends_the_session_used_least_recently(database: Database) {
    let sessions = NonZeroU32::new(2).unwrap();
    let store = database.open().await.with_limits(StorageLimits { sessions, ..StorageLimits::DEFAULT });
    let (owner, other) = (made(&store, 1).await, made(&store, 2).await);
    store.open_session(&visit(9, other)).await.unwrap();
    for number in [1, 2] {
        store.open_session(&visit(number, owner)).await.unwrap();
    }
    store.touch_session(&digest(1), at(50)).await.unwrap();
    store.open_session(&visit(60, owner)).await.unwrap();
    for (number, lives) in [(1, true), (2, false), (60, true), (9, true)] {
        assert_eq!(store.session(&digest(number), at(60)).await.unwrap().is_some(), lives, "{number}");
    }
}

async fn tokens_expire_at_the_end_of_their_day(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    let mut token = new_token(1, owner);
    token.expires_on = Some("2026-12-24".parse().unwrap());
    store.create_token(&token).await.unwrap();
    store.create_token(&new_token(2, owner)).await.unwrap();
    for (number, day, lives) in [(1, "2026-12-24", true), (1, "2026-12-25", false), (2, "2999-12-31", true)] {
        let found = store.bearer(&digest(number), day.parse().unwrap()).await.unwrap();
        assert_eq!(found.is_some(), lives, "{number} on {day}");
    }
    let tokens = store.tokens_of(&owner).await.unwrap();
    assert_eq!((tokens[1].expires_on, tokens[0].expires_on), (token.expires_on, None));
}

async fn tokens_that_are_not_live_are_kept_in_a_limited_number(database: Database) {
    let store = database.open().await.with_limits(StorageLimits { tokens: 3, ..StorageLimits::DEFAULT });
    let owner = made(&store, 1).await;
    for number in 1..=20 {
        store.create_token(&new_token(number, owner)).await.unwrap();
        store.revoke_token(&owner, &digest(number), at(100)).await.unwrap();
    }
    store.create_token(&new_token(21, owner)).await.unwrap();
    let kept: Vec<String> =
        store.tokens_of(&owner).await.unwrap().into_iter().map(|token| token.name).collect();
    assert_eq!(kept, ["token 21", "token 20", "token 19", "token 18"]);
}

async fn a_password_change_revokes_tokens_if_asked_to(database: Database) {
    let store = database.open().await;
    let (owner, other) = (made(&store, 1).await, made(&store, 2).await);
    for (number, account) in [(1, owner), (2, owner), (3, other)] {
        store.create_token(&new_token(number, account)).await.unwrap();
    }
    let live = async |number: u32| {
        store.bearer(&digest(number), "2026-11-20".parse().unwrap()).await.unwrap().is_some()
    };
    let new = password(7);
    store.change_password(&owner, &PasswordChange::to(&new)).await.unwrap();
    assert!(live(1).await && live(2).await);
    let change = PasswordChange { revokes_tokens_at: Some(at(9)), ..PasswordChange::to(&new) };
    store.change_password(&owner, &change).await.unwrap();
    assert!(!live(1).await && !live(2).await && live(3).await);
    assert_eq!(store.revoke_tokens(&other, at(10)).await.unwrap(), 1);
    assert_eq!(store.revoke_tokens(&other, at(11)).await.unwrap(), 0);
    assert!(!live(3).await);
    let missing = store.revoke_tokens(&account_id(9), at(11)).await;
    assert!(matches!(missing, Err(StoreError::Missing(_))), "{missing:?}");
}
