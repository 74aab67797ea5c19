use serde_json::{Map, Value, json};

use super::named;
use crate::api::shapes::{
    MODEL_ID, SPDX_ID, closed, closed_with, count, day, described, flag, iri, keyed_by, list_of, model_id,
    model_id_or_nothing, nullable, number, one_of, path, schema, text,
};
use muniment_licenses::find::{GroupKey, Stance};
use muniment_licenses::model::{FindingAction, FindingSeverity, Verdict};

/// Lists, comparisons and what belongs to records (spec:version-1#results-envelope, spec:version-1#answer-objects,
/// spec:version-1#library-endpoints, spec:version-1#website-endpoints).
pub(super) fn schemas() -> Map<String, Value> {
    named([
        ("Results", results()),
        ("Comparison", comparison()),
        ("LicenseVector", vector()),
        ("ComparisonRow", comparison_row()),
        ("ComparisonCell", comparison_cell()),
        ("Actions", actions()),
        ("SpdxAnswer", closed(json!({"spdx_id": spdx_id(), "id": model_id(), "uri": iri()}))),
        ("SpdxMapping", spdx_mapping()),
        ("Review", review()),
        ("Finding", finding()),
        ("SuggestEntry", suggest_entry()),
        ("CheckerLicense", checker_license()),
        ("LicenseFile", license_file()),
        ("Health", health()),
    ])
}

/// SPARQL 1.1 results (spec:version-1#results-envelope).
fn results() -> Value {
    let address = closed(json!({"type": {"const": "uri"}, "value": iri()}));
    let title = closed_with(
        json!({"type": {"const": "literal"}, "value": text()}),
        json!({"xml:lang": described(text(), "On some rows only.")}),
    );
    closed(json!({
        "head": closed(json!({"link": {"type": "array", "maxItems": 0}, "vars": {"const": ["id", "title"]}})),
        "results": closed(json!({
            "distinct": flag(),
            "ordered": flag(),
            "bindings": list_of(closed(json!({"id": address, "title": title}))),
        })),
    }))
}

fn comparison() -> Value {
    let keys = GroupKey::ALL.map(GroupKey::word);
    closed(json!({
        "ids": described(list_of(model_id()), "The records, in the order asked for."),
        "licenses": keyed_by(MODEL_ID, schema("LicenseVector")),
        "rows": described(list_of(schema("ComparisonRow")), "Every row, section after section."),
        "unknown_ids": described(list_of(model_id()), "What was asked for and is no record."),
        "groups": list_of(closed(json!({
            "key": one_of(&keys),
            "label": text(),
            "differs": described(flag(), "Whether one of its rows does."),
            "rows": list_of(schema("ComparisonRow")),
        }))),
    }))
}

fn vector() -> Value {
    let acts = || list_of(iri());
    closed(json!({
        "title": text(),
        "targets": acts(),
        "permissions": list_of(closed(json!({"action": iri(), "duties": acts()}))),
        "prohibitions": acts(),
        "duties": acts(),
        "terms": described(keyed_by("^[a-z]+:", text()), "By the IRI of the property, the value as stated."),
    }))
}

fn comparison_row() -> Value {
    closed(json!({
        "group": one_of(&GroupKey::ALL.map(GroupKey::word)),
        "key": described(text(), "Compact name of what the row is about."),
        "label": text(),
        "iri": iri(),
        "differs": described(flag(), "Whether two of the licenses say different things."),
        "cells": described(keyed_by(MODEL_ID, schema("ComparisonCell")), "What each license says."),
    }))
}

fn comparison_cell() -> Value {
    let stances = [Stance::Permitted, Stance::Prohibited, Stance::Required, Stance::Na].map(Stance::word);
    let about = format!(
        "Of an asset type `yes` or `no`, of an act `{}`, of a further term its value as stated.",
        stances.join("`, `")
    );
    closed_with(
        json!({"value": described(text(), &about), "text": described(text(), "The value in words.")}),
        json!({"duties": described(list_of(iri()), "Of an act, the duties that hang on it.")}),
    )
}

