//! Prints faults with excerpts of their files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, MietteError, MietteSpanContents,
    Report, SourceCode, SourceSpan, SpanContents,
};
use serde_json::{Value, json};
use std::io::IsTerminal;

use muniment_documents::words::count;
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
    let mut sources: BTreeMap<&str, Option<Source>> = BTreeMap::new();
    for fault in faults {
        let source =
            sources.entry(&fault.place.file).or_insert_with(|| Source::read(data, &fault.place.file));
        let drawn = handler.render_report(&mut text, report(data, fault, source.as_ref()).as_ref());
        if drawn.is_err() {
            text.push_str(&format!("{}: {}\n", fault.place, fault.message));
        }
        text.push('\n');
    }
    text
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

fn report(data: &Path, fault: &Fault, source: Option<&Source>) -> Report {
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
    match source.and_then(|source| source.excerpt(fault.place.line)) {
        Some(excerpt) => {
            let offset = excerpt.offset(fault.place.line, fault.place.column);
            let length = word_length(excerpt.text.get(offset..).unwrap_or_default());
            diagnostic = diagnostic.with_label(LabeledSpan::new(None, offset, length));
            Report::new(diagnostic).with_source_code(excerpt)
        }
        None => Report::new(diagnostic),
    }
}

/// A file with faults.
struct Source {
    name: String,
    text: String,
    /// The byte offset of each line.
    lines: Vec<usize>,
}

impl Source {
    fn read(data: &Path, file: &str) -> Option<Self> {
        let path = data.join(file);
        let text = String::from_utf8(fs::read(&path).ok()?).ok()?;
        let lines = text.split_inclusive('\n').scan(0, |end, line| {
            let start = *end;
            *end += line.len();
            Some(start)
        });
        Some(Self { name: path.display().to_string(), lines: lines.collect(), text })
    }

    /// The lines around a line (from 1); `None` for a line that is not there, and where one of them is too long to show.
    fn excerpt(&self, line: usize) -> Option<Excerpt> {
        let place = line.checked_sub(1).filter(|place| *place < self.lines.len())?;
        let first = place.saturating_sub(AROUND);
        let end = self.lines.get(place + AROUND + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(*self.lines.get(first)?..end)?;
        let is_shown = text.lines().all(|line| line.len() <= LONGEST_SHOWN);
        is_shown.then(|| Excerpt { name: self.name.clone(), first, text: text.to_owned() })
    }
}

/// Lines that are shown before a faulty one, and after it.
const AROUND: usize = 2;

/// The longest line that is shown, in bytes. `miette` panics beyond column 65,535, and nobody reads such a line.
const LONGEST_SHOWN: usize = 2000;

/// A few lines of a file.
#[derive(Debug)]
struct Excerpt {
    name: String,
    /// Number of lines before it.
    first: usize,
    text: String,
}

impl Excerpt {
    /// Byte offset of a line and column; without a column, of the first non-blank character of the line.
    fn offset(&self, line: usize, column: usize) -> usize {
        let before = self.text.split_inclusive('\n').take((line - 1).saturating_sub(self.first));
        let start: usize = before.map(str::len).sum();
        let rest = self.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let blank = rest.chars().take_while(|c| c.is_whitespace()).count();
        let skipped = if column > 0 { column - 1 } else { blank };
        start + rest.chars().take(skipped).map(char::len_utf8).sum::<usize>()
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.text.read_span(span, before, after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            found.data(),
            *found.span(),
            self.first + found.line(),
            found.column(),
            found.line_count(),
        )))
    }
}

fn word_length(text: &str) -> usize {
    text.split(|c: char| c.is_whitespace() || c == ',' || c == ';').next().map_or(1, str::len).max(1)
}

#[cfg(test)]
mod tests {
    use muniment_licenses::model::Place;

    use super::*;

    #[test]
    fn a_long_line_is_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let long = format!("first\nsecond\nthird\nfourth\nfifth {}\n", "x".repeat(70_000));
        std::fs::write(folder.path().join("long.ttl"), long).unwrap();
        let place = |line, column| Place { file: "long.ttl".to_owned(), line, column };
        let fault = |place| Fault::error(1, place, "odd", "mend it");
        let drawn = drawn(folder.path(), &[fault(place(5, 66_000)), fault(place(2, 3))]);
        assert!(drawn.contains("long.ttl:5:66000: odd") && drawn.contains("2 │ second"), "{drawn}");
        assert!(!drawn.contains("xxxx"), "{}", drawn.len());
    }
}
