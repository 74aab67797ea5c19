use super::{Bodies, Body, Plan, PlanError, Planned, body_path};
use crate::api::{v1, v2};
use crate::history::VersionFacts;
use crate::model::{Library, ModelKind, Site};
use crate::prose::{Lexicon, Source, plain_text};
use crate::rdf::{self, Outline, OutlineError, Prefixes, Syntax};
use crate::wire::{Dialect, Representation};

/// Names for namespaces in each place they are written, and the words for terms.
pub(super) struct Writing<'l> {
    record: Prefixes,
    ontology: Prefixes,
    context: Prefixes,
    site: &'l Site,
    library: &'l Library,
    lexicon: Lexicon<'l>,
}

impl<'l> Writing<'l> {
    pub(super) fn new(library: &'l Library) -> Self {
        let site = &library.site;
        Self {
            record: site.record_prefixes(),
            ontology: site.ontology_prefixes(),
            context: site.context(),
            site,
            library,
            lexicon: Lexicon::new(library),
        }
    }
}

impl Plan<'_, '_> {
    /// Renders the forms of an address that are its own; the others it shares with other addresses.
    pub fn render(&self, address: &str, planned: &Planned<'_, '_>) -> Result<Vec<Body>, PlanError> {
        match &planned.bodies {
            Bodies::None => Ok(Vec::new()),
            Bodies::Version(facts) => self.version(address, facts),
            Bodies::Record(facts) => self.record(address, facts),
            Bodies::Term { vocabulary, iri } => self.term(address, vocabulary, iri),
            Bodies::Document(render) => {
                let bytes =
                    render().map_err(|source| PlanError::Page { address: address.to_owned(), source })?;
                let is_file = planned.class.dialect() == Dialect::File;
                let representation = planned.class.representations().next().filter(|_| !is_file);
                Ok(vec![Body { path: body_path(address, representation), representation, bytes }])
            }
        }
    }

    fn version(&self, address: &str, facts: &VersionFacts<'_>) -> Result<Vec<Body>, PlanError> {
        let outline = outline(address, facts.outline())?;
        let is_license = facts.kind == ModelKind::License;
        Representation::OF_A_VERSION
            .into_iter()
            .map(|representation| {
                let bytes = match representation {
                    Representation::Turtle if is_served_verbatim(facts) => facts.source.bytes.clone(),
                    Representation::NTriples => facts.canonical.as_bytes().to_vec(),
                    Representation::Json => v2::body(&v2::version_object(facts, self.writing.site)),
                    _ => self.syntax(address, representation, &outline, is_license)?,
                };
                Ok(body(address, representation, bytes))
            })
            .collect()
    }

    fn record(&self, address: &str, facts: &VersionFacts<'_>) -> Result<Vec<Body>, PlanError> {
        let outline = outline(address, facts.outline())?;
        let quoted = |representation| -> Result<Vec<u8>, PlanError> {
            let bytes = self.syntax(address, representation, &outline, true)?;
            Ok(v2::body(&String::from_utf8_lossy(&bytes)))
        };
        let text = self.reading(facts);
        Ok(vec![
            body(address, Representation::Json, v1::frozen_record(&outline, self.writing.site).into_bytes()),
            body(address, Representation::TurtleString, quoted(Representation::Turtle)?),
            body(address, Representation::RdfXmlString, quoted(Representation::RdfXml)?),
            body(address, Representation::Text, text.into_bytes()),
        ])
    }

    /// A version in words; the text it carries where it carries one.
    fn reading(&self, facts: &VersionFacts<'_>) -> String {
        let model = self.writing.library.licenses.get(facts.id);
        let version = model.and_then(|model| Some((model, model.version(facts.version)?)));
        version
            .map(|(model, version)| plain_text(&self.writing.lexicon, Source::of(model, version)))
            .unwrap_or_default()
            .into_owned()
    }

    fn term(&self, address: &str, vocabulary: &VersionFacts<'_>, iri: &str) -> Result<Vec<Body>, PlanError> {
        let outline = outline(address, vocabulary.outline_of(iri))?;
        [Representation::Turtle, Representation::RdfXml, Representation::JsonLd, Representation::NTriples]
            .into_iter()
            .map(|representation| {
                let bytes = match representation {
                    Representation::NTriples => vocabulary
                        .canonical_of(iri)
                        .map_err(|source| PlanError::NotATree { address: address.to_owned(), source })?
                        .into_bytes(),
                    _ => self.syntax(address, representation, &outline, false)?,
                };
                Ok(body(address, representation, bytes))
            })
            .collect()
    }

    fn syntax(
        &self,
        address: &str,
        representation: Representation,
        outline: &Outline<'_>,
        is_license: bool,
    ) -> Result<Vec<u8>, PlanError> {
        let Writing { record, ontology, context, .. } = &self.writing;
        let prefixes = if is_license { record } else { ontology };
        let (syntax, prefixes) = match representation {
            Representation::JsonLd => (Syntax::JsonLd, context),
            Representation::RdfXml => (Syntax::RdfXml, prefixes),
            _ => (Syntax::Turtle, prefixes),
        };
        rdf::write(syntax, outline, prefixes)
            .map(String::into_bytes)
            .map_err(|source| PlanError::Unwritable { address: address.to_owned(), source })
    }
}

fn body(address: &str, representation: Representation, bytes: Vec<u8>) -> Body {
    let representation = Some(representation);
    Body { path: body_path(address, representation), representation, bytes }
}

fn outline<'g>(address: &str, outline: Result<Outline<'g>, OutlineError>) -> Result<Outline<'g>, PlanError> {
    outline.map_err(|source| PlanError::Outline { address: address.to_owned(), source })
}

/// An archived graph or vocabulary version as Turtle is the archived file, comments included (v2 §4.1).
fn is_served_verbatim(facts: &VersionFacts<'_>) -> bool {
    facts.kind != ModelKind::License && !facts.is_latest()
}
