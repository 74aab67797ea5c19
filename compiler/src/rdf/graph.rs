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
    /// Positions of the triples, in order of their subjects and, for one subject, in reading order.
    by_subject: OnceLock<Vec<usize>>,
}

/// What subjects are ordered by.
type SubjectKey<'g> = (bool, &'g str);

fn key(subject: NamedOrBlankNodeRef<'_>) -> SubjectKey<'_> {
    match subject {
        NamedOrBlankNodeRef::NamedNode(node) => (false, node.as_str()),
        NamedOrBlankNodeRef::BlankNode(node) => (true, node.as_str()),
    }
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
        self.statements(subject, predicate).map(|(_, object)| object.as_ref())
    }

    /// The objects of `subject predicate ?` with the positions of their triples, in reading order.
    pub fn statements<'a>(
        &'a self,
        subject: NamedOrBlankNodeRef<'a>,
        predicate: &'a str,
    ) -> impl Iterator<Item = (usize, &'a Term)> {
        self.about(key(subject))
            .filter(move |(_, triple)| triple.predicate.as_str() == predicate)
            .map(|(at, triple)| (at, &triple.object))
    }

    /// The triples of a subject with their positions, in reading order.
    fn about<'a>(&'a self, subject: SubjectKey<'a>) -> impl Iterator<Item = (usize, &'a Triple)> {
        let order = self.by_subject.get_or_init(|| {
            let mut order: Vec<(SubjectKey<'_>, usize)> =
                self.triples.iter().enumerate().map(|(at, t)| (key(t.subject.as_ref()), at)).collect();
            order.sort_unstable();
            order.into_iter().map(|(_, at)| at).collect()
        });
        let triple = |at: &usize| Some((*at, self.triples.get(*at)?));
        let is_before = |at: &usize| triple(at).is_some_and(|(_, t)| key(t.subject.as_ref()) < subject);
        let (_, from) = order.split_at(order.partition_point(is_before));
        from.iter().filter_map(triple).take_while(move |(_, t)| key(t.subject.as_ref()) == subject)
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
        let subject = key(NamedNodeRef::new_unchecked(subject).into());
        let mut reached = BTreeSet::from([subject]);
        let mut open = vec![subject];
        let mut found: Vec<(usize, &Triple)> = Vec::new();
        while let Some(subject) = open.pop() {
            for (at, triple) in self.about(subject) {
                found.push((at, triple));
                if let Term::BlankNode(node) = &triple.object
                    && reached.insert(key(node.as_ref().into()))
                {
                    open.push(key(node.as_ref().into()));
                }
            }
        }
        found.sort_unstable_by_key(|(at, _)| *at);
        found.into_iter().map(|(_, triple)| triple.clone()).collect()
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
