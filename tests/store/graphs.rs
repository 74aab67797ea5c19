//! Graphs of accounts: drafts, publication, versions.

use muniment_licenses::model::GraphId;
use muniment_server::store::{
    Act, Conflict, Entity, Granted, Publication, ShareRole, Shared, State, StoreError,
};

use crate::database::{Database, on_both_databases};
use crate::samples::{account_id, at, graph_content, graph_edit, graph_id, made, new_graph};
use crate::whole::assert_whole;

on_both_databases![
    a_published_graph_has_version_share_and_audit_row,
    a_draft_is_published_once,
    a_draft_is_published_in_all_its_versions,
    a_graph_is_read_with_its_versions_at_one_moment,
    versions_are_numbered_and_kept,
    nothing_is_saved_over_what_was_not_seen,
    mine_is_newest_first,
    an_identifier_has_one_graph,
];

/// The publication of a graph of this many versions.
fn publication(
    number: u32,
    versions: u32,
    account: muniment_server::auth::AccountId,
    seconds: i64,
) -> Publication<GraphId> {
    Publication {
        model: graph_id(number),
        base: versions,
        revisions: (1..=versions).map(|number| graph_content(&format!("published {number}"))).collect(),
        account,
        at: at(seconds),
    }
}

async fn a_published_graph_has_version_share_and_audit_row(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.publish_new(&new_graph(1, owner), None).await.unwrap();
    let graph = store.model(&graph_id(1)).await.unwrap().unwrap();
    assert_eq!((&graph.id, graph.owner, graph.revision), (&graph_id(1), owner, 1));
    assert_eq!((graph.content, graph.created_at), (graph_content("first"), at(1)));
    assert_eq!(graph.state, State::Published { at: at(1) });
    let role = store.role_in(Shared::Graph(&graph_id(1)), &owner).await.unwrap();
    assert_eq!(role, Some(ShareRole::Owner));
    let audit = store.audit_of(&owner).await.unwrap();
    assert_eq!((audit.len(), &audit[0].act), (1, &Act::PublishedGraph(graph_id(1))));
    assert_eq!(audit[0].consent, None);
    assert_eq!(store.model(&graph_id(2)).await.unwrap(), None);
    assert_whole(&mut database.connect().await).await;
}

async fn a_draft_is_published_once(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.draft_new(&new_graph(1, owner)).await.unwrap();
    assert_eq!(store.model(&graph_id(1)).await.unwrap().unwrap().state, State::Draft);
    assert!(store.audit_of(&owner).await.unwrap().is_empty());
    assert!(store.published_models_of::<GraphId>(&owner).await.unwrap().is_empty());
    store.publish_rewritten(&publication(1, 1, owner, 7)).await.unwrap();
    let state = store.model(&graph_id(1)).await.unwrap().unwrap().state;
    assert_eq!(state, State::Published { at: at(7) });
    assert_eq!(store.published_models_of::<GraphId>(&owner).await.unwrap()[0].id, graph_id(1));
    let again = store.publish_rewritten(&publication(1, 1, owner, 8)).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::NotADraft))), "{again:?}");
    let missing = store.publish_rewritten(&publication(2, 1, owner, 8)).await;
    assert!(matches!(missing, Err(StoreError::Missing(Entity::Graph))), "{missing:?}");
    assert_whole(&mut database.connect().await).await;
}

async fn a_draft_is_published_in_all_its_versions(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.draft_new(&new_graph(1, owner)).await.unwrap();
    store.save(&graph_edit(1, 1, owner)).await.unwrap();
    // Made from a version that stands no more, or with a version left out.
    let short = Publication { revisions: vec![graph_content("published 1")], ..publication(1, 2, owner, 7) };
    for outdated in [publication(1, 1, owner, 7), short, publication(1, 3, owner, 7)] {
        let refused = store.publish_rewritten(&outdated).await;
        assert!(matches!(refused, Err(StoreError::Conflict(Conflict::Outdated))), "{refused:?}");
    }
    assert_eq!(store.model(&graph_id(1)).await.unwrap().unwrap().state, State::Draft);
    assert!(store.audit_of(&owner).await.unwrap().is_empty());
    store.publish_rewritten(&publication(1, 2, owner, 8)).await.unwrap();
    let (graph, versions) = store.model_with_revisions(&graph_id(1)).await.unwrap().unwrap();
    assert_eq!((graph.revision, graph.state), (2, State::Published { at: at(8) }));
    let (first, second) = (&versions[0], &versions[1]);
    assert_eq!(first.content.document, graph_content("published 1").document);
    assert_eq!(second.content.hash, graph_content("published 2").hash);
    // What a version is called, and when it was saved, is what it was.
    assert_eq!((first.content.title.as_str(), first.saved_at), ("Graph: first", at(1)));
    assert_eq!((second.note.as_str(), second.saved_at), ("after 1", at(101)));
    assert_eq!(graph.content, second.content);
    assert_whole(&mut database.connect().await).await;
}

