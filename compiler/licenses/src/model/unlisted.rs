use std::sync::Arc;

use super::{
    Deferred, DependencyGraph, Extent, License, Model, ModelVersion, Site, SourceFile, VersionNumber,
};
use muniment_rdf::{ContentHash, Graph, NotATree, ReadError, Syntax, canonicalize_closure, read};

/// Models of accounts: composed licenses, which have one version, and graphs. They have no file, and no list, release
/// or feed contains them (spec:version-2#parameters).
impl Model<License> {
    /// A composed license. Its description must be a tree.
    pub fn composed(iri: &str, graph: Graph, site: &Site) -> Result<Self, NotATree> {
        let canonical = canonicalize_closure(&graph, iri)?;
        let content = License::read(&graph, iri, site, &site.terms());
        let version = ModelVersion {
            number: VersionNumber::FIRST,
            content: content.into(),
            graph: graph.into(),
            content_hash: canonical.hash(),
            canonical: canonical.into_text().into(),
            source: SourceFile { path: String::new(), bytes: Vec::new().into() },
        };
        Ok(unlisted(iri, Extent::Closure, version))
    }
}

impl Model<DependencyGraph> {
    /// A graph of an account, from canonical texts with hashes: all versions ascending, or only the current one.
    /// `None` if there is no version.
    ///
    /// Triples are parsed again on access, so that many versions need little memory.
    ///
    /// # Errors
    /// A text is not N-Triples.
    pub fn of_an_account(
        iri: &str,
        versions: impl IntoIterator<Item = (VersionNumber, Arc<str>, ContentHash)>,
        site: &Site,
    ) -> Result<Option<Self>, ReadError> {
        let mut versions = versions
            .into_iter()
            .map(|(number, text, content_hash)| {
                let graph = read(Syntax::NTriples, text.as_bytes())?;
                let content = DependencyGraph::read(&graph, iri, &site.terms());
                let again = Arc::clone(&text);
                Ok(ModelVersion {
                    number,
                    content: content.into(),
                    // This text was parsed above, so it parses again.
                    graph: Deferred::later(move || {
                        read(Syntax::NTriples, again.as_bytes()).unwrap_or_default()
                    }),
                    content_hash,
                    canonical: Deferred::later(move || text.to_string()),
                    source: SourceFile { path: String::new(), bytes: Vec::new().into() },
                })
            })
            .collect::<Result<Vec<_>, ReadError>>()?;
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
