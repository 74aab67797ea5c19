//! The document as a document.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::openapi::structure::{
    assert_is_explained, assert_is_openapi, assert_nothing_is_loose, each_object, schemas,
};
use crate::openapi::{OURS, SMALL};

#[test]
fn the_document_is_openapi_3_1() {
    for world in [&*OURS, &*SMALL] {
        assert_is_openapi(&world.version_1, "/licenselibrary/list", "1.1");
    }
}

#[test]
fn every_schema_is_a_schema() {
    let schemas = schemas(&OURS.version_1);
    assert!(schemas > 150, "{schemas}");
}

#[test]
fn every_reference_leads_somewhere_and_every_component_is_used() {
    assert_nothing_is_loose(&OURS.version_1);
}

#[test]
fn everything_is_explained_in_words() {
    assert_is_explained(&OURS.version_1);
    let mut summaries = BTreeSet::new();
    each_object(&OURS.version_1["paths"], "", &mut |at, object| {
        if let Some(summary) = object.get("summary") {
            assert!(summaries.insert(summary.as_str().unwrap()), "{at}: {summary} stands there twice");
        }
    });
}

/// What other documents are made of (JSON-LD, a package-metadata service), and what is sent to us.
const OPEN: [&str; 14] = [
    "JsonLd",
    "RecordSet",
    "RecordNode",
    "RepositoryDocument",
    "FailedTranslation",
    "LicenseSearch",
    "ComposerInput",
    "ComposerPermission",
    "CompatibilityRequest",
    "LicenseReference",
    "TranslationRequest",
    "NarrationRequest",
    "GraphInput",
    "ConsistencyRequest",
];

#[test]
fn every_object_schema_of_an_answer_is_closed_and_says_what_is_required() {
    let mut objects = 0;
    each_object(&OURS.version_1["components"]["schemas"], "", &mut |at, object| {
        let name = at.split('/').nth(1).unwrap_or_default();
        let Some(properties) = object.get("properties").filter(|_| object["type"] == "object") else {
            return;
        };
        let is_open = OPEN.contains(&name);
        assert_eq!(object.get("additionalProperties") == Some(&json!(false)), !is_open, "{at}");
        let required = object.get("required").and_then(Value::as_array).into_iter().flatten();
        for key in required {
            assert!(properties.get(key.as_str().unwrap()).is_some(), "{at}: {key}");
        }
        objects += 1;
    });
    assert!(objects > 60, "{objects}");
    for name in OPEN {
        assert!(OURS.version_1["components"]["schemas"][name].is_object(), "{name}");
    }
}

#[test]
fn examples_are_what_their_schemas_admit() {
    let mut examples = 0;
    each_object(&OURS.version_1, "", &mut |at, object| {
        if let (Some(example), Some(schema)) = (object.get("example"), object.get("schema")) {
            crate::openapi::assert_valid(&crate::openapi::compile(&OURS.version_1, schema), example, at);
            examples += 1;
        }
        for example in object.get("examples").and_then(Value::as_array).into_iter().flatten() {
            crate::openapi::assert_valid(
                &crate::openapi::compile(&OURS.version_1, &json!(object)),
                example,
                at,
            );
            examples += 1;
        }
    });
    assert!(examples > 100, "{examples}");
}

#[test]
fn defaults_are_what_their_schemas_admit() {
    let mut defaults = 0;
    each_object(&OURS.version_1, "", &mut |at, object| {
        if object.get("default").is_some_and(|default| !default.is_object()) {
            crate::openapi::assert_valid(
                &crate::openapi::compile(&OURS.version_1, &json!(object)),
                &object["default"],
                at,
            );
            defaults += 1;
        }
    });
    assert!(defaults > 40, "{defaults}");
}
