//! Accounts: made, found by their address, changed, closed.

use muniment_server::store::{
    AccountState, Act, Adjustment, Conflict, Email, Entity, FORMER_MEMBER, NewAccount, PasswordChange, Role,
    StoreError,
};

use crate::database::{Database, on_both_databases};
use crate::samples::{account_id, at, digest, made, new_account, new_session, new_token, password};

on_both_databases![
    an_account_is_what_was_made,
    an_address_has_one_account_however_it_is_written,
    an_identifier_has_one_account,
    a_password_is_changed_for_open_accounts,
    roles_are_given_and_taken,
    closing_forgets_who_it_was,
    closing_frees_the_address,
    a_closed_account_can_do_nothing,
];

async fn an_account_is_what_was_made(database: Database) {
    let store = database.open().await;
    let new = NewAccount { role: Role::Administrator, ..new_account(1) };
    store.create_account(&new).await.unwrap();
    let account = store.account(&new.id).await.unwrap().unwrap();
    assert_eq!((account.id, account.role, account.created_at), (new.id, Role::Administrator, at(0)));
    assert_eq!(account.state, AccountState::Open { name: new.name, email: new.email });
    assert_eq!(store.account(&account_id(2)).await.unwrap(), None);
}

async fn an_address_has_one_account_however_it_is_written(database: Database) {
    let store = database.open().await;
    let account = |number, email: &str| NewAccount { email: email.parse().unwrap(), ..new_account(number) };
    store.create_account(&account(1, "Zoë.Ädams@Example.org")).await.unwrap();
    for (number, same) in ["zoë.ädams@example.org", "ZOË.ÄDAMS@EXAMPLE.ORG"].into_iter().enumerate() {
        let refused = store.create_account(&account(10 + u32::try_from(number).unwrap(), same)).await;
        assert!(matches!(refused, Err(StoreError::Conflict(Conflict::EmailTaken))), "{refused:?}");
        let found = store.credentials(&same.parse().unwrap()).await.unwrap().unwrap();
        assert_eq!(found.account.id, account_id(1));
        let AccountState::Open { email, .. } = found.account.state else { panic!() };
        assert_eq!(email.as_str(), "Zoë.Ädams@Example.org");
    }
    store.create_account(&account(2, "zoe.adams@example.org")).await.unwrap();
    assert!(store.credentials(&"somebody@else.example".parse().unwrap()).await.unwrap().is_none());
}

async fn an_identifier_has_one_account(database: Database) {
    let store = database.open().await;
    made(&store, 1).await;
    let again = NewAccount { email: "other@example.org".parse().unwrap(), ..new_account(1) };
    let refused = store.create_account(&again).await;
    assert!(matches!(refused, Err(StoreError::Conflict(Conflict::IdTaken))), "{refused:?}");
}

async fn a_password_is_changed_for_open_accounts(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    let email = new_account(1).email;
    assert_eq!(store.credentials(&email).await.unwrap().unwrap().password, password(1));
    store.change_password(&account, &PasswordChange::to(&password(7))).await.unwrap();
    assert_eq!(store.credentials(&email).await.unwrap().unwrap().password, password(7));
    let refused = store.change_password(&account_id(2), &PasswordChange::to(&password(7))).await;
    assert!(matches!(refused, Err(StoreError::Missing(Entity::Account))), "{refused:?}");
}

async fn roles_are_given_and_taken(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    for role in [Role::Administrator, Role::Member] {
        store.set_role(&account, role).await.unwrap();
        assert_eq!(store.account(&account).await.unwrap().unwrap().role, role);
    }
    let refused = store.set_role(&account_id(2), Role::Administrator).await;
    assert!(matches!(refused, Err(StoreError::Missing(Entity::Account))), "{refused:?}");
}

async fn closing_forgets_who_it_was(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.set_role(&account, Role::Administrator).await.unwrap();
    store.open_session(&new_session(1, account)).await.unwrap();
    store.create_token(&new_token(1, account)).await.unwrap();
    store.close_account(&account, at(60)).await.unwrap();

    let closed = store.account(&account).await.unwrap().unwrap();
    assert_eq!(closed.state, AccountState::Closed { at: at(60) });
    assert_eq!((closed.name(), closed.role, closed.created_at), (FORMER_MEMBER, Role::Member, at(0)));
    assert!(!closed.is_open());
    assert!(store.credentials(&new_account(1).email).await.unwrap().is_none());
    assert!(store.session(&digest(1), at(60)).await.unwrap().is_none());
    assert!(store.bearer(&digest(1), "2026-11-20".parse().unwrap()).await.unwrap().is_none());
    assert_eq!(store.tokens_of(&account).await.unwrap()[0].revoked_at, Some(at(60)));
    let audit = store.audit_of(&account).await.unwrap();
    assert_eq!((audit.len(), &audit[0].act, audit[0].at), (1, &Act::ClosedAccount, at(60)));

    // Neither name nor address is anywhere in the database.
    let row = "SELECT COUNT(*) FROM accounts WHERE name IS NULL AND email IS NULL AND email_folded IS NULL
               AND password_hash IS NULL";
    assert_eq!(crate::database::count(&mut database.connect().await, row).await, 1);
}

async fn closing_frees_the_address(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.close_account(&account, at(1)).await.unwrap();
    let again = NewAccount { id: account_id(2), ..new_account(1) };
    store.create_account(&again).await.unwrap();
    assert_eq!(store.credentials(&again.email).await.unwrap().unwrap().account.id, account_id(2));
}

async fn a_closed_account_can_do_nothing(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.close_account(&account, at(1)).await.unwrap();
    let refused = [
        store.close_account(&account, at(2)).await,
        store.open_session(&new_session(1, account)).await,
        store.create_token(&new_token(1, account)).await,
        store.publish_new(&crate::samples::new_license(1, account), Some(&crate::samples::consent())).await,
        store.draft_new(&crate::samples::new_license(1, account)).await,
        store.publish_new(&crate::samples::new_graph(1, account), None).await,
        store.draft_new(&crate::samples::new_graph(1, account)).await,
        store.adjust(&account, &Adjustment::default()).await,
    ];
    for refused in refused {
        assert!(matches!(refused, Err(StoreError::Conflict(Conflict::AccountClosed))), "{refused:?}");
    }
    for refused in [
        store.set_role(&account, Role::Administrator).await,
        store.change_password(&account, &PasswordChange::to(&password(1))).await,
        store.close_account(&account_id(9), at(2)).await,
    ] {
        assert!(matches!(refused, Err(StoreError::Missing(Entity::Account))), "{refused:?}");
    }
}

#[test]
fn an_address_has_a_name_and_a_host() {
    for good in
        ["a@b", "\"odd one\"@example.org".replace(' ', "-").as_str(), "a@b@example.org", "ä+x@exämple.org"]
    {
        assert_eq!(good.parse::<Email>().unwrap().as_str(), good);
    }
    let long = format!("{}@example.org", "a".repeat(250));
    for bad in ["", "a", "@b", "a@", "a b@c", "a@b\n", "a@b\0", "<a@x>,b@y", "a@b;c@d", "<a@b>", &long] {
        assert!(bad.parse::<Email>().is_err(), "{bad:?}");
    }
}
