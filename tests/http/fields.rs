//! spec:version-2#version-object once more: what the fields of an object say is what its triples say.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::counts::count;
use crate::server::server;
use crate::walk::{Version, model, models, versions};

const DCT: &str = "http://purl.org/dc/terms/";

/// The text of a literal that needs no escapes, as N-Triples writes it.
fn lexical(literal: &str) -> &str {
    literal.strip_prefix('"').and_then(|rest| rest.rsplit_once('"')).unwrap().0
}

/// The texts of a property of the version's own subject.
fn texts<'v>(version: &'v Version, predicate: &str) -> Vec<&'v str> {
    version.objects(version.text("iri"), predicate).into_iter().map(lexical).collect()
}

#[test]
fn titles_are_those_of_the_triples() {
    for (_, version) in versions() {
        let title = version.text("title").replace('\\', "\\\\").replace('"', "\\\"");
        let stated = texts(version, &format!("{DCT}title"));
        assert!(stated.contains(&title.as_str()), "{}: {title:?} is none of {stated:?}", version.path);
    }
}

/// Version 1 is dated only where the record says on which day it was written.
#[test]
fn a_first_version_is_dated_by_the_day_it_was_written() {
    let mut dated = 0;
    for (model, version) in versions().filter(|(_, version)| version.number == 1) {
        let modified = texts(version, &format!("{DCT}modified"));
        let is_license = model.kind == "license";
        let expected = modified.first().filter(|_| is_license).copied().unwrap_or_default();
        assert_eq!(version.text("date"), expected, "{}", version.path);
        assert_eq!(version.text("summary").is_empty(), expected.is_empty(), "{}", version.path);
        dated += usize::from(!expected.is_empty());
    }
    assert_eq!(dated, count("dated first versions"));
}

#[test]
fn published_on_is_the_day_of_issue_or_the_date() {
    for (_, version) in versions() {
        let issued = texts(version, &format!("{DCT}issued"));
        let expected = issued.first().copied().unwrap_or(version.text("date"));
        assert_eq!(version.text("published_on"), expected, "{}", version.path);
    }
}

#[test]
fn ports_name_the_record_they_are_a_port_of() {
    let discovery = server().get("/v2").json();
    let namespace = discovery["identifiers"]["vocabulary_namespace"].as_str().unwrap();
    let base = discovery["identifiers"]["license_base"].as_str().unwrap();
    let mut ports = 0;
    for (model, version) in versions().filter(|(model, _)| model.kind == "license") {
        let parents = version.objects(version.text("iri"), &format!("{namespace}jurisdictionPortOf"));
        let parent = parents.first().map(|iri| {
            iri.trim_matches(['<', '>']).strip_prefix(base).unwrap_or_else(|| panic!("{iri} is no record"))
        });
        assert_eq!(version.object["port_of"], json!(parent), "{}", version.path);
        ports += usize::from(parent.is_some() && version.number == model.latest().number);
    }
    assert_eq!(ports, count("ports"));
}

#[test]
fn jurisdiction_graphs_are_ports_of_the_default_graph() {
    for (model, version) in versions().filter(|(model, _)| model.kind == "dependency-graph") {
        let expected = if model.id == "dg_default" { Value::Null } else { json!("dg_default") };
        assert_eq!(version.object["port_of"], expected, "{}", version.path);
        assert_eq!(version.object["default"], json!(model.id == "dg_default"), "{}", version.path);
    }
}

#[test]
fn record_status_tells_published_records_from_fixtures() {
    let mut fixtures = BTreeSet::new();
    for (model, version) in versions() {
        match version.text("record_status") {
            "published" => {}
            "test-fixture" if model.kind == "license" => {
                fixtures.insert(&model.id);
            }
            other => panic!("{}: {other}", version.path),
        }
    }
    assert_eq!(fixtures.len(), count("records") - count("published"));
}

#[test]
fn graphs_count_their_axioms_and_default_rules() {
    let default = &model("dg_default").latest().object;
    assert_eq!((&default["axioms"], &default["default_rules"]), (&json!(46), &json!(1)));
    let graphs = models().iter().filter(|model| model.kind == "dependency-graph");
    let axioms: BTreeSet<u64> =
        graphs.map(|graph| graph.latest().object["axioms"].as_u64().unwrap()).collect();
    assert_eq!(axioms, BTreeSet::from([46]), "jurisdiction graphs are complete");
    for (_, version) in versions().filter(|(model, _)| model.kind == "dependency-graph") {
        let rules = version.triples().filter(|line| line.ends_with("ns#DefaultRule> .")).count();
        assert_eq!(version.object["default_rules"], json!(rules), "{}", version.path);
    }
}

#[test]
fn the_vocabulary_counts_the_subjects_in_its_namespace() {
    for version in &models().iter().find(|model| model.kind == "vocabulary").unwrap().versions {
        let namespace = format!("<{}", version.text("iri"));
        let subjects: BTreeSet<&str> = version
            .triples()
            .filter_map(|line| line.strip_prefix(&namespace)?.split_once('>'))
            .map(|(local, _)| local)
            .filter(|local| !local.is_empty())
            .collect();
        assert!(subjects.len() > 100);
        assert_eq!(version.object["terms"], json!(subjects.len()), "{}", version.path);
    }
}
