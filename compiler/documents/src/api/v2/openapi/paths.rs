use serde_json::{Map, Value, json};

use super::Tag;
use super::headers::headers;
use super::parameters::Parameter;
use super::responses::{reads_account_graphs, refusals};
use crate::api::shapes::{schema, text};
use crate::api::v2::Operation;
use crate::wire::{Class, Representation};

/// One path item a route, in the order of the table.
pub(super) fn paths() -> Map<String, Value> {
    Operation::ALL
        .into_iter()
        .map(|operation| {
            let mut methods = Map::from_iter([("get".to_owned(), get(operation))]);
            if operation == Operation::GetApiCatalog {
                methods.insert("head".to_owned(), head(operation));
            }
            (operation.template().to_owned(), Value::Object(methods))
        })
        .collect()
}

fn get(operation: Operation) -> Value {
    let (summary, description) = words(operation);
    let parameters: Vec<Value> = Parameter::of(operation).iter().map(|p| p.reference()).collect();
    let security = if reads_account_graphs(operation) { json!([{}, {"bearerAuth": []}]) } else { json!([]) };
    let held = json!({
        "description": "The client holds this answer already; the same headers, and no body.",
        "headers": headers(answer_headers(operation)),
    });
    let answer = json!({
        "description": summary,
        "headers": headers(answer_headers(operation)),
        "content": content(operation),
    });
    let responses: Map<String, Value> = [("200".to_owned(), answer), ("304".to_owned(), held)]
        .into_iter()
        .chain(refusals(operation))
        .collect();
    json!({
        "operationId": operation.id(),
        "tags": [Tag::of(operation).name()],
        "summary": summary,
        "description": description,
        "security": security,
        "parameters": parameters,
        "responses": responses,
    })
}

/// The specification names HEAD for the catalog alone; it is answered everywhere, and described once.
fn head(operation: Operation) -> Value {
    let (summary, _) = words(operation);
    let without_body = |description: &str| json!({"description": description, "headers": headers(&[])});
    let answer = json!({"description": summary, "headers": headers(answer_headers(operation))});
    let held = json!({
        "description": "The client holds this answer already.",
        "headers": headers(answer_headers(operation)),
    });
    let refused = refusals(operation).into_iter().map(|(status, _)| {
        (status, without_body("The status and headers of a problem, without its document."))
    });
    let responses: Map<String, Value> =
        [("200".to_owned(), answer), ("304".to_owned(), held)].into_iter().chain(refused).collect();
    json!({
        "operationId": "headApiCatalog",
        "tags": [Tag::of(operation).name()],
        "summary": format!("Headers of: {summary}"),
        "description": "What GET answers, without its body.",
        "security": [],
        "responses": responses,
    })
}

/// The class the tree answers an operation as.
const fn class(operation: Operation) -> Class {
    match operation {
        Operation::GetDiscovery => Class::Discovery,
        Operation::GetApiCatalog => Class::ApiCatalog,
        Operation::GetOpenApi => Class::OpenApi,
        Operation::GetDocs => Class::Docs,
        Operation::GetLicense
        | Operation::GetLicenseVersion
        | Operation::GetDependencyGraph
        | Operation::GetDependencyGraphVersion
        | Operation::GetVocabulary
        | Operation::GetVocabularyVersion => Class::Version,
        Operation::ListLicenses
        | Operation::ListLicenseVersions
        | Operation::ListDependencyGraphs
        | Operation::ListDependencyGraphVersions
        | Operation::ListVocabularyVersions
        | Operation::ListReleases
        | Operation::ListChanges => Class::Listing,
        Operation::GetRelease => Class::Release,
    }
}

const fn answer_headers(operation: Operation) -> &'static [&'static str] {
    match class(operation) {
        Class::Version => &["ETag", "Cache-Control", "Vary", "Last-Modified", "Link", "Deprecation"],
        Class::Listing | Class::ApiCatalog => &["ETag", "Cache-Control", "Link"],
        Class::Docs => &["ETag", "Cache-Control", "Content-Security-Policy"],
        _ => &["ETag", "Cache-Control"],
    }
}

