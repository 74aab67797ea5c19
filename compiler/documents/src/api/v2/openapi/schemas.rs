use serde_json::{Map, Value, json};

use super::discovery::discovery;
use crate::api::shapes::{
    MODEL_ID, closed, closed_with, content_hash, count, day, day_or_nothing, described, flag, iri, keyed_by,
    list_of, model_id, nullable, number, path, release_id, schema, text,
};
use crate::api::v2::ProblemKind;
use crate::wire::Representation;
use muniment_library::history::Status;
use muniment_licenses::model::{ModelKind, ReleaseKind, Site};
use muniment_rdf::ALGORITHM;

/// The shape of every JSON document of version 2 (spec:version-2).
pub(super) fn components(site: &Site) -> Value {
    json!({
        "LicenseVersion": version(
            ModelKind::License,
            json!({"type": "string", "enum": ["published", "test-fixture", "composed"]}),
            json!({}),
        ),
        "DependencyGraphVersion": version(
            ModelKind::DependencyGraph,
            text(),
            json!({
                "axioms": described(count(), "Axioms the graph states."),
                "default_rules": described(count(), "Rules it supplies where a license is silent."),
                "default": described(flag(), "Whether reasoning takes this graph when none is named."),
            }),
        ),
        "VocabularyVersion": version(
            ModelKind::Vocabulary,
            json!({"const": "published"}),
            json!({"terms": described(count(), "Subjects in the namespace.")}),
        ),
        "VersionObject": version_object(),
        "VersionFormats": version_formats(),
        "VersionLinks": version_links(),
        "Listing": listing(),
        "PageLinks": page_links(),
        "ReleasesPage": releases_page(),
        "ReleaseManifest": manifest(),
        "ReleaseEntry": release_entry(),
        "ChangePage": change_page(),
        "ChangeItem": change_item(),
        "Discovery": discovery(),
        "ApiCatalog": api_catalog(),
        "CatalogLink": closed(json!({"href": iri(), "type": text()})),
        "OpenApiDocument": openapi_document(),
        "JsonLd": {
            "type": "object",
            "required": ["@context"],
            "properties": {"@context": {"type": "object", "description": "The context of the library."}},
            "description": "A JSON-LD document with the context of the library.",
        },
        "Problem": problem(site),
        "ParameterFault": parameter_fault(),
    })
}

/// The version object of a kind (spec:version-2#version-object).
fn version(kind: ModelKind, record_status: Value, additions: Value) -> Value {
    let names = [Status::Current, Status::Superseded, Status::Withdrawn].map(Status::name);
    let mut members = json!({
        "kind": {"const": kind.name()},
        "id": model_id(),
        "iri": described(iri(), "The permanent address of the model."),
        "title": text(),
        "version": number(),
        "latest_version": number(),
        "status": {"type": "string", "enum": names},
        "record_status": record_status,
        "date": described(day_or_nothing(), "Day of this version in the change log; empty when none is recorded."),
        "published_on": described(day_or_nothing(), "Day the license was issued, where stated; else `date`."),
        "summary": described(text(), "What the change log says of this version."),
        "content_hash": content_hash(),
        "hash_algorithm": {"const": ALGORITHM},
        "withdrawn_on": nullable(day()),
        "replaces": nullable(model_id()),
        "replaced_by": nullable(model_id()),
        "port_of": described(nullable(model_id()), "What it is a port of, or the graph it extends."),
        "formats": schema("VersionFormats"),
        "links": schema("VersionLinks"),
    });
    if let (Some(members), Value::Object(additions)) = (members.as_object_mut(), additions) {
        members.extend(additions);
    }
    closed(members)
}

fn version_object() -> Value {
    let named = |name: &str| format!("#/components/schemas/{name}");
    json!({
        "oneOf": [schema("LicenseVersion"), schema("DependencyGraphVersion"), schema("VocabularyVersion")],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {
                ModelKind::License.name(): named("LicenseVersion"),
                ModelKind::DependencyGraph.name(): named("DependencyGraphVersion"),
                ModelKind::Vocabulary.name(): named("VocabularyVersion"),
            },
        },
    })
}

fn version_formats() -> Value {
    let rdf = Representation::OF_A_VERSION.into_iter().filter(|form| form.syntax().is_some());
    let members: Map<String, Value> = rdf.map(|form| (form.key().to_owned(), path())).collect();
    described(closed(Value::Object(members)), "Addresses of this version in each RDF form.")
}

fn version_links() -> Value {
    closed(json!({
        "self": path(),
        "canonical": described(path(), "The address of this version by its number."),
        "latest": path(),
        "predecessor": nullable(path()),
        "successor": nullable(path()),
        "version_history": path(),
        "changelog": nullable(path()),
        "html": described(iri(), "The page for people."),
        "v1": described(path(), "The address in version 1 of the API."),
    }))
}

fn listing() -> Value {
    let states = [ReleaseKind::Library, ReleaseKind::Graphs, ReleaseKind::Vocabulary];
    closed(json!({
        "items": list_of(schema("VersionObject")),
        "total": described(count(), "Items of the whole list."),
        "release": described(release_id(&states), "The state the page was made from."),
        "next_cursor": nullable(text()),
        "links": schema("PageLinks"),
    }))
}

