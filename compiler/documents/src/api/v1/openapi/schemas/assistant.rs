use serde_json::{Map, Value, json};

use super::named;
use crate::api::shapes::{
    any_of, both, closed, closed_with, count, described, flag, instant, instant_or_nothing, iri,
    iri_or_nothing, keyed_by, list_of, model_id, model_id_or_nothing, nullable, number, one_of, open_with,
    path, schema, text,
};

/// The translation assistant and narrations (spec:version-1#assistant-objects).
pub(super) fn schemas() -> Map<String, Value> {
    named([
        ("Translation", translation()),
        ("FinishedTranslation", any_of(&[schema("CollectedTranslation"), schema("FailedTranslation")])),
        ("CollectedTranslation", collected()),
        ("FailedTranslation", failed()),
        ("TranslationProgress", progress()),
        ("TranslatedStatement", statement()),
        ("AssistantUsage", usage()),
        ("AssistantQuota", quota()),
        ("ReadingComparison", comparison()),
        ("ReadingComparisonRow", comparison_row()),
        ("Narration", narration()),
    ])
}

fn proposal() -> Value {
    let parts = |about: &str| described(list_of(number()), about);
    json!({
        "job_id": described(text(), "Identifier of the run, also of one that was answered at once."),
        "prompt_version": text(),
        "title": described(text(), "The title that was sent, otherwise the one found in the text."),
        "language": described(json!({"type": "string", "pattern": "^[a-z]{2}$"}), "Of the text."),
        "parts": closed(json!({
            "total": number(),
            "translated": parts("Numbers of the parts that were read."),
            "failed": parts("Numbers of the parts that were not; send the text again to have them read."),
        })),
        "license": schema("ComposerInput"),
        "statements": list_of(schema("TranslatedStatement")),
        "unmodelled": described(
            list_of(closed(json!({"clause_quote": text(), "proposed_term": text(), "note": text()}))),
            "What the text says and the vocabulary has no term for.",
        ),
        "warnings": list_of(text()),
        "conflicts": described(list_of(schema("ComposeConflict")), "What the proposal says against itself."),
        "usage": schema("AssistantUsage"),
        "quota": schema("AssistantQuota"),
    })
}

fn draft() -> Value {
    json!({
        "draft_id": described(model_id(), "The draft the proposal was kept as."),
        "draft_uri": iri(),
        "message": text(),
    })
}

fn translation() -> Value {
    closed_with(proposal(), both(draft(), json!({"status": {"const": "done"}})))
}

fn collected() -> Value {
    let further = json!({
        "status": {"const": "done"},
        "comparison": described(nullable(schema("ReadingComparison")), "With the record it is most like."),
    });
    closed_with(both(proposal(), further), draft())
}

fn failed() -> Value {
    open_with(
        json!({"job_id": text(), "status": {"const": "failed"}, "message": described(text(), "Why.")}),
        json!({}),
    )
}

fn statement() -> Value {
    closed(json!({
        "kind": text(),
        "term": text(),
        "iri": iri_or_nothing(),
        "label": text(),
        "attached_to": described(text(), "The act a duty hangs on; empty for the license as a whole."),
        "evidence": described(text(), "Where the text says so, word for word."),
        "evidence_all": list_of(text()),
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "note": text(),
        "known_term": described(flag(), "A term that is not known is left out of `license`."),
    }))
}

fn usage() -> Value {
    closed(json!({
        "tokens_in": count(),
        "tokens_out": count(),
        "seconds": {"type": "number", "minimum": 0},
        "model": text(),
        "provider": text(),
        "part_providers": described(keyed_by("^[0-9]+$", text()), "By the number of the part."),
    }))
}

fn quota() -> Value {
    let number = || json!({"type": ["integer", "null"], "minimum": 0});
    let moment = || nullable(instant());
    closed_with(
        json!({
            "provider_remaining_requests": number(),
            "provider_reset_at": moment(),
            "user_remaining_today": number(),
            "global_remaining_today": number(),
        }),
        json!({
            "configured": described(flag(), "Whether the deployment has a provider."),
            "provider_limit_requests": number(),
            "provider_blocked_until": moment(),
            "provider_limit_tokens": number(),
            "provider_remaining_tokens": number(),
            "user_limit_today": number(),
            "user_used_today": number(),
            "global_limit_today": number(),
            "global_used_today": number(),
        }),
    )
}

