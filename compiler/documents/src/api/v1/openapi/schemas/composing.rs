use serde_json::{Map, Value, json};

use super::named;
use crate::api::shapes::{
    closed, count, described, instant, instant_or_nothing, iri, iri_or_nothing, list_of, model_id,
    model_id_or_nothing, number, one_of, path, schema, text, with,
};

/// Licenses of accounts (spec:version-1#answer-objects).
pub(super) fn schemas() -> Map<String, Value> {
    named([
        ("ComposeAnswer", compose_answer()),
        ("ComposeRejection", compose_rejection()),
        ("ComposeConflict", conflict()),
        ("OwnLicenses", closed(json!({"licenses": list_of(schema("OwnLicense"))}))),
        ("OwnLicense", own_license()),
        ("RevisionList", revision_list()),
        ("Revision", revision()),
    ])
}

fn compose_answer() -> Value {
    closed(json!({
        "id": model_id(),
        "uri": iri(),
        "status": one_of(&["published", "draft", "deprecated"]),
        "version": number(),
        "conflicts": described(
            json!({"type": "array", "items": schema("ComposeConflict"), "maxItems": 0}),
            "Empty: what contradicts itself is not stored.",
        ),
    }))
}

/// The same shape, with nothing stored (409).
fn compose_rejection() -> Value {
    let conflicts = with(list_of(schema("ComposeConflict")), "minItems", json!(1));
    closed(json!({
        "id": {"const": ""},
        "uri": {"const": ""},
        "status": {"const": "rejected"},
        "version": {"const": 0},
        "conflicts": conflicts,
        "detail": described(text(), "That the license has contradicting statements."),
    }))
}

fn conflict() -> Value {
    closed(json!({
        "kind": one_of(&["direct", "derived"]),
        "action_1": iri(),
        "action_2": iri_or_nothing(),
        "label_1": text(),
        "label_2": text(),
        "reason": text(),
    }))
}

fn own_license() -> Value {
    closed(json!({
        "id": model_id(),
        "uri": iri(),
        "title": text(),
        "status": one_of(&["draft", "published", "deprecated"]),
        "version": count(),
        "visibility": described(
            one_of(&["unlisted", "private"]),
            "`unlisted` is found by its address alone, `private` by those it is shared with.",
        ),
        "role": one_of(&["owner", "editor", "viewer"]),
        "created_at": instant(),
        "published_at": described(instant_or_nothing(), "Empty for a draft."),
        "replaces": described(model_id_or_nothing(), "The license it replaces."),
        "replaced_by": described(model_id_or_nothing(), "The license that replaces it."),
    }))
}

fn revision_list() -> Value {
    closed(json!({
        "id": model_id(),
        "uri": iri(),
        "current": described(number(), "Number of the newest revision."),
        "revisions": described(list_of(schema("Revision")), "Newest first."),
    }))
}

fn revision() -> Value {
    closed(json!({
        "revision": number(),
        "kind": one_of(&["draft", "publish", "restore"]),
        "saved_at": instant(),
        "actor": described(text(), "Display name of who saved it."),
        "actor_role": one_of(&["owner", "editor", "admin"]),
        "note": text(),
        "url": path(),
    }))
}
