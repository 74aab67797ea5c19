use std::fmt;

use serde::{Deserialize, Serialize};

use muniment_rdf::Syntax;

/// A form in which a resource is answered; the one place that knows media types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "&str", try_from = "String")]
pub enum Representation {
    /// A JSON document of the API.
    Json,
    /// Turtle.
    Turtle,
    /// JSON-LD.
    JsonLd,
    /// N-Triples in canonical form.
    NTriples,
    /// RDF/XML.
    RdfXml,
    /// Turtle as a JSON string, a frozen quirk of version 1 (spec:version-1#negotiation).
    TurtleString,
    /// RDF/XML as a JSON string.
    RdfXmlString,
    /// A license in words (spec:version-1#narration).
    Text,
    /// An answer in Markdown.
    Markdown,
    /// A page.
    Html,
    /// A link set (RFC 9264), the form of the API catalog.
    LinkSet,
    /// An `OpenAPI` document.
    OpenApi,
}

impl Representation {
    /// The forms of a version object, in order of preference (spec:version-2#negotiation).
    pub const OF_A_VERSION: [Self; 5] =
        [Self::Json, Self::Turtle, Self::JsonLd, Self::NTriples, Self::RdfXml];

    /// The forms of an answer that is computed for people and programs, in order of preference.
    pub const OF_AN_ANSWER: [Self; 3] = [Self::Json, Self::Markdown, Self::Text];

    const ALL: [Self; 12] = [
        Self::Json,
        Self::Turtle,
        Self::JsonLd,
        Self::NTriples,
        Self::RdfXml,
        Self::TurtleString,
        Self::RdfXmlString,
        Self::Text,
        Self::Markdown,
        Self::Html,
        Self::LinkSet,
        Self::OpenApi,
    ];

    /// The name in `format=`, in entity tags and in the manifest.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Turtle => "ttl",
            Self::JsonLd => "jsonld",
            Self::NTriples => "nt",
            Self::RdfXml => "rdfxml",
            Self::TurtleString => "ttl-string",
            Self::RdfXmlString => "rdfxml-string",
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::LinkSet => "linkset",
            Self::OpenApi => "openapi",
        }
    }

    /// The form with a name.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|representation| representation.key() == key)
    }

    /// The value of `Content-Type`.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json | Self::OpenApi | Self::TurtleString | Self::RdfXmlString => "application/json",
            Self::Turtle => "text/turtle; charset=utf-8",
            Self::JsonLd => "application/ld+json",
            Self::NTriples => "application/n-triples; charset=utf-8",
            Self::RdfXml => "application/rdf+xml",
            Self::Text => "text/plain; charset=utf-8",
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::LinkSet => "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\"",
        }
    }

    /// The extension of files in this form.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json | Self::LinkSet | Self::OpenApi => "json",
            Self::Html => "html",
            Self::Text => "txt",
            Self::Markdown => "md",
            Self::TurtleString => "ttl.json",
            Self::RdfXmlString => "rdf.json",
            Self::Turtle => Syntax::Turtle.extension(),
            Self::JsonLd => Syntax::JsonLd.extension(),
            Self::NTriples => Syntax::NTriples.extension(),
            Self::RdfXml => Syntax::RdfXml.extension(),
        }
    }

    /// The RDF syntax this form is written in, if it is one.
    #[must_use]
    pub const fn syntax(self) -> Option<Syntax> {
        match self {
            Self::Turtle => Some(Syntax::Turtle),
            Self::JsonLd => Some(Syntax::JsonLd),
            Self::NTriples => Some(Syntax::NTriples),
            Self::RdfXml => Some(Syntax::RdfXml),
            Self::Json
            | Self::TurtleString
            | Self::RdfXmlString
            | Self::Text
            | Self::Markdown
            | Self::Html
            | Self::LinkSet
            | Self::OpenApi => None,
        }
    }
}

impl fmt::Display for Representation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl From<Representation> for &str {
    fn from(representation: Representation) -> Self {
        representation.key()
    }
}

/// A name no form has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no representation")]
pub struct UnknownRepresentation(String);

impl TryFrom<String> for Representation {
    type Error = UnknownRepresentation;

    fn try_from(key: String) -> Result<Self, UnknownRepresentation> {
        Self::from_key(&key).ok_or(UnknownRepresentation(key))
    }
}