fn page_links() -> Value {
    closed(json!({"self": path(), "next": nullable(path())}))
}

fn releases_page() -> Value {
    let release = |addition: (&str, Value)| {
        closed(json!({
            "release": release_id(&[ReleaseKind::Data]),
            "library": release_id(&[ReleaseKind::Library]),
            "graphs": release_id(&[ReleaseKind::Graphs]),
            "vocabulary": release_id(&[ReleaseKind::Vocabulary]),
            "date": day_or_nothing(),
            addition.0: addition.1,
            "href": path(),
        }))
    };
    closed(json!({
        "current": release(("registered", flag())),
        "items": list_of(release(("application_version", nullable(text())))),
        "total": count(),
        "next_cursor": nullable(text()),
        "links": schema("PageLinks"),
    }))
}

/// The manifest of a release; its layout is the project's own.
fn manifest() -> Value {
    closed(json!({
        "release": release_id(&[ReleaseKind::Data]),
        "algorithm": {"const": ALGORITHM},
        "application_version": nullable(text()),
        "date": day_or_nothing(),
        "registered": flag(),
        "library": closed(json!({
            "id": release_id(&[ReleaseKind::Library]),
            "records": keyed_by(MODEL_ID, schema("ReleaseEntry")),
        })),
        "graphs": closed(json!({
            "id": release_id(&[ReleaseKind::Graphs]),
            "graphs": keyed_by(MODEL_ID, schema("ReleaseEntry")),
        })),
        "vocabulary": closed(json!({
            "id": release_id(&[ReleaseKind::Vocabulary]),
            "version": number(),
            "content_hash": content_hash(),
            "date": day_or_nothing(),
        })),
        "links": closed(json!({"self": path(), "changes": path()})),
    }))
}

fn release_entry() -> Value {
    let names = [Status::Current, Status::Withdrawn].map(Status::name);
    closed(json!({
        "version": number(),
        "content_hash": content_hash(),
        "date": day_or_nothing(),
        "status": {"type": "string", "enum": names},
    }))
}

/// A page of the change feed (spec:releases#change-feed).
fn change_page() -> Value {
    closed(json!({
        "items": list_of(schema("ChangeItem")),
        "since": described(nullable(text()), "As it was asked for."),
        "until": closed(json!({"release": release_id(&[ReleaseKind::Data]), "date": day_or_nothing()})),
        "total": count(),
        "next_cursor": nullable(text()),
        "links": schema("PageLinks"),
    }))
}

fn change_item() -> Value {
    closed(json!({
        "kind": {"type": "string", "enum": ModelKind::ALL.map(ModelKind::name)},
        "id": model_id(),
        "version": number(),
        "change": {"type": "string", "enum": ["added", "changed", "withdrawn"]},
        "date": day_or_nothing(),
        "summary": text(),
        "content_hash": content_hash(),
        "previous_version": nullable(number()),
        "previous_hash": nullable(content_hash()),
        "links": closed(json!({"self": path(), "changelog": nullable(path())})),
    }))
}

/// The link set of RFC 9727 (spec:version-2#api-catalog).
fn api_catalog() -> Value {
    let links = || list_of(schema("CatalogLink"));
    let context = closed(json!({
        "anchor": iri(),
        "service-desc": links(),
        "service-doc": links(),
        "service-meta": links(),
    }));
    closed(json!({"linkset": list_of(context)}))
}

fn openapi_document() -> Value {
    let part = || json!({"type": "object"});
    closed(json!({
        "openapi": {"const": "3.1.0"},
        "info": part(),
        "externalDocs": part(),
        "servers": list_of(part()),
        "tags": list_of(part()),
        "paths": part(),
        "components": part(),
    }))
}

/// A problem document (spec:version-2#problem-document).
fn problem(site: &Site) -> Value {
    let documentation = site.documentation_url();
    let types: Vec<String> = ProblemKind::ALL
        .into_iter()
        .map(|kind| format!("{documentation}#problem-{}", kind.name()))
        .chain(["about:blank".to_owned()])
        .collect();
    closed_with(
        json!({
            "type": described(json!({"type": "string", "enum": types}), "Names the situation; what a client decides by."),
            "title": text(),
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": text(),
            "instance": described(text(), "Path of the request."),
            "request_id": described(text(), "As in `X-Request-ID`."),
        }),
        json!({
            "errors": described(
                json!({"type": "array", "items": schema("ParameterFault"), "minItems": 1}),
                "Every faulty parameter (422).",
            ),
            "available": described(list_of(text()), "Media types that can be produced (406)."),
            "window": described(
                json!({"type": "string", "enum": ["second", "minute", "hour", "day", "global"]}),
                "The window that is used up (429).",
            ),
            "limit": described(count(), "Requests that window admits (429)."),
            "remaining": described(count(), "Requests it has left (429)."),
            "reset_at": described(json!({"type": "string", "format": "date-time"}), "When it begins anew (429)."),
        }),
    )
}

fn parameter_fault() -> Value {
    closed(json!({
        "in": {"type": "string", "enum": ["path", "query", "header"]},
        "name": text(),
        "detail": text(),
    }))
}
