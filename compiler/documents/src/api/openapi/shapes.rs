//! JSON Schemas of the shapes that documents of both versions are made of.

use serde_json::{Map, Value, json};

use super::schema::{Date, Iri, ModelId, Number, Path, PerhapsDate, PerhapsIri, plain};
use crate::wire::Class;
use muniment_licenses::model::ReleaseKind;

/// An object that has these members, all of them, and no others.
pub(in crate::api) fn closed(members: Value) -> Value {
    closed_with(members, json!({}))
}

/// An object that has these members, perhaps the optional ones, and no others.
pub(in crate::api) fn closed_with(members: Value, optional: Value) -> Value {
    with(open_with(members, optional), "additionalProperties", json!(false))
}

/// An object that has these members, perhaps the optional ones, and whatever else.
pub(in crate::api) fn open_with(members: Value, optional: Value) -> Value {
    let members = entries(members);
    let required: Vec<String> = members.keys().cloned().collect();
    let properties: Map<String, Value> = members.into_iter().chain(entries(optional)).collect();
    let mut object =
        entries(json!({"type": "object", "properties": properties, "additionalProperties": true}));
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
    plain::<Number>()
}

/// An absolute address.
pub(in crate::api) fn iri() -> Value {
    plain::<Iri>()
}

/// An absolute address, or an empty text where there is none.
pub(in crate::api) fn iri_or_nothing() -> Value {
    plain::<PerhapsIri>()
}

/// An address on the web.
pub(in crate::api) fn web_address() -> Value {
    json!({"type": "string", "format": "iri", "pattern": "^https?://", "examples": ["https://www.example.org/license"]})
}

/// An address on the deployment that answers.
pub(in crate::api) fn path() -> Value {
    plain::<Path>()
}

/// An identifier of a license or a dependency graph.
pub(in crate::api) fn model_id() -> Value {
    plain::<ModelId>()
}

/// A day, or an empty text when none is recorded.
pub(in crate::api) fn day_or_nothing() -> Value {
    plain::<PerhapsDate>()
}

pub(in crate::api) fn day() -> Value {
    plain::<Date>()
}

/// A moment in UTC.
pub(in crate::api) fn instant() -> Value {
    json!({"type": "string", "format": "date-time", "examples": ["2026-11-20T12:00:00Z"]})
}

/// A moment in UTC, or an empty text where it has not come.
pub(in crate::api) const PERHAPS_INSTANT: &str = r"^(\d{4}-\d{2}-\d{2}T.*)?$";

/// The names in `format=` that a class knows, in its order.
pub(in crate::api) fn formats(class: Class) -> Vec<String> {
    class.rules().representations.into_iter().flat_map(|form| form.formats).collect()
}

pub(in crate::api) fn content_hash() -> Value {
    json!({"type": "string", "pattern": CONTENT_HASH})
}

pub(in crate::api) const CONTENT_HASH: &str = "^sha256:[0-9a-f]{64}$";

/// An identifier of a state, of the kinds given.
pub(in crate::api) fn release_id(kinds: &[ReleaseKind]) -> Value {
    json!({"type": "string", "pattern": release_ids(kinds)})
}

/// The pattern of identifiers of states, of the kinds given.
pub(in crate::api) fn release_ids(kinds: &[ReleaseKind]) -> String {
    let prefixes: Vec<&str> = kinds.iter().map(|kind| kind.prefix()).collect();
    format!("^({})[0-9a-f]{{16}}$", prefixes.join("|"))
}

pub(in crate::api) fn entries(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(entries) => entries,
        _ => Map::new(),
    }
}

/// An object that a request holds. Members that need not be sent may be null, which is as if they were not sent.
pub(in crate::api) fn request_with(members: Value, optional: Value) -> Value {
    let optional: Map<String, Value> =
        entries(optional).into_iter().map(|(name, schema)| (name, or_null(schema))).collect();
    open_with(members, Value::Object(optional))
}

fn or_null(schema: Value) -> Value {
    let mut schema = nullable(schema);
    if let Some(words) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        words.push(Value::Null);
    }
    schema
}
