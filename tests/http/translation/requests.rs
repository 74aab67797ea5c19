//! What is sent, in which order it is judged, and how much of it there may be.

use std::num::NonZeroU32;

use muniment_server::limit::Overrides;
use muniment_server::store::QuotaKind;
use serde_json::json;

use super::{Setup, TRANSLATE, license};
use crate::accounts::simulated::Simulated;
use crate::narration::provider::{Asked, Provider};

#[test]
fn a_text_of_one_part_is_answered_at_once() {
    let setup = Setup::new();
    let document = setup.send(&license(1)).is(200).json();
    for key in ["job_id", "prompt_version", "statements", "warnings", "conflicts", "usage", "quota"] {
        assert!(document.get(key).is_some(), "{key}: {document}");
    }
    assert_eq!((&document["title"], &document["language"]), (&json!("Sample license"), &json!("en")));
    assert_eq!(document["parts"], json!({"total": 1, "translated": [1], "failed": []}));
    let statement = &document["statements"][0];
    assert_eq!(
        (&statement["term"], &statement["known_term"], &statement["kind"]),
        (&json!("odrl:distribute"), &json!(true), &json!("permission"))
    );
    assert_eq!(document["license"]["permissions"][0]["action"], "odrl:distribute");
    assert_eq!(document["usage"]["provider"], "127.0.0.1");
    assert!(document["usage"]["tokens_in"].as_u64().unwrap() > 0);
    let quota = &document["quota"];
    assert_eq!((&quota["configured"], &quota["user_remaining_today"]), (&json!(true), &json!(9)));
    assert_eq!((&quota["user_limit_today"], &quota["global_remaining_today"]), (&json!(10), &json!(199)));
    assert!(document.get("draft_id").is_none() && document.get("comparison").is_none());
    let asked = setup.provider.asked();
    assert_eq!(asked.iter().map(Asked::schema).collect::<Vec<_>>(), [super::PART, super::REVIEW]);
    assert_eq!(asked[0].line, "POST /v1/chat/completions HTTP/1.1");
    assert!(asked[0].headers["authorization"].starts_with("Bearer "));
    assert!(asked[0].said("user").contains("the work of section 1"));
}

#[test]
fn the_title_that_was_asked_for_wins() {
    let setup = Setup::new();
    let document = setup.send_more(&license(1), &json!({"title": "My own title"})).is(200).json();
    assert_eq!(
        (&document["title"], &document["license"]["title"]),
        (&json!("My own title"), &json!("My own title"))
    );
}

#[test]
fn plain_text_takes_its_flags_from_the_query() {
    let setup = Setup::new();
    let token = format!("Bearer {}", setup.ada.token);
    let send = |query: &str, text: &str| {
        let headers = [("Authorization", token.as_str()), ("Content-Type", "text/plain; charset=utf-8")];
        setup.host.server.send(&format!("{TRANSLATE}{query}"), &headers, text)
    };
    let document = send("?consent=true&title=By+query", &license(1)).is(200).json();
    assert_eq!(document["title"], "By query");
    for (query, text) in
        [("", license(1)), ("?consent=false", license(1)), ("?consent=true", " \n".to_owned())]
    {
        let refusal = send(query, &text).is(422).json();
        assert!(refusal["detail"].is_string(), "{query}: {refusal}");
    }
    send("?consent=perhaps", &license(1)).is(422);
}

#[test]
fn a_draft_is_kept_where_it_is_asked_for_and_once() {
    let setup = Setup::new();
    let document = setup.send_more(&license(1), &json!({"save_draft": true})).is(200).json();
    let (draft, uri) = (document["draft_id"].as_str().unwrap(), document["draft_uri"].as_str().unwrap());
    assert!(uri.ends_with(draft), "{uri}");
    let job = document["job_id"].as_str().unwrap();
    for _ in 0..2 {
        let path = format!("{TRANSLATE}/jobs/{job}?save_draft=true");
        let again = setup.host.get(&setup.ada, &path).is(200).json();
        assert_eq!(again["draft_id"], draft);
        assert!(
            again.get("comparison").is_some(),
            "a collected job has it, if only to say that there is none"
        );
    }
    let mine = setup.host.get(&setup.ada, "/licenselibrary/mine").is(200).json();
    let drafts: Vec<_> = mine["licenses"].as_array().unwrap().iter().collect();
    assert_eq!((drafts.len(), &drafts[0]["id"], &drafts[0]["status"]), (1, &json!(draft), &json!("draft")));
    let record = setup.host.get(&setup.ada, &format!("/licenselibrary/license/{draft}?format=text"));
    assert!(record.is(200).text().contains("What you may do"));
}

