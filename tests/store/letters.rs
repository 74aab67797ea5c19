//! Every text comes back letter for letter, whatever it would mean to SQL, to HTML, or to a terminal.

use muniment_licenses::model::{GraphId, LicenseId};
use muniment_server::store::{
    AccountState, Consent, Content, Deprecation, Edit, NewAccount, NewModel, NewToken, StoreError,
};

use crate::database::{Database, on_both_databases};
use crate::samples::{
    account_id, deprecation, digest, edit, graph_content, graph_edit, graph_id, license_content, license_id,
    made, new_account, new_graph, new_license, new_token,
};

on_both_databases![texts_come_back_as_they_were, a_text_no_database_keeps_is_refused];

const TEXTS: [&str; 14] = [
    "'; DROP TABLE accounts; --",
    "\" OR 1=1 --",
    "' || (SELECT password_hash FROM accounts) || '",
    "$1 ?1 :name @p %s {0} \\' \\x41 \\",
    "E'\\n' $$ $tag$ /* */ `",
    "%_[a-z]",
    "<script>alert('&amp;')</script>\"><img src=x onerror=alert(1)>",
    "a\u{1}\u{7f}\u{85}\r\n\t z",
    "Größe 日本語 \u{1F9EA} e\u{301} \u{e9} \u{202e}abc",
    "\u{feff}\u{fffd}\u{ffff}\u{10ffff}",
    "true",
    "0012e3",
    "NULL",
    "",
];

async fn texts_come_back_as_they_were(database: Database) {
    let store = database.open().await;
    for (number, text) in (0_u32..).zip(TEXTS) {
        let text = text.to_owned();
        let account = account_id(number);
        // An address cannot be empty or hold white space or what divides addresses; what can be in it stays.
        let is_odd = |c: &char| c.is_whitespace() || c.is_control() || "<>,;".contains(*c);
        let name: String = text.chars().filter(|c| !is_odd(c)).collect();
        let email: muniment_server::store::Email = format!("{number}{name}@example.org").parse().unwrap();
        let new = NewAccount { name: text.clone(), email: email.clone(), ..new_account(number) };
        store.create_account(&new).await.unwrap();
        let state = store.credentials(&email).await.unwrap().unwrap().account.state;
        assert_eq!(state, AccountState::Open { name: text.clone(), email });
        store.create_token(&NewToken { name: text.clone(), ..new_token(number, account) }).await.unwrap();
        assert_eq!(store.tokens_of(&account).await.unwrap()[0].name, text);

        let (title, document, note) = (text.clone(), text.repeat(3), text.clone());
        let content = Content { title, document, ..license_content("") };
        let new = NewModel { content: content.clone(), note: note.clone(), ..new_license(number, account) };
        store.draft_new(&new).await.unwrap();
        let edit = Edit { content: content.clone(), note: note.clone(), ..edit(number, account) };
        let notice = Consent { privacy_notice: text.clone() };
        store.publish_draft(&edit, &notice).await.unwrap();
        let deprecation = Deprecation { content: content.clone(), note, ..deprecation(number, account) };
        store.deprecate_license(&deprecation).await.unwrap();
        assert_eq!(store.model(&license_id(number)).await.unwrap().unwrap().content, content);
        for revision in store.revisions(&license_id(number)).await.unwrap() {
            assert_eq!((&revision.note, &revision.actor_name), (&text, &text));
            let saved = store.revision(&license_id(number), revision.number).await.unwrap();
            assert_eq!(saved, Some(content.clone()));
        }
        assert_eq!(store.models_of::<LicenseId>(&account).await.unwrap()[0].title, text);
        assert_eq!(store.audit_of(&account).await.unwrap()[1].consent, Some(notice));

        let (title, description, document) = (text.clone(), text.clone(), text.repeat(2));
        let content = Content { title, description, document, ..graph_content("") };
        store.draft_new(&NewModel { content: content.clone(), ..new_graph(number, account) }).await.unwrap();
        let edit = Edit { content: content.clone(), note: text.clone(), ..graph_edit(number, 1, account) };
        store.save(&edit).await.unwrap();
        assert_eq!(store.model(&graph_id(number)).await.unwrap().unwrap().content, content);
        assert_eq!(store.revisions(&graph_id(number)).await.unwrap()[0].note, text);
        assert_eq!(store.models_of::<GraphId>(&account).await.unwrap()[0].description, text);
    }
}

async fn a_text_no_database_keeps_is_refused(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    let nul = || "a\0b".to_owned();
    let license = |content, note| NewModel { content, note, ..new_license(1, owner) };
    let consent = crate::samples::consent();
    let notice = Consent { privacy_notice: nul() };
    let fine = || license_content("fine");
    for refused in [
        store.create_account(&NewAccount { name: nul(), ..new_account(2) }).await,
        store.create_token(&NewToken { name: nul(), ..new_token(1, owner) }).await,
        store.draft_new(&license(Content { title: nul(), ..fine() }, String::new())).await,
        store.publish_new(&license(Content { document: nul(), ..fine() }, nul()), Some(&consent)).await,
        store.publish_new(&license(fine(), nul()), Some(&consent)).await,
        store.publish_new(&license(fine(), String::new()), Some(&notice)).await,
        store
            .publish_new(
                &NewModel {
                    content: Content { description: nul(), ..graph_content("fine") },
                    ..new_graph(1, owner)
                },
                None,
            )
            .await,
    ] {
        assert!(matches!(refused, Err(StoreError::Nul)), "{refused:?}");
    }
    assert!(store.models_of::<LicenseId>(&owner).await.unwrap().is_empty());
    assert!(store.audit_of(&owner).await.unwrap().is_empty());
    assert!(store.bearer(&digest(1), "2026-11-20".parse().unwrap()).await.unwrap().is_none());
    crate::whole::assert_whole(&mut database.connect().await).await;
}
