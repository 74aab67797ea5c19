//! The document against the table of operations and the rules of spec:version-1#self-description,
//! spec:version-1#endpoints, spec:version-1#errors and spec:version-1#limits.

use std::collections::{BTreeMap, BTreeSet};

use muniment_documents::api::v1::{Access, Operation};
use serde_json::{Value, json};

use super::described;
use crate::openapi::OURS;
use crate::openapi::routes::keys;

#[test]
fn every_operation_is_described_once_and_nothing_else_is() {
    let mut found = BTreeMap::new();
    for (path, item) in OURS.version_1["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(found.insert(id, (path.as_str(), method.as_str())).is_none(), "{id} stands there twice");
        }
    }
    let expected = described().map(|operation| {
        let route = operation.route();
        (route.id, (route.template, if route.method.to_string() == "GET" { "get" } else { "post" }))
    });
    assert_eq!(found, expected.collect());
    assert!(
        found.values().all(|(path, _)| !path.starts_with("/ns")),
        "the vocabulary is not in the document"
    );
}

#[test]
fn exactly_ten_operations_are_frozen() {
    let frozen: BTreeSet<(&str, &str)> = described()
        .filter(|operation| OURS.described(*operation).get("x-svc-contract").is_some())
        .map(|operation| {
            assert_eq!(OURS.described(operation)["x-svc-contract"], "frozen");
            (operation.route().template, operation.route().id)
        })
        .collect();
    let paths: BTreeSet<&str> = frozen.iter().map(|(path, _)| *path).collect();
    let expected = [
        "/licenselibrary/license/{license_id}",
        "/licenselibrary/list",
        "/licenselibrary/facetedsearch",
        "/licenselibrary/composer",
        "/dependencygraph/list",
        "/compatibilitycheck/",
        "/repolicensechecker/dependencies/{owner}/{name}",
        "/repolicensechecker/dependencies",
        "/repolicensechecker/check/{owner}/{name}",
        "/repolicensechecker/check",
    ];
    assert_eq!((frozen.len(), paths), (10, expected.into()));
}

/// spec:version-1#frozen-operations: names, places, types and defaults.
#[test]
fn parameters_of_the_frozen_operations_are_those_of_the_contract() {
    let parameters = |operation: Operation| -> Vec<String> {
        let described = OURS.described(operation)["parameters"].as_array().unwrap();
        described
            .iter()
            .map(|parameter| {
                let parameter = OURS.component(parameter);
                let (name, schema) = (parameter["name"].as_str().unwrap(), &parameter["schema"]);
                let required = if parameter["required"] == true { "!" } else { "" };
                let default = schema.get("default").map(|d| format!(" = {d}")).unwrap_or_default();
                let kind = schema["type"].as_str().unwrap();
                format!("{} {name}{required}: {kind}{default}", parameter["in"].as_str().unwrap())
            })
            .collect()
    };
    let expected: [(Operation, &[&str]); 10] = [
        (
            Operation::GetLicense,
            &[
                "path license_id!: string",
                "query format: string = \"json-ld\"",
                "query download: boolean = false",
            ],
        ),
        (
            Operation::ListLicenses,
            &[
                "query keyword: string",
                "query skip: integer = 0",
                "query limit: integer = 10",
                "query ports: string = \"include\"",
            ],
        ),
        (
            Operation::SearchLicenses,
            &["query skip: integer = 0", "query limit: string = \"10\"", "query ports: string = \"include\""],
        ),
        (Operation::ComposeLicense, &["query publish: boolean = true"]),
        (Operation::ListAxioms, &["query graph: string = \"dg_default\""]),
        (Operation::CheckCompatibility, &["header X-SVC-Compat: string"]),
        (Operation::GetDependencies, &["path owner!: string", "path name!: string"]),
        (Operation::GetDependenciesByUrl, &["query github_url!: string"]),
        (Operation::CheckRepository, &["path owner!: string", "path name!: string", "query target: string"]),
        (Operation::CheckRepositoryByUrl, &["query github_url!: string", "query target: string"]),
    ];
    for (operation, expected) in expected {
        assert!(operation.is_frozen());
        assert_eq!(parameters(operation), expected, "{}", operation.route().id);
    }
}

#[test]
fn path_parameters_are_those_of_the_template() {
    for operation in described() {
        let route = operation.route();
        let parameters = OURS.described(operation)["parameters"].as_array().unwrap();
        let in_path: Vec<&str> = parameters
            .iter()
            .map(|parameter| OURS.component(parameter))
            .filter(|parameter| parameter["in"] == "path" && parameter["required"] == true)
            .map(|parameter| parameter["name"].as_str().unwrap())
            .collect();
        let in_template: Vec<&str> =
            route.template.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        assert_eq!(in_path, in_template, "{}", route.id);
    }
}

