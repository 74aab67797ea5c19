//! spec:version-1#license-record, spec:version-1#frozen-operations operation 1: the record as everybody gets it who
//! asks for nothing in particular.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use muniment_licenses::model::LicenseId;
use serde_json::{Map, Value, json};

use super::{LIBRARY, document, keys, license, list, text};
use crate::counts::count;
use crate::server::server;

/// Every record of the library by its identifier, fetched once.
static RECORDS: LazyLock<Vec<(&str, Value)>> = LazyLock::new(|| {
    let ids = LIBRARY.licenses.keys().map(LicenseId::as_str);
    ids.map(|id| (id, document(&server().get(&format!("/licenselibrary/license/{id}"))))).collect()
});

fn nodes(record: &Value) -> impl Iterator<Item = &Map<String, Value>> {
    list(&record["@graph"]).iter().map(|node| node.as_object().unwrap())
}

#[track_caller]
fn set(id: &str) -> &'static Map<String, Value> {
    let (_, record) = RECORDS.iter().find(|(known, _)| *known == id).unwrap();
    nodes(record).next().unwrap()
}

#[test]
fn the_context_is_frozen_with_12_prefixes() {
    let expected = json!({
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
        "dcat": "http://www.w3.org/ns/dcat#",
        "dct": "http://purl.org/dc/terms/",
        "foaf": "http://xmlns.com/foaf/0.1/",
        "svc": "https://muniment.example/ns#",
        "svclib": "https://muniment.example/licenselibrary/",
        "cc": "http://creativecommons.org/ns#",
        "odrl": "http://www.w3.org/ns/odrl/2/",
        "osl": "http://opensource.org/licenses/",
        "scho": "http://schema.org/",
    });
    for (id, record) in RECORDS.iter() {
        assert_eq!(keys(record), ["@context", "@graph"], "{id}");
        assert_eq!(record["@context"], expected, "{id}");
        assert_eq!(keys(&record["@context"]), keys(&expected), "{id}: the order is frozen too");
    }
}

#[test]
fn the_first_node_is_the_set_with_the_rules_of_the_record() {
    for (id, record) in RECORDS.iter() {
        let set = nodes(record).next().unwrap();
        assert_eq!((&set["@id"], &set["@type"]), (&json!(format!("svclib:{id}")), &json!("odrl:Set")));
        let license = license(id);
        let title = set["dct:title"].as_str().or_else(|| set["dct:title"]["@value"].as_str());
        assert_eq!(title, Some(license.title.value.as_str()), "{id}");
        assert!(set["cc:jurisdiction"].is_string() && set["odrl:target"].is_string(), "{id}");
        for (key, rules) in [
            ("odrl:permission", &license.permissions),
            ("odrl:prohibition", &license.prohibitions),
            ("odrl:duty", &license.duties),
        ] {
            let labels = set.get(key).map_or(&[][..], |labels| list(labels));
            assert_eq!(labels.len(), rules.len(), "{id}: {key} is a list, however many there are");
            assert!(labels.iter().all(|label| text(label).starts_with("_:")), "{id}: {labels:?}");
        }
    }
}

/// Acts, and the duties that hang on each, in any order.
fn acts_stated(record: &Value, key: &str) -> BTreeSet<(String, BTreeSet<String>)> {
    let node = |label: &Value| nodes(record).find(|node| node["@id"] == *label).unwrap();
    let labels = |node: &Map<String, Value>, key: &str| -> Vec<Value> {
        node.get(key).map(|labels| list(labels).to_vec()).unwrap_or_default()
    };
    let act = |label: &Value| text(&node(label)["odrl:action"]).to_owned();
    let rules = labels(nodes(record).next().unwrap(), key);
    rules.iter().map(|rule| (act(rule), labels(node(rule), "odrl:duty").iter().map(act).collect())).collect()
}

