use serde::Serialize;

use super::directory::Withdrawal;
use super::frame::Frame;
use super::reference::{Reference, foreign};
use super::versions::Versions;
use super::{Directory, Page, PageError};
use crate::api::v2::model_address;
use crate::history::{Detail, ModelHistory};
use crate::model::{DefaultRule, ModelKind};

/// The page of a dependency graph.
#[derive(Debug, Serialize)]
pub(super) struct GraphPage<'a> {
    frame: Frame<'a>,
    id: &'a str,
    iri: &'a str,
    title: &'a str,
    title_language: &'a str,
    description: &'a str,
    is_default: bool,
    withdrawal: Option<Withdrawal>,
    coverage: Option<Reference>,
    based_on: Option<BasedOn<'a>>,
    axioms: Vec<[Reference; 3]>,
    removals: Vec<[Reference; 3]>,
    rules: Vec<RuleView<'a>>,
    versions: Versions<'a>,
}

#[derive(Debug, Serialize)]
struct BasedOn<'a> {
    graph: Reference,
    version: &'a str,
}

#[derive(Debug, Serialize)]
struct RuleView<'a> {
    anchor: String,
    iri: &'a str,
    label: &'a str,
    act: Reference,
    outcome: Reference,
    jurisdiction: Reference,
    basis: &'a str,
    explanation: &'a str,
    adopted: bool,
    /// Day and name of the adoption, as far as they are recorded.
    adopted_on: String,
    adopted_by: &'a str,
    date: String,
    replaces: &'a str,
}

impl Page for GraphPage<'_> {
    const TEMPLATE: &'static str = "pages/graph.html";
}

impl<'a> GraphPage<'a> {
    pub(super) fn new(
        directory: &'a Directory<'_>,
        history: &'a ModelHistory<'_>,
    ) -> Result<Self, PageError> {
        let facts = &history.current;
        let unknown = || PageError::UnknownModel { kind: facts.kind.name(), id: facts.id.to_owned() };
        let model = directory.catalog.library.graphs.get(facts.id).ok_or_else(unknown)?;
        let graph = &model.current.content;
        let triple = |parts: [&'a str; 3]| parts.map(|iri| directory.term(iri));
        let based_on = graph.based_on.as_deref().map(|iri| BasedOn {
            graph: facts.port_of.map_or_else(|| Reference::plain(iri), |id| directory.graph(id)),
            version: graph.based_on_version.as_deref().unwrap_or_default(),
        });
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
            based_on,
            axioms: graph.axioms.iter().map(|a| triple([&a.subject, &a.predicate, &a.object])).collect(),
            removals: graph.removals.iter().map(|r| triple(r.axiom.each_ref().map(String::as_str))).collect(),
            rules: graph.rules.iter().map(|rule| rule_view(directory, rule)).collect(),
            versions: Versions::of(directory, history),
        })
    }
}

fn rule_view<'a>(directory: &'a Directory<'_>, rule: &'a DefaultRule) -> RuleView<'a> {
    let day = |day: Option<crate::model::Day>| day.map(|day| day.to_string()).unwrap_or_default();
    let slug = rule.iri.rsplit(['/', '#']).next().unwrap_or(&rule.iri);
    RuleView {
        anchor: format!("rule-{slug}"),
        iri: &rule.iri,
        label: if rule.label.is_empty() { slug } else { &rule.label },
        act: directory.term(&rule.action),
        outcome: directory.term(&rule.outcome),
        jurisdiction: directory.term(&rule.jurisdiction),
        basis: &rule.basis,
        explanation: &rule.explanation,
        adopted: rule.adopted,
        adopted_on: day(rule.date_accepted),
        adopted_by: &rule.contributor,
        date: day(rule.date),
        replaces: rule.replaces.as_deref().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    #[test]
    fn the_sample_renders_and_escapes() {
        let term = |text: &str| Reference::plain(text).named("svc:x");
        let axiom = || ["Attribution", "implies", "Notice"].map(term);
        let rule = |adopted| RuleView {
            anchor: "rule-x".to_owned(),
            iri: "https://sample.example/dependencygraph/rules/x",
            label: "No <endorsement>",
            act: term("Promote"),
            outcome: term("Not granted by default"),
            jurisdiction: term("Worldwide"),
            basis: "Statute \"9\"",
            explanation: if adopted { "" } else { "Why & when" },
            adopted,
            adopted_on: if adopted { "2026-09-23".to_owned() } else { String::new() },
            adopted_by: if adopted { "Maintainers" } else { "" },
            date: "2026-09-22".to_owned(),
            replaces: if adopted { "" } else { "https://sample.example/dependencygraph/rules/y" },
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
            based_on: Some(BasedOn { graph: term("Core"), version: "2" }),
            axioms: vec![axiom()],
            removals: vec![axiom()],
            rules: vec![rule(true), rule(false)],
            versions: Versions::sample(),
        };
        let environment = templates::environment().unwrap();
        let html = render(&environment, &page).unwrap();
        for expected in [
            "&lt;script&gt;graph&lt;/script&gt;",
            "No &lt;endorsement&gt;",
            "Statute &quot;9&quot;",
            "Why &amp; when",
            "Adopted",
            "Proposed",
            "id=\"rule-x\"",
            "Withdrawn",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
        let bare = GraphPage {
            description: "",
            is_default: true,
            withdrawal: None,
            coverage: None,
            based_on: None,
            axioms: Vec::new(),
            removals: Vec::new(),
            rules: Vec::new(),
            ..page
        };
        assert!(render(&environment, &bare).unwrap().contains("no graph is chosen"));
    }
}
