//! spec:version-1#assistant-objects: what a text looks like that a provider wrote, and what one that nobody had to
//! write.

use serde_json::json;

use super::provider::{KEY, MODEL as LANGUAGE_MODEL, Provider, Reply};
use super::{
    MODEL, SCHEMA, TERMS, TestServer, about_the_model, assert_fallback, assert_provided, headings, list,
    section, terms, text, whole,
};

#[test]
fn a_text_of_the_provider_is_ordered_measured_and_closed() {
    let provider = Provider::start();
    provider.answers(SCHEMA, [Reply::content(&whole())]);
    let host = TestServer::asking(&provider, 20);
    let told = host.person().told(&about_the_model());
    assert_provided(&told);
    assert_eq!(
        headings(&told),
        ["What you may do", "What you must do", "What you may not do", "Further terms"]
    );
    assert_eq!(terms(&told), TERMS);
    assert_eq!(
        told["coverage"],
        json!({"complete": true, "statements": 4, "covered": 4, "missing": [], "note": ""})
    );
    assert_eq!(
        (&told["title"], &told["license_id"], &told["names_removed"]),
        (&json!("The field license in plain words"), &json!("Field-1.0"), &json!(false))
    );
    let closing = text(&told["closing"]);
    assert!(closing.starts_with("The text of the license is what counts. "), "{closing}");
}

#[test]
fn the_provider_is_asked_in_its_protocol_about_everything_the_model_states() {
    let provider = Provider::start();
    provider.answers(SCHEMA, [Reply::content(&whole())]);
    let host = TestServer::asking(&provider, 20);
    let told = host.person().told(&about_the_model());
    let asked = provider.asked();
    let [question] = asked.as_slice() else { panic!("{} questions", asked.len()) };
    assert_eq!(question.line, "POST /v1/chat/completions HTTP/1.1");
    assert_eq!(question.headers["authorization"], format!("Bearer {KEY}"));
    assert_eq!(question.headers["content-type"], "application/json");
    assert_eq!(question.document["model"], LANGUAGE_MODEL);
    let format = &question.document["response_format"];
    assert_eq!((&format["type"], &format["json_schema"]["name"]), (&json!("json_schema"), &json!(SCHEMA)));
    assert_eq!(
        format["json_schema"]["schema"]["required"],
        json!(["title", "preamble", "sections", "closing"])
    );
    let user = question.said("user");
    for said in TERMS.into_iter().chain(["Field license", "Recordings of birds are excepted.", "Attribution"])
    {
        assert!(user.contains(said), "{said} is not in {user}");
    }
    // The same words, the same version; a token is nobody's business but ours.
    assert_eq!(host.person().told(&about_the_model())["prompt_version"], told["prompt_version"]);
    assert!(!question.document.to_string().contains("svc_"), "{}", question.document);
}

#[test]
fn what_a_text_leaves_out_is_counted_and_named() {
    let provider = Provider::start();
    let mut some = whole();
    // What it says beyond the model counts for nothing, a term by its address as much as by its name.
    some["sections"] = json!([
        section(
            "What you may do",
            "You may sell it.",
            &["odrl:sell", "http://www.w3.org/ns/odrl/2/distribute"]
        ),
        section("What you must do", "", &["cc:Attribution"]),
    ]);
    some["closing"] = json!("This is not legal advice!");
    provider.answers(SCHEMA, [Reply::content(&some)]);
    let host = TestServer::asking(&provider, 20);
    let answer = host.person().narrate(&about_the_model());
    let told = answer.is(200).json();
    assert_provided(&told);
    assert_eq!(terms(&told), ["odrl:distribute"]);
    assert_eq!(told["closing"], "This is not legal advice!");
    let coverage = &told["coverage"];
    assert_eq!(
        (&coverage["complete"], &coverage["statements"], &coverage["covered"]),
        (&json!(false), &json!(4), &json!(1))
    );
    let missing: Vec<_> =
        list(&coverage["missing"]).iter().map(|row| [&row["kind"], &row["term"]].map(text)).collect();
    assert_eq!(
        missing,
        [["duty", "cc:Attribution"], ["prohibition", "svc:promote"], ["term", "svc:additionalClauses"]]
    );
    assert_eq!(coverage["missing"][0]["attached_to"], "odrl:distribute");
    assert!(text(&coverage["note"]).contains("3 of the 4"), "{coverage}");
}

#[test]
fn without_a_provider_the_vocabulary_speaks_and_says_everything() {
    let host = TestServer::alone();
    let reader = host.person();
    reader.may_have(100);
    for license in ["CC-BY-4.0", "GPL-3.0-only", "Meadow-Permissive-1.0", "Meadow-Reciprocal-2.0-only"] {
        let told = reader.told(&json!({"license": license, "without_names": false}));
        assert_fallback(&told);
        assert_eq!(told["license_id"], license);
        assert!(list(&told["sections"]).iter().any(|section| !list(&section["statements"]).is_empty()));
    }
    let told = reader.told(&about_the_model());
    assert_fallback(&told);
    assert_eq!((terms(&told), &told["title"]), (TERMS.to_vec(), &json!("Field license")));
    let further = text(&told["sections"][3]["text"]);
    assert!(further.contains("\u{201c}Recordings of birds are excepted.\u{201d}"), "{further}");
    assert_eq!(text(&told["closing"]).matches("legal advice").count(), 1, "{}", told["closing"]);
}

#[test]
fn the_version_of_the_prompt_is_the_same_with_and_without_a_provider() {
    let provider = Provider::start();
    provider.answers(SCHEMA, [Reply::content(&whole())]);
    let host = TestServer::asking(&provider, 20);
    let versions = [&host, TestServer::alone()]
        .map(|host| text(&host.person().told(&json!({"model": MODEL}))["prompt_version"]).to_owned());
    assert_eq!(versions[0], versions[1]);
    assert!(versions[0].len() < 40, "{}", versions[0]);
}
