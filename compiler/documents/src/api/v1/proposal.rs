//! Schemas of what `muniment_licenses` serializes: proposals, and how they compare with a record
//! (spec:version-1#assistant-objects).

use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::Usage;
use super::composer_input::composer_input;
use super::owned::ComposeConflict;
use crate::api::openapi::schema::{by_hand, named, of};
use crate::api::openapi::shapes::{
    any_of, both, closed, closed_with, count, described, flag, instant, iri, iri_or_nothing, list_of,
    model_id, nullable, number, one_of, open_with, text,
};

/// What a text that was translated at once is answered with.
pub(super) fn translation(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "Translation", |generator| {
        closed_with(proposal(generator), both(draft(), json!({"status": {"const": "done"}})))
    })
}

/// The result of a run.
pub(super) fn finished(generator: &mut SchemaGenerator) -> Schema {
    let collected = named(generator, "CollectedTranslation", collected).to_value();
    let failed = named(generator, "FailedTranslation", |_| failed()).to_value();
    named(generator, "FinishedTranslation", |_| any_of(&[collected, failed]))
}

/// A preview and no more.
pub(super) fn partial(_: &mut SchemaGenerator) -> Schema {
    let line = closed(json!({"label": text(), "quote": text()}));
    by_hand(closed(json!({
        "lines": {"type": "array", "items": line, "maxItems": 200},
        "statements": count(),
        "parts_done": count(),
        "failed_parts": list_of(number()),
    })))
}

fn proposal(generator: &mut SchemaGenerator) -> Value {
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
        "license": composer_input(generator).to_value(),
        "statements": list_of(named(generator, "TranslatedStatement", |_| statement()).to_value()),
        "unmodelled": described(
            list_of(closed(json!({"clause_quote": text(), "proposed_term": text(), "note": text()}))),
            "What the text says and the vocabulary has no term for.",
        ),
        "warnings": list_of(text()),
        "conflicts": described(of::<Vec<ComposeConflict>>(generator), "What the proposal says against itself."),
        "usage": of::<Usage>(generator),
        "quota": named(generator, "AssistantQuota", |_| quota()).to_value(),
    })
}

fn draft() -> Value {
    json!({
        "draft_id": described(model_id(), "The draft the proposal was kept as."),
        "draft_uri": iri(),
        "message": text(),
    })
}

fn collected(generator: &mut SchemaGenerator) -> Value {
    let comparison = named(generator, "ReadingComparison", comparison).to_value();
    let further = json!({
        "status": {"const": "done"},
        "comparison": described(nullable(comparison), "With the record it is most like."),
    });
    closed_with(both(proposal(generator), further), draft())
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

fn comparison(generator: &mut SchemaGenerator) -> Value {
    let row = named(generator, "ReadingComparisonRow", |_| comparison_row()).to_value();
    let rows = || list_of(row.clone());
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
