use std::collections::BTreeSet;
use std::sync::OnceLock;

use oxrdf::{Literal, NamedNode, NamedNodeRef, NamedOrBlankNode, NamedOrBlankNodeRef, Term, Triple};

/// A set of triples in reading order.
///
/// The order only serves to locate triples in a document; output and hashes do not depend on it. Duplicate triples
/// are kept but count once.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    triples: Vec<Triple>,
    /// Indices of the triples sorted by subject, then in reading order; computed on first use.
    by_subject: OnceLock<Vec<usize>>,
}

impl Graph {
    /// The triples in reading order.
    #[must_use]
    pub fn triples(&self) -> &[Triple] {
        &self.triples
    }

    /// Whether the graph holds no triple.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.triples.is_empty()
    }

    /// A node with its statements. The first call sorts all triples; later calls take logarithmic time.
    #[must_use]
    pub fn node(&self, subject: NamedOrBlankNodeRef<'_>) -> NodeView<'_> {
        let subject_of =
            |index: &usize| self.triples.get(*index).map(|triple| subject_key(triple.subject.as_ref()));
        let sorted = self.by_subject.get_or_init(|| {
            let mut indices: Vec<usize> = (0..self.triples.len()).collect();
            indices.sort_by(|a, b| subject_of(a).cmp(&subject_of(b)));
            indices
        });
        let key = Some(subject_key(subject));
        let from = sorted.partition_point(|index| subject_of(index) < key);
        let to = sorted.partition_point(|index| subject_of(index) <= key);
        NodeView { graph: self, stated: sorted.get(from..to).unwrap_or_default() }
    }

    /// The node with an IRI.
    #[must_use]
    pub fn named(&self, iri: &str) -> NodeView<'_> {
        self.node(NamedNodeRef::new_unchecked(iri).into())
    }

    /// The node of a term; `None` for a literal.
    #[must_use]
    pub fn node_of(&self, term: &Term) -> Option<NodeView<'_>> {
        match term {
            Term::NamedNode(iri) => Some(self.node(iri.as_ref().into())),
            Term::BlankNode(node) => Some(self.node(node.as_ref().into())),
            Term::Literal(_) => None,
        }
    }

    /// The subjects of triples with a predicate and an IRI as object, in reading order.
    pub fn subjects_of<'a>(
        &'a self,
        predicate: &'a str,
        object: &'a str,
    ) -> impl Iterator<Item = NamedOrBlankNodeRef<'a>> {
        self.triples
            .iter()
            .filter(move |t| t.predicate.as_str() == predicate && iri_of(&t.object) == Some(object))
            .map(|t| t.subject.as_ref())
    }

    /// The closure of a subject: its triples and those of the blank nodes reachable from it, in reading order.
    #[must_use]
    pub fn closure(&self, subject: &str) -> Self {
        let reached = self.reached(self.named(subject).statements().map(|(index, ..)| index));
        reached.into_iter().filter_map(|index| self.triples.get(index).cloned()).collect()
    }

    /// The given triples and those of the blank nodes reachable from them, as indices in reading order.
    #[must_use]
    pub fn reached(&self, from: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut chosen: Vec<usize> = from.collect();
        let mut next = 0;
        while let Some(triple) = chosen.get(next).and_then(|index| self.triples.get(*index)) {
            if let Term::BlankNode(node) = &triple.object
                && reached.insert(node.as_str())
            {
                chosen.extend(self.node(node.as_ref().into()).stated);
            }
            next += 1;
        }
        chosen.sort_unstable();
        chosen
    }

    /// Replaces an IRI as subject and object.
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

/// A node of a graph with its statements, in reading order.
#[derive(Debug, Clone, Copy)]
pub struct NodeView<'g> {
    graph: &'g Graph,
    /// Indices of the triples about it.
    stated: &'g [usize],
}

