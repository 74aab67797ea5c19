use schemars::JsonSchema;
use serde::Serialize;

use super::call::Call;
use super::parameters::GRAPH;
use super::row::{Access, COMPUTED, Media, Route, Row, Tag, Words};
use crate::api::openapi::schema::{Iri, PerhapsDate, terms};
use muniment_licenses::model::{DefaultRule, DependencyGraph, Library, OwnTerms, one_line, term_anchor};
use muniment_licenses::reason::{Labels, rule_sentence};
use muniment_rdf::Prefixes;

pub(super) static LIST_RULES: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[&GRAPH],
    ..Row::new(
        Route::get("/dependencygraph/rules", "listRules", Access::MoreWithToken),
        Words::of(
            Tag::DependencyGraphs,
            "Default rules of a dependency graph",
            "What holds of an act where a license is silent. A proposed rule is a proposal for a legal reviewer and no \
             answer.",
        ),
        Media::json::<DefaultRuleList<'_>>(),
        |sent| Ok(Some(Call::Rules(sent.graph("graph", Library::DEFAULT_GRAPH)?))),
    )
};

/// The default rules of a graph: the answer of `GET /dependencygraph/rules` (spec:version-1#graph-endpoints).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DefaultRuleList<'g> {
    dependency_graph: Iri<&'g str>,
    /// Adopted ones first.
    default_rules: Vec<DefaultRuleEntry<'g>>,
}

/// A default rule (spec:version-1#graph-objects).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "DefaultRule")]
pub(super) struct DefaultRuleEntry<'g> {
    iri: Iri<&'g str>,
    action: Iri<&'g str>,
    action_label: String,
    action_curie: String,
    /// Where the act is explained; empty where it is not.
    action_url: String,
    #[schemars(extend("enum" = outcomes()))]
    outcome: &'g str,
    outcome_label: String,
    outcome_curie: String,
    jurisdiction: Iri<&'g str>,
    jurisdiction_label: String,
    /// Statutes and sources.
    basis: String,
    /// A proposed rule is a proposal for a legal reviewer.
    #[schemars(extend("enum" = statuses()))]
    status: String,
    status_label: String,
    adopted: bool,
    /// When it was written.
    date: PerhapsDate,
    label: String,
    /// The rule in words.
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
    DefaultRuleList { dependency_graph: Iri(iri), default_rules: rules }
}

/// What a default rule says of an act.
pub(super) fn outcomes() -> [String; 4] {
    let terms = terms();
    [terms.granted_by_default, terms.not_granted_by_default, terms.required_by_default, terms.not_waivable]
}

/// Where a rule stands, or the removal of an axiom.
pub(super) fn statuses() -> [String; 2] {
    let terms = terms();
    [terms.adopted, terms.proposed]
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
            iri: Iri(&rule.iri),
            action: Iri(&rule.action),
            action_label: self.labels.label(&rule.action),
            action_curie: self.prefixes.compact(&rule.action),
            action_url: self.page(&rule.action),
            outcome: &rule.outcome,
            outcome_label: self.labels.label(&rule.outcome),
            outcome_curie: self.prefixes.compact(&rule.outcome),
            jurisdiction: Iri(&rule.jurisdiction),
            jurisdiction_label: self.labels.label(&rule.jurisdiction),
            basis: one_line(&rule.basis),
            status: status.to_owned(),
            status_label: self.labels.label(status),
            adopted: rule.adopted,
            date: rule.date.into(),
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
        format!("/ns#{}", term_anchor(iri, &self.namespace, &self.prefixes))
    }
}
