use muniment_licenses::model::{Library, Model, Release, VersionNumber};

/// Reduces a library to the models and versions of a release. Aliases, retired identifiers, families and reviews have
/// no versions and are unchanged.
#[must_use]
pub fn rewound(library: Library, release: &Release) -> Library {
    let mut library = library;
    let versions = &release.library.models;
    library.licenses = std::mem::take(&mut library.licenses)
        .into_iter()
        .filter_map(|(id, model)| Some((versions.get(id.as_str())?.version, id, model)))
        .map(|(version, id, model)| (id, at(model, version)))
        .collect();
    let versions = &release.graphs.models;
    library.graphs = std::mem::take(&mut library.graphs)
        .into_iter()
        .filter_map(|(id, model)| Some((versions.get(id.as_str())?.version, id, model)))
        .map(|(version, id, model)| (id, at(model, version)))
        .collect();
    if let Some(entry) = release.vocabulary.models.get(&library.vocabulary_id) {
        library.vocabulary = at(library.vocabulary, entry.version);
    }
    let licenses = &library.licenses;
    library.reviews.retain(|id, _| licenses.contains_key(id));
    for family in &mut library.families {
        family.members.retain(|id| licenses.contains_key(id));
    }
    library.best_known.retain(|id| library.licenses.contains_key(id));
    library.typed_names.retain(|_, id| library.licenses.contains_key(id));
    for class in &mut library.classes {
        class.members.retain(|id| licenses.contains_key(id));
    }
    library
}

/// A model up to a version.
fn at<T>(mut model: Model<T>, version: VersionNumber) -> Model<T> {
    while model.current.number > version
        && let Some(before) = model.archived.pop()
    {
        model.current = before;
    }
    if let Some(log) = &mut model.change_log {
        log.entries.retain(|entry| entry.version <= version);
        log.current_version = version;
    }
    model.change_log = model.change_log.filter(|_| !model.archived.is_empty());
    model
}