async fn a_graph_is_read_with_its_versions_at_one_moment(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    assert_eq!(store.model_with_revisions(&graph_id(1)).await.unwrap(), None);
    store.publish_new(&new_graph(1, owner), None).await.unwrap();
    for base in [1, 2] {
        store.save(&graph_edit(1, base, owner)).await.unwrap();
    }
    let (graph, versions) = store.model_with_revisions(&graph_id(1)).await.unwrap().unwrap();
    assert_eq!(Some(graph), store.model(&graph_id(1)).await.unwrap());
    let numbers: Vec<_> = versions.iter().map(|kept| kept.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    for kept in versions {
        let alone = store.revision(&graph_id(1), kept.number).await.unwrap();
        assert_eq!(alone, Some(kept.content));
    }
}

async fn versions_are_numbered_and_kept(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.publish_new(&new_graph(1, owner), None).await.unwrap();
    for base in [1, 2] {
        assert_eq!(store.save(&graph_edit(1, base, owner)).await.unwrap(), base + 1);
    }
    let graph = store.model(&graph_id(1)).await.unwrap().unwrap();
    assert_eq!((graph.content, graph.revision), (graph_content("made from 2"), 3));
    let versions = store.revisions(&graph_id(1)).await.unwrap();
    let rows: Vec<_> = versions.iter().map(|row| (row.number, row.saved_at, row.note.as_str())).collect();
    let expected = [(3, at(102), "after 2"), (2, at(101), "after 1"), (1, at(1), "")];
    assert_eq!(rows, expected);
    let content = async |number| store.revision(&graph_id(1), number).await.unwrap();
    assert_eq!(content(1).await, Some(graph_content("first")));
    assert_eq!(content(2).await, Some(graph_content("made from 1")));
    assert_eq!(content(4).await, None);
    assert!(store.revisions(&graph_id(2)).await.unwrap().is_empty());
    assert_whole(&mut database.connect().await).await;
}

async fn nothing_is_saved_over_what_was_not_seen(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.draft_new(&new_graph(1, owner)).await.unwrap();
    store.save(&graph_edit(1, 1, owner)).await.unwrap();
    let late = store.save(&graph_edit(1, 1, owner)).await;
    assert!(matches!(late, Err(StoreError::Conflict(Conflict::Outdated))), "{late:?}");
    let missing = store.save(&graph_edit(2, 1, owner)).await;
    assert!(matches!(missing, Err(StoreError::Missing(Entity::Graph))), "{missing:?}");
    let nobody = store.save(&graph_edit(1, 2, account_id(9))).await;
    assert!(matches!(nobody, Err(StoreError::Missing(Entity::Account))), "{nobody:?}");
    assert_eq!(store.model(&graph_id(1)).await.unwrap().unwrap().revision, 2);
    assert_whole(&mut database.connect().await).await;
}

async fn mine_is_newest_first(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    store.draft_new(&new_graph(2, account)).await.unwrap();
    store.publish_new(&new_graph(3, other), None).await.unwrap();
    store.publish_new(&new_graph(4, other), None).await.unwrap();
    store.publish_new(&new_graph(1, account), None).await.unwrap();
    store.share(Shared::Graph(&graph_id(3)), &account, Granted::Editor, at(9)).await.unwrap();
    let mine = store.models_of::<GraphId>(&account).await.unwrap();
    let rows: Vec<_> = mine.iter().map(|own| (own.id.clone(), own.role)).collect();
    let (owner, editor) = (ShareRole::Owner, ShareRole::Editor);
    assert_eq!(rows, [(graph_id(3), editor), (graph_id(2), owner), (graph_id(1), owner)]);
    let draft = &mine[1];
    assert_eq!((&draft.state, draft.revision, draft.axioms), (&State::Draft, 1, 1));
    assert_eq!((draft.title.as_str(), draft.description.as_str()), ("Graph: first", "About first"));
    let published = store.published_models_of::<GraphId>(&account).await.unwrap();
    assert_eq!((published.len(), &published[0].id), (1, &graph_id(1)));
}

async fn an_identifier_has_one_graph(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    store.publish_new(&new_graph(1, account), None).await.unwrap();
    for refused in
        [store.publish_new(&new_graph(1, other), None).await, store.draft_new(&new_graph(1, other)).await]
    {
        assert!(matches!(refused, Err(StoreError::Conflict(Conflict::IdTaken))), "{refused:?}");
    }
    assert_eq!(store.model(&graph_id(1)).await.unwrap().unwrap().owner, account);
    assert_whole(&mut database.connect().await).await;
}
