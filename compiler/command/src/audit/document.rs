use muniment_licenses::audit::{ApartFinding, AuditException, Component, InventoryFault, LicenseAnswer};
use muniment_licenses::model::LicenseId;
use muniment_licenses::reason::Labels;
use serde_json::{Value, json};

use super::super::reason::Words;
use super::AuditReport;

/// An audit as JSON.
pub(super) fn text(report: &AuditReport<'_>) -> serde_json::Result<String> {
    let AuditReport { library, names, inventory, audit, findings, context } = report;
    let words = Words::new(library, names);
    let labels_of = Labels::new(&library.vocabulary.current.content);
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
    let under = |id: &LicenseId| labels(findings.parts_under(id));
    let answer = |answer: &LicenseAnswer<'_>| {
        let reasons = answer.found.reasons.iter().map(|reason| {
            json!({
                "rule": reason.rule.word(),
                "by": reason.by.map(bare),
                "sentence": words.reason(reason, answer.license, context.target),
            })
        });
        json!({
            "license": answer.license.to_string(),
            "name": names.shown(answer.license),
            "answer": answer.found.answer.word(),
            "because": reasons.collect::<Vec<_>>(),
            "parts": under(answer.license),
        })
    };
    let pair = |found: &ApartFinding<'_>| {
        json!({
            "licenses": found.licenses.map(ToString::to_string),
            "names": found.licenses.map(|id| names.shown(id)),
            "parts": found.licenses.map(under),
        })
    };
    let of_answers = findings.answers.iter().filter_map(|found| Some((answer(found), found.exception?)));
    let of_pairs = findings.apart.iter().filter_map(|found| Some((pair(found), found.exception?)));
    let matched = audit.matched.iter().map(|found| {
        json!({"name": found.name, "license": found.record, "by": found.by.word(), "parts": found.parts})
    });
    let obligations: Vec<Value> = report
        .obligations()
        .into_iter()
        .map(|duty| {
            json!({
                "action": duty.act,
                "label": labels_of.label(duty.act),
                "when": duty.trigger.word(),
                "form": duty.form.map(|form| form.to_string()),
                "fulfilled_by": labels_of.meaning(duty.act),
                "asked_by": duty
                    .asked
                    .iter()
                    .map(|(license, duty)| json!({"license": bare(license), "evidence": duty.evidence}))
                    .collect::<Vec<_>>(),
            })
        })
        .collect();
    let unknown = findings.unknown.iter().flat_map(|found| {
        let accepted = found.parts.iter().filter_map(|(part, exception)| Some((part, (*exception)?)));
        accepted.map(|(part, exception)| (json!({"unknown": found.name, "parts": [part.label()]}), exception))
    });
    let accepted = of_answers.chain(of_pairs).chain(unknown);
    let accepted = accepted.map(|(finding, by)| json!({"finding": finding, "exception": exception(by)}));
    let exceptions = |list: &[&AuditException<'_>]| list.iter().map(|it| exception(it)).collect::<Vec<_>>();
    let unreadable = inventory.unreadable.iter().map(|fault| {
        let InventoryFault { line, column, message, remedy } = fault;
        json!({"line": line, "column": column, "message": message, "remedy": remedy})
    });
    let document = json!({
        "format": inventory.format.name(),
        "target": context.target.map(ToString::to_string),
        "context": {
            "use": context.usage.usage.word(),
            "ship": context.usage.shipping.word(),
            "modified": context.usage.modified,
        },
        "parts": parts.collect::<Vec<_>>(),
        "left_out": audit.left_out,
        "matched": matched.collect::<Vec<_>>(),
        "choices": choices.collect::<Vec<_>>(),
        "unknown": open.collect::<Vec<_>>(),
        "unreadable": unreadable.collect::<Vec<_>>(),
        "answers": findings.answers.iter().map(answer).collect::<Vec<_>>(),
        "apart": report.apart().into_iter().map(pair).collect::<Vec<_>>(),
        "carriers": findings.carriers,
        "obligations": obligations,
        "accepted": accepted.collect::<Vec<_>>(),
        "expired_exceptions": exceptions(&findings.expired),
        "unused_exceptions": exceptions(&findings.unused),
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
