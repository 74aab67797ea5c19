//! spec:version-1: the shapes of version 1. A key, an order or a quirk that changes fails a test by name.
//!
//! `BLESS=1` rewrites the snapshots in `tests/expected/version_1/`.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::LIBRARY;
use crate::counts::count as total;
use muniment_documents::api::v1::{
    HistoryQuery, axiom_list, change_log, frozen_record, graph_list, history_page, review_record,
    version_list,
};
use muniment_library::history::{Catalog, ModelHistory, VersionFacts};
use muniment_licenses::model::{Library, ModelKind};
use muniment_rdf::{Graph, Outline, Syntax, read};
use serde_json::{Value, json};

static CATALOG: LazyLock<Catalog<'static>> = LazyLock::new(|| Catalog::new(&LIBRARY));

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn frozen(facts: &VersionFacts<'_>) -> Value {
    serde_json::from_str(&frozen_record(&facts.outline().unwrap(), &LIBRARY.site)).unwrap()
}

fn license_versions() -> impl Iterator<Item = &'static VersionFacts<'static>> {
    CATALOG.licenses.values().flat_map(ModelHistory::versions)
}

/// Compares bytes with the snapshot of that name.
#[track_caller]
fn assert_snapshot(name: &str, found: &str) {
    let path = repository().join("tests/expected/version_1").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&path).unwrap_or_default(), "{name}; BLESS=1 rewrites it");
}

/// spec:version-1#license-record.
#[test]
fn the_context_is_frozen_with_12_prefixes() {
    let context = frozen(&CATALOG.licenses["MIT"].current)["@context"].clone();
    let expected = "rdf rdfs xsd dcat dct foaf svc svclib cc odrl osl scho";
    assert_eq!(keys(&context), expected.split(' ').collect::<Vec<_>>());
    for facts in license_versions() {
        assert_eq!(frozen(facts)["@context"], context, "{} {}", facts.id, facts.version);
    }
}

#[test]
fn the_first_node_is_the_set() {
    for facts in license_versions() {
        let record = frozen(facts);
        let set = &record["@graph"][0];
        assert_eq!(keys(&record), ["@context", "@graph"]);
        assert_eq!(set["@id"], format!("svclib:{}", facts.id));
        assert_eq!(set["@type"], "odrl:Set");
        // Archived versions carry what they stated; one names no target.
        if facts.is_latest() {
            for key in ["dct:title", "cc:jurisdiction"] {
                assert!(!set[key].is_null(), "{} {}: {key}", facts.id, facts.version);
            }
            assert!(set["odrl:target"].is_string(), "one target, by its label: {}", facts.id);
        }
        for node in record["@graph"].as_array().unwrap() {
            for key in ["odrl:permission", "odrl:prohibition", "odrl:duty"] {
                assert!(node.get(key).is_none_or(Value::is_array), "{}: {key} is a list", facts.id);
            }
        }
    }
}

/// The quirk: references are plain strings, and lead to a node of the graph where they are blank.
#[test]
fn every_reference_is_flattened_to_a_string() {
    for facts in license_versions() {
        let record = frozen(facts);
        let nodes = record["@graph"].as_array().unwrap();
        let labels: Vec<&str> = nodes.iter().map(|node| node["@id"].as_str().unwrap()).collect();
        for (_, value) in nodes.iter().flat_map(|node| node.as_object().unwrap()) {
            let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            for value in values {
                assert!(value.get("@id").is_none(), "{}: {value}", facts.id);
                if let Some(label) = value.as_str().filter(|text| text.starts_with("_:")) {
                    assert!(labels.contains(&label), "{}: {label} leads nowhere", facts.id);
                }
            }
        }
    }
}

/// Two requests give equal objects, labels of blank nodes included.
#[test]
fn labels_follow_from_the_statements_alone() {
    for facts in license_versions().step_by(7) {
        let graph = read(Syntax::NTriples, facts.canonical.as_bytes()).unwrap();
        let reversed: Graph = graph.triples().iter().rev().cloned().collect();
        let outline = Outline::of(&reversed);
        // Equal sub-trees share a label in the canonical text, which is then no tree and never read back.
        if let Ok(outline) = outline {
            let again: Value = serde_json::from_str(&frozen_record(&outline, &LIBRARY.site)).unwrap();
            assert_eq!(again, frozen(facts), "{} {}", facts.id, facts.version);
        }
    }
}