#[test]
fn the_nodes_that_follow_say_what_the_source_says() {
    let prefixes = LIBRARY.site.context();
    for (id, record) in RECORDS.iter() {
        let license = license(id);
        for (key, rules) in [
            ("odrl:permission", &license.permissions),
            ("odrl:prohibition", &license.prohibitions),
            ("odrl:duty", &license.duties),
        ] {
            let duty = |duty: &muniment_licenses::model::Rule| prefixes.compact(&duty.action);
            let expected: BTreeSet<_> =
                rules.iter().map(|rule| (duty(rule), rule.duties.iter().map(duty).collect())).collect();
            assert_eq!(acts_stated(record, key), expected, "{id}: {key}");
        }
    }
}

/// The quirk: a reference is the plain string, a label or a compact name, and a label leads to a node.
#[test]
fn every_reference_is_flattened_to_a_plain_string() {
    for (id, record) in RECORDS.iter() {
        let labels: BTreeSet<&str> = nodes(record).map(|node| text(&node["@id"])).collect();
        for (key, value) in nodes(record).flatten() {
            let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            for value in values {
                assert!(value.is_string() || value["@value"].is_string(), "{id}: {key} is {value}");
                let label = value.as_str().filter(|value| value.starts_with("_:"));
                assert!(label.is_none_or(|label| labels.contains(label)), "{id}: {key} leads nowhere");
            }
        }
    }
}

#[test]
fn a_record_carries_what_it_states() {
    let (mut ports, mut variants, mut fixtures, mut spdx) = (0, 0, BTreeSet::new(), 0);
    for (id, record) in RECORDS.iter() {
        let set = nodes(record).next().unwrap();
        ports += usize::from(set.contains_key("svc:jurisdictionPortOf"));
        variants += usize::from(set.contains_key("svc:variantOf"));
        assert!(set.contains_key("svc:variantKind") || !set.contains_key("svc:variantOf"), "{id}");
        spdx += usize::from(set.contains_key("http://spdx.org/rdf/terms#licenseId"));
        if set.get("svc:recordStatus").is_some_and(|status| status == "svc:testFixture") {
            fixtures.insert(*id);
        }
    }
    assert_eq!(
        (RECORDS.len(), ports, variants, spdx),
        (count("records"), count("ports"), count("variants"), count("SPDX identifiers"))
    );
    assert_eq!(fixtures, BTreeSet::from(["DeveloperLicense", "SampleLicenseSl"]));
    let port = set("CreativeCommonsAttribution30Austria");
    assert_eq!(port["svc:jurisdictionPortOf"], "svclib:CC-BY-4.0");
    assert_eq!(set("Apache-2.0")["svc:versionHistory"], "svclib:Apache-2.0/versions");
    assert_eq!(set("Apache-2.0")["dct:source"], "http://www.apache.org/licenses/LICENSE-2.0");
    assert_eq!(set("Apache-2.0")["dct:title"]["@language"], "en");
}

/// spec:version-1#license-record: labels of blank nodes included.
#[test]
fn two_requests_get_the_same_bytes() {
    for id in ["MIT", "GPL-3.0-only", "CC-BY-SA-4.0", "SampleLicenseSl"] {
        let path = format!("/licenselibrary/license/{id}");
        assert_eq!(server().get(&path).body, server().get(&path).body, "{id}");
        let named = server().get(&format!("{path}?format=json-ld"));
        assert_eq!(named.body, server().get(&path).body, "{id}: the default has a name");
    }
}

#[test]
fn accept_asks_for_nothing_in_particular_unless_it_names_rdf_or_html() {
    let path = "/licenselibrary/license/MIT";
    let plain = server().get(path);
    for accept in
        ["*/*", "application/json", "", "image/png", "application/n-triples", "text/n3", "text/plain"]
    {
        let answer = server().accept(path, accept);
        answer.is(200).has("content-type", "application/json");
        assert_eq!(answer.body, plain.body, "{accept}");
    }
}
