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

/// What the Set of a model without a name is called; nothing shows it.
const UNNAMED: &str = "urn:x-muniment:unnamed";
/// Contexts of one JSON-LD document, each of which is gone through from its beginning.
const MOST_CONTEXTS: usize = 8;
/// Values of a JSON-LD document. Each makes a triple or two, so this bounds what is read before triples are counted.
const MOST_VALUES: usize = 4 * limits::TRIPLES;
/// Characters of what a reader reports that a sentence shows.
const SHOWN: usize = 200;

/// A license model that somebody sent to have it put into words: one `odrl:Set`, as Turtle or JSON-LD.
///
/// It is read more leniently than what is to be stored ([`Composer::read_turtle`](crate::compose::Composer::read_turtle)):
/// whatever else the document describes is passed over.
#[derive(Debug)]
pub struct PostedModel {
    iri: String,
    graph: Graph,
    license: License,
}

/// Why a model cannot be put into words. What was sent is shown shortened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PostedFault {
    /// There is no text.
    #[error("The model is empty.")]
    Empty,
    /// There is too much.
    #[error("The model has {length} bytes, and at most {most} are read.", most = limits::BYTES)]
    TooLong {
        /// How much there is.
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
        /// What the reader says.
        message: String,
    },
    /// It is Turtle with a base.
    #[error("The model declares a base; write every IRI in full or with a prefix.")]
    Base,
    /// It is not JSON-LD.
    #[error("The model is not JSON-LD: {0}")]
    NotJsonLd(String),
    /// It names a context that would have to be fetched.
    #[error("The model names a context by its address, and none is fetched: write the context out.")]
    RemoteContext,
    /// It has contexts within contexts, or many.
    #[error("The model has more than {MOST_CONTEXTS} contexts, or contexts within contexts.")]
    Contexts,
    /// It holds no license.
    #[error("The model holds no odrl:Set, and it must hold exactly one.")]
    NoSet,
    /// It holds several licenses.
    #[error("The model holds {0} odrl:Sets, and it must hold exactly one.")]
    SeveralSets(usize),
    /// Something stands where a node has to.
    #[error(
        "{property} leads to {found}, and must lead to a node without a name of its own: [ ] in Turtle, an object \
         without @id or with a label such as _:b0 in JSON-LD."
    )]
    NoNode {
        /// The property.
        property: &'static str,
        /// What it leads to.
        found: &'static str,
    },
    /// Its nodes do not form a tree, or too deep a one.
    #[error("The model cannot be read: {0}.")]
    Shape(#[from] OutlineError),
    /// It is about a license and says nothing of it.
    #[error("The model states nothing that could be put into words.")]
    Silent,
}

impl PostedModel {
    /// Reads a model; whether it is Turtle or JSON-LD shows in its first character. Nothing is fetched.
    ///
    /// # Errors
    /// It is no model, or too large a one.
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

    /// The model to be put into words.
    #[must_use]
    pub fn source(&self) -> Source<'_> {
        Source { iri: &self.iri, license: &self.license, graph: &self.graph }
    }

    /// The identifier of the license, where the model is called by an address of the library; its scheme may be either
    /// of the web's.
    #[must_use]
    pub fn license_id(&self, site: &Site) -> Option<LicenseId> {
        let base = site.license_base();
        let (_, base) = base.split_once("://")?;
        let (_, address) = self.iri.split_once("://")?;
        address.strip_prefix(base)?.parse().ok()
    }
}

/// The document where a text is JSON; a text that begins like a list may be Turtle about a blank node.
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

/// How much a JSON-LD document makes a reader do.
#[derive(Default)]
struct Size {
    values: usize,
    contexts: usize,
}

impl Size {
    /// The depth of what is measured is bounded by the reader of JSON.
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

/// The one Set of a graph, under a name.
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

/// Rules and targets are nodes that nothing else can lead back to: a model with other values reads as one that states
/// nothing, or never ends. Version 1's default form of a record, whose references are bare texts, is such a model.
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
            // An asset of its own may be named; its types are not looked for then.
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

/// What a reader says, shortened and without control characters: it may quote what was sent.
fn shown(message: &str) -> String {
    message.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
