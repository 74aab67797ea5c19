use oxrdf::{Literal, NamedNode, NamedOrBlankNode, NamedOrBlankNodeRef, Term, TermRef, Triple};

/// A set of triples, kept in the order in which they were read.
///
/// The order serves only to point at the place a triple came from; nothing that is written or hashed
/// depends on it. A triple stated twice is kept twice and counts once.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    triples: Vec<Triple>,
}

impl Graph {
    /// The triples in the order in which they were read.
    #[must_use]
    pub fn triples(&self) -> &[Triple] {
        &self.triples
    }

    /// Whether the graph holds no triple.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.triples.is_empty()
    }

    /// The objects of `subject predicate ?`, in reading order.
    pub fn objects<'a>(
        &'a self,
        subject: NamedOrBlankNodeRef<'a>,
        predicate: &'a str,
    ) -> impl Iterator<Item = TermRef<'a>> {
        self.triples
            .iter()
            .filter(move |t| t.predicate.as_str() == predicate && t.subject.as_ref() == subject)
            .map(|t| t.object.as_ref())
    }

    /// The subjects of `? predicate object` where the object is the IRI given, in reading order.
    pub fn subjects_of<'a>(
        &'a self,
        predicate: &'a str,
        object: &'a str,
    ) -> impl Iterator<Item = NamedOrBlankNodeRef<'a>> {
        self.triples
            .iter()
            .filter(move |t| {
                t.predicate.as_str() == predicate
                    && matches!(&t.object, Term::NamedNode(iri) if iri.as_str() == object)
            })
            .map(|t| t.subject.as_ref())
    }

    /// The graph in which one IRI has the place of another, as subject and as object.
    #[must_use]
    pub fn renamed(&self, from: &str, to: &str) -> Self {
        let name = || NamedNode::new_unchecked(to);
        let is_from = |node: &NamedNode| node.as_str() == from;
        let renamed = |triple: &Triple| {
            let mut triple = triple.clone();
            if matches!(&triple.subject, NamedOrBlankNode::NamedNode(node) if is_from(node)) {
                triple.subject = name().into();
            }
            if matches!(&triple.object, Term::NamedNode(node) if is_from(node)) {
                triple.object = name().into();
            }
            triple
        };
        self.triples.iter().map(renamed).collect()
    }

    /// Every literal of the graph.
    pub fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.triples.iter().filter_map(|t| match &t.object {
            Term::Literal(literal) => Some(literal),
            _ => None,
        })
    }
}

impl FromIterator<Triple> for Graph {
    fn from_iter<I: IntoIterator<Item = Triple>>(triples: I) -> Self {
        Self { triples: triples.into_iter().collect() }
    }
}
