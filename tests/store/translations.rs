//! Runs of the translation assistant: one life each, parts kept, a draft once, forgotten in time.

use muniment_licenses::model::LicenseId;
use muniment_server::auth::TranslationId;
use muniment_server::store::{
    Allowances, Entity, NewTranslation, PartCost, Store, StoreError, TranslationStatus,
};

use crate::database::{Database, count, on_both_databases};
use crate::samples::{account_id, at, digest, license_id, made, new_license};

on_both_databases![
    a_run_goes_from_queued_over_running_to_its_end,
    a_run_ends_once,
    a_run_is_its_account_s_alone,
    parts_that_were_read_are_there_for_the_next_run_over_the_same_text,
    a_proposal_is_kept_as_one_draft,
    runs_that_are_over_are_forgotten,
];

pub(crate) fn translation_id(number: u32) -> TranslationId {
    format!("{number:032}").parse().unwrap()
}

pub(crate) fn new_translation(number: u32, account: muniment_server::auth::AccountId) -> NewTranslation {
    NewTranslation {
        id: translation_id(number),
        account,
        text_digest: digest(1),
        characters: 20_000,
        parts_total: 2,
        title: "A license".to_owned(),
        progress: "{}".to_owned(),
        readings: Vec::new(),
        at: at(1),
    }
}

/// More runs than a test begins.
pub(crate) const RUNS: Allowances = Allowances { account: 1000, deployment: Some(1000) };

const COST: PartCost = PartCost { tokens_in: 100, tokens_out: 20 };

async fn status(store: &Store, number: u32) -> TranslationStatus {
    store.translation(&translation_id(number), &account_id(1)).await.unwrap().unwrap().status
}

async fn a_run_goes_from_queued_over_running_to_its_end(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    let id = translation_id(1);
    store.open_translation(&new_translation(1, account), &RUNS).await.unwrap();
    let begun = store.translation(&id, &account).await.unwrap().unwrap();
    assert_eq!((begun.status, begun.parts_total, begun.alive_at), (TranslationStatus::Queued, 2, at(1)));
    assert_eq!((begun.result, begun.draft, begun.progress.as_str()), (None, None, "{}"));

    store.advance_translation(&id, "{\"stage\": \"sending\"}", at(2)).await.unwrap();
    let running = store.translation(&id, &account).await.unwrap().unwrap();
    assert_eq!((running.status, running.alive_at), (TranslationStatus::Running, at(2)));
    assert_eq!(running.progress, "{\"stage\": \"sending\"}");
    for number in [2, 1] {
        store.keep_part(&id, number, &format!("reading {number}"), COST, at(2)).await.unwrap();
    }
    let parts = [(1, "reading 1".to_owned()), (2, "reading 2".to_owned())];
    assert_eq!(store.translated_parts(&id).await.unwrap(), parts);
    let mut connection = database.connect().await;
    assert_eq!(count(&mut connection, "SELECT tokens_in + tokens_out FROM translations").await, 240);

    assert!(store.end_translation(&id, true, "the proposal", at(3)).await.unwrap());
    let done = store.translation(&id, &account).await.unwrap().unwrap();
    assert_eq!((done.status, done.result.as_deref()), (TranslationStatus::Done, Some("the proposal")));
}

async fn a_run_ends_once(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.open_translation(&new_translation(1, account), &RUNS).await.unwrap();
    let id = translation_id(1);
    assert!(store.end_translation(&id, false, "why", at(2)).await.unwrap());
    assert!(!store.end_translation(&id, true, "too late", at(3)).await.unwrap());
    store.advance_translation(&id, "{}", at(4)).await.unwrap();
    let failed = store.translation(&id, &account).await.unwrap().unwrap();
    assert_eq!((failed.status, failed.result.as_deref()), (TranslationStatus::Failed, Some("why")));
    assert_eq!(failed.alive_at, at(2));
    let again = store.open_translation(&new_translation(1, account), &RUNS).await;
    assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
}

