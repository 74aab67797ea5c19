//! What may be said of a record, of its rules and of its target, and how often.

use super::context::Record;
use muniment_licenses::model::terms::{cc, dct, foaf, odrl, owl, rdf, scho, spdx, xsd};
use muniment_licenses::model::{Day, OwnTerms, Position};
use muniment_rdf::{NodeView, Term};

/// What a node of a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Record,
    /// A statement of the license as a whole.
    Rule(Position),
    /// A duty that hangs on a permission or, wrongly, on a prohibition.
    HangingDuty,
    Target,
}

impl Role {
    /// The class a node of this role is typed with.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Record => odrl::SET,
            Self::Rule(position) => position.class(),
            Self::HangingDuty => odrl::DUTY_CLASS,
            Self::Target => odrl::ASSET_COLLECTION,
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Rule(Position::Duty) => "license-wide duty",
            Self::Rule(position) => position.word(),
            Self::HangingDuty => "duty",
            Self::Target => "target",
        }
    }

    pub(super) fn is_duty(self) -> bool {
        matches!(self, Self::Rule(Position::Duty) | Self::HangingDuty)
    }
}

/// A node of a record with what is said of it.
pub(super) struct Node<'c> {
    pub(super) role: Role,
    /// The triple that points at the node; none points at the record.
    pub(super) pointer: Option<usize>,
    pub(super) view: NodeView<'c>,
}

/// The record and the nodes that have a role in it, in reading order.
pub(super) fn nodes<'c>(record: &Record<'c>) -> Vec<Node<'c>> {
    let mut nodes = vec![Node { role: Role::Record, pointer: None, view: record.node() }];
    let mut next = 0;
    while let Some(node) = nodes.get(next) {
        let role = node.role;
        let inner = node.view.statements().filter_map(|(index, predicate, object)| match object {
            Term::BlankNode(label) => {
                let view = record.graph().node(label.as_ref().into());
                Some(Node { role: role_of(role, predicate)?, pointer: Some(index), view })
            }
            _ => None,
        });
        nodes.extend(inner.collect::<Vec<_>>());
        next += 1;
    }
    nodes
}

/// The role of a node that a node of some role points at.
fn role_of(from: Role, predicate: &str) -> Option<Role> {
    match (from, predicate) {
        (Role::Record, odrl::TARGET) => Some(Role::Target),
        (Role::Record, _) => {
            Position::ALL.into_iter().find(|position| position.property() == predicate).map(Role::Rule)
        }
        (Role::Rule(Position::Permission | Position::Prohibition), odrl::DUTY) => Some(Role::HangingDuty),
        _ => None,
    }
}

/// What a property's values look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// A string, with or without a language.
    Text,
    /// A string without a language.
    Plain,
    Boolean,
    Date,
    Duration,
    Iri,
    /// A blank node.
    Node,
}

impl Value {
    pub(super) fn admits(self, term: &Term) -> bool {
        match (self, term) {
            (Self::Iri, Term::NamedNode(_)) | (Self::Node, Term::BlankNode(_)) => true,
            (Self::Text, Term::Literal(l)) => l.language().is_some() || l.datatype().as_str() == xsd::STRING,
            (Self::Plain, Term::Literal(l)) => l.language().is_none() && l.datatype().as_str() == xsd::STRING,
            (Self::Boolean, Term::Literal(l)) => {
                l.datatype().as_str() == xsd::BOOLEAN && matches!(l.value(), "true" | "false")
            }
            (Self::Date, Term::Literal(l)) => {
                l.datatype().as_str() == xsd::DATE && l.value().parse::<Day>().is_ok()
            }
            (Self::Duration, Term::Literal(l)) => l.datatype().as_str() == xsd::DURATION,
            _ => false,
        }
    }

    pub(super) fn about(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Plain => "a string without a language",
            Self::Boolean => "`true` or `false`",
            Self::Date => "a day, such as `\"2026-11-20\"^^xsd:date`",
            Self::Duration => "a duration, such as `\"P12M\"^^xsd:duration`",
            Self::Iri => "an address",
            Self::Node => "a blank node",
        }
    }
}

/// A property with its values and how often it may stand.
pub(super) struct Property {
    pub(super) iri: String,
    pub(super) value: Value,
    pub(super) least: usize,
    pub(super) most: usize,
}

const ANY: usize = usize::MAX;

/// The properties a node of each role may have. Where another check asks for a property with better words,
/// it is optional here.
pub(super) struct Properties {
    record: Vec<Property>,
    rule: Vec<Property>,
    duty: Vec<Property>,
    target: Vec<Property>,
}

impl Properties {
    pub(super) fn new(terms: &OwnTerms) -> Self {
        Self {
            record: of_record(terms),
            rule: of_rule(false, terms),
            duty: of_rule(true, terms),
            target: vec![
                property(rdf::TYPE, Value::Iri, 1, 1),
                // A target without a type is check 15.
                property(dct::TYPE, Value::Iri, 0, ANY),
            ],
        }
    }

