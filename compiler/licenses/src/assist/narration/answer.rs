use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use super::{NarratedSection, Narration, note, with_remark};
use crate::model::Position;
use crate::prose::{Coverage, Statement, StatementKind};

/// Why an answer is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RejectedAnswer {
    /// It does not match the schema.
    #[error("the answer is not of the form that was asked for")]
    Form,
    /// It exceeds a limit of this module.
    #[error("the answer is too long")]
    TooLong,
    /// It has no text.
    #[error("the answer says nothing")]
    Silent,
}

// Limits of an answer. Lengths are in characters.
const MOST_TITLE: usize = 300;
const MOST_FRAME: usize = 5_000;
const MOST_TEXT: usize = 100_000;
const MOST_SECTIONS: usize = 40;
const MOST_TERMS: usize = 2_000;

#[derive(Debug, Deserialize)]
struct Told {
    title: String,
    preamble: String,
    sections: Vec<ToldSection>,
    closing: String,
}

#[derive(Debug, Deserialize)]
struct ToldSection {
    heading: String,
    text: String,
    statements: Vec<String>,
}

/// The parts of a license, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Rules(Position),
    Further,
}

/// Reads an answer of a language model. Drops terms that the license model does not state, and computes the coverage
/// itself.
pub(super) fn read(answer: &Value, statements: &[Statement]) -> Result<Narration, RejectedAnswer> {
    let told = Told::deserialize(answer).map_err(|_| RejectedAnswer::Form)?;
    let title = line(&told.title, MOST_TITLE)?;
    let (preamble, closing) = (prose(&told.preamble, MOST_FRAME)?, prose(&told.closing, MOST_FRAME)?);
    if told.sections.len() > MOST_SECTIONS {
        return Err(RejectedAnswer::TooLong);
    }
    let known = ModelTerms::new(statements);
    let (mut sections, mut left) = (Vec::new(), MOST_TEXT);
    let mut before = Part::Rules(Position::Permission);
    for section in &told.sections {
        if section.statements.len() > MOST_TERMS {
            return Err(RejectedAnswer::TooLong);
        }
        let (heading, text) = (line(&section.heading, MOST_TITLE)?, prose(&section.text, left)?);
        left = left.saturating_sub(text.chars().count());
        // Without a text the terms are not covered.
        if text.is_empty() {
            continue;
        }
        let statements = known.of(&section.statements);
        let part = known.part(&statements, &heading).unwrap_or(before);
        before = part;
        let heading = if heading.is_empty() { part.heading().to_owned() } else { heading };
        sections.push((part, NarratedSection { heading, text, statements }));
    }
    if sections.is_empty() {
        return Err(RejectedAnswer::Silent);
    }
    sections.sort_by_key(|(part, _)| *part);
    let sections: Vec<NarratedSection> = sections.into_iter().map(|(_, section)| section).collect();
    let said = sections.iter().flat_map(|section| &section.statements).map(String::as_str);
    let coverage = Coverage::of_terms(statements, said);
    let note = note(&coverage);
    Ok(Narration { title, preamble, sections, closing: with_remark(&closing), coverage, note })
}

/// The terms that a license model states.
struct ModelTerms<'s> {
    /// Compact names, by compact name and by IRI.
    terms: BTreeMap<&'s str, &'s str>,
    parts: BTreeMap<&'s str, BTreeSet<Part>>,
}

impl<'s> ModelTerms<'s> {
    fn new(statements: &'s [Statement]) -> Self {
        let mut known = Self { terms: BTreeMap::new(), parts: BTreeMap::new() };
        for statement in statements {
            let term = statement.term.as_str();
            known.terms.insert(term, term);
            known.terms.insert(&statement.iri, term);
            known.parts.entry(term).or_default().insert(Part::of(statement.kind));
        }
        known
    }

    /// The named terms that the model states, without duplicates.
    fn of(&self, named: &[String]) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let terms = named.iter().filter_map(|term| self.terms.get(term.trim()).copied());
        terms.filter(|term| seen.insert(*term)).map(str::to_owned).collect()
    }

    /// The part of a section: by its first unambiguous term, else by its heading, else by its first ambiguous term.
    fn part(&self, statements: &[String], heading: &str) -> Option<Part> {
        let parts = statements.first().and_then(|term| self.parts.get(term.as_str()));
        let only = parts.filter(|parts| parts.len() == 1).and_then(|parts| parts.first());
        let may_be = || parts.and_then(|parts| parts.first()).copied();
        only.copied().or_else(|| Part::headed(heading)).or_else(may_be)
    }
}

impl Part {
    fn of(kind: StatementKind) -> Self {
        match kind {
            StatementKind::Rule(position) => Self::Rules(position),
            StatementKind::Target | StatementKind::Term => Self::Further,
        }
    }

    fn heading(self) -> &'static str {
        match self {
            Self::Rules(Position::Permission) => "What you may do",
            Self::Rules(Position::Duty) => "What you must do",
            Self::Rules(Position::Prohibition) => "What you may not do",
            Self::Further => "Further terms",
        }
    }

    /// The part of a free heading.
    fn headed(heading: &str) -> Option<Self> {
        let heading = heading.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| heading.contains(word));
        match () {
            () if says(&["not", "prohib", "forb"]) => Some(Self::Rules(Position::Prohibition)),
            () if says(&["must", "condition", "dut", "requir", "oblig"]) => Some(Self::Rules(Position::Duty)),
            () if says(&["may", "can", "permi", "allow"]) => Some(Self::Rules(Position::Permission)),
            () if says(&["further", "other", "terms"]) => Some(Self::Further),
            () => None,
        }
    }
}

