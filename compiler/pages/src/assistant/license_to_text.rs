use serde::Serialize;

use super::super::Page;
use super::Today;
use muniment_licenses::assist::narration::{NarratedSection, Narration, Subject};
use muniment_licenses::prose::{Statement, StatementKind};

/// A license in prose, and the form that asks for one (`/license-to-text`).
#[derive(Debug, Clone, Serialize)]
pub struct LicenseToTextPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Whether whoever asks may have a text written by the provider.
    pub writing: Writing<'a>,
    /// Why there is no text, where that is no matter of a field.
    pub problem: Option<&'a str>,
    /// The identifier or address as it was sent.
    pub license: &'a str,
    /// The model as it was sent.
    pub model: &'a str,
    /// Whether names are to be left out.
    pub without_names: bool,
    /// What is wrong with what was sent.
    pub faults: NarrationFaults,
    /// The text that was asked for.
    pub text: Option<LicenseText<'a>>,
}

impl Page for LicenseToTextPage<'_> {
    const TEMPLATE: &'static str = "pages/assistant/license_to_text.html";
}

/// Whether somebody may have a text written. The plain reading is for everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Writing<'a> {
    /// They may, by this provider.
    Open {
        /// What the provider is called.
        provider: &'a str,
        /// What is left of the day.
        today: Today,
    },
    /// Nobody may: there is no provider, or it is switched off.
    Unavailable,
    /// They have to sign in.
    SignedOut,
    /// Their allowance is zero.
    Forbidden,
}

/// What is wrong with the fields that name a license; empty where nothing is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct NarrationFaults {
    /// Of the identifier or address.
    pub license: String,
    /// Of the model.
    pub model: String,
}

/// A license in prose beside what its model states.
#[derive(Debug, Clone, Serialize)]
pub struct LicenseText<'a> {
    title: &'a str,
    preamble: Vec<Block<'a>>,
    sections: Vec<Section<'a>>,
    closing: Vec<Block<'a>>,
    /// The provider that wrote it; none for the vocabulary.
    author: Option<&'a str>,
    /// Whether a provider was asked for a text.
    was_asked: bool,
    has_names_removed: bool,
    /// What is missing, in a sentence; empty when nothing is.
    note: &'a str,
    statements: Vec<Stated<'a>>,
    /// The identifier of the license whose plain text can be saved.
    plain: Option<&'a str>,
    /// What a file of it is called, without its ending.
    file: String,
}

#[derive(Debug, Clone, Serialize)]
struct Section<'a> {
    heading: &'a str,
    blocks: Vec<Block<'a>>,
}

/// A paragraph, or a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Block<'a> {
    Paragraph(&'a str),
    Items(Vec<&'a str>),
}

#[derive(Debug, Clone, Serialize)]
struct Stated<'a> {
    /// Of an act; none for any other term.
    verdict: Option<&'static str>,
    label: &'a str,
    term: &'a str,
    on: &'a str,
    is_missing: bool,
}

impl<'a> LicenseText<'a> {
    /// A text about a model. `was_asked` says whether a provider was to write it, and `author` which one did; `named` is
    /// the identifier of the license where it was meant by that and nothing was left out.
    #[must_use]
    pub fn new(
        text: &'a Narration,
        subject: &'a Subject,
        was_asked: bool,
        author: Option<&'a str>,
        named: Option<&'a str>,
    ) -> Self {
        let missing = &text.coverage.missing;
        Self {
            title: &text.title,
            preamble: blocks(&text.preamble),
            sections: text
                .sections
                .iter()
                .map(|NarratedSection { heading, text, .. }| Section { heading, blocks: blocks(text) })
                .collect(),
            closing: blocks(&text.closing),
            author,
            was_asked,
            has_names_removed: subject.has_names_removed(),
            note: &text.note,
            statements: subject
                .statements()
                .iter()
                .map(|statement| Stated::new(statement, missing.contains(statement)))
                .collect(),
            plain: named,
            file: named.unwrap_or("license").to_owned(),
        }
    }
}

impl<'a> Stated<'a> {
    fn new(statement: &'a Statement, is_missing: bool) -> Self {
        let Statement { kind, term, label, attached_to, .. } = statement;
        let verdict = match kind {
            StatementKind::Rule(position) => Some(position.verdict()),
            StatementKind::Target | StatementKind::Term => None,
        };
        Self { verdict, label, term, on: attached_to, is_missing }
    }
}

/// The paragraphs of a text, and its lists, whose items begin with a hyphen.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match (line.strip_prefix("- "), blocks.last_mut()) {
            (Some(item), Some(Block::Items(items))) => items.push(item.trim_start()),
            (Some(item), _) => blocks.push(Block::Items(vec![item.trim_start()])),
            (None, _) => blocks.push(Block::Paragraph(line)),
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_begin_items_and_lines_are_paragraphs() {
        assert_eq!(
            blocks("You may:\n\n- copy it\n-  pass it on\n\n\nNothing else - at all.\n- more"),
            [
                Block::Paragraph("You may:"),
                Block::Items(vec!["copy it", "pass it on"]),
                Block::Paragraph("Nothing else - at all."),
                Block::Items(vec!["more"]),
            ]
        );
        assert!(blocks(" \n").is_empty());
    }
}
