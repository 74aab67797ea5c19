use std::borrow::Cow;

use super::further::Further;
use super::lexicon::{enumerated, finished};
use super::rules::Rules;
use super::{Coverage, Lexicon, Source, Statement};
use crate::model::License;

/// A license model in words (spec:version-1#narration).
///
/// It always has four sections: permissions, duties, prohibitions and further terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Title of the license.
    pub title: String,
    /// Introduction. Empty lines separate paragraphs.
    pub preamble: String,
    /// The sections.
    pub sections: Vec<Section>,
    /// Disclaimer. Empty lines separate paragraphs.
    pub closing: String,
}

/// A section of a reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Heading.
    pub heading: String,
    /// Its content.
    pub blocks: Vec<Block>,
    /// The statements of the model that it covers.
    pub statements: Vec<Statement>,
}

/// A block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// Running text.
    Paragraph(String),
    /// Items, each a sentence or two.
    List(Vec<String>),
    /// A quote of the license.
    Quote(String),
}

impl Reading {
    /// The coverage of a model's [`statements`](super::statements).
    #[must_use]
    pub fn coverage(&self, statements: &[Statement]) -> Coverage {
        Coverage::of(statements, self.sections.iter().flat_map(|section| &section.statements))
    }
}

impl Section {
    pub(super) fn new(heading: &str) -> Self {
        Self { heading: heading.to_owned(), blocks: Vec::new(), statements: Vec::new() }
    }

    pub(super) fn say(&mut self, paragraph: &str) {
        self.blocks.push(Block::Paragraph(paragraph.to_owned()));
    }

    pub(super) fn list(&mut self, items: Vec<String>) {
        self.blocks.push(Block::List(items));
    }

    pub(super) fn cover(&mut self, statement: Statement) {
        self.statements.push(statement);
    }

    /// The content as lines of plain text, without a final LF.
    #[must_use]
    pub fn text(&self) -> String {
        let blocks: Vec<String> = self.blocks.iter().map(Block::text).collect();
        blocks.join("\n\n")
    }
}

/// The answer of `format=text`: the unchanged text of the license if the model has it, else its reading
/// (spec:version-1#negotiation).
#[must_use]
pub fn plain_text<'m>(lexicon: &Lexicon<'_>, source: Source<'m>) -> Cow<'m, str> {
    match source.license_text(&lexicon.own) {
        Some(text) => text.into(),
        None => reading(lexicon, source).to_text().into(),
    }
}

/// Writes a license model as text.
///
/// The result does not depend on the order of triples or on labels of blank nodes.
#[must_use]
pub fn reading(lexicon: &Lexicon<'_>, source: Source<'_>) -> Reading {
    let license = source.license;
    let rules = Rules { lexicon, source };
    let title = license.title.value.trim();
    let title = if title.is_empty() { lexicon.thing(source.iri) } else { title.to_owned() };
    let mut sections = vec![
        rules.permissions(),
        rules.duties(),
        rules.prohibitions(),
        Further::new(lexicon, source).section(),
    ];
    for section in &mut sections {
        section.statements.sort();
        section.statements.dedup();
    }
    Reading { title, preamble: preamble(lexicon, license), sections, closing: closing(license) }
}

fn preamble(lexicon: &Lexicon<'_>, license: &License) -> String {
    let mut paragraphs =
        vec!["What follows puts into words what the library's model of this license states.".to_owned()];
    let mut facts = Vec::new();
    if let Some(publisher) = &license.publisher {
        facts.push(format!("is published by {publisher}"));
    }
    if let Some(spdx) = &license.spdx {
        facts.push(format!("has the SPDX identifier {spdx}"));
    }
    if let (false, Some(first)) = (facts.is_empty(), paragraphs.first_mut()) {
        first.push(' ');
        first.push_str(&finished(&format!("The license {}", enumerated(&facts))));
    }
    if license.is_fixture() {
        paragraphs.push(
            "Test fixture: the record serves for trying things out. It is not a license that works are \
             published under."
                .to_owned(),
        );
    }
    let successor = license.replaced_by.as_ref().map(|id| lexicon.thing(&lexicon.record_iri(id)));
    let replaced = successor.map(|successor| format!(" It is replaced by {successor}.")).unwrap_or_default();
    if license.deprecated || license.deprecated_on.is_some() {
        let since = license.deprecated_on.map(|day| format!(" since {day}")).unwrap_or_default();
        paragraphs.push(format!("Withdrawn: this license is out of date{since}.{replaced}"));
    } else if !replaced.is_empty() {
        paragraphs.push(format!("Superseded:{}", replaced.replacen(" It", " this license", 1)));
    }
    if let Some(replaces) = &license.replaces {
        paragraphs.push(format!("It replaces {}.", lexicon.thing(&lexicon.record_iri(replaces))));
    }
    paragraphs.join("\n\n")
}

fn closing(license: &License) -> String {
    let text = match (&license.legalcode, &license.source) {
        (Some(address), _) | (None, Some(address)) => format!(" The text itself is what counts: {address}"),
        (None, None) => String::new(),
    };
    format!(
        "This is a model of the license and not the license itself. It was put into words by a program and is \
         not legal advice. What is not mentioned here is neither allowed nor forbidden by the model.{text}"
    )
}
