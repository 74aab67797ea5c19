use serde_json::{Map, Value, json};

use crate::model::ReleaseKind;

/// An object that has these members, all of them, and no others.
pub(super) fn closed(members: Value) -> Value {
    closed_with(members, json!({}))
}

/// An object that has these members, perhaps the optional ones, and no others.
pub(super) fn closed_with(members: Value, optional: Value) -> Value {
    let members = entries(members);
    let required: Vec<String> = members.keys().cloned().collect();
    let properties: Map<String, Value> = members.into_iter().chain(entries(optional)).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// An object whose keys are data.
pub(super) fn keyed_by(pattern: &str, values: Value) -> Value {
    json!({"type": "object", "patternProperties": {pattern: values}, "additionalProperties": false})
}

/// What a schema admits, or null.
pub(super) fn nullable(schema: Value) -> Value {
    let mut schema = entries(schema);
    if let Some(of_type) = schema.get_mut("type") {
        *of_type = json!([of_type.take(), "null"]);
        return Value::Object(schema);
    }
    json!({"anyOf": [schema, {"type": "null"}]})
}

/// A schema with a sentence of explanation.
pub(super) fn described(schema: Value, description: &str) -> Value {
    let mut schema = entries(schema);
    schema.insert("description".to_owned(), json!(description));
    Value::Object(schema)
}

/// A reference to a schema of the document.
pub(super) fn schema(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

pub(super) fn list_of(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

pub(super) fn text() -> Value {
    json!({"type": "string"})
}

pub(super) fn flag() -> Value {
    json!({"type": "boolean"})
}

pub(super) fn count() -> Value {
    json!({"type": "integer", "minimum": 0})
}

/// A version number of a model, from 1.
pub(super) fn number() -> Value {
    json!({"type": "integer", "minimum": 1})
}

/// An absolute address.
pub(super) fn iri() -> Value {
    json!({"type": "string", "format": "iri", "pattern": "^[a-z]+:"})
}

/// An address on the deployment that answers.
pub(super) fn path() -> Value {
    json!({"type": "string", "format": "uri-reference", "pattern": "^/"})
}

/// An identifier of a license or a dependency graph.
pub(super) fn model_id() -> Value {
    json!({"type": "string", "pattern": MODEL_ID})
}

pub(super) const MODEL_ID: &str = "^[A-Za-z0-9._-]{1,128}$";

pub(super) fn day() -> Value {
    json!({"type": "string", "format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"})
}

/// A day, or an empty text when none is recorded.
pub(super) fn day_or_nothing() -> Value {
    json!({"type": "string", "pattern": r"^(\d{4}-\d{2}-\d{2})?$"})
}

pub(super) fn content_hash() -> Value {
    json!({"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"})
}

/// An identifier of a state, of the kinds given.
pub(super) fn release_id(kinds: &[ReleaseKind]) -> Value {
    let prefixes: Vec<&str> = kinds.iter().map(|kind| kind.prefix()).collect();
    json!({"type": "string", "pattern": format!("^({})[0-9a-f]{{16}}$", prefixes.join("|"))})
}

fn entries(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(entries) => entries,
        _ => Map::new(),
    }
}
