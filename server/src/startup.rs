//! From flags to a router: the library, the tree that belongs to it, the edge over that.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use muniment::check::check;
use muniment::emit::{self, Progress, Proof, current_manifest, plan, write};
use muniment::history::{Catalog, current_release};
use muniment::load::load;
use muniment::model::{Fault, Library, Severity};
use muniment::pages::{PageError, Pages};

use crate::config::{Config, Switch};
use crate::edge::{Tree, TreeError};
use crate::knowledge::Knowledge;
use crate::problem::Problems;
use crate::routes::Service;
use crate::v2::{NoAccounts, Version2, discovery_address};

/// The server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartupError {
    /// The data folder has faults; they are listed.
    #[error("`{data}` has faults:\n{}\n`muniment check` tells them with their places", list(.faults))]
    Faults {
        /// The data folder.
        data: PathBuf,
        /// The errors.
        faults: Vec<Fault>,
    },
    /// The tree does not belong to the data, and building is switched off.
    #[error("the tree in `{0}` is missing or was made from other data; build it with `muniment build`")]
    Stale(PathBuf),
    /// A page cannot be rendered.
    #[error(transparent)]
    Page(#[from] PageError),
    /// The tree cannot be planned.
    #[error(transparent)]
    Plan(#[from] emit::PlanError),
    /// The tree cannot be written.
    #[error(transparent)]
    Write(#[from] emit::WriteError),
    /// The tree cannot be read.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

fn list(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("  {}: {}", fault.place, fault.message)).collect::<Vec<_>>().join("\n")
}

/// A server that can answer.
#[derive(Debug)]
pub struct Prepared {
    /// What answers.
    pub service: Service,
    /// Number of records.
    pub records: usize,
    /// Release the tree answers for.
    pub release: String,
    /// Whether the tree had to be built.
    pub built: bool,
}

/// Reads the library, builds its tree where that is missing or stale, and opens it.
pub fn prepare(config: &Config, progress: &dyn Progress) -> Result<Prepared, StartupError> {
    let loaded = load(&config.data);
    let mut faults = loaded.faults;
    faults.retain(|fault| fault.severity == Severity::Error);
    let Some(library) = loaded.library.filter(|_| faults.is_empty()) else {
        return Err(StartupError::Faults { data: config.data.clone(), faults });
    };
    let inputs = emit::inputs(&library, &config.tree_settings());
    let is_fresh = current_manifest(&config.site).is_some_and(|manifest| manifest.inputs == inputs);
    if !is_fresh {
        if config.build == Switch::Off {
            return Err(StartupError::Stale(config.site.clone()));
        }
        build(config, &library, progress)?;
    }
    let problems = Problems::new(&library.site.documentation_url());
    let records = library.licenses.len();
    let mut tree = Tree::open(&served(&config.site))?;
    let release = tree.release.clone();
    let knowledge = Arc::new(Knowledge::new(library));
    tree.replace("/v2", discovery_address(&knowledge, &config.deployment())?);
    let tree = Arc::new(tree);
    let version_2 = Version2::new(Arc::clone(&tree), knowledge, Box::new(NoAccounts));
    let service = Service { tree, version_2, problems };
    Ok(Prepared { service, records, release, built: !is_fresh })
}

fn build(config: &Config, library: &Library, progress: &dyn Progress) -> Result<(), StartupError> {
    let mut faults = check(library);
    faults.retain(|fault| fault.severity == Severity::Error);
    if !faults.is_empty() {
        return Err(StartupError::Faults { data: config.data.clone(), faults });
    }
    let catalog = Catalog::new(library);
    let current = current_release(&catalog);
    let settings = config.tree_settings();
    let pages = Pages::new(&catalog, &settings.base_url)?;
    let plan = plan(&catalog, &current, &pages, &settings)?;
    write(&plan, &config.site, Proof::Later, progress)?;
    Ok(())
}

fn served(site: &Path) -> PathBuf {
    site.join("current")
}
