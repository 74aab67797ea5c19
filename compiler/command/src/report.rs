//! Prints faults with excerpts of their files.

use std::fs;
use std::path::Path;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report};
use serde_json::{Value, json};
use std::io::IsTerminal;

use muniment_licenses::model::{Fault, Severity};

use super::output::without_error_numbers;

/// Every fault with an excerpt, and a line that counts them.
pub(super) fn render(data: &Path, faults: &[Fault]) -> String {
    drawn(data, faults) + &total(faults)
}

/// The numbers of errors and warnings.
pub(super) fn total(faults: &[Fault]) -> String {
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    format!("{}, {}\n", count(errors, "error"), count(faults.len() - errors, "warning"))
}

pub(super) fn drawn(data: &Path, faults: &[Fault]) -> String {
    let theme = if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false);
    let mut text = String::new();
    for fault in faults {
        let drawn = handler.render_report(&mut text, report(data, fault).as_ref());
        if drawn.is_err() {
            text.push_str(&format!("{}: {}\n", fault.place, fault.message));
        }
        text.push('\n');
    }
    text
}

/// `1 error`, `2 errors`, `2 addresses`, `2 bodies`.
pub(super) fn count(number: usize, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if number == 1 => format!("{number} {noun}"),
        Some(stem) => format!("{number} {stem}ies"),
        None if noun.ends_with('s') => format!("{number} {noun}es"),
        None => format!("{number} {noun}s"),
    }
}

/// The faults as JSON.
pub(super) fn json(faults: &[Fault]) -> String {
    let faults: Vec<Value> = faults
        .iter()
        .map(|fault| {
            json!({
                "file": fault.place.file,
                "line": (fault.place.line > 0).then_some(fault.place.line),
                "column": (fault.place.column > 0).then_some(fault.place.column),
                "check": fault.check,
                "severity": fault.severity.to_string(),
                "message": without_error_numbers(&fault.message),
                "help": fault.help,
                "model": fault.model,
            })
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&faults).unwrap_or_default();
    text.push('\n');
    text
}

fn report(data: &Path, fault: &Fault) -> Report {
    let path = data.join(&fault.place.file);
    let severity = match fault.severity {
        Severity::Error => miette::Severity::Error,
        Severity::Warning => miette::Severity::Warning,
    };
    let shown = data.join(fault.place.to_string());
    let mut diagnostic =
        MietteDiagnostic::new(format!("{}: {}", shown.display(), without_error_numbers(&fault.message)))
            .with_code(format!("check {}", fault.check))
            .with_severity(severity)
            .with_help(fault.help.clone());
    let source = fs::read(&path).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    match source {
        Some(source) if fault.place.line > 0 => {
            let offset = offset(&source, fault.place.line, fault.place.column);
            let length = word_length(source.get(offset..).unwrap_or_default());
            diagnostic = diagnostic.with_label(LabeledSpan::new(None, offset, length));
            Report::new(diagnostic).with_source_code(NamedSource::new(path.display().to_string(), source))
        }
        _ => Report::new(diagnostic),
    }
}

/// Byte offset of a line and column; without a column, of the first non-blank character of the line.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let blank = rest.chars().take_while(|c| c.is_whitespace()).count();
    let skipped = if column > 0 { column - 1 } else { blank };
    start + rest.chars().take(skipped).map(char::len_utf8).sum::<usize>()
}

fn word_length(text: &str) -> usize {
    text.split(|c: char| c.is_whitespace() || c == ',' || c == ';').next().map_or(1, str::len).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_a_singular_and_a_plural() {
        let counted = |noun| [0, 1, 2].map(|number| count(number, noun));
        assert_eq!(counted("graph"), ["0 graphs", "1 graph", "2 graphs"]);
        assert_eq!(counted("address"), ["0 addresses", "1 address", "2 addresses"]);
        assert_eq!(counted("body"), ["0 bodies", "1 body", "2 bodies"]);
    }
}
