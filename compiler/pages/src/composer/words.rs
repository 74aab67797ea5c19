use serde::Serialize;

use muniment_licenses::model::Library;
use muniment_licenses::prose::{self, Lexicon, Source, reading};

/// The reading of a license.
#[derive(Debug, Clone, Serialize)]
pub struct Words {
    sections: Vec<Section>,
}

#[derive(Debug, Clone, Serialize)]
struct Section {
    heading: String,
    blocks: Vec<Block>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Block {
    Paragraph { text: String },
    List { items: Vec<String> },
    Quote { text: String },
}

impl Words {
    /// The reading of a license.
    #[must_use]
    pub fn of(source: Source<'_>, library: &Library) -> Self {
        let block = |block| match block {
            prose::Block::Paragraph(text) => Block::Paragraph { text },
            prose::Block::List(items) => Block::List { items },
            prose::Block::Quote(text) => Block::Quote { text },
        };
        let sections = reading(&Lexicon::new(library), source).sections;
        let section = |section: prose::Section| Section {
            heading: section.heading,
            blocks: section.blocks.into_iter().map(block).collect(),
        };
        Self { sections: sections.into_iter().map(section).collect() }
    }
}
