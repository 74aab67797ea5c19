//! What a node of a graph states, by predicate.

use std::collections::BTreeSet;

use muniment_rdf::{Graph, NamedOrBlankNode, Term};

fn objects<'g>(
    graph: &'g Graph,
    subject: &'g NamedOrBlankNode,
    predicate: &'g str,
) -> impl Iterator<Item = &'g Term> {
    graph.statements(subject.as_ref(), predicate).map(|(_, object)| object)
}

/// The IRIs and blank nodes it leads to.
pub(super) fn nodes(graph: &Graph, subject: &NamedOrBlankNode, predicate: &str) -> Vec<NamedOrBlankNode> {
    objects(graph, subject, predicate)
        .filter_map(|term| match term {
            Term::BlankNode(node) => Some(node.clone().into()),
            Term::NamedNode(node) => Some(node.clone().into()),
            Term::Literal(_) => None,
        })
        .collect()
}

/// The IRIs it leads to, in order.
pub(super) fn iris(graph: &Graph, subject: &NamedOrBlankNode, predicate: &str) -> BTreeSet<String> {
    objects(graph, subject, predicate)
        .filter_map(|term| match term {
            Term::NamedNode(node) => Some(node.as_str().to_owned()),
            _ => None,
        })
        .collect()
}

/// The texts of the literals it has, in order.
pub(super) fn literals(graph: &Graph, subject: &NamedOrBlankNode, predicate: &str) -> BTreeSet<String> {
    objects(graph, subject, predicate)
        .filter_map(|term| match term {
            Term::Literal(literal) => Some(literal.value().to_owned()),
            _ => None,
        })
        .collect()
}
