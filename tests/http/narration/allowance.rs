//! spec:version-1#quotas and spec:version-1#narration: ten texts a day, for an account and not for its tokens; when
//! they are spent the vocabulary speaks.

use serde_json::json;

use super::provider::{Provider, Reply};
use super::{NARRATE, Person, SCHEMA, TestServer, about_the_model, assert_fallback, assert_provided, whole};

/// spec:version-1#narration: switched off, it is 503 for whoever may ask; the plain reading is unaffected.
#[test]
fn a_deployment_may_switch_it_off() {
    let provider = Provider::start();
    let host = TestServer::asking_with(&provider, 20, &["--narration", "off"]);
    host.person().refused(&about_the_model(), 503);
    host.server.post(NARRATE, "application/json", "{}").is(401);
    host.server.get("/licenselibrary/license/CC-BY-4.0?format=text").is(200);
    assert!(provider.asked().is_empty());
    assert_eq!(host.server.get("/v2").json()["features"]["license_to_text"], false);
}

#[test]
fn ten_texts_a_day_are_the_providers() {
    let provider = Provider::start();
    provider.answers(SCHEMA, [Reply::content(&whole())]);
    let host = TestServer::asking(&provider, 20);
    let reader = host.person();
    // What is refused spends nothing.
    reader.refused(&json!({"license": "NoSuchLicense"}), 404);
    reader.refused(&json!({"model": ""}), 422);
    let token = host.operate(&["create-token", "--account", &reader.account, "--name", "another"]);
    let again = Person { host: &host, account: reader.account.clone(), token };
    for text in 0..10 {
        let asking = if text % 2 == 0 { &reader } else { &again };
        assert_provided(&asking.told(&about_the_model()));
    }
    for spent in [&reader, &again] {
        assert_fallback(&spent.told(&about_the_model()));
    }
    assert_eq!(provider.asked().len(), 10);
    assert_provided(&host.person().told(&about_the_model()));
    reader.may_have(11);
    assert_provided(&reader.told(&about_the_model()));
    assert_fallback(&reader.told(&about_the_model()));
}

/// The text that needs nobody spends one too.
#[test]
fn a_text_that_the_provider_did_not_write_is_spent_all_the_same() {
    let provider = Provider::start();
    provider.answers(SCHEMA, [Reply::status(400), Reply::content(&whole())]);
    let host = TestServer::asking(&provider, 20);
    let reader = host.person();
    reader.may_have(2);
    assert_fallback(&reader.told(&about_the_model()));
    assert_provided(&reader.told(&about_the_model()));
    assert_fallback(&reader.told(&about_the_model()));
    assert_eq!(provider.asked().len(), 2);
}

#[test]
fn however_many_ask_at_once_no_more_are_written() {
    let provider = Provider::start();
    provider.answers(SCHEMA, [Reply::content(&whole())]);
    let host = TestServer::asking(&provider, 20);
    let reader = host.person();
    reader.may_have(3);
    std::thread::scope(|scope| {
        let asking: Vec<_> = (0..8).map(|_| scope.spawn(|| reader.told(&about_the_model()))).collect();
        for told in asking {
            told.join().unwrap();
        }
    });
    assert_eq!(provider.asked().len(), 3);
}

#[test]
fn who_may_have_none_is_told_so_before_anything_is_looked_at() {
    let provider = Provider::start();
    let host = TestServer::asking(&provider, 20);
    let reader = host.person();
    reader.may_have(0);
    for body in
        [about_the_model().to_string(), json!({"license": "NoSuchLicense"}).to_string(), "no JSON".to_owned()]
    {
        let refusal = reader.send(NARRATE, &body).is(403).json();
        assert!(refusal["detail"].as_str().unwrap().contains("allowance"), "{refusal}");
        host.server.post(NARRATE, "application/json", &body).is(401);
    }
    assert!(provider.asked().is_empty());
    host.operate(&["set-quota", "--account", &reader.account, "--narrations", "default"]);
    assert_fallback(&reader.told(&about_the_model()));
}
