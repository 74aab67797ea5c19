use serde::Serialize;

use super::super::Page;
use super::Assistance;
use muniment_licenses::assist::narration::{NarratedSection, Narration, Subject};
use muniment_licenses::prose::{Statement, StatementKind};

/// The form for a narration, and its result (`/license-to-text`).
#[derive(Debug, Clone, Serialize)]
pub struct LicenseToTextPage<'a> {
    /// Value of the hidden field `csrf_token`.
    pub csrf: &'a str,
    /// Whether the user may use the provider. The plain reading is always available.
    pub writing: Assistance<'a>,
    /// Why there is no text, if it is not the fault of a field.
    pub problem: Option<&'a str>,
    /// The identifier or address in the form.
    pub license: &'a str,
    /// The model in the form.
    pub model: &'a str,
    /// Whether to leave names out.
    pub without_names: bool,
    /// Faults of fields.
    pub faults: NarrationFaults,
    /// The narration.
    pub text: Option<LicenseText<'a>>,
}

impl Page for LicenseToTextPage<'_> {
    const TEMPLATE: &'static str = "pages/assistant/license_to_text.html";
}

/// Faults of the fields that name a license; may be empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct NarrationFaults {
    /// Of the identifier or address.
    pub license: String,
    /// Of the model.
    pub model: String,
}

/// A narration with the statements of the model.
#[derive(Debug, Clone, Serialize)]
pub struct LicenseText<'a> {
    title: &'a str,
    preamble: Vec<Block<'a>>,
    sections: Vec<Section<'a>>,
    closing: Vec<Block<'a>>,
    /// The provider that wrote it; `None` for the fallback.
    author: Option<&'a str>,
    /// Whether a provider was called.
    was_asked: bool,
    has_names_removed: bool,
    /// A sentence about missing statements; may be empty.
    note: &'a str,
    statements: Vec<Stated<'a>>,
    /// The identifier of a license with a plain text to save.
    plain: Option<&'a str>,
    /// Name of the saved file, without extension.
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
    /// The verdict for an act; `None` for other terms.
    verdict: Option<&'static str>,
    label: &'a str,
    term: &'a str,
    on: &'a str,
    is_missing: bool,
}

impl<'a> LicenseText<'a> {
    /// A narration of a model. `was_asked` tells whether a provider was called, `author` which one wrote it. `named`
    /// is the identifier of the license, if it was given and names were not left out.
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

/// Splits a text into paragraphs and lists, whose items begin with a hyphen.
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
