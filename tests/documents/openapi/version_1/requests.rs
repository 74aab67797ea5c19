//! What is described of requests is what is taken.

use muniment_documents::api::v1::{Call, Operation};
use muniment_documents::wire::Target;
use muniment_licenses::model::LicenseNames;
use serde_json::{Value, json};

use crate::openapi::{OURS, assert_valid, compile};

fn taken(operation: Operation, query: &str, body: &Value) -> bool {
    let target = Target::parse(operation.route().template, Some(query)).unwrap();
    let names = LicenseNames::new(OURS.catalog.library);
    Call::parse(operation, &[], &target, body.to_string().as_bytes(), &names).is_ok()
}

fn parameter(operation: Operation, name: &str) -> &'static Value {
    let parameters = OURS.described(operation)["parameters"].as_array().unwrap();
    let found =
        parameters.iter().map(|parameter| OURS.component(parameter)).find(|found| found["name"] == name);
    &found.unwrap()["schema"]
}

#[test]
fn members_that_need_not_be_sent_may_be_null() {
    let base = OURS.catalog.library.site.license_base();
    for (operation, name, body) in [
        (
            Operation::CheckCompatibility,
            "CompatibilityRequest",
            json!({"licenses": [format!("{base}MIT"), format!("{base}ISC")], "dependency_graph": null}),
        ),
        (
            Operation::CheckConsistency,
            "ConsistencyRequest",
            json!({"title": "T", "creator": null, "region": null, "permissions": [{"action": "odrl:use", "duties": null}]}),
        ),
        (
            Operation::NarrateLicense,
            "NarrationRequest",
            json!({"license": "MIT", "model": null, "without_names": null}),
        ),
        (
            Operation::TranslateLicense,
            "TranslationRequest",
            json!({"text": "A text.", "consent": true, "title": null, "save_draft": null}),
        ),
        (Operation::CreateGraph, "GraphInput", json!({"title": "T", "axioms": [], "description": null})),
    ] {
        assert_valid(&OURS.schema(name), &body, name);
        assert!(taken(operation, "", &body), "{name}");
    }
    for nothing in [json!({"model": null}), json!({"license": null, "model": null}), json!({})] {
        assert!(!OURS.schema("NarrationRequest").is_valid(&nothing), "{nothing}");
    }
}

/// spec:version-1#answer-objects: a number above the most there may be is lowered and not refused.
#[test]
fn what_is_lowered_or_passed_over_is_described_as_taken() {
    let limit = compile(&OURS.version_1, parameter(Operation::ListHistory, "limit"));
    assert!(limit.is_valid(&json!(501)) && taken(Operation::ListHistory, "limit=501", &json!({})));
    let compatible = compile(&OURS.version_1, parameter(Operation::CheckCompatibility, "X-SVC-Compat"));
    assert!(["2", "1", "yes"].iter().all(|value| compatible.is_valid(&json!(value))));
    let ids = parameter(Operation::CompareLicenses, "ids");
    let ids = compile(&OURS.version_1, ids);
    assert!(ids.is_valid(&json!(["ISC", "GPL-2.0+"])));
    assert!(taken(Operation::CompareLicenses, "ids=ISC,GPL-2.0%2B", &json!({})));
}

#[test]
fn a_translation_may_come_too_late() {
    assert!(OURS.described(Operation::TranslateLicense)["responses"]["504"].is_object());
}

/// The prefix of the vocabulary is the library's own.
#[test]
fn relations_are_named_as_the_library_names_them() {
    let prefix = &OURS.catalog.library.site.vocabulary_prefix;
    let axiom = &OURS.version_1["components"]["schemas"]["GraphInput"]["properties"]["axioms"]["items"];
    let about = axiom["properties"]["relation"]["description"].as_str().unwrap();
    assert!(about.contains(&format!("`{prefix}:contradicts`")), "{about}");
}

#[test]
fn a_json_ld_document_has_its_context() {
    for description in [&OURS.version_1, &OURS.document] {
        let schema = &description["components"]["schemas"]["JsonLd"];
        assert_eq!(schema["required"], json!(["@context"]));
        assert_eq!(schema["properties"]["@context"]["type"], "object");
    }
}

/// spec:version-2#endpoints: HEAD of the API catalog is refused as GET is.
#[test]
fn head_of_the_api_catalog_lists_what_get_may_refuse() {
    let methods = &OURS.document["paths"]["/.well-known/api-catalog"];
    let statuses =
        |method: &str| -> Vec<&String> { methods[method]["responses"].as_object().unwrap().keys().collect() };
    assert!(statuses("get").iter().any(|status| status.starts_with('4')));
    assert_eq!(statuses("head"), statuses("get"));
}
