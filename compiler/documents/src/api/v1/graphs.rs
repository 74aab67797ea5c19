use std::collections::BTreeSet;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::json;

use super::Refused;
use super::call::{Call, Subject, default_graph};
use super::parameters::{GRAPH, GRAPH_ID};
use super::results::Uri;
use super::row::{Access, COMPUTED, Media, Route, Row, Tag, Words};
use super::scope::Scope;
use crate::api::openapi::parameter::{IF_NONE_MATCH, VERSION};
use crate::api::openapi::schema::{Iri, ModelId, Number, PerhapsModelId, by_hand, terms};
use crate::api::openapi::shapes::{closed, one_of};
use crate::wire::Class;
use muniment_licenses::model::terms::{odrl, owl};
use muniment_licenses::model::{Axiom, DependencyGraph, GraphId, Library, Model, Site};

pub(super) static LIST_AXIOMS: Row = Row {
    is_frozen: true,
    bucket: Some(&COMPUTED),
    parameters: &[&GRAPH],
    ..Row::new(
        Route::get("/dependencygraph/list", "listAxioms", Access::MoreWithToken),
        Words::of(
            Tag::DependencyGraphs,
            "Axioms of a dependency graph",
            "What acts contain, imply, equal and contradict. Of the core graph unless another is named; the graph \
             of an account needs its token.",
        ),
        Media::json::<AxiomList<'_>>(),
        |sent| Ok(Some(Call::Axioms(sent.graph("graph", Library::DEFAULT_GRAPH)?))),
    )
};

pub(super) static LIST_GRAPHS: Row = Row::new(
    Route::get("/dependencygraph/graphs", "listGraphs", Access::MoreWithToken),
    Words::of(
        Tag::DependencyGraphs,
        "Dependency graphs to choose from",
        "The core graphs that come with the library, the default one first; with a token those of the account too.",
    ),
    Media::json::<GraphList<'_>>(),
    |_| Ok(Some(Call::Graphs)),
);

pub(super) static LIST_OWN_GRAPHS: Row = Row::new(
    Route::get("/dependencygraph/mine", "listOwnGraphs", Access::Token(Scope::Read)),
    Words::of(
        Tag::DependencyGraphs,
        "Dependency graphs of the account",
        "Its own and those shared with it, drafts among them.",
    ),
    Media::json::<GraphList<'_>>(),
    |_| Ok(Some(Call::OwnGraphs)),
);

pub(super) static GET_GRAPH_VERSION: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[&GRAPH_ID, &VERSION, &IF_NONE_MATCH],
    headers: &["ETag", "Cache-Control"],
    ..Row::new(
        Route::get(
            "/dependencygraph/{graph_id}/versions/{version}",
            "getGraphVersion",
            Access::MoreWithToken,
        ),
        Words::of(
            Tag::DependencyGraphs,
            "One version of a dependency graph",
            "As Turtle; an archived one as it was archived. The graph of an account needs its token.",
        ),
        Media::Forms(Class::GraphVersion),
        |sent| {
            let id = sent.graph_id()?;
            Ok(sent.version().map(|version| sent.stored(Subject::GraphVersion(id, version))))
        },
    )
};

pub(super) static GET_DEFAULT_GRAPH_VERSION: Row = Row {
    parameters: &[&VERSION, &IF_NONE_MATCH],
    headers: &["ETag", "Cache-Control"],
    ..Row::new(
        Route::get("/dependencygraph/versions/{version}", "getDefaultGraphVersion", Access::Anyone),
        Words::of(
            Tag::DependencyGraphs,
            "One version of the default graph",
            "As Turtle; an archived one as it was archived.",
        ),
        Media::Forms(Class::GraphVersion),
        |sent| {
            let id = default_graph()?;
            Ok(sent.version().map(|version| sent.stored(Subject::GraphVersion(id, version))))
        },
    )
};

