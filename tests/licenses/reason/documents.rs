//! The documents answers come in. `BLESS=1` writes what is said now; read the difference before it is
//! committed.

use std::fs;

use muniment_documents::api::v1::{self, GraphIdentity};
use muniment_licenses::reason::{Facts, Theory, compare_graphs, consistency};
use serde::Serialize;
use serde_json::Value;

use crate::reason::question::{account, license, record, theory, verdict, without_rules};
use crate::reason::{LIBRARY, graph, graph_iri, root};

fn json(document: &impl Serialize) -> Value {
    serde_json::to_value(document).unwrap()
}

fn verdict_of(theory: &Theory, licenses: &[&Facts]) -> Value {
    json(&v1::verdict(&verdict(theory, licenses), &LIBRARY))
}

fn consistency_of(theory: &Theory, facts: &Facts) -> Value {
    json(&v1::consistency(&consistency(theory, facts, || false).unwrap(), &LIBRARY))
}

fn comparison(left: &str, right: &str) -> Value {
    let identity = |id: &str| {
        let (id, model) = LIBRARY.graphs.get_key_value(id).unwrap();
        GraphIdentity::of(id, model)
    };
    let difference = compare_graphs(graph(left), graph(right), &LIBRARY.site.terms());
    json(&v1::graph_comparison(identity(left), identity(right), &difference, &LIBRARY))
}

fn rules(id: &str) -> Value {
    json(&v1::default_rules(graph_iri(id), graph(id), &LIBRARY))
}

/// A license with every kind of conflict in it.
fn at_odds() -> Facts {
    license(
        "https://muniment.example/licenselibrary/AtOdds",
        "P odrl:distribute, F odrl:distribute, P odrl:copy [cc:SourceCode], F cc:SourceCode,
         F odrl:archive [cc:Notice], D cc:ShareAlike, P svc:ChangeLicense, F odrl:use, P odrl:display,
         P odrl:commercialize, P odrl:ensureExclusivity, F svc:textAndDataMining",
    )
}

