use serde_json::{Map, Value, json};

use super::named;
use crate::api::shapes::{
    closed, count, day, day_or_nothing, described, flag, list_of, model_id, number, one_of, path, schema,
    text,
};
use crate::api::v1::HistoryQuery;
use muniment_licenses::model::ChangeAction;

/// Versions and changes (spec:version-1#answer-objects).
pub(super) fn schemas() -> Map<String, Value> {
    named([
        ("VersionList", version_list()),
        ("ChangeLog", change_log()),
        ("Change", change()),
        ("HistoryPage", history_page()),
    ])
}

fn version_list() -> Value {
    closed(json!({
        "id": model_id(),
        "title": text(),
        "current": described(number(), "Number of the version that stands."),
        "versions": {
            "type": "array",
            "description": "Newest first.",
            "items": closed(json!({
                "version": number(),
                "date": described(day_or_nothing(), "Empty where none is recorded."),
                "summary": text(),
                "current": flag(),
                "url": described(path(), "Its page."),
                "api_url": described(path(), "The version itself."),
            })),
            "minItems": 1,
        },
    }))
}

fn change_log() -> Value {
    closed(json!({
        "id": model_id(),
        "title": text(),
        "current_version": described(number(), "What a version list calls `current`."),
        "entries": described(
            list_of(closed(json!({
                "version": {"type": "integer", "minimum": 2},
                "date": day(),
                "reviewer": text(),
                "summary": text(),
                "changes": list_of(schema("Change")),
            }))),
            "One a version but the first, newest first.",
        ),
    }))
}

fn change() -> Value {
    closed(json!({
        "action": one_of(&ChangeAction::ALL.map(|(_, word)| word)),
        "statement": text(),
        "previous": described(text(), "What it said before; filled where it was changed."),
        "reason": text(),
        "source": described(
            json!({"type": "string", "pattern": "^[a-z]+(-[a-z]+)*( .+)?$"}),
            "Where the reason comes from: `review-finding <rubric>/<field>`, `consolidation-decision <n>`, \
             `review-state`, `ports-metadata`, `model-history`, `manual`, or another word of this kind.",
        ),
    }))
}

fn history_page() -> Value {
    closed(json!({
        "total": described(count(), "Records of the library."),
        "skip": count(),
        "limit": {"type": "integer", "minimum": 0, "maximum": HistoryQuery::MAX_LIMIT},
        "records": described(
            list_of(closed(json!({
                "id": model_id(),
                "title": text(),
                "version": number(),
                "last_change": described(day_or_nothing(), "Empty where none is recorded."),
                "summary": text(),
                "url": path(),
            }))),
            "Most recently changed first.",
        ),
    }))
}