async fn a_run_is_its_account_s_alone(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    store.open_translation(&new_translation(1, account), &RUNS).await.unwrap();
    store.end_translation(&translation_id(1), true, "done", at(2)).await.unwrap();
    assert_eq!(store.translation(&translation_id(1), &other).await.unwrap(), None);
    assert_eq!(store.translation(&translation_id(2), &account).await.unwrap(), None);
    assert_eq!(store.earlier_translation(&other, &digest(1), 2).await.unwrap(), None);
    let draft = store.keep_as_draft(&translation_id(1), &new_license(1, other)).await;
    assert!(matches!(draft, Err(StoreError::Missing(Entity::Translation))), "{draft:?}");
    assert_eq!(store.model(&license_id(1)).await.unwrap(), None, "nothing is left of it");
}

async fn parts_that_were_read_are_there_for_the_next_run_over_the_same_text(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    for number in 1..=2 {
        store.open_translation(&new_translation(number, account), &RUNS).await.unwrap();
        store.keep_part(&translation_id(number), 1, &format!("of run {number}"), COST, at(2)).await.unwrap();
    }
    assert_eq!(store.earlier_translation(&account, &digest(1), 2).await.unwrap(), None, "none is over");
    for number in [2, 1] {
        let moment = at(10 - i64::from(number));
        store.end_translation(&translation_id(number), true, "partial", moment).await.unwrap();
    }
    let earlier = store.earlier_translation(&account, &digest(1), 2).await.unwrap();
    assert_eq!(earlier, Some(translation_id(1)), "the one that ended last");
    assert_eq!(store.earlier_translation(&account, &digest(2), 2).await.unwrap(), None);
    assert_eq!(store.earlier_translation(&account, &digest(1), 3).await.unwrap(), None);
    let readings = store.translated_parts(&translation_id(1)).await.unwrap();
    let next = NewTranslation { readings: readings.clone(), ..new_translation(3, account) };
    store.open_translation(&next, &RUNS).await.unwrap();
    assert_eq!(store.translated_parts(&translation_id(3)).await.unwrap(), readings);
    let twice = store.keep_part(&translation_id(3), 1, "again", COST, at(2)).await;
    assert!(twice.is_err(), "{twice:?}");
}

async fn a_proposal_is_kept_as_one_draft(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    store.open_translation(&new_translation(1, account), &RUNS).await.unwrap();
    store.end_translation(&translation_id(1), true, "done", at(2)).await.unwrap();
    let kept = store.keep_as_draft(&translation_id(1), &new_license(1, account)).await.unwrap();
    let again = store.keep_as_draft(&translation_id(1), &new_license(2, account)).await.unwrap();
    assert_eq!((kept, again), (license_id(1), license_id(1)));
    assert_eq!(store.models_of::<LicenseId>(&account).await.unwrap().len(), 1);
    let translation = store.translation(&translation_id(1), &account).await.unwrap().unwrap();
    assert_eq!((translation.draft, translation.status), (Some(license_id(1)), TranslationStatus::Done));
}

async fn runs_that_are_over_are_forgotten(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    for number in 1..=3 {
        store.open_translation(&new_translation(number, account), &RUNS).await.unwrap();
        store.keep_part(&translation_id(number), 1, "read", COST, at(2)).await.unwrap();
    }
    store.end_translation(&translation_id(1), true, "done", at(10)).await.unwrap();
    store.end_translation(&translation_id(2), false, "failed", at(11)).await.unwrap();
    store.keep_as_draft(&translation_id(1), &new_license(1, account)).await.unwrap();
    assert_eq!(store.purge_translations(at(10)).await.unwrap(), 1);
    assert_eq!(store.translation(&translation_id(1), &account).await.unwrap(), None);
    assert!(store.translated_parts(&translation_id(1)).await.unwrap().is_empty());
    assert!(store.model(&license_id(1)).await.unwrap().is_some(), "a draft stays");
    assert_eq!(status(&store, 2).await, TranslationStatus::Failed);
    assert_eq!(store.purge_translations(at(1000)).await.unwrap(), 1);
    assert_eq!(status(&store, 3).await, TranslationStatus::Queued, "what runs is never forgotten");
}
