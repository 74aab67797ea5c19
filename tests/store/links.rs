//! Links that are mailed: each confirms an address, or sets a new password, once and in time.

use std::num::NonZeroU32;

use muniment_server::limit::PerSpan;
use muniment_server::store::{
    Adjustment, Conflict, Email, Entity, Granted, LinkPurpose, NewAccount, QuotaKind, Shared, Store,
    StoreError,
};

use crate::database::{Database, count, on_both_databases};
use crate::samples::{
    account_id, at, digest, graph_id, license_id, made, new_account, new_graph, new_license, new_session,
    new_token, password,
};
use crate::whole::assert_whole;

on_both_databases![
    an_account_is_confirmed_by_its_link_once,
    a_link_is_valid_for_a_day_and_the_last_one_counts,
    links_are_mailed_rarely_and_tried_again,
    an_address_nobody_confirmed_is_registered_again,
    an_operator_confirms_an_address,
    accounts_that_nobody_confirmed_are_deleted,
    a_password_is_set_by_a_link_once,
    a_link_for_a_password_is_mailed_rarely_and_to_confirmed_accounts_alone,
];

const HOUR: i64 = 3600;

fn email(number: u32) -> Email {
    new_account(number).email
}

async fn is_verified(store: &Store, number: u32) -> bool {
    store.credentials(&email(number)).await.unwrap().unwrap().is_verified
}

async fn an_account_is_confirmed_by_its_link_once(database: Database) {
    let store = database.open().await;
    made(&store, 1).await;
    assert!(
        is_verified(&store, 1).await,
        "accounts that operators make, and those of before, count as confirmed"
    );
    let account = store.create_unverified_account(&new_account(2)).await.unwrap();
    assert!(!is_verified(&store, 2).await);
    let due = store.take_link(&digest(1), at(0)).await.unwrap().unwrap();
    assert_eq!((due.account, due.email), (account, email(2)));
    store.link_was_sent(&digest(1)).await.unwrap();
    assert_eq!(store.take_link(&digest(2), at(10 * HOUR)).await.unwrap(), None);
    let found = store.unverified(&digest(1), at(1)).await.unwrap().unwrap();
    assert_eq!((found.account.id, found.password), (account, password(2)));
    assert!(store.unverified(&digest(9), at(1)).await.unwrap().is_none());
    for (account, link) in [(account, 9), (account_id(1), 1)] {
        let refused = store.verify(&account, &digest(link), at(1)).await;
        assert!(matches!(refused, Err(StoreError::Missing(Entity::Link))), "{refused:?}");
    }
    store.verify(&account, &digest(1), at(1)).await.unwrap();
    assert!(is_verified(&store, 2).await);
    let again = store.verify(&account, &digest(1), at(1)).await;
    assert!(matches!(again, Err(StoreError::Missing(Entity::Link))), "{again:?}");
    assert!(!store.request_verification(&account, at(100 * HOUR)).await.unwrap());
    assert_eq!(store.take_link(&digest(3), at(100 * HOUR)).await.unwrap(), None);
}

async fn a_link_is_valid_for_a_day_and_the_last_one_counts(database: Database) {
    let store = database.open().await;
    let account = store.create_unverified_account(&new_account(1)).await.unwrap();
    store.take_link(&digest(1), at(0)).await.unwrap().unwrap();
    store.link_was_sent(&digest(1)).await.unwrap();
    assert!(store.unverified(&digest(1), at(24 * HOUR - 1)).await.unwrap().is_some());
    assert!(store.unverified(&digest(1), at(24 * HOUR)).await.unwrap().is_none());
    let late = store.verify(&account, &digest(1), at(24 * HOUR)).await;
    assert!(matches!(late, Err(StoreError::Missing(Entity::Link))), "{late:?}");
    assert!(store.request_verification(&account, at(25 * HOUR)).await.unwrap());
    store.take_link(&digest(2), at(25 * HOUR)).await.unwrap().unwrap();
    assert!(store.verify(&account, &digest(1), at(25 * HOUR)).await.is_err());
    store.verify(&account, &digest(2), at(25 * HOUR)).await.unwrap();
}

