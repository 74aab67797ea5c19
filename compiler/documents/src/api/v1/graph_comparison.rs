use serde::Serialize;

use super::call::Call;
use super::default_rules::{DefaultRuleEntry, RuleWords};
use super::row::{Access, COMPUTED, Media, Parameter, Route, Row, Tag, Words};
use crate::api::address::{page_address, version_1_address};
use muniment_licenses::model::{Axiom, DependencyGraph, GraphId, Library, Model, ModelKind, one_line};
use muniment_licenses::reason::{Changes, GraphDifference, RuleField};

pub(super) static COMPARE_GRAPHS: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[Parameter::Left, Parameter::Right],
    ..Row::new(
        Route::get("/dependencygraph/compare", "compareGraphs", Access::MoreWithToken),
        Words::of(
            Tag::DependencyGraphs,
            "Two dependency graphs side by side",
            "What the right one has more, has not and has otherwise, in axioms and default rules.",
        ),
        Media::Document("GraphComparison"),
        |sent| {
            let left = sent.graph("left", Library::DEFAULT_GRAPH)?;
            Ok(Some(Call::CompareGraphs(left, sent.graph("right", "dg_eu")?)))
        },
    )
};

/// Two graphs side by side: the answer of `GET /dependencygraph/compare` (spec:version-1#graph-objects, spec:version-1#graph-endpoints).
#[derive(Debug, Clone, Serialize)]
pub struct GraphComparison<'g> {
    left: GraphIdentity<'g>,
    right: GraphIdentity<'g>,
    summary: Summary,
    axioms: Differences<AxiomEntry<'g>, ChangedAxiom<'g>>,
    rules: Differences<DefaultRuleEntry<'g>, ChangedRuleEntry<'g>>,
    removals: Vec<RemovalEntry<'g>>,
    same: bool,
}

/// What a graph is called and where it is found.
#[derive(Debug, Clone, Serialize)]
pub struct GraphIdentity<'g> {
    /// Identifier.
    pub id: &'g str,
    /// Title.
    pub title: &'g str,
    /// Number of the version that stands.
    pub version: u32,
    /// IRI of the graph.
    pub iri: &'g str,
    /// Path of its page.
    pub url: String,
    /// Path of the version.
    pub api_url: String,
}

impl<'g> GraphIdentity<'g> {
    /// The identity of a core graph.
    #[must_use]
    pub fn of(id: &'g GraphId, model: &'g Model<DependencyGraph>) -> Self {
        let kind = ModelKind::DependencyGraph;
        Self {
            id: id.as_str(),
            title: &model.current.content.title.value,
            version: model.latest().get(),
            iri: &model.iri,
            url: page_address(kind, id.as_str()),
            api_url: version_1_address(kind, id.as_str(), model.latest()),
        }
    }
}

#[derive(Debug, Clone, Serialize)]
struct Summary {
    axioms: Counts,
    rules: Counts,
}

#[derive(Debug, Clone, Serialize)]
struct Counts {
    added: usize,
    removed: usize,
    changed: usize,
}

impl Counts {
    fn of<T, C>(changes: &Changes<T, C>) -> Self {
        Self { added: changes.added.len(), removed: changes.removed.len(), changed: changes.changed.len() }
    }
}

#[derive(Debug, Clone, Serialize)]
struct Differences<T, C> {
    added: Vec<T>,
    removed: Vec<T>,
    changed: Vec<C>,
}

impl<T, C> Differences<T, C> {
    fn of<S: Copy, D>(changes: &Changes<S, D>, entry: impl Fn(S) -> T, changed: impl Fn(&D) -> C) -> Self {
        Self {
            added: changes.added.iter().copied().map(&entry).collect(),
            removed: changes.removed.iter().copied().map(&entry).collect(),
            changed: changes.changed.iter().map(changed).collect(),
        }
    }
}

/// An IRI as SPARQL results write it.
#[derive(Debug, Clone, Serialize)]
struct Uri<'g> {
    #[serde(rename = "type")]
    kind: &'static str,
    value: &'g str,
}

#[derive(Debug, Clone, Serialize)]
struct AxiomEntry<'g> {
    subject: Uri<'g>,
    predicate: Uri<'g>,
    object: Uri<'g>,
}

impl<'g> AxiomEntry<'g> {
    fn new([subject, predicate, object]: [&'g str; 3]) -> Self {
        let [subject, predicate, object] =
            [subject, predicate, object].map(|value| Uri { kind: "uri", value });
        Self { subject, predicate, object }
    }

    fn of(axiom: &'g Axiom) -> Self {
        Self::new([&axiom.subject, &axiom.predicate, &axiom.object])
    }
}

#[derive(Debug, Clone, Serialize)]
struct ChangedAxiom<'g> {
    left: AxiomEntry<'g>,
    right: AxiomEntry<'g>,
}

#[derive(Debug, Clone, Serialize)]
struct ChangedRuleEntry<'g> {
    left: DefaultRuleEntry<'g>,
    right: DefaultRuleEntry<'g>,
    fields: Vec<&'static str>,
}

#[derive(Debug, Clone, Serialize)]
struct RemovalEntry<'g> {
    side: &'static str,
    axiom: AxiomEntry<'g>,
    label: String,
    basis: String,
    explanation: String,
    date: String,
    status: String,
}

/// The document of a comparison.
#[must_use]
pub fn graph_comparison<'g>(
    left: GraphIdentity<'g>,
    right: GraphIdentity<'g>,
    difference: &GraphDifference<'g>,
    library: &Library,
) -> GraphComparison<'g> {
    let words = RuleWords::new(library);
    GraphComparison {
        left,
        right,
        summary: Summary { axioms: Counts::of(&difference.axioms), rules: Counts::of(&difference.rules) },
        axioms: Differences::of(&difference.axioms, AxiomEntry::of, |changed| ChangedAxiom {
            left: AxiomEntry::of(changed.left),
            right: AxiomEntry::of(changed.right),
        }),
        rules: Differences::of(
            &difference.rules,
            |rule| words.entry(rule),
            |changed| ChangedRuleEntry {
                left: words.entry(changed.rules.left),
                right: words.entry(changed.rules.right),
                fields: changed.fields.iter().map(|field| RuleField::word(*field)).collect(),
            },
        ),
        removals: difference
            .removals
            .iter()
            .map(|(side, removal)| RemovalEntry {
                side: side.word(),
                axiom: AxiomEntry::new(removal.axiom.each_ref().map(String::as_str)),
                label: one_line(&removal.label),
                basis: one_line(&removal.basis),
                explanation: one_line(&removal.explanation),
                date: removal.date.map(|day| day.to_string()).unwrap_or_default(),
                status: words.status(removal.adopted).to_owned(),
            })
            .collect(),
        same: difference.is_same(),
    }
}