#[test]
fn documents_are_as_expected() {
    let documents = [
        ("verdict-e1", verdict_of(theory("dg_default"), &["GPL-3.0-only", "Apache-2.0"].map(record))),
        ("verdict-e2", verdict_of(theory("dg_default"), &["CC-BY-SA-4.0", "CC-BY-NC-SA-4.0"].map(record))),
        ("verdict-e4", verdict_of(theory("dg_default"), &["CC-BY-SA-4.0", "GPL-3.0-only"].map(record))),
        ("verdict-e7", verdict_of(theory("dg_eu"), &["CC-BY-SA-4.0", "CC-BY-NC-SA-4.0"].map(record))),
        ("verdict-at-odds", verdict_of(theory("dg_eu"), &[&at_odds(), record("MIT")])),
        ("consistency-e9", consistency_of(theory("dg_default"), record("MIT"))),
        ("consistency-at-odds", consistency_of(theory("dg_eu"), &at_odds())),
        ("comparison-default-eu", comparison("dg_default", "dg_eu")),
        ("comparison-eu-cn", comparison("dg_eu", "dg_cn")),
        ("rules-eu", rules("dg_eu")),
        ("rules-default", rules("dg_default")),
    ];
    let mut wrong = Vec::new();
    for (name, document) in &documents {
        let path = root().join(format!("tests/expected/reason/{name}.json"));
        let text = format!("{}\n", serde_json::to_string_pretty(document).unwrap());
        if std::env::var_os("BLESS").is_some() {
            fs::write(path, text.as_bytes()).unwrap();
        } else if fs::read_to_string(&path).unwrap_or_default() != text {
            wrong.push(*name);
        }
    }
    assert!(wrong.is_empty(), "these documents have changed (BLESS=1 rewrites them): {wrong:?}");
    let files = fs::read_dir(root().join("tests/expected/reason")).unwrap();
    assert_eq!(files.count(), documents.len(), "every expected document has its question");
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn a_verdict_without_rules_says_nothing_of_origins() {
    let answer = verdict_of(theory("dg_default"), &["CC-BY-SA-4.0", "CC-BY-NC-SA-4.0"].map(record));
    assert_eq!(keys(&answer), ["conflicting_statements"]);
    assert_eq!(keys(&answer["conflicting_statements"]), ["direct", "derived"]);
    assert_eq!(
        keys(&answer["conflicting_statements"]["direct"]["0"]),
        ["statement_1", "statement_2", "reason"]
    );
    assert_eq!(answer["conflicting_statements"]["derived"].to_string(), "{}");
}

#[test]
fn a_verdict_with_rules_says_of_every_statement_where_it_comes_from() {
    let answer = verdict_of(theory("dg_eu"), &["CC-BY-SA-4.0", "CC-BY-NC-SA-4.0"].map(record));
    assert_eq!(keys(&answer), ["conflicting_statements", "dependency_graph", "defaults"]);
    for kind in ["direct", "derived"] {
        for (_, entry) in answer["conflicting_statements"][kind].as_object().unwrap() {
            let expected =
                ["statement_1", "statement_2", "reason", "origin_1", "origin_2", "rule_1", "rule_2"];
            assert_eq!(keys(entry), expected);
        }
    }
    for entry in answer["defaults"].as_array().unwrap() {
        assert_eq!(keys(entry).len(), 18);
    }
}

#[test]
fn keys_count_on_past_ten_in_order() {
    let all: Vec<&Facts> = ["MIT", "CC-BY-NC-ND-4.0", "CC-BY-NC-4.0", "CC-BY-ND-4.0", "BSD-3-Clause"]
        .iter()
        .map(|id| record(id))
        .collect();
    let verdict = verdict(theory("dg_default"), &all);
    let document = v1::verdict(&verdict, &LIBRARY);
    // As text: a map in memory might sort its keys.
    let text = serde_json::to_string(&document).unwrap();
    let places: Vec<usize> = (0..verdict.direct().count())
        .map(|number| text.find(&format!("\"{number}\":{{\"statement_1\"")).unwrap())
        .collect();
    assert!(places.len() > 11 && places.is_sorted(), "{places:?}");
}

#[test]
fn an_answer_without_licenses_is_empty() {
    let answer = verdict_of(theory("dg_default"), &[]);
    assert_eq!(answer.to_string(), r#"{"conflicting_statements":{"direct":{},"derived":{}}}"#);
}

#[test]
fn reasons_open_as_the_specification_fixes_them() {
    let theory = without_rules("dg_default");
    let opening = |a: &str, b: &str| {
        let (a, b) = (license("A", a), license("B", b));
        let answer = verdict_of(&theory, &[&a, &b]);
        let statements = &answer["conflicting_statements"];
        let entry = statements["direct"].get("0").or_else(|| statements["derived"].get("0")).unwrap();
        entry["reason"].as_str().unwrap().to_owned()
    };
    for (a, b, expected) in [
        ("P odrl:copy", "F odrl:copy", "Direct permission-prohibition conflict."),
        ("D cc:Notice", "F cc:Notice", "Direct duty-prohibition conflict."),
        (
            "F odrl:copy [cc:Notice]",
            "",
            "Direct conflict. The action is prohibited, so the duties attached to it can never apply.",
        ),
        (
            "D cc:ShareAlike, P svc:ChangeLicense",
            "",
            "Direct conflict. Share alike is required for the whole work while changing the license is permitted",
        ),
        (
            "D cc:ShareAlike",
            "D cc:ShareAlike",
            "Direct conflict. Both licenses require the whole work, or every work derived from it, to stay under \
             themselves",
        ),
        ("P odrl:print", "F odrl:present", "Derived permission-prohibition conflict."),
        ("P odrl:ensureExclusivity", "P odrl:commercialize", "Derived conflict between two statements."),
    ] {
        let reason = opening(a, b);
        assert!(reason.starts_with(expected) && reason.is_ascii() && reason.ends_with('.'), "{reason}");
        assert!(!reason.contains("  "), "{reason}");
    }
    let answer = verdict_of(&theory, &["CC-BY-SA-4.0", "GPL-3.0-only"].map(record));
    let reason = answer["conflicting_statements"]["direct"]["0"]["reason"].as_str().unwrap();
    assert!(
        reason.starts_with(
            "Direct restriction. Both licenses require the whole work to stay under themselves, and the first names \
             the second"
        ),
        "{reason}"
    );
}

#[test]
fn derived_reasons_name_the_triple_and_whether_it_is_stated() {
    let theory = without_rules("dg_default");
    let (a, b) = (license("A", "P odrl:derive"), license("B", "F odrl:use"));
    let answer = verdict_of(&theory, &[&a, &b]);
    let derived = &answer["conflicting_statements"]["derived"];
    let odrl = "http://www.w3.org/ns/odrl/2/";
    assert_eq!(
        derived["0"]["reason"],
        format!(
            "Derived permission-prohibition conflict. ({odrl}derive,{odrl}includedIn,{odrl}use) is stated in the \
             dependency graph."
        )
    );
    assert_eq!(
        derived["1"]["reason"],
        format!(
            "Derived permission-prohibition conflict. ({odrl}derive,{odrl}implies,{odrl}use) follows from statements \
             of the dependency graph."
        )
    );
}

#[test]
fn a_consistency_result_has_every_key() {
    let answer =
        consistency_of(theory("dg_default"), &license("A", "P odrl:copy, F odrl:copy, F svc:promote"));
    assert_eq!(keys(&answer), ["consistent", "conflicts", "defaults"]);
    assert_eq!(answer["defaults"].to_string(), "[]");
    assert_eq!(
        keys(&answer["conflicts"][0]),
        [
            "kind",
            "reason",
            "action_1",
            "action_2",
            "label_1",
            "label_2",
            "statements",
            "chain",
            "origin_1",
            "origin_2",
            "rule_1",
            "rule_2",
            "rule_status_1",
            "rule_status_2"
        ]
    );
    let answer = consistency_of(theory("dg_default"), record("MIT"));
    assert_eq!(keys(&answer["defaults"][0]).len(), 16);
}

#[test]
fn the_default_graph_is_never_named() {
    let answer = verdict_of(theory("dg_default"), &[record("MIT")]);
    assert!(answer.get("dependency_graph").is_none() && answer.get("defaults").is_some());
    let answer = verdict_of(theory("dg_us"), &[record("MIT")]);
    assert_eq!(answer["dependency_graph"], "https://muniment.example/dependencygraph/dg_us");
}

#[test]
fn an_account_graph_is_named_by_its_iri() {
    let theory = account("NotGrantedByDefault odrl:use");
    let answer = verdict_of(&theory, &[record("MIT"), record("0BSD")]);
    assert_eq!(answer["dependency_graph"], "https://muniment.example/users/a/dependencygraphs/g");
    assert!(answer.get("defaults").is_some());
}
