//! Many at once, and two servers over one database.

use muniment_licenses::model::GraphId;
use muniment_server::store::{Conflict, Edit, Granted, NewAccount, Role, Shared, StoreError};
use tokio::task::JoinSet;

use crate::database::{Database, count, on_both_databases};
use crate::samples::{
    account_id, at, consent, deprecation, digest, edit, graph_id, license_id, made, new_account, new_graph,
    new_license, new_session, new_token,
};
use crate::whole::assert_whole;

on_both_databases![
    two_hundred_publish_at_once_and_all_are_kept,
    one_account_publishes_two_hundred_times_at_once,
    one_of_many_saves_wins,
    one_of_many_deprecations_wins,
    one_of_many_accounts_gets_the_address,
    two_servers_see_what_the_other_wrote,
    closing_an_account_and_publishing_take_turns,
    readers_do_not_wait_for_a_writer,
];

async fn two_hundred_publish_at_once_and_all_are_kept(database: Database) {
    let servers = [database.open().await, database.open().await];
    for number in 0..20 {
        made(&servers[0], number).await;
    }
    let mut publishing = JoinSet::new();
    for number in 0..200_u32 {
        let store = servers[usize::from(number % 2 == 0)].clone();
        publishing.spawn(async move {
            let new = new_license(number, account_id(number % 20));
            store.publish_new(&new, Some(&consent())).await
        });
    }
    for published in publishing.join_all().await {
        published.unwrap();
    }
    for number in 0..200 {
        let license = servers[0].model(&license_id(number)).await.unwrap().unwrap();
        assert_eq!((license.owner, license.revision), (account_id(number % 20), 1));
    }
    let mut connection = database.connect().await;
    assert_whole(&mut connection).await;
    for table in ["SELECT COUNT(*) FROM models", "SELECT COUNT(*) FROM audit"] {
        assert_eq!(count(&mut connection, table).await, 200);
    }
}

async fn one_account_publishes_two_hundred_times_at_once(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    let mut publishing = JoinSet::new();
    for number in 0..200 {
        let store = store.clone();
        publishing
            .spawn(async move { store.publish_new(&new_license(number, owner), Some(&consent())).await });
    }
    for published in publishing.join_all().await {
        published.unwrap();
    }
    let audit = store.audit_of(&owner).await.unwrap();
    let numbers: Vec<u32> = audit.iter().map(|row| row.number).collect();
    assert_eq!(numbers, (1..=200).rev().collect::<Vec<_>>());
    assert_whole(&mut database.connect().await).await;
}

async fn one_of_many_saves_wins(database: Database) {
    let servers = [database.open().await, database.open().await];
    let owner = made(&servers[0], 1).await;
    servers[0].draft_new(&new_license(1, owner)).await.unwrap();
    let mut saving = JoinSet::new();
    for number in 0..20 {
        let store = servers[number % 2].clone();
        saving.spawn(async move { store.save(&edit(1, owner)).await });
    }
    let saved = saving.join_all().await;
    assert_eq!(saved.iter().filter(|saved| matches!(saved, Ok(2))).count(), 1);
    let outdated = |saved: &&Result<u32, _>| matches!(saved, Err(StoreError::Conflict(Conflict::Outdated)));
    assert_eq!(saved.iter().filter(outdated).count(), 19);
    assert_whole(&mut database.connect().await).await;
}

async fn one_of_many_deprecations_wins(database: Database) {
    let servers = [database.open().await, database.open().await];
    let owner = made(&servers[0], 1).await;
    servers[0].publish_new(&new_license(1, owner), Some(&consent())).await.unwrap();
    let mut deprecating = JoinSet::new();
    for number in 0..20 {
        let store = servers[number % 2].clone();
        deprecating.spawn(async move { store.deprecate_license(&deprecation(1, owner)).await });
    }
    let done = deprecating.join_all().await;
    assert_eq!(done.iter().filter(|done| matches!(done, Ok(2))).count(), 1);
    let late = |done: &&Result<u32, _>| matches!(done, Err(StoreError::Conflict(Conflict::NotPublished)));
    assert_eq!(done.iter().filter(late).count(), 19);
    assert_whole(&mut database.connect().await).await;
}