fn actions() -> Value {
    closed(json!({
        "actions": list_of(closed(json!({
            "iri": iri(),
            "curie": described(text(), "Its compact name, which the composer takes."),
            "label": text(),
            "description": text(),
            "rule_action": described(flag(), "Whether a permission or prohibition may name it."),
            "duty_action": described(flag(), "Whether a duty may name it."),
            "group": one_of(&["action", "duty", "reasoning"]),
        }))),
        "asset_types": list_of(closed(json!({"iri": iri(), "label": text()}))),
    }))
}

fn spdx_id() -> Value {
    json!({"type": "string", "pattern": SPDX_ID})
}

fn spdx_mapping() -> Value {
    closed(json!({
        "comment": text(),
        "license_total": described(count(), "Records of the library."),
        "mapped": described(count(), "Those with an SPDX identifier."),
        "svc_to_spdx": keyed_by(MODEL_ID, spdx_id()),
        "spdx_to_svc": keyed_by(SPDX_ID, list_of(model_id())),
        "aliases": described(keyed_by(SPDX_ID, spdx_id()), "A retired or plus form, and what replaces it."),
        "aliases_resolvable": described(count(), "Those that lead to a record."),
    }))
}

fn review() -> Value {
    let verdicts: Vec<&str> = Verdict::ALL.iter().map(|(_, word)| *word).collect();
    closed_with(
        json!({
            "id": model_id(),
            "title": text(),
            "reviewed_on": day(),
            "reviewer": text(),
            "text_source": described(text(), "The address that was read, or `unavailable`."),
            "text_retrieved": flag(),
            "verdict": one_of(&verdicts),
            "summary": text(),
            "findings": list_of(schema("Finding")),
            "family": text(),
            "port_of": described(nullable(model_id()), "The record it is a port of."),
            "variant_kind": nullable(text()),
            "notes": text(),
        }),
        json!({"variant_of": model_id()}),
    )
}

fn finding() -> Value {
    let severities: Vec<&str> = FindingSeverity::ALL.iter().map(|(_, word)| *word).collect();
    let actions: Vec<&str> = FindingAction::ALL.iter().map(|(_, word)| *word).collect();
    closed_with(
        json!({
            "rubric": {"type": "integer", "minimum": 1, "maximum": 10},
            "severity": one_of(&severities),
            "field": described(text(), "What of the record it is about."),
            "description": text(),
            "action": described(one_of(&actions), "What became of it."),
        }),
        json!({
            "change": described(text(), "The change in Turtle."),
            "superseded_by": described(number(), "The version that applied it."),
        }),
    )
}

fn suggest_entry() -> Value {
    closed(json!({
        "id": model_id(),
        "title": text(),
        "url": path(),
        "port_of": described(model_id_or_nothing(), "What it is a port of; empty if of nothing."),
        "parent_title": text(),
    }))
}

fn checker_license() -> Value {
    closed(json!({"uri": iri(), "id": model_id(), "title": text(), "port_of": model_id_or_nothing()}))
}

fn license_file() -> Value {
    closed_with(
        json!({
            "license-uri": iri(),
            "license-title": text(),
            "spdx-id": described(text(), "Empty where there is none."),
            "asset": described(text(), "Address of the work; empty where none was given."),
            "generated-by": text(),
        }),
        json!({"attribution": described(text(), "Whom to credit; only where the license asks for that.")}),
    )
}

/// `/healthz` (spec:version-1#library-endpoints); what is not required only administrators see.
fn health() -> Value {
    let detail = || described(text(), "The error; for administrators.");
    closed(json!({
        "status": one_of(&["ok", "degraded"]),
        "checks": closed(json!({
            "store": closed_with(
                json!({"ok": flag()}),
                json!({"endpoint": described(text(), "Where it is; for administrators."), "detail": detail()}),
            ),
            "reasoner": closed_with(
                json!({
                    "ok": flag(),
                    "status": described(
                        json!({"type": "integer", "minimum": 100, "maximum": 599}),
                        "The HTTP status it answers with.",
                    ),
                    "reasoner_status": one_of(&["ok", "degraded"]),
                }),
                json!({"url": described(text(), "Where it is; for administrators."), "detail": detail()}),
            ),
        })),
    }))
}
