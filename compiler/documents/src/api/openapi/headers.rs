use serde_json::{Map, Value, json};

use super::shapes::{described, text, with};

/// A header that is in every answer it is named for.
pub(in crate::api) fn always(schema: Value, description: &str) -> Value {
    with(perhaps(schema, description), "required", json!(true))
}

/// A header that may be there.
pub(in crate::api) fn perhaps(schema: Value, description: &str) -> Value {
    described(json!({"schema": schema}), description)
}

pub(in crate::api) fn integer() -> Value {
    json!({"type": "integer"})
}

/// The headers that mean the same in both versions.
pub(in crate::api) fn of_both_versions() -> Value {
    json!({
        "X-Request-ID": always(text(), "Identifier of the request, for questions about it."),
        "X-RateLimit-Limit": perhaps(
            integer(),
            "Requests the window admits that is closest to refusing one; on requests with a token.",
        ),
        "X-RateLimit-Remaining": perhaps(integer(), "How many of them are left."),
        "X-RateLimit-Reset": perhaps(integer(), "When that window begins anew, in Unix seconds."),
        "Vary": always(json!({"const": "Accept"}), "The answer depends on `Accept`."),
        "WWW-Authenticate": always(json!({"const": "Bearer"}), "How to say who asks."),
    })
}

/// Headers by their names, as references.
pub(in crate::api) fn references<'n>(names: impl IntoIterator<Item = &'n &'n str>) -> Map<String, Value> {
    let reference = |name: &&str| json!({"$ref": format!("#/components/headers/{name}")});
    names.into_iter().map(|name| ((*name).to_owned(), reference(name))).collect()
}

/// A response without a body.
pub(in crate::api) fn response(description: &str, names: &[&str]) -> Map<String, Value> {
    let mut response = Map::from_iter([("description".to_owned(), json!(description))]);
    if !names.is_empty() {
        response.insert("headers".to_owned(), Value::Object(references(names)));
    }
    response
}
