//! spec:version-1#library-endpoints: the acts and asset types licenses are composed of.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::errors::faulty;
use super::{LIBRARY, document, keys, list, text};
use crate::server::server;

#[track_caller]
fn actions(query: &str) -> Vec<Value> {
    let answer = document(&server().get(&format!("/licenselibrary/actions{query}")));
    assert_eq!(keys(&answer), ["actions", "asset_types"]);
    list(&answer["actions"]).to_vec()
}

fn iris(actions: &[Value]) -> BTreeSet<String> {
    actions.iter().map(|action| text(&action["iri"]).to_owned()).collect()
}

#[test]
fn an_action_has_its_seven_keys_and_the_words_of_the_vocabulary() {
    let vocabulary = &LIBRARY.vocabulary.current.content;
    let prefixes = LIBRARY.site.all_prefixes();
    for action in actions("?include_reasoning_terms=true") {
        let expected = ["iri", "curie", "label", "description", "rule_action", "duty_action", "group"];
        assert_eq!(keys(&action), expected);
        let iri = text(&action["iri"]);
        assert_eq!(action["curie"], prefixes.compact(iri), "{iri}");
        assert_eq!(action["label"], vocabulary.label(iri), "{iri}");
        assert_eq!(action["description"], vocabulary.terms[iri].comment.as_str(), "{iri}");
        assert!(!text(&action["label"]).is_empty(), "{iri}");
        assert!(action["rule_action"].is_boolean() && action["duty_action"].is_boolean(), "{iri}");
        assert!(["action", "duty", "reasoning"].contains(&text(&action["group"])), "{action}");
    }
}

#[test]
fn every_act_of_every_record_is_listed() {
    let listed = iris(&actions("?include_reasoning_terms=true"));
    for (id, model) in &LIBRARY.licenses {
        for rule in model.current.content.rules() {
            assert!(listed.contains(&rule.action), "{id}: {}", rule.action);
        }
    }
}

#[test]
fn acts_offered_for_authoring_come_by_default_and_the_others_on_request() {
    let offered: BTreeSet<String> =
        LIBRARY.actions.iter().filter(|entry| entry.composable).map(|entry| entry.term.clone()).collect();
    let every: BTreeSet<String> = LIBRARY.actions.iter().map(|entry| entry.term.clone()).collect();
    assert_eq!(iris(&actions("")), offered);
    assert_eq!(iris(&actions("?include_reasoning_terms=false&duties_only=false")), offered);
    assert_eq!(iris(&actions("?include_reasoning_terms=true")), every);
    assert!(offered.len() < every.len());
}

#[test]
fn both_switches_combine() {
    let duties = |query: &str| -> BTreeSet<String> {
        let all = actions(query);
        iris(&all.into_iter().filter(|action| action["duty_action"] == true).collect::<Vec<_>>())
    };
    let only = actions("?duties_only=true");
    assert!(only.iter().all(|action| action["duty_action"] == true) && !only.is_empty());
    assert_eq!(iris(&only), duties(""));
    assert!(only.len() < actions("").len(), "duties alone are fewer");
    let both = actions("?duties_only=true&include_reasoning_terms=true");
    assert_eq!(iris(&both), duties("?include_reasoning_terms=true"));
    assert!(both.iter().all(|action| action["duty_action"] == true));
}

/// spec:version-1#library-endpoints: acts of ODRL and Creative Commons, their group, and whether each may be the act of
/// a rule and of a duty.
#[test]
fn acts_of_other_vocabularies_are_classified_as_the_contract_says() {
    let by_curie: BTreeMap<String, Value> = actions("?include_reasoning_terms=true")
        .into_iter()
        .map(|action| (text(&action["curie"]).to_owned(), action))
        .collect();
    let offered: BTreeSet<String> =
        actions("").iter().map(|action| text(&action["curie"]).to_owned()).collect();
    for (local, expected) in [
        (
            "odrl:reproduce odrl:distribute odrl:display odrl:present odrl:modify odrl:derive odrl:grantUse",
            ("action", Some(true), true),
        ),
        ("cc:DerivativeWorks cc:CommercialUse", ("action", Some(true), true)),
        ("cc:Attribution cc:Notice cc:SourceCode cc:ShareAlike", ("duty", Some(true), true)),
        ("dct:source", ("duty", Some(false), false)),
        (
            "odrl:use odrl:copy odrl:extract odrl:sell odrl:commercialize odrl:transfer odrl:attribute",
            ("reasoning", None, false),
        ),
        (
            "odrl:AttachPolicy odrl:attachSource odrl:shareAlike odrl:ensureExclusivity",
            ("reasoning", None, false),
        ),
        ("odrl:execute odrl:print odrl:play", ("reasoning", None, false)),
    ] {
        let (group, is_rule, is_offered) = expected;
        for curie in local.split(' ') {
            let action = by_curie.get(curie).unwrap_or_else(|| panic!("{curie} is not listed"));
            assert_eq!(action["group"], group, "{curie}");
            assert_eq!(offered.contains(curie), is_offered, "{curie}");
            if let Some(is_rule) = is_rule {
                assert_eq!(action["rule_action"], is_rule, "{curie}");
                assert_eq!(action["duty_action"], group == "duty", "{curie}");
            }
        }
    }
}

#[test]
fn actions_are_sorted_by_label() {
    for query in ["", "?include_reasoning_terms=true", "?duties_only=true"] {
        let labels: Vec<String> =
            actions(query).iter().map(|action| text(&action["label"]).to_lowercase()).collect();
        assert!(labels.is_sorted(), "{labels:?}");
    }
}

#[test]
fn there_are_four_asset_types() {
    let answer = document(&server().get("/licenselibrary/actions"));
    let types = list(&answer["asset_types"]);
    assert!(types.iter().all(|kind| keys(kind) == ["iri", "label"] && !text(&kind["label"]).is_empty()));
    let expected = [
        "http://purl.org/dc/dcmitype/Dataset",
        "http://purl.org/dc/dcmitype/Software",
        "https://muniment.example/ns#CreativeWork",
        "https://muniment.example/ns#Hardware",
    ];
    assert_eq!(iris(types), expected.map(str::to_owned).into());
}

#[test]
fn switches_are_booleans() {
    let places = faulty(&server().get("/licenselibrary/actions?duties_only=maybe&include_reasoning_terms="));
    assert_eq!(places, ["query duties_only", "query include_reasoning_terms"]);
}
