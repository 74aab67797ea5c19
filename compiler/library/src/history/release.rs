use super::catalog::{Catalog, VersionFacts, current_versions};
use muniment_licenses::model::{
    Library, ModelKind, Release, ReleaseEntry, ReleaseId, ReleaseKind, ReleaseSection,
};

/// The current state of the data (spec:releases). If it is registered, it has the application version and day of the
/// registration.
#[must_use]
pub fn current_release(library: &Library) -> Release {
    let current: Vec<VersionFacts<'_>> = current_versions(library).collect();
    let section = |kind: ModelKind, release: ReleaseKind| {
        let entry = |facts: &VersionFacts<'_>| ReleaseEntry {
            version: facts.version,
            content_hash: facts.content_hash,
            date: facts.date,
            status: facts.status.name().to_owned(),
        };
        let of_kind = current.iter().filter(|facts| facts.kind == kind);
        let models = of_kind.map(|facts| (facts.id.to_owned(), entry(facts))).collect();
        ReleaseSection { id: ReleaseSection::id_of(release, &models), models }
    };
    let licenses = section(ModelKind::License, ReleaseKind::Library);
    let graphs = section(ModelKind::DependencyGraph, ReleaseKind::Graphs);
    let vocabulary = section(ModelKind::Vocabulary, ReleaseKind::Vocabulary);
    let id = Release::id_of(&licenses.id, &graphs.id, &vocabulary.id);
    let date = current.iter().filter_map(|facts| facts.date).max();
    let registered = library.releases.iter().find(|release| release.id == id);
    Release {
        application_version: registered.and_then(|release| release.application_version.clone()),
        date: registered.map_or(date, |release| release.date),
        id,
        library: licenses,
        graphs,
        vocabulary,
    }
}

/// Whether a state is registered.
#[must_use]
pub fn is_registered(catalog: &Catalog<'_>, release: &Release) -> bool {
    catalog.library.releases.iter().any(|registered| registered.id == release.id)
}

/// The last registered release; on one day the one with most versions, because versions are never removed.
#[must_use]
pub fn last_registered(library: &Library) -> Option<&Release> {
    let versions = |release: &Release| -> u64 {
        ModelKind::ALL
            .into_iter()
            .flat_map(|kind| release.section(kind).models.values())
            .map(|entry| u64::from(entry.version.get()))
            .sum()
    };
    library.releases.iter().max_by_key(|release| (release.date, versions(release), &release.id))
}

/// Finds a release by one of its four identifiers: first the current state, then registered ones from the newest.
#[must_use]
pub fn find_release<'a>(
    catalog: &'a Catalog<'_>,
    current: &'a Release,
    id: &ReleaseId,
) -> Option<&'a Release> {
    std::iter::once(current).chain(&catalog.library.releases).find(|release| release.answers_to(id))
}
