#[cfg(test)]
use std::sync::LazyLock;

use serde::Serialize;

use super::{Directory, banner};
use muniment_documents::wire::Representation;
use muniment_licenses::model::{DataLicense, Site};

/// The common parts of every page.
#[derive(Debug, Serialize)]
pub(super) struct Frame<'a> {
    /// Name of the library.
    pub(super) site_name: &'a str,
    /// The path, which the navigation marks; empty for error pages.
    pub(super) path: String,
    /// The canonical address; empty for unlisted pages.
    pub(super) canonical: String,
    /// License of the data.
    pub(super) data_license: &'a DataLicense,
    /// Address of the API.
    pub(super) base_url: &'a str,
    /// Whether the page has no header and footer, for frames.
    pub(super) is_bare: bool,
    /// The banner, as HTML.
    pub(super) banner: Option<String>,
    /// Address of the model of the page; may be empty.
    pub(super) data: String,
    /// The forms of the model.
    pub(super) formats: &'static [Format],
}

/// A form of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Format {
    /// Name in `format=`.
    pub(super) key: &'static str,
    /// Extension of its file.
    pub(super) extension: &'static str,
    /// Its label.
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

/// The RDF forms.
const RDF_FORMATS: &[Format] = match &FORMATS {
    [rdf @ .., _json] => rdf,
};

const fn format(representation: Representation, label: &'static str, media_type: &'static str) -> Format {
    Format { key: representation.key(), extension: representation.extension(), label, media_type }
}

impl<'a> Frame<'a> {
    /// The frame of the page at `path`, which shows the model at `data`.
    pub(super) fn new(directory: &'a Directory<'_>, path: &str, data: String) -> Self {
        let site = &directory.catalog.library.site;
        let canonical = format!("{}{path}", site.site_url);
        Self { canonical, data, ..Self::unlisted(site, &directory.base_url, path) }
    }

    /// The frame of the page at `path`, for data with only RDF forms.
    pub(super) fn of_rdf(directory: &'a Directory<'_>, path: &str, data: String) -> Self {
        Self { formats: RDF_FORMATS, ..Self::new(directory, path, data) }
    }

    /// The frame of a page that depends on user or input, which is not listed.
    pub(super) fn unlisted(site: &'a Site, base_url: &'a str, path: &str) -> Self {
        Self {
            site_name: &site.name,
            path: path.to_owned(),
            canonical: String::new(),
            data_license: &site.data_license,
            base_url,
            is_bare: false,
            banner: banner(site),
            data: String::new(),
            formats: &FORMATS,
        }
    }

    /// Removes header and footer.
    pub(super) fn bare(self) -> Self {
        Self { is_bare: true, ..self }
    }

    #[cfg(test)]
    pub(super) fn sample() -> Self {
        static STATED: LazyLock<DataLicense> =
            LazyLock::new(|| DataLicense::unstated("https://sample.example"));
        Self {
            site_name: "Sample <Library>",
            path: "/page".to_owned(),
            canonical: "https://sample.example/page".to_owned(),
            data_license: &STATED,
            base_url: "http://127.0.0.1:8080",
            is_bare: false,
            banner: Some("<aside>Closed on &lt;Sunday&gt;</aside>".to_owned()),
            data: "/v2/licenses/A".to_owned(),
            formats: &FORMATS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_match_those_of_answers() {
        for format in FORMATS {
            let representation = Representation::from_key(format.key).unwrap();
            assert_eq!(representation.media_type().split(';').next(), Some(format.media_type));
        }
    }
}
