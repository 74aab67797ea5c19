use super::terms::{cc, dct, foaf, odrl, owl, rdf, scho, spdx, xsd};
use super::{Day, OwnTerms, Position};
use muniment_rdf::Term;

/// The role of a node of a license.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The license itself.
    Record,
    /// A statement of the license as a whole.
    Rule(Position),
    /// A duty of a permission or, wrongly, of a prohibition.
    HangingDuty,
    /// The asset of the license.
    Target,
    /// A limit on use.
    UseLimit,
    /// Other licenses under which a copy may be taken.
    Relicensing,
}

impl Role {
    /// The class of the node.
    #[must_use]
    pub fn class(self, terms: &OwnTerms) -> &str {
        match self {
            Self::Record => odrl::SET,
            Self::Rule(position) => position.class(),
            Self::HangingDuty => odrl::DUTY_CLASS,
            Self::Target => odrl::ASSET_COLLECTION,
            Self::UseLimit => &terms.use_limit_class,
            Self::Relicensing => &terms.relicensing_class,
        }
    }

    /// The noun in messages.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Rule(Position::Duty) => "license-wide duty",
            Self::Rule(position) => position.word(),
            Self::HangingDuty => "duty",
            Self::Target => "target",
            Self::UseLimit => "limit on use",
            Self::Relicensing => "relicensing",
        }
    }

    /// Whether it is a license-wide duty or a duty of a rule.
    #[must_use]
    pub const fn is_duty(self) -> bool {
        matches!(self, Self::Rule(Position::Duty) | Self::HangingDuty)
    }
}

/// The kind of the values of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// A string, with or without a language.
    Text,
    /// A string without a language.
    Plain,
    /// Any literal.
    Literal,
    /// `true` or `false`.
    Boolean,
    /// A day of the calendar.
    Date,
    /// An XML Schema duration.
    Duration,
    /// An IRI.
    Iri,
    /// A blank node.
    Node,
}

impl ValueKind {
    /// Whether a term is such a value.
    #[must_use]
    pub fn admits(self, term: &Term) -> bool {
        let literal = match term {
            Term::NamedNode(_) => return self == Self::Iri,
            Term::BlankNode(_) => return self == Self::Node,
            Term::Literal(literal) => literal,
        };
        let datatype = literal.datatype().as_str();
        match self {
            Self::Text => literal.language().is_some() || datatype == xsd::STRING,
            Self::Plain => literal.language().is_none() && datatype == xsd::STRING,
            Self::Literal => true,
            Self::Boolean => datatype == xsd::BOOLEAN && matches!(literal.value(), "true" | "false"),
            Self::Date => datatype == xsd::DATE && literal.value().parse::<Day>().is_ok(),
            Self::Duration => datatype == xsd::DURATION,
            Self::Iri | Self::Node => false,
        }
    }

    /// The description for messages.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Plain => "a string without a language",
            Self::Literal => "a literal",
            Self::Boolean => "`true` or `false`",
            Self::Date => "a day, such as `\"2026-11-20\"^^xsd:date`",
            Self::Duration => "a duration, such as `\"P12M\"^^xsd:duration`",
            Self::Iri => "an IRI",
            Self::Node => "a blank node",
        }
    }
}

/// The values that a property may have: their kind and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowed {
    /// Kind of the values.
    pub kind: ValueKind,
    /// Minimum number of different values.
    pub least: usize,
    /// Maximum number of different values.
    pub most: usize,
}

/// A property of a node of a license.
#[derive(Debug, Clone)]
pub struct Property {
    /// Its IRI.
    pub iri: String,
    /// The values in records of the library; `None` if records do not have the property.
    pub recorded: Option<Allowed>,
    /// The values in a license that a user sends; `None` if they are neither read nor checked.
    pub sent: Option<Allowed>,
}

const ANY: usize = usize::MAX;

impl Property {
    fn new(iri: impl Into<String>, kind: ValueKind, least: usize, most: usize) -> Self {
        Self { iri: iri.into(), recorded: Some(Allowed { kind, least, most }), sent: None }
    }

    fn once(iri: impl Into<String>, kind: ValueKind) -> Self {
        Self::new(iri, kind, 0, 1)
    }

    fn sent_alone(iri: impl Into<String>, kind: ValueKind) -> Self {
        Self { recorded: None, ..Self::once(iri, kind).sent(kind, 1) }
    }

