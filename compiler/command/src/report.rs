//! Prints faults with excerpts of their files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};
use std::io::IsTerminal;

use muniment_documents::words::count;
use muniment_licenses::model::{Fault, Place, Severity};

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

/// Columns of a drawn excerpt; longer lines are cut around the place.
const WIDTH: usize = 100;

pub(super) fn drawn(data: &Path, faults: &[Fault]) -> String {
    let is_colored = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let renderer = if is_colored { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Unicode).term_width(WIDTH);
    let mut text = String::new();
    let mut sources: BTreeMap<&str, Option<Source>> = BTreeMap::new();
    for fault in faults {
        let source =
            sources.entry(&fault.place.file).or_insert_with(|| Source::read(data, &fault.place.file));
        text.push_str(&renderer.render(&[report(data, fault, source.as_ref())]));
        text.push_str("\n\n");
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

fn report<'a>(data: &Path, fault: &'a Fault, source: Option<&'a Source>) -> Group<'a> {
    let level = match fault.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let shown = data.join(fault.place.to_string());
    let title = format!("{}: {}", shown.display(), without_error_numbers(&fault.message));
    let excerpt = source.and_then(|source| source.excerpt(&fault.place));
    level
        .primary_title(title)
        .id(format!("check {}", fault.check))
        .elements(excerpt)
        .element(Level::HELP.message(fault.help.as_str()))
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

    /// The lines around a place; `None` if there is no such line.
    fn excerpt(&self, place: &Place) -> Option<Snippet<'_, Annotation<'_>>> {
        let line = place.line.checked_sub(1).filter(|line| *line < self.lines.len())?;
        let first = line.saturating_sub(AROUND);
        let start = *self.lines.get(first)?;
        let end = self.lines.get(line + AROUND + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end)?;
        let marked = *self.lines.get(line)? - start;
        let rest = text.get(marked..)?;
        // Without a column, the first non-blank character of the line.
        let blank = rest.chars().take_while(|c| c.is_whitespace() && *c != '\n').count();
        let skipped = place.column.checked_sub(1).unwrap_or(blank);
        let line_text = rest.lines().next().unwrap_or_default();
        let offset = marked + line_text.chars().take(skipped).map(char::len_utf8).sum::<usize>();
        let length = word_length(text.get(offset..).unwrap_or_default());
        let marked = AnnotationKind::Primary.span(offset..(offset + length).min(text.len()));
        Some(Snippet::source(text).line_start(first + 1).path(&self.name).fold(false).annotation(marked))
    }
}

/// Lines that are shown before a faulty one, and after it.
const AROUND: usize = 2;

fn word_length(text: &str) -> usize {
    text.split(|c: char| c.is_whitespace() || c == ',' || c == ';').next().map_or(1, str::len).max(1)
}

#[cfg(test)]
mod tests {
    use muniment_licenses::model::Place;

    use super::*;

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let long = "x".repeat(66_000) + " odd words " + &"y".repeat(1000);
        std::fs::write(folder.path().join("long.ttl"), format!("first\nsecond\nthird\nfourth\n{long}\n"))
            .unwrap();
        let place = |line, column| Place { file: "long.ttl".to_owned(), line, column };
        let fault = |place| Fault::error(1, place, "odd", "mend it");
        let drawn_at = |line, column| drawn(folder.path(), &[fault(place(line, column))]);
        let drawn = drawn_at(5, 66_002);
        assert!(drawn.contains("long.ttl:5:66002: odd") && drawn.contains("odd words"), "{drawn}");
        assert!(drawn.len() < 1000, "{}", drawn.len());
        assert!(drawn_at(2, 3).contains("2 │ second"), "{}", drawn_at(2, 3));
    }

    #[test]
    fn places_outside_of_a_file_are_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("short.ttl"), "é\n").unwrap();
        for (file, line, column) in
            [("short.ttl", 9, 1), ("short.ttl", 1, 99), ("short.ttl", 0, 0), ("none.ttl", 1, 1)]
        {
            let fault = Fault::error(1, Place { file: file.to_owned(), line, column }, "odd", "mend it");
            assert!(drawn(folder.path(), &[fault]).contains(": odd"), "{file} {line} {column}");
        }
    }
}
