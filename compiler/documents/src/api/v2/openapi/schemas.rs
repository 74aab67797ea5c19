use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::api::openapi::schema::{MODEL_ID, named, of};
use crate::api::openapi::shapes::{
    both, closed, closed_with, content_hash, count, day, day_or_nothing, described, flag, instant, iri,
    keyed_by, list_of, model_id, nullable, number, one_of, path, release_id, text,
};
use crate::api::v2::statements::Statements;
use crate::api::v2::version::Links;
use crate::api::v2::{ParameterFault, ProblemKind};
use crate::wire::Representation;
use muniment_library::history::Status;
use muniment_licenses::model::{ModelKind, ReleaseKind};
use muniment_rdf::ALGORITHM;

pub(in crate::api::v2) fn license_version(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "LicenseVersion", |generator| {
        let record_status = one_of(&["published", "test-fixture", "composed"]);
        let statements = Statements::members(generator);
        version(generator, ModelKind::License, record_status, json!({}), statements)
    })
}

pub(in crate::api::v2) fn graph_version(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "DependencyGraphVersion", |generator| {
        let additions = json!({
            "axioms": described(count(), "Axioms the graph states."),
            "default_rules": described(count(), "Rules it supplies where a license is silent."),
            "default": described(flag(), "Whether reasoning takes this graph when none is named."),
        });
        version(generator, ModelKind::DependencyGraph, text(), additions, json!({}))
    })
}

pub(in crate::api::v2) fn vocabulary_version(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "VocabularyVersion", |generator| {
        let additions = json!({"terms": described(count(), "Subjects in the namespace.")});
        version(generator, ModelKind::Vocabulary, json!({"const": "published"}), additions, json!({}))
    })
}

/// The version object of a kind (spec:version-2#version-object).
fn version(
    generator: &mut SchemaGenerator,
    kind: ModelKind,
    record_status: Value,
    additions: Value,
    only_of_one_version: Value,
) -> Value {
    let names = [Status::Current, Status::Superseded, Status::Withdrawn].map(Status::name);
    let members = json!({
        "kind": {"const": kind.name()},
        "id": model_id(),
        "iri": described(iri(), "The permanent address of the model."),
        "title": text(),
        "version": number(),
        "latest_version": number(),
        "status": one_of(&names),
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
        "formats": named(generator, "VersionFormats", |_| version_formats()).to_value(),
        "links": of::<Links>(generator),
    });
    closed_with(both(members, additions), only_of_one_version)
}

/// The version object of any kind.
pub(in crate::api::v2) fn version_object(generator: &mut SchemaGenerator) -> Value {
    let kinds = [license_version(generator), graph_version(generator), vocabulary_version(generator)];
    let named = |name: &str| format!("#/components/schemas/{name}");
    json!({
        "oneOf": kinds,
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

pub(in crate::api::v2) fn manifest(generator: &mut SchemaGenerator) -> Schema {
    let entry = named(generator, "ReleaseEntry", |_| release_entry()).to_value();
    named(generator, "ReleaseManifest", |_| manifest_document(entry))
}

/// The manifest of a release; its layout is the project's own.
fn manifest_document(entry: Value) -> Value {
    closed(json!({
        "release": release_id(&[ReleaseKind::Data]),
        "algorithm": {"const": ALGORITHM},
        "application_version": nullable(text()),
        "date": day_or_nothing(),
        "registered": flag(),
        "library": closed(json!({
            "id": release_id(&[ReleaseKind::Library]),
            "records": keyed_by(MODEL_ID, entry.clone()),
        })),
        "graphs": closed(json!({
            "id": release_id(&[ReleaseKind::Graphs]),
            "graphs": keyed_by(MODEL_ID, entry),
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
        "status": one_of(&names),
    }))
}

pub(in crate::api::v2) fn api_catalog(generator: &mut SchemaGenerator) -> Schema {
    let link = named(generator, "CatalogLink", |_| closed(json!({"href": iri(), "type": text()}))).to_value();
    named(generator, "ApiCatalog", |_| catalog_document(link))
}

/// The link set of RFC 9727 (spec:version-2#api-catalog).
fn catalog_document(link: Value) -> Value {
    let links = || list_of(link.clone());
    let context = closed(json!({
        "anchor": iri(),
        "service-desc": links(),
        "service-doc": links(),
        "service-meta": links(),
    }));
    closed(json!({"linkset": list_of(context)}))
}

pub(in crate::api::v2) fn openapi_document(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "OpenApiDocument", |_| {
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
    })
}

pub(super) fn problem(generator: &mut SchemaGenerator) -> Schema {
    let fault = of::<ParameterFault>(generator);
    named(generator, "Problem", |_| problem_document(fault))
}

/// A problem document (spec:version-2#problem-document).
fn problem_document(fault: Value) -> Value {
    let types: Vec<String> = ProblemKind::ALL
        .into_iter()
        .map(|kind| format!("{{documentation}}#problem-{}", kind.name()))
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
                json!({"type": "array", "items": fault, "minItems": 1}),
                "Every faulty parameter (422).",
            ),
            "available": described(list_of(text()), "Media types that can be produced (406)."),
            "window": described(
                one_of(&["second", "minute", "hour", "day", "global"]),
                "The window that is used up (429).",
            ),
            "limit": described(count(), "Requests that window admits (429)."),
            "remaining": described(count(), "Requests it has left (429)."),
            "reset_at": described(instant(), "When it begins anew (429)."),
        }),
    )
}
