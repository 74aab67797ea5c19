//! License-to-Text (spec:version-1#narration): a license model as prose.
//!
//! A [`Subject`] holds the statements of a model. Its [`prompt`](Subject::prompt) goes to a language model, whose
//! answer [`accepted`](Subject::accepted) checks. Without an acceptable answer the [`fallback`](Subject::fallback) is
//! used: the plain reading in the words of the vocabulary.

mod answer;
mod names;
mod posted;
mod prompt;
mod subject;

pub use answer::RejectedAnswer;
pub use names::{Names, THE_LICENSOR, TooManyNames};
pub use posted::{PostedFault, PostedModel};
pub use subject::Subject;

use crate::prose::Coverage;

/// A license in prose (spec:version-1#assistant-objects).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narration {
    /// Title of the license.
    pub title: String,
    /// Introduction.
    pub preamble: String,
    /// Permissions, conditions, prohibitions, further terms.
    pub sections: Vec<NarratedSection>,
    /// Disclaimer, which ends with `REMARK`.
    pub closing: String,
    /// The part of the model that the text covers.
    pub coverage: Coverage,
    /// A sentence about what is missing; empty if nothing is.
    pub note: String,
}

impl Narration {
    /// The whole as plain text: title, preamble, each section under its heading, closing, with an empty line between.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut parts = vec![self.title.as_str(), self.preamble.as_str()];
        for section in &self.sections {
            parts.extend([section.heading.as_str(), section.text.as_str()]);
        }
        parts.push(&self.closing);
        let parts: Vec<&str> = parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect();
        parts.join("\n\n")
    }
}

/// A section of a narration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NarratedSection {
    /// Heading.
    pub heading: String,
    /// Text. Empty lines separate paragraphs, a hyphen begins an item of a list.
    pub text: String,
    /// Compact names of the terms it covers, without duplicates.
    pub statements: Vec<String>,
}

/// The last sentence of every closing.
const REMARK: &str = "This text is not legal advice.";

/// Appends [`REMARK`] unless the text already ends with it.
fn with_remark(closing: &str) -> String {
    let closing = closing.trim_end();
    let words = closing.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    match closing {
        "" => REMARK.to_owned(),
        _ if words.ends_with("not legal advice") => closing.to_owned(),
        _ => format!("{closing} {REMARK}"),
    }
}

/// The sentence about missing statements.
fn note(coverage: &Coverage) -> String {
    const NAMED: usize = 5;
    if coverage.complete {
        return String::new();
    }
    let named = coverage.missing.iter().take(NAMED);
    let mut named: Vec<String> =
        named.map(|missing| format!("{} ({})", missing.label, missing.kind.name())).collect();
    if let Some(more) = coverage.missing.len().checked_sub(NAMED).filter(|more| *more > 0) {
        named.push(format!("{more} more"));
    }
    let (missing, all) = (coverage.missing.len(), coverage.statements);
    format!(
        "The text leaves out {missing} of the {all} statements of the model: {}. The plain reading of a license, \
         format=text, says what its model states.",
        named.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Position;
    use crate::prose::{Statement, StatementKind};

    #[test]
    fn every_closing_ends_with_the_remark() {
        assert_eq!(with_remark(""), REMARK);
        assert_eq!(with_remark("Read the text.\n"), format!("Read the text. {REMARK}"));
        for ending in ["This is Not Legal Advice!", "Note that *this is not legal advice.*"] {
            assert_eq!(with_remark(ending), ending);
        }
        let denied = "It is not legal advice, some say; I say it is.";
        assert!(with_remark(denied).ends_with(REMARK));
    }

    #[test]
    fn a_note_names_what_is_missing_and_counts_the_rest() {
        let statement = |n: usize| Statement {
            kind: StatementKind::Rule(Position::Duty),
            term: format!("x:{n}"),
            iri: format!("https://x.example/{n}"),
            label: format!("Label {n}"),
            attached_to: String::new(),
        };
        let model: Vec<Statement> = (0..7).map(statement).collect();
        assert_eq!(note(&Coverage::of(&model, &model)), "");
        let some = note(&Coverage::of(&model, model.iter().take(1)));
        assert!(some.contains("6 of the 7") && some.contains("Label 5 (duty), 1 more"), "{some}");
        let one = note(&Coverage::of(&model, model.iter().take(6)));
        assert!(one.contains("Label 6 (duty)") && !one.contains("more"), "{one}");
    }
}
