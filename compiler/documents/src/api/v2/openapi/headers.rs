use serde_json::{Map, Value, json};

use crate::api::openapi::headers::{always, integer, of_both_versions, perhaps, references};
use crate::api::openapi::shapes::{both, text};
use crate::wire::V2_EXPOSED_HEADERS;

/// What every answer of version 2 bears; the limits only when the request carries a token.
pub(super) const OF_EVERY_ANSWER: [&str; 6] = [
    "X-Request-ID",
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
];

/// The headers named, and those of every answer, as references.
pub(super) fn headers(names: &[&str]) -> Map<String, Value> {
    references(names.iter().chain(&OF_EVERY_ANSWER))
}

/// Every header of version 2 (spec:version-2#response-headers, spec:version-2#cross-origin,
/// spec:version-2#problem-document).
pub(super) fn components() -> Value {
    let own = json!({
        "ETag": always(
            json!({"type": "string", "pattern": "^W/\"[0-9a-f]{32}-[a-z]+\"$"}),
            "Weak entity tag: 32 digits of a hash and the name of the form.",
        ),
        "Cache-Control": always(text(), "How long the answer may be kept."),
        "Content-Security-Policy": always(text(), "What the page may load, and from where."),
        "Cross-Origin-Opener-Policy": always(text(), "Which sites share a window with the page."),
        "Last-Modified": perhaps(text(), "Day the version is dated, where one is recorded."),
        "Link": perhaps(
            text(),
            "Related addresses (RFC 8288): of a version `canonical`, `latest-version`, `predecessor-version`, \
             `successor-version`, `version-history` and `deprecation`; of a page `next`; of the catalog \
             `api-catalog`.",
        ),
        "Deprecation": perhaps(
            json!({"type": "string", "pattern": "^@-?[0-9]+$"}),
            "From when on the version was superseded or withdrawn (RFC 9745), where the day is recorded.",
        ),
        "Access-Control-Allow-Origin": always(json!({"const": "*"}), "Any site may read the answer."),
        "Access-Control-Expose-Headers": always(
            json!({"const": V2_EXPOSED_HEADERS}),
            "Headers that scripts of other sites may read.",
        ),
        "Retry-After": perhaps(integer(), "Whole seconds after which a request may be admitted."),
        "Allow": always(text(), "Methods that are answered."),
    });
    both(of_both_versions(), own)
}
