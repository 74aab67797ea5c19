//! Schemas that are derived from the types which are serialized.
//!
//! A type whose values have a shape of their own is a newtype here. Text in braces stands for what a site decides, see
//! [`finish`].

use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};

use muniment_licenses::model::{Day, OwnTerms, Site, VersionNumber};

/// Makes the schema of something, or a reference to it.
pub(in crate::api) type Shape = fn(&mut SchemaGenerator) -> Schema;

/// Collects the schemas that a document refers to.
pub(in crate::api) fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
        settings.contract = Contract::Serialize;
    });
    settings.into_generator()
}

/// A reference to a schema that is written by hand.
pub(in crate::api) fn named(
    generator: &mut SchemaGenerator,
    name: &str,
    schema: impl FnOnce(&mut SchemaGenerator) -> Value,
) -> Schema {
    if !generator.definitions().contains_key(name) {
        // It keeps its place while what it refers to is added.
        generator.definitions_mut().insert(name.to_owned(), Value::Null);
        let schema = schema(generator);
        generator.definitions_mut().insert(name.to_owned(), schema);
    }
    Schema::new_ref(format!("#/components/schemas/{name}"))
}

/// The schema of a type, as a value.
pub(in crate::api) fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

/// The schema of a type that refers to no other.
pub(in crate::api) fn plain<T: JsonSchema>() -> Value {
    finished(of::<T>(&mut generator()), &|text| text.to_owned())
}

/// A schema that is written by hand.
pub(in crate::api) fn by_hand(schema: Value) -> Schema {
    Schema::try_from(schema).unwrap_or_default()
}

/// A document with what its site decides in the place of text in braces. Objects are closed unless they say otherwise,
/// and numbers have no width.
pub(in crate::api) fn finish(document: Value, site: &Site) -> Value {
    let decided = [
        ("{data_license}", site.data_license.name.clone()),
        ("{namespace}", site.ns_iri()),
        ("{license_base}", site.license_base()),
        ("{graph_base}", site.graph_base()),
        ("{vocabulary}", site.vocabulary_prefix.clone()),
        ("{documentation}", site.documentation_url()),
    ];
    finished(document, &|text| {
        decided.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    })
}

const WIDTHS: [&str; 6] = ["uint", "uint8", "uint16", "uint32", "uint64", "double"];

fn finished(value: Value, decided: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(decided(&text)),
        Value::Array(values) => values.into_iter().map(|value| finished(value, decided)).collect(),
        Value::Object(members) => {
            let mut members: Map<String, Value> =
                members.into_iter().map(|(name, value)| (name, finished(value, decided))).collect();
            if WIDTHS.iter().any(|width| members.get("format") == Some(&json!(width))) {
                members.shift_remove("format");
            }
            if let Some(Value::String(description)) = members.get_mut("description") {
                *description = without_citations(description);
            }
            if members.get("type").is_some_and(is_object) && members.contains_key("properties") {
                match members.get("additionalProperties") {
                    None => close(&mut members),
                    Some(Value::Bool(true)) => {
                        members.shift_remove("additionalProperties");
                    }
                    Some(_) => {}
                }
            }
            Value::Object(members)
        }
        scalar => scalar,
    }
}

fn is_object(of_type: &Value) -> bool {
    *of_type == "object" || *of_type == json!(["object", "null"])
}

/// Closes an object. What need not be there is not null: it is left out.
fn close(object: &mut Map<String, Value>) {
    object.insert("additionalProperties".to_owned(), json!(false));
    let required = object.get("required").cloned().unwrap_or_default();
    let is_required =
        |name: &str| required.as_array().is_some_and(|names| names.iter().any(|known| known == name));
    let members = object.get_mut("properties").and_then(Value::as_object_mut);
    for (_, member) in members.into_iter().flatten().filter(|(name, _)| !is_required(name)) {
        let Some(member) = member.as_object_mut() else { continue };
        if let Some(Value::Array(types)) = member.get("type")
            && let [one, Value::String(null)] = types.as_slice()
            && null == "null"
        {
            let one = one.clone();
            member.insert("type".to_owned(), one);
            if let Some(Value::Array(words)) = member.get_mut("enum") {
                words.retain(|word| !word.is_null());
            }
        }
        if let Some(Value::Array(alternatives)) = member.get("anyOf")
            && let [Value::Object(one), _] = alternatives.as_slice()
            && alternatives.contains(&json!({"type": "null"}))
        {
            let one = one.clone();
            member.shift_remove("anyOf");
            member.extend(one);
        }
    }
}

/// A comment of the code as words for users, who do not know its citations.
fn without_citations(comment: &str) -> String {
    let mut text = comment.to_owned();
    while let Some((before, cited)) = text.split_once("(spec:") {
        text = format!("{}{}", before.trim_end(), cited.split_once(')').map_or("", |(_, after)| after));
    }
    text
}

/// Terms of the vocabulary, below its namespace.
pub(in crate::api) fn terms() -> OwnTerms {
    OwnTerms::new("{namespace}")
}

// An absolute address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(inline, extend("format" = "iri", "pattern" = "^[a-z]+:"))]
#[schemars(extend("examples" = ["http://www.w3.org/ns/odrl/2/distribute"]))]
pub(in crate::api) struct Iri<T = String>(pub(in crate::api) T);

// The same, or an empty text where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline, extend("pattern" = "^([a-z]+:|$)", "examples" = [""]))]
pub(in crate::api) struct PerhapsIri<T = String>(pub(in crate::api) T);

// An address on the deployment that answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline, extend("format" = "uri-reference", "pattern" = "^/"))]
#[schemars(extend("examples" = ["/license-library/CC-BY-4.0"]))]
pub(in crate::api) struct Path<T = String>(pub(in crate::api) T);

// An identifier of a license or a dependency graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(inline, extend("pattern" = MODEL_ID, "examples" = ["CC-BY-4.0"]))]
pub(in crate::api) struct ModelId<T = String>(pub(in crate::api) T);

pub(in crate::api) const MODEL_ID: &str = "^[A-Za-z0-9._-]{1,128}$";

// The same, or an empty text where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline, extend("pattern" = "^[A-Za-z0-9._-]{0,128}$", "examples" = [""]))]
pub(in crate::api) struct PerhapsModelId<T = String>(pub(in crate::api) T);

// An SPDX identifier, or one with an exception.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(inline, extend("pattern" = SPDX_ID))]
pub(in crate::api) struct SpdxId<T = String>(pub(in crate::api) T);

pub(in crate::api) const SPDX_ID: &str = "^[A-Za-z0-9.+ -]{1,160}$";

// A number that counts from 1, such as that of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline, extend("minimum" = 1))]
pub(in crate::api) struct Number(pub(in crate::api) u32);

impl From<VersionNumber> for Number {
    fn from(number: VersionNumber) -> Self {
        Self(number.get())
    }
}

// A day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline, extend("format" = "date", "pattern" = r"^\d{4}-\d{2}-\d{2}$", "examples" = ["2026-11-20"]))]
pub(in crate::api) struct Date(pub(in crate::api) String);

impl From<Day> for Date {
    fn from(day: Day) -> Self {
        Self(day.to_string())
    }
}

// A day, or an empty text where none is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline, extend("pattern" = r"^(\d{4}-\d{2}-\d{2})?$", "examples" = ["2026-11-20"]))]
pub(in crate::api) struct PerhapsDate(String);

impl From<Option<Day>> for PerhapsDate {
    fn from(day: Option<Day>) -> Self {
        Self(day.map(|day| day.to_string()).unwrap_or_default())
    }
}