#[test]
fn frozen_records_are_what_they_were() {
    for (id, version) in [("MIT", 1), ("Apache-2.0", 2), ("CC-BY-SA-4.0", 1)] {
        let facts = CATALOG.licenses[id].versions().find(|facts| facts.version.get() == version).unwrap();
        let text = serde_json::to_string_pretty(&frozen(facts)).unwrap();
        assert_snapshot(&format!("{id}-v{version}.json"), &format!("{text}\n"));
    }
}

/// spec:version-1#answer-objects.
#[test]
fn version_lists_are_newest_first() {
    for history in CATALOG.histories() {
        let list = json!(version_list(history));
        assert_eq!(keys(&list), ["id", "title", "current", "versions"]);
        let rows = list["versions"].as_array().unwrap();
        let numbers: Vec<u64> = rows.iter().map(|row| row["version"].as_u64().unwrap()).collect();
        let latest = u64::from(history.current.version.get());
        assert_eq!(numbers, (1..=latest).rev().collect::<Vec<_>>(), "{}", history.current.id);
        assert_eq!(list["current"], latest);
        for row in rows {
            assert_eq!(keys(row), ["version", "date", "summary", "current", "url", "api_url"]);
            assert_eq!(row["current"], row["version"] == latest);
            for address in ["url", "api_url"] {
                assert!(row[address].as_str().unwrap().starts_with('/'), "host-relative: {row}");
            }
        }
    }
    let list = json!(version_list(&CATALOG.licenses["Apache-2.0"]));
    let rows = list["versions"].as_array().unwrap();
    let second = rows.iter().find(|row| row["version"] == 2).unwrap();
    assert_eq!(second["api_url"], "/licenselibrary/license/Apache-2.0/versions/2");
    assert_eq!(rows[0]["url"], "/license-library/Apache-2.0");
    assert_eq!(json!(version_list(&CATALOG.vocabulary))["id"], "svc-ns");
}

#[test]
fn change_logs_have_an_entry_for_every_version_but_the_first() {
    let logs = LIBRARY.licenses.values().filter_map(|model| model.change_log.as_ref());
    let graphs = LIBRARY.graphs.values().filter_map(|model| model.change_log.as_ref());
    let mut count = 0;
    for log in logs.chain(graphs).chain(&LIBRARY.vocabulary.change_log) {
        let document = json!(change_log(log));
        assert_eq!(keys(&document), ["id", "title", "current_version", "entries"]);
        let entries = document["entries"].as_array().unwrap();
        assert_eq!(entries[0]["version"], document["current_version"]);
        for entry in entries {
            assert_eq!(keys(entry), ["version", "date", "reviewer", "summary", "changes"]);
            for change in entry["changes"].as_array().unwrap() {
                assert_eq!(keys(change), ["action", "statement", "previous", "reason", "source"]);
                let is_changed = change["action"] == "changed";
                assert_eq!(!change["previous"].as_str().unwrap().is_empty(), is_changed, "{change}");
            }
        }
        count += 1;
    }
    assert_eq!(count, total("corrected records") + total("dependency graphs") + 1);
}

/// spec:version-1#library-endpoints: most recently changed first, always paged, walked by raising `skip` by `limit`.
#[test]
fn history_pages_add_up_to_the_library() {
    let mut walked: Vec<Value> = Vec::new();
    loop {
        let query = HistoryQuery { skip: walked.len(), limit: 90 };
        let page = json!(history_page(&CATALOG, query));
        assert_eq!(keys(&page), ["total", "skip", "limit", "records"]);
        assert_eq!(
            (&page["total"], &page["skip"], &page["limit"]),
            (&json!(total("records")), &json!(query.skip), &json!(90))
        );
        walked.extend(page["records"].as_array().unwrap().iter().cloned());
        if walked.len() >= total("records") {
            break;
        }
    }
    let ids: std::collections::BTreeSet<&str> =
        walked.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!((walked.len(), ids.len()), (total("records"), total("records")));
    let days: Vec<&str> = walked.iter().map(|row| row["last_change"].as_str().unwrap()).collect();
    assert!(days.is_sorted_by(|a, b| a >= b));
    assert_eq!(keys(&walked[0]), ["id", "title", "version", "last_change", "summary", "url"]);
    let most = json!(history_page(&CATALOG, HistoryQuery { skip: 0, limit: 5000 }));
    assert_eq!((&most["limit"], most["records"].as_array().unwrap().len()), (&json!(500), 500));
    let beyond = json!(history_page(&CATALOG, HistoryQuery { skip: 9999, limit: 50 }));
    assert_eq!(beyond["records"], json!([]));
}

