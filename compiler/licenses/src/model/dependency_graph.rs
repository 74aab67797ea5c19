use std::collections::BTreeSet;

use super::terms::{dct, odrl, owl, rdf, rdfs};
use super::{Day, OwnTerms, Title};
use muniment_rdf::{Graph, NamedOrBlankNode, NodeView, Term};

/// A relation between two acts (spec:version-1#graph-objects).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Axiom {
    /// IRI of the first act.
    pub subject: String,
    /// IRI of the relation.
    pub predicate: String,
    /// IRI of the second act.
    pub object: String,
    /// Index of the triple, see [`Graph::triples`].
    pub triple: usize,
}

/// A statement for licenses that state nothing about an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultRule {
    /// Address of the rule.
    pub iri: String,
    /// Name.
    pub label: String,
    /// IRI of the act.
    pub action: String,
    /// IRI of the outcome.
    pub outcome: String,
    /// IRI of the territory.
    pub jurisdiction: String,
    /// Statutes and sources.
    pub basis: String,
    /// Explanation; may be empty.
    pub explanation: String,
    /// Day it was written.
    pub date: Option<Day>,
    /// Whether a reviewer has adopted it; otherwise it is a proposal.
    pub adopted: bool,
    /// Who adopted it; empty for a proposal.
    pub contributor: String,
    /// Day of adoption.
    pub date_accepted: Option<Day>,
    /// Rule of the base graph that this one replaces.
    pub replaces: Option<String>,
}

/// An axiom of the base graph that a graph leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AxiomRemoval {
    /// Address of the removal.
    pub iri: String,
    /// The axiom: subject, predicate and object IRI.
    pub axiom: [String; 3],
    /// Name; empty when it has none.
    pub label: String,
    /// Statutes and sources.
    pub basis: String,
    /// Explanation.
    pub explanation: String,
    /// Day it was written.
    pub date: Option<Day>,
    /// Whether a reviewer has adopted it; otherwise it is a proposal.
    pub adopted: bool,
}

/// A dependency graph, read from its triples.
#[derive(Debug, Clone, Default)]
pub struct DependencyGraph {
    /// `dct:title` of the graph.
    pub title: Title,
    /// `dct:description` of the graph.
    pub description: String,
    /// IRI of the territory it is written for.
    pub coverage: Option<String>,
    /// IRI of the graph it is built from.
    pub based_on: Option<String>,
    /// Version of that graph.
    pub based_on_version: Option<String>,
    /// Whether the graph states `owl:deprecated` true.
    pub deprecated: bool,
    /// Day of deprecation.
    pub deprecated_on: Option<Day>,
    /// IRI of the graph this one replaces.
    pub replaces: Option<String>,
    /// IRI of the graph that replaces this one.
    pub replaced_by: Option<String>,
    /// Axioms, sorted.
    pub axioms: Vec<Axiom>,
    /// Default rules, sorted by address.
    pub rules: Vec<DefaultRule>,
    /// Axiom removals, sorted by address.
    pub removals: Vec<AxiomRemoval>,
}

impl DependencyGraph {
    /// Whether the predicate is one of the four relations of an axiom.
    #[must_use]
    pub fn is_relation(predicate: &str, terms: &OwnTerms) -> bool {
        [odrl::INCLUDED_IN, owl::SAME_AS, odrl::IMPLIES, terms.contradicts.as_str()].contains(&predicate)
    }

