use std::collections::BTreeSet;

use serde_json::Value;

use crate::compose::limits;
use crate::model::terms::{odrl, rdf};
use crate::model::{License, LicenseId, Site};
use crate::prose::Source;
use muniment_rdf::{
    BoundedReadError, Graph, NamedNode, NamedOrBlankNode, NamedOrBlankNodeRef, Outline, OutlineError, Syntax,
    Term, Triple, read, read_bounded_turtle,
};

/// The internal IRI of a Set that is a blank node.
const UNNAMED: &str = "urn:x-muniment:unnamed";
/// Maximum contexts of a JSON-LD document; each is processed from the start.
const MOST_CONTEXTS: usize = 8;
/// Maximum values of a JSON-LD document, before triples are counted; a value makes one or two triples.
const MOST_VALUES: usize = 4 * limits::TRIPLES;
/// Maximum characters of a parser message in a sentence.
const SHOWN: usize = 200;

/// A license model sent for narration: one `odrl:Set`, as Turtle or JSON-LD.
///
/// Other subjects are ignored, unlike in [`Composer::read_turtle`](crate::compose::Composer::read_turtle).
#[derive(Debug)]
pub struct PostedModel {
    iri: String,
    graph: Graph,
    license: License,
}

/// Why a model cannot be narrated. Quoted input is shortened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PostedFault {
    /// There is no text.
    #[error("The model is empty.")]
    Empty,
    /// There is too much.
    #[error("The model has {length} bytes, and at most {most} are read.", most = limits::BYTES)]
    TooLong {
        /// The length.
        length: usize,
    },
    /// There are too many statements.
    #[error("The model has more than {most} triples.", most = limits::TRIPLES)]
    TooManyTriples,
    /// It is not Turtle.
    #[error("The model is not Turtle with absolute IRIs: line {line}: {message}")]
    NotTurtle {
        /// The line.
        line: usize,
        /// The message of the parser.
        message: String,
    },
    /// It is Turtle with a base.
    #[error("The model declares a base; write every IRI in full or with a prefix.")]
    Base,
    /// It is not JSON-LD.
    #[error("The model is not JSON-LD: {0}")]
    NotJsonLd(String),
    /// It names a remote context.
    #[error("The model names a context by its address, and none is fetched: write the context out.")]
    RemoteContext,
    /// Its contexts are nested, or too many.
    #[error("The model has more than {MOST_CONTEXTS} contexts, or contexts within contexts.")]
    Contexts,
    /// It holds no license.
    #[error("The model holds no odrl:Set, and it must hold exactly one.")]
    NoSet,
    /// It holds several licenses.
    #[error("The model holds {0} odrl:Sets, and it must hold exactly one.")]
    SeveralSets(usize),
    /// A property does not lead to a node.
    #[error(
        "{property} leads to {found}, and must lead to a node without a name of its own: [ ] in Turtle, an object \
         without @id or with a label such as _:b0 in JSON-LD."
    )]
    NoNode {
        /// The property.
        property: &'static str,
        /// The value.
        found: &'static str,
    },
    /// Its nodes do not form a tree, or nest too deeply.
    #[error("The model cannot be read: {0}.")]
    Shape(#[from] OutlineError),
    /// The license has no statements.
    #[error("The model states nothing that could be put into words.")]
    Silent,
}

impl PostedModel {
    /// Reads a model. The first character decides between Turtle and JSON-LD. Nothing is fetched.
    ///
    /// # Errors
    /// The text is not a model, or exceeds a limit.
    pub fn read(text: &str, site: &Site) -> Result<Self, PostedFault> {
        if text.len() > limits::BYTES {
            return Err(PostedFault::TooLong { length: text.len() });
        }
        let trimmed = text.trim_start_matches('\u{feff}').trim();
        if trimmed.is_empty() {
            return Err(PostedFault::Empty);
        }
        let graph = match json(trimmed)? {
            Some(document) => json_ld(trimmed, &document)?,
            None => turtle(text)?,
        };
        let (iri, graph) = named(graph)?;
        require_nodes(&graph, &iri)?;
        Outline::of_closure(&graph, &iri)?;
        let license = License::read(&graph, &iri, site, &site.terms());
        Ok(Self { iri, graph, license })
    }

    /// The model to narrate.
    #[must_use]
    pub fn source(&self) -> Source<'_> {
        Source { iri: &self.iri, license: &self.license, graph: &self.graph }
    }

    /// The identifier, if the IRI is an address of the library (http or https).
    #[must_use]
    pub fn license_id(&self, site: &Site) -> Option<LicenseId> {
        let base = site.license_base();
        let (_, base) = base.split_once("://")?;
        let (_, address) = self.iri.split_once("://")?;
        address.strip_prefix(base)?.parse().ok()
    }
}

/// The document if the text is JSON. A text that begins with `[` may also be Turtle.
fn json(text: &str) -> Result<Option<Value>, PostedFault> {
    match (text.starts_with('{'), serde_json::from_str(text)) {
        (_, Ok(document @ (Value::Object(_) | Value::Array(_)))) => Ok(Some(document)),
        (true, Err(error)) => Err(PostedFault::NotJsonLd(shown(&error.to_string()))),
        _ => Ok(None),
    }
}

