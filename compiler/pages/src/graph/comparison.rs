use serde::Serialize;

use crate::frame::Frame;
use crate::reference::{Parts, Reference};
use crate::{Directory, Page};
use muniment_licenses::model::{Axiom, DefaultRule, DependencyGraph, GraphId, Model};
use muniment_licenses::reason::compare_graphs;

/// Two graphs side by side.
#[derive(Debug, Serialize)]
pub(crate) struct GraphComparisonPage<'a> {
    frame: Frame<'a>,
    /// Options: every core graph, and the compared ones.
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
    basis: &'a str,
    explanation: &'a str,
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
    pub(crate) fn new(
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
            basis: &rule.basis,
            explanation: &rule.explanation,
            is_adopted: rule.adopted,
        };
        let choice = |(id, model): (&'a GraphId, &'a Model<DependencyGraph>)| Choice {
            id: id.as_str(),
            title: &model.current.content.title.value,
            is_left: id == left.0,
            is_right: id == right.0,
        };
        // Graphs of accounts are not listed, so they are added as options.
        let mut graphs: Vec<Choice<'a>> = library.graphs.iter().map(choice).collect();
        for compared in [left, right] {
            if !graphs.iter().any(|graph| graph.id == compared.0.as_str()) {
                graphs.push(choice(compared));
            }
        }
        Self {
            frame: Frame::new(directory, "/dependency-graph/compare", String::new()),
            graphs,
            left: named(directory, left),
            right: named(directory, right),
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

/// A link to a graph with its title; graphs outside the library have the same addresses.
fn named(directory: &Directory<'_>, (id, model): (&GraphId, &Model<DependencyGraph>)) -> Reference {
    let title = &model.current.content.title.value;
    if directory.catalog.graphs.contains_key(id.as_str()) || title.is_empty() {
        return directory.graph(id.as_str());
    }
    Parts { text: title.clone(), href: format!("/dependency-graph/{id}"), ..Parts::default() }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{render, templates};

    fn page() -> GraphComparisonPage<'static> {
        let term = |text: &str| Reference::plain(text);
        let axiom = |text: &str| [text, "implies", "Notice"].map(term);
        let rule = |label, is_adopted| RuleRow {
            label,
            act: term("Promote"),
            outcome: term(if is_adopted { "Granted" } else { "Not granted" }),
            territory: term("Worldwide"),
            basis: if is_adopted { "Statute <2>" } else { "Statute <1>" },
            explanation: "",
            is_adopted,
        };
        let choice = |id, is_left| Choice { id, title: "Title <i>", is_left, is_right: !is_left };
        GraphComparisonPage {
            frame: Frame::sample(),
            graphs: vec![choice("dg_a", true), choice("dg_b", false)],
            left: term("Core"),
            right: term("Other"),
            json: "/dependency-graph/compare?left=dg_a&right=dg_b&format=json".to_owned(),
            is_same: false,
            added_axioms: vec![axiom("New <act>")],
            removed_axioms: vec![axiom("Old <act>")],
            changed_axioms: vec![[axiom("Sell"), ["Sell", "included in", "Notice"].map(term)]],
            added_rules: vec![rule("Added <rule>", true)],
            removed_rules: vec![rule("Gone rule", false)],
            changed_rules: vec![ChangedRow {
                left: rule("Rule", false),
                right: rule("Rule", true),
                fields: vec!["outcome", "basis", "status"],
            }],
        }
    }

    #[test]
    fn differences_are_marked_and_escaped() {
        let html = render(&templates::environment().unwrap(), &page()).unwrap();
        for expected in [
            "Added &lt;rule&gt;",
            "<ins>New &lt;act&gt;</ins>",
            "<del>Old &lt;act&gt;</del>",
            "<del>implies</del> <ins>included in</ins>",
            "<del>Not granted</del> <ins>Granted</ins>",
            "<del>Statute &lt;1&gt;</del>",
            "<ins>Statute &lt;2&gt;</ins>",
            "<del>proposed</del> <ins>adopted</ins>",
            "<option value=\"dg_a\" selected>Title &lt;i&gt;</option>",
            "left=dg_a&amp;right=dg_b&amp;format=json",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
        assert!(!html.contains("No difference."));
    }

    #[test]
    fn equal_graphs_are_reported_as_equal() {
        let same = GraphComparisonPage {
            is_same: true,
            added_axioms: Vec::new(),
            removed_axioms: Vec::new(),
            changed_axioms: Vec::new(),
            added_rules: Vec::new(),
            removed_rules: Vec::new(),
            changed_rules: Vec::new(),
            ..page()
        };
        let html = render(&templates::environment().unwrap(), &same).unwrap();
        assert!(html.contains("No difference.") && !html.contains("<ins>") && !html.contains("<table"));
    }
}
