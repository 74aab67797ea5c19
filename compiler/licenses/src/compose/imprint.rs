use super::Composer;
use crate::model::Day;
use crate::model::terms::{dct, owl, xsd};
use muniment_rdf::{Graph, Literal, NamedNode, NamedOrBlankNode, Term, Triple};

/// What the service, and nobody else, says of a composed license: spec:version-1#license-record and
/// spec:version-1#states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imprint<'a> {
    /// The permanent address of the license, `{license_base}<id>`.
    pub iri: &'a str,
    /// The profile of the account it belongs to, `{user_base}<id>`: its owner and creator.
    pub profile: &'a str,
    /// The day on which it was last changed: `dct:modified`.
    pub modified: Day,
    /// The day on which it was published: `dct:issued`. A draft has none.
    pub issued: Option<Day>,
    /// The license that this one succeeds: `dct:replaces`.
    pub replaces: Option<&'a str>,
    /// Where it is no longer current.
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

/// That a license is deprecated: spec:version-1#states, spec:version-2#states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Withdrawal<'a> {
    /// Since which day: `svc:deprecatedOn`.
    pub on: Day,
    /// IRI of the license to use instead: `dct:isReplacedBy`.
    pub successor: Option<&'a str>,
}

impl Composer<'_> {
    /// The model with the imprint on it: whatever it stated of that sort is gone, everything else stays.
    ///
    /// Deprecating a license is stamping it again with a [`Withdrawal`]. The version is always 1, since what
    /// changes is published under a new identifier (spec:version-2#states).
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
