use serde::Serialize;

use super::Directory;
use crate::wire::Representation;

/// What every page has.
#[derive(Debug, Serialize)]
pub(super) struct Frame<'a> {
    /// Name of the library.
    pub(super) site_name: &'a str,
    /// The page's address on the site the library belongs to.
    pub(super) canonical: String,
    /// Where the API answers.
    pub(super) base_url: &'a str,
    /// Banner text.
    pub(super) notice: Option<&'a str>,
    /// Address of the data the page shows; empty when it shows no single model.
    pub(super) data: String,
    /// The forms that data has.
    pub(super) formats: &'static [Format],
}

/// A form of data as a page offers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Format {
    /// Name in `format=`.
    pub(super) key: &'static str,
    /// What people call it.
    pub(super) label: &'static str,
    /// Media type without parameters.
    pub(super) media_type: &'static str,
}

/// The forms of a version, RDF first.
const FORMATS: [Format; 5] = [
    format(Representation::Turtle, "Turtle", "text/turtle"),
    format(Representation::JsonLd, "JSON-LD", "application/ld+json"),
    format(Representation::NTriples, "N-Triples", "application/n-triples"),
    format(Representation::RdfXml, "RDF/XML", "application/rdf+xml"),
    format(Representation::Json, "JSON", "application/json"),
];

const fn format(representation: Representation, label: &'static str, media_type: &'static str) -> Format {
    Format { key: representation.key(), label, media_type }
}

impl<'a> Frame<'a> {
    /// The frame of the page at `path`, which shows the model at `data`.
    pub(super) fn new(directory: &'a Directory<'_>, path: &str, data: String) -> Self {
        let site = &directory.catalog.library.site;
        Self {
            site_name: &site.name,
            canonical: format!("{}{path}", site.site_url),
            base_url: &directory.base_url,
            notice: site.notice.as_deref(),
            data,
            formats: &FORMATS,
        }
    }

    #[cfg(test)]
    pub(super) fn sample() -> Self {
        Self {
            site_name: "Sample <Library>",
            canonical: "https://sample.example/page".to_owned(),
            base_url: "http://127.0.0.1:8080",
            notice: Some("Closed on <Sunday>"),
            data: "/v2/licenses/A".to_owned(),
            formats: &FORMATS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_are_those_answered() {
        for format in FORMATS {
            let representation = Representation::from_key(format.key).unwrap();
            assert_eq!(representation.media_type().split(';').next(), Some(format.media_type));
        }
    }
}
