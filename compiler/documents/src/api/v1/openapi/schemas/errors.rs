use serde_json::{Map, Value, json};

use super::named;
use crate::api::shapes::{closed, count, described, instant, one_of, schema, text};

/// The shapes of errors (spec:version-1#errors).
pub(super) fn schemas() -> Map<String, Value> {
    named([
        ("Sentence", closed(json!({"detail": described(text(), "What is the matter.")}))),
        ("ParameterFaults", faults()),
        ("ParameterFault", fault()),
        ("WindowSpent", window_spent()),
    ])
}

fn faults() -> Value {
    let faults = json!({"type": "array", "items": schema("ParameterFault"), "minItems": 1});
    closed(json!({"detail": described(faults, "Each thing that is not of its kind.")}))
}

fn fault() -> Value {
    closed(json!({
        "type": described(text(), "What sort of fault it is."),
        "loc": described(
            json!({
                "type": "array",
                "prefixItems": [one_of(&["path", "query", "body"])],
                "items": text(),
                "minItems": 1,
            }),
            "Where it is: in path, query or body, then its name.",
        ),
        "msg": described(text(), "What is wrong, for people."),
        "input": {"description": "What was sent."},
    }))
}

fn window_spent() -> Value {
    closed(json!({
        "detail": text(),
        "window": described(
            one_of(&["second", "minute", "hour", "day", "global"]),
            "The window that is used up; `global` is that of the whole service.",
        ),
        "limit": described(count(), "Requests it admits."),
        "remaining": described(count(), "Requests it has left."),
        "reset_at": described(instant(), "When it begins anew."),
    }))
}
