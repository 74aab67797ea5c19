//! Composed licenses: every move of spec:version-1#states, and every move there is not.

use muniment_licenses::model::LicenseId;
use muniment_server::store::{
    Act, Actor, ActorRole, Conflict, Deprecation, Edit, Entity, Granted, NewModel, RevisionKind, ShareRole,
    Shared, State, StoreError,
};

use crate::database::{Database, on_both_databases};
use crate::samples::{
    account_id, at, consent, deprecation, edit, license_content, license_id, made, new_license, restoration,
};
use crate::whole::assert_whole;

on_both_databases![
    a_published_license_has_revision_share_and_audit_row,
    a_draft_has_no_audit_row,
    a_draft_is_saved_restored_and_published,
    nothing_is_saved_over_what_was_not_seen,
    what_is_published_is_no_draft,
    a_deprecated_license_keeps_what_it_was,
    only_what_is_published_is_deprecated,
    revisions_tell_who_saved_them_under_the_name_they_have,
    mine_is_newest_first,
    a_profile_shows_what_was_published,
    an_identifier_has_one_license,
    only_accounts_have_licenses,
    licenses_outlive_their_account,
];

async fn a_published_license_has_revision_share_and_audit_row(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    let new = NewModel {
        replaces: Some(license_id(9)),
        note: "the first of its kind".into(),
        ..new_license(1, owner)
    };
    store.publish_new(&new, Some(&consent())).await.unwrap();

    let license = store.model(&new.id).await.unwrap().unwrap();
    assert_eq!((&license.id, license.owner, license.revision), (&new.id, owner, 1));
    assert_eq!((&license.content, &license.replaces), (&new.content, &new.replaces));
    assert_eq!((license.created_at, license.state), (new.at, State::Published { at: new.at }));

    let revisions = store.revisions(&new.id).await.unwrap();
    assert_eq!(revisions.len(), 1);
    let first = &revisions[0];
    assert_eq!((first.number, first.kind, first.saved_at), (1, RevisionKind::Publish, new.at));
    assert_eq!((first.actor, first.actor_role), (owner, ActorRole::Owner));
    assert_eq!((first.actor_name.as_str(), first.note.as_str()), ("Account 1", "the first of its kind"));
    assert_eq!(store.revision(&new.id, 1).await.unwrap(), Some(new.content.clone()));
    assert_eq!(store.revision(&new.id, 2).await.unwrap(), None);

    assert_eq!(store.role_in(Shared::License(&new.id), &owner).await.unwrap(), Some(ShareRole::Owner));
    let audit = store.audit_of_license(&new.id).await.unwrap();
    assert_eq!(audit, store.audit_of(&owner).await.unwrap());
    assert_eq!(audit.len(), 1);
    assert_eq!((audit[0].account, audit[0].number, audit[0].at), (owner, 1, new.at));
    assert_eq!(audit[0].act, Act::PublishedLicense(new.id.clone()));
    assert_eq!(audit[0].consent, Some(consent()));
    assert_whole(&mut database.connect().await).await;
}

async fn a_draft_has_no_audit_row(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.draft_new(&new_license(1, owner)).await.unwrap();
    let license = store.model(&license_id(1)).await.unwrap().unwrap();
    assert_eq!(license.state, State::Draft);
    assert_eq!(store.revisions(&license_id(1)).await.unwrap()[0].kind, RevisionKind::Draft);
    assert!(store.audit_of(&owner).await.unwrap().is_empty());
    assert_whole(&mut database.connect().await).await;
}

async fn a_draft_is_saved_restored_and_published(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.draft_new(&new_license(1, owner)).await.unwrap();
    assert_eq!(store.save(&edit(1, owner)).await.unwrap(), 2);
    let license = store.model(&license_id(1)).await.unwrap().unwrap();
    assert_eq!((license.content, license.revision), (license_content("second"), 2));
    assert_eq!(store.restore_draft(&restoration(1, owner, 1, 2)).await.unwrap(), 3);
    let license = store.model(&license_id(1)).await.unwrap().unwrap();
    assert_eq!((license.content, license.revision), (license_content("first"), 3));
    let last = Edit { base: 3, content: license_content("third"), at: at(1003), ..edit(1, owner) };
    assert_eq!(store.publish_draft(&last, &consent()).await.unwrap(), 4);

    let license = store.model(&license_id(1)).await.unwrap().unwrap();
    assert_eq!((license.content, license.revision), (license_content("third"), 4));
    assert_eq!((license.created_at, license.state), (at(1), State::Published { at: at(1003) }));
    let revisions = store.revisions(&license_id(1)).await.unwrap();
    let kinds: Vec<_> = revisions.iter().map(|revision| (revision.number, revision.kind)).collect();
    let (draft, restore, publish) = (RevisionKind::Draft, RevisionKind::Restore, RevisionKind::Publish);
    assert_eq!(kinds, [(4, publish), (3, restore), (2, draft), (1, draft)]);
    for (number, text) in [(1, "first"), (2, "second"), (3, "first"), (4, "third")] {
        assert_eq!(store.revision(&license_id(1), number).await.unwrap(), Some(license_content(text)));
    }
    assert_eq!(store.audit_of_license(&license_id(1)).await.unwrap()[0].consent, Some(consent()));
    assert_whole(&mut database.connect().await).await;
}

