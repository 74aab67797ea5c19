//! Sessions: fourteen days from their last use, and ended by whatever should end them.

use muniment_server::auth::PasswordHash;
use muniment_server::store::{Conflict, Entity, NewSession, PasswordChange, Renewal, StoreError};

use crate::database::{Database, count, on_both_databases};
use crate::samples::{account_id, at, digest, made, new_session, password};

const DAY: i64 = 24 * 60 * 60;

on_both_databases![
    who_knew_a_password_that_changed_is_not_let_in,
    a_session_lives_fourteen_days_from_its_last_use,
    a_dead_session_stays_dead,
    uses_in_the_wrong_order_do_not_shorten_a_life,
    signing_in_ends_the_session_before,
    signing_out_ends_it,
    a_new_password_leaves_one_session_under_a_new_key,
    only_accounts_have_sessions,
    what_is_over_is_purged,
];

async fn a_session_lives_fourteen_days_from_its_last_use(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.open_session(&new_session(1, account)).await.unwrap();
    let session = store.session(&digest(1), at(14 * DAY - 1)).await.unwrap().unwrap();
    assert_eq!((session.account.id, session.life.last_used), (account, at(0).as_second()));
    assert_eq!(store.session(&digest(1), at(14 * DAY)).await.unwrap(), None);
    store.touch_session(&digest(1), at(13 * DAY)).await.unwrap();
    let session = store.session(&digest(1), at(27 * DAY - 1)).await.unwrap().unwrap();
    assert_eq!(session.life.last_used, at(13 * DAY).as_second());
    assert_eq!(store.session(&digest(1), at(27 * DAY)).await.unwrap(), None);
    assert_eq!(store.session(&digest(2), at(0)).await.unwrap(), None);
}

async fn a_dead_session_stays_dead(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.open_session(&new_session(1, account)).await.unwrap();
    for (number, seconds) in [(1, 14 * DAY), (2, 0)] {
        let refused = store.touch_session(&digest(number), at(seconds)).await;
        assert!(matches!(refused, Err(StoreError::Missing(Entity::Session))), "{refused:?}");
    }
    assert_eq!(store.session(&digest(1), at(14 * DAY)).await.unwrap(), None);
}

async fn uses_in_the_wrong_order_do_not_shorten_a_life(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.open_session(&new_session(1, account)).await.unwrap();
    store.touch_session(&digest(1), at(50)).await.unwrap();
    store.touch_session(&digest(1), at(40)).await.unwrap();
    let session = store.session(&digest(1), at(60)).await.unwrap().unwrap();
    assert_eq!(session.life.last_used, at(50).as_second());
}

async fn signing_in_ends_the_session_before(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.open_session(&new_session(1, account)).await.unwrap();
    let next = NewSession { ends: Some(digest(1)), ..new_session(2, account) };
    store.open_session(&next).await.unwrap();
    assert_eq!(store.session(&digest(1), at(0)).await.unwrap(), None);
    assert!(store.session(&digest(2), at(0)).await.unwrap().is_some());
    let refused = store.open_session(&new_session(2, account)).await;
    assert!(matches!(refused, Err(StoreError::Conflict(Conflict::IdTaken))), "{refused:?}");
}

async fn signing_out_ends_it(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    for number in [1, 2] {
        store.open_session(&new_session(number, account)).await.unwrap();
    }
    store.end_session(&digest(1)).await.unwrap();
    store.end_session(&digest(1)).await.unwrap();
    assert_eq!(store.session(&digest(1), at(0)).await.unwrap(), None);
    assert!(store.session(&digest(2), at(0)).await.unwrap().is_some());
}

async fn a_new_password_leaves_one_session_under_a_new_key(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    for number in [1, 2] {
        store.open_session(&new_session(number, account)).await.unwrap();
    }
    store.open_session(&new_session(3, other)).await.unwrap();
    let renewal = Renewal { old: digest(1), new: digest(4) };
    store
        .change_password(
            &account,
            &PasswordChange { session: Some(&renewal), ..PasswordChange::to(&password(5)) },
        )
        .await
        .unwrap();
    let live = |number| {
        let store = store.clone();
        async move { store.session(&digest(number), at(0)).await.unwrap().is_some() }
    };
    assert_eq!((live(1).await, live(2).await, live(3).await, live(4).await), (false, false, true, true));
    // Nobody takes another account's session along.
    let renewal = Renewal { old: digest(3), new: digest(5) };
    store
        .change_password(
            &account,
            &PasswordChange { session: Some(&renewal), ..PasswordChange::to(&password(5)) },
        )
        .await
        .unwrap();
    assert_eq!((live(3).await, live(4).await, live(5).await), (true, false, false));
}

async fn only_accounts_have_sessions(database: Database) {
    let store = database.open().await;
    let refused = store.open_session(&new_session(1, account_id(1))).await;
    assert!(matches!(refused, Err(StoreError::Missing(Entity::Account))), "{refused:?}");
}

async fn what_is_over_is_purged(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    for number in 0..3 {
        let at = at(i64::from(number) * DAY);
        store.open_session(&NewSession { at, ..new_session(number, account) }).await.unwrap();
    }
    assert_eq!(store.purge_sessions(at(15 * DAY)).await.unwrap(), 2);
    assert_eq!(count(&mut database.connect().await, "SELECT COUNT(*) FROM sessions").await, 1);
    assert!(store.session(&digest(2), at(15 * DAY)).await.unwrap().is_some());
}

/// Between the moment a password is found right and the moment that is acted on, it may be changed.
async fn who_knew_a_password_that_changed_is_not_let_in(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    let (old, new) = (password(1), password(7));
    let session = |number, known: &PasswordHash| NewSession {
        password: Some(known.clone()),
        ..new_session(number, account)
    };
    store.open_session(&session(1, &old)).await.unwrap();
    store
        .change_password(&account, &PasswordChange { old: Some(&old), ..PasswordChange::to(&new) })
        .await
        .unwrap();
    let late = store.open_session(&session(2, &old)).await;
    assert!(matches!(late, Err(StoreError::Conflict(Conflict::Outdated))), "{late:?}");
    assert_eq!(store.session(&digest(2), at(1)).await.unwrap(), None);
    let again = store
        .change_password(&account, &PasswordChange { old: Some(&old), ..PasswordChange::to(&password(8)) })
        .await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::Outdated))), "{again:?}");
    store.open_session(&session(3, &new)).await.unwrap();
}