#[test]
fn reviews_say_verdict_summary_and_findings() {
    for review in LIBRARY.reviews.values() {
        let record = json!(review_record(review));
        assert!(!record["verdict"].as_str().unwrap().is_empty());
        assert_eq!(record["text_retrieved"], json!(review.text_retrieved));
        let parent = review.port_of.as_ref().map(ToString::to_string);
        assert_eq!(record["port_of"], json!(parent));
        for finding in record["findings"].as_array().unwrap() {
            assert!((1..=10).contains(&finding["rubric"].as_u64().unwrap()), "{finding}");
            assert!(
                ["applied", "proposed", "none", "superseded"].contains(&finding["action"].as_str().unwrap())
            );
        }
    }
}

/// spec:version-1#graph-objects.
#[test]
fn axioms_are_term_objects() {
    let core = LIBRARY.graphs.iter().find(|(id, _)| id.as_str() == Library::DEFAULT_GRAPH).unwrap().1;
    let list = json!(axiom_list(&core.current.content));
    assert_eq!(keys(&list), ["dependency_graph_statements"]);
    let axioms = list["dependency_graph_statements"].as_array().unwrap();
    assert_eq!(axioms.len(), 46);
    let relations = ["includedIn", "sameAs", "implies", "contradicts"];
    for axiom in axioms {
        assert_eq!(keys(axiom), ["subject", "predicate", "object"]);
        for place in ["subject", "predicate", "object"] {
            assert_eq!(keys(&axiom[place]), ["type", "value"]);
            assert_eq!(axiom[place]["type"], "uri");
            assert!(axiom[place]["value"].as_str().unwrap().starts_with("http"), "{axiom}");
        }
        let predicate = axiom["predicate"]["value"].as_str().unwrap();
        assert!(relations.iter().any(|relation| predicate.ends_with(relation)), "{predicate}");
    }
}

#[test]
fn eight_core_graphs_are_listed_the_default_one_first() {
    let list = json!(graph_list(&LIBRARY));
    let graphs = list["graphs"].as_array().unwrap();
    assert_eq!(graphs.len(), 8);
    let expected = "id title description kind status version iri axioms default role based_on based_on_version \
        added_rules removed_axioms replaced_rules group summary";
    for (place, graph) in graphs.iter().enumerate() {
        assert_eq!(keys(graph), expected.split_whitespace().collect::<Vec<_>>());
        assert_eq!(graph["default"], json!(place == 0));
        assert_eq!(
            (&graph["kind"], &graph["status"], &graph["role"]),
            (&json!("core"), &json!("published"), &json!(""))
        );
        let (group, base) = if place == 0 { ("core", "") } else { ("jurisdiction", "dg_default") };
        assert_eq!((&graph["group"], &graph["based_on"]), (&json!(group), &json!(base)));
        assert_eq!(graph["summary"].as_str().unwrap().is_empty(), place == 0, "{graph}");
        let facts = &CATALOG.graphs[graph["id"].as_str().unwrap()].current;
        assert_eq!(facts.kind, ModelKind::DependencyGraph);
        assert_eq!(graph["version"], facts.version.get());
    }
    let rules: u64 = graphs.iter().map(|graph| graph["added_rules"].as_u64().unwrap()).sum();
    let replaced: u64 = graphs.iter().map(|graph| graph["replaced_rules"].as_u64().unwrap()).sum();
    // 28 rules in all, one of them the adopted rule of the core graph.
    assert_eq!(rules + replaced, 27);
    assert_snapshot("graphs.json", &format!("{}\n", serde_json::to_string_pretty(&list).unwrap()));
}