async fn nothing_is_saved_over_what_was_not_seen(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.draft_new(&new_license(1, owner)).await.unwrap();
    store.save(&edit(1, owner)).await.unwrap();
    let late = Edit { content: license_content("from the first revision"), ..edit(1, owner) };
    for refused in [
        store.save(&late).await,
        store.restore_draft(&restoration(1, owner, 1, 1)).await,
        store.publish_draft(&late, &consent()).await,
    ] {
        assert!(matches!(refused, Err(StoreError::Conflict(Conflict::Outdated))), "{refused:?}");
    }
    let license = store.model(&license_id(1)).await.unwrap().unwrap();
    assert_eq!((license.content, license.state), (license_content("second"), State::Draft));
    assert_whole(&mut database.connect().await).await;
}

async fn what_is_published_is_no_draft(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    for number in [1, 2] {
        store.publish_new(&new_license(number, owner), Some(&consent())).await.unwrap();
    }
    store.deprecate_license(&deprecation(2, owner)).await.unwrap();
    for (number, base) in [(1, 1), (2, 2)] {
        let edit = Edit { base, ..edit(number, owner) };
        for refused in [
            store.save(&edit).await,
            store.restore_draft(&restoration(number, owner, 1, base)).await,
            store.publish_draft(&edit, &consent()).await,
        ] {
            assert!(matches!(refused, Err(StoreError::Conflict(Conflict::NotADraft))), "{refused:?}");
        }
    }
    let missing = store.save(&edit(3, owner)).await;
    assert!(matches!(missing, Err(StoreError::Missing(Entity::License))), "{missing:?}");
    assert_whole(&mut database.connect().await).await;
}

async fn a_deprecated_license_keeps_what_it_was(database: Database) {
    let store = database.open().await;
    let (owner, administrator) = (made(&store, 1).await, made(&store, 2).await);
    for number in [1, 2] {
        store.publish_new(&new_license(number, owner), Some(&consent())).await.unwrap();
    }
    assert_eq!(store.deprecate_license(&deprecation(1, owner)).await.unwrap(), 2);
    let license = store.model(&license_id(1)).await.unwrap().unwrap();
    let state = State::Deprecated {
        published_at: at(1),
        on: "2026-12-24".parse().unwrap(),
        successor: Some("MIT-0".parse().unwrap()),
    };
    assert_eq!((license.content, license.state), (license_content("deprecated"), state));
    assert_eq!(store.revision(&license_id(1), 1).await.unwrap(), Some(license_content("first")));
    let newest = &store.revisions(&license_id(1)).await.unwrap()[0];
    assert_eq!((newest.kind, newest.note.as_str()), (RevisionKind::Publish, "superseded"));

    let actor = Actor { account: administrator, role: ActorRole::Admin };
    let without_successor = Deprecation { successor: None, actor, ..deprecation(2, owner) };
    store.deprecate_license(&without_successor).await.unwrap();
    let license = store.model(&license_id(2)).await.unwrap().unwrap();
    assert!(matches!(license.state, State::Deprecated { successor: None, .. }));
    let audit = store.audit_of_license(&license_id(2)).await.unwrap();
    let acts: Vec<_> = audit.iter().map(|row| (row.account, row.act.clone())).collect();
    let (published, deprecated) =
        (Act::PublishedLicense(license_id(2)), Act::DeprecatedLicense(license_id(2)));
    assert_eq!(acts, [(administrator, deprecated), (owner, published)]);
    assert_whole(&mut database.connect().await).await;
}

async fn only_what_is_published_is_deprecated(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.draft_new(&new_license(1, owner)).await.unwrap();
    store.publish_new(&new_license(2, owner), Some(&consent())).await.unwrap();
    store.deprecate_license(&deprecation(2, owner)).await.unwrap();
    for number in [1, 2] {
        let refused = store.deprecate_license(&deprecation(number, owner)).await;
        assert!(matches!(refused, Err(StoreError::Conflict(Conflict::NotPublished))), "{refused:?}");
    }
    let refused = store.deprecate_license(&deprecation(3, owner)).await;
    assert!(matches!(refused, Err(StoreError::Missing(Entity::License))), "{refused:?}");
    let own = Deprecation { successor: Some(license_id(2)), ..deprecation(2, owner) };
    let refused = store.deprecate_license(&own).await;
    assert!(matches!(refused, Err(StoreError::Conflict(Conflict::OwnSuccessor))), "{refused:?}");
    assert_whole(&mut database.connect().await).await;
}

