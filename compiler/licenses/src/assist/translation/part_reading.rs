use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::answer::Answer;
use super::quotation::{Quotable, folded};
use super::terms::Terms;
use super::warnings::{Warnings, sanitized, shown};
use super::{TranslatedStatement, Translator, Unmodelled, Unreadable, limits, metadata};
use crate::compose::limits::NAME;
use crate::model::Position;

/// The checked answer about one part of a text (spec:version-1#assistant-objects).
///
/// May be stored: it contains only quotes of the text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PartReading {
    /// Title of the license; may be empty.
    pub title: String,
    /// Language code of the part, two letters; may be empty.
    pub language: String,
    /// Fields of a composer document other than rules, with a value each.
    pub metadata: Map<String, Value>,
    /// Statements with their quotes.
    pub statements: Vec<TranslatedStatement>,
    /// Clauses without a term in the vocabulary.
    pub unmodelled: Vec<Unmodelled>,
    /// What was dropped and why, and warnings of the answer.
    pub warnings: Vec<String>,
}

impl Translator<'_> {
    /// Reads the answer about a part.
    ///
    /// Drops, with a warning, statements, clauses and names that do not occur verbatim in the part (white space
    /// folded). Keeps unknown terms and marks them.
    ///
    /// # Errors
    /// The answer does not match the schema.
    pub fn read_part(&self, answer: &Value, part: &str, number: usize) -> Result<PartReading, Unreadable> {
        let answer = Answer::new(answer)?;
        let mut reader = Reader {
            terms: &self.terms,
            text: Quotable::new(part),
            number,
            warnings: Warnings::at_most(limits::WARNINGS),
        };
        let title = sanitized(answer.text("title")?, NAME - 1);
        let language = language(answer.text("language")?);
        let statements = reader.statements(answer.needed_objects("statements")?)?;
        let unmodelled = reader.unmodelled(answer.objects("unmodelled")?)?;
        let metadata = match answer.object("metadata")? {
            Some(fields) => metadata::read(fields, &reader.text, &self.terms, number, &mut reader.warnings),
            None => Map::new(),
        };
        for warning in answer.texts("warnings")? {
            let warning = sanitized(warning, limits::NOTE);
            if !warning.is_empty() {
                reader.warnings.say(format!("Part {number}: {warning}"));
            }
        }
        let warnings = reader.warnings.finish();
        Ok(PartReading { title, language, metadata, statements, unmodelled, warnings })
    }
}

struct Reader<'r, 'l> {
    terms: &'r Terms<'l>,
    text: Quotable,
    number: usize,
    warnings: Warnings,
}

impl Reader<'_, '_> {
    fn statements(&mut self, answers: Vec<Answer<'_>>) -> Result<Vec<TranslatedStatement>, Unreadable> {
        let beyond = answers.len().saturating_sub(limits::STATEMENTS);
        if beyond > 0 {
            let most = limits::STATEMENTS;
            self.warn(&format!(
                "the answer has {beyond} statements beyond the first {most}; they were not read"
            ));
        }
        let mut statements = Vec::new();
        for answer in answers.into_iter().take(limits::STATEMENTS) {
            statements.extend(self.statement(&answer)?);
        }
        Ok(statements)
    }

    /// `None` if the statement is dropped.
    fn statement(&mut self, answer: &Answer<'_>) -> Result<Option<TranslatedStatement>, Unreadable> {
        let (kind, term) = (answer.needed_text("kind")?, answer.needed_text("term")?);
        let attached_to = answer.text("attached_to")?;
        let evidence = answer.needed_text("evidence")?;
        let (confidence, note) = (answer.number("confidence")?, answer.text("note")?);
        let named = |position: &Position| position.word().eq_ignore_ascii_case(kind.trim());
        let Some(kind) = Position::ALL.into_iter().find(named) else {
            let (kind, term) = (shown(kind), shown(term));
            self.warn(&format!("`{kind}` is no kind of statement, so the one about {term} was left out"));
            return Ok(None);
        };
        let act = self.terms.act(term);
        let (name, label) = match &act {
            Some(iri) => (self.terms.compact(iri), self.terms.label(iri)),
            None => (sanitized(term, limits::TERM), sanitized(term, limits::TERM)),
        };
        if name.is_empty() {
            self.warn(&format!("a {} that names no act was left out", kind.word()));
            return Ok(None);
        }
        let mut statement = TranslatedStatement {
            kind,
            term: name,
            iri: act.clone().unwrap_or_default(),
            label,
            attached_to: self.attachment(kind, attached_to),
            evidence: String::new(),
            evidence_all: Vec::new(),
            confidence: confidence.clamp(0.0, 1.0),
            note: sanitized(note, limits::NOTE),
            known_term: act.is_some(),
        };
        match self.quoted(evidence) {
            Ok(quote) => {
                statement.evidence_all.push(quote.clone());
                statement.evidence = quote;
                Ok(Some(statement))
            }
            Err(why) => {
                self.warn(&format!("the {} was left out: {why}", statement.named()));
                Ok(None)
            }
        }
    }

    /// Only duties have an attachment.
    fn attachment(&self, kind: Position, name: &str) -> String {
        let name = name.trim();
        if kind != Position::Duty || name.is_empty() {
            return String::new();
        }
        match self.terms.act(name) {
            Some(iri) => self.terms.compact(&iri),
            None => sanitized(name, limits::TERM),
        }
    }

    fn unmodelled(&mut self, answers: Vec<Answer<'_>>) -> Result<Vec<Unmodelled>, Unreadable> {
        let beyond = answers.len().saturating_sub(limits::UNMODELLED);
        if beyond > 0 {
            let most = limits::UNMODELLED;
            self.warn(&format!("the answer has {beyond} clauses without a term beyond the first {most}"));
        }
        let mut unmodelled = Vec::new();
        for answer in answers.into_iter().take(limits::UNMODELLED) {
            let quote = answer.needed_text("clause_quote")?;
            let (term, note) = (answer.text("proposed_term")?, answer.text("note")?);
            match self.quoted(quote) {
                Ok(clause_quote) => unmodelled.push(Unmodelled {
                    clause_quote,
                    proposed_term: sanitized(term, limits::TERM),
                    note: sanitized(note, limits::NOTE),
                }),
                Err(why) => self.warn(&format!("a clause without a term was left out: {why}")),
            }
        }
        Ok(unmodelled)
    }

    /// The quote as the part has it, or the reason why it is refused.
    fn quoted(&self, quote: &str) -> Result<String, String> {
        // A long quote is refused and not shortened, because half a sentence can mean the contrary.
        if quote.chars().nth(limits::QUOTE).is_some() && folded(quote).chars().nth(limits::QUOTE).is_some() {
            return Err(format!("its quote is longer than {} characters", limits::QUOTE));
        }
        if let Some(quote) = self.text.quote(quote) {
            return Ok(quote);
        }
        let shown = shown(quote);
        Err(match shown.is_empty() {
            true => "it has no quote".to_owned(),
            false => format!("the text does not hold its quote `{shown}` letter for letter"),
        })
    }

    fn warn(&mut self, what: &str) {
        self.warnings.say(format!("Part {}: {what}.", self.number));
    }
}

/// The language code of a tag; empty if invalid.
fn language(tag: &str) -> String {
    let primary = tag.trim().split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let is_code = primary.len() == 2 && primary.bytes().all(|b| b.is_ascii_lowercase());
    if is_code { primary } else { String::new() }
}
