use std::fs;
use std::path::{Path, PathBuf};

use super::LIBRARY;
use crate::counts::count as total;
use muniment_library::history::{
    Catalog, ChangeKind, ModelHistory, Since, Status, changes, current_release, difference, find_release,
    is_registered,
};
use muniment_library::load::load;
use muniment_licenses::model::{Day, ModelKind, ReleaseId, ReleaseKind, VersionNumber};
use muniment_rdf::ContentHash;
use proptest::prelude::*;

#[test]
fn every_change_log_lists_exactly_what_the_two_models_do_not_share() {
    let catalog = Catalog::new(&LIBRARY);
    let mut compared = 0;
    for history in catalog.histories() {
        let log = match history.current.kind {
            ModelKind::License => &LIBRARY.licenses.get(history.current.id).unwrap().change_log,
            ModelKind::DependencyGraph => &LIBRARY.graphs.get(history.current.id).unwrap().change_log,
            ModelKind::Vocabulary => &LIBRARY.vocabulary.change_log,
        };
        let versions: Vec<_> = history.versions().collect();
        for (before, after) in versions.iter().zip(versions.iter().skip(1)) {
            let entry = log.as_ref().unwrap().entry(after.version).unwrap();
            let mut logged: Vec<_> =
                entry.changes.iter().map(|c| (c.action, c.statement.as_str(), c.previous.as_str())).collect();
            logged.sort_unstable();
            let differences = difference(before, after, &LIBRARY.site).unwrap();
            let computed: Vec<_> =
                differences.iter().map(|d| (d.action, d.statement.as_str(), d.previous.as_str())).collect();
            assert_eq!(logged, computed, "{} {}", after.id, after.version);
            assert!(!computed.is_empty(), "{} {}", after.id, after.version);
            compared += 1;
        }
    }
    assert_eq!(compared, versions() - total("records") - total("dependency graphs") - 1);
}

/// The number of versions of all models.
fn versions() -> usize {
    total("record versions") + total("graph versions") + total("vocabulary versions")
}

#[test]
fn versions_know_their_status_dates_and_neighbours() {
    let catalog = Catalog::new(&LIBRARY);
    let corrected = catalog.licenses.get("Apache-2.0").unwrap();
    let [first, second, ..] = corrected.archived.as_slice() else { panic!("Apache-2.0 was corrected twice") };
    assert_eq!((first.status, first.date, first.summary), (Status::Superseded, None, ""));
    assert_eq!(first.superseded_on, second.date);
    assert_eq!(second.date.unwrap().to_string(), "2026-11-20");
    assert_eq!(corrected.current.status, Status::Current);
    assert_eq!(corrected.version(VersionNumber::FIRST).unwrap().content_hash, first.content_hash);
    let written = catalog.licenses.get("MIT-0").unwrap().version(VersionNumber::FIRST).unwrap();
    assert_eq!(written.date.unwrap().to_string(), "2026-11-20");
    assert!(!written.summary.is_empty());
}

#[test]
fn release_identifiers_digest_one_line_a_model_sorted_by_bytes() {
    let catalog = Catalog::new(&LIBRARY);
    let release = current_release(catalog.library);
    let mut lines: Vec<String> = LIBRARY
        .licenses
        .iter()
        .map(|(id, model)| format!("{id}\t{}\t{}\n", model.latest(), model.current.content_hash))
        .collect();
    lines.sort_unstable();
    assert_eq!(release.library.id.to_string(), format!("lib-{}", ContentHash::of(lines.concat()).short(16)));
    let parts = format!("{}\n{}\n{}\n", release.library.id, release.graphs.id, release.vocabulary.id);
    assert_eq!(release.id.to_string(), format!("data-{}", ContentHash::of(parts).short(16)));
    assert_eq!(release.library.models.len(), total("records"), "test fixtures included");
}

/// Files of the small library, below its folder.
fn small() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small");
    let (mut files, mut folders) = (Vec::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.strip_prefix(&root).unwrap().to_owned());
            }
        }
    }
    files
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn release_identifiers_do_not_depend_on_folder_threads_or_order_of_files(
        files in Just(small()).prop_shuffle(),
        threads in 1..5_usize,
    ) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small");
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let target = folder.path().join(&file);
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::copy(root.join(file), target).unwrap();
        }
        let identifiers = |folder: &Path| {
            let library = load(folder).library.unwrap();
            let release = current_release(&library);
            [release.id, release.library.id, release.graphs.id, release.vocabulary.id].map(|id| id.to_string())
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        prop_assert_eq!(pool.install(|| identifiers(folder.path())), identifiers(&root));
    }
}

#[test]
fn the_present_state_is_a_registered_release() {
    let catalog = Catalog::new(&LIBRARY);
    assert!(is_registered(&catalog, &current_release(catalog.library)));
}

#[test]
fn the_feed_has_every_version_once_undated_ones_first() {
    let catalog = Catalog::new(&LIBRARY);
    let current = current_release(catalog.library);
    let all = changes(&catalog, &current, &Since::Beginning, &ModelKind::ALL).unwrap();
    assert_eq!(all.len(), versions());
    let keys: Vec<_> =
        all.iter().map(|i| (i.facts.date, i.facts.kind, i.facts.id, i.facts.version)).collect();
    assert!(keys.is_sorted());
    assert!(
        all.iter()
            .all(|item| (item.change == ChangeKind::Added) == (item.facts.version == VersionNumber::FIRST))
    );
    assert!(
        all.iter().all(|item| item.previous_hash.is_none() == (item.facts.version == VersionNumber::FIRST))
    );
}

#[test]
fn since_a_day_keeps_that_day_and_since_a_release_keeps_what_it_did_not_have() {
    let catalog = Catalog::new(&LIBRARY);
    let current = current_release(catalog.library);
    let count = |since| changes(&catalog, &current, &since, &ModelKind::ALL).map(|items| items.len());
    for day in ["2026-11-20", "2026-11-21"].map(|day| day.parse::<Day>().unwrap()) {
        let facts = catalog.histories().flat_map(ModelHistory::versions);
        assert_eq!(count(Since::Day(day)), Ok(facts.filter(|facts| facts.date >= Some(day)).count()));
    }
    assert_eq!(count(Since::Day("9999-12-31".parse().unwrap())), Ok(0));
    for id in [&current.id, &current.library.id, &current.graphs.id, &current.vocabulary.id] {
        assert_eq!(count(Since::Release(id.clone())), Ok(0), "{id}");
        assert!(find_release(&catalog, &current, id).is_some());
    }
    assert!(count(Since::Release(ReleaseId::of(ReleaseKind::Data, "never cut"))).is_err());
}
