use std::collections::BTreeSet;
use std::sync::OnceLock;

use oxrdf::{Literal, NamedNode, NamedNodeRef, NamedOrBlankNode, NamedOrBlankNodeRef, Term, TermRef, Triple};

/// A set of triples, kept in the order in which they were read.
///
/// The order serves only to point at the place a triple came from; nothing that is written or hashed
/// depends on it. A triple stated twice is kept twice and counts once.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    triples: Vec<Triple>,
    /// Indices of the triples by subject, then in reading order; made at the first question about a subject.
    by_subject: OnceLock<Vec<usize>>,
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

    /// The triples about one subject with their indices, in reading order.
    ///
    /// The first call sorts all triples; each further call takes logarithmic time.
    pub fn about<'a>(
        &'a self,
        subject: NamedOrBlankNodeRef<'_>,
    ) -> impl Iterator<Item = (usize, &'a Triple)> + use<'a> {
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
        let indices = sorted.get(from..to).unwrap_or_default();
        indices.iter().filter_map(|index| Some((*index, self.triples.get(*index)?)))
    }

    /// The objects of `subject predicate ?`, in reading order.
    pub fn objects<'a>(
        &'a self,
        subject: NamedOrBlankNodeRef<'_>,
        predicate: &'a str,
    ) -> impl Iterator<Item = TermRef<'a>> + use<'a> {
        self.statements(subject, predicate).map(|(_, object)| object.as_ref())
    }

    /// The objects of `subject predicate ?` with the positions of their triples, in reading order.
    pub fn statements<'a>(
        &'a self,
        subject: NamedOrBlankNodeRef<'_>,
        predicate: &'a str,
    ) -> impl Iterator<Item = (usize, &'a Term)> + use<'a> {
        let about = self.about(subject).filter(move |(_, t)| t.predicate.as_str() == predicate);
        about.map(|(at, t)| (at, &t.object))
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

    /// What is said of one subject: the triples about it and about the blank nodes it leads to, in reading order.
    #[must_use]
    pub fn closure(&self, subject: &str) -> Self {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut chosen: Vec<(usize, &Triple)> =
            self.about(NamedNodeRef::new_unchecked(subject).into()).collect();
        let mut next = 0;
        while let Some((_, triple)) = chosen.get(next) {
            if let Term::BlankNode(node) = &triple.object
                && reached.insert(node.as_str())
            {
                chosen.extend(self.about(node.as_ref().into()));
            }
            next += 1;
        }
        chosen.sort_unstable_by_key(|(index, _)| *index);
        chosen.into_iter().map(|(_, triple)| triple.clone()).collect()
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
    fn what_is_said_of_a_subject_is_found_without_looking_at_the_others() {
        let subjects = 100_000;
        let text: String = (0..subjects).map(|n| format!("_:s{n} <urn:p> {n} ; <urn:q> 1 .\n")).collect();
        let graph = read(Syntax::Turtle, text.as_bytes()).unwrap();
        let begin = std::time::Instant::now();
        let said = |triple: &Triple| graph.objects(triple.subject.as_ref(), "urn:p").count();
        assert_eq!(graph.triples().iter().map(said).sum::<usize>(), 2 * subjects);
        // Looking at every triple for each of them takes minutes.
        assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
    }

    #[test]
    fn a_closure_is_what_canonical_forms_of_a_subject_are_made_of() {
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
