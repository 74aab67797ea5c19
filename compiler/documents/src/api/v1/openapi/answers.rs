use schemars::SchemaGenerator;
use serde_json::{Value, json};

use super::headers::of_an_answer;
use super::media::Media;
use crate::api::openapi::headers::response;
use crate::api::openapi::media::json_content;
use crate::api::v1::Row;
use crate::api::v1::row::Also;

/// What an operation answers when all is well, and where it leads: status and response.
pub(super) fn answers(row: &Row, generator: &mut SchemaGenerator) -> Vec<(u16, Value)> {
    let mut answers: Vec<(u16, Value)> =
        row.also.iter().map(|also| (also.status, other(also, generator))).collect();
    if !matches!(row.media, Media::Nothing) {
        let answer = json!({
            "description": row.answered,
            "headers": of_an_answer(row.headers),
            "content": row.media.content(generator),
        });
        answers.push((row.status, answer));
    }
    // None of the ten frozen operations bears an entity tag (spec:version-1#headers).
    if row.headers.contains(&"ETag") {
        let names: Vec<&str> =
            row.headers.iter().copied().filter(|name| *name != "Content-Disposition").collect();
        let held = response("The client holds this answer already; no body.", &names);
        answers.push((304, Value::Object(held)));
    }
    answers
}

fn other(also: &Also, generator: &mut SchemaGenerator) -> Value {
    match also.document {
        Some(document) => json!({
            "description": also.description,
            "headers": of_an_answer(also.headers),
            "content": json_content(document(generator)),
        }),
        None => {
            let names: Vec<&str> = ["Location"].iter().chain(also.headers).copied().collect();
            Value::Object(response(also.description, &names))
        }
    }
}
