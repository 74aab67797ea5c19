//! Opens a tree with the library it was made from. Builds the tree first where that is needed.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use muniment_documents::wire::{ManifestHead, PackageDigests};
use muniment_library::check::check;
use muniment_library::history::{Catalog, current_release};
use muniment_library::load::load_compact;
use muniment_licenses::model::{Fault, GraphId, Library, LicenseId, Severity};
use muniment_licenses::reason::MAIN_CONTEXTS;
use muniment_pages::{PageError, Pages, banner};
use muniment_tree::{
    MatrixError, MatrixStage, PlanError, Progress, Proof, ReleaseAnswers, Settings, Silent, WriteError,
    has_matrix, inputs, plan, policies_name, write,
};

use super::{LiveReload, LoadedLibrary, PageChanges, Stale, Tree, TreeError, read_manifest};
use crate::settings::{Config, Switch};

/// A tree cannot be served, or not with the library that stands in the data folder.
#[derive(Debug, thiserror::Error)]
pub enum OpenTreeError {
    /// The data folder has faults; they are listed.
    #[error("`{data}` has faults:\n{}\n`muniment check --data {data}` tells them with their remedies", list(.data, .faults))]
    Faults {
        /// The data folder.
        data: PathBuf,
        /// The errors.
        faults: Vec<Fault>,
    },
    /// The tree does not belong to the data or the settings, and is not to be built.
    #[error("{0}")]
    Stale(Box<Stale>),
    /// A page cannot be rendered.
    #[error(transparent)]
    Page(#[from] PageError),
    /// The tree cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The tree cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The compatibility matrix cannot be written.
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    /// The tree cannot be read.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

impl OpenTreeError {
    /// Whether the cause passes: another process was writing to the folder of the tree.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Matrix(MatrixError::Write(WriteError::Locked(_))))
    }
}

fn list(data: &Path, faults: &[Fault]) -> String {
    let line =
        |fault: &Fault| format!("  {}: {}", data.join(fault.place.to_string()).display(), fault.message);
    faults.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The license texts of which a build makes pages.
#[derive(Debug, Default)]
pub struct PageTexts {
    /// By the records that were compared with them.
    pub texts: BTreeMap<LicenseId, String>,
    /// Their digest, of which the tree is made too; `None` without texts.
    pub digest: Option<String>,
}

impl PageTexts {
    /// No texts, whatever the library.
    #[must_use]
    pub fn none(_: &Library) -> Self {
        Self::default()
    }
}

/// A tree and the library it was made from.
#[derive(Debug)]
pub struct Opened {
    /// The stamp of the link to it.
    pub stamp: LinkStamp,
    /// The tree.
    pub tree: Tree,
    /// The library.
    pub loaded: Arc<LoadedLibrary>,
}

/// Tells one tree that `current` leads to from the next, because every build and every matrix replaces the link: inode, and
/// seconds and nanoseconds of the last change. `None` without a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkStamp(Option<(u64, i64, i64)>);

impl LinkStamp {
    /// Of the link as it is.
    #[must_use]
    pub fn of(link: &Path) -> Self {
        let link = fs::symlink_metadata(link).ok();
        Self(link.map(|link| (link.ino(), link.mtime(), link.mtime_nsec())))
    }
}

impl Opened {
    /// Reads the library, builds its tree where that is missing or stale, and opens it; whether it had to be built. A build
    /// makes pages of the texts that `texts_of` has for the library.
    ///
    /// # Errors
    /// The library has faults, or its tree cannot be built, read or served.
    pub fn first(
        config: &Config,
        texts_of: fn(&Library) -> PageTexts,
        progress: &dyn Progress,
    ) -> Result<(Self, bool), OpenTreeError> {
        let library = read(config)?;
        let before = read_manifest(&config.site)?;
        let is_fresh = before.as_ref().is_some_and(|tree| is_of(tree, &library, config));
        if !is_fresh {
            if config.build == Switch::Off {
                return Err(OpenTreeError::Stale(match &before {
                    Some(tree) => Stale::of(config, tree, &library),
                    None => Stale::missing(config),
                }));
            }
            build(config, before.as_ref(), &library, texts_of(&library), progress)?;
        }
        let stamp = LinkStamp::of(&config.link());
        let now = read_manifest(&config.site)?;
        let Some(tree) = now.as_ref().filter(|tree| is_of(tree, &library, config)) else {
            return Err(OpenTreeError::Stale(Stale::replaced(config, now.as_ref())));
        };
        let loaded = loaded(library, tree, config)?;
        Ok((Self::open(config, stamp, tree, loaded)?, !is_fresh))
    }

    /// Opens the tree that stands now, and reads the library again if the tree was made from another state of it than
    /// `inputs` are the digest of.
    ///
    /// # Errors
    /// The tree is missing or cannot be read, or the data folder holds another library than it was made from.
    pub fn next(config: &Config, inputs: &str, known: &Arc<LoadedLibrary>) -> Result<Self, OpenTreeError> {
        let stamp = LinkStamp::of(&config.link());
        let tree =
            read_manifest(&config.site)?.ok_or_else(|| OpenTreeError::Stale(Stale::missing(config)))?;
        let loaded = if tree.inputs == inputs {
            Arc::clone(known)
        } else {
            let library = read(config)?;
            if !is_of(&tree, &library, config) {
                return Err(OpenTreeError::Stale(Stale::of(config, &tree, &library)));
            }
            loaded(library, &tree, config)?
        };
        Self::open(config, stamp, &tree, loaded)
    }

    fn open(
        config: &Config,
        stamp: LinkStamp,
        manifest: &ManifestHead,
        loaded: Arc<LoadedLibrary>,
    ) -> Result<Self, OpenTreeError> {
        let stamp = match config.build {
            Switch::On => {
                add_matrix(config, &loaded)?;
                LinkStamp::of(&config.link())
            }
            Switch::Off => stamp,
        };
        let banner = config.notice().and_then(|_| banner(&loaded.library().site));
        let script = config.live_reload.then_some(LiveReload::SCRIPT);
        let mut tree = Tree::open(&config.link(), PageChanges { banner, script })?;
        if config.live_reload {
            tree.replace(LiveReload::SCRIPT, LiveReload::script()?);
        }
        // The link may have been replaced since.
        if tree.inputs != manifest.inputs {
            return Err(OpenTreeError::Stale(Stale::replaced(config, Some(manifest))));
        }
        Ok(Self { stamp, tree, loaded })
    }
}

/// Whether a tree was made from a library. A server dumps no releases and reads no tables of experts, but serves the dumps and
/// the pages from packages of a tree that was published with them, for whichever edges and with whichever banner.
fn is_of(tree: &ManifestHead, library: &Library, config: &Config) -> bool {
    let (packages, notice) = (tree.packages.clone(), tree.notice.clone());
    let settings = Settings { packages, notice, ..config.tree_settings(Some(tree)) };
    let with = |dumps| inputs(library, &Settings { dumps, ..settings.clone() });
    [false, true].into_iter().any(|dumps| tree.inputs == with(dumps))
}

/// Derives everything from a library. Its banner is that of the deployment, or else the one its tree was built with.
fn loaded(
    mut library: Library,
    tree: &ManifestHead,
    config: &Config,
) -> Result<Arc<LoadedLibrary>, PageError> {
    let notice = config.notice().map(str::to_owned).or_else(|| tree.notice.clone());
    Settings { notice, ..Settings::default() }.apply(&mut library);
    LoadedLibrary::of(library, &config.base_url())
}

/// The library of the data folder, which has to be free of faults.
fn read(config: &Config) -> Result<Library, OpenTreeError> {
    let loaded = load_compact(&config.data);
    let mut faults = loaded.faults;
    faults.retain(|fault| fault.severity == Severity::Error);
    match loaded.library.filter(|_| faults.is_empty()) {
        Some(library) => Ok(library),
        None => Err(OpenTreeError::Faults { data: config.data.clone(), faults }),
    }
}

fn build(
    config: &Config,
    before: Option<&ManifestHead>,
    library: &Library,
    PageTexts { texts, digest }: PageTexts,
    progress: &dyn Progress,
) -> Result<(), OpenTreeError> {
    let mut faults = check(library);
    faults.retain(|fault| fault.severity == Severity::Error);
    if !faults.is_empty() {
        return Err(OpenTreeError::Faults { data: config.data.clone(), faults });
    }
    let catalog = Catalog::new(library);
    let current = current_release(catalog.library);
    let packages = PackageDigests { texts: digest, expert_tables: None };
    let settings = Settings { packages, ..config.tree_settings(before) };
    let pages = Pages::new(&catalog, &settings.base_url)?.with_texts(texts);
    let plan = plan(&catalog, &current, &pages, &settings)?;
    let written = write(&plan, &config.site, Proof::Later, progress)?;
    if let Some(fault) = written.fault {
        tracing::warn!(error = %fault, "the tree is published, but something failed afterwards");
    }
    Ok(())
}

/// Makes the compatibility matrices of the default graph, and the answers and policies of the main contexts, that the tree
/// does not have yet.
fn add_matrix(config: &Config, loaded: &LoadedLibrary) -> Result<(), OpenTreeError> {
    let Ok(graph) = Library::DEFAULT_GRAPH.parse::<GraphId>() else { return Ok(()) };
    let (catalog, reasoner, release) = (loaded.catalog(), loaded.reasoner(), loaded.current());
    let graph = Some(graph).filter(|graph| !has_matrix(&config.site, graph.as_str()));
    let graph = graph.filter(|graph| loaded.library().graphs.contains_key(graph));
    let without = |of: fn(&str) -> String| {
        MAIN_CONTEXTS.into_iter().filter(move |(name, _)| !has_matrix(&config.site, &of(name)))
    };
    let policies: Vec<_> = without(policies_name).collect();
    let contexts: Vec<_> = without(str::to_owned).collect();
    if graph.is_none() && contexts.is_empty() && policies.is_empty() {
        return Ok(());
    }
    let stage = MatrixStage::open(&config.site, release)?;
    for context in policies {
        stage.policies(loaded.library(), reasoner.terms(), context, &Silent)?;
    }
    let answers = ReleaseAnswers::new(catalog, reasoner, release);
    for context in contexts {
        stage.answers(&answers, context, &Silent)?;
    }
    if let Some(graph) = graph {
        stage.grades(catalog, reasoner, &graph, &answers, &Silent)?;
    }
    stage.publish()?;
    Ok(())
}
