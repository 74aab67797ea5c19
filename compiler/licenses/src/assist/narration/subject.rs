use std::collections::BTreeSet;

use serde_json::Value;

use super::answer::{self, RejectedAnswer};
use super::prompt::{self, Question};
use super::{Names, NarratedSection, Narration, TooManyNames, note, with_remark};
use crate::assist::Prompt;
use crate::model::Library;
use crate::prose::{Block, Lexicon, Reading, Source, Statement, reading, statements};

/// A license model to narrate.
#[derive(Debug, Clone)]
pub struct Subject {
    /// Without names, if `without_names` was given.
    reading: Reading,
    statements: Vec<Statement>,
    names: Option<Names>,
    question: Question,
    prompt_version: String,
}

impl Subject {
    /// Reads a model with the words of a library. With `without_names`, no output contains the names of creator,
    /// licensor and publisher (spec:version-1#narration).
    ///
    /// # Errors
    /// The model has too many names.
    pub fn new(library: &Library, source: Source<'_>, without_names: bool) -> Result<Self, TooManyNames> {
        let lexicon = Lexicon::new(library);
        let names = match without_names {
            true => Some(Names::of(source, &library.site.terms())?),
            false => None,
        };
        let mut reading = reading(&lexicon, source);
        if source.license.title.value.trim().is_empty()
            && !source.iri.starts_with(&library.site.license_base())
        {
            "A license without a title".clone_into(&mut reading.title);
        }
        let reading = match &names {
            Some(names) => without(reading, names),
            None => reading,
        };
        let statements = statements(&lexicon, source);
        let question = Question::new(&reading, &statements, library);
        Ok(Self { reading, statements, names, question, prompt_version: prompt::version(library) })
    }

    /// The statements of the model, in order, without duplicates.
    #[must_use]
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// Whether the model states anything.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.statements.is_empty()
    }

    /// The prompt for a language model; `None` if the model is too large.
    #[must_use]
    pub fn prompt(&self) -> Option<Prompt> {
        self.question.prompt()
    }

    /// A version that changes with the prompt and the vocabulary.
    #[must_use]
    pub fn prompt_version(&self) -> &str {
        &self.prompt_version
    }

    /// Whether names were removed.
    #[must_use]
    pub fn has_names_removed(&self) -> bool {
        self.names.is_some()
    }

    /// Checks an answer to the [`prompt`](Self::prompt).
    ///
    /// # Errors
    /// The answer is rejected.
    pub fn accepted(&self, answer: &Value) -> Result<Narration, RejectedAnswer> {
        let mut narration = answer::read(answer, &self.statements)?;
        if narration.title.is_empty() {
            narration.title.clone_from(&self.reading.title);
        }
        if let Some(names) = &self.names {
            for text in [&mut narration.title, &mut narration.preamble, &mut narration.closing] {
                *text = names.without(text);
            }
            for section in &mut narration.sections {
                section.heading = names.without(&section.heading);
                section.text = names.without(&section.text);
            }
        }
        Ok(narration)
    }

    /// The narration without a language model.
    #[must_use]
    pub fn fallback(&self) -> Narration {
        let Reading { title, preamble, sections, closing } = &self.reading;
        let coverage = self.reading.coverage(&self.statements);
        let sections = sections.iter().map(|section| {
            let texts: Vec<String> = section.blocks.iter().map(text).collect();
            let mut told: BTreeSet<&str> = BTreeSet::new();
            let terms = section.statements.iter().map(|statement| statement.term.as_str());
            let statements: Vec<String> = terms.filter(|term| told.insert(term)).map(str::to_owned).collect();
            NarratedSection { heading: section.heading.clone(), text: texts.join("\n\n"), statements }
        });
        Narration {
            title: title.clone(),
            preamble: preamble.clone(),
            sections: sections.collect(),
            // The closing ends with the remark instead.
            closing: with_remark(&closing.replacen(" and is not legal advice", "", 1)),
            note: note(&coverage),
            coverage,
        }
    }
}

/// A block without line breaks.
pub(super) fn text(block: &Block) -> String {
    let folded = |text: &str| {
        let paragraphs: Vec<String> = text
            .split("\n\n")
            .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|paragraph| !paragraph.is_empty())
            .collect();
        paragraphs.join("\n\n")
    };
    match block {
        Block::Paragraph(text) => folded(text),
        Block::List(items) => {
            let items: Vec<String> =
                items.iter().map(|item| format!("- {}", folded(item).replace("\n\n", " "))).collect();
            items.join("\n")
        }
        Block::Quote(text) => format!("\u{201c}{}\u{201d}", folded(text)),
    }
}

fn without(reading: Reading, names: &Names) -> Reading {
    let Reading { title, preamble, mut sections, closing } = reading;
    for section in &mut sections {
        section.heading = names.without(&section.heading);
        for block in &mut section.blocks {
            match block {
                Block::Paragraph(text) | Block::Quote(text) => *text = names.without(text),
                Block::List(items) => items.iter_mut().for_each(|item| *item = names.without(item)),
            }
        }
    }
    Reading {
        title: names.without(&title),
        preamble: names.without(&preamble),
        sections,
        closing: names.without(&closing),
    }
}
