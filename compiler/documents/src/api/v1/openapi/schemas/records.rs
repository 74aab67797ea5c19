use serde_json::{Map, Value, json};

use super::named;
use crate::api::shapes::{any_of, closed, described, list_of, schema, text};
use muniment_licenses::model::Site;

/// Records as JSON (spec:version-1#license-record).
pub(super) fn schemas(site: &Site) -> Map<String, Value> {
    named([
        ("LicenseRecord", license_record(site)),
        ("RecordSet", set(site)),
        ("RecordNode", node()),
        ("RecordValue", value()),
        ("JsonLd", json_ld()),
        (
            "QuotedSerialisation",
            described(text(), "A serialisation as a JSON string: the same text as that of its media type."),
        ),
    ])
}

/// JSON-LD in the frozen context, the set first, every reference a plain string.
fn license_record(site: &Site) -> Value {
    let context: Map<String, Value> =
        site.context().iter().map(|(name, iri)| (name.to_owned(), json!({"const": iri}))).collect();
    closed(json!({
        "@context": described(closed(Value::Object(context)), "The 12 prefixes, always the same."),
        "@graph": {
            "type": "array",
            "description": "The license, then the rules and the asset types it leads to.",
            "prefixItems": [schema("RecordSet")],
            "items": schema("RecordNode"),
            "minItems": 1,
        },
    }))
}

fn set(site: &Site) -> Value {
    let rules = || list_of(json!({"type": "string", "pattern": "^_:"}));
    json!({
        "type": "object",
        "required": ["@id", "@type"],
        "properties": {
            "@id": {"type": "string", "pattern": format!("^{}:", site.library_prefix)},
            "@type": {"const": "odrl:Set"},
            "dct:title": schema("RecordValue"),
            "cc:jurisdiction": schema("RecordValue"),
            "odrl:permission": rules(),
            "odrl:prohibition": rules(),
            "odrl:duty": rules(),
            "odrl:target": schema("RecordValue"),
        },
        "additionalProperties": schema("RecordValue"),
        "description": "The license. Beside what is named here it has what the record states, by compact name.",
    })
}

fn node() -> Value {
    json!({
        "type": "object",
        "required": ["@id"],
        "properties": {"@id": {"type": "string"}, "@type": any_of(&[text(), list_of(text())])},
        "additionalProperties": schema("RecordValue"),
        "description": "Something the license leads to, by the label of a blank node.",
    })
}

/// References are plain strings: no object has an `@id`.
fn value() -> Value {
    let literal = json!({
        "type": "object",
        "required": ["@value"],
        "properties": {"@value": {"type": "string"}, "@language": {"type": "string"}, "@type": {"type": "string"}},
        "additionalProperties": false,
    });
    let single = [text(), json!({"type": "boolean"}), json!({"type": "number"}), literal];
    let several = list_of(any_of(&single));
    let all: Vec<Value> = single.iter().cloned().chain([several]).collect();
    described(any_of(&all), "A reference or a text, a text with its language or type, or a list of these.")
}

fn json_ld() -> Value {
    json!({
        "type": "object",
        "required": ["@context"],
        "properties": {"@context": {"type": "object", "description": "The context of the library."}},
        "description": "A JSON-LD document whose references are objects with `@id`.",
    })
}
