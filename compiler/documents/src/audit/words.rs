use std::collections::BTreeSet;
use std::fmt::Write;

use muniment_licenses::audit::{
    ApartFinding, AuditException, AuditVerdict, BaselineChanges, Component, CorrectionOutcome, Findings,
    LeftOut, LicenseAnswer, LimitedFinding, Undetermined, UnknownFinding,
};
use muniment_licenses::model::{LicenseId, one_line};
use muniment_licenses::reason::{
    Answer, CLOSED_SOURCE_TITLE, Context, Obligation, Reason, Relief, is_closed_source,
};

use super::AuditReport;
use crate::words::Words;
use crate::words::count;

/// Maximum components to name.
const NAMED: usize = 4;

/// Maximum entries of corrections to show.
const ENTRIES: usize = 20;

/// An audit as text: the verdict, what is wrong, what to do, what the inventory states. `file` is the name of the inventory.
pub(super) fn text(report: &AuditReport<'_>, file: &str) -> Result<String, std::fmt::Error> {
    let AuditReport { library, names, inventory, findings, .. } = report;
    let words = Words::new(library, names);
    let mut text = String::new();
    writeln!(text, "{}", outcome(report))?;
    for (answer, heading) in [
        (Answer::No, "Licenses whose parts may not go into the work"),
        (Answer::Via, "Licenses whose parts may go in under another license"),
    ] {
        let found = report.open(answer);
        section(&mut text, heading, found.len())?;
        for answer in found {
            text.push_str(&answered(report, &words, answer));
        }
    }
    section(&mut text, "Licenses whose parts no work can contain together", report.apart().len())?;
    for found in report.apart() {
        text.push_str(&pair(report, found));
    }
    let limited = report.limited();
    section(&mut text, "Licenses that limit use", limited.len())?;
    for found in limited {
        let parts = some(findings.parts_in(found.license, found.context).iter().map(|part| part.label()));
        let license = names.shown(found.license);
        writeln!(text, "  {license}: {parts}\n      {}", limits(license, found))?;
    }
    let open: Vec<&UnknownFinding<'_>> = findings.unknown.iter().filter(|found| found.is_open()).collect();
    section(&mut text, "Unknown licenses", open.len())?;
    for found in &open {
        let parts = found.parts.iter().filter(|(_, exception)| exception.is_none());
        let parts: Vec<String> = parts.map(|(part, _)| part.label()).collect();
        let name = found.name.unwrap_or("none stated");
        writeln!(
            text,
            "  {:>5}  {name}: {}\n         {}",
            parts.len(),
            some(parts.into_iter()),
            remedy(found)
        )?;
    }
    let entries = report.open_corrections();
    if !entries.is_empty() {
        writeln!(text, "\nWhat settles them in muniment.toml, when it is completed")?;
    }
    for line in entries.iter().take(ENTRIES).flat_map(|entry| ["\n", entry.as_str()]).flat_map(str::lines) {
        writeln!(text, "{}", format!("  {line}").trim_end())?;
    }
    if let Some(more) = entries.len().checked_sub(ENTRIES).filter(|more| *more > 0) {
        writeln!(text, "\n  and {more} more: `muniment audit --init` writes all of them")?;
    }
    let unread = report.unread();
    section(&mut text, "Licenses whose records nobody has compared with their texts", unread.len())?;
    for license in unread {
        let parts = findings.parts_under(license);
        writeln!(text, "  {:>5}  {}: {}", parts.len(), names.shown(license), labels(parts))?;
    }
    section(&mut text, "Faults of the inventory", inventory.unreadable.len())?;
    for fault in &inventory.unreadable {
        writeln!(text, "  {file}:{fault}")?;
    }
    add_baseline(&mut text, report)?;
    add_obligations(&mut text, report, &words)?;
    add_exceptions(&mut text, report, &words)?;
    add_corrections(&mut text, report)?;
    add_inventory(&mut text, report)?;
    Ok(text)
}

