use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::schema::{Shape, by_hand, named};
use super::shapes::{any_of, described, text};
use crate::wire::Representation;

/// A body of one media type.
pub(in crate::api) fn content_of(media_type: &str, schema: impl Into<Value>) -> Map<String, Value> {
    Map::from_iter([(media_type.to_owned(), json!({"schema": schema.into()}))])
}

/// A JSON body.
pub(in crate::api) fn json_content(schema: impl Into<Value>) -> Map<String, Value> {
    content_of("application/json", schema)
}

/// The forms of a resource by media type; those with one media type are alternatives. `document` is what its JSON is.
pub(in crate::api) fn forms(
    forms: impl IntoIterator<Item = Representation>,
    document: Shape,
    generator: &mut SchemaGenerator,
) -> Map<String, Value> {
    let mut by_type: Vec<(&str, Vec<Value>)> = Vec::new();
    for form in forms {
        let media_type = form.media_type().split(';').next().unwrap_or_default();
        let schema = shape(form, document)(generator).to_value();
        match by_type.iter_mut().find(|(known, _)| *known == media_type) {
            Some((_, schemas)) if schemas.contains(&schema) => {}
            Some((_, schemas)) => schemas.push(schema),
            None => by_type.push((media_type, vec![schema])),
        }
    }
    let content = by_type.into_iter().map(|(media_type, mut schemas)| {
        let schema = if schemas.len() == 1 { schemas.remove(0) } else { any_of(&schemas) };
        (media_type.to_owned(), json!({"schema": schema}))
    });
    content.collect()
}

fn shape(form: Representation, document: Shape) -> Shape {
    match form {
        Representation::Json | Representation::OpenApi | Representation::LinkSet => document,
        Representation::JsonLd => json_ld,
        Representation::TurtleString | Representation::RdfXmlString => quoted,
        Representation::Turtle
        | Representation::NTriples
        | Representation::RdfXml
        | Representation::Text
        | Representation::Markdown
        | Representation::Html => words,
    }
}

/// A text of no particular shape.
pub(in crate::api) fn words(_: &mut SchemaGenerator) -> schemars::Schema {
    by_hand(text())
}

fn quoted(generator: &mut SchemaGenerator) -> schemars::Schema {
    let about = "A serialisation as a JSON string: the same text as that of its media type.";
    named(generator, "QuotedSerialisation", |_| described(text(), about))
}

fn json_ld(generator: &mut SchemaGenerator) -> schemars::Schema {
    named(generator, "JsonLd", |_| {
        json!({
            "type": "object",
            "required": ["@context"],
            "properties": {"@context": {"type": "object", "description": "The context of the library."}},
            "additionalProperties": true,
            "description": "A JSON-LD document whose references are objects with `@id`.",
        })
    })
}
