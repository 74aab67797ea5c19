//! Tokens: kept as digests, live until revoked; and what an administrator changed of the windows they count in.

use std::num::NonZeroU32;

use muniment_documents::api::v1::Scopes;
use muniment_server::auth::{AccountId, Digest};
use muniment_server::limit::Overrides;
use muniment_server::store::{Adjustment, Conflict, Entity, NewToken, Store, StoreError};

use crate::database::{Database, on_both_databases};
use crate::samples::{account_id, at, digest, made, new_token};

on_both_databases![
    a_token_names_its_account,
    a_revoked_token_is_none,
    the_owner_of_a_token_is_to_be_told_of_it_for_a_day,
    an_account_sees_its_own_tokens_newest_first,
    the_last_day_of_use_only_goes_forward,
    a_digest_belongs_to_one_token,
    only_accounts_have_tokens,
    only_digests_are_kept,
    windows_of_an_account_are_its_own,
];

/// The account a digest is of on a day.
async fn bearer(store: &Store, digest: &Digest, day: &str) -> Option<AccountId> {
    store.bearer(digest, day.parse().unwrap()).await.unwrap().map(|bearer| bearer.account.id)
}

async fn a_token_names_its_account(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    store.create_token(&new_token(1, account)).await.unwrap();
    store.create_token(&new_token(2, other)).await.unwrap();
    assert_eq!(bearer(&store, &digest(1), "2026-11-20").await, Some(account));
    assert_eq!(bearer(&store, &digest(2), "2026-11-20").await, Some(other));
    let scopes: Scopes = "read graphs".parse().unwrap();
    store.create_token(&NewToken { scopes: scopes.clone(), ..new_token(4, other) }).await.unwrap();
    let found = store.bearer(&digest(4), "2026-11-20".parse().unwrap()).await.unwrap().unwrap();
    assert_eq!(found.scopes, scopes);
    assert_eq!(store.tokens_of(&other).await.unwrap()[0].scopes, scopes);
    assert_eq!(bearer(&store, &digest(3), "2026-11-20").await, None);
}

async fn the_owner_of_a_token_is_to_be_told_of_it_for_a_day(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    for (number, of) in [(1, account), (2, other)] {
        store.create_token(&new_token(number, of)).await.unwrap();
    }
    let next = async |seconds| {
        let notice = store.take_token_notice(at(seconds)).await.unwrap();
        notice.map(|notice| (notice.digest, notice.name))
    };
    let of = |number| Some((digest(number), format!("token {number}")));
    assert_eq!(next(0).await, None, "there is none yet");
    assert_eq!((next(5).await, next(5).await, next(5).await), (of(1), of(2), None));
    store.token_notice_was_sent(&digest(1)).await.unwrap();
    assert_eq!((next(64).await, next(65).await, next(66).await), (None, of(2), None), "again after a minute");
    assert_eq!((next(184).await, next(185).await), (None, of(2)), "and then after two");
    assert_eq!(next(2 + 24 * 60 * 60).await, None, "it is no news any more");
    store.create_token(&new_token(3, other)).await.unwrap();
    store.close_account(&other, at(4)).await.unwrap();
    assert_eq!(next(1000).await, None, "nobody reads it");
}

async fn a_revoked_token_is_none(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    for number in [1, 2] {
        store.create_token(&new_token(number, account)).await.unwrap();
    }
    for (whose, number) in [(other, 1), (account, 9)] {
        let refused = store.revoke_token(&whose, &digest(number), at(9)).await;
        assert!(matches!(refused, Err(StoreError::Missing(Entity::Token))), "{refused:?}");
    }
    assert_eq!(bearer(&store, &digest(1), "2026-11-20").await, Some(account));
    store.revoke_token(&account, &digest(1), at(10)).await.unwrap();
    store.revoke_token(&account, &digest(1), at(20)).await.unwrap();
    assert_eq!(bearer(&store, &digest(1), "2026-11-20").await, None);
    assert_eq!(bearer(&store, &digest(2), "2026-11-20").await, Some(account));
    assert_eq!(store.tokens_of(&account).await.unwrap()[1].revoked_at, Some(at(10)));
}

async fn an_account_sees_its_own_tokens_newest_first(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    for number in [2, 3, 1] {
        store.create_token(&new_token(number, account)).await.unwrap();
    }
    store.create_token(&new_token(4, other)).await.unwrap();
    let tokens = store.tokens_of(&account).await.unwrap();
    let names: Vec<&str> = tokens.iter().map(|token| token.name.as_str()).collect();
    assert_eq!(names, ["token 3", "token 2", "token 1"]);
    let newest = &tokens[0];
    assert_eq!((newest.digest, newest.created_at), (digest(3), at(3)));
    assert_eq!((newest.last_used_on, newest.revoked_at), (None, None));
}

async fn the_last_day_of_use_only_goes_forward(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.create_token(&new_token(1, account)).await.unwrap();
    for (day, last) in [
        ("2026-11-20", "2026-11-20"),
        ("2026-11-20", "2026-11-20"),
        ("2026-12-01", "2026-12-01"),
        ("2026-11-30", "2026-12-01"),
    ] {
        assert!(bearer(&store, &digest(1), day).await.is_some());
        let token = &store.tokens_of(&account).await.unwrap()[0];
        assert_eq!(token.last_used_on, Some(last.parse().unwrap()));
    }
}

async fn a_digest_belongs_to_one_token(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    store.create_token(&new_token(1, account)).await.unwrap();
    let refused = store.create_token(&new_token(1, other)).await;
    assert!(matches!(refused, Err(StoreError::Conflict(Conflict::IdTaken))), "{refused:?}");
    assert_eq!(bearer(&store, &digest(1), "2026-11-20").await, Some(account));
}

async fn only_accounts_have_tokens(database: Database) {
    let store = database.open().await;
    let refused = store.create_token(&new_token(1, account_id(1))).await;
    assert!(matches!(refused, Err(StoreError::Missing(Entity::Account))), "{refused:?}");
    let refused = store.adjust(&account_id(1), &Adjustment::default()).await;
    assert!(matches!(refused, Err(StoreError::Missing(Entity::Account))), "{refused:?}");
}

async fn only_digests_are_kept(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.create_token(&new_token(1, account)).await.unwrap();
    let row =
        sqlx::query("SELECT digest FROM tokens").fetch_one(&mut database.connect().await).await.unwrap();
    let kept: String = sqlx::Row::get(&row, 0);
    assert_eq!(kept, "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b");
}

async fn windows_of_an_account_are_its_own(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    store.create_token(&new_token(1, account)).await.unwrap();
    let number = NonZeroU32::new;
    for limits in [
        Overrides { second: number(50), minute: number(600), hour: number(1), day: number(u32::MAX) },
        Overrides { second: None, minute: number(7), hour: None, day: None },
        Overrides::default(),
    ] {
        let adjustment = Adjustment { windows: limits.map(Some), ..Adjustment::default() };
        store.adjust(&account, &adjustment).await.unwrap();
        assert_eq!(store.window_limits(&account).await.unwrap(), limits);
        let bearer = store.bearer(&digest(1), "2026-11-20".parse().unwrap()).await.unwrap().unwrap();
        assert_eq!(bearer.limits, limits);
        assert_eq!(store.window_limits(&other).await.unwrap(), Overrides::default());
    }
}
