use std::fmt::{Error, Write};

use muniment_licenses::audit::{LicenseAnswer, Part};
use muniment_licenses::model::{License, one_line};
use muniment_licenses::reason::obligations;

use super::AuditReport;
use super::words::{answered, required};
use crate::words::Words;

/// What an audit says of the parts with a name, which may have their version behind it; empty if there are none.
pub(super) fn text(report: &AuditReport<'_>, name: &str) -> Result<String, Error> {
    let mut text = String::new();
    let parts = report.audit.parts.iter();
    let parts = parts.filter(|part| part.component.name == name || part.component.label() == name);
    for part in parts {
        if !text.is_empty() {
            text.push('\n');
        }
        add_part(&mut text, report, part)?;
    }
    Ok(text)
}

fn add_part(text: &mut String, report: &AuditReport<'_>, part: &Part<'_>) -> Result<(), Error> {
    let component = part.component;
    let or_nothing = |texts: &[String]| match texts {
        [] => "nothing".to_owned(),
        texts => texts.join(" and "),
    };
    writeln!(text, "{}", component.label())?;
    writeln!(text, "  The document states: {}", or_nothing(component.stated_licenses()))?;
    if let Some(corrected) = &component.corrected {
        let licenses = or_nothing(&component.licenses);
        writeln!(text, "  Corrected: {licenses}, because: {}", one_line(&corrected.reason))?;
    }
    let taken: Vec<&str> = part.licenses.iter().map(|license| license.name.as_str()).collect();
    if !taken.is_empty() {
        writeln!(text, "  Taken: {}", taken.join(" AND "))?;
    }
    let all = report.context.usage;
    let ((usage, from), (modified, modified_from)) = (component.own.usage(all), component.own.modified(all));
    let modified = if modified { "modified" } else { "not modified" };
    let (from, modified_from) = (from.word(), modified_from.word());
    writeln!(text, "  Used: {} ({from}), {modified} ({modified_from})", usage.word())?;
    let words = Words::new(report.library, report.names);
    for license in &part.licenses {
        let Some(id) = license.record else {
            writeln!(text, "  {}: unknown", license.name)?;
            continue;
        };
        if report.library.licenses.get(id).is_some_and(|model| model.current.content.text_hash.is_none()) {
            writeln!(text, "  {}: its record was not compared with its text", report.names.shown(id))?;
        }
        let answers = report.findings.answers.iter();
        for answer in answers.filter(|answer| answer.license == id && answer.context == part.context) {
            add_answer(text, report, &words, answer)?;
        }
    }
    Ok(())
}

fn add_answer(
    text: &mut String,
    report: &AuditReport<'_>,
    words: &Words<'_>,
    answer: &LicenseAnswer<'_>,
) -> Result<(), Error> {
    writeln!(text, "  Answer: {}", answer.found.answer.word())?;
    text.push_str(&answered(report, words, answer));
    let license = report.library.licenses.get(answer.license).map(|model| &*model.current.content);
    let acts: Vec<&str> =
        answer.found.reasons.iter().flat_map(|reason| reason.of_part.iter().copied()).collect();
    let rules = license.into_iter().flat_map(License::rules);
    for rule in rules.filter(|rule| acts.contains(&rule.action.as_str())) {
        if let Some(evidence) = &rule.evidence {
            let section = report.library.section_of(answer.license.as_str(), evidence);
            let section = section.map(|number| format!("§{number}: ")).unwrap_or_default();
            writeln!(text, "      {section}\"{}\"", one_line(evidence))?;
        }
    }
    if let Some(exception) = answer.exception {
        writeln!(text, "      Accepted, because: {}", one_line(&exception.reason))?;
    }
    for duty in obligations(std::slice::from_ref(&answer.found)) {
        writeln!(text, "  - {}: {}", duty.trigger.heading(), required(&duty, words))?;
    }
    Ok(())
}
