use serde::Serialize;

use super::drawing::Drawing;
use super::relation::Relation;
use super::rule::RuleView;
use crate::directory::Withdrawal;
use crate::frame::Frame;
use crate::reference::{Reference, foreign};
use crate::versions::Versions;
use crate::{Directory, Page, PageError};
use muniment_documents::api::v2::model_address;
use muniment_library::history::{Detail, ModelHistory};
use muniment_licenses::model::{Axiom, AxiomRemoval, DependencyGraph, ModelKind};
use muniment_licenses::reason::{GraphDifference, compare_graphs};

/// The page of a dependency graph.
#[derive(Debug, Serialize)]
pub(crate) struct GraphPage<'a> {
    frame: Frame<'a>,
    id: &'a str,
    iri: &'a str,
    title: &'a str,
    title_language: &'a str,
    description: &'a str,
    is_default: bool,
    withdrawal: Option<Withdrawal>,
    coverage: Option<Reference>,
    base: Option<Base<'a>>,
    drawing: Option<Drawing>,
    /// All relations, even without axioms.
    axioms: Vec<AxiomGroup>,
    axiom_count: usize,
    removals: Vec<RemovalView<'a>>,
    rules: Vec<RuleView<'a>>,
    versions: Versions<'a>,
}

/// The base of a graph, and the changes to it.
#[derive(Debug, Serialize)]
struct Base<'a> {
    graph: Reference,
    /// Identifier; empty for an unknown graph.
    id: &'a str,
    version: &'a str,
    counts: Option<Counts>,
}

#[derive(Debug, Serialize)]
struct Counts {
    rules_added: usize,
    rules_changed: usize,
    rules_removed: usize,
    axioms_added: usize,
    axioms_changed: usize,
    axioms_removed: usize,
    is_same: bool,
}

/// The axioms of one relation.
#[derive(Debug, Serialize)]
struct AxiomGroup {
    key: &'static str,
    words: &'static str,
    meaning: &'static str,
    relation: Option<Reference>,
    pairs: Vec<[Reference; 2]>,
}

#[derive(Debug, Serialize)]
struct RemovalView<'a> {
    axiom: [Reference; 3],
    label: &'a str,
    basis: &'a str,
    explanation: &'a str,
    adopted: bool,
}

impl Page for GraphPage<'_> {
    const TEMPLATE: &'static str = "pages/graph.html";
}

impl<'a> GraphPage<'a> {
    pub(crate) fn new(
        directory: &'a Directory<'_>,
        history: &'a ModelHistory<'_>,
    ) -> Result<Self, PageError> {
        let facts = &history.current;
        let unknown = || PageError::UnknownModel { kind: facts.kind.name(), id: facts.id.to_owned() };
        let model = directory.catalog.library.graphs.get(facts.id).ok_or_else(unknown)?;
        let graph = &model.current.content;
        let against = base_content(directory, graph).map(|base| compare_graphs(base, graph, &directory.own));
        let is_own = |iri: &str| against.as_ref().is_some_and(|difference| has_anew(difference, iri));
        Ok(Self {
            frame: Frame::new(
                directory,
                &format!("/dependency-graph/{}", facts.id),
                model_address(ModelKind::DependencyGraph, facts.id),
            ),
            id: facts.id,
            iri: facts.iri,
            title: if facts.title.is_empty() { facts.id } else { facts.title },
            title_language: foreign(graph.title.language.as_deref()),
            description: &graph.description,
            is_default: matches!(facts.detail, Detail::DependencyGraph { default: true, .. }),
            withdrawal: Withdrawal::of(facts, facts.replaced_by.map(|id| directory.graph(id))),
            coverage: graph.coverage.as_deref().map(|iri| directory.term(iri)),
            base: graph.based_on.as_deref().map(|iri| base(directory, graph, iri, against.as_ref())),
            drawing: Drawing::of(graph, &directory.own, |iri| directory.term(iri)),
            axioms: Relation::ALL.map(|relation| axiom_group(directory, relation, &graph.axioms)).into(),
            axiom_count: graph.axioms.len(),
            removals: graph.removals.iter().map(|removal| removal_view(directory, removal)).collect(),
            rules: graph.rules.iter().map(|rule| RuleView::new(directory, rule, is_own(&rule.iri))).collect(),
            versions: Versions::of(directory, history, false),
        })
    }
}

/// The base of a graph in the given version, else the current one.
fn base_content<'a>(directory: &'a Directory<'_>, graph: &DependencyGraph) -> Option<&'a DependencyGraph> {
    let (_, model) = directory.base_of(graph)?;
    let named = graph.based_on_version.as_deref().and_then(|version| model.version(version.parse().ok()?));
    Some(&named.unwrap_or(&model.current).content)
}

fn has_anew(difference: &GraphDifference<'_>, rule: &str) -> bool {
    let rules = &difference.rules;
    rules.added.iter().any(|added| added.iri == rule)
        || rules.changed.iter().any(|changed| changed.rules.right.iri == rule)
}

