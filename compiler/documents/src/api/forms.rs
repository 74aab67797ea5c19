//! The forms of a model: one answer, whether it is written into a tree or made for one request.

use serde_json::Value;

use super::{v1, v2};
use crate::wire::Representation;
use muniment_library::history::VersionFacts;
use muniment_licenses::model::{Library, ModelKind, Site};
use muniment_licenses::prose::{Lexicon, Source, plain_text};
use muniment_rdf::{self as rdf, Graph, NotATree, Outline, OutlineError, Prefixes, Syntax, canonicalize};

/// Why a model has no such form.
#[derive(Debug, thiserror::Error)]
pub enum FormError {
    /// It has no tree shape.
    #[error(transparent)]
    Outline(#[from] OutlineError),
    /// It cannot be expressed in the syntax.
    #[error(transparent)]
    Unwritable(#[from] rdf::WriteError),
    /// It has no canonical form.
    #[error(transparent)]
    NotATree(#[from] NotATree),
    /// Its JSON document cannot be written.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Writes models: the names for namespaces in each place they are written, and the words for terms.
#[derive(Debug)]
pub struct Forms<'l> {
    record: Prefixes,
    ontology: Prefixes,
    context: Prefixes,
    site: &'l Site,
    lexicon: Lexicon<'l>,
}

impl<'l> Forms<'l> {
    /// For the models of a library, and others in its namespaces.
    #[must_use]
    pub fn new(library: &'l Library) -> Self {
        let site = &library.site;
        Self {
            record: site.record_prefixes(),
            ontology: site.ontology_prefixes(),
            context: site.context(),
            site,
            lexicon: Lexicon::new(library),
        }
    }

    /// One of the five forms of a version in version 2.
    pub fn of_version(
        &self,
        facts: &VersionFacts<'_>,
        outline: &Outline<'_>,
        representation: Representation,
    ) -> Result<Vec<u8>, FormError> {
        Ok(match representation {
            Representation::Turtle if is_served_verbatim(facts) => facts.source.bytes.clone(),
            Representation::NTriples => facts.canonical.as_bytes().to_vec(),
            Representation::Json => v2::body(&v2::whole_version_object(facts, self.site))?,
            _ => self.syntax(representation, outline, facts.kind)?,
        })
    }

    /// One of the forms of a license in version 1; `source` is the same version, to be put into words.
    pub fn of_record(
        &self,
        source: Source<'_>,
        outline: &Outline<'_>,
        representation: Representation,
    ) -> Result<Vec<u8>, FormError> {
        let quoted = |form| Ok::<_, FormError>(quote(&self.syntax(form, outline, ModelKind::License)?));
        Ok(match representation {
            Representation::Json => v1::frozen_record(outline, self.site).into_bytes(),
            Representation::TurtleString => quoted(Representation::Turtle)?,
            Representation::RdfXmlString => quoted(Representation::RdfXml)?,
            Representation::Text => plain_text(&self.lexicon, source).into_owned().into_bytes(),
            _ => self.syntax(representation, outline, ModelKind::License)?,
        })
    }

    /// One of the RDF forms of the statements about a term, which are all of a graph.
    pub fn of_term(&self, statements: &Graph, representation: Representation) -> Result<Vec<u8>, FormError> {
        if representation == Representation::NTriples {
            return Ok(canonicalize(statements)?.into_text().into_bytes());
        }
        self.syntax(representation, &Outline::of(statements)?, ModelKind::Vocabulary)
    }

    fn syntax(
        &self,
        representation: Representation,
        outline: &Outline<'_>,
        kind: ModelKind,
    ) -> Result<Vec<u8>, FormError> {
        let prefixes = if kind == ModelKind::License { &self.record } else { &self.ontology };
        let (syntax, prefixes) = match representation {
            Representation::JsonLd => (Syntax::JsonLd, &self.context),
            Representation::RdfXml => (Syntax::RdfXml, prefixes),
            _ => (Syntax::Turtle, prefixes),
        };
        Ok(rdf::write(syntax, outline, prefixes).map(String::into_bytes)?)
    }
}

/// A text as a JSON string (spec:version-1#negotiation).
#[must_use]
pub fn quote(text: &[u8]) -> Vec<u8> {
    format!("{}\n", Value::from(String::from_utf8_lossy(text))).into_bytes()
}

/// An archived graph or vocabulary version as Turtle is the archived file, comments included
/// (spec:version-2#negotiation). What accounts keep was never a file.
fn is_served_verbatim(facts: &VersionFacts<'_>) -> bool {
    facts.kind != ModelKind::License && !facts.is_latest() && !facts.source.path.is_empty()
}
