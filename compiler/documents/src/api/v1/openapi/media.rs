use serde_json::{Map, Value, json};

use crate::api::shapes::{any_of, list_of, schema, text};
use crate::wire::{Class, Representation};

/// What an answer consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api::v1) enum Media {
    /// A JSON document, by the name of its schema.
    Document(&'static str),
    /// A JSON list of such.
    List(&'static str),
    /// The forms of an address of the tree.
    Forms(Class),
    /// The forms of a profile, which is not in the tree.
    Profile,
    /// A picture.
    Picture,
    /// There is only a redirect.
    Nothing,
}

impl Media {
    /// The `content` of an answer, by media type.
    pub(super) fn content(self) -> Map<String, Value> {
        match self {
            Self::Document(name) => json_content(schema(name)),
            Self::List(name) => json_content(list_of(schema(name))),
            Self::Forms(class) => forms(class),
            Self::Profile => {
                [Representation::Html, Representation::Turtle, Representation::JsonLd, Representation::RdfXml]
                    .map(|form| (media_type(form), json!({"schema": form_schema(form)})))
                    .into_iter()
                    .collect()
            }
            Self::Picture => Map::from_iter([("image/svg+xml".to_owned(), json!({"schema": text()}))]),
            Self::Nothing => Map::new(),
        }
    }
}

/// A JSON document of a schema.
pub(super) fn json_content(schema: Value) -> Map<String, Value> {
    Map::from_iter([("application/json".to_owned(), json!({"schema": schema}))])
}

/// The forms of a class; those with one media type are alternatives.
fn forms(class: Class) -> Map<String, Value> {
    let mut by_type: Map<String, Value> = Map::new();
    for form in class.representations() {
        let alternatives = by_type.entry(media_type(form)).or_insert_with(|| json!([]));
        if let Value::Array(alternatives) = alternatives {
            let schema = form_schema(form);
            if !alternatives.contains(&schema) {
                alternatives.push(schema);
            }
        }
    }
    by_type
        .into_iter()
        .map(|(media_type, alternatives)| {
            let schema = match alternatives {
                Value::Array(mut alternatives) if alternatives.len() == 1 => alternatives.swap_remove(0),
                Value::Array(alternatives) => any_of(&alternatives),
                other => other,
            };
            (media_type, json!({"schema": schema}))
        })
        .collect()
}

fn form_schema(form: Representation) -> Value {
    match form {
        Representation::Json => schema("LicenseRecord"),
        Representation::JsonLd => schema("JsonLd"),
        Representation::TurtleString | Representation::RdfXmlString => schema("QuotedSerialisation"),
        Representation::Turtle
        | Representation::NTriples
        | Representation::RdfXml
        | Representation::Text
        | Representation::Html
        | Representation::LinkSet
        | Representation::OpenApi => text(),
    }
}

fn media_type(form: Representation) -> String {
    form.media_type().split(';').next().unwrap_or_default().to_owned()
}
