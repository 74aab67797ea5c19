use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::api::openapi::schema::named;
use crate::api::openapi::shapes::{
    closed, closed_with, content_hash, count, day, described, flag, iri, keyed_by, list_of, model_id,
    nullable, number, path, release_id, text,
};
use muniment_licenses::model::ReleaseKind;
use muniment_rdf::ALGORITHM;

/// The discovery document (spec:version-2#discovery).
pub(in crate::api::v2) fn discovery(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "Discovery", |_| {
        closed(json!({
            "service": text(),
            "application_version": text(),
            "edition": text(),
            "api_versions": list_of(api_version()),
            "release": release(),
            "dependency_graphs": list_of(closed(json!({
                "id": model_id(),
                "title": text(),
                "version": number(),
                "content_hash": content_hash(),
                "default": flag(),
                "group": {"type": "string", "enum": ["core", "jurisdiction"]},
                "href": path(),
            }))),
            "vocabulary": closed(json!({"iri": iri(), "version": number(), "href": path(), "html": iri()})),
            "identifiers": closed(json!({
                "license_base": iri(),
                "graph_bases": list_of(iri()),
                "vocabulary_namespace": iri(),
                "hash_algorithm": {"const": ALGORITHM},
            })),
            "rate_limits": rate_limits(),
            "features": closed(json!({
                "text_to_license": flag(),
                "license_to_text": flag(),
                "repo_checker": flag(),
                "registration": flag(),
            })),
            "resources": resources(),
            "documentation": iri(),
            "licenses": closed(json!({
                "data": closed(json!({"spdx": text(), "href": iri()})),
                "service": closed(json!({"spdx": text()})),
            })),
            "contact": closed(json!({"emails": list_of(text()), "url": text()})),
            "notice": described(nullable(text()), "Text of the banner; null while it is off."),
            "notice_closable": flag(),
            "links": closed(json!({
                "self": path(),
                "licenses": path(),
                "dependency_graphs": path(),
                "vocabulary": path(),
                "releases": path(),
                "changes": path(),
            })),
        }))
    })
}

fn api_version() -> Value {
    closed_with(
        json!({
            "version": text(),
            "status": text(),
            "base": path(),
            "openapi": path(),
            "docs": path(),
            "deprecated": nullable(day()),
            "sunset": nullable(day()),
        }),
        json!({"frozen_operations": described(list_of(text()), "Operations of version 1.1 that never change.")}),
    )
}

fn release() -> Value {
    closed(json!({
        "id": release_id(&[ReleaseKind::Data]),
        "library": closed(json!({
            "id": release_id(&[ReleaseKind::Library]),
            "records": count(),
            "last_change": nullable(day()),
        })),
        "graphs": closed(json!({
            "id": release_id(&[ReleaseKind::Graphs]),
            "graphs": count(),
            "last_change": nullable(day()),
        })),
        "vocabulary": closed(json!({
            "id": release_id(&[ReleaseKind::Vocabulary]),
            "version": number(),
            "content_hash": content_hash(),
        })),
        "registered": flag(),
        "href": path(),
    }))
}

fn rate_limits() -> Value {
    closed(json!({
        "enabled": flag(),
        "per_ip": list_of(closed(json!({
            "bucket": text(),
            "operations": list_of(text()),
            "limit": count(),
            "window_seconds": count(),
        }))),
        "per_account": closed(json!({
            "enabled": flag(),
            "windows": closed(json!({"second": count(), "minute": count(), "hour": count(), "day": count()})),
            "global_per_minute": count(),
            "weights": described(keyed_by("^/", count()), "Weight of a request by the beginning of its path."),
            "headers": list_of(text()),
        })),
    }))
}

/// Templates of addresses.
fn resources() -> Value {
    let template = || json!({"type": "string", "format": "uri-template", "pattern": "^/v2/"});
    closed(json!({
        "licenses": template(),
        "license": template(),
        "license_versions": template(),
        "license_version": template(),
        "dependency_graphs": template(),
        "dependency_graph": template(),
        "dependency_graph_versions": template(),
        "dependency_graph_version": template(),
        "vocabulary": template(),
        "vocabulary_versions": template(),
        "vocabulary_version": template(),
        "releases": template(),
        "release": template(),
        "changes": template(),
    }))
}
