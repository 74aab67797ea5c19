use std::collections::BTreeMap;

use super::Catalog;
use muniment_licenses::model::{
    Library, ModelKind, Release, ReleaseEntry, ReleaseId, ReleaseKind, ReleaseSection,
};

/// The state of the data as it stands (spec:releases).
///
/// It carries the application version and day of its registration if it is registered.
#[must_use]
pub fn current_release(catalog: &Catalog<'_>) -> Release {
    let section = |kind: ModelKind, release: ReleaseKind| {
        let models: BTreeMap<String, ReleaseEntry> = catalog
            .of_kind(kind)
            .map(|(id, history)| {
                let current = &history.current;
                let entry = ReleaseEntry {
                    version: current.version,
                    content_hash: current.content_hash,
                    date: current.date,
                    status: current.status.name().to_owned(),
                };
                (id.to_owned(), entry)
            })
            .collect();
        ReleaseSection { id: ReleaseSection::id_of(release, &models), models }
    };
    let library = section(ModelKind::License, ReleaseKind::Library);
    let graphs = section(ModelKind::DependencyGraph, ReleaseKind::Graphs);
    let vocabulary = section(ModelKind::Vocabulary, ReleaseKind::Vocabulary);
    let id = Release::id_of(&library.id, &graphs.id, &vocabulary.id);
    let date = ModelKind::ALL.into_iter().filter_map(|kind| catalog.last_change(kind)).max();
    let registered = catalog.library.releases.iter().find(|release| release.id == id);
    Release {
        application_version: registered.and_then(|release| release.application_version.clone()),
        date: registered.map_or(date, |release| release.date),
        id,
        library,
        graphs,
        vocabulary,
    }
}

/// Whether a state has been registered.
#[must_use]
pub fn is_registered(catalog: &Catalog<'_>, release: &Release) -> bool {
    catalog.library.releases.iter().any(|registered| registered.id == release.id)
}

/// The registered release that came last: of several of one day the one with most versions, since versions are only
/// ever added.
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

/// The newest known release one of whose four identifiers is the one given: the current state first, then
/// registered ones from the newest.
#[must_use]
pub fn find_release<'a>(
    catalog: &'a Catalog<'_>,
    current: &'a Release,
    id: &ReleaseId,
) -> Option<&'a Release> {
    std::iter::once(current).chain(&catalog.library.releases).find(|release| release.answers_to(id))
}
