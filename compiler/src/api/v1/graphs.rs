use std::collections::BTreeSet;

use serde::Serialize;

use super::Refused;
use crate::model::{DependencyGraph, GraphId, Library, Model, Site};

/// The graph that an identifier or an IRI names (document 1 §4.4): an IRI has to lie in one of the two graph
/// spaces, and one that names no core graph is unknown here.
pub fn graph_named(text: &str, site: &Site) -> Result<GraphId, Refused> {
    if !text.contains([':', '/']) {
        return text.parse().map_err(|_| Refused::unknown_graph(text));
    }
    let (graphs, users) = (site.graph_base(), site.user_base());
    match text.strip_prefix(&graphs) {
        Some(id) => id.parse().map_err(|_| Refused::unknown_graph(text)),
        None if text.starts_with(&users) => Err(Refused::unknown_graph(text)),
        None => Err(Refused::sentence(
            422,
            format!("A dependency graph is named by its identifier or by an IRI under {graphs} or {users}"),
        )),
    }
}

/// An IRI as SPARQL results write it.
#[derive(Debug, Clone, Serialize)]
struct Uri<'l> {
    #[serde(rename = "type")]
    kind: &'static str,
    value: &'l str,
}

impl<'l> Uri<'l> {
    fn new(value: &'l str) -> Self {
        Self { kind: "uri", value }
    }
}

/// The axioms of a graph: the answer of operation 5 (document 1 §2.8).
#[derive(Debug, Clone, Serialize)]
pub struct AxiomList<'l> {
    dependency_graph_statements: Vec<AxiomRow<'l>>,
}

#[derive(Debug, Clone, Serialize)]
struct AxiomRow<'l> {
    subject: Uri<'l>,
    predicate: Uri<'l>,
    object: Uri<'l>,
}

/// The axiom list of a graph, in the order of the model.
#[must_use]
pub fn axiom_list(graph: &DependencyGraph) -> AxiomList<'_> {
    AxiomList {
        dependency_graph_statements: graph
            .axioms
            .iter()
            .map(|axiom| AxiomRow {
                subject: Uri::new(&axiom.subject),
                predicate: Uri::new(&axiom.predicate),
                object: Uri::new(&axiom.object),
            })
            .collect(),
    }
}

/// The graphs anybody may read (document 1 §4.4).
#[derive(Debug, Clone, Serialize)]
pub struct GraphList<'l> {
    graphs: Vec<GraphEntry<'l>>,
}

/// A graph in a list (document 1 §2.8).
#[derive(Debug, Clone, Serialize)]
pub struct GraphEntry<'l> {
    id: &'l str,
    title: &'l str,
    description: &'l str,
    kind: &'static str,
    status: &'static str,
    version: u32,
    iri: &'l str,
    axioms: usize,
    default: bool,
    role: &'static str,
    based_on: &'l str,
    based_on_version: u32,
    added_rules: usize,
    removed_axioms: usize,
    replaced_rules: usize,
    group: &'static str,
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
        id: id.as_str(),
        title: &graph.title.value,
        description: &graph.description,
        kind: "core",
        status: "published",
        version: model.latest().get(),
        iri: &model.iri,
        axioms: graph.axioms.len(),
        default: id.as_str() == Library::DEFAULT_GRAPH,
        role: "",
        based_on: base.map(|(base, _)| base.as_str()).unwrap_or_default(),
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
