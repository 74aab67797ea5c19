//! Reads `data/`, with one module for each folder.
//!
//! Readable files become part of the [`Library`], others become [`Fault`]s. The caller decides whether to use a
//! library with faults.

mod archive;
mod change_log;
mod compact;
mod expert_tables;
mod folder;
mod graphs;
mod house_rules;
mod licenses;
mod model;
mod releases;
mod reviews;
mod site;
mod snapshot;
mod stamp;
mod tables;
mod texts;
mod toml_file;
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use folder::{Folder, NOTHING_PLANNED};
use muniment_licenses::model::{Fault, Library, License, LicenseId, LicenseText, Model, Review, Scope, Site};
use snapshot::RestoredRecord;
use tables::Families;

pub use archive::{load_archive, pack, unpack};
pub use expert_tables::{ExpertTableError, ExpertTableFiles};
pub use folder::Planned;
pub use releases::{InvalidManifest, release_manifest};
pub use snapshot::{Compared, Snapshot};

/// The result of reading a data folder.
#[derive(Debug)]
pub struct Loaded {
    /// The library; `None` if `site.toml` could not be read.
    pub library: Option<Library>,
    /// The faults, in order.
    pub faults: Vec<Fault>,
}

/// Reads only `site.toml`.
#[must_use]
pub fn load_site(root: &Path) -> (Option<Site>, Vec<Fault>) {
    let mut faults = Vec::new();
    let site = site::load(&Folder::new(root, &NOTHING_PLANNED), &mut faults);
    (site, faults)
}

/// Reads only `texts.toml`; what cannot be read is left out.
#[must_use]
pub fn load_texts(root: &Path) -> BTreeMap<LicenseId, LicenseText> {
    texts::load(&Folder::new(root, &NOTHING_PLANNED), &mut Vec::new())
}

/// The result of reading a data folder incrementally.
#[derive(Debug)]
pub struct Reloaded {
    /// The same library and faults that [`load`] gives.
    pub loaded: Loaded,
    /// What may have changed.
    pub scope: Scope,
    /// The snapshot for the next time.
    pub snapshot: Snapshot,
    /// Whether deferred files are still unchanged.
    pub files_unchanged: FilesUnchanged,
}

/// Whether every deferred file was unchanged when it was read. If not, results from the library are invalid.
#[derive(Debug, Clone, Default)]
pub struct FilesUnchanged(Arc<AtomicBool>);

impl FilesUnchanged {
    /// Whether all deferred files read so far were unchanged.
    #[must_use]
    pub fn holds(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }

    fn fails(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The value of a deferred file; the default if the file changed.
    fn value<T: Default, E>(&self, result: Result<T, E>) -> T {
        result.unwrap_or_else(|_| {
            self.fails();
            T::default()
        })
    }
}

/// Reads a data folder, using the threads of the current rayon pool.
#[must_use]
pub fn load(root: &Path) -> Loaded {
    load_planned(root, &NOTHING_PLANNED)
}

/// Reads a data folder, and keeps the files of its records compressed. A server, which reads few of them again, needs a third
/// of the memory.
#[must_use]
pub fn load_compact(root: &Path) -> Loaded {
    let mut data = Folder::new(root, &NOTHING_PLANNED);
    data.is_compact = true;
    read(&data, |_, _| Vec::new())
}

/// Reads a data folder with planned files.
#[must_use]
pub fn load_planned(root: &Path, planned: &Planned) -> Loaded {
    read(&Folder::new(root, planned), |_, _| Vec::new())
}

/// Reads the files of a data folder that changed since a snapshot.
///
/// Files and triples of an unchanged record are read on access. After using them, check [`FilesUnchanged`].
#[must_use]
pub fn reload(root: &Path, before: Option<Compared>) -> Reloaded {
    let data = Folder::new(root, &NOTHING_PLANNED);
    let files_unchanged = data.files_unchanged();
    let mut recalled = BTreeSet::new();
    let loaded = read(&data, |data, site| {
        let records = before.as_ref().map(|before| before.restore(data, site)).unwrap_or_default();
        recalled.extend(records.iter().map(|record| record.id.clone()));
        records
    });
    let Some(library) = &loaded.library else {
        let (scope, snapshot) = (Scope::Everything, Snapshot::default());
        return Reloaded { loaded, scope, snapshot, files_unchanged };
    };
    let at_fault: BTreeSet<&str> = loaded.faults.iter().map(|fault| fault.place.file.as_str()).collect();
    let is_sound = |id: &LicenseId| {
        let history = format!("history/licenses/{id}");
        !at_fault.iter().any(|file| {
            file.starts_with(&history)
                || *file == format!("licenses/{id}.ttl")
                || *file == format!("reviews/{id}.toml")
        })
    };
    let before = before.map(|before| before.snapshot).unwrap_or_default();
    let scope = before.scope(library, &data, &recalled);
    let snapshot = Snapshot::of(library, data, before, &recalled, is_sound);
    Reloaded { loaded, scope, snapshot, files_unchanged }
}

fn read(data: &Folder<'_>, restore: impl FnOnce(&Folder<'_>, &Site) -> Vec<RestoredRecord>) -> Loaded {
    let mut faults = Vec::new();
    let Some(site) = site::load(data, &mut faults) else {
        return Loaded { library: None, faults };
    };
    let mut recalled = restore(data, &site);
    let reviews = recalled.iter_mut().filter_map(|record| Some((record.id.clone(), record.review.take()?)));
    let mut reviews: BTreeMap<LicenseId, Review> = reviews.collect();
    let licenses = recalled.into_iter().map(|record| (record.id, record.model));
    let mut licenses: BTreeMap<LicenseId, Model<License>> = licenses.collect();
    let mut of_families = Vec::new();
    // The table of families is large.
    let (_, Families { families, classes, best_known, typed_names }) = rayon::join(
        || {
            licenses::load(data, &site, &mut licenses, &mut faults);
            reviews::load(data, &mut reviews, &mut faults);
        },
        || tables::families(data, &mut of_families),
    );
    faults.append(&mut of_families);
    let graphs = graphs::load(data, &site, &mut faults);
    let vocabulary = vocabulary::load(data, &site, &mut faults);
    let house_rules = house_rules::load(data, &site, &mut faults);
    let (actions, asset_types) = vocabulary::load_actions(data, &site, &mut faults);
    let (releases, registrations) = releases::load(data, &site, &mut faults);
    let library = Library {
        licenses,
        graphs,
        vocabulary_id: site.vocabulary_id(),
        vocabulary,
        actions,
        asset_types,
        reviews,
        texts: texts::load(data, &mut faults),
        spdx_aliases: tables::spdx_aliases(data, &mut faults),
        retired: tables::retired(data, &mut faults),
        families,
        classes,
        best_known,
        typed_names,
        house_rules,
        exceptions: tables::exceptions(data, &mut faults),
        releases,
        registrations,
        archive_of: releases::archived(data, &site, &mut faults),
        tables: tables::texts(data),
        inputs: data.digest(),
        site,
    };
    faults.sort();
    faults.dedup();
    Loaded { library: Some(library), faults }
}
