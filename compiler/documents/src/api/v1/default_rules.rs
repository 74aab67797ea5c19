use serde::Serialize;

use super::call::Call;
use super::row::{Access, COMPUTED, Media, Parameter, Route, Row, Tag, Words};
use muniment_licenses::model::{DefaultRule, DependencyGraph, Library, OwnTerms, one_line};
use muniment_licenses::reason::{Labels, rule_sentence};
use muniment_rdf::Prefixes;

pub(super) static LIST_RULES: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[Parameter::Graph],
    ..Row::new(
        Route::get("/dependencygraph/rules", "listRules", Access::MoreWithToken),
        Words::of(
            Tag::DependencyGraphs,
            "Default rules of a dependency graph",
            "What holds of an act where a license is silent. A proposed rule is a proposal for a legal reviewer and no \
             answer.",
        ),
        Media::Document("DefaultRuleList"),
        |sent| Ok(Some(Call::Rules(sent.graph("graph", Library::DEFAULT_GRAPH)?))),
    )
};

/// The default rules of a graph: the answer of `GET /dependencygraph/rules` (spec:version-1#graph-endpoints).
#[derive(Debug, Clone, Serialize)]
pub struct DefaultRuleList<'g> {
    dependency_graph: &'g str,
    default_rules: Vec<DefaultRuleEntry<'g>>,
}

/// A default rule (spec:version-1#graph-objects).
#[derive(Debug, Clone, Serialize)]
pub(super) struct DefaultRuleEntry<'g> {
    iri: &'g str,
    action: &'g str,
    action_label: String,
    action_curie: String,
    action_url: String,
    outcome: &'g str,
    outcome_label: String,
    outcome_curie: String,
    jurisdiction: &'g str,
    jurisdiction_label: String,
    basis: String,
    status: String,
    status_label: String,
    adopted: bool,
    date: String,
    label: String,
    sentence: String,
}

/// The rules of the graph with the IRI given: adopted ones first, then by the labels of act and territory,
/// then by address.
#[must_use]
pub fn default_rules<'g>(iri: &'g str, graph: &'g DependencyGraph, library: &Library) -> DefaultRuleList<'g> {
    let words = RuleWords::new(library);
    let mut rules: Vec<DefaultRuleEntry<'_>> = graph.rules.iter().map(|rule| words.entry(rule)).collect();
    rules.sort_by_cached_key(|rule| {
        (!rule.adopted, rule.action_label.to_lowercase(), rule.jurisdiction_label.to_lowercase(), rule.iri)
    });
    DefaultRuleList { dependency_graph: iri, default_rules: rules }
}

/// What is needed to say a rule in words.
pub(super) struct RuleWords<'l> {
    library: &'l Library,
    labels: Labels<'l>,
    prefixes: Prefixes,
    terms: OwnTerms,
    namespace: String,
}

impl<'l> RuleWords<'l> {
    pub(super) fn new(library: &'l Library) -> Self {
        Self {
            library,
            labels: Labels::new(&library.vocabulary.current.content),
            prefixes: library.site.all_prefixes(),
            terms: library.site.terms(),
            namespace: library.site.ns_iri(),
        }
    }

    pub(super) fn entry<'g>(&self, rule: &'g DefaultRule) -> DefaultRuleEntry<'g> {
        let status = self.status(rule.adopted);
        DefaultRuleEntry {
            iri: &rule.iri,
            action: &rule.action,
            action_label: self.labels.label(&rule.action),
            action_curie: self.prefixes.compact(&rule.action),
            action_url: self.page(&rule.action),
            outcome: &rule.outcome,
            outcome_label: self.labels.label(&rule.outcome),
            outcome_curie: self.prefixes.compact(&rule.outcome),
            jurisdiction: &rule.jurisdiction,
            jurisdiction_label: self.labels.label(&rule.jurisdiction),
            basis: one_line(&rule.basis),
            status: status.to_owned(),
            status_label: self.labels.label(status),
            adopted: rule.adopted,
            date: rule.date.map(|day| day.to_string()).unwrap_or_default(),
            label: one_line(&rule.label),
            sentence: rule_sentence(rule, &self.labels, &self.terms),
        }
    }

    /// IRI of the status of a rule or removal.
    pub(super) fn status(&self, is_adopted: bool) -> &str {
        if is_adopted { &self.terms.adopted } else { &self.terms.proposed }
    }

    /// The place of a term on the page of the vocabulary; empty for one it does not describe.
    fn page(&self, iri: &str) -> String {
        if !self.library.vocabulary.current.content.terms.contains_key(iri) {
            return String::new();
        }
        match iri.strip_prefix(&self.namespace) {
            Some(local) => format!("/ns#{local}"),
            None => format!("/ns#{}", self.prefixes.compact(iri)),
        }
    }
}