    pub(super) fn of(&self, role: Role) -> &[Property] {
        match role {
            Role::Record => &self.record,
            _ if role.is_duty() => &self.duty,
            Role::Rule(_) | Role::HangingDuty => &self.rule,
            Role::Target => &self.target,
        }
    }
}

fn property(iri: impl Into<String>, value: Value, least: usize, most: usize) -> Property {
    Property { iri: iri.into(), value, least, most }
}

fn of_rule(is_duty: bool, terms: &OwnTerms) -> Vec<Property> {
    let mut properties = vec![
        property(rdf::TYPE, Value::Iri, 1, 1),
        property(odrl::ACTION, Value::Iri, 1, 1),
        property(&terms.evidence, Value::Plain, 0, 1),
        property(&terms.statement_origin, Value::Iri, 0, 1),
        property(&terms.convention, Value::Plain, 0, 1),
    ];
    if !is_duty {
        properties.push(property(odrl::DUTY, Value::Node, 0, ANY));
    }
    properties
}

/// Properties of section 2 that stand on composed licenses alone (text, owner, creator) are no part of it.
fn of_record(terms: &OwnTerms) -> Vec<Property> {
    let plain_once = [
        &terms.license_version,
        &terms.variant_kind,
        &terms.warranty_disclaimer,
        &terms.liability_limitation,
        &terms.warranty_or_liability_acceptance,
        &terms.promotion_specification,
        &terms.cure_period,
        &terms.share_alike_version_qualifier,
        &terms.reciprocity_scope,
        &terms.compatible_license_test,
        &terms.governing_law,
        &terms.field_of_use_restriction,
        &terms.source_publication_period,
        &terms.alternative_condition_set,
        &terms.government_rights_limitation,
    ];
    let booleans = [&terms.terminates_on_breach, &terms.or_later_version_option, &terms.sublicense_survival];
    let iri_once = [
        &terms.version_history,
        &terms.review_status,
        &terms.record_status,
        &terms.jurisdiction_port_of,
        &terms.variant_of,
        &terms.translation_of,
    ];
    let mut properties = vec![
        property(rdf::TYPE, Value::Iri, 1, 1),
        property(dct::TITLE, Value::Text, 1, 1),
        property(dct::ALTERNATIVE, Value::Plain, 0, ANY),
        property(spdx::LICENSE_ID, Value::Plain, 0, 1),
        property(cc::LEGALCODE, Value::Iri, 0, 1),
        property(dct::SOURCE, Value::Iri, 0, 1),
        property(dct::PUBLISHER, Value::Plain, 0, 1),
        property(cc::ATTRIBUTION_NAME, Value::Plain, 0, 1),
        property(dct::LANGUAGE, Value::Plain, 0, 1),
        property(foaf::LOGO, Value::Iri, 0, 1),
        property(foaf::IMG, Value::Iri, 0, 1),
        // Their fixed values, and that there is no second one, are check 17.
        property(cc::LICENSE, Value::Iri, 0, ANY),
        property(dct::LICENSE, Value::Iri, 0, ANY),
        property(dct::HAS_VERSION, Value::Plain, 0, 1),
        property(dct::MODIFIED, Value::Date, 1, 1),
        property(&terms.reviewed_on, Value::Date, 0, 1),
        property(cc::JURISDICTION, Value::Iri, 1, 1),
        property(&terms.validity_type, Value::Iri, 1, 1),
        property(scho::START_DATE, Value::Plain, 0, 1),
        property(scho::END_DATE, Value::Plain, 0, 1),
        property(scho::VALID_FOR, Value::Duration, 0, 1),
        property(&terms.additional_clauses, Value::Plain, 0, ANY),
        property(dct::IS_VERSION_OF, Value::Iri, 0, 1),
        property(&terms.composed_of, Value::Iri, 0, ANY),
        property(&terms.compatible_with, Value::Iri, 0, ANY),
        property(owl::DEPRECATED, Value::Boolean, 0, 1),
        property(&terms.deprecated_on, Value::Date, 0, 1),
        property(dct::IS_REPLACED_BY, Value::Iri, 0, 1),
        property(dct::REPLACES, Value::Iri, 0, 1),
        property(dct::ISSUED, Value::Date, 0, 1),
        property(odrl::PERMISSION, Value::Node, 1, ANY),
        property(odrl::PROHIBITION, Value::Node, 0, ANY),
        property(odrl::DUTY, Value::Node, 0, ANY),
        property(odrl::TARGET, Value::Node, 1, 1),
    ];
    properties.extend(plain_once.into_iter().map(|iri| property(iri, Value::Plain, 0, 1)));
    properties.extend(booleans.into_iter().map(|iri| property(iri, Value::Boolean, 0, 1)));
    properties.extend(iri_once.into_iter().map(|iri| property(iri, Value::Iri, 0, 1)));
    properties
}