impl<'g> NodeView<'g> {
    /// Index, property and object of each triple about the node.
    pub fn statements(self) -> impl Iterator<Item = (usize, &'g str, &'g Term)> + use<'g> {
        let triples =
            self.stated.iter().filter_map(move |index| Some((*index, self.graph.triples.get(*index)?)));
        triples.map(|(index, triple)| (index, triple.predicate.as_str(), &triple.object))
    }

    /// The objects of a property with the indices of their triples.
    pub fn objects<'p>(self, property: &'p str) -> impl Iterator<Item = (usize, &'g Term)> + use<'g, 'p> {
        let of_it = self.statements().filter(move |(_, known, _)| *known == property);
        of_it.map(|(index, _, object)| (index, object))
    }

    /// Whether the node has a property.
    #[must_use]
    pub fn has(self, property: &str) -> bool {
        self.objects(property).next().is_some()
    }

    /// The IRIs of a property.
    pub fn iris<'p>(self, property: &'p str) -> impl Iterator<Item = &'g str> + use<'g, 'p> {
        self.objects(property).filter_map(|(_, object)| iri_of(object))
    }

    /// The first IRI of a property.
    #[must_use]
    pub fn iri(self, property: &str) -> Option<&'g str> {
        self.iris(property).next()
    }

    /// The literals of a property.
    pub fn literals<'p>(self, property: &'p str) -> impl Iterator<Item = &'g Literal> + use<'g, 'p> {
        self.objects(property).filter_map(|(_, object)| match object {
            Term::Literal(literal) => Some(literal),
            _ => None,
        })
    }

    /// The lexical forms of the literals of a property.
    pub fn texts<'p>(self, property: &'p str) -> impl Iterator<Item = &'g str> + use<'g, 'p> {
        self.literals(property).map(Literal::value)
    }

    /// The lexical form of the first literal of a property.
    #[must_use]
    pub fn text(self, property: &str) -> Option<&'g str> {
        self.texts(property).next()
    }

    /// The first IRI or literal of a property.
    #[must_use]
    pub fn value(self, property: &str) -> Option<&'g str> {
        self.objects(property).find_map(|(_, object)| iri_of(object).or_else(|| text_of(object)))
    }

    /// The nodes that are objects of a property, with the indices of their triples.
    pub fn nodes<'p>(self, property: &'p str) -> impl Iterator<Item = (usize, NodeView<'g>)> + use<'g, 'p> {
        self.objects(property).filter_map(move |(index, object)| Some((index, self.graph.node_of(object)?)))
    }
}

/// The IRI of a term; `None` for other terms.
#[must_use]
pub fn iri_of(term: &Term) -> Option<&str> {
    match term {
        Term::NamedNode(iri) => Some(iri.as_str()),
        _ => None,
    }
}

/// The lexical form of a literal; `None` for other terms.
#[must_use]
pub fn text_of(term: &Term) -> Option<&str> {
    match term {
        Term::Literal(literal) => Some(literal.value()),
        _ => None,
    }
}

impl FromIterator<Triple> for Graph {
    fn from_iter<I: IntoIterator<Item = Triple>>(triples: I) -> Self {
        Self { triples: triples.into_iter().collect(), by_subject: OnceLock::new() }
    }
}

/// Orders subjects: IRIs before blank nodes, each by bytes.
fn subject_key(subject: NamedOrBlankNodeRef<'_>) -> (bool, &str) {
    match subject {
        NamedOrBlankNodeRef::NamedNode(iri) => (false, iri.as_str()),
        NamedOrBlankNodeRef::BlankNode(node) => (true, node.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Syntax, canonicalize, canonicalize_closure, read};
    use super::*;

    #[test]
    fn statements_of_a_subject_are_found_without_scanning_all_triples() {
        let subjects = 100_000;
        let text: String = (0..subjects).map(|n| format!("_:s{n} <urn:p> {n} ; <urn:q> 1 .\n")).collect();
        let graph = read(Syntax::Turtle, text.as_bytes()).unwrap();
        let begin = std::time::Instant::now();
        let said = |triple: &Triple| graph.node(triple.subject.as_ref()).objects("urn:p").count();
        assert_eq!(graph.triples().iter().map(said).sum::<usize>(), 2 * subjects);
        // Scanning all triples for each subject takes minutes.
        assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
    }

    #[test]
    fn closures_and_canonical_forms_of_a_subject_agree() {
        let graph: Graph = read(
            Syntax::Turtle,
            b"<urn:a> <urn:p> [ <urn:q> [ <urn:r> <urn:b> ] ] . <urn:b> <urn:p> [ <urn:q> 1 ] . [] <urn:p> <urn:a> .",
        )
        .unwrap();
        for (iri, count) in [("urn:a", 3), ("urn:b", 2), ("urn:c", 0)] {
            let closure = graph.closure(iri);
            assert_eq!(closure.triples().len(), count, "{iri}");
            let whole = canonicalize_closure(&graph, iri).unwrap().into_text();
            assert_eq!(canonicalize(&closure).unwrap().into_text(), whole, "{iri}");
        }
    }
}
