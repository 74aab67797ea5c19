//! The only reader of `data/`: one file per folder of it, every fault with its place.
//!
//! Reading is complete rather than strict: whatever can be read becomes part of the [`Library`], whatever
//! cannot becomes a [`Fault`], and the caller decides whether a library with faults is good enough.

mod archive;
mod change_log;
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
mod toml_file;
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use folder::{Folder, NOTHING_PLANNED};
use muniment_licenses::model::{Fault, Library, License, LicenseId, Model, Review, Scope, Site};
use snapshot::Recalled;

pub use archive::{load_archive, unpack};
pub use folder::Planned;
pub use releases::{InvalidManifest, release_manifest};
pub use snapshot::{Compared, Snapshot};

/// What reading a data folder gave.
#[derive(Debug)]
pub struct Loaded {
    /// The library; `None` when not even its identity (`site.toml`) could be read.
    pub library: Option<Library>,
    /// Everything that was wrong with the files, in order.
    pub faults: Vec<Fault>,
}

/// Reads the identity of a library alone, with whatever is wrong with it.
#[must_use]
pub fn load_site(root: &Path) -> (Option<Site>, Vec<Fault>) {
    let mut faults = Vec::new();
    let site = site::load(&Folder::new(root, &NOTHING_PLANNED), &mut faults);
    (site, faults)
}

/// What reading a data folder gave that was read before.
#[derive(Debug)]
pub struct Reloaded {
    /// The same library and faults that [`load`] gives.
    pub loaded: Loaded,
    /// What may have to be said anew.
    pub scope: Scope,
    /// For the next time.
    pub snapshot: Snapshot,
    /// Whether the files stayed as they were.
    pub steadiness: Steadiness,
}

/// Whether every file that was left unread at first was still as it had been when it was read after all. What is made of
/// a library is worth something only as long as that is so.
#[derive(Debug, Clone, Default)]
pub struct Steadiness(Arc<AtomicBool>);

impl Steadiness {
    /// Whether it is so, up to now.
    #[must_use]
    pub fn holds(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }

    fn fails(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// What was worked out of a file, or nothing where the file is not what it was.
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

/// Reads a data folder as it is going to be, some of its files being others than on disk.
#[must_use]
pub fn load_planned(root: &Path, planned: &Planned) -> Loaded {
    read(&Folder::new(root, planned), |_| Vec::new())
}

/// Reads of a data folder what is not as it was when a snapshot of it was taken, by a comparison of the two.
///
/// The sources and triples of a record that is as it was are read when somebody looks at them: whoever builds from
/// them asks afterwards whether it stayed so ([`Steadiness`]).
#[must_use]
pub fn reload(root: &Path, before: Option<Compared>) -> Reloaded {
    let data = Folder::new(root, &NOTHING_PLANNED);
    let steadiness = data.steadiness();
    let mut recalled = BTreeSet::new();
    let loaded = read(&data, |data| {
        let site = data.digest_of(site::FILE);
        let records = before.as_ref().zip(site).map(|(before, site)| before.recall(data, site));
        let records = records.unwrap_or_default();
        recalled.extend(records.iter().map(|record| record.id.clone()));
        records
    });
    let Some(library) = &loaded.library else {
        let (scope, snapshot) = (Scope::Everything, Snapshot::default());
        return Reloaded { loaded, scope, snapshot, steadiness };
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
    Reloaded { loaded, scope, snapshot, steadiness }
}

fn read(data: &Folder<'_>, recall: impl FnOnce(&Folder<'_>) -> Vec<Recalled>) -> Loaded {
    let mut faults = Vec::new();
    let Some(site) = site::load(data, &mut faults) else {
        return Loaded { library: None, faults };
    };
    let mut recalled = recall(data);
    let reviews = recalled.iter_mut().filter_map(|record| Some((record.id.clone(), record.review.take()?)));
    let mut reviews: BTreeMap<LicenseId, Review> = reviews.collect();
    let licenses = recalled.into_iter().map(|record| (record.id, record.model));
    let mut licenses: BTreeMap<LicenseId, Model<License>> = licenses.collect();
    let mut of_families = Vec::new();
    // The table of families is as long as the library.
    let (_, (families, classes)) = rayon::join(
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
        spdx_aliases: tables::spdx_aliases(data, &mut faults),
        retired: tables::retired(data, &mut faults),
        families,
        classes,
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
