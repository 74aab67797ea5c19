use serde::Serialize;

use super::frame::Frame;
use super::reference::Reference;
use super::{Directory, Page};
use crate::model::{Axiom, DefaultRule, DependencyGraph, GraphId, Model};
use crate::reason::compare_graphs;

/// Two graphs side by side.
#[derive(Debug, Serialize)]
pub(super) struct GraphComparisonPage<'a> {
    frame: Frame<'a>,
    /// Every core graph, to choose from.
    graphs: Vec<Choice<'a>>,
    left: Reference,
    right: Reference,
    /// Address of the same comparison as JSON.
    json: String,
    is_same: bool,
    added_axioms: Vec<[Reference; 3]>,
    removed_axioms: Vec<[Reference; 3]>,
    changed_axioms: Vec<[[Reference; 3]; 2]>,
    added_rules: Vec<RuleRow<'a>>,
    removed_rules: Vec<RuleRow<'a>>,
    changed_rules: Vec<ChangedRow<'a>>,
}

#[derive(Debug, Serialize)]
struct Choice<'a> {
    id: &'a str,
    title: &'a str,
    is_left: bool,
    is_right: bool,
}

#[derive(Debug, Serialize)]
struct RuleRow<'a> {
    label: &'a str,
    act: Reference,
    outcome: Reference,
    territory: Reference,
    is_adopted: bool,
}

#[derive(Debug, Serialize)]
struct ChangedRow<'a> {
    left: RuleRow<'a>,
    right: RuleRow<'a>,
    fields: Vec<&'static str>,
}

impl Page for GraphComparisonPage<'_> {
    const TEMPLATE: &'static str = "pages/graph_comparison.html";
}

impl<'a> GraphComparisonPage<'a> {
    pub(super) fn new(
        directory: &'a Directory<'_>,
        left: (&'a GraphId, &'a Model<DependencyGraph>),
        right: (&'a GraphId, &'a Model<DependencyGraph>),
    ) -> Self {
        let library = directory.catalog.library;
        let difference =
            compare_graphs(&left.1.current.content, &right.1.current.content, &library.site.terms());
        let axiom =
            |axiom: &Axiom| [&axiom.subject, &axiom.predicate, &axiom.object].map(|iri| directory.term(iri));
        let rule = |rule: &'a DefaultRule| RuleRow {
            label: &rule.label,
            act: directory.term(&rule.action),
            outcome: directory.term(&rule.outcome),
            territory: directory.term(&rule.jurisdiction),
            is_adopted: rule.adopted,
        };
        let choice = |(id, model): (&'a GraphId, &'a Model<DependencyGraph>)| Choice {
            id: id.as_str(),
            title: &model.current.content.title.value,
            is_left: id == left.0,
            is_right: id == right.0,
        };
        Self {
            frame: Frame::new(directory, "/dependency-graph/compare", String::new()),
            graphs: library.graphs.iter().map(choice).collect(),
            left: directory.graph(left.0.as_str()),
            right: directory.graph(right.0.as_str()),
            json: format!("/dependency-graph/compare?left={}&right={}&format=json", left.0, right.0),
            is_same: difference.is_same(),
            added_axioms: difference.axioms.added.iter().map(|added| axiom(added)).collect(),
            removed_axioms: difference.axioms.removed.iter().map(|removed| axiom(removed)).collect(),
            changed_axioms: difference
                .axioms
                .changed
                .iter()
                .map(|changed| [axiom(changed.left), axiom(changed.right)])
                .collect(),
            added_rules: difference.rules.added.iter().map(|added| rule(added)).collect(),
            removed_rules: difference.rules.removed.iter().map(|removed| rule(removed)).collect(),
            changed_rules: difference
                .rules
                .changed
                .iter()
                .map(|changed| ChangedRow {
                    left: rule(changed.rules.left),
                    right: rule(changed.rules.right),
                    fields: changed.fields.iter().map(|field| field.word()).collect(),
                })
                .collect(),
        }
    }
}