fn line(text: &str, most: usize) -> Result<String, RejectedAnswer> {
    Ok(prose(text, most)?.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Removes control characters and characters that change the direction of writing.
fn prose(text: &str, most: usize) -> Result<String, RejectedAnswer> {
    let is_shown = |c: &char| {
        *c == '\n' || !(c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
    };
    let text: String = text.replace("\r\n", "\n").replace('\t', " ").chars().filter(is_shown).collect();
    let text = text.trim();
    if text.chars().count() > most { Err(RejectedAnswer::TooLong) } else { Ok(text.to_owned()) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn statement(kind: StatementKind, term: &str) -> Statement {
        Statement {
            kind,
            term: term.to_owned(),
            iri: format!("https://x.example/{term}"),
            label: term.to_owned(),
            attached_to: String::new(),
        }
    }

    fn model() -> Vec<Statement> {
        vec![
            statement(StatementKind::Rule(Position::Permission), "odrl:modify"),
            statement(StatementKind::Rule(Position::Duty), "cc:Notice"),
            statement(StatementKind::Rule(Position::Prohibition), "odrl:modify"),
            statement(StatementKind::Rule(Position::Prohibition), "svc:promote"),
            statement(StatementKind::Term, "cc:jurisdiction"),
        ]
    }

    fn section(heading: &str, text: &str, statements: &[&str]) -> Value {
        json!({"heading": heading, "text": text, "statements": statements})
    }

    fn told(sections: &[Value]) -> Value {
        json!({"title": " A\nlicense ", "preamble": "p", "sections": sections, "closing": "Goodbye."})
    }

    #[test]
    fn sections_are_put_in_order_and_strange_terms_dropped() {
        let answer = told(&[
            section("Where", "Everywhere.", &["cc:jurisdiction", "cc:jurisdiction", "odrl:sell"]),
            section("No", "No promotion.", &[" svc:promote"]),
            section("You must", "Keep notices.", &["https://x.example/cc:Notice"]),
            section("You may", "Change it.", &["odrl:modify"]),
            section("You may not", "Change it.", &["odrl:modify"]),
        ]);
        let narration = read(&answer, &model()).unwrap();
        let headings: Vec<&str> = narration.sections.iter().map(|s| s.heading.as_str()).collect();
        assert_eq!(headings, ["You may", "You must", "No", "You may not", "Where"]);
        let terms: Vec<&str> =
            narration.sections.iter().flat_map(|s| &s.statements).map(String::as_str).collect();
        assert_eq!(terms, ["odrl:modify", "cc:Notice", "svc:promote", "odrl:modify", "cc:jurisdiction"]);
        assert!(narration.coverage.complete && narration.note.is_empty());
        assert_eq!(narration.title, "A license");
        assert!(narration.closing.ends_with("not legal advice."));
    }

    #[test]
    fn sections_without_terms_keep_their_place_and_empty_sections_are_dropped() {
        let answer = told(&[
            section("", "Nothing.", &["svc:promote"]),
            section("Hm", "More.", &[]),
            section("You may", " \u{7} ", &["odrl:modify", "cc:Notice", "cc:jurisdiction"]),
        ]);
        let narration = read(&answer, &model()).unwrap();
        let headings: Vec<&str> = narration.sections.iter().map(|s| s.heading.as_str()).collect();
        assert_eq!(headings, ["What you may not do", "Hm"]);
        assert_eq!((narration.coverage.covered, narration.coverage.statements), (1, 5));
        assert!(narration.note.contains("4 of the 5"));
    }

    #[test]
    fn answers_that_do_not_match_the_schema_are_rejected() {
        let text = |length| section("", &"x".repeat(length), &[]);
        let many: Vec<Value> = (0..=MOST_SECTIONS).map(|_| text(1)).collect();
        for (answer, why) in [
            (json!(null), RejectedAnswer::Form),
            (json!({"title": "t", "sections": [], "closing": ""}), RejectedAnswer::Form),
            (told(&[json!({"heading": 1, "text": "t", "statements": []})]), RejectedAnswer::Form),
            (told(&[json!({"heading": "h", "text": "t"})]), RejectedAnswer::Form),
            (told(&[]), RejectedAnswer::Silent),
            (told(&[text(0)]), RejectedAnswer::Silent),
            (told(&[text(MOST_TEXT + 1)]), RejectedAnswer::TooLong),
            (told(&[text(MOST_TEXT / 2), text(MOST_TEXT / 2), text(1)]), RejectedAnswer::TooLong),
            (told(&many), RejectedAnswer::TooLong),
        ] {
            assert_eq!(read(&answer, &model()).unwrap_err(), why);
        }
    }

    #[test]
    fn control_characters_are_removed() {
        assert_eq!(prose("a\u{1b}[31m\tb\r\nc\u{202e}d\n", 20).unwrap(), "a[31m b\ncd");
        assert_eq!(line("a \n\n b", 20).unwrap(), "a b");
    }
}