async fn one_of_many_accounts_gets_the_address(database: Database) {
    let servers = [database.open().await, database.open().await];
    let mut creating = JoinSet::new();
    for number in 0..20_u32 {
        let store = servers[usize::from(number % 2 == 0)].clone();
        creating.spawn(async move {
            let email = "Same@example.org".parse().unwrap();
            store.create_account(&NewAccount { email, ..new_account(number) }).await
        });
    }
    let created = creating.join_all().await;
    assert_eq!(created.iter().filter(|created| created.is_ok()).count(), 1);
    let taken = |done: &&Result<(), _>| matches!(done, Err(StoreError::Conflict(Conflict::EmailTaken)));
    assert_eq!(created.iter().filter(taken).count(), 19);
}

async fn two_servers_see_what_the_other_wrote(database: Database) {
    let (one, other) = (database.open().await, database.open().await);
    let account = made(&one, 1).await;
    other.create_token(&new_token(1, account)).await.unwrap();
    let day = "2026-11-20".parse().unwrap();
    assert_eq!(one.bearer(&digest(1), day).await.unwrap().unwrap().account.id, account);
    one.open_session(&new_session(1, account)).await.unwrap();
    assert_eq!(other.session(&digest(1), at(0)).await.unwrap().unwrap().account.id, account);
    other.set_role(&account, Role::Administrator).await.unwrap();
    assert_eq!(one.bearer(&digest(1), day).await.unwrap().unwrap().account.role, Role::Administrator);
    one.draft_new(&new_license(1, account)).await.unwrap();
    other.save(&edit(1, account)).await.unwrap();
    one.publish_draft(&Edit { base: 2, ..edit(1, account) }, &consent()).await.unwrap();
    assert_eq!(other.model(&license_id(1)).await.unwrap(), one.model(&license_id(1)).await.unwrap());
    other.publish_new(&new_graph(1, account), None).await.unwrap();
    let friend = made(&one, 2).await;
    one.share(Shared::Graph(&graph_id(1)), &friend, Granted::Viewer, at(9)).await.unwrap();
    assert_eq!(other.models_of::<GraphId>(&friend).await.unwrap().len(), 1);
    one.revoke_token(&account, &digest(1), at(9)).await.unwrap();
    assert!(other.bearer(&digest(1), day).await.unwrap().is_none());
    other.end_session(&digest(1)).await.unwrap();
    assert!(one.session(&digest(1), at(0)).await.unwrap().is_none());
}

async fn closing_an_account_and_publishing_take_turns(database: Database) {
    let servers = [database.open().await, database.open().await];
    for round in 0..10 {
        let owner = made(&servers[0], round).await;
        let mut work = JoinSet::new();
        for number in 0..6 {
            let store = servers[usize::from(number % 2 == 0)].clone();
            work.spawn(async move {
                if number == 3 {
                    return store.close_account(&owner, at(5)).await;
                }
                match store.publish_new(&new_license(round * 10 + number, owner), Some(&consent())).await {
                    Err(StoreError::Conflict(Conflict::AccountClosed)) => Ok(()),
                    done => done,
                }
            });
        }
        for done in work.join_all().await {
            done.unwrap();
        }
        assert!(!servers[1].account(&owner).await.unwrap().unwrap().is_open());
    }
    assert_whole(&mut database.connect().await).await;
}

async fn readers_do_not_wait_for_a_writer(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    let mut connection = database.connect().await;
    let mut writing = sqlx::Connection::begin(&mut connection).await.unwrap();
    sqlx::query("UPDATE accounts SET name = 'half done'").execute(&mut *writing).await.unwrap();
    assert_eq!(store.account(&owner).await.unwrap().unwrap().name(), "Account 1");
    writing.commit().await.unwrap();
    store.check().await.unwrap();
    assert_eq!(store.account(&owner).await.unwrap().unwrap().name(), "half done");
}
