//! JSON Schemas of the answers, in the subset of strict providers: every member required, none additional, optional
//! ones nullable.

use serde_json::{Map, Value, json};

use super::metadata::{FIELDS, Form};
use crate::model::Position;

/// The answer about a part.
pub(super) fn part() -> Value {
    let kinds = [Position::Permission, Position::Prohibition, Position::Duty];
    let statement = object(&[
        ("kind", json!({"type": "string", "enum": kinds.map(Position::word)})),
        ("term", text("Compact name of the act.")),
        ("attached_to", text("Compact name of the permitted act a duty hangs on; empty otherwise.")),
        ("evidence", text("The quote, letter for letter.")),
        ("confidence", json!({"type": "number", "description": "From 0 to 1."})),
        ("note", text("What a reviewer should know; usually empty.")),
    ]);
    let unmodelled = object(&[
        ("clause_quote", text("The quote, letter for letter.")),
        ("proposed_term", text("What a term for it could be called.")),
        ("note", text("What a reviewer should know; usually empty.")),
    ]);
    let metadata: Vec<(&str, Value)> = FIELDS.iter().map(|(name, form)| (*name, field(*form))).collect();
    object(&[
        ("title", text("Title of the license; empty where this part does not give it.")),
        ("language", text("Language of the text, two letters.")),
        ("metadata", object(&metadata)),
        ("statements", list(&statement)),
        ("unmodelled", list(&unmodelled)),
        ("warnings", list(&json!({"type": "string"}))),
    ])
}

/// The answer of a review.
pub(super) fn review() -> Value {
    object(&[("notes", list(&json!({"type": "string"})))])
}

fn field(form: Form) -> Value {
    match form {
        Form::Names | Form::Clauses | Form::Targets => {
            json!({"type": ["array", "null"], "items": {"type": "string"}})
        }
        Form::Number => json!({"type": ["integer", "null"]}),
        Form::Word(words) => {
            let words: Vec<Value> = words.iter().map(|word| json!(word)).chain([Value::Null]).collect();
            json!({"type": ["string", "null"], "enum": words})
        }
        Form::Name | Form::Clause | Form::Said | Form::Spdx => json!({"type": ["string", "null"]}),
    }
}

fn object(members: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    let members: Map<String, Value> =
        members.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": members, "required": required, "additionalProperties": false})
}

fn list(items: &Value) -> Value {
    json!({"type": "array", "items": items})
}

fn text(description: &str) -> Value {
    json!({"type": "string", "description": description})
}