async fn links_are_mailed_rarely_and_tried_again(database: Database) {
    let store = database.open().await;
    let account = store.create_unverified_account(&new_account(1)).await.unwrap();
    for (number, second, is_due) in
        [(1, 0, true), (2, 59, false), (3, 60, true), (4, 179, false), (5, 180, true)]
    {
        let taken = store.take_link(&digest(number), at(second)).await.unwrap();
        assert_eq!(taken.is_some(), is_due, "after {second} seconds");
    }
    store.link_was_sent(&digest(5)).await.unwrap();
    assert!(!store.request_verification(&account, at(599)).await.unwrap());
    assert!(store.request_verification(&account, at(600)).await.unwrap());
    assert!(!store.request_verification(&account, at(601)).await.unwrap());
    store.give_up_links(at(600)).await.unwrap();
    assert_eq!(store.take_link(&digest(6), at(9 * HOUR)).await.unwrap(), None);
}

async fn an_address_nobody_confirmed_is_registered_again(database: Database) {
    let store = database.open().await;
    let account = store.create_unverified_account(&new_account(1)).await.unwrap();
    let again =
        NewAccount { id: account_id(7), name: "Another".into(), password: password(7), ..new_account(1) };
    let again = NewAccount { created_at: at(HOUR), ..again };
    assert_eq!(store.create_unverified_account(&again).await.unwrap(), account);
    let found = store.credentials(&email(1)).await.unwrap().unwrap();
    assert_eq!((found.account.name(), found.password), ("Another", password(7)));
    assert_eq!(count(&mut database.connect().await, "SELECT COUNT(*) FROM accounts").await, 1);
    let taken = store.create_account(&new_account(1)).await;
    assert!(matches!(taken, Err(StoreError::Conflict(Conflict::EmailTaken))), "{taken:?}");
    store.take_link(&digest(1), at(HOUR)).await.unwrap().unwrap();
    store.verify(&account, &digest(1), at(HOUR)).await.unwrap();
    let taken = store.create_unverified_account(&again).await;
    assert!(matches!(taken, Err(StoreError::Conflict(Conflict::EmailTaken))), "{taken:?}");
}

async fn an_operator_confirms_an_address(database: Database) {
    let store = database.open().await;
    let account = store.create_unverified_account(&new_account(1)).await.unwrap();
    assert!(store.confirm(&account).await.unwrap());
    assert!(!store.confirm(&account).await.unwrap());
    assert!(is_verified(&store, 1).await);
    let missing = store.confirm(&account_id(9)).await;
    assert!(matches!(missing, Err(StoreError::Missing(Entity::Account))), "{missing:?}");
}

async fn accounts_that_nobody_confirmed_are_deleted(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    let mut unverified = Vec::new();
    for number in 2..=5 {
        unverified.push(store.create_unverified_account(&new_account(number)).await.unwrap());
    }
    // The first has what others gave it, the others a confirmed address, a later link and a token.
    let first = unverified[0];
    store.draft_new(&new_license(1, owner)).await.unwrap();
    store.draft_new(&new_graph(1, owner)).await.unwrap();
    let (license, graph) = (license_id(1), graph_id(1));
    for what in [Shared::License(&license), Shared::Graph(&graph)] {
        store.share(what, &first, Granted::Editor, at(1)).await.unwrap();
    }
    let quotas = vec![(QuotaKind::Narration, Some(1))];
    let windows = PerSpan { day: Some(NonZeroU32::new(1)), ..PerSpan::default() };
    store.adjust(&first, &Adjustment { quotas, windows, storage: None }).await.unwrap();
    store.confirm(&unverified[1]).await.unwrap();
    assert!(store.request_verification(&unverified[2], at(HOUR)).await.unwrap());
    store.create_token(&new_token(1, unverified[3])).await.unwrap();

    assert_eq!(store.purge_unverified(at(-1)).await.unwrap(), 0);
    assert_eq!(store.purge_unverified(at(0)).await.unwrap(), 1);
    assert_eq!(store.account(&first).await.unwrap(), None);
    for kept in [owner, unverified[1], unverified[2], unverified[3]] {
        assert!(store.account(&kept).await.unwrap().is_some(), "{kept}");
    }
    for what in [Shared::License(&license), Shared::Graph(&graph)] {
        assert_eq!(store.shares_of(what).await.unwrap().len(), 1);
    }
    let mut connection = database.connect().await;
    for table in [
        "SELECT COUNT(*) FROM notifications",
        "SELECT COUNT(*) FROM quota_limits",
        "SELECT COUNT(*) FROM window_limits",
    ] {
        assert_eq!(count(&mut connection, table).await, 0, "{table}");
    }
    assert_whole(&mut connection).await;
    // The address is free again.
    store.create_account(&NewAccount { id: account_id(7), ..new_account(2) }).await.unwrap();
    assert_eq!(store.purge_unverified(at(HOUR)).await.unwrap(), 1);
    assert!(store.account(&unverified[3]).await.unwrap().is_some());
}

