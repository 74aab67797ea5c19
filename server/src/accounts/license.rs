use muniment_documents::api::v1::Refused;
use muniment_library::history::ModelHistory;
use muniment_licenses::model::terms::dct;
use muniment_licenses::model::{self, LicenseId, Model, Site};
use muniment_licenses::reason::Facts;
use muniment_rdf::{Graph, NamedNode, NamedOrBlankNode, Syntax, Triple, read};

use super::owned::{AccountModel, Kind};
use crate::library::LoadedLibrary;
use crate::store::{ActorRole, OwnedModel};

/// A composed license.
pub type ComposedLicense = AccountModel<LicenseId>;

impl Kind for LicenseId {
    type Content = model::License;
    type Reading = Facts;
    const NAME: &'static str = "a license";
    const IS_PUBLIC: bool = true;
    const ADMINISTRATOR: Option<ActorRole> = Some(ActorRole::Admin);

    fn published_iri(&self, site: &Site) -> String {
        site.license_iri(self)
    }

    fn read(
        iri: &str,
        row: &OwnedModel<Self>,
        replaces: Option<&str>,
        loaded: &LoadedLibrary,
    ) -> Option<(Model<model::License>, Facts)> {
        let model = read_composed(iri, &row.content.document, replaces, &loaded.library().site)?;
        let facts = loaded.reasoner().read_license(iri, &model.current.graph);
        Some((model, facts))
    }

    /// The terms of a triple are three allocations, and the canonical text and what is read of the triples come on top.
    fn memory(license: &ComposedLicense) -> usize {
        const OF_A_TRIPLE: usize = 400;
        let version = &license.model.current;
        version.graph.triples().len() * OF_A_TRIPLE + 2 * version.canonical.len()
    }

    fn unknown(&self) -> Refused {
        Refused::unknown_license(self.as_str())
    }
}

impl ComposedLicense {
    /// Its one version (spec:version-2#states).
    #[must_use]
    pub fn history(&self) -> ModelHistory<'_> {
        ModelHistory::of_composed(&self.row.id, &self.model)
    }

    /// Whether only some may see it.
    #[must_use]
    pub fn is_draft(&self) -> bool {
        self.row.state.is_draft()
    }
}

/// The model a kept document says, with the license it replaces; none if it is no such document.
pub(super) fn read_composed(
    iri: &str,
    document: &str,
    replaces: Option<&str>,
    site: &Site,
) -> Option<Model<model::License>> {
    let graph = read(Syntax::Turtle, document.as_bytes()).ok()?;
    let graph = match replaces {
        Some(replaces) => succeeding(&graph, iri, replaces),
        None => graph,
    };
    Model::composed(iri, graph, site).ok()
}

/// The triples of a license with the one statement about what it replaces. It stands in no document, because it follows
/// from what the owner said of that other license.
fn succeeding(graph: &Graph, iri: &str, replaces: &str) -> Graph {
    let says_what = |triple: &&Triple| {
        triple.predicate.as_str() == dct::REPLACES
            && matches!(&triple.subject, NamedOrBlankNode::NamedNode(subject) if subject.as_str() == iri)
    };
    let statement = Triple::new(
        NamedNode::new_unchecked(iri),
        NamedNode::new_unchecked(dct::REPLACES),
        NamedNode::new_unchecked(replaces),
    );
    graph.triples().iter().filter(|triple| !says_what(triple)).cloned().chain([statement]).collect()
}
