//! Statements about number and day of a version.

use crate::history::VersionFacts;
use muniment_licenses::model::terms::{dct, owl, xsd};
use muniment_licenses::model::{Day, ModelKind, Site, VersionNumber};
use muniment_rdf::{Graph, Literal, NamedNode, Term, Triple};

/// Sets number, day and version history in the triples of a model.
pub(super) fn numbered(
    graph: &Graph,
    facts: &VersionFacts<'_>,
    version: VersionNumber,
    day: Day,
    site: &Site,
) -> Graph {
    let plain = |text: String| Term::from(Literal::new_simple_literal(text));
    let named = |iri: String| Term::from(NamedNode::new_unchecked(iri));
    let number = (dct::HAS_VERSION.to_owned(), plain(version.to_string()));
    let modified = (dct::MODIFIED.to_owned(), date(day));
    let said = match facts.kind {
        ModelKind::License => {
            vec![number, modified, (site.terms().version_history, named(format!("{}/versions", facts.iri)))]
        }
        ModelKind::DependencyGraph => vec![number, (dct::DATE.to_owned(), date(day))],
        ModelKind::Vocabulary => {
            let before = version.predecessor().unwrap_or(VersionNumber::FIRST);
            let prior = (owl::PRIOR_VERSION.to_owned(), named(site.vocabulary_version_iri(before)));
            vec![number, modified, (owl::VERSION_INFO.to_owned(), plain(format!("{version}.0"))), prior]
        }
    };
    // A record always has all of them; graphs and vocabularies only those that they had.
    let is_stated = |predicate: &str| {
        let states = |graph: &Graph| graph.named(facts.iri).has(predicate);
        facts.kind == ModelKind::License || states(graph) || states(facts.graph())
    };
    let said = said.into_iter().filter(|(predicate, _)| is_stated(predicate));
    said.fold(graph.clone(), |graph, (predicate, object)| restated(&graph, facts.iri, &predicate, object))
}

/// Replaces the values of a predicate of a subject.
pub(super) fn restated(graph: &Graph, iri: &str, predicate: &str, object: Term) -> Graph {
    let stated = Triple::new(NamedNode::new_unchecked(iri), NamedNode::new_unchecked(predicate), object);
    let is_other =
        |triple: &&Triple| triple.subject != stated.subject || triple.predicate != stated.predicate;
    graph.triples().iter().filter(is_other).cloned().chain([stated.clone()]).collect()
}

pub(super) fn date(day: Day) -> Term {
    Literal::new_typed_literal(day.to_string(), NamedNode::new_unchecked(xsd::DATE)).into()
}

pub(super) fn title<'g>(graph: &'g Graph, iri: &str) -> Option<&'g str> {
    graph.named(iri).text(dct::TITLE)
}

/// Whether a statement of a change list differs in every version of a graph or vocabulary.
pub(super) fn counts_versions(statement: &str) -> bool {
    ["dct:date ", "owl:versionInfo ", "owl:priorVersion "].iter().any(|topic| statement.starts_with(topic))
}