    /// Nothing is required here, because the composer reports what is missing.
    fn sent(self, kind: ValueKind, most: usize) -> Self {
        Self { sent: Some(Allowed { kind, least: 0, most }), ..self }
    }
}

/// The properties of the nodes of a license (spec:data-model#record), for checks of records and for licenses that
/// users send. A property is optional here if another check requires it with a better message.
#[derive(Debug, Clone)]
pub struct Properties {
    record: Vec<Property>,
    rule: Vec<Property>,
    duty: Vec<Property>,
    target: Vec<Property>,
    use_limit: Vec<Property>,
    relicensing: Vec<Property>,
}

impl Properties {
    /// The properties with the terms of a library.
    #[must_use]
    pub fn new(terms: &OwnTerms) -> Self {
        let statement = of_statement(terms);
        let duties = Property::new(odrl::DUTY, ValueKind::Node, 0, ANY);
        Self {
            record: of_record(terms),
            rule: statement
                .iter()
                .cloned()
                .chain([duties, Property::once(&terms.license_class, ValueKind::Plain)])
                .collect(),
            duty: statement.into_iter().chain(of_duty(terms)).collect(),
            target: vec![
                Property::new(rdf::TYPE, ValueKind::Iri, 1, 1),
                // A target without an asset type is check 15.
                Property::new(dct::TYPE, ValueKind::Iri, 0, ANY),
            ],
            use_limit: vec![
                Property::new(rdf::TYPE, ValueKind::Iri, 1, 1),
                Property::new(&terms.limit_kind, ValueKind::Plain, 1, 1),
                Property::new(&terms.limit_extent, ValueKind::Plain, 1, 1),
                Property::new(&terms.limit_condition, ValueKind::Plain, 1, 1),
                Property::once(&terms.evidence, ValueKind::Plain),
                Property::once(&terms.evidence_locator, ValueKind::Plain),
            ],
            relicensing: vec![
                Property::new(rdf::TYPE, ValueKind::Iri, 1, 1),
                Property::new(&terms.relicensed_under, ValueKind::Iri, 0, ANY),
                Property::once(&terms.license_class, ValueKind::Plain),
                Property::once(&terms.relicensed_after, ValueKind::Duration),
                Property::once(&terms.relicensed_works, ValueKind::Plain),
                Property::new(odrl::DUTY, ValueKind::Node, 0, ANY),
                Property::once(&terms.evidence, ValueKind::Plain),
                Property::once(&terms.evidence_locator, ValueKind::Plain),
            ],
        }
    }

    /// The properties of nodes of a role.
    #[must_use]
    pub fn of(&self, role: Role) -> &[Property] {
        match role {
            Role::Record => &self.record,
            Role::Rule(Position::Duty) | Role::HangingDuty => &self.duty,
            Role::Rule(_) => &self.rule,
            Role::Target => &self.target,
            Role::UseLimit => &self.use_limit,
            Role::Relicensing => &self.relicensing,
        }
    }

    /// The properties of a node of a record, by IRI.
    pub fn recorded(&self, role: Role) -> impl Iterator<Item = (&str, Allowed)> {
        self.of(role).iter().filter_map(|property| Some((property.iri.as_str(), property.recorded?)))
    }

    /// The properties read from a license that a user sends, by IRI.
    pub fn sent(&self) -> impl Iterator<Item = (&str, Allowed)> {
        self.record.iter().filter_map(|property| Some((property.iri.as_str(), property.sent?)))
    }
}

fn of_statement(terms: &OwnTerms) -> Vec<Property> {
    vec![
        Property::new(rdf::TYPE, ValueKind::Iri, 1, 1),
        Property::new(odrl::ACTION, ValueKind::Iri, 1, 1),
        Property::once(&terms.evidence, ValueKind::Plain),
        Property::once(&terms.evidence_locator, ValueKind::Plain),
        Property::once(&terms.statement_origin, ValueKind::Iri),
        Property::once(&terms.convention, ValueKind::Plain),
    ]
}

/// What a duty has beside the properties of every statement.
fn of_duty(terms: &OwnTerms) -> [Property; 3] {
    [
        Property::once(&terms.conveyed_form, ValueKind::Iri),
        Property::once(&terms.alternative_group, ValueKind::Plain),
        Property::once(&terms.changed_only, ValueKind::Boolean),
    ]
}

