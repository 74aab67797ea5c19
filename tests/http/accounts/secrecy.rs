//! What an answer or a report may not give away: drafts of others, identifiers, passwords and keys.

use serde_json::json;

use super::browser::{Browser, CSRF, inputs};
use super::databases::{Engine, on_both_databases};
use super::people::{COMPOSER, MINE, PASSWORD, Person, composed};
use crate::server::Answer;

on_both_databases![
    drafts_of_others_cannot_be_told_from_nothing,
    identifiers_tell_nothing_of_each_other,
    secrets_are_reported_nowhere,
];

fn drafts_of_others_cannot_be_told_from_nothing(engine: Engine) {
    let host = engine.open_to_newcomers();
    let (ada, mallory) = (host.person("Ada"), host.member("Mallory"));
    let draft = ada.draft("A secret");
    let nothing = "0123456789abcdefABCDEF0123456789";
    let browser = Browser::of(&mallory);
    let told = |answer: Answer, id: &str| {
        let headers = answer.lasting_headers();
        let status = answer.status;
        let body = answer.text().replace(id, "{id}");
        // Version 2 names each request in its problems.
        let body = match answer.header("x-request-id") {
            Some(request) => body.replace(request, "{request}"),
            None => body,
        };
        let headers: Vec<(String, String)> = headers
            .into_iter()
            .filter(|(name, _)| name != "set-cookie")
            .map(|(name, value)| (name, value.replace(id, "{id}")))
            .collect();
        (status, headers, body)
    };
    for route in [
        "/licenselibrary/license/{}",
        "/licenselibrary/license/{}?format=ttl",
        "/licenselibrary/license/{}/versions",
        "/licenselibrary/license/{}/versions/1",
        "/licenselibrary/license/{}/versions/2",
        "/licenselibrary/license/{}/changelog",
        "/licenselibrary/review/{}",
        "/licenselibrary/{}",
        "/licenselibrary/{}?format=nt",
        "/licenselibrary/{}/versions",
        "/license-library/{}",
        "/license-library/{}/badge.svg",
        "/license-library/{}/license.json",
        "/web/license/{}",
        "/v2/licenses/{}",
        "/v2/licenses/{}/versions/1",
        "/licenselibrary/mine/{}/revisions",
        "/account/licenses/{}",
    ] {
        let ask = |id: &str| {
            let path = route.replace("{}", id);
            let page = browser.get(&path);
            let csrf = inputs(page.text(), CSRF).into_iter().next();
            let (status, headers, body) = told(page, id);
            let body = csrf.map_or(body.clone(), |csrf| body.replace(&csrf, "{csrf}"));
            [told(host.get(&path), id), told(mallory.get(&path), id), (status, headers, body)]
        };
        assert_eq!(ask(&draft), ask(nothing), "{route}");
    }
    for below in ["deprecate", "deprecate?replaced_by=CC-BY-4.0"] {
        let ask = |id: &str| told(mallory.post(&format!("{MINE}/{id}/{below}")), id);
        assert_eq!(ask(&draft), ask(nothing));
    }
    for below in ["publish", "restore", "deprecate", "share", "unshare"] {
        let ask = |id: &str| {
            browser.submit("/account/tokens", &format!("/account/licenses/{id}/{below}"), &[]).status
        };
        assert_eq!(ask(&draft), ask(nothing), "{below}");
    }
    let own = mallory.publish("Mallory's");
    let successor = |id: &str| {
        let answer = mallory.post(&format!("{MINE}/{own}/deprecate?replaced_by={id}"));
        (answer.status, answer.text().replace(id, "{id}"))
    };
    assert_eq!(successor(&draft), successor(nothing));
    let check = |id: &str| {
        let answer = mallory.json("/licenselibrary/consistencycheck", &json!({"license": id}));
        (answer.status, answer.text().replace(id, "{id}"))
    };
    assert_eq!(check(&draft), check(nothing));
    let combined = |id: &str| {
        let licenses = json!([super::license_iri("CC-BY-4.0"), super::license_iri(id)]);
        mallory.json("/compatibilitycheck/", &json!({"licenses": licenses})).is(200).json()
    };
    assert_eq!(combined(&draft), combined(nothing), "nobody reads a draft through a verdict");
}

fn identifiers_tell_nothing_of_each_other(engine: Engine) {
    let host = engine.open_to_newcomers();
    let people: Vec<Person<'_>> = (0..4).map(|number| host.person(&format!("Person {number}"))).collect();
    let mut names: Vec<String> = people.iter().map(|person| person.account.clone()).collect();
    for person in &people {
        names.extend([
            person.publish("A"),
            person.draft("A"),
            person.graph("A", true),
            person.graph("A", false),
        ]);
    }
    let mut beginnings: Vec<&str> = names.iter().map(|name| &name[..6]).collect();
    beginnings.sort_unstable();
    beginnings.dedup();
    assert_eq!(beginnings.len(), names.len(), "{names:?}");
    for person in &people {
        assert!(!names.iter().any(|name| name.len() == 32 && name.contains(&person.account)));
    }
}

fn secrets_are_reported_nowhere(engine: Engine) {
    let host = engine.open_reporting(&["--limits", "off"]);
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let key = browser.session().unwrap();
    browser.log_in(&ada.email, "not her password").is(401);
    ada.json(COMPOSER, &composed("A license")).is(201);
    ada.json(COMPOSER, &json!({"title": 7})).is(422);
    host.get(&format!("{MINE}?token={}", ada.token)).is(401);
    let report = host.report();
    for secret in [&ada.token, &key, PASSWORD, "not her password", &ada.email, "argon2id"] {
        assert!(!report.contains(secret), "{report}");
    }
}
