//! spec:version-1#narration: with `without_names` the names of creator, licensor and publisher go nowhere: not to the
//! provider, and into no text.

use serde_json::{Value, json};

use super::provider::{Provider, Reply};
use super::{MODEL, SCHEMA, TestServer, assert_fallback, assert_provided, section, whole};

/// The model with people in it, in every place where there are some.
fn model_of_people() -> String {
    let people = r#"
        dct:creator <https://svc.example/users/a1b2c3d4e5f6> ;
        dct:contributor "Ada Lovelace" ;
        dct:publisher "Analytical  Society" ;
        odrl:assigner "Charles Babbage" ;
        cc:legalcode <https://analytical-society.example/field> ;
        dct:title "The Analytical Society field license" ;
        svc:WarrantyDisclaimer """Neither ADA LOVELACE nor the Analytical
Society nor Charles Babbage gives a warranty.""" ;"#;
    MODEL.replace(r#"dct:title "Field license" ;"#, people)
}

/// Names as they may be written.
const NAMES: [&str; 6] =
    ["ada lovelace", "analytical society", "babbage", "analytical-society", "a1b2c3d4e5f6", "ada"];

#[track_caller]
fn assert_nameless(what: &str) {
    let folded = what.to_lowercase().replace("\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ");
    for name in NAMES {
        let is_there = folded.match_indices(name).any(|(at, _)| !folded[..at].ends_with(char::is_alphabetic));
        assert!(!is_there, "{name} is in {folded}");
    }
    assert!(folded.contains("the licensor") && !folded.contains("the the licensor"), "{folded}");
}

fn nameless() -> Value {
    json!({"model": model_of_people(), "without_names": true})
}

#[test]
fn names_are_not_sent_and_come_back_in_no_text() {
    let provider = Provider::start();
    let mut gossip = whole();
    gossip["title"] = json!("A license of the Analytical Society");
    gossip["preamble"] = json!("Ada\nLovelace wrote it; see https://analytical-society.example/.");
    gossip["closing"] = json!("Ask Charles Babbage.");
    gossip["sections"] =
        json!([section("By Ada Lovelace", "ANALYTICAL SOCIETY\u{2019}s terms.", &["svc:promote"])]);
    provider.answers(SCHEMA, [Reply::content(&gossip)]);
    let host = TestServer::asking(&provider, 20);
    let told = host.person().told(&nameless());
    assert_provided(&told);
    assert_nameless(&told.to_string());
    assert_eq!((&told["names_removed"], &told["title"]), (&json!(true), &json!("A license of the licensor")));
    assert_eq!(told["sections"][0]["heading"], "By the licensor");
    let asked = provider.asked();
    assert_nameless(&asked[0].document.to_string());
}

#[test]
fn names_are_in_no_fallback_either() {
    let host = TestServer::alone();
    let reader = host.person();
    let told = reader.told(&nameless());
    assert_fallback(&told);
    assert_nameless(&told.to_string());
    // What was asked with names has them, and the same statements.
    let named = reader.told(&json!({"model": model_of_people(), "without_names": false}));
    assert_eq!(named["names_removed"], false);
    assert!(named.to_string().contains("Ada Lovelace"), "{named}");
    assert_eq!(named["coverage"], told["coverage"]);
}

/// A licensor who is described and not called by a text has names too.
#[test]
fn names_of_nodes_are_names() {
    let licensor = r#"odrl:assigner [ <http://xmlns.com/foaf/0.1/name> "Charles Babbage" ] ;
        dct:title "License of Charles Babbage" ;"#;
    let model = MODEL.replace(r#"dct:title "Field license" ;"#, licensor);
    let host = TestServer::alone();
    let told = host.person().told(&json!({"model": model, "without_names": true}));
    assert_nameless(&told.to_string());
    assert_eq!(told["title"], "License of the licensor");
    // The plain reading has no words for a node, and says so.
    assert_eq!(told["coverage"]["missing"][0]["term"], "odrl:assigner");
}

#[test]
fn a_record_is_told_without_its_publisher() {
    let provider = Provider::start();
    provider.answers(SCHEMA, [Reply::status(500)]);
    let host = TestServer::asking(&provider, 20);
    let told = host.person().told(&json!({"license": "Meadow-Reciprocal-2.0-only", "without_names": true}));
    for text in [told.to_string(), provider.asked()[0].document.to_string()] {
        assert!(!text.contains("Meadow Foundation") && text.contains("the licensor"), "{text}");
    }
    assert_fallback(&told);
}

#[test]
fn a_crowd_of_names_is_refused() {
    let people: Vec<String> = (0..60).map(|n| format!("dct:contributor \"Author {n}\" ;")).collect();
    let model = MODEL.replace(r#"dct:title "Field license" ;"#, &people.concat());
    let host = TestServer::alone();
    let reader = host.person();
    let refused = reader.refused(&json!({"model": model, "without_names": true}), 422);
    assert!(refused.contains("names more than"), "{refused}");
    reader.told(&json!({"model": model}));
}
