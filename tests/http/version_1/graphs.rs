//! spec:version-1#graph-objects, spec:version-1#library-endpoints, spec:version-1#graph-endpoints: dependency graphs
//! and their versions; operation 5.

use muniment_licenses::model::Axiom;
use muniment_rdf::{Syntax, canonicalize, read};
use serde_json::{Value, json};

use super::errors::{faulty, sentence};
use super::{LIBRARY, document, keys, list, text};
use crate::server::server;

const GRAPHS: [&str; 8] = ["dg_default", "dg_br", "dg_cn", "dg_eu", "dg_gb", "dg_in", "dg_jp", "dg_us"];

#[track_caller]
fn axioms(query: &str) -> Vec<Value> {
    let answer = document(&server().get(&format!("/dependencygraph/list{query}")));
    assert_eq!(keys(&answer), ["dependency_graph_statements"], "{query}");
    list(&answer["dependency_graph_statements"]).to_vec()
}

fn term(iri: &str) -> Value {
    json!({"type": "uri", "value": iri})
}

fn expected(axioms: &[Axiom]) -> Vec<Value> {
    let row = |a: &Axiom| json!({"subject": term(&a.subject), "predicate": term(&a.predicate), "object": term(&a.object)});
    let mut rows: Vec<Value> = axioms.iter().map(row).collect();
    rows.sort_by_key(ToString::to_string);
    rows
}

#[test]
fn axioms_are_three_terms_each() {
    let found = axioms("");
    assert_eq!(found.len(), 46);
    let relations = [
        "http://www.w3.org/ns/odrl/2/includedIn",
        "http://www.w3.org/2002/07/owl#sameAs",
        "http://www.w3.org/ns/odrl/2/implies",
        "https://muniment.example/ns#contradicts",
    ];
    let counts = relations
        .map(|relation| found.iter().filter(|axiom| axiom["predicate"]["value"] == relation).count());
    assert_eq!(counts, [24, 14, 7, 1]);
    for axiom in &found {
        assert_eq!(keys(axiom), ["subject", "predicate", "object"]);
        for part in ["subject", "predicate", "object"] {
            assert_eq!(keys(&axiom[part]), ["type", "value"], "{axiom}");
            assert_eq!(axiom[part]["type"], "uri");
        }
    }
}

#[test]
fn a_graph_is_named_by_identifier_or_by_iri() {
    for id in GRAPHS {
        let expected = expected(&LIBRARY.graphs[id].current.content.axioms);
        for name in [id.to_owned(), format!("https://muniment.example/dependencygraph/{id}")] {
            let mut found = axioms(&format!("?graph={name}"));
            found.sort_by_key(ToString::to_string);
            assert_eq!(found, expected, "{name}");
        }
    }
    // A caller choosing nothing gets what it always got.
    let encoded = "?graph=https%3A%2F%2Fmuniment.example%2Fdependencygraph%2Fdg_default";
    assert_eq!(
        server().get(&format!("/dependencygraph/list{encoded}")).body,
        server().get("/dependencygraph/list").body
    );
}

#[test]
fn an_unknown_graph_is_404_and_an_iri_outside_the_two_spaces_422() {
    for unknown in ["dg_nowhere", "https://muniment.example/dependencygraph/dg_nowhere"] {
        sentence(&server().get(&format!("/dependencygraph/list?graph={unknown}")), 404);
    }
    for foreign in [
        "https://elsewhere.example/dependencygraph/dg_eu",
        "https://muniment.example/licenselibrary/MIT",
        "urn:x",
    ] {
        sentence(&server().get(&format!("/dependencygraph/list?graph={foreign}")), 422);
    }
    let account = "https://muniment.example/users/nobody/dependencygraphs/none";
    let answer = server().get(&format!("/dependencygraph/list?graph={account}"));
    assert!(
        [403, 404].contains(&answer.status),
        "nobody's graph, asked for without a token: {}",
        answer.status
    );
}

#[test]
fn eight_core_graphs_can_be_chosen_and_one_stands_by_default() {
    let answer = document(&server().get("/dependencygraph/graphs"));
    assert_eq!(keys(&answer), ["graphs"]);
    let graphs = list(&answer["graphs"]);
    let ids: Vec<&str> = graphs.iter().map(|graph| text(&graph["id"])).collect();
    assert_eq!(ids, GRAPHS);
    for graph in graphs {
        let id = text(&graph["id"]);
        let (model, is_default) = (&LIBRARY.graphs[id], id == "dg_default");
        for (key, expected) in [
            ("title", json!(model.current.content.title.value)),
            ("description", json!(model.current.content.description)),
            ("kind", json!("core")),
            ("status", json!("published")),
            ("version", json!(model.latest().get())),
            ("iri", json!(format!("https://muniment.example/dependencygraph/{id}"))),
            ("axioms", json!(model.current.content.axioms.len())),
            ("default", json!(is_default)),
            ("role", json!("")),
            ("based_on", json!(if is_default { "" } else { "dg_default" })),
            ("group", json!(if is_default { "core" } else { "jurisdiction" })),
        ] {
            assert_eq!(graph[key], expected, "{id}: {key}");
        }
        assert_eq!(graph["based_on_version"], if is_default { 0 } else { 2 }, "{id}");
    }
}

