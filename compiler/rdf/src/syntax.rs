use std::fmt;
use std::path::Path;

/// A concrete syntax of RDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Syntax {
    /// Turtle (`text/turtle`).
    Turtle,
    /// N-Triples (`application/n-triples`).
    NTriples,
    /// RDF/XML (`application/rdf+xml`).
    RdfXml,
    /// JSON-LD (`application/ld+json`).
    JsonLd,
}

impl Syntax {
    /// Every syntax, in the order of the specification's lists.
    pub const ALL: [Self; 4] = [Self::Turtle, Self::JsonLd, Self::NTriples, Self::RdfXml];

    /// The file name extension, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Turtle => "ttl",
            Self::NTriples => "nt",
            Self::RdfXml => "rdf",
            Self::JsonLd => "jsonld",
        }
    }

    /// The syntax of the extension of a path.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::ALL.into_iter().find(|syntax| syntax.extension() == extension)
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Turtle => "Turtle",
            Self::NTriples => "N-Triples",
            Self::RdfXml => "RDF/XML",
            Self::JsonLd => "JSON-LD",
        })
    }
}
