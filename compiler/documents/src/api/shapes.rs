//! JSON Schemas of the shapes that documents of both versions are made of.

use serde_json::{Map, Value, json};

use crate::wire::Class;
use muniment_licenses::model::{ReleaseKind, Site};

/// What a description says of itself: whose it is, and under which terms the data comes.
pub(in crate::api) fn info(site: &Site, version: &str, summary: &str, description: &str) -> Value {
    let mut contact = Map::from_iter([("name".to_owned(), json!(site.name))]);
    if !site.contact.url.is_empty() {
        contact.insert("url".to_owned(), json!(site.contact.url));
    }
    if let Some(email) = site.contact.emails.first() {
        contact.insert("email".to_owned(), json!(email));
    }
    json!({
        "title": format!("{} API", site.name),
        "version": version,
        "summary": summary,
        "description": description,
        "contact": contact,
        "license": {
            "name": format!("{}, for the data", site.data_license.title),
            "identifier": site.data_license.spdx,
        },
    })
}

/// An object that has these members, all of them, and no others.
pub(in crate::api) fn closed(members: Value) -> Value {
    closed_with(members, json!({}))
}

/// An object that has these members, perhaps the optional ones, and no others.
pub(in crate::api) fn closed_with(members: Value, optional: Value) -> Value {
    let mut object = entries(open_with(members, optional));
    object.insert("additionalProperties".to_owned(), json!(false));
    Value::Object(object)
}

/// An object that has these members, perhaps the optional ones, and whatever else.
pub(in crate::api) fn open_with(members: Value, optional: Value) -> Value {
    let members = entries(members);
    let required: Vec<String> = members.keys().cloned().collect();
    let properties: Map<String, Value> = members.into_iter().chain(entries(optional)).collect();
    let mut object = entries(json!({"type": "object", "properties": properties}));
    if !required.is_empty() {
        object.insert("required".to_owned(), json!(required));
    }
    Value::Object(object)
}

/// Members of two objects.
pub(in crate::api) fn both(members: Value, further: Value) -> Value {
    Value::Object(entries(members).into_iter().chain(entries(further)).collect())
}

/// An object whose keys are data.
pub(in crate::api) fn keyed_by(pattern: &str, values: Value) -> Value {
    json!({"type": "object", "patternProperties": {pattern: values}, "additionalProperties": false})
}

/// What a schema admits, or null.
pub(in crate::api) fn nullable(schema: Value) -> Value {
    let mut schema = entries(schema);
    if let Some(of_type) = schema.get_mut("type") {
        *of_type = json!([of_type.take(), "null"]);
        return Value::Object(schema);
    }
    json!({"anyOf": [schema, {"type": "null"}]})
}

/// What one of the schemas admits.
pub(in crate::api) fn any_of(schemas: &[Value]) -> Value {
    json!({"anyOf": schemas})
}

/// A schema with a sentence of explanation.
pub(in crate::api) fn described(schema: Value, description: &str) -> Value {
    with(schema, "description", json!(description))
}

/// A schema with one more keyword.
pub(in crate::api) fn with(schema: Value, keyword: &str, value: Value) -> Value {
    let mut schema = entries(schema);
    schema.insert(keyword.to_owned(), value);
    Value::Object(schema)
}

/// A reference to a schema of the document.
pub(in crate::api) fn schema(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

pub(in crate::api) fn list_of(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

/// One of these words.
pub(in crate::api) fn one_of(words: &[&str]) -> Value {
    json!({"type": "string", "enum": words})
}

pub(in crate::api) fn text() -> Value {
    json!({"type": "string"})
}

/// A text of at most so many characters.
pub(in crate::api) fn text_of(most: usize) -> Value {
    json!({"type": "string", "maxLength": most})
}

pub(in crate::api) fn flag() -> Value {
    json!({"type": "boolean"})
}

pub(in crate::api) fn count() -> Value {
    json!({"type": "integer", "minimum": 0})
}

/// A version number of a model, from 1.
pub(in crate::api) fn number() -> Value {
    json!({"type": "integer", "minimum": 1})
}

/// An absolute address.
pub(in crate::api) fn iri() -> Value {
    json!({"type": "string", "format": "iri", "pattern": "^[a-z]+:", "examples": ["http://www.w3.org/ns/odrl/2/distribute"]})
}

/// An absolute address, or an empty text where there is none.
pub(in crate::api) fn iri_or_nothing() -> Value {
    json!({"type": "string", "pattern": "^([a-z]+:|$)", "examples": [""]})
}

/// An address on the web.
pub(in crate::api) fn web_address() -> Value {
    json!({"type": "string", "format": "iri", "pattern": "^https?://", "examples": ["https://www.example.org/license"]})
}

/// An address on the deployment that answers.
pub(in crate::api) fn path() -> Value {
    json!({"type": "string", "format": "uri-reference", "pattern": "^/", "examples": ["/license-library/CC-BY-4.0"]})
}

/// An identifier of a license or a dependency graph.
pub(in crate::api) fn model_id() -> Value {
    json!({"type": "string", "pattern": MODEL_ID, "examples": ["CC-BY-4.0"]})
}

/// The same, or an empty text where there is none.
pub(in crate::api) fn model_id_or_nothing() -> Value {
    json!({"type": "string", "pattern": "^[A-Za-z0-9._-]{0,128}$", "examples": [""]})
}

pub(in crate::api) const MODEL_ID: &str = "^[A-Za-z0-9._-]{1,128}$";

/// An SPDX identifier, or one with an exception.
pub(in crate::api) const SPDX_ID: &str = "^[A-Za-z0-9.+ -]{1,160}$";

/// A day, or an empty text when none is recorded.
pub(in crate::api) fn day_or_nothing() -> Value {
    json!({"type": "string", "pattern": r"^(\d{4}-\d{2}-\d{2})?$", "examples": ["2026-11-20"]})
}

pub(in crate::api) fn day() -> Value {
    json!({"type": "string", "format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$", "examples": ["2026-11-20"]})
}

/// A moment in UTC.
pub(in crate::api) fn instant() -> Value {
    json!({"type": "string", "format": "date-time", "examples": ["2026-11-20T12:00:00Z"]})
}

/// A moment in UTC, or an empty text where it has not come.
pub(in crate::api) fn instant_or_nothing() -> Value {
    json!({"type": "string", "pattern": r"^(\d{4}-\d{2}-\d{2}T.*)?$", "examples": [""]})
}

/// The names in `format=` that a class knows, in its order.
pub(in crate::api) fn formats(class: Class) -> Vec<String> {
    class.rules().representations.into_iter().flat_map(|form| form.formats).collect()
}

pub(in crate::api) fn content_hash() -> Value {
    json!({"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"})
}

/// An identifier of a state, of the kinds given.
pub(in crate::api) fn release_id(kinds: &[ReleaseKind]) -> Value {
    let prefixes: Vec<&str> = kinds.iter().map(|kind| kind.prefix()).collect();
    json!({"type": "string", "pattern": format!("^({})[0-9a-f]{{16}}$", prefixes.join("|"))})
}

pub(in crate::api) fn entries(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(entries) => entries,
        _ => Map::new(),
    }
}
