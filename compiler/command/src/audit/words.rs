use std::fmt::Write;

use muniment_licenses::audit::{AuditException, LicenseFinding, Part, UnknownFinding};
use muniment_licenses::model::{LicenseId, one_line};
use muniment_licenses::reason::{Facts, Weight};

use super::super::reason::Words;
use super::super::report::count;
use super::AuditReport;

/// Maximum components to name.
const NAMED: usize = 4;

/// An audit as text. `file` is the name of the inventory.
pub(super) fn text(report: &AuditReport<'_>, file: &str) -> Result<String, std::fmt::Error> {
    let AuditReport { library, names, inventory, audit, findings, target, .. } = report;
    let words = Words::new(library, names);
    let mut text = String::new();
    writeln!(
        text,
        "{}: {}, {}",
        inventory.format.name(),
        count(audit.parts.len(), "part"),
        count(audit.licenses.len(), "license")
    )?;
    if audit.left_out > 0 {
        writeln!(text, "{} left out that only development needs (--dev)", count(audit.left_out, "part"))?;
    }
    let mut licenses: Vec<(&LicenseId, usize)> = audit.licenses.iter().map(|(id, n)| (*id, *n)).collect();
    licenses.sort_by_key(|(id, parts)| (std::cmp::Reverse(*parts), *id));
    section(&mut text, "Licenses", licenses.len())?;
    for (id, number) in licenses {
        let parts = audit.parts.iter().filter(|part| is_under(part, id)).map(|part| part.component.label());
        writeln!(text, "  {number:>5}  {}: {}", names.shown(id), some(parts))?;
    }
    section(&mut text, "Choices", audit.choices.len())?;
    for choice in &audit.choices {
        writeln!(text, "  {:>5}  {}: {}", choice.parts, choice.expression, choice.taken.join(" AND "))?;
    }
    let unknown: Vec<&UnknownFinding<'_>> = findings.unknown.iter().filter(|found| found.is_open()).collect();
    section(&mut text, "Unknown licenses", unknown.len())?;
    for UnknownFinding { name, parts } in &unknown {
        let parts: Vec<String> =
            parts.iter().filter(|(_, exception)| exception.is_none()).map(|(part, _)| part.label()).collect();
        let name = name.unwrap_or("none stated");
        writeln!(text, "  {:>5}  {name}: {}", parts.len(), some(parts.into_iter()))?;
    }
    section(&mut text, "Lines that are no expressions", inventory.unreadable.len())?;
    for fault in &inventory.unreadable {
        writeln!(text, "  {file}:{fault}")?;
    }
    for (weight, heading) in [
        (Weight::Conflict, "Conflicts: what cannot be obeyed together"),
        (Weight::Restriction, "Restrictions: the combined work is bound to the narrower terms"),
        (Weight::Defect, "Defects: a license against itself"),
    ] {
        let found = report.open(weight);
        section(&mut text, heading, found.len())?;
        for finding in found {
            words.conflict(&mut text, &finding.conflict, &parts_of(report, &words, finding))?;
        }
    }
    add_exceptions(&mut text, report, &words)?;
    let target = target.map(|facts| format!(" under {}", words.license(facts.iri())));
    let number = |weight| report.open(weight).len();
    let (conflicts, restrictions) = (number(Weight::Conflict), number(Weight::Restriction));
    let subject = format!("{}{}", count(audit.parts.len(), "part"), target.unwrap_or_default());
    text.push('\n');
    match (conflicts, restrictions) {
        (0, 0) => write!(text, "{subject}: nothing stands against it")?,
        (0, _) => write!(text, "{subject}: no conflict, {}", count(restrictions, "restriction"))?,
        (_, _) => write!(text, "{subject}: {}", count(conflicts, "conflict"))?,
    }
    if !unknown.is_empty() {
        write!(
            text,
            ", as far as is known: {} that the library does not know",
            count(unknown.len(), "license")
        )?;
    }
    if !inventory.unreadable.is_empty() {
        write!(text, "; {} not audited", count(inventory.unreadable.len(), "line"))?;
    }
    text.push('\n');
    Ok(text)
}

/// The components of a finding, a line for each license.
fn parts_of(report: &AuditReport<'_>, words: &Words<'_>, finding: &LicenseFinding<'_>) -> String {
    let target = report.target.map(Facts::iri);
    let statements = [finding.conflict.statement_1, finding.conflict.statement_2];
    let mut lines: Vec<String> = Vec::new();
    for ([iri, ..], license) in statements.into_iter().zip(finding.licenses) {
        let parts = report.findings.parts_under(license).iter().map(|part| part.label());
        let work = (target == Some(iri)).then(|| "the work itself".to_owned());
        let line = format!("      {}: {}\n", words.license(iri), some(parts.chain(work)));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.concat()
}

/// Findings with exceptions, and unused and expired exceptions.
fn add_exceptions(text: &mut String, report: &AuditReport<'_>, words: &Words<'_>) -> std::fmt::Result {
    let excepted = report.excepted();
    let accepted = |found: &UnknownFinding<'_>| found.parts.iter().any(|(_, exception)| exception.is_some());
    let unknown: Vec<&UnknownFinding<'_>> =
        report.findings.unknown.iter().filter(|found| accepted(found)).collect();
    section(text, "Accepted by exceptions", excepted.len() + unknown.len())?;
    for finding in excepted {
        let because = finding.exception.map(because).unwrap_or_default();
        let parts = format!("{}{because}", parts_of(report, words, finding));
        words.conflict(text, &finding.conflict, &parts)?;
    }
    for UnknownFinding { name, parts } in unknown {
        let name = name.unwrap_or("none stated");
        for (part, exception) in parts.iter().filter_map(|(part, exception)| Some((part, (*exception)?))) {
            writeln!(text, "  {name}: {}\n{}", part.label(), because(exception))?;
        }
    }
    section(text, "Exceptions that have expired", report.findings.expired.len())?;
    for exception in &report.findings.expired {
        writeln!(text, "  {exception}\n{}", because(exception))?;
    }
    section(text, "Exceptions that cover nothing", report.findings.unused.len())?;
    for exception in &report.findings.unused {
        writeln!(text, "  {exception}\n{}", because(exception))?;
    }
    Ok(())
}

fn because(exception: &AuditException<'_>) -> String {
    let until = exception.expires.map(|day| format!(" (until {day})")).unwrap_or_default();
    format!("      because: {}{until}\n", one_line(&exception.reason))
}

fn section(text: &mut String, heading: &str, number: usize) -> std::fmt::Result {
    if number > 0 { writeln!(text, "\n{heading} ({number})\n") } else { Ok(()) }
}

fn is_under(part: &Part<'_>, id: &LicenseId) -> bool {
    part.licenses.iter().any(|license| license.record == Some(id))
}

/// The first names, and the number of the others.
fn some(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    let shown: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
    match names.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
