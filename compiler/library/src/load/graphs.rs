use std::collections::BTreeMap;

use super::folder::Folder;
use super::model::{ModelKindReader, graph, model};
use muniment_licenses::model::{DependencyGraph, Extent, Fault, GraphId, Library, Model, Place, Site};
use muniment_rdf::Graph;

/// Reads `graphs/` and `history/graphs/`.
pub(super) fn load(
    data: &Folder<'_>,
    site: &Site,
    faults: &mut Vec<Fault>,
) -> BTreeMap<GraphId, Model<DependencyGraph>> {
    let terms = site.terms();
    let kind = ModelKindReader {
        extent: Extent::Whole,
        content: &|graph: &Graph, iri: &str| DependencyGraph::read(graph, iri, &terms),
    };
    let mut graphs = BTreeMap::new();
    for name in data.names("graphs", faults) {
        let path = format!("graphs/{name}");
        let id = match name.strip_suffix(".ttl").map(str::parse::<GraphId>) {
            Some(Ok(id)) => id,
            _ => {
                let help = "only Turtle files named after their graph belong here";
                faults.push(Fault::error(67, Place::file(path), "this is not the file of a graph", help));
                continue;
            }
        };
        let Some(source) = data.file(&path, faults) else { continue };
        let Some(triples) = graph(&source, faults) else { continue };
        let history = format!("history/graphs/{id}");
        if let Some(model) = model(data, &kind, site.graph_iri(&id), (source, triples), &history, faults) {
            graphs.insert(id, model);
        }
    }
    if !graphs.contains_key(Library::DEFAULT_GRAPH) {
        faults.push(Fault::error(
            67,
            Place::file("graphs"),
            format!(
                "the graph `{}` is missing, without which nothing can be checked",
                Library::DEFAULT_GRAPH
            ),
            format!("put `graphs/{}.ttl` back", Library::DEFAULT_GRAPH),
        ));
    }
    graphs
}