async fn a_password_is_set_by_a_link_once(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    let session = new_session(1, account);
    store.open_session(&session).await.unwrap();
    store.create_token(&new_token(1, account)).await.unwrap();
    assert!(store.request_recovery(&email(1), at(0)).await.unwrap());
    let due = store.take_link(&digest(1), at(0)).await.unwrap().unwrap();
    assert_eq!((due.account, due.email, due.purpose), (account, email(1), LinkPurpose::Recover));
    store.link_was_sent(&digest(1)).await.unwrap();
    assert!(is_verified(&store, 1).await, "a link for a password does not make an address unconfirmed");
    assert!(store.unverified(&digest(1), at(1)).await.unwrap().is_none(), "nor does it confirm one");
    assert!(store.verify(&account, &digest(1), at(1)).await.is_err());

    assert!(store.is_recoverable(&digest(1), at(HOUR - 1)).await.unwrap());
    for (link, moment) in [(1, HOUR), (2, 1)] {
        assert!(!store.is_recoverable(&digest(link), at(moment)).await.unwrap());
        let refused = store.recover(&digest(link), &password(7), true, at(moment)).await;
        assert!(matches!(refused, Err(StoreError::Missing(Entity::Link))), "{refused:?}");
    }
    assert!(store.session(&session.digest, at(1)).await.unwrap().is_some());
    assert_eq!(store.recover(&digest(1), &password(7), false, at(1)).await.unwrap(), account);
    assert_eq!(store.credentials(&email(1)).await.unwrap().unwrap().password, password(7));
    assert!(store.session(&session.digest, at(1)).await.unwrap().is_none());
    assert!(store.tokens_of(&account).await.unwrap().iter().all(|token| token.revoked_at.is_none()));
    let again = store.recover(&digest(1), &password(8), false, at(1)).await;
    assert!(matches!(again, Err(StoreError::Missing(Entity::Link))), "{again:?}");

    assert!(store.request_recovery(&email(1), at(HOUR)).await.unwrap());
    store.take_link(&digest(3), at(HOUR)).await.unwrap().unwrap();
    store.recover(&digest(3), &password(9), true, at(HOUR)).await.unwrap();
    assert!(store.tokens_of(&account).await.unwrap().iter().all(|token| token.revoked_at.is_some()));
    assert_whole(&mut database.connect().await).await;
}

async fn a_link_for_a_password_is_mailed_rarely_and_to_confirmed_accounts_alone(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.create_unverified_account(&new_account(2)).await.unwrap();
    let unconfirmed = store.take_link(&digest(1), at(0)).await.unwrap().unwrap();
    assert_eq!(unconfirmed.purpose, LinkPurpose::Confirm);
    store.link_was_sent(&digest(1)).await.unwrap();
    for number in [2, 3] {
        assert!(!store.request_recovery(&email(number), at(HOUR)).await.unwrap(), "{number}");
    }
    assert_eq!(store.take_link(&digest(2), at(HOUR)).await.unwrap(), None);
    assert!(store.request_recovery(&email(1), at(HOUR)).await.unwrap());
    assert!(!store.request_recovery(&email(1), at(HOUR + 599)).await.unwrap());
    store.take_link(&digest(2), at(HOUR)).await.unwrap().unwrap();
    store.link_was_sent(&digest(2)).await.unwrap();
    assert!(store.request_recovery(&email(1), at(HOUR + 600)).await.unwrap());
    store.take_link(&digest(3), at(HOUR + 600)).await.unwrap().unwrap();
    assert!(!store.is_recoverable(&digest(2), at(HOUR + 600)).await.unwrap(), "the last link counts");

    // What was not used goes with what was not confirmed, and the account stays.
    assert_eq!(store.purge_unverified(at(10 * HOUR)).await.unwrap(), 1);
    assert_eq!(count(&mut database.connect().await, "SELECT COUNT(*) FROM links").await, 0);
    store.request_recovery(&email(1), at(20 * HOUR)).await.unwrap();
    store.take_link(&digest(4), at(20 * HOUR)).await.unwrap().unwrap();
    store.close_account(&account, at(20 * HOUR)).await.unwrap();
    let closed = store.recover(&digest(4), &password(9), false, at(20 * HOUR)).await;
    assert!(matches!(closed, Err(StoreError::Missing(Entity::Account))), "{closed:?}");
}
