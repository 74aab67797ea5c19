use super::{DependencyGraph, Extent, License, Model, ModelVersion, Site, SourceFile, VersionNumber};
use crate::rdf::{Canonical, Graph, NotATree, canonicalize, canonicalize_closure};

/// Models outside the library: composed licenses and graphs of accounts. They are like any other model, but of one
/// version and without a file; no list, release or feed has them (v2 §4).
impl Model<License> {
    /// A composed license; refused if its description is no tree.
    pub fn composed(iri: &str, graph: Graph, site: &Site) -> Result<Self, NotATree> {
        let canonical = canonicalize_closure(&graph, iri)?;
        let content = License::read(&graph, iri, site, &site.terms());
        Ok(unlisted(iri, Extent::Closure, content, graph, canonical))
    }
}

impl Model<DependencyGraph> {
    /// A graph of an account in one of its versions; refused if it is no forest.
    pub fn of_an_account(iri: &str, graph: Graph, site: &Site) -> Result<Self, NotATree> {
        let canonical = canonicalize(&graph)?;
        let content = DependencyGraph::read(&graph, iri, &site.terms());
        Ok(unlisted(iri, Extent::Whole, content, graph, canonical))
    }
}

fn unlisted<T>(iri: &str, extent: Extent, content: T, graph: Graph, canonical: Canonical) -> Model<T> {
    Model {
        iri: iri.to_owned(),
        extent,
        archived: Vec::new(),
        current: ModelVersion {
            number: VersionNumber::FIRST,
            content,
            graph,
            content_hash: canonical.hash(),
            canonical: canonical.into_text(),
            source: SourceFile { path: String::new(), bytes: Vec::new() },
        },
        change_log: None,
        change_log_path: String::new(),
    }
}
