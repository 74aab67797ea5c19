use muniment::api::v1;
use muniment::reason::{Conflict, Facts, Weight, conflict_reason};
use serde_json::{Value, json};

use super::Told;

/// An audit for programs. The verdict is the document of the API.
pub(super) fn text(told: &Told<'_>) -> serde_json::Result<String> {
    let Told { library, inventory, audit, verdict, target } = told;
    let base = library.site.license_base();
    let bare = |iri: &str| iri.strip_prefix(&base).unwrap_or(iri).to_owned();
    let parts = audit.parts.iter().map(|part| {
        let records: Vec<_> = part
            .licenses
            .iter()
            .map(|license| json!({"name": license.name, "id": license.record.map(ToString::to_string)}))
            .collect();
        json!({
            "name": part.component.name,
            "version": part.component.version,
            "stated": part.component.license,
            "licenses": records,
        })
    });
    let choices = audit
        .choices
        .iter()
        .map(|choice| json!({"expression": choice.expression, "taken": choice.taken, "parts": choice.parts}));
    let unknown =
        audit.unknown.iter().map(|license| json!({"license": license.name, "parts": license.parts}));
    let entry = |conflict: &Conflict<'_>| {
        json!({
            "rule": conflict.rule.name(),
            "licenses": [bare(conflict.statement_1[0]), bare(conflict.statement_2[0])],
            "reason": conflict_reason(conflict),
        })
    };
    let found = |weight: Weight| told.found(weight).iter().map(entry).collect::<Vec<Value>>();
    let document = json!({
        "format": inventory.format.name(),
        "target": target.map(Facts::iri).map(bare),
        "graph": verdict.graph(),
        "parts": parts.collect::<Vec<_>>(),
        "left_out": audit.left_out,
        "choices": choices.collect::<Vec<_>>(),
        "unknown": unknown.collect::<Vec<_>>(),
        "conflicts": found(Weight::Conflict),
        "restrictions": found(Weight::Restriction),
        "defects": found(Weight::Defect),
        "verdict": v1::verdict(verdict, library),
    });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}
