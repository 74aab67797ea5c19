use oxrdf::{Literal, NamedNode, NamedNodeRef, NamedOrBlankNode, NamedOrBlankNodeRef, Term, TermRef, Triple};

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

    /// What is said of one subject: the triples about it and about the blank nodes it leads to, in reading order.
    #[must_use]
    pub fn closure(&self, subject: &str) -> Self {
        let mut about = vec![NamedOrBlankNodeRef::from(NamedNodeRef::new_unchecked(subject))];
        loop {
            let known = about.len();
            for triple in &self.triples {
                if let Term::BlankNode(node) = &triple.object
                    && about.contains(&triple.subject.as_ref())
                    && !about.contains(&node.as_ref().into())
                {
                    about.push(node.as_ref().into());
                }
            }
            if about.len() == known {
                break;
            }
        }
        self.triples.iter().filter(|triple| about.contains(&triple.subject.as_ref())).cloned().collect()
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

#[cfg(test)]
mod tests {
    use super::super::{Syntax, canonicalize, canonicalize_closure, read};
    use super::*;

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
