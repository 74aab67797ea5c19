use serde_json::{Map, Value, json};

use crate::api::openapi::headers::{always, integer, of_both_versions, perhaps, references};
use crate::api::openapi::shapes::{both, text};
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

/// Every header of version 1 (spec:version-1#errors, spec:version-1#limits).
pub(super) fn components() -> Value {
    let own = json!({
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
        "Content-Disposition": perhaps(
            json!({"type": "string", "pattern": "^attachment; filename="}),
            "The name to save the answer under, where it is to be saved.",
        ),
        "Location": always(text(), "Where the answer is."),
        "Retry-After": always(integer(), "Whole seconds after which to ask again."),
        "Allow": always(text(), "Methods that are answered at this path."),
        "WWW-Authenticate": always(json!({"const": "Bearer"}), "How to say who asks."),
    });
    both(of_both_versions(), own)
}