fn of_record(terms: &OwnTerms) -> Vec<Property> {
    use ValueKind::{Boolean, Date, Duration, Iri, Literal, Node, Plain, Text};
    let new = Property::new;
    let mut properties = vec![
        new(rdf::TYPE, Iri, 1, 1),
        new(dct::TITLE, Text, 1, 1).sent(Text, 1),
        new(dct::ALTERNATIVE, Plain, 0, ANY).sent(Text, ANY),
        // Their fixed values, and that there is no second one, are check 17.
        new(cc::LICENSE, Iri, 0, ANY).sent(Iri, 1),
        new(dct::LICENSE, Iri, 0, ANY).sent(Iri, 1),
        new(dct::MODIFIED, Date, 1, 1),
        new(cc::JURISDICTION, Iri, 1, 1).sent(Iri, 1),
        new(&terms.validity_type, Iri, 1, 1).sent(Iri, 1),
        new(&terms.additional_clauses, Plain, 0, ANY).sent(Text, ANY),
        new(&terms.composed_of, Iri, 0, ANY),
        new(&terms.compatible_with, Iri, 0, ANY),
        new(&terms.accompanied_by, Iri, 0, ANY),
        new(&terms.combinable_with, Iri, 0, ANY),
        new(&terms.accepts_condition, Iri, 0, ANY),
        new(&terms.use_limit, Node, 0, ANY),
        new(&terms.relicensing, Node, 0, ANY),
        new(odrl::PERMISSION, Node, 1, ANY).sent(Node, ANY),
        new(odrl::PROHIBITION, Node, 0, ANY).sent(Node, ANY),
        new(odrl::DUTY, Node, 0, ANY).sent(Node, ANY),
        new(odrl::TARGET, Node, 1, 1).sent(Node, 1),
        // The parties that a composed license names.
        Property::sent_alone(dct::CONTRIBUTOR, Text),
        Property::sent_alone(odrl::ASSIGNER, Text),
        Property::sent_alone(odrl::ASSIGNEE, Text),
        Property::sent_alone(&terms.license_text, Text),
    ];
    let once = |kind, iris: &[&str]| -> Vec<Property> {
        iris.iter().map(|iri| Property::once(*iri, kind)).collect()
    };
    let once_or_sent = |kind, sent, iris: &[&str]| -> Vec<Property> {
        once(kind, iris).into_iter().map(|property| property.sent(sent, 1)).collect()
    };
    properties.extend(once_or_sent(
        Plain,
        Text,
        &[
            spdx::LICENSE_ID,
            dct::PUBLISHER,
            cc::ATTRIBUTION_NAME,
            &terms.license_version,
            &terms.warranty_disclaimer,
            &terms.liability_limitation,
            &terms.warranty_or_liability_acceptance,
            &terms.promotion_specification,
        ],
    ));
    properties.extend(once_or_sent(Plain, Literal, &[scho::START_DATE, scho::END_DATE]));
    properties.extend(once_or_sent(Duration, Literal, &[scho::VALID_FOR]));
    properties.extend(once_or_sent(Iri, Iri, &[cc::LEGALCODE, dct::SOURCE]));
    properties.extend(once(
        Plain,
        &[
            dct::LANGUAGE,
            dct::HAS_VERSION,
            &terms.variant_kind,
            &terms.cure_period,
            &terms.share_alike_version_qualifier,
            &terms.reciprocity_scope,
            &terms.compatible_license_test,
            &terms.governing_law,
            &terms.field_of_use_restriction,
            &terms.source_publication_period,
            &terms.alternative_condition_set,
            &terms.government_rights_limitation,
            &terms.legal_text_hash,
            &terms.distinguishing_feature,
            &terms.license_strength,
            &terms.share_alike_scope,
            &terms.patent_termination,
        ],
    ));
    properties.extend(once(
        Boolean,
        &[
            owl::DEPRECATED,
            &terms.terminates_on_breach,
            &terms.or_later_version_option,
            &terms.sublicense_survival,
            &terms.no_further_restrictions,
        ],
    ));
    properties.extend(once(Date, &[dct::ISSUED, &terms.reviewed_on, &terms.deprecated_on]));
    properties.extend(once(
        Iri,
        &[
            foaf::LOGO,
            foaf::IMG,
            dct::IS_VERSION_OF,
            dct::IS_REPLACED_BY,
            dct::REPLACES,
            &terms.version_history,
            &terms.review_status,
            &terms.record_status,
            &terms.jurisdiction_port_of,
            &terms.variant_of,
            &terms.translation_of,
        ],
    ));
    properties
}