fn progress() -> Value {
    let stages = ["planning", "sending", "waiting", "received", "merging", "reviewing", "done", "failed"];
    let seconds = || json!({"type": "number", "minimum": 0});
    let event =
        closed(json!({"t": text(), "stage": text(), "part": {"type": ["integer", "null"]}, "text": text()}));
    let line = closed(json!({"label": text(), "quote": text()}));
    let further = json!({
        "stage": one_of(&stages),
        "stage_since": instant_or_nothing(),
        "stage_seconds": seconds(),
        "elapsed_seconds": seconds(),
        "part_seconds_avg": described(seconds(), "0 until one part is over."),
        "estimated_remaining_seconds": described(nullable(seconds()), "Null until one part is over."),
        "provider": text(),
        "provider_label": text(),
        "events": described(json!({"type": "array", "items": event, "maxItems": 60}), "The last ones."),
        "partial": described(
            closed(json!({
                "lines": {"type": "array", "items": line, "maxItems": 200},
                "statements": count(),
                "parts_done": count(),
                "failed_parts": list_of(number()),
            })),
            "A preview and no more.",
        ),
        "message": text(),
    });
    closed_with(
        json!({
            "job_id": text(),
            "status": one_of(&["queued", "running"]),
            "part_current": count(),
            "parts_total": count(),
            "parts_done": count(),
            "parts_failed": count(),
            "poll_url": described(path(), "Where to ask again."),
            "save_draft": flag(),
        }),
        further,
    )
}

fn comparison() -> Value {
    let rows = || list_of(schema("ReadingComparisonRow"));
    closed(json!({
        "license_id": model_id(),
        "title": text(),
        "uri": iri(),
        "match": described(one_of(&["spdx", "title", "nearest"]), "By what the record was found."),
        "reason": text(),
        "deprecated": flag(),
        "in_common": count(),
        "record_total": count(),
        "reading_total": count(),
        "score": described(
            json!({"type": "number", "minimum": 0, "maximum": 1}),
            "What both state by what either states.",
        ),
        "only_in_reading": rows(),
        "only_in_record": rows(),
        "in_both": rows(),
        "placement": described(rows(), "Duties both state and hang on different permissions."),
    }))
}

fn comparison_row() -> Value {
    closed(json!({
        "key": text(),
        "side": text(),
        "kind": text(),
        "term": text(),
        "iri": iri_or_nothing(),
        "label": text(),
        "reading_attached": described(text(), "Empty for the license as a whole."),
        "record_attached": described(text(), "Empty for the license as a whole."),
        "evidence": text(),
    }))
}

fn narration() -> Value {
    let missing = closed(json!({
        "kind": text(),
        "term": text(),
        "iri": iri_or_nothing(),
        "label": text(),
        "attached_to": text(),
    }));
    closed(json!({
        "title": text(),
        "preamble": text(),
        "sections": described(
            list_of(closed(json!({
                "heading": text(),
                "text": text(),
                "statements": described(list_of(text()), "The terms it speaks of."),
            }))),
            "Permissions, conditions, prohibitions, further terms.",
        ),
        "closing": described(text(), "Ends with the remark that this is no legal advice."),
        "coverage": described(
            closed(json!({
                "complete": flag(),
                "statements": count(),
                "covered": count(),
                "missing": list_of(missing),
                "note": text(),
            })),
            "How much of the model the text speaks of.",
        ),
        "produced_by": described(one_of(&["provider", "fallback"]), "`fallback` was written from the vocabulary alone."),
        "provider": described(text(), "Empty for a fallback."),
        "license_id": described(model_id_or_nothing(), "Of the license, where it is known."),
        "prompt_version": text(),
        "names_removed": flag(),
    }))
}