async fn revisions_tell_who_saved_them_under_the_name_they_have(database: Database) {
    let store = database.open().await;
    let (owner, editor) = (made(&store, 1).await, made(&store, 2).await);
    store.draft_new(&new_license(1, owner)).await.unwrap();
    let actor = Actor { account: editor, role: ActorRole::Editor };
    store.save(&Edit { actor, ..edit(1, owner) }).await.unwrap();
    let names = async || -> Vec<String> {
        let revisions = store.revisions(&license_id(1)).await.unwrap();
        revisions.into_iter().map(|revision| revision.actor_name).collect()
    };
    assert_eq!(names().await, ["Account 2", "Account 1"]);
    store.close_account(&editor, at(3000)).await.unwrap();
    assert_eq!(names().await, ["a former member", "Account 1"]);
    assert!(store.revisions(&license_id(2)).await.unwrap().is_empty());
}

async fn mine_is_newest_first(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    store.draft_new(&new_license(2, account)).await.unwrap();
    store.publish_new(&new_license(4, other), Some(&consent())).await.unwrap();
    store.publish_new(&new_license(3, account), Some(&consent())).await.unwrap();
    store.publish_new(&new_license(5, other), Some(&consent())).await.unwrap();
    store.publish_new(&new_license(1, account), Some(&consent())).await.unwrap();
    store.save(&edit(2, account)).await.unwrap();
    store.share(Shared::License(&license_id(4)), &account, Granted::Viewer, at(9)).await.unwrap();

    let mine = store.models_of::<LicenseId>(&account).await.unwrap();
    let rows: Vec<_> = mine.iter().map(|own| (own.id.clone(), own.role)).collect();
    let (owner, viewer) = (ShareRole::Owner, ShareRole::Viewer);
    assert_eq!(
        rows,
        [(license_id(4), viewer), (license_id(3), owner), (license_id(2), owner), (license_id(1), owner)]
    );
    let draft = &mine[2];
    assert_eq!((draft.title.as_str(), &draft.state), ("License: second", &State::Draft));
    assert_eq!((draft.created_at, &draft.replaces), (at(2), &None));
    assert_eq!(store.models_of::<LicenseId>(&account).await.unwrap(), mine);
    assert!(store.models_of::<LicenseId>(&account_id(3)).await.unwrap().is_empty());
}

async fn a_profile_shows_what_was_published(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    store.draft_new(&new_license(1, account)).await.unwrap();
    store.publish_new(&new_license(2, account), Some(&consent())).await.unwrap();
    store.publish_new(&new_license(3, account), Some(&consent())).await.unwrap();
    store.deprecate_license(&deprecation(2, account)).await.unwrap();
    store.publish_new(&new_license(4, other), Some(&consent())).await.unwrap();
    store.share(Shared::License(&license_id(4)), &account, Granted::Editor, at(9)).await.unwrap();
    let shown = store.published_models_of::<LicenseId>(&account).await.unwrap();
    let ids: Vec<_> = shown.iter().map(|license| license.id.clone()).collect();
    assert_eq!(ids, [license_id(3), license_id(2)]);
}

async fn an_identifier_has_one_license(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    store.publish_new(&new_license(1, account), Some(&consent())).await.unwrap();
    let again = NewModel { content: license_content("stolen"), ..new_license(1, other) };
    for refused in [store.publish_new(&again, Some(&consent())).await, store.draft_new(&again).await] {
        assert!(matches!(refused, Err(StoreError::Conflict(Conflict::IdTaken))), "{refused:?}");
    }
    assert_eq!(store.model(&license_id(1)).await.unwrap().unwrap().content, license_content("first"));
    assert_whole(&mut database.connect().await).await;
}

async fn only_accounts_have_licenses(database: Database) {
    let store = database.open().await;
    let new = new_license(1, account_id(1));
    for refused in [store.publish_new(&new, Some(&consent())).await, store.draft_new(&new).await] {
        assert!(matches!(refused, Err(StoreError::Missing(Entity::Account))), "{refused:?}");
    }
    assert_eq!(store.model(&license_id(1)).await.unwrap(), None);
}

async fn licenses_outlive_their_account(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.publish_new(&new_license(1, owner), Some(&consent())).await.unwrap();
    let before = store.model(&license_id(1)).await.unwrap();
    store.close_account(&owner, at(5)).await.unwrap();
    assert_eq!(store.model(&license_id(1)).await.unwrap(), before);
    assert_eq!(store.published_models_of::<LicenseId>(&owner).await.unwrap().len(), 1);
    assert_eq!(store.audit_of(&owner).await.unwrap().len(), 2);
    assert_whole(&mut database.connect().await).await;
}