/// What the inventory states, and how it was read.
fn add_inventory(text: &mut String, report: &AuditReport<'_>) -> std::fmt::Result {
    let AuditReport { names, inventory, audit, findings, .. } = report;
    let parts = count(audit.parts.len(), "part");
    let licenses = count(audit.licenses.len(), "license");
    write!(text, "\n{}: {parts}, {licenses}", inventory.format.name())?;
    if audit.left_out > 0 {
        write!(text, "; {} left out that only development needs (--dev)", count(audit.left_out, "part"))?;
    }
    for LeftOut { number, what, why } in &inventory.left_out {
        write!(text, "; {} left out, because {why}", count(*number, what))?;
    }
    text.push('\n');
    let mut licenses: Vec<(&LicenseId, usize)> = audit.licenses.iter().map(|(id, n)| (*id, *n)).collect();
    licenses.sort_by_key(|(id, parts)| (std::cmp::Reverse(*parts), *id));
    section(text, "Licenses", licenses.len())?;
    for (id, number) in licenses {
        writeln!(text, "  {number:>5}  {}: {}", names.shown(id), labels(findings.parts_under(id)))?;
    }
    section(text, "Names that are no identifiers", audit.matched.len())?;
    for found in &audit.matched {
        let (record, by) = (names.shown(found.record), found.by.word());
        let stated = if found.stated == found.name { String::new() } else { format!(" ({})", found.stated) };
        writeln!(text, "  {:>5}  {}{stated}: {record}, by its {by}", found.parts, found.name)?;
    }
    section(text, "Choices", audit.choices.len())?;
    for choice in &audit.choices {
        let why = choice.reason.map(|reason| format!(" ({})", reason.sentence())).unwrap_or_default();
        writeln!(text, "  {:>5}  {}: {}{why}", choice.parts, choice.expression, choice.taken.join(" AND "))?;
    }
    Ok(())
}

/// The verdict with its reason in one line.
pub(super) fn outcome(report: &AuditReport<'_>) -> String {
    let AuditReport { inventory, audit, findings, .. } = report;
    let parts = audit.parts.len();
    let target = report.context.target;
    let under =
        target.map(|target| format!(" under {}", Words::new(report.library, report.names).work(target)));
    let under = under.unwrap_or_default();
    let undetermined = undetermined(findings, parts);
    let mut outcome = match findings.verdict {
        AuditVerdict::Allowed if target.is_some() => format!("Allowed: {}{under}", count(parts, "part")),
        AuditVerdict::Allowed => format!("Allowed: {}", carried(report)),
        AuditVerdict::NotAllowed => {
            let more = undetermined.map(|told| format!("; not determined: {told}")).unwrap_or_default();
            format!("Not allowed: {}{under}: {}{more}", count(parts, "part"), refused(report))
        }
        AuditVerdict::NotDetermined if parts == 0 => "Not determined: the inventory has no parts".to_owned(),
        AuditVerdict::NotDetermined => match undetermined {
            Some(told) => format!("Not determined: {told}{under}"),
            None => format!("Not determined: {}{under}", count(parts, "part")),
        },
    };
    if let Some((_, known @ 1..)) = report.since_baseline() {
        outcome.push_str(&format!("; {} of the baseline accepted", count(known, "finding")));
    }
    if !inventory.unreadable.is_empty() {
        outcome.push_str(&format!("; {} in the inventory", count(inventory.unreadable.len(), "fault")));
    }
    outcome
}

/// What is refused, in few words.
fn refused(report: &AuditReport<'_>) -> String {
    let limited = report.limited();
    let of_purpose = limited.iter().filter(|found| found.is_refused).count();
    let refused: BTreeSet<&LicenseId> =
        report.open(Answer::No).into_iter().map(|found| found.license).collect();
    match refused.len() {
        0 if of_purpose > 0 => format!("{} not for this purpose", count(of_purpose, "license")),
        0 => "no license can carry them together".to_owned(),
        refused => format!("{} not allowed", count(refused, "license")),
    }
}

