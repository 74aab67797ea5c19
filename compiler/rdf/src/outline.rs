use oxrdf::{NamedOrBlankNode, Term};
use std::collections::{BTreeMap, BTreeSet};

use super::Graph;

const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// Maximum nesting of blank nodes in output; the canonical form has no limit.
pub const MAX_DEPTH: usize = 64;

/// Why a graph has no outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OutlineError {
    /// A blank node is the object of two triples, or not reachable from an IRI.
    #[error("the blank nodes of the graph do not form trees")]
    NotATree,
    /// Blank nodes nest deeper than [`MAX_DEPTH`].
    #[error("blank nodes nest deeper than {MAX_DEPTH} levels")]
    TooDeep,
}

/// A graph as a document: sorted subjects with nested blank nodes.
///
/// The order depends only on the triples, not on labels of blank nodes or reading order, so writers give the same
/// bytes for equal graphs. Subjects are sorted by IRI. Within a node, `rdf:type` comes first, then plain properties,
/// then those with nested nodes, each by IRI. Objects are sorted by kind (IRI, literal, node) and content.
#[derive(Debug)]
pub struct Outline<'g> {
    /// The top-level subjects.
    pub subjects: Vec<Subject<'g>>,
}

/// A top-level subject with its statements.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject<'g> {
    /// The IRI; `None` for a blank node that nothing refers to.
    pub iri: Option<&'g str>,
    /// Its statements.
    pub node: Node<'g>,
}

/// The statements of one subject.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Node<'g> {
    /// Properties in document order.
    pub properties: Vec<Property<'g>>,
}

/// A predicate and its objects.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Property<'g> {
    /// IRI of the predicate.
    pub predicate: &'g str,
    /// At least one object, in document order.
    pub objects: Vec<Object<'g>>,
}

/// An object of a triple.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object<'g> {
    /// An IRI.
    Iri(&'g str),
    /// A literal.
    Literal {
        /// Lexical form as parsed.
        value: &'g str,
        /// Language tag, if any.
        language: Option<&'g str>,
        /// Datatype IRI; `xsd:string` for a plain literal, `rdf:langString` for a tagged one.
        datatype: &'g str,
    },
    /// A nested blank node.
    Node(Node<'g>),
}

impl<'g> Outline<'g> {
    /// The outline of a whole graph.
    pub fn of(graph: &'g Graph) -> Result<Self, OutlineError> {
        let mut builder = Builder::new(graph);
        let mut subjects = Vec::new();
        let iris: Vec<&str> = builder.named.keys().copied().collect();
        for iri in iris {
            let triples = builder.named.remove(iri).unwrap_or_default();
            subjects.push(Subject { iri: Some(iri), node: builder.node(&triples, 0)? });
        }
        let anonymous: Vec<&str> =
            builder.blank.keys().copied().filter(|node| !builder.referred.contains_key(node)).collect();
        for node in anonymous {
            let triples = builder.blank.remove(node).unwrap_or_default();
            subjects.push(Subject { iri: None, node: builder.node(&triples, 0)? });
        }
        if !builder.blank.is_empty() {
            return Err(OutlineError::NotATree);
        }
        subjects.sort_by(|a, b| a.iri.is_none().cmp(&b.iri.is_none()).then_with(|| a.cmp(b)));
        Ok(Self { subjects })
    }

    /// Whether a graph has this outline, ignoring labels of blank nodes and duplicate triples.
    #[must_use]
    pub fn is_of(&self, graph: &Graph) -> bool {
        Outline::of(graph).is_ok_and(|outline| outline.subjects == self.subjects)
    }

    /// The outline of the closure of one subject; empty if the graph does not describe it.
    pub fn of_closure(graph: &'g Graph, iri: &'g str) -> Result<Self, OutlineError> {
        let mut builder = Builder::new(graph);
        let Some(triples) = builder.named.remove(iri) else { return Ok(Self { subjects: Vec::new() }) };
        let node = builder.node(&triples, 0)?;
        Ok(Self { subjects: vec![Subject { iri: Some(iri), node }] })
    }
}

type Statements<'g> = Vec<(&'g str, &'g Term)>;

struct Builder<'g> {
    named: BTreeMap<&'g str, Statements<'g>>,
    /// Blank nodes that are not nested yet.
    blank: BTreeMap<&'g str, Statements<'g>>,
    /// Blank nodes that are objects, and whether they are nested.
    referred: BTreeMap<&'g str, bool>,
}

impl<'g> Builder<'g> {
    fn new(graph: &'g Graph) -> Self {
        let mut builder = Self { named: BTreeMap::new(), blank: BTreeMap::new(), referred: BTreeMap::new() };
        for triple in graph.triples() {
            let (descriptions, subject) = match &triple.subject {
                NamedOrBlankNode::NamedNode(iri) => (&mut builder.named, iri.as_str()),
                NamedOrBlankNode::BlankNode(node) => (&mut builder.blank, node.as_str()),
            };
            descriptions.entry(subject).or_default().push((triple.predicate.as_str(), &triple.object));
            if let Term::BlankNode(node) = &triple.object {
                builder.referred.insert(node.as_str(), false);
            }
        }
        builder
    }

    fn node(&mut self, statements: &Statements<'g>, depth: usize) -> Result<Node<'g>, OutlineError> {
        if depth > MAX_DEPTH {
            return Err(OutlineError::TooDeep);
        }
        let mut objects: BTreeMap<&str, Vec<Object<'g>>> = BTreeMap::new();
        // Duplicate triples count once, also with a blank node as object.
        let mut nested: BTreeSet<(&str, &str)> = BTreeSet::new();
        for &(predicate, term) in statements {
            let object = match term {
                Term::NamedNode(iri) => Object::Iri(iri.as_str()),
                Term::Literal(literal) => Object::Literal {
                    value: literal.value(),
                    language: literal.language(),
                    datatype: literal.datatype().as_str(),
                },
                Term::BlankNode(node) => {
                    if !nested.insert((predicate, node.as_str())) {
                        continue;
                    }
                    if self.referred.insert(node.as_str(), true) == Some(true) {
                        return Err(OutlineError::NotATree);
                    }
                    let inner = self.blank.remove(node.as_str()).unwrap_or_default();
                    Object::Node(self.node(&inner, depth + 1)?)
                }
            };
            objects.entry(predicate).or_default().push(object);
        }
        let mut properties: Vec<Property<'g>> = objects
            .into_iter()
            .map(|(predicate, mut objects)| {
                objects.sort();
                objects.dedup_by(|a, b| a == b && !matches!(a, Object::Node(_)));
                Property { predicate, objects }
            })
            .collect();
        properties.sort_by_key(|property| {
            let nests = property.objects.iter().any(|object| matches!(object, Object::Node(_)));
            (property.predicate != RDF_TYPE, nests, property.predicate)
        });
        Ok(Node { properties })
    }
}