/// spec:version-1#self-description, spec:version-1#authentication.
#[test]
fn security_says_who_may_call() {
    for operation in described() {
        let (access, described) = (operation.route().access, OURS.described(operation));
        let expected = match access {
            Access::Anyone => json!([]),
            Access::MoreWithToken => json!([{}, {"bearerAuth": []}]),
            Access::Token(_) => json!([{"bearerAuth": []}]),
        };
        assert_eq!(described["security"], expected, "{}", operation.route().id);
        let declares_401 = described["responses"].get("401").is_some();
        assert_eq!(declares_401, matches!(access, Access::Token(_)), "{}", operation.route().id);
    }
    assert_eq!(OURS.version_1["components"]["securitySchemes"]["bearerAuth"]["scheme"], "bearer");
}

/// spec:version-1#endpoints: the statuses of each operation beside 429, which any request with a token can get.
const STATUSES: [(&str, &str); 45] = [
    ("getLicense", "200 301 303 307 404 410 422 503"),
    ("listLicenses", "200 405 422"),
    ("searchLicenses", "200 405 413 422"),
    ("composeLicense", "201 401 403 405 409 413 422 503"),
    ("listAxioms", "200 403 404 422 503"),
    ("checkCompatibility", "200 403 404 413 422 502 503 504"),
    ("getDependencies", "200 404 502 503 504"),
    ("getDependenciesByUrl", "200 400 404 422 502 503 504"),
    ("checkRepository", "200 404 422 502 503 504"),
    ("checkRepositoryByUrl", "200 400 404 422 502 503 504"),
    ("getHealth", "200 503"),
    ("compareLicenses", "200 405 422 503"),
    ("listActions", "200 405 422"),
    ("checkConsistency", "200 403 404 405 413 422 503"),
    ("listOwnLicenses", "200 401 405 503"),
    ("listRevisions", "200 401 403 404 422 503"),
    ("deprecateLicense", "200 401 403 404 409 422 503"),
    ("getLicenseBySpdx", "200 404 422"),
    ("getSpdxMapping", "200 404 405"),
    ("getReview", "200 301 303 404 410 422"),
    ("listHistory", "200 405 422"),
    ("translateLicense", "200 202 401 403 405 413 422 502 503 504"),
    ("getTranslation", "200 202 401 403 404 422 503"),
    ("narrateLicense", "200 401 403 404 405 413 422 503"),
    ("listLicenseVersions", "200 301 303 404 410 422 503"),
    ("getLicenseVersion", "200 301 303 304 404 410 422 503"),
    ("getLicenseChangeLog", "200 301 303 404 410 422"),
    ("getLinkedLicense", "200 301 303 404 410 415 422 503"),
    ("getLinkedVersions", "301 303 404 410 422 503"),
    ("listGraphs", "200"),
    ("listOwnGraphs", "200 401 503"),
    ("compareGraphs", "200 403 404 422 503"),
    ("listRules", "200 403 404 422 503"),
    ("createGraph", "201 401 403 413 422 503"),
    ("listDefaultGraphVersions", "200"),
    ("getDefaultGraphVersion", "200 304 404 422"),
    ("getDefaultGraphChangeLog", "200 404"),
    ("listGraphVersions", "200 403 404 503"),
    ("getGraphVersion", "200 304 403 404 422 503"),
    ("getGraphChangeLog", "200 403 404 503"),
    ("getProfile", "200 404 503"),
    ("suggestLicenses", "200"),
    ("getLicenseFile", "200 301 303 304 404 410 422 503"),
    ("getBadge", "200 301 303 304 404 410 422 503"),
    ("listCheckerLicenses", "200"),
];

#[test]
fn statuses_are_those_an_operation_can_have() {
    let expected = BTreeMap::from(STATUSES);
    assert_eq!(described().count(), expected.len());
    for operation in described() {
        let mut statuses = keys(&OURS.described(operation)["responses"]);
        assert!(statuses.remove("429"), "{}", operation.route().id);
        let found: Vec<&str> = statuses.into_iter().collect();
        assert_eq!(found.join(" "), expected[operation.route().id], "{}", operation.route().id);
    }
}

