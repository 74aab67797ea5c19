use std::collections::BTreeSet;

use serde::Serialize;

use super::super::Directory;
use super::super::reference::Reference;
use super::training::rule_reference;
use muniment_licenses::model::{Library, License, Model};
use muniment_licenses::reason::{AppliedRule, Bundle, Component, DefaultKind, Labels, default_reason};

/// The acts that a license does not mention, and the effects of the default graph.
#[derive(Debug, Serialize)]
pub(super) struct Silence {
    pub(super) graph: Reference,
    /// The applied default rules.
    pub(super) applied: Vec<Applied>,
    /// Acts that no statement names, sorted by label.
    pub(super) unnamed: Vec<Reference>,
}

/// An applied default rule.
#[derive(Debug, Serialize)]
pub(super) struct Applied {
    pub(super) act: Reference,
    /// Label of the act.
    pub(super) label: String,
    /// `permitted`, `required`, `prohibited`, or `conflict` if the license contradicts an unwaivable rule.
    pub(super) verdict: &'static str,
    pub(super) sentence: String,
    pub(super) territory: Reference,
    pub(super) rule: Reference,
    pub(super) basis: String,
    pub(super) explanation: String,
    pub(super) is_adopted: bool,
}

impl Silence {
    /// `None` in a library without a default graph.
    pub(super) fn of(directory: &Directory<'_>, model: &Model<License>) -> Option<Self> {
        let library = directory.catalog.library;
        let graph = &library.graphs.get(Library::DEFAULT_GRAPH)?.iri;
        let theory = directory.reasoner.theory(graph)?;
        let facts = directory.reasoner.read_license(&model.iri, &model.current.graph);
        // One license needs no time limit.
        let verdict = Bundle::new(theory, [Component::from(&facts)]).verdict(|| false).ok()?;
        let labels = Labels::new(&library.vocabulary.current.content);
        Some(Self {
            graph: directory.graph(Library::DEFAULT_GRAPH),
            applied: verdict.defaults().map(|applied| view(directory, &applied, &labels)).collect(),
            unnamed: unnamed(directory, &model.current.content),
        })
    }
}

fn view(directory: &Directory<'_>, applied: &AppliedRule<'_>, labels: &Labels<'_>) -> Applied {
    let rule = applied.rule;
    Applied {
        act: directory.term(&rule.action),
        label: labels.label(&rule.action),
        verdict: match applied.kind {
            DefaultKind::Supplied(position) => position.verdict(),
            DefaultKind::Finding => "conflict",
        },
        sentence: default_reason(applied, labels),
        territory: directory.term(&rule.jurisdiction),
        rule: rule_reference(Library::DEFAULT_GRAPH, rule),
        basis: rule.basis.clone(),
        explanation: rule.explanation.clone(),
        is_adopted: rule.adopted,
    }
}

fn unnamed(directory: &Directory<'_>, license: &License) -> Vec<Reference> {
    let library = directory.catalog.library;
    let vocabulary = &library.vocabulary.current.content;
    let named: BTreeSet<&str> = license.rules().map(|rule| rule.action.as_str()).collect();
    let offered = library.actions.iter().filter(|entry| entry.composable).map(|entry| entry.term.as_str());
    let mut unnamed: Vec<Reference> = offered
        .filter(|act| vocabulary.is_rule_action(act, &directory.own) && !named.contains(act))
        .map(|act| directory.term(act))
        .collect();
    unnamed.sort_by(|a, b| a.key().cmp(&b.key()));
    unnamed
}