/// The licenses that a work of all parts can have, in one sentence.
fn carried(report: &AuditReport<'_>) -> String {
    let AuditReport { names, audit, findings, .. } = report;
    let parts = count(audit.parts.len(), "part");
    if findings.carriers.is_empty() && !findings.may_be_closed {
        return format!("{parts}, accepted by exceptions");
    }
    let carriers = findings.carriers.iter().map(|id| names.shown(id).to_owned());
    let closed = findings.may_be_closed.then(|| CLOSED_SOURCE_TITLE.to_owned());
    let carriers = some(closed.into_iter().chain(carriers));
    format!("{parts} can go together into a work under {carriers}")
}

/// How many of the parts the audit cannot determine, and why; `None` if it can.
fn undetermined(findings: &Findings<'_>, parts: usize) -> Option<String> {
    let Undetermined { parts: undetermined, unknown, unread, undecided } = findings.undetermined;
    let reasons =
        [(unknown, "unknown"), (unread, "not compared with the text"), (undecided, "with limits on use")];
    let reasons = reasons.iter().filter(|(parts, _)| *parts > 0);
    let reasons: Vec<String> = reasons.map(|(parts, why)| format!("{parts} {why}")).collect();
    (undetermined > 0).then(|| format!("{undetermined} of {} ({})", count(parts, "part"), reasons.join(", ")))
}

/// What is wrong with the license of a part, which the library does not have.
pub(super) fn unknown(found: &UnknownFinding<'_>, part: &str) -> String {
    match found.name {
        None => format!("No license is stated for {part}."),
        Some(name) if is_closed_source(name) => format!("{part} has no license that lets others use it."),
        Some(_) => format!("The library does not know the license of {part}."),
    }
}

/// What to do about a license that the library does not have.
#[must_use]
pub fn remedy(found: &UnknownFinding<'_>) -> &'static str {
    match found.name {
        None => {
            "No license is stated, so nobody else may use it: ask its owner, or look for a license in its \
             source."
        }
        Some(name) if is_closed_source(name) => {
            "Only its owner may use it: it is yours, or ask for a license."
        }
        Some(_) => {
            "Read its text. If it is the text of a known license, state the SPDX identifier of that license; if \
             not, decide and accept it with an exception."
        }
    }
}

/// The answer for a license with its components, and their context if it is their own.
pub(super) fn answered(report: &AuditReport<'_>, words: &Words<'_>, answer: &LicenseAnswer<'_>) -> String {
    let license = answer.license;
    let parts = some(report.findings.parts_in(license, answer.context).iter().map(|part| part.label()));
    let reasons = answer.found.reasons.iter();
    let reasons = reasons.map(|reason| {
        let sentence = words.reason(reason, license, report.context.target);
        format!("      {}  {sentence}\n", reason.rule.word())
    });
    let remedies = match (report.context.target, report.audit.context.terms(license)) {
        (Some(work), Some(part)) if answer.found.answer == Answer::No => {
            report.context.index.remedies(part, work.terms, answer.context)
        }
        _ => Vec::new(),
    };
    let name = report.names.shown(license);
    let still: Vec<String> = remedies.into_iter().map(|remedy| remedy.sentence(name)).collect();
    let still = match still.as_slice() {
        [] => String::new(),
        still => format!("      You can still {}.\n", still.join("; or ")),
    };
    let own = if answer.context == report.context.usage { String::new() } else { own_use(answer.context) };
    format!("  {name}{own}: {parts}\n{}{still}", reasons.collect::<String>())
}

/// The use of parts that is not the one of all parts.
fn own_use(context: Context) -> String {
    let modified = if context.modified { ", modified" } else { "" };
    format!(" ({}{modified})", context.usage)
}

/// The limits on use of a license in one sentence.
#[must_use]
pub fn limits(license: &str, found: &LimitedFinding<'_>) -> String {
    let limits: Vec<String> = found.limits.iter().map(|limit| limit.sentence(license)).collect();
    let limits = limits.join(" ");
    match found.proviso {
        Some(words) => format!("{limits} Its words have to cover the case: \"{words}\"").trim().to_owned(),
        None => limits,
    }
}

impl Words<'_> {
    /// Why the parts of a pair may not go into works under the license of the other.
    #[must_use]
    pub fn clash(&self, found: &ApartFinding<'_>) -> [Vec<String>; 2] {
        let [one, two] = found.licenses.map(|id| self.shown(id));
        let sentences = |reasons: &[Reason<'_>], part, work| -> Vec<String> {
            reasons.iter().map(|reason| self.reason_between(reason, part, work)).collect()
        };
        let [there, back] = &found.reasons;
        [sentences(there, one, two), sentences(back, two, one)]
    }

    /// The smallest changes that help a pair.
    #[must_use]
    pub fn reliefs(&self, found: &ApartFinding<'_>) -> Vec<String> {
        let reliefs = found.reliefs.iter().map(|(relief, license)| {
            let license = self.shown(license);
            match relief {
                Relief::Combine(_) => format!("Link to the parts under {license} instead of copying them."),
                Relief::Separate(_) => format!("Keep the parts under {license} separate programs."),
                Relief::LeaveOut(_) => format!("Leave the parts under {license} out."),
            }
        });
        reliefs.collect()
    }
}

