use super::{DependencyGraph, Extent, License, Model, ModelVersion, Site, SourceFile, VersionNumber};
use crate::rdf::{Canonical, Graph, NotATree, canonicalize, canonicalize_closure};

/// Models outside the library: composed licenses, which have one version, and graphs of accounts. They are like any
/// other model but without a file; no list, release or feed has them (v2 §4).
impl Model<License> {
    /// A composed license; refused if its description is no tree.
    pub fn composed(iri: &str, graph: Graph, site: &Site) -> Result<Self, NotATree> {
        let canonical = canonicalize_closure(&graph, iri)?;
        let content = License::read(&graph, iri, site, &site.terms());
        Ok(unlisted(iri, Extent::Closure, version(VersionNumber::FIRST, content, graph, canonical)))
    }
}

impl Model<DependencyGraph> {
    /// A graph of an account in its versions, ascending, or in the one that stands; refused if one of them is no
    /// forest, or there is none.
    pub fn of_an_account(
        iri: &str,
        versions: impl IntoIterator<Item = (VersionNumber, Graph)>,
        site: &Site,
    ) -> Result<Option<Self>, NotATree> {
        let mut versions = versions
            .into_iter()
            .map(|(number, graph)| {
                let canonical = canonicalize(&graph)?;
                let content = DependencyGraph::read(&graph, iri, &site.terms());
                Ok(version(number, content, graph, canonical))
            })
            .collect::<Result<Vec<_>, NotATree>>()?;
        let Some(current) = versions.pop() else { return Ok(None) };
        Ok(Some(Self { archived: versions, ..unlisted(iri, Extent::Whole, current) }))
    }
}

fn unlisted<T>(iri: &str, extent: Extent, current: ModelVersion<T>) -> Model<T> {
    Model {
        iri: iri.to_owned(),
        extent,
        archived: Vec::new(),
        current,
        change_log: None,
        change_log_path: String::new(),
        change_log_source: Vec::new().into(),
    }
}

fn version<T>(number: VersionNumber, content: T, graph: Graph, canonical: Canonical) -> ModelVersion<T> {
    ModelVersion {
        number,
        content,
        graph: graph.into(),
        content_hash: canonical.hash(),
        canonical: canonical.into_text().into(),
        source: SourceFile { path: String::new(), bytes: Vec::new().into() },
    }
}
