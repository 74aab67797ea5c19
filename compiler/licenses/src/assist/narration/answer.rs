use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use super::{NarratedSection, Narration, note, with_remark};
use crate::model::Position;
use crate::prose::{Coverage, Statement, StatementKind};

/// Why an answer is not shown to anybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Disbelieved {
    /// It has other members than were asked for.
    #[error("the answer is not of the form that was asked for")]
    Form,
    /// It is longer than any license is in words.
    #[error("the answer is too long")]
    TooLong,
    /// It says nothing.
    #[error("the answer says nothing")]
    Silent,
}

/// Characters of a title or heading.
const MOST_TITLE: usize = 300;
/// Characters of preamble and closing.
const MOST_FRAME: usize = 5_000;
/// Characters of all sections together.
const MOST_TEXT: usize = 100_000;
/// Sections.
const MOST_SECTIONS: usize = 40;
/// Terms that one section names.
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

/// The part of a license that a section is about, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Rules(Position),
    Further,
}

/// Reads an answer of a language model. Terms that the model of the license does not state are dropped, and so is what is
/// no text; how much it covers is counted here and not believed.
pub(super) fn read(answer: &Value, statements: &[Statement]) -> Result<Narration, Disbelieved> {
    let told = Told::deserialize(answer).map_err(|_| Disbelieved::Form)?;
    let title = line(&told.title, MOST_TITLE)?;
    let (preamble, closing) = (prose(&told.preamble, MOST_FRAME)?, prose(&told.closing, MOST_FRAME)?);
    if told.sections.len() > MOST_SECTIONS {
        return Err(Disbelieved::TooLong);
    }
    let known = Known::new(statements);
    let (mut sections, mut left) = (Vec::new(), MOST_TEXT);
    let mut before = Part::Rules(Position::Permission);
    for section in &told.sections {
        if section.statements.len() > MOST_TERMS {
            return Err(Disbelieved::TooLong);
        }
        let (heading, text) = (line(&section.heading, MOST_TITLE)?, prose(&section.text, left)?);
        left = left.saturating_sub(text.chars().count());
        // Terms that stand beside no text are said by nobody.
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
        return Err(Disbelieved::Silent);
    }
    sections.sort_by_key(|(part, _)| *part);
    let sections: Vec<NarratedSection> = sections.into_iter().map(|(_, section)| section).collect();
    let said = sections.iter().flat_map(|section| &section.statements).map(String::as_str);
    let coverage = Coverage::of_terms(statements, said);
    let note = note(&coverage);
    Ok(Narration { title, preamble, sections, closing: with_remark(&closing), coverage, note })
}

/// The terms of a model.
struct Known<'s> {
    /// Compact names, by themselves and by IRI.
    terms: BTreeMap<&'s str, &'s str>,
    parts: BTreeMap<&'s str, BTreeSet<Part>>,
}

impl<'s> Known<'s> {
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

    /// The terms that are the model's, each once.
    fn of(&self, named: &[String]) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let terms = named.iter().filter_map(|term| self.terms.get(term.trim()).copied());
        terms.filter(|term| seen.insert(*term)).map(str::to_owned).collect()
    }

    /// What a section is about: what its first term can only be, else what its heading says, else what its first term may
    /// be.
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

    /// The part that a heading in somebody's own words is about.
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

/// A text on one line.
fn line(text: &str, most: usize) -> Result<String, Disbelieved> {
    Ok(prose(text, most)?.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A text without what a terminal or a page would act on instead of showing it: control characters, and those that turn
/// the direction of writing.
fn prose(text: &str, most: usize) -> Result<String, Disbelieved> {
    let is_shown = |c: &char| {
        *c == '\n' || !(c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
    };
    let text: String = text.replace("\r\n", "\n").replace('\t', " ").chars().filter(is_shown).collect();
    let text = text.trim();
    if text.chars().count() > most { Err(Disbelieved::TooLong) } else { Ok(text.to_owned()) }
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
    fn a_section_of_nothing_stays_where_it_stands_and_an_empty_one_says_nothing() {
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
    fn what_was_not_asked_for_is_not_believed() {
        let text = |length| section("", &"x".repeat(length), &[]);
        let many: Vec<Value> = (0..=MOST_SECTIONS).map(|_| text(1)).collect();
        for (answer, why) in [
            (json!(null), Disbelieved::Form),
            (json!({"title": "t", "sections": [], "closing": ""}), Disbelieved::Form),
            (told(&[json!({"heading": 1, "text": "t", "statements": []})]), Disbelieved::Form),
            (told(&[json!({"heading": "h", "text": "t"})]), Disbelieved::Form),
            (told(&[]), Disbelieved::Silent),
            (told(&[text(0)]), Disbelieved::Silent),
            (told(&[text(MOST_TEXT + 1)]), Disbelieved::TooLong),
            (told(&[text(MOST_TEXT / 2), text(MOST_TEXT / 2), text(1)]), Disbelieved::TooLong),
            (told(&many), Disbelieved::TooLong),
        ] {
            assert_eq!(read(&answer, &model()).unwrap_err(), why);
        }
    }

    #[test]
    fn nothing_is_left_that_acts() {
        assert_eq!(prose("a\u{1b}[31m\tb\r\nc\u{202e}d\n", 20).unwrap(), "a[31m b\ncd");
        assert_eq!(line("a \n\n b", 20).unwrap(), "a b");
    }
}
