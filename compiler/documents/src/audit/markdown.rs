use std::fmt::Write;

use muniment_licenses::model::LicenseId;
use muniment_licenses::reason::Answer;

use super::AuditReport;
use super::words::{limits, outcome, required, some};
use crate::words::Words;
use crate::words::count;

/// An audit as Markdown, such as a comment on a change: what is wrong first, then what to do.
pub(super) fn text(report: &AuditReport<'_>, file: &str) -> Result<String, std::fmt::Error> {
    let AuditReport { library, names, inventory, findings, context, .. } = report;
    let words = Words::new(library, names);
    let parts_under = |id: &LicenseId| some(findings.parts_under(id).iter().map(|part| part.label()));
    let parts_in = |id, context| some(findings.parts_in(id, context).iter().map(|part| part.label()));
    let mut text = String::new();
    writeln!(text, "## Licenses of {}\n\n**{}**", cell(file), cell(&outcome(report)))?;
    for (answer, heading) in
        [(Answer::No, "These parts may not go into the work"), (Answer::Via, "Under another license")]
    {
        let found = report.open(answer);
        table(&mut text, heading, &["License", "Parts", "Why"], found.len())?;
        for answer in found {
            let reasons = answer.found.reasons.iter();
            let why: Vec<String> =
                reasons.map(|reason| words.reason(reason, answer.license, context.target)).collect();
            let parts = parts_in(answer.license, answer.context);
            row(&mut text, &[names.shown(answer.license), &parts, &why.join(" ")])?;
        }
    }
    let limited = report.limited();
    table(&mut text, "Limits on use that only you can judge", &["License", "Parts", "Limit"], limited.len())?;
    for found in limited {
        let license = names.shown(found.license);
        row(&mut text, &[license, &parts_in(found.license, found.context), &limits(license, found)])?;
    }
    table(
        &mut text,
        "No work can contain these together",
        &["Licenses", "Parts", "Why", "What helps"],
        report.apart().len(),
    )?;
    for found in report.apart() {
        let ([one, two], [context, other_context]) = (found.licenses, found.contexts);
        let licenses = format!("{}, {}", names.shown(one), names.shown(two));
        let parts = format!("{}; {}", parts_in(one, context), parts_in(two, other_context));
        let why = words.clash(found).concat().join(" ");
        row(&mut text, &[&licenses, &parts, &why, &words.reliefs(found).join(" ")])?;
    }
    table(
        &mut text,
        "Names that are no identifiers",
        &["Name", "Read as", "By its"],
        report.audit.matched.len(),
    )?;
    for found in &report.audit.matched {
        row(&mut text, &[&found.name, names.shown(found.record), found.by.word()])?;
    }
    let unknown: Vec<_> = findings.unknown.iter().filter(|found| found.is_open()).collect();
    table(&mut text, "Unknown licenses", &["License", "Parts"], unknown.len())?;
    for found in unknown {
        let open = found.parts.iter().filter(|(_, exception)| exception.is_none());
        row(&mut text, &[found.name.unwrap_or("none stated"), &some(open.map(|(part, _)| part.label()))])?;
    }
    let unread = report.unread();
    table(
        &mut text,
        "Records that nobody has compared with their texts",
        &["License", "Parts"],
        unread.len(),
    )?;
    for license in unread {
        row(&mut text, &[names.shown(license), &parts_under(license)])?;
    }
    table(&mut text, "Faults of the inventory", &["Place"], inventory.unreadable.len())?;
    for fault in &inventory.unreadable {
        row(&mut text, &[&format!("{file}:{fault}")])?;
    }
    let obligations = report.obligations();
    if !obligations.is_empty() {
        writeln!(text, "\n### What to do ({})", obligations.len())?;
    }
    for brought in obligations.chunk_by(|one, next| one.trigger == next.trigger) {
        let heading = brought.first().map(|duty| duty.trigger.heading()).unwrap_or_default();
        writeln!(text, "\n{heading}:\n")?;
        for duty in brought {
            writeln!(text, "- [ ] {}", cell(&required(duty, &words)))?;
        }
    }
    let accepted = findings.answers.iter().filter(|found| found.exception.is_some()).count()
        + findings.apart.iter().filter(|found| found.exception.is_some()).count()
        + findings.limited.iter().filter(|found| found.exception.is_some()).count();
    if accepted > 0 {
        writeln!(text, "\n{} accepted by exceptions.", count(accepted, "finding"))?;
    }
    writeln!(text, "\nNothing here is legal advice.")?;
    Ok(text)
}

fn table(text: &mut String, heading: &str, columns: &[&str], number: usize) -> std::fmt::Result {
    if number == 0 {
        return Ok(());
    }
    writeln!(text, "\n### {heading} ({number})\n\n| {} |", columns.join(" | "))?;
    writeln!(text, "|{}", "---|".repeat(columns.len()))
}

fn row(text: &mut String, cells: &[&str]) -> std::fmt::Result {
    let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
    writeln!(text, "| {} |", cells.join(" | "))
}

/// A text of an inventory, in which nothing is markup.
fn cell(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '@' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