/// The graph that an identifier or an IRI names (spec:version-1#graph-endpoints): an IRI has to lie in one of the two graph
/// spaces. A draft of an account lies in the space of its profile, `{user_base}<account>/dependencygraphs/<id>`.
pub fn graph_named(text: &str, site: &Site) -> Result<GraphId, Refused> {
    let unknown = || Refused::unknown_graph(text);
    if !text.contains([':', '/']) {
        return text.parse().map_err(|_| unknown());
    }
    let (graphs, users) = (site.graph_base(), site.user_base());
    if let Some(id) = text.strip_prefix(&graphs) {
        return id.parse().map_err(|_| unknown());
    }
    let Some(below) = text.strip_prefix(&users) else {
        return Err(Refused::sentence(
            422,
            format!("A dependency graph is named by its identifier or by an IRI under {graphs} or {users}"),
        ));
    };
    let id = below.split_once(DRAFTS).map(|(_, id)| id);
    id.and_then(|id| id.parse().ok()).ok_or_else(unknown)
}

/// What stands between the account and the graph in the IRI of a draft.
const DRAFTS: &str = "/dependencygraphs/";

/// The IRI of a draft, in the space of the account it belongs to.
#[must_use]
pub fn draft_graph_iri(account: &str, id: &GraphId, site: &Site) -> String {
    format!("{}{DRAFTS}{id}", site.profile_iri(account))
}

/// The axioms of a graph (spec:version-1#graph-objects).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AxiomList<'l> {
    dependency_graph_statements: Vec<AxiomRow<'l>>,
}

/// An axiom as SPARQL results write terms.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Axiom")]
pub(super) struct AxiomRow<'l> {
    subject: Uri<&'l str>,
    #[schemars(schema_with = "relation")]
    predicate: Uri<&'l str>,
    object: Uri<&'l str>,
}

impl<'l> AxiomRow<'l> {
    pub(super) fn new(terms: [&'l str; 3]) -> Self {
        let [subject, predicate, object] = terms.map(Uri::new);
        Self { subject, predicate, object }
    }

    pub(super) fn of(axiom: &'l Axiom) -> Self {
        Self::new([&axiom.subject, &axiom.predicate, &axiom.object])
    }
}

/// The relations between two acts.
fn relation(_: &mut SchemaGenerator) -> Schema {
    let contradicts = terms().contradicts;
    let relations = [odrl::INCLUDED_IN, owl::SAME_AS, odrl::IMPLIES, &contradicts];
    by_hand(closed(json!({"type": {"const": "uri"}, "value": one_of(&relations)})))
}

/// The axiom list of a graph, in the order of the model.
#[must_use]
pub fn axiom_list(graph: &DependencyGraph) -> AxiomList<'_> {
    AxiomList { dependency_graph_statements: graph.axioms.iter().map(AxiomRow::of).collect() }
}

/// Graphs that somebody may read (spec:version-1#graph-endpoints).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GraphList<'l> {
    graphs: Vec<GraphEntry<'l>>,
}

impl<'l> GraphList<'l> {
    /// The graphs of an account and no others.
    #[must_use]
    pub fn of_account(graphs: &'l [AccountGraph]) -> Self {
        Self { graphs: graphs.iter().map(account_graph_entry).collect() }
    }

    /// These and those of an account behind them.
    #[must_use]
    pub fn and(mut self, graphs: &'l [AccountGraph]) -> Self {
        self.graphs.extend(graphs.iter().map(account_graph_entry));
        self
    }
}

/// A graph of an account, as its owner and those it is shared with see it in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountGraph {
    /// Identifier.
    pub id: GraphId,
    /// IRI.
    pub iri: String,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// `draft`, `published`.
    pub status: &'static str,
    /// Number of the current version.
    pub version: u32,
    /// How many axioms it holds.
    pub axioms: usize,
    /// `owner`, `editor`, `viewer`.
    pub role: &'static str,
}

fn account_graph_entry(graph: &AccountGraph) -> GraphEntry<'_> {
    GraphEntry {
        id: ModelId(graph.id.as_str()),
        title: &graph.title,
        description: &graph.description,
        kind: "account",
        status: graph.status,
        version: Number(graph.version),
        iri: Iri(&graph.iri),
        axioms: graph.axioms,
        default: false,
        role: graph.role,
        based_on: PerhapsModelId(""),
        based_on_version: 0,
        added_rules: 0,
        removed_axioms: 0,
        replaced_rules: 0,
        group: "",
        summary: String::new(),
    }
}

