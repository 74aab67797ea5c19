use serde::Serialize;

use super::Directory;
use super::reference::{Parts, Reference, foreign};
use muniment_licenses::model::terms::{cc, dct, owl, rdf, spdx};
use muniment_rdf::{Graph, NamedOrBlankNode, Term};

/// A property of a record with its values.
#[derive(Debug, Serialize)]
pub(super) struct Property<'a> {
    pub(super) label: Reference,
    pub(super) values: Vec<Shown<'a>>,
}

/// A value, ordered by its text.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Shown<'a> {
    /// A literal.
    Text(&'a str),
    /// A literal in another language, or a link.
    Link(Reference),
}

impl Shown<'_> {
    fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Link(reference) => reference.key().0,
        }
    }
}

/// The literals and IRIs of a record that its page does not show elsewhere, sorted by label.
pub(super) fn further<'a>(directory: &'a Directory<'_>, graph: &'a Graph, iri: &str) -> Vec<Property<'a>> {
    let own = &directory.own;
    let shown_elsewhere = [
        rdf::TYPE,
        dct::TITLE,
        dct::PUBLISHER,
        dct::SOURCE,
        dct::REPLACES,
        dct::IS_REPLACED_BY,
        cc::JURISDICTION,
        cc::LEGALCODE,
        spdx::LICENSE_ID,
        owl::DEPRECATED,
        &own.deprecated_on,
        &own.jurisdiction_port_of,
        &own.variant_of,
        &own.record_status,
    ];
    let mut statements: Vec<(&str, Shown<'_>)> = Vec::new();
    for triple in graph.triples() {
        let predicate = triple.predicate.as_str();
        let is_own = matches!(&triple.subject, NamedOrBlankNode::NamedNode(node) if node.as_str() == iri);
        if !is_own || shown_elsewhere.contains(&predicate) {
            continue;
        }
        let value = match &triple.object {
            Term::NamedNode(node) if predicate == own.version_history => {
                let (text, href) = (node.as_str().to_owned(), "#history-heading".to_owned());
                Shown::Link(Parts { text, href, ..Parts::default() }.into())
            }
            Term::NamedNode(node) => Shown::Link(directory.resource(node.as_str())),
            Term::Literal(literal) => match foreign(literal.language()) {
                "" => Shown::Text(literal.value()),
                language => {
                    let (text, language) = (literal.value().to_owned(), language.to_owned());
                    Shown::Link(Parts { text, language, ..Parts::default() }.into())
                }
            },
            Term::BlankNode(_) => continue,
        };
        statements.push((predicate, value));
    }
    statements.sort_by(|(a, value), (b, other)| (a, value.text()).cmp(&(b, other.text())));
    statements.dedup();
    let mut properties: Vec<Property<'_>> = Vec::new();
    let mut last = "";
    for (predicate, value) in statements {
        match properties.last_mut().filter(|_| last == predicate) {
            Some(property) => property.values.push(value),
            None => properties.push(Property { label: directory.term(predicate), values: vec![value] }),
        }
        last = predicate;
    }
    properties.sort_by_cached_key(|property| property.label.key().0.to_lowercase());
    properties
}