/// Two licenses with their components.
fn pair(report: &AuditReport<'_>, found: &ApartFinding<'_>) -> String {
    let ([one, two], [context, other_context]) = (found.licenses, found.contexts);
    let lines = [(one, context), (two, other_context)].map(|(id, context)| {
        let parts = report.findings.parts_in(id, context).iter().map(|part| part.label());
        format!("      {}: {}\n", report.names.shown(id), some(parts))
    });
    let [one, two] = found.licenses.map(|id| report.names.shown(id));
    let words = Words::new(report.library, report.names);
    let why = words.clash(found).concat().into_iter().chain(words.reliefs(found));
    let why: String = why.map(|sentence| format!("      {sentence}\n")).collect();
    format!("  {one} and {two}\n{}{why}", lines.concat())
}

/// What the licenses of the components require in the context.
fn add_obligations(text: &mut String, report: &AuditReport<'_>, words: &Words<'_>) -> std::fmt::Result {
    let obligations = report.obligations();
    section(text, "What to do", obligations.len())?;
    for brought in obligations.chunk_by(|one, next| one.trigger == next.trigger) {
        let heading = brought.first().map(|duty| duty.trigger.heading()).unwrap_or_default();
        writeln!(text, "  {heading}:")?;
        for duty in brought {
            writeln!(text, "  - {}", required(duty, words))?;
        }
    }
    Ok(())
}

/// A duty with the licenses that ask for it.
#[must_use]
pub fn required(duty: &Obligation<'_>, words: &Words<'_>) -> String {
    let form = duty.form.map(|form| format!(" (in {form} form)")).unwrap_or_default();
    let by = duty.asked.iter().map(|(license, _)| words.license(license).to_owned());
    let reach = duty.asked.iter().filter_map(|(license, duty)| duty.reach(words.license(license)));
    let reach: String = reach.map(|sentence| format!(" {sentence}")).collect();
    let instruction = words.instruction(duty.act);
    format!("{}{form}: {}{reach}", instruction.trim_end_matches('.'), some(by))
}

/// What was corrected, and unused and expired corrections.
fn add_corrections(text: &mut String, report: &AuditReport<'_>) -> std::fmt::Result {
    let CorrectionOutcome { corrected, expired, unused } = report.corrections;
    let parts = report.audit.parts.iter();
    let parts: Vec<(&Component, Context, &str)> = parts
        .filter_map(|part| {
            let reason = part.component.corrected.as_ref()?.reason.as_ref();
            Some((part.component, part.context, reason))
        })
        .collect();
    section(text, "Corrected parts", *corrected)?;
    for (part, context, reason) in parts.iter().take(ENTRIES) {
        let (stated, now) = (part.stated_licenses().join(" and "), part.licenses.join(" and "));
        let stated = if stated.is_empty() { "none stated" } else { &stated };
        let change = if stated == now { now } else { format!("{now}, stated: {stated}") };
        let own = if *context == report.context.usage { String::new() } else { own_use(*context) };
        writeln!(text, "  {}: {change}{own}\n      because: {reason}", part.label())?;
    }
    if let Some(more) = parts.len().checked_sub(ENTRIES).filter(|more| *more > 0) {
        writeln!(text, "  and {more} more")?;
    }
    for (heading, corrections) in
        [("Corrections that have expired", expired), ("Corrections that apply to no part", unused)]
    {
        section(text, heading, corrections.len())?;
        for correction in corrections {
            writeln!(text, "  {correction}")?;
        }
    }
    Ok(())
}

