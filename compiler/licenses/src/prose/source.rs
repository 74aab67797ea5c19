use std::collections::{BTreeMap, BTreeSet};

use super::Lexicon;
use crate::model::terms::{cc, dct, foaf, odrl, owl, rdf, spdx};
use crate::model::{License, Model, ModelVersion, OwnTerms, Rule};
use muniment_rdf::{Graph, NodeView, Term, iri_of};

/// A license model to write as text: a version of a record, or a composed license.
#[derive(Debug, Clone, Copy)]
pub struct Source<'m> {
    /// IRI of the license.
    pub iri: &'m str,
    /// The result of [`License::read`] for `graph`.
    pub license: &'m License,
    /// The triples.
    pub graph: &'m Graph,
}

/// A value of a property of a license, ordered by kind and content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value<'m> {
    Text(&'m str),
    Iri(&'m str),
    /// A node, for which there is no sentence.
    Node,
}

impl<'m> Source<'m> {
    /// One version of a record.
    #[must_use]
    pub fn of(model: &'m Model<License>, version: &'m ModelVersion<License>) -> Self {
        Self { iri: &model.iri, license: &version.content, graph: &version.graph }
    }

    /// The text of the license, which composed licenses may have (spec:version-1#composer-document); the first of
    /// several in byte order.
    #[must_use]
    pub fn license_text(&self, own: &OwnTerms) -> Option<&'m str> {
        self.graph.named(self.iri).texts(&own.license_text).min()
    }

    /// The properties of the license without rules and data about the record. Values are sorted and unique.
    pub(super) fn properties(&self, lexicon: &Lexicon<'_>) -> BTreeMap<&'m str, BTreeSet<Value<'m>>> {
        let mut properties: BTreeMap<&str, BTreeSet<Value<'_>>> = BTreeMap::new();
        for (_, predicate, object) in self.graph.named(self.iri).statements() {
            let value = match object {
                Term::NamedNode(iri) => Value::Iri(iri.as_str()),
                Term::Literal(literal) => Value::Text(literal.value()),
                Term::BlankNode(_) => Value::Node,
            };
            let is_read_elsewhere = match predicate {
                odrl::PERMISSION | odrl::PROHIBITION | odrl::DUTY => true,
                odrl::TARGET => value == Value::Node,
                _ => is_about_the_record(predicate, &lexicon.own),
            };
            if !is_read_elsewhere {
                properties.entry(predicate).or_default().insert(value);
            }
        }
        properties
    }

    /// Properties of the node of a rule that [`Rule`] does not have, such as the constraints of ODRL.
    #[must_use]
    pub fn details(&self, rule: &Rule, own: &OwnTerms) -> BTreeSet<&'m str> {
        let node =
            self.graph.triples().get(rule.triple).and_then(|triple| self.graph.node_of(&triple.object));
        let described = node.into_iter().flat_map(NodeView::statements);
        let known = [
            own.evidence.as_str(),
            &own.evidence_locator,
            &own.convention,
            &own.statement_origin,
            &own.conveyed_form,
            &own.alternative_group,
            &own.changed_only,
            &own.license_class,
        ];
        described
            .filter(|(_, predicate, object)| match *predicate {
                rdf::TYPE => false,
                odrl::ACTION => iri_of(object) != Some(&rule.action),
                odrl::DUTY => rule.duties.is_empty(),
                predicate => !known.contains(&predicate),
            })
            .map(|(_, predicate, _)| predicate)
            .collect()
    }
}

/// Whether a property is about the record or its addresses, and not a term of the license.
fn is_about_the_record(predicate: &str, own: &OwnTerms) -> bool {
    let shared = [
        rdf::TYPE,
        dct::TITLE,
        dct::ALTERNATIVE,
        dct::HAS_VERSION,
        dct::MODIFIED,
        dct::ISSUED,
        dct::CREATOR,
        dct::PUBLISHER,
        dct::SOURCE,
        dct::LICENSE,
        dct::REPLACES,
        dct::IS_REPLACED_BY,
        cc::LICENSE,
        cc::LEGALCODE,
        spdx::LICENSE_ID,
        owl::DEPRECATED,
        foaf::LOGO,
        foaf::IMG,
    ];
    let of_the_library = [
        &own.deprecated_on,
        &own.license_owner,
        &own.license_text,
        &own.record_status,
        &own.review_status,
        &own.reviewed_on,
        &own.version_history,
    ];
    shared.contains(&predicate) || of_the_library.iter().any(|known| *known == predicate)
}