/// What the JSON of an answer holds, by the name of its schema; a page holds none.
const fn document(operation: Operation) -> Option<&'static str> {
    Some(match operation {
        Operation::GetDiscovery => "Discovery",
        Operation::GetApiCatalog => "ApiCatalog",
        Operation::GetOpenApi => "OpenApiDocument",
        Operation::GetDocs => return None,
        Operation::GetLicense | Operation::GetLicenseVersion => "LicenseVersion",
        Operation::GetDependencyGraph | Operation::GetDependencyGraphVersion => "DependencyGraphVersion",
        Operation::GetVocabulary | Operation::GetVocabularyVersion => "VocabularyVersion",
        Operation::ListLicenses
        | Operation::ListLicenseVersions
        | Operation::ListDependencyGraphs
        | Operation::ListDependencyGraphVersions
        | Operation::ListVocabularyVersions => "Listing",
        Operation::ListReleases => "ReleasesPage",
        Operation::GetRelease => "ReleaseManifest",
        Operation::ListChanges => "ChangePage",
    })
}

fn content(operation: Operation) -> Map<String, Value> {
    class(operation)
        .representations()
        .map(|representation| {
            let schema = match representation {
                Representation::Json | Representation::OpenApi | Representation::LinkSet => {
                    document(operation).map_or_else(text, schema)
                }
                Representation::JsonLd => schema("JsonLd"),
                Representation::Turtle
                | Representation::NTriples
                | Representation::RdfXml
                | Representation::TurtleString
                | Representation::RdfXmlString
                | Representation::Text
                | Representation::Html => text(),
            };
            let media_type = representation.media_type().split(';').next().unwrap_or_default();
            (media_type.to_owned(), json!({"schema": schema}))
        })
        .collect()
}

/// Summary and description.
const fn words(operation: Operation) -> (&'static str, &'static str) {
    match operation {
        Operation::GetDiscovery => (
            "What this deployment provides",
            "Versions of the API, the state of the data, dependency graphs, limits, features, and where everything is.",
        ),
        Operation::GetApiCatalog => (
            "Link set of the API's descriptions",
            "The API catalog of RFC 9727: addresses of the OpenAPI documents, their pages and the discovery document.",
        ),
        Operation::GetOpenApi => ("This document", "The OpenAPI description of version 2."),
        Operation::GetDocs => {
            ("Interactive page of this document", "A page for people, on which every operation can be tried.")
        }
        Operation::ListLicenses => (
            "Current versions of the curated licenses",
            "A page of them, ordered by identifier. Test fixtures are among them and say so in `record_status`; \
             composed licenses are never listed. If `release` changes from page to page, begin again.",
        ),
        Operation::GetLicense => (
            "Current version of a license",
            "The same answer as that of its number. RDF forms hold the record with everything that belongs to it.",
        ),
        Operation::ListLicenseVersions => {
            ("Every version of a license", "Newest first, on one page. A composed license has one version.")
        }
        Operation::GetLicenseVersion => (
            "One version of a license",
            "A superseded version never changes again; a withdrawn record keeps answering.",
        ),
        Operation::ListDependencyGraphs => (
            "Current versions of the core dependency graphs",
            "A page of them, ordered by identifier; graphs of accounts are never listed. If `release` changes from \
             page to page, begin again.",
        ),
        Operation::GetDependencyGraph => (
            "Current version of a dependency graph",
            "The same answer as that of its number. A graph of an account needs its token or session.",
        ),
        Operation::ListDependencyGraphVersions => (
            "Every version of a dependency graph",
            "Newest first, on one page. A graph of an account needs its token or session.",
        ),
        Operation::GetDependencyGraphVersion => (
            "One version of a dependency graph",
            "An archived version as Turtle is the file as it was archived, comments included. A graph of an account \
             needs its token or session.",
        ),
        Operation::GetVocabulary => {
            ("Current version of the vocabulary", "The same answer as that of its number.")
        }
        Operation::ListVocabularyVersions => {
            ("Every version of the vocabulary", "Newest first, on one page.")
        }
        Operation::GetVocabularyVersion => (
            "One version of the vocabulary",
            "An archived version as Turtle is the file as it was archived, comments included.",
        ),
        Operation::ListReleases => (
            "The current state and every registered release",
            "Newest first, on one page. Equal identifiers mean equal data, on whichever server.",
        ),
        Operation::GetRelease => (
            "Manifest of a release",
            "Every model with its version and content hash. Any of the four identifiers of a release finds it; one \
             that several releases share finds the newest.",
        ),
        Operation::ListChanges => (
            "Every version published since a day or a release",
            "In order of date, kind, identifier and version; versions without a date come first. To follow the \
             library, keep `until.release` and ask with `since` next time.",
        ),
    }
}