/// A graph in a list (spec:version-1#graph-objects).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GraphEntry<'l> {
    id: ModelId<&'l str>,
    title: &'l str,
    description: &'l str,
    /// `core` for the graphs of the library.
    kind: &'static str,
    #[schemars(extend("enum" = ["draft", "published"]))]
    status: &'static str,
    version: Number,
    iri: Iri<&'l str>,
    /// How many it has.
    axioms: usize,
    /// Whether a check takes it when none is named.
    default: bool,
    /// Role of the caller; empty for graphs of the library.
    #[schemars(extend("enum" = ["", "owner", "editor", "viewer"]))]
    role: &'static str,
    /// The graph it was made from; empty if from none.
    based_on: PerhapsModelId<&'l str>,
    /// Its version; 0 if there is none.
    based_on_version: u32,
    added_rules: usize,
    removed_axioms: usize,
    replaced_rules: usize,
    /// Empty for a graph of an account.
    #[schemars(extend("enum" = ["core", "jurisdiction", ""]))]
    group: &'static str,
    /// What a jurisdiction graph does to the one it was made from.
    summary: String,
}

/// The published core graphs: the default one first, then the jurisdiction graphs by identifier.
#[must_use]
pub fn graph_list(library: &Library) -> GraphList<'_> {
    let mut graphs: Vec<_> = library.graphs.iter().collect();
    graphs.sort_by_key(|(id, _)| (id.as_str() != Library::DEFAULT_GRAPH, id.as_str()));
    GraphList { graphs: graphs.into_iter().map(|(id, model)| graph_entry(library, id, model)).collect() }
}

/// A core graph, with what tells it from the graph it is built from.
#[must_use]
pub fn graph_entry<'l>(
    library: &'l Library,
    id: &'l GraphId,
    model: &'l Model<DependencyGraph>,
) -> GraphEntry<'l> {
    let graph = &model.current.content;
    let base = library.graphs.iter().find(|(_, base)| Some(&base.iri) == graph.based_on.as_ref());
    let known: BTreeSet<&str> =
        base.iter().flat_map(|(_, base)| &base.current.content.rules).map(|rule| rule.iri.as_str()).collect();
    let replaced_rules = graph.rules.iter().filter(|rule| rule.replaces.is_some()).count();
    let own = graph.rules.iter().filter(|rule| !known.contains(rule.iri.as_str())).count();
    let (added_rules, removed_axioms) = match base {
        Some(_) => (own.saturating_sub(replaced_rules), graph.removals.len()),
        None => (0, 0),
    };
    let summary = match base {
        Some((base, _)) => summary(base, added_rules, removed_axioms, replaced_rules),
        None => String::new(),
    };
    GraphEntry {
        id: ModelId(id.as_str()),
        title: &graph.title.value,
        description: &graph.description,
        kind: "core",
        status: "published",
        version: model.latest().into(),
        iri: Iri(&model.iri),
        axioms: graph.axioms.len(),
        default: id.as_str() == Library::DEFAULT_GRAPH,
        role: "",
        based_on: PerhapsModelId(base.map(|(base, _)| base.as_str()).unwrap_or_default()),
        based_on_version: graph.based_on_version.as_deref().and_then(|v| v.parse().ok()).unwrap_or_default(),
        added_rules,
        removed_axioms,
        replaced_rules,
        group: if base.is_some() { "jurisdiction" } else { "core" },
        summary,
    }
}

/// What a graph does to its base in a line, zeros left out.
fn summary(base: &GraphId, added: usize, removed: usize, replaced: usize) -> String {
    let counted = |count: usize, one: &str, many: &str| {
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }))
    };
    let parts: Vec<String> = [
        counted(added, "rule added", "rules added"),
        counted(replaced, "rule replaced", "rules replaced"),
        counted(removed, "axiom left out", "axioms left out"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if parts.is_empty() { format!("the same as {base}") } else { format!("{base} with {}", parts.join(", ")) }
}
