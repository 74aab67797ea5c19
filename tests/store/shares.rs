//! Sharing: roles given, changed, taken back; the owner stays.

use muniment_server::store::{
    Conflict, Entity, FORMER_MEMBER, Granted, ShareRole, Shared, Store, StoreError,
};

use crate::database::{Database, on_both_databases};
use crate::samples::{account_id, at, graph_id, license_id, made, new_graph, new_license};
use crate::whole::assert_whole;

on_both_databases![
    roles_are_given_changed_and_taken_back,
    the_owner_stays,
    nothing_is_shared_that_is_not_there,
    closing_an_account_takes_back_what_was_shared_with_it,
];

/// A license and a graph of account 1.
async fn drafts(store: &Store) {
    let owner = made(store, 1).await;
    store.draft_new(&new_license(1, owner)).await.unwrap();
    store.draft_new(&new_graph(1, owner)).await.unwrap();
}

async fn roles_are_given_changed_and_taken_back(database: Database) {
    let store = database.open().await;
    drafts(&store).await;
    let (second, third) = (made(&store, 2).await, made(&store, 3).await);
    let (license, graph) = (license_id(1), graph_id(1));
    for what in [Shared::License(&license), Shared::Graph(&graph)] {
        assert_eq!(store.role_in(what, &second).await.unwrap(), None);
        store.share(what, &third, Granted::Viewer, at(5)).await.unwrap();
        store.share(what, &second, Granted::Editor, at(6)).await.unwrap();
        assert_eq!(store.role_in(what, &third).await.unwrap(), Some(ShareRole::Viewer));
        store.share(what, &third, Granted::Editor, at(7)).await.unwrap();
        let shares = store.shares_of(what).await.unwrap();
        let rows: Vec<_> =
            shares.iter().map(|share| (share.name.as_str(), share.role, share.since)).collect();
        let editor = ShareRole::Editor;
        let expected = [
            ("Account 1", ShareRole::Owner, at(1)),
            ("Account 3", editor, at(5)),
            ("Account 2", editor, at(6)),
        ];
        assert_eq!(rows, expected);
        store.unshare(what, &third).await.unwrap();
        store.unshare(what, &third).await.unwrap();
        assert_eq!(store.role_in(what, &third).await.unwrap(), None);
        assert_eq!(store.shares_of(what).await.unwrap().len(), 2);
    }
}

async fn the_owner_stays(database: Database) {
    let store = database.open().await;
    drafts(&store).await;
    let (license, graph) = (license_id(1), graph_id(1));
    for what in [Shared::License(&license), Shared::Graph(&graph)] {
        let refused = [
            store.share(what, &account_id(1), Granted::Viewer, at(5)).await,
            store.unshare(what, &account_id(1)).await,
        ];
        for refused in refused {
            assert!(matches!(refused, Err(StoreError::Conflict(Conflict::OwnerStays))), "{refused:?}");
        }
        assert_eq!(store.role_in(what, &account_id(1)).await.unwrap(), Some(ShareRole::Owner));
    }
}

async fn nothing_is_shared_that_is_not_there(database: Database) {
    let store = database.open().await;
    drafts(&store).await;
    let second = made(&store, 2).await;
    let (license, graph, missing) = (license_id(1), graph_id(1), (license_id(2), graph_id(2)));
    for (what, with, noun) in [
        (Shared::License(&missing.0), second, Entity::License),
        (Shared::Graph(&missing.1), second, Entity::Graph),
        (Shared::License(&license), account_id(3), Entity::Account),
        (Shared::Graph(&graph), account_id(3), Entity::Account),
    ] {
        let refused = store.share(what, &with, Granted::Viewer, at(5)).await;
        assert!(matches!(refused, Err(StoreError::Missing(found)) if found == noun), "{refused:?}");
        assert!(store.shares_of(what).await.unwrap().len() < 2);
    }
}

async fn closing_an_account_takes_back_what_was_shared_with_it(database: Database) {
    let store = database.open().await;
    drafts(&store).await;
    let second = made(&store, 2).await;
    let (license, graph) = (license_id(1), graph_id(1));
    for what in [Shared::License(&license), Shared::Graph(&graph)] {
        store.share(what, &second, Granted::Editor, at(5)).await.unwrap();
    }
    store.close_account(&second, at(6)).await.unwrap();
    store.close_account(&account_id(1), at(6)).await.unwrap();
    for what in [Shared::License(&license), Shared::Graph(&graph)] {
        let shares = store.shares_of(what).await.unwrap();
        let rows: Vec<_> = shares.iter().map(|share| (share.name.as_str(), share.role)).collect();
        assert_eq!(rows, [(FORMER_MEMBER, ShareRole::Owner)]);
        let refused = store.share(what, &second, Granted::Editor, at(7)).await;
        assert!(matches!(refused, Err(StoreError::Conflict(Conflict::AccountClosed))), "{refused:?}");
    }
    assert_whole(&mut database.connect().await).await;
}