/// spec:version-1#headers: the frozen operations send no cache headers.
#[test]
fn frozen_operations_have_no_entity_tags() {
    for operation in described() {
        let described = OURS.described(operation);
        let answer = described["responses"].get("200").or_else(|| described["responses"].get("201"));
        let headers = answer.map(|answer| keys(&answer["headers"])).unwrap_or_default();
        let has_tag = headers.contains("ETag");
        assert_eq!(headers.contains("Cache-Control"), has_tag, "{}", operation.route().id);
        assert!(!(operation.is_frozen() && has_tag), "{}", operation.route().id);
        let parameters = described["parameters"].as_array().unwrap();
        let asks = parameters.iter().any(|p| OURS.component(p)["name"] == "If-None-Match");
        let held = described["responses"].get("304").is_some();
        assert_eq!((asks, held), (has_tag, has_tag), "{}", operation.route().id);
    }
}

/// spec:version-1#errors: three shapes of errors, the sentence with a header of its own where addresses are counted.
#[test]
fn errors_are_json_in_the_shapes_of_version_1() {
    let mut shapes = BTreeSet::new();
    let responses = OURS.version_1["components"]["responses"].as_object().unwrap();
    for (name, response) in responses {
        let schema = &response["content"]["application/json"]["schema"];
        let alternatives = schema["anyOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()]);
        for alternative in alternatives {
            let shape = alternative["$ref"].as_str().unwrap_or_else(|| panic!("{name}")).to_owned();
            shapes.insert(shape.rsplit('/').next().unwrap().to_owned());
        }
    }
    let expected = ["Sentence", "ParameterFaults", "WindowSpent"].map(str::to_owned);
    assert_eq!(shapes, expected.into());
    for operation in described() {
        let limited = OURS.component(&OURS.described(operation)["responses"]["429"]);
        assert!(keys(&limited["headers"]).contains("Retry-After"), "{}", operation.route().id);
    }
}

/// spec:version-1#limits-per-address: operations that count addresses can refuse in a sentence.
#[test]
fn operations_of_a_bucket_refuse_in_a_sentence_too() {
    let of = |operation: Operation| OURS.described(operation)["responses"]["429"]["$ref"].as_str().unwrap();
    let limited: Vec<&str> = described()
        .filter(|operation| of(*operation).ends_with("/Limited"))
        .map(|operation| operation.route().id)
        .collect();
    let expected = [
        "getLicense",
        "composeLicense",
        "listAxioms",
        "checkCompatibility",
        "getDependencies",
        "getDependenciesByUrl",
        "checkRepository",
        "checkRepositoryByUrl",
        "compareLicenses",
        "listRevisions",
        "translateLicense",
        "listLicenseVersions",
        "getLicenseVersion",
        "getLinkedLicense",
        "getLinkedVersions",
        "compareGraphs",
        "listRules",
        "createGraph",
        "listGraphVersions",
        "getGraphVersion",
        "getGraphChangeLog",
        "getLicenseFile",
        "getBadge",
    ];
    assert_eq!(limited, expected);
}

#[test]
fn redirects_say_where_to_and_have_no_body() {
    for operation in described() {
        for (status, response) in OURS.described(operation)["responses"].as_object().unwrap() {
            if ["301", "303", "307"].contains(&status.as_str()) {
                assert!(keys(&response["headers"]).contains("Location"), "{}", operation.route().id);
            }
            let has_body = OURS.component(response).get("content").is_some();
            assert_eq!(has_body, !status.starts_with('3'), "{} {status}", operation.route().id);
        }
    }
}

/// spec:version-1#negotiation: routes that answer differently by `Accept` say so; operation 1 is frozen without it.
#[test]
fn what_depends_on_accept_varies() {
    let varying = [
        Operation::GetLinkedLicense,
        Operation::GetLinkedVersions,
        Operation::GetLicenseVersion,
        Operation::GetProfile,
    ];
    for operation in described() {
        let responses = OURS.described(operation)["responses"].as_object().unwrap();
        let varies = |(_, response): (&String, &Value)| response.pointer("/headers/Vary").is_some();
        assert_eq!(responses.iter().any(varies), varying.contains(&operation), "{}", operation.route().id);
    }
}

#[test]
fn bodies_are_described_where_they_are_read() {
    let expected = BTreeMap::from([
        ("searchLicenses", vec!["application/json"]),
        ("composeLicense", vec!["application/json", "text/turtle"]),
        ("checkCompatibility", vec!["application/json"]),
        ("checkConsistency", vec!["application/json"]),
        ("translateLicense", vec!["application/json", "text/plain"]),
        ("narrateLicense", vec!["application/json"]),
        ("createGraph", vec!["application/json", "text/turtle"]),
    ]);
    let found = described().filter_map(|operation| {
        let body = OURS.described(operation).get("requestBody")?;
        assert_eq!(body["required"], true);
        Some((operation.route().id, keys(&body["content"]).into_iter().collect()))
    });
    assert_eq!(found.collect::<BTreeMap<&str, Vec<&str>>>(), expected);
}