fn turtle(text: &str) -> Result<Graph, PostedFault> {
    read_bounded_turtle(text.as_bytes(), limits::TRIPLES).map_err(|error| match error {
        BoundedReadError::Base => PostedFault::Base,
        BoundedReadError::TooMany(_) => PostedFault::TooManyTriples,
        BoundedReadError::Read(error) => {
            PostedFault::NotTurtle { line: error.line, message: shown(&error.message) }
        }
    })
}

fn json_ld(text: &str, document: &Value) -> Result<Graph, PostedFault> {
    let mut size = Size::default();
    size.measure(document, false)?;
    let graph = read(Syntax::JsonLd, text.as_bytes())
        .map_err(|error| PostedFault::NotJsonLd(shown(&error.to_string())))?;
    match graph.triples().len() > limits::TRIPLES {
        true => Err(PostedFault::TooManyTriples),
        false => Ok(graph),
    }
}

/// The cost of reading a JSON-LD document.
#[derive(Default)]
struct Size {
    values: usize,
    contexts: usize,
}

impl Size {
    /// The JSON parser bounds the depth.
    fn measure(&mut self, value: &Value, is_in_a_context: bool) -> Result<(), PostedFault> {
        self.values += 1;
        if self.values > MOST_VALUES {
            return Err(PostedFault::TooManyTriples);
        }
        match value {
            Value::Array(members) => {
                members.iter().try_for_each(|member| self.measure(member, is_in_a_context))
            }
            Value::Object(members) => members.iter().try_for_each(|(key, member)| {
                let is_a_context = key == "@context";
                if is_a_context {
                    self.contexts += 1;
                    if is_in_a_context || self.contexts > MOST_CONTEXTS {
                        return Err(PostedFault::Contexts);
                    }
                    let is_an_address = |value: &Value| value.is_string();
                    if is_an_address(member)
                        || member.as_array().is_some_and(|list| list.iter().any(is_an_address))
                    {
                        return Err(PostedFault::RemoteContext);
                    }
                }
                self.measure(member, is_in_a_context || is_a_context)
            }),
            _ => Ok(()),
        }
    }
}

/// The IRI of the only Set of a graph; a blank node gets [`UNNAMED`].
fn named(graph: Graph) -> Result<(String, Graph), PostedFault> {
    let sets: BTreeSet<String> =
        graph.subjects_of(rdf::TYPE, odrl::SET).map(|subject| subject.to_string()).collect();
    let Some(set) = graph.subjects_of(rdf::TYPE, odrl::SET).next().map(NamedOrBlankNodeRef::into_owned)
    else {
        return Err(PostedFault::NoSet);
    };
    if sets.len() > 1 {
        return Err(PostedFault::SeveralSets(sets.len()));
    }
    let blank = match set {
        NamedOrBlankNode::NamedNode(iri) => return Ok((iri.into_string(), graph)),
        NamedOrBlankNode::BlankNode(node) => node,
    };
    let name = NamedNode::new_unchecked(UNNAMED);
    let renamed = graph.triples().iter().cloned().map(|Triple { subject, predicate, object }| {
        let subject = match subject {
            NamedOrBlankNode::BlankNode(node) if node == blank => name.clone().into(),
            other => other,
        };
        let object = match object {
            Term::BlankNode(node) if node == blank => name.clone().into(),
            other => other,
        };
        Triple { subject, predicate, object }
    });
    Ok((UNNAMED.to_owned(), renamed.collect()))
}

/// Requires that rules and targets are blank nodes. With other values, such as the plain texts of version 1's default
/// form, a model would read as empty or be cyclic.
fn require_nodes(graph: &Graph, iri: &str) -> Result<(), PostedFault> {
    let structure = [
        (odrl::PERMISSION, "odrl:permission"),
        (odrl::PROHIBITION, "odrl:prohibition"),
        (odrl::DUTY, "odrl:duty"),
        (odrl::TARGET, "odrl:target"),
    ];
    for triple in graph.triples() {
        let is_of_the_model = match &triple.subject {
            NamedOrBlankNode::NamedNode(subject) => subject.as_str() == iri,
            NamedOrBlankNode::BlankNode(_) => true,
        };
        let property = structure.iter().find(|(property, _)| *property == triple.predicate.as_str());
        let found = match &triple.object {
            Term::BlankNode(_) => continue,
            // An asset may have an IRI; its types are not read then.
            Term::NamedNode(_) if triple.predicate.as_str() == odrl::TARGET => continue,
            Term::NamedNode(_) => "a named node",
            Term::Literal(_) => "a text",
        };
        if let (true, Some((_, property))) = (is_of_the_model, property) {
            return Err(PostedFault::NoNode { property, found });
        }
    }
    Ok(())
}

/// A parser message, shortened and without control characters, because it may quote input.
fn shown(message: &str) -> String {
    message.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
