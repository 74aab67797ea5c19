use super::licenses::{Listing, PageLinks};
use super::{version_object, versions_address};
use muniment_library::history::{Catalog, ModelHistory};
use muniment_licenses::model::{ModelKind, Release};

/// Every version of a model, newest first; never paged (spec:version-2#endpoints).
///
/// `release` names the part of the state the model belongs to; the vocabulary has its own.
#[must_use]
pub fn list_versions(catalog: &Catalog<'_>, current: &Release, history: &ModelHistory<'_>) -> Listing {
    let facts = &history.current;
    let items: Vec<_> =
        history.versions().rev().map(|facts| version_object(facts, &catalog.library.site)).collect();
    Listing {
        total: items.len(),
        items,
        release: match facts.kind {
            ModelKind::License => &current.library.id,
            ModelKind::DependencyGraph => &current.graphs.id,
            ModelKind::Vocabulary => &current.vocabulary.id,
        }
        .to_string(),
        next_cursor: None,
        links: PageLinks { this: versions_address(facts.kind, facts.id), next: None },
    }
}