    /// Reads a graph from its triples.
    #[must_use]
    pub fn read(graph: &Graph, iri: &str, terms: &OwnTerms) -> Self {
        let reader = |iri: &str| Reader(graph.named(iri));
        let own = reader(iri);
        let mut axioms: Vec<Axiom> = graph
            .triples()
            .iter()
            .enumerate()
            .filter_map(|(triple, t)| match (&t.subject, &t.object) {
                (NamedOrBlankNode::NamedNode(subject), Term::NamedNode(object))
                    if Self::is_relation(t.predicate.as_str(), terms) =>
                {
                    Some(Axiom {
                        subject: subject.as_str().to_owned(),
                        predicate: t.predicate.as_str().to_owned(),
                        object: object.as_str().to_owned(),
                        triple,
                    })
                }
                _ => None,
            })
            .collect();
        axioms.sort();
        axioms
            .dedup_by(|a, b| (&a.subject, &a.predicate, &a.object) == (&b.subject, &b.predicate, &b.object));
        Self {
            title: Title::of(own.0),
            description: own.value(dct::DESCRIPTION),
            coverage: own.first(dct::COVERAGE),
            based_on: own.first(&terms.based_on_graph),
            based_on_version: own.first(&terms.based_on_version),
            deprecated: own.0.value(owl::DEPRECATED) == Some("true"),
            deprecated_on: own.day(&terms.deprecated_on),
            replaces: own.first(dct::REPLACES),
            replaced_by: own.first(dct::IS_REPLACED_BY),
            axioms,
            rules: rules(graph, terms).iter().map(|rule| reader(rule).rule(rule, terms)).collect(),
            removals: typed(graph, &terms.axiom_removal)
                .iter()
                .map(|removal| reader(removal).removal(removal, terms))
                .collect(),
        }
    }
}

fn typed(graph: &Graph, class: &str) -> BTreeSet<String> {
    let subjects = graph.subjects_of(rdf::TYPE, class);
    subjects.filter_map(|subject| named(&subject.into_owned())).collect()
}

/// The default rules: nodes of this class, and nodes that name act, outcome and territory.
fn rules(graph: &Graph, terms: &OwnTerms) -> BTreeSet<String> {
    let is_rule = |iri: &String| {
        let node = graph.named(iri);
        [&terms.applies_to, &terms.default_outcome, &terms.in_jurisdiction].iter().all(|part| node.has(part))
    };
    let with_act = graph.triples().iter().filter(|t| t.predicate.as_str() == terms.applies_to);
    let mut rules = typed(graph, &terms.default_rule);
    rules.extend(with_act.filter_map(|t| named(&t.subject)).filter(is_rule));
    rules
}

fn named(subject: &NamedOrBlankNode) -> Option<String> {
    match subject {
        NamedOrBlankNode::NamedNode(iri) => Some(iri.as_str().to_owned()),
        NamedOrBlankNode::BlankNode(_) => None,
    }
}

struct Reader<'g>(NodeView<'g>);

impl Reader<'_> {
    fn first(&self, predicate: &str) -> Option<String> {
        self.0.value(predicate).map(str::to_owned)
    }

    fn value(&self, predicate: &str) -> String {
        self.first(predicate).unwrap_or_default()
    }

    fn day(&self, predicate: &str) -> Option<Day> {
        self.0.value(predicate)?.parse().ok()
    }

    /// Whether the status is adopted; without a status it is proposed.
    fn is_adopted(&self, terms: &OwnTerms) -> bool {
        self.0.value(&terms.rule_status) == Some(&terms.adopted)
    }

    fn rule(&self, iri: &str, terms: &OwnTerms) -> DefaultRule {
        DefaultRule {
            iri: iri.to_owned(),
            label: self.value(rdfs::LABEL),
            action: self.value(&terms.applies_to),
            outcome: self.value(&terms.default_outcome),
            jurisdiction: self.value(&terms.in_jurisdiction),
            basis: self.value(&terms.rule_basis),
            explanation: self.value(&terms.rule_explanation),
            date: self.day(dct::DATE),
            adopted: self.is_adopted(terms),
            contributor: self.value(dct::CONTRIBUTOR),
            date_accepted: self.day(dct::DATE_ACCEPTED),
            replaces: self.first(&terms.replaces_rule),
        }
    }

    fn removal(&self, iri: &str, terms: &OwnTerms) -> AxiomRemoval {
        AxiomRemoval {
            iri: iri.to_owned(),
            axiom: [rdf::SUBJECT, rdf::PREDICATE, rdf::OBJECT].map(|part| self.value(part)),
            label: self.value(rdfs::LABEL),
            basis: self.value(&terms.rule_basis),
            explanation: self.value(&terms.rule_explanation),
            date: self.day(dct::DATE),
            adopted: self.is_adopted(terms),
        }
    }
}
