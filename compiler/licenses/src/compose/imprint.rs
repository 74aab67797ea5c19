use super::Composer;
use crate::model::Day;
use crate::model::terms::{dct, owl, xsd};
use muniment_rdf::{Graph, Literal, NamedNode, NamedOrBlankNode, Term, Triple};

/// The statements about a composed license that only the service may make (spec:version-1#license-record,
/// spec:version-1#states).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imprint<'a> {
    /// The permanent address of the license, `{license_base}<id>`.
    pub iri: &'a str,
    /// The profile of its owner and creator, `{user_base}<id>`.
    pub profile: &'a str,
    /// The day of the last change: `dct:modified`.
    pub modified: Day,
    /// The day of publication: `dct:issued`. A draft has none.
    pub issued: Option<Day>,
    /// The predecessor: `dct:replaces`.
    pub replaces: Option<&'a str>,
    /// The deprecation, if any.
    pub withdrawal: Option<Withdrawal<'a>>,
}

impl<'a> Imprint<'a> {
    /// The imprint of a draft.
    #[must_use]
    pub fn draft(iri: &'a str, profile: &'a str, day: Day) -> Self {
        Self { iri, profile, modified: day, issued: None, replaces: None, withdrawal: None }
    }

    /// The imprint of a license published on a day.
    #[must_use]
    pub fn published(iri: &'a str, profile: &'a str, day: Day) -> Self {
        Self { issued: Some(day), ..Self::draft(iri, profile, day) }
    }
}

/// The deprecation of a license (spec:version-1#states, spec:version-2#states).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Withdrawal<'a> {
    /// The day: `svc:deprecatedOn`.
    pub on: Day,
    /// IRI of the replacement: `dct:isReplacedBy`.
    pub successor: Option<&'a str>,
}

impl Composer<'_> {
    /// Replaces the statements of the service in a model with those of the imprint.
    ///
    /// To deprecate a license, stamp it again with a [`Withdrawal`]. The version is always 1, because a changed
    /// license gets a new identifier (spec:version-2#states).
    #[must_use]
    pub fn stamp(&self, graph: &Graph, imprint: &Imprint<'_>) -> Graph {
        let is_of_the_license = |triple: &Triple| matches!(&triple.subject, NamedOrBlankNode::NamedNode(s) if s.as_str() == imprint.iri);
        let kept = graph
            .triples()
            .iter()
            .filter(|triple| {
                !(is_of_the_license(triple) && self.is_for_the_service(triple.predicate.as_str()))
            })
            .cloned();
        let subject = NamedNode::new_unchecked(imprint.iri);
        let stamped = self.statements(imprint).into_iter().map(|(predicate, object)| {
            Triple::new(subject.clone(), NamedNode::new_unchecked(predicate), object)
        });
        kept.chain(stamped).collect()
    }

    fn statements<'i>(&'i self, imprint: &Imprint<'i>) -> Vec<(&'i str, Term)> {
        let iri = |iri: &str| Term::from(NamedNode::new_unchecked(iri));
        let day = |day: Day| typed(&day.to_string(), xsd::DATE);
        let own = &self.terms;
        let mut statements = vec![
            (dct::CREATOR, iri(imprint.profile)),
            (own.license_owner.as_str(), iri(imprint.profile)),
            (dct::HAS_VERSION, Literal::new_simple_literal("1").into()),
            (own.version_history.as_str(), iri(&format!("{}/versions", imprint.iri))),
            (dct::MODIFIED, day(imprint.modified)),
        ];
        statements.extend(imprint.issued.map(|issued| (dct::ISSUED, day(issued))));
        statements.extend(imprint.replaces.map(|replaced| (dct::REPLACES, iri(replaced))));
        if let Some(withdrawal) = imprint.withdrawal {
            statements.push((owl::DEPRECATED, typed("true", xsd::BOOLEAN)));
            statements.push((own.deprecated_on.as_str(), day(withdrawal.on)));
            statements.extend(withdrawal.successor.map(|by| (dct::IS_REPLACED_BY, iri(by))));
        }
        statements
    }
}

/// A literal with a datatype.
pub(super) fn typed(value: &str, datatype: &str) -> Term {
    Literal::new_typed_literal(value, NamedNode::new_unchecked(datatype)).into()
}
