//! spec:version-2#endpoints: the served `OpenAPI` document describes what the server does. (That it describes all there
//! is, from the same table, and refuses what is spoilt, is shown in `tests/documents/openapi`.)

use std::sync::LazyLock;

use jsonschema::Validator;
use muniment_documents::api::v2::Operation;
use serde_json::{Value, json};

use crate::server::{Answer, server};
use crate::walk::{models, release, versions};

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| server().get("/v2/openapi.json").is(200).json());

fn validator(schema: &Value) -> Validator {
    let whole = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "allOf": [schema],
        "components": DOCUMENT["components"],
    });
    jsonschema::options().should_validate_formats(true).build(&whole).unwrap()
}

fn resolve(value: &'static Value) -> &'static Value {
    match value["$ref"].as_str() {
        Some(reference) => DOCUMENT.pointer(reference.trim_start_matches('#')).unwrap(),
        None => value,
    }
}

/// Fails unless an answer is one the operation is documented to give: status, media type, shape, headers.
#[track_caller]
fn assert_documented(operation: Operation, answer: &Answer) {
    let responses = &DOCUMENT["paths"][operation.template()]["get"]["responses"];
    let response = resolve(&responses[answer.status.to_string()]);
    assert!(response.is_object(), "{}: {} is not documented", answer.asked, answer.status);
    // spec:version-1#headers: every answer of the server bears these.
    let of_the_server = ["referrer-policy", "x-content-type-options", "x-frame-options"];
    for header in answer.lasting_headers().into_keys().filter(|name| !of_the_server.contains(&name.as_str()))
    {
        let documented = response["headers"]
            .as_object()
            .is_some_and(|headers| headers.keys().any(|name| name.eq_ignore_ascii_case(&header)));
        assert!(documented || header == "content-type", "{}: {header} is not documented", answer.asked);
    }
    let Some(media_type) = answer.header("content-type").filter(|_| answer.status != 304) else { return };
    let name = media_type.split(';').next().unwrap();
    let (_, content) = response["content"]
        .as_object()
        .and_then(|content| content.iter().find(|(known, _)| known.split(';').next() == Some(name)))
        .unwrap_or_else(|| panic!("{}: {media_type} is not documented", answer.asked));
    if name.ends_with("json") && name != "application/ld+json" {
        let reasons: Vec<String> = validator(&content["schema"])
            .iter_errors(&answer.json())
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(reasons.is_empty(), "{}:\n{}", answer.asked, reasons.join("\n"));
    }
}

/// Addresses of an operation that answer.
fn addresses(operation: Operation) -> Vec<String> {
    let current = release()["release"].as_str().unwrap();
    let filled = |ids: &[&str]| {
        ids.iter()
            .flat_map(|id| ["1", "2"].map(|version| (id, version)))
            .map(|(id, version)| {
                operation
                    .template()
                    .replace("{license_id}", id)
                    .replace("{graph_id}", id)
                    .replace("{version}", version)
                    .replace("{release_id}", current)
            })
            .collect()
    };
    match operation.template() {
        template if operation == Operation::GetContainment => vec![
            format!("{template}?in=MIT&out=GPL-3.0-only"),
            format!(
                "{template}?in=GPL-3.0-only%20AND%20Apache-2.0&out=MIT&use=merged&ship=source&modified=true"
            ),
            format!("{template}?in=MIT%20OR%20GPL-2.0-or-later&out=GPL-3.0-only"),
        ],
        template if template.contains("graph_id") => filled(&["dg_default", "dg_br"]),
        _ => filled(&["Apache-2.0", "MIT"]),
    }
}

#[test]
fn the_document_is_openapi_3_1_of_version_2_0_0() {
    assert_eq!(DOCUMENT["openapi"], "3.1.0");
    assert_eq!(DOCUMENT["info"]["version"], "2.0.0");
    let tags: Vec<&str> =
        DOCUMENT["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
    assert_eq!(tags, ["discovery", "licenses", "dependency-graphs", "vocabulary", "releases"]);
}

#[test]
fn every_documented_path_answers_as_documented() {
    let documented = DOCUMENT["paths"].as_object().unwrap();
    assert_eq!(documented.len(), Operation::ALL.len());
    for operation in Operation::ALL {
        assert_eq!(documented[operation.template()]["get"]["operationId"], operation.id());
        for address in addresses(operation) {
            let answer = server().get(&address);
            answer.is(200);
            assert_documented(operation, &answer);
            let held = server().ask("GET", &address, &[("If-None-Match", "*")]);
            assert_documented(operation, held.is(304));
        }
    }
}

#[test]
fn every_version_is_the_object_documented() {
    let schema = json!({"$ref": "#/components/schemas/VersionObject"});
    let version_object = validator(&schema);
    for (_, version) in versions() {
        let reasons: Vec<String> =
            version_object.iter_errors(&version.object).map(|error| error.to_string()).collect();
        assert!(reasons.is_empty(), "{}:\n{}", version.path, reasons.join("\n"));
    }
    for model in models().iter().step_by(20) {
        for answer in model.current.values() {
            let operation = match model.kind {
                "license" => Operation::GetLicense,
                "vocabulary" => Operation::GetVocabulary,
                _ => Operation::GetDependencyGraph,
            };
            assert_documented(operation, answer);
        }
    }
}

#[test]
fn every_refusal_is_documented() {
    for (operation, method, path, accept) in [
        (Operation::GetLicense, "GET", "/v2/licenses/Nope-1.0", "*/*"),
        (Operation::GetLicense, "GET", "/v2/licenses/a%20b?format=x", "*/*"),
        (Operation::GetLicense, "GET", "/v2/licenses/%ZZ", "*/*"),
        (Operation::GetLicense, "GET", "/v2/licenses/MIT", "image/png"),
        (Operation::GetLicense, "POST", "/v2/licenses/MIT", "*/*"),
        (Operation::GetLicenseVersion, "GET", "/v2/licenses/MIT/versions/0", "*/*"),
        (Operation::GetDependencyGraph, "GET", "/v2/dependency-graphs/dg_x", "*/*"),
        (Operation::GetVocabularyVersion, "GET", "/v2/vocabulary/versions/99", "*/*"),
        (Operation::GetRelease, "GET", "/v2/releases/data-0000000000000000", "*/*"),
        (Operation::ListLicenses, "GET", "/v2/licenses?limit=0&cursor=x&ports=y", "*/*"),
        (Operation::ListChanges, "GET", "/v2/changes?since=data-0000000000000000", "*/*"),
        (Operation::ListChanges, "GET", "/v2/changes?since=x", "*/*"),
        (Operation::ListReleases, "DELETE", "/v2/releases", "*/*"),
        (Operation::GetDiscovery, "GET", "/v2", "text/turtle"),
        (Operation::GetApiCatalog, "PUT", "/.well-known/api-catalog", "*/*"),
        (Operation::GetOpenApi, "GET", "/v2/openapi.json", "text/turtle"),
        (Operation::GetDocs, "GET", "/v2/docs", "text/turtle"),
    ] {
        let answer = server().ask(method, path, &[("Accept", accept)]);
        assert!(answer.status >= 400, "{}", answer.asked);
        assert_documented(operation, &answer);
    }
}

#[test]
fn the_interactive_page_needs_nothing_from_elsewhere() {
    let page = server().get("/v2/docs");
    page.is(200).has("content-type", "text/html; charset=utf-8").has("access-control-allow-origin", "*");
    let text = page.text();
    let mut assets = 0;
    for attribute in ["src=\"", "href=\""] {
        for target in text.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()) {
            // What a browser fetches by itself; a link a person may follow leads anywhere.
            if attribute == "src=\"" || [".js", ".css", ".svg"].iter().any(|end| target.ends_with(end)) {
                assert!(target.starts_with("/assets/"), "{target} is elsewhere");
                server().get(target).is(200);
                assets += 1;
            }
        }
    }
    assert!(assets >= 4, "{text}");
}