/// spec:version-1#graph-objects: proposed rules per market.
#[test]
fn a_jurisdiction_graph_says_what_it_does_to_its_base() {
    let answer = document(&server().get("/dependencygraph/graphs"));
    let own =
        [("dg_eu", 9), ("dg_us", 2), ("dg_cn", 2), ("dg_gb", 5), ("dg_jp", 3), ("dg_in", 3), ("dg_br", 3)];
    for (id, rules) in own {
        let graph = list(&answer["graphs"]).iter().find(|graph| graph["id"] == id).unwrap();
        let count = |key: &str| graph[key].as_u64().unwrap();
        assert_eq!(count("added_rules") + count("replaced_rules"), rules, "{id}");
        assert_eq!(count("removed_axioms"), 0, "{id}");
        let summary = text(&graph["summary"]);
        assert!(!summary.is_empty() && !summary.contains('\n'), "{id}: a line");
        assert!(!summary.split([' ', ',']).any(|word| word == "0"), "{id}: zeros are left out: {summary}");
    }
}

/// Where the versions of a graph are; the default one has two places.
fn places() -> Vec<(&'static str, String)> {
    let default = ("dg_default", "/dependencygraph".to_owned());
    [default].into_iter().chain(GRAPHS.map(|id| (id, format!("/dependencygraph/{id}")))).collect()
}

#[test]
fn every_graph_has_two_versions_as_turtle() {
    for (id, base) in places() {
        let found = document(&server().get(&format!("{base}/versions")));
        assert_eq!(keys(&found), ["id", "title", "current", "versions"]);
        assert_eq!((&found["id"], &found["current"]), (&json!(id), &json!(2)));
        let rows = list(&found["versions"]);
        assert_eq!(rows.iter().map(|row| &row["version"]).collect::<Vec<_>>(), [2, 1]);
        for (row, version) in rows.iter().rev().zip(LIBRARY.graphs[id].versions()) {
            assert_eq!(keys(row), ["version", "date", "summary", "current", "url", "api_url"]);
            assert_eq!(row["current"], row["version"] == 2);
            let answer = server().get(&format!("{base}/versions/{}", row["version"]));
            answer.is(200).has("content-type", "text/turtle; charset=utf-8");
            let graph = read(Syntax::Turtle, &answer.body).unwrap();
            assert_eq!(canonicalize(&graph).unwrap().hash(), version.content_hash, "{}", answer.asked);
            assert_eq!(server().get(text(&row["api_url"])).body, answer.body, "{row}");
        }
        let archived = server().get(&format!("{base}/versions/1"));
        assert_eq!(archived.body, *LIBRARY.graphs[id].archived[0].source.bytes, "{base}: as it was archived");
    }
}

#[test]
fn a_graph_has_a_change_log() {
    for (id, base) in places() {
        let log = document(&server().get(&format!("{base}/changelog")));
        assert_eq!(keys(&log), ["id", "title", "current_version", "entries"], "{id}");
        let expected = LIBRARY.graphs[id].change_log.as_ref().unwrap();
        let versions: Vec<Value> =
            expected.entries.iter().rev().map(|entry| json!(entry.version.get())).collect();
        let found: Vec<Value> = list(&log["entries"]).iter().map(|entry| entry["version"].clone()).collect();
        assert_eq!(found, versions, "{id}");
        assert_eq!(keys(&log["entries"][0]), ["version", "date", "reviewer", "summary", "changes"], "{id}");
    }
}

#[test]
fn versions_nobody_published_are_unknown_and_words_are_faulty() {
    for (_, base) in places() {
        for number in ["0", "3", "99"] {
            let refused = sentence(&server().get(&format!("{base}/versions/{number}")), 404);
            assert_eq!(refused, format!("Unknown version: {number}"));
        }
        assert_eq!(faulty(&server().get(&format!("{base}/versions/x"))), ["path version"]);
    }
    for below in ["versions", "versions/1", "changelog"] {
        sentence(&server().get(&format!("/dependencygraph/dg_nowhere/{below}")), 404);
    }
}

#[test]
fn a_graph_can_be_saved() {
    let current = |id: &str| server().get(&format!("/dependencygraph/{id}/versions/2")).body;
    for id in GRAPHS {
        for (query, name) in [("", format!("{id}.ttl")), ("?version=1", format!("{id}-v1.ttl"))] {
            let saved = server().get(&format!("/dependency-graph/{id}/download{query}"));
            let disposition = format!("attachment; filename=\"{name}\"");
            saved
                .is(200)
                .has("content-type", "text/turtle; charset=utf-8")
                .has("content-disposition", disposition.as_str());
            if query.is_empty() {
                assert_eq!(saved.body, current(id), "{id}");
            } else {
                assert_eq!(saved.body, *LIBRARY.graphs[id].archived[0].source.bytes, "{id}");
            }
        }
    }
    let core = server().get("/dependency-graph.ttl");
    core.is(200)
        .has("content-type", "text/turtle; charset=utf-8")
        .has("content-disposition", "attachment; filename=\"svc-dependency-graph.ttl\"");
    let hash = |bytes: &[u8]| canonicalize(&read(Syntax::Turtle, bytes).unwrap()).unwrap().hash();
    assert_eq!(hash(&core.body), hash(&current("dg_default")), "the same triples");
    for version in ["0", "99", "x", ""] {
        let answer = server().get(&format!("/dependency-graph/dg_eu/download?version={version}"));
        assert!([404, 422].contains(&answer.status), "{version}: {}", answer.status);
    }
}
