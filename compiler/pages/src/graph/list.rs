use serde::Serialize;

use crate::frame::Frame;
use crate::reference::Reference;
use crate::{Directory, Page};
use muniment_documents::api::v1::{GraphEntry, graph_entry};
use muniment_licenses::model::{DependencyGraph, GraphId, Library, Model};

/// Every dependency graph of the library (`/dependency-graph`).
#[derive(Debug, Serialize)]
pub(crate) struct GraphListPage<'a> {
    frame: Frame<'a>,
    /// The default graph first, then by identifier.
    graphs: Vec<GraphRow<'a>>,
    /// Whether there is a default graph, which also has a file.
    has_default: bool,
}

#[derive(Debug, Serialize)]
struct GraphRow<'a> {
    graph: Reference,
    territory: Option<Reference>,
    based_on: Option<Reference>,
    rules: usize,
    /// Rules that a reviewer has adopted.
    adopted: usize,
    /// The list entry of the API.
    entry: GraphEntry<'a>,
}

impl Page for GraphListPage<'_> {
    const TEMPLATE: &'static str = "pages/graphs.html";
}

impl<'a> GraphListPage<'a> {
    pub(crate) fn new(directory: &'a Directory<'_>) -> Self {
        let library = directory.catalog.library;
        let mut graphs: Vec<_> = library.graphs.iter().collect();
        graphs.sort_by_key(|(id, _)| (id.as_str() != Library::DEFAULT_GRAPH, id.as_str()));
        Self {
            frame: Frame::new(directory, "/dependency-graph", String::new()),
            has_default: library.graphs.contains_key(Library::DEFAULT_GRAPH),
            graphs: graphs.into_iter().map(|(id, model)| row(directory, id, model)).collect(),
        }
    }
}

fn row<'a>(directory: &'a Directory<'_>, id: &'a GraphId, model: &'a Model<DependencyGraph>) -> GraphRow<'a> {
    let graph = &model.current.content;
    let base = directory.base_of(graph);
    GraphRow {
        graph: directory.graph(id.as_str()),
        territory: graph.coverage.as_deref().map(|iri| directory.term(iri)),
        based_on: base.map(|(base, _)| directory.graph(base.as_str())),
        rules: graph.rules.len(),
        adopted: graph.rules.iter().filter(|rule| rule.adopted).count(),
        entry: graph_entry(directory.catalog.library, id, model),
    }
}
