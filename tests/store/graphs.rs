//! Graphs of accounts: drafts, publication, versions.

use muniment::model::VersionNumber;
use muniment_server::store::{
    Act, Conflict, Granted, GraphEdit, GraphState, Noun, ShareRole, Shared, StoreError,
};

use crate::database::{Database, on_both_databases};
use crate::samples::{account_id, at, graph_content, graph_id, made, new_graph};
use crate::whole::assert_whole;

on_both_databases![
    a_published_graph_has_version_share_and_audit_row,
    a_draft_is_published_once,
    versions_are_numbered_and_kept,
    nothing_is_saved_over_what_was_not_seen,
    mine_is_newest_first,
    an_identifier_has_one_graph,
];

fn version(number: u32) -> VersionNumber {
    VersionNumber::new(number).unwrap()
}

fn edit(number: u32, base: u32, account: muniment_server::auth::AccountId) -> GraphEdit {
    GraphEdit {
        graph: graph_id(number),
        base: version(base),
        content: graph_content(&format!("made from {base}")),
        account,
        note: format!("after {base}"),
        at: at(100 + i64::from(base)),
    }
}

async fn a_published_graph_has_version_share_and_audit_row(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.publish_graph(&new_graph(1, owner)).await.unwrap();
    let graph = store.graph(&graph_id(1)).await.unwrap().unwrap();
    assert_eq!((&graph.id, graph.owner, graph.version), (&graph_id(1), owner, VersionNumber::FIRST));
    assert_eq!((graph.content, graph.created_at), (graph_content("first"), at(1)));
    assert_eq!(graph.state, GraphState::Published { at: at(1) });
    let role = store.role_in(Shared::Graph(&graph_id(1)), &owner).await.unwrap();
    assert_eq!(role, Some(ShareRole::Owner));
    let audit = store.audit_of(&owner).await.unwrap();
    assert_eq!((audit.len(), &audit[0].act), (1, &Act::PublishedGraph(graph_id(1))));
    assert_eq!(audit[0].consent, None);
    assert_eq!(store.graph(&graph_id(2)).await.unwrap(), None);
    assert_whole(&mut database.connect().await).await;
}

async fn a_draft_is_published_once(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.draft_graph(&new_graph(1, owner)).await.unwrap();
    assert_eq!(store.graph(&graph_id(1)).await.unwrap().unwrap().state, GraphState::Draft);
    assert!(store.audit_of(&owner).await.unwrap().is_empty());
    assert!(store.published_graphs_of(&owner).await.unwrap().is_empty());
    store.publish_graph_draft(&graph_id(1), &owner, at(7)).await.unwrap();
    let state = store.graph(&graph_id(1)).await.unwrap().unwrap().state;
    assert_eq!(state, GraphState::Published { at: at(7) });
    assert_eq!(store.published_graphs_of(&owner).await.unwrap()[0].id, graph_id(1));
    let again = store.publish_graph_draft(&graph_id(1), &owner, at(8)).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::NotADraft))), "{again:?}");
    let missing = store.publish_graph_draft(&graph_id(2), &owner, at(8)).await;
    assert!(matches!(missing, Err(StoreError::Missing(Noun::Graph))), "{missing:?}");
    assert_whole(&mut database.connect().await).await;
}

async fn versions_are_numbered_and_kept(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.publish_graph(&new_graph(1, owner)).await.unwrap();
    for base in [1, 2] {
        assert_eq!(store.revise_graph(&edit(1, base, owner)).await.unwrap(), version(base + 1));
    }
    let graph = store.graph(&graph_id(1)).await.unwrap().unwrap();
    assert_eq!((graph.content, graph.version), (graph_content("made from 2"), version(3)));
    let versions = store.graph_versions(&graph_id(1)).await.unwrap();
    let rows: Vec<_> = versions.iter().map(|row| (row.version, row.saved_at, row.note.as_str())).collect();
    let expected =
        [(version(3), at(102), "after 2"), (version(2), at(101), "after 1"), (version(1), at(1), "")];
    assert_eq!(rows, expected);
    let content = async |number| store.graph_version(&graph_id(1), version(number)).await.unwrap();
    assert_eq!(content(1).await, Some(graph_content("first")));
    assert_eq!(content(2).await, Some(graph_content("made from 1")));
    assert_eq!(content(4).await, None);
    assert!(store.graph_versions(&graph_id(2)).await.unwrap().is_empty());
    assert_whole(&mut database.connect().await).await;
}

async fn nothing_is_saved_over_what_was_not_seen(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.draft_graph(&new_graph(1, owner)).await.unwrap();
    store.revise_graph(&edit(1, 1, owner)).await.unwrap();
    let late = store.revise_graph(&edit(1, 1, owner)).await;
    assert!(matches!(late, Err(StoreError::Conflict(Conflict::Outdated))), "{late:?}");
    let missing = store.revise_graph(&edit(2, 1, owner)).await;
    assert!(matches!(missing, Err(StoreError::Missing(Noun::Graph))), "{missing:?}");
    let nobody = store.revise_graph(&edit(1, 2, account_id(9))).await;
    assert!(matches!(nobody, Err(StoreError::Missing(Noun::Account))), "{nobody:?}");
    assert_eq!(store.graph(&graph_id(1)).await.unwrap().unwrap().version, version(2));
    assert_whole(&mut database.connect().await).await;
}

async fn mine_is_newest_first(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    store.draft_graph(&new_graph(2, account)).await.unwrap();
    store.publish_graph(&new_graph(3, other)).await.unwrap();
    store.publish_graph(&new_graph(4, other)).await.unwrap();
    store.publish_graph(&new_graph(1, account)).await.unwrap();
    store.share(Shared::Graph(&graph_id(3)), &account, Granted::Editor, at(9)).await.unwrap();
    let mine = store.graphs_of(&account).await.unwrap();
    let rows: Vec<_> = mine.iter().map(|own| (own.graph.id.clone(), own.role)).collect();
    let (owner, editor) = (ShareRole::Owner, ShareRole::Editor);
    assert_eq!(rows, [(graph_id(3), editor), (graph_id(2), owner), (graph_id(1), owner)]);
    let draft = &mine[1].graph;
    assert_eq!((draft.state, draft.version, draft.axioms), (GraphState::Draft, version(1), 1));
    assert_eq!((draft.title.as_str(), draft.description.as_str()), ("Graph: first", "About first"));
    let published = store.published_graphs_of(&account).await.unwrap();
    assert_eq!((published.len(), &published[0].id), (1, &graph_id(1)));
}

async fn an_identifier_has_one_graph(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    store.publish_graph(&new_graph(1, account)).await.unwrap();
    for refused in
        [store.publish_graph(&new_graph(1, other)).await, store.draft_graph(&new_graph(1, other)).await]
    {
        assert!(matches!(refused, Err(StoreError::Conflict(Conflict::IdTaken))), "{refused:?}");
    }
    assert_eq!(store.graph(&graph_id(1)).await.unwrap().unwrap().owner, account);
    assert_whole(&mut database.connect().await).await;
}
