use muniment_documents::api::v1;
use muniment_licenses::audit::{AuditException, Component, InventoryFault, LicenseFinding};
use muniment_licenses::reason::{Facts, Weight, conflict_reason};
use serde_json::{Value, json};

use super::super::reason::Words;
use super::AuditReport;

/// An audit as JSON. The verdict is the document of the API.
pub(super) fn text(report: &AuditReport<'_>) -> serde_json::Result<String> {
    let AuditReport { library, names, inventory, audit, verdict, findings, target } = report;
    let words = Words::new(library, names);
    let base = library.site.license_base();
    let bare = |iri: &str| iri.strip_prefix(&base).unwrap_or(iri).to_owned();
    let parts = audit.parts.iter().map(|part| {
        let records: Vec<_> = part
            .licenses
            .iter()
            .map(|license| {
                let model = license.record.and_then(|id| library.licenses.get(id));
                let spdx_id = model.and_then(|model| model.current.content.spdx.as_deref());
                json!({"name": license.name, "id": license.record.map(ToString::to_string), "spdx_id": spdx_id})
            })
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
    let labels = |parts: &[&Component]| parts.iter().map(|part| part.label()).collect::<Vec<_>>();
    let open = findings.unknown.iter().filter(|found| found.is_open()).map(|found| {
        let parts = found.parts.iter().filter(|(_, exception)| exception.is_none());
        json!({"license": found.name, "parts": parts.map(|(part, _)| part.label()).collect::<Vec<_>>()})
    });
    let entry = |found: &LicenseFinding<'_>| {
        let conflict = &found.conflict;
        json!({
            "rule": conflict.rule.name(),
            "licenses": [bare(conflict.statement_1[0]), bare(conflict.statement_2[0])],
            "names": [words.license(conflict.statement_1[0]), words.license(conflict.statement_2[0])],
            "parts": found.licenses.map(|id| labels(findings.parts_under(id))),
            "reason": conflict_reason(conflict),
        })
    };
    let found = |weight: Weight| report.open(weight).into_iter().map(entry).collect::<Vec<Value>>();
    let between = report.excepted().into_iter().filter_map(|found| Some((entry(found), found.exception?)));
    let unknown = findings.unknown.iter().flat_map(|found| {
        let accepted = found.parts.iter().filter_map(|(part, exception)| Some((part, (*exception)?)));
        accepted.map(|(part, exception)| (json!({"unknown": found.name, "parts": [part.label()]}), exception))
    });
    let accepted = between.chain(unknown);
    let accepted = accepted.map(|(finding, by)| json!({"finding": finding, "exception": exception(by)}));
    let exceptions = |list: &[&AuditException<'_>]| list.iter().map(|it| exception(it)).collect::<Vec<_>>();
    let unreadable = inventory.unreadable.iter().map(|fault| {
        let InventoryFault { line, column, message, remedy } = fault;
        json!({"line": line, "column": column, "message": message, "remedy": remedy})
    });
    let document = json!({
        "format": inventory.format.name(),
        "target": target.map(Facts::iri).map(bare),
        "graph": verdict.graph(),
        "parts": parts.collect::<Vec<_>>(),
        "left_out": audit.left_out,
        "choices": choices.collect::<Vec<_>>(),
        "unknown": open.collect::<Vec<_>>(),
        "unreadable": unreadable.collect::<Vec<_>>(),
        "conflicts": found(Weight::Conflict),
        "restrictions": found(Weight::Restriction),
        "defects": found(Weight::Defect),
        "accepted": accepted.collect::<Vec<_>>(),
        "expired_exceptions": exceptions(&findings.expired),
        "unused_exceptions": exceptions(&findings.unused),
        "verdict": v1::verdict(verdict, library),
    });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn exception(exception: &AuditException<'_>) -> Value {
    json!({
        "accepts": exception.to_string(),
        "reason": exception.reason,
        "expires": exception.expires.map(|day| day.to_string()),
    })
}