/// What differs from the earlier inventory.
fn add_baseline(text: &mut String, report: &AuditReport<'_>) -> std::fmt::Result {
    let Some((changes, known)) = report.since_baseline() else { return Ok(()) };
    let BaselineChanges { added, removed, changed } = changes;
    let (added, removed) = (count(added, "name"), count(removed, "name"));
    writeln!(
        text,
        "\nSince the baseline: {added} of parts more, {removed} gone; {} known",
        count(known, "finding")
    )?;
    section(text, "Parts whose license changed", changed.len())?;
    for (name, before, after) in changed {
        writeln!(text, "  {name}: {before} \u{2192} {after}")?;
    }
    Ok(())
}

/// Whether somebody accepts a finding, other than as one of the baseline.
fn is_accepted(exception: Option<&AuditException<'_>>) -> bool {
    exception.is_some_and(|exception| !exception.is_baseline())
}

/// Findings with exceptions, and unused and expired exceptions.
fn add_exceptions(text: &mut String, report: &AuditReport<'_>, words: &Words<'_>) -> std::fmt::Result {
    let answers = report.findings.answers.iter().filter(|found| is_accepted(found.exception));
    let answers: Vec<&LicenseAnswer<'_>> = answers.collect();
    let pairs: Vec<&ApartFinding<'_>> =
        report.findings.apart.iter().filter(|found| is_accepted(found.exception)).collect();
    let accepted =
        |found: &UnknownFinding<'_>| found.parts.iter().any(|(_, exception)| is_accepted(*exception));
    let unknown: Vec<&UnknownFinding<'_>> =
        report.findings.unknown.iter().filter(|found| accepted(found)).collect();
    let limited: Vec<&LimitedFinding<'_>> =
        report.findings.limited.iter().filter(|found| is_accepted(found.exception)).collect();
    let unread = report.findings.unread.iter().filter(|found| is_accepted(found.exception));
    let unread: Vec<_> = unread.filter_map(|found| Some((found.license, found.exception?))).collect();
    let number = answers.len() + pairs.len() + limited.len() + unknown.len() + unread.len();
    section(text, "Accepted by exceptions", number)?;
    for found in limited {
        writeln!(text, "  {}", limits(report.names.shown(found.license), found))?;
        text.push_str(&found.exception.map(because).unwrap_or_default());
    }
    for answer in answers {
        text.push_str(&answered(report, words, answer));
        text.push_str(&answer.exception.map(because).unwrap_or_default());
    }
    for found in pairs {
        text.push_str(&pair(report, found));
        text.push_str(&found.exception.map(because).unwrap_or_default());
    }
    for UnknownFinding { name, parts } in unknown {
        let name = name.unwrap_or("none stated");
        for (part, exception) in parts.iter().filter_map(|(part, exception)| Some((part, (*exception)?))) {
            if exception.is_baseline() {
                continue;
            }
            writeln!(text, "  {name}: {}\n{}", part.label(), because(exception))?;
        }
    }
    for (license, exception) in unread {
        let license = report.names.shown(license);
        writeln!(text, "  {license}, not compared with its text\n{}", because(exception))?;
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

/// The first components, and the number of the others.
fn labels(parts: &[&Component]) -> String {
    some(parts.iter().map(|part| part.label()))
}

/// The first names, and the number of the others.
pub(super) fn some(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    let shown: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
    match names.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
