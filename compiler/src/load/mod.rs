//! The only reader of `data/`: one file per folder of it, every fault with its place.
//!
//! Reading is complete rather than strict: whatever can be read becomes part of the [`Library`], whatever
//! cannot becomes a [`Fault`], and the caller decides whether a library with faults is good enough.

mod change_log;
mod folder;
mod graphs;
mod licenses;
mod model;
mod releases;
mod reviews;
mod site;
mod tables;
mod toml_file;
mod vocabulary;

use std::path::Path;

use crate::model::{Fault, Library, Site};
use folder::Folder;

pub use folder::Planned;
pub use releases::{InvalidManifest, release_manifest};

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
    let site = site::load(&Folder::new(root, &Planned::new()), &mut faults);
    (site, faults)
}

/// Reads a data folder, using the threads of the current rayon pool.
#[must_use]
pub fn load(root: &Path) -> Loaded {
    load_planned(root, &Planned::new())
}

/// Reads a data folder as it is going to be, some of its files being others than on disk.
#[must_use]
pub fn load_planned(root: &Path, planned: &Planned) -> Loaded {
    let data = Folder::new(root, planned);
    let mut faults = Vec::new();
    let Some(site) = site::load(&data, &mut faults) else {
        return Loaded { library: None, faults };
    };
    let licenses = licenses::load(&data, &site, &mut faults);
    let graphs = graphs::load(&data, &site, &mut faults);
    let vocabulary = vocabulary::load(&data, &site, &mut faults);
    let (actions, asset_types) = vocabulary::load_actions(&data, &site, &mut faults);
    let (families, classes) = tables::families(&data, &mut faults);
    let (releases, registrations) = releases::load(&data, &site, &mut faults);
    let library = Library {
        licenses,
        graphs,
        vocabulary_id: site.vocabulary_id(),
        vocabulary,
        actions,
        asset_types,
        reviews: reviews::load(&data, &mut faults),
        spdx_aliases: tables::spdx_aliases(&data, &mut faults),
        retired: tables::retired(&data, &mut faults),
        families,
        classes,
        exceptions: tables::exceptions(&data, &mut faults),
        releases,
        registrations,
        tables: tables::texts(&data),
        inputs: data.digest(),
        site,
    };
    faults.sort();
    faults.dedup();
    Loaded { library: Some(library), faults }
}