fn base<'a>(
    directory: &'a Directory<'_>,
    graph: &'a DependencyGraph,
    iri: &str,
    against: Option<&GraphDifference<'_>>,
) -> Base<'a> {
    let known = directory.base_of(graph).map(|(id, _)| id.as_str());
    Base {
        graph: known.map_or_else(|| Reference::plain(iri), |id| directory.graph(id)),
        id: known.unwrap_or_default(),
        version: graph.based_on_version.as_deref().unwrap_or_default(),
        counts: against.map(|difference| Counts {
            rules_added: difference.rules.added.len(),
            rules_changed: difference.rules.changed.len(),
            rules_removed: difference.rules.removed.len(),
            axioms_added: difference.axioms.added.len(),
            axioms_changed: difference.axioms.changed.len(),
            axioms_removed: difference.axioms.removed.len(),
            is_same: difference.is_same(),
        }),
    }
}

fn axiom_group(directory: &Directory<'_>, relation: Relation, axioms: &[Axiom]) -> AxiomGroup {
    let of_it: Vec<&Axiom> = axioms
        .iter()
        .filter(|axiom| Relation::read(&axiom.predicate, &directory.own) == Some(relation))
        .collect();
    let mut pairs: Vec<[Reference; 2]> =
        of_it.iter().map(|axiom| [&axiom.subject, &axiom.object].map(|iri| directory.term(iri))).collect();
    pairs.sort_by(|a, b| a.each_ref().map(Reference::key).cmp(&b.each_ref().map(Reference::key)));
    AxiomGroup {
        key: relation.key(),
        words: relation.words(),
        meaning: relation.meaning(),
        relation: of_it.first().map(|axiom| directory.term(&axiom.predicate)),
        pairs,
    }
}

fn removal_view<'a>(directory: &Directory<'_>, removal: &'a AxiomRemoval) -> RemovalView<'a> {
    RemovalView {
        axiom: removal.axiom.each_ref().map(|iri| directory.term(iri)),
        label: &removal.label,
        basis: &removal.basis,
        explanation: &removal.explanation,
        adopted: removal.adopted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{render, templates};

    #[test]
    fn the_sample_renders_and_escapes() {
        let term = |text: &str| Reference::plain(text).named("svc:x");
        let group = |relation: Relation, count: usize| AxiomGroup {
            key: relation.key(),
            words: relation.words(),
            meaning: relation.meaning(),
            relation: (count > 0).then(|| term("Relation")),
            pairs: (0..count).map(|_| ["Attribution <b>", "Notice"].map(term)).collect(),
        };
        let page = GraphPage {
            frame: Frame::sample(),
            id: "dg_x",
            iri: "https://sample.example/dependencygraph/dg_x",
            title: "<script>graph</script>",
            title_language: "",
            description: "Axioms & rules.",
            is_default: false,
            withdrawal: Some(Withdrawal { on: None, replaced_by: Some(term("Core")) }),
            coverage: Some(term("Worldwide")),
            base: Some(Base {
                graph: term("Core"),
                id: "dg_default",
                version: "2",
                counts: Some(Counts {
                    rules_added: 2,
                    rules_changed: 0,
                    rules_removed: 0,
                    axioms_added: 0,
                    axioms_changed: 0,
                    axioms_removed: 1,
                    is_same: false,
                }),
            }),
            drawing: None,
            axioms: vec![group(Relation::IncludedIn, 1), group(Relation::Implies, 0)],
            axiom_count: 1,
            removals: vec![RemovalView {
                axiom: ["Sell", "included in", "Transfer"].map(term),
                label: "Not <here>",
                basis: "",
                explanation: "",
                adopted: false,
            }],
            rules: vec![RuleView::sample(true), RuleView::sample(false)],
            versions: Versions::sample(),
        };
        let environment = templates::environment().unwrap();
        let html = render(&environment, &page).unwrap();
        for expected in [
            "&lt;script&gt;graph&lt;/script&gt;",
            "No &lt;endorsement&gt;",
            "Statute &quot;9&quot;",
            "Why &amp; when",
            "Attribution &lt;b&gt;",
            "Not &lt;here&gt;",
            "Adopted",
            "Proposed",
            "id=\"rule-x\"",
            "Withdrawn",
            "2 rules added",
            "1 axiom left out",
            "href=\"/dependency-graph/compare?left=dg_default&amp;right=dg_x\"",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
        let bare = GraphPage {
            description: "",
            is_default: true,
            withdrawal: None,
            coverage: None,
            base: None,
            axioms: Vec::new(),
            axiom_count: 0,
            removals: Vec::new(),
            rules: Vec::new(),
            ..page
        };
        let html = render(&environment, &bare).unwrap();
        assert!(html.contains(">default</span>") && !html.contains("<svg class=\"drawing\""));
    }
}