/// 401, 403, 413, 422, 503, 429.
#[test]
fn requests_are_judged_in_their_order() {
    let setup = Setup::with(&["--translation-characters", "500", "--translations", "1"]);
    let body = |text: &str, consent: bool| json!({"text": text, "consent": consent}).to_string();
    let post = |body: &str| setup.host.post(&setup.ada, TRANSLATE, body);
    setup.host.server.post(TRANSLATE, "application/json", "no JSON").is(401);
    let long = "x".repeat(501);
    let refusal = post(&body(&long, false)).is(413).json();
    assert!(refusal["detail"].as_str().unwrap().contains("characters"), "{refusal}");
    for bad in
        ["no JSON", "[]", "{}", &body("", true), &body("text", false), r#"{"text": 7, "consent": true}"#]
    {
        assert!(post(bad).is(422).json()["detail"].is_string(), "{bad}");
    }
    assert!(setup.provider.asked().is_empty(), "none of those was sent on");
    let document = setup.send(&license(1)).is(200).json();
    assert_eq!(document["quota"]["user_remaining_today"], 0);
    let spent = setup.send(&license(1));
    assert!(spent.is(429).json()["detail"].as_str().unwrap().contains("today"));
    assert_eq!(spent.header("retry-after"), Some("86400"), "until midnight");
    // A day later there is one again.
    setup.host.wait(24 * 60 * 60);
    setup.send(&license(1)).is(200);
}

#[test]
fn an_allowance_of_zero_is_403_before_what_was_sent() {
    let setup = Setup::new();
    setup.host.forbid(&setup.ada, QuotaKind::Translation);
    setup.host.post(&setup.ada, TRANSLATE, "no JSON").is(403);
    setup.send(&license(1)).is(403);
}

#[test]
fn the_deployment_has_a_number_of_a_day_too() {
    let setup = Setup::with(&["--translations-in-all", "1"]);
    setup.send(&license(1)).is(200);
    let bob = setup.host.person();
    let body = json!({"text": license(1), "consent": true}).to_string();
    let refusal = setup.host.post(&bob, TRANSLATE, &body).is(429).json();
    assert!(refusal["detail"].as_str().unwrap().contains("deployment"), "{refusal}");
}

#[test]
fn without_a_key_nothing_is_translated() {
    let host = Simulated::open_with(&["--limits".to_owned(), "off".to_owned()]);
    let ada = host.person();
    let body = json!({"text": license(1), "consent": true}).to_string();
    host.post(&ada, TRANSLATE, &body).is(503);
    host.post(&ada, TRANSLATE, "no JSON").is(422);
    host.server.post(TRANSLATE, "application/json", &body).is(401);
    host.get(&ada, &format!("{TRANSLATE}/jobs/none")).is(404);
    assert_eq!(host.server.get("/v2").json()["features"]["text_to_license"], false);
}

#[test]
fn the_text_is_kept_nowhere() {
    let setup = Setup::new();
    let secret = "A sentence that nobody but the provider should ever read, of no account.";
    let text = format!("You may copy and distribute the work of section 1 to anybody. {secret}");
    setup.send(&text).is(200);
    let told = |table: &str| {
        let store = setup.host.store.address().to_string();
        let path = store.trim_start_matches("sqlite://");
        [path.to_owned(), format!("{path}-wal")]
            .iter()
            .filter_map(|file| std::fs::read(file).ok())
            .any(|bytes| bytes.windows(table.len()).any(|window| window == table.as_bytes()))
    };
    assert!(told("You may copy and distribute the work"), "quotes are kept until they are collected");
    assert!(!told(secret), "the text is not");
}

/// spec:version-1#limits-per-account: a request weighs what it weighs, whatever comes of it.
#[test]
fn a_request_that_is_refused_spends_its_weight() {
    let provider = Provider::start();
    let host = Simulated::open_with(&provider.flags(60));
    let hundred = NonZeroU32::new(100);
    let limits = Overrides { second: hundred, minute: hundred, ..Overrides::default() };
    let ada = host.person_with(&limits);
    for (left, body) in [("90", "{}"), ("80", "no JSON"), ("70", r#"{"text": "Words", "consent": false}"#)] {
        let refused = host.post(&ada, TRANSLATE, body);
        refused.is(422).has("x-ratelimit-remaining", left);
    }
    assert!(provider.asked().is_empty());
}
