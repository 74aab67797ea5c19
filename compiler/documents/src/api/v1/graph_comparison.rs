use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::json;

use super::call::Call;
use super::default_rules::{DefaultRuleEntry, RuleWords, statuses};
use super::graphs::AxiomRow;
use super::parameters::graph_parameter;
use super::row::{Access, COMPUTED, Media, Route, Row, Tag, Words};
use crate::api::address::{page_address, version_1_address};
use crate::api::openapi::parameter::{Parameter, text_or};
use crate::api::openapi::schema::{Iri, ModelId, Number, Path, PerhapsDate, by_hand};
use crate::api::openapi::shapes::{list_of, one_of, with};
use muniment_licenses::model::{DependencyGraph, GraphId, Library, Model, ModelKind, one_line};
use muniment_licenses::reason::{Changes, GraphDifference, RuleField};

static LEFT: Parameter = graph_parameter("left", || text_or(Library::DEFAULT_GRAPH));

static RIGHT: Parameter = graph_parameter("right", || text_or("dg_eu"));

pub(super) static COMPARE_GRAPHS: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[&LEFT, &RIGHT],
    ..Row::new(
        Route::get("/dependencygraph/compare", "compareGraphs", Access::MoreWithToken),
        Words::of(
            Tag::DependencyGraphs,
            "Two dependency graphs side by side",
            "What the right one has more, has not and has otherwise, in axioms and default rules.",
        ),
        Media::json::<GraphComparison<'_>>(),
        |sent| {
            let left = sent.graph("left", Library::DEFAULT_GRAPH)?;
            Ok(Some(Call::CompareGraphs(left, sent.graph("right", "dg_eu")?)))
        },
    )
};

/// Two graphs side by side: the answer of `GET /dependencygraph/compare` (spec:version-1#graph-objects, spec:version-1#graph-endpoints).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GraphComparison<'g> {
    left: GraphIdentity<'g>,
    right: GraphIdentity<'g>,
    summary: Summary,
    /// Differences of the axioms. A changed axiom relates the same two acts in another way.
    axioms: Differences<AxiomRow<'g>, ChangedAxiom<'g>>,
    /// Differences of the rules. Rules are paired by address, then by act, kind and territory, then by act and kind.
    rules: Differences<DefaultRuleEntry<'g>, ChangedRuleEntry<'g>>,
    /// Axioms that one of the graphs left out on purpose.
    removals: Vec<RemovalEntry<'g>>,
    /// Whether axioms and rules are the same.
    same: bool,
}

/// A graph that is compared.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "GraphSide")]
pub struct GraphIdentity<'g> {
    /// Identifier of the graph.
    #[schemars(with = "ModelId")]
    pub id: &'g str,
    /// Title of the graph.
    pub title: &'g str,
    /// Number of the current version.
    #[schemars(with = "Number")]
    pub version: u32,
    /// IRI of the graph.
    #[schemars(with = "Iri")]
    pub iri: &'g str,
    /// Path of its page.
    #[schemars(with = "Path")]
    pub url: String,
    /// Path of the version.
    #[schemars(with = "Path")]
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

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct Summary {
    axioms: Counts,
    rules: Counts,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "DifferenceCounts")]
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

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
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

/// Fields of default rules, one at least.
fn fields(_: &mut SchemaGenerator) -> Schema {
    let fields = ["outcome", "jurisdiction", "basis", "explanation", "status"];
    by_hand(with(list_of(one_of(&fields)), "minItems", json!(1)))
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct ChangedAxiom<'g> {
    left: AxiomRow<'g>,
    right: AxiomRow<'g>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct ChangedRuleEntry<'g> {
    left: DefaultRuleEntry<'g>,
    right: DefaultRuleEntry<'g>,
    /// The fields in which the two differ.
    #[schemars(schema_with = "fields")]
    fields: Vec<&'static str>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "AxiomRemoval")]
struct RemovalEntry<'g> {
    /// Which of the graphs records it.
    #[schemars(extend("enum" = ["left", "right"]))]
    side: &'static str,
    axiom: AxiomRow<'g>,
    label: String,
    /// Statutes and sources.
    basis: String,
    explanation: String,
    date: PerhapsDate,
    #[schemars(extend("enum" = statuses()))]
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
        axioms: Differences::of(&difference.axioms, AxiomRow::of, |changed| ChangedAxiom {
            left: AxiomRow::of(changed.left),
            right: AxiomRow::of(changed.right),
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
                axiom: AxiomRow::new(removal.axiom.each_ref().map(String::as_str)),
                label: one_line(&removal.label),
                basis: one_line(&removal.basis),
                explanation: one_line(&removal.explanation),
                date: removal.date.into(),
                status: words.status(removal.adopted).to_owned(),
            })
            .collect(),
        same: difference.is_same(),
    }
}
