//! The document as a document; what holds of both versions is asked of both.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::openapi::OURS;

/// Members of an answer about one version that licenses have; graphs and vocabularies do not.
const STATEMENTS: [&str; 12] = [
    "text_hash",
    "feature",
    "strength",
    "share_alike_scope",
    "patent_termination",
    "no_further_restrictions",
    "osi_approved",
    "fsf_free",
    "model_training",
    "limits",
    "relicensing",
    "statements",
];

/// Calls a function with every object within a value and where it stands.
pub(crate) fn each_object<'v>(value: &'v Value, at: &str, visit: &mut impl FnMut(&str, &'v Value)) {
    match value {
        Value::Object(members) => {
            visit(at, value);
            for (key, member) in members {
                each_object(member, &format!("{at}/{key}"), visit);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                each_object(item, &format!("{at}/{index}"), visit);
            }
        }
        _ => {}
    }
}

/// Holds a document against the rules of the `OpenAPI` initiative, under Apache-2.0; `path` is one of its paths.
pub(crate) fn assert_is_openapi(document: &Value, path: &str, version: &str) {
    let rules: Value = serde_json::from_str(include_str!("openapi-3.1.schema.json")).unwrap();
    let rules = jsonschema::validator_for(&rules).unwrap();
    crate::openapi::assert_valid(&rules, document, "the document");
    let mut broken = document.clone();
    broken["paths"][path]["get"]["responses"]["ok"] = json!({});
    assert!(!rules.is_valid(&broken));
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["info"]["version"], version);
}

/// Counts the schemas of a document; each has to be one.
pub(crate) fn schemas(document: &Value) -> usize {
    let mut schemas = 0;
    each_object(document, "", &mut |at, object| {
        let is_schema = at.ends_with("/schema")
            || at.strip_prefix("/components/schemas/").is_some_and(|n| !n.contains('/'));
        if is_schema {
            jsonschema::draft202012::meta::validate(object).unwrap_or_else(|e| panic!("{at}: {e}"));
            schemas += 1;
        }
    });
    schemas
}

#[test]
fn the_document_is_openapi_3_1() {
    assert_is_openapi(&OURS.document, "/v2", "2.0.0");
}

#[test]
fn every_schema_is_a_schema() {
    let schemas = schemas(&OURS.document);
    assert!(schemas > 50, "{schemas}");
}

#[test]
fn every_object_schema_is_closed_and_says_what_is_required() {
    let mut objects = 0;
    each_object(&OURS.document["components"]["schemas"], "", &mut |at, object| {
        let Some(properties) = object.get("properties").filter(|_| object["type"] == "object") else {
            return;
        };
        // What stands beside the context of a JSON-LD document is the record's own.
        if at == "/JsonLd" {
            return;
        }
        assert_eq!(object["additionalProperties"], false, "{at}");
        let required = object["required"].as_array().unwrap();
        assert!(required.iter().all(|key| properties.get(key.as_str().unwrap()).is_some()), "{at}");
        let properties = properties.as_object().unwrap().keys().map(String::as_str);
        let optional: BTreeSet<&str> = properties.filter(|key| !required.iter().any(|r| r == key)).collect();
        match at {
            "/LicenseVersion" => assert_eq!(optional, BTreeSet::from(STATEMENTS)),
            _ => {
                assert!(optional.is_empty() || at == "/Problem" || at.contains("/api_versions/"), "{at}");
            }
        }
        objects += 1;
    });
    assert!(objects > 30, "{objects}");
}

/// Every reference leads somewhere, and every component is used.
pub(crate) fn assert_nothing_is_loose(document: &Value) {
    let mut used = BTreeSet::new();
    each_object(document, "", &mut |at, object| {
        let mapping = object.get("mapping").and_then(Value::as_object).into_iter().flat_map(|m| m.values());
        for reference in object.get("$ref").into_iter().chain(mapping).map(|r| r.as_str().unwrap()) {
            let pointer =
                reference.strip_prefix('#').unwrap_or_else(|| panic!("{at}: {reference} is elsewhere"));
            assert!(document.pointer(pointer).is_some(), "{at}: {reference}");
            used.insert(pointer.to_owned());
        }
        for requirement in object.get("security").and_then(Value::as_array).into_iter().flatten() {
            let schemes = requirement.as_object().unwrap().keys();
            used.extend(schemes.map(|scheme| format!("/components/securitySchemes/{scheme}")));
        }
    });
    let components = document["components"].as_object().unwrap();
    let present: BTreeSet<String> = components
        .iter()
        .flat_map(|(kind, named)| {
            named.as_object().unwrap().keys().map(move |name| format!("/components/{kind}/{name}"))
        })
        .collect();
    assert_eq!(present, used);
}

/// Operations, parameters, headers and responses have words for people.
pub(crate) fn assert_is_explained(document: &Value) {
    each_object(&document["paths"], "", &mut |at, object| {
        if object.get("operationId").is_some() {
            for words in ["summary", "description"] {
                assert!(object[words].as_str().is_some_and(|text| text.len() > 10), "{at} has no {words}");
            }
        }
    });
    for kind in ["parameters", "headers", "responses"] {
        for (name, component) in document["components"][kind].as_object().unwrap() {
            assert!(component["description"].as_str().is_some_and(|text| text.len() > 10), "{kind}: {name}");
        }
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_component_is_used() {
    assert_nothing_is_loose(&OURS.document);
}

#[test]
fn everything_is_explained_in_words() {
    assert_is_explained(&OURS.document);
}
