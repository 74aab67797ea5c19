use serde_json::{Map, Value, json};

use crate::api::shapes::{described, text};
use crate::wire::V1_EXPOSED_HEADERS;

/// What every answer bears; the limits only when the request carries a token, the two of CORS only when it may be
/// read by scripts of the site that asks. They are described where all is well: said with every error as well, they
/// hide what an error has of its own.
const OF_EVERY_ANSWER: [&str; 6] = [
    "X-Request-ID",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
];

/// The headers named, and those of every answer, as references.
pub(super) fn of_an_answer(names: &[&str]) -> Map<String, Value> {
    references(names.iter().chain(&OF_EVERY_ANSWER))
}

/// A response with a description and the headers that are its own.
pub(super) fn response(description: &str, names: &[&str]) -> Map<String, Value> {
    let mut response = Map::from_iter([("description".to_owned(), json!(description))]);
    if !names.is_empty() {
        response.insert("headers".to_owned(), Value::Object(references(names.iter())));
    }
    response
}

fn references<'n>(names: impl Iterator<Item = &'n &'n str>) -> Map<String, Value> {
    names.map(|name| ((*name).to_owned(), json!({"$ref": format!("#/components/headers/{name}")}))).collect()
}

/// Every header of version 1 (spec:version-1#errors, spec:version-1#limits).
pub(super) fn components() -> Value {
    let always = |schema: Value, description: &str| {
        described(json!({"required": true, "schema": schema}), description)
    };
    let perhaps = |schema: Value, description: &str| described(json!({"schema": schema}), description);
    let number = || json!({"type": "integer"});
    json!({
        "X-Request-ID": always(text(), "Identifier of the request, for questions about it."),
        "X-RateLimit-Limit": perhaps(
            number(),
            "Requests the window admits that is closest to refusing one; on requests with a token.",
        ),
        "X-RateLimit-Remaining": perhaps(number(), "How many of them are left."),
        "X-RateLimit-Reset": perhaps(number(), "When that window begins anew, in Unix seconds."),
        "Access-Control-Allow-Origin": perhaps(
            text(),
            "`*` for what anybody may read without a token; otherwise the origin that asks, if the deployment \
             admits it.",
        ),
        "Access-Control-Expose-Headers": perhaps(
            json!({"const": V1_EXPOSED_HEADERS}),
            "Headers that scripts of other sites may read.",
        ),
        "ETag": perhaps(
            json!({"type": "string", "pattern": "^W/\"[^\"]+\"$"}),
            "Weak entity tag, on what does not change with every release.",
        ),
        "Cache-Control": perhaps(text(), "How long the answer may be kept, where it may be."),
        "Vary": always(json!({"const": "Accept"}), "The answer depends on `Accept`."),
        "Content-Disposition": perhaps(
            json!({"type": "string", "pattern": "^attachment; filename="}),
            "The name to save the answer under, where it is to be saved.",
        ),
        "Location": always(text(), "Where the answer is."),
        "Retry-After": always(number(), "Whole seconds after which to ask again."),
        "Allow": always(text(), "Methods that are answered at this path."),
        "WWW-Authenticate": always(json!({"const": "Bearer"}), "How to say who asks."),
    })
}
