//! From flags to a router: the library, the tree that belongs to it, the edge over that.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use http::HeaderValue;
use http::header::CONTENT_SECURITY_POLICY;
use muniment::check::check;
use muniment::emit::{self, Progress, Proof, Settings, current_manifest, plan, write};
use muniment::find::Index;
use muniment::history::{Catalog, current_release};
use muniment::load::load;
use muniment::model::{Fault, GraphId, Library, Severity};
use muniment::pages::{ErrorPages, PageError, Pages};
use muniment::wire::Manifest;
use tokio::sync::Notify;

use crate::accounts::Accounts;
use crate::assistant::{self, Assistant};
use crate::auth::{Chance, HashError, SessionCookie};
use crate::clock::Clock;
use crate::config::{Config, Switch};
use crate::cross_origin::CrossOrigin;
use crate::edge::{Tree, TreeError};
use crate::knowledge::Knowledge;
use crate::limit::Allowance;
use crate::mail::{House, InvalidMail, Postman};
use crate::packages::{NoAddress, Packages};
use crate::problem::Problems;
use crate::provider::{InvalidProvider, Provider};
use crate::routes::{Limits, Service};
use crate::site::{Equipment, Site};
use crate::store::{Allowances, Store};
use crate::v1::Version1;
use crate::v2::{Version2, discovery_address};

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
    /// The compatibility matrix cannot be written.
    #[error(transparent)]
    Matrix(#[from] emit::MatrixError),
    /// The tree cannot be read.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// No password can be hashed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The model provider is not set up whole.
    #[error(transparent)]
    Provider(#[from] InvalidProvider),
    /// Mail is not set up whole.
    #[error(transparent)]
    Mail(#[from] InvalidMail),
    /// The package-metadata service has no address.
    #[error(transparent)]
    Packages(#[from] NoAddress),
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
    /// Who sends mail, where that is set up.
    pub postman: Option<Postman>,
    /// Rung by the service when there is something to be mailed.
    pub bell: Arc<Notify>,
}

/// What a server has from outside: where it keeps things, the time, and chance.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The database.
    pub store: Store,
    /// What time it is.
    pub clock: Clock,
    /// Where identifiers and secrets come from.
    pub chance: Arc<dyn Chance>,
}

/// Reads the library, builds its tree where that is missing or stale, and opens it.
pub fn prepare(
    config: &Config,
    surroundings: Surroundings,
    progress: &dyn Progress,
) -> Result<Prepared, StartupError> {
    let packages = packages(config)?;
    let loaded = load(&config.data);
    let mut faults = loaded.faults;
    faults.retain(|fault| fault.severity == Severity::Error);
    let Some(library) = loaded.library.filter(|_| faults.is_empty()) else {
        return Err(StartupError::Faults { data: config.data.clone(), faults });
    };
    // A server dumps no releases, and serves the dumps of a tree that was published with them.
    let is_of = |tree: &Manifest, dumps| {
        tree.inputs == emit::inputs(&library, &Settings { dumps, ..config.tree_settings() })
    };
    let is_fresh =
        current_manifest(&config.site).is_some_and(|tree| is_of(&tree, false) || is_of(&tree, true));
    if !is_fresh {
        if config.build == Switch::Off {
            return Err(StartupError::Stale(config.site.clone()));
        }
        build(config, &library, progress)?;
    }
    let problems = Problems::new(&library.site.documentation_url(), ErrorPages::new(&library.site)?);
    let records = library.licenses.len();
    let knowledge = Knowledge::of(library);
    if config.build == Switch::On {
        add_matrix(config, knowledge)?;
    }
    let mut tree = Tree::open(&served(&config.site))?;
    let release = tree.release.clone();
    let base_url = config.base_url();
    let pages = Arc::new(Pages::new(knowledge.catalog, &base_url)?);
    tree.replace("/v2", discovery_address(knowledge, &config.deployment())?);
    let tree = Arc::new(tree);
    let Surroundings { store, clock, chance } = surroundings;
    let accounts = Arc::new(Accounts {
        store,
        clock,
        chance,
        knowledge,
        cookie: SessionCookie::of(&base_url),
        privacy_notice: config.privacy_notice.clone(),
        has_registration: config.has_registration(),
    });
    let budget = Duration::from_secs(config.reasoner_seconds);
    let provider = provider(config, &accounts.clock)?;
    let assistant = Assistant::new(Arc::clone(&accounts), provider.clone(), translation_limits(config));
    let assistant = Arc::new(assistant);
    let version_1 = Version1::new(
        Arc::clone(&tree),
        Arc::clone(&accounts),
        Arc::clone(&pages),
        Arc::clone(&assistant),
        base_url.clone(),
        budget,
    )
    .asking(packages)
    .writing_with(provider, config.narration == Switch::On);
    let version_1 = Arc::new(version_1);
    let postman = postman(config, &knowledge.catalog.library.site)?;
    let bell = Arc::new(Notify::new());
    let site = Site::new(Equipment {
        tree: Arc::clone(&tree),
        accounts: Arc::clone(&accounts),
        pages,
        problems: problems.clone(),
        base_url,
        budget,
        version_1: Arc::clone(&version_1),
        assistant,
        allowance: (config.limits == Switch::On).then(Allowance::default),
        bell: Arc::clone(&bell),
        sends_mail: postman.is_some(),
    })?;
    let service = Service {
        version_2: Version2::new(Arc::clone(&tree), Arc::clone(&accounts)),
        version_1,
        site,
        accounts,
        tree,
        cross_origin: CrossOrigin::new(config.allowed_origins.clone()),
        limits: (config.limits == Switch::On).then(Limits::default),
        proxies: config.trusted_proxies.clone(),
        problems,
        frame_policy: frame_policy(&config.tree_settings())?,
    };
    Ok(Prepared { service, records, release, built: !is_fresh, postman, bell })
}

/// The language model, where that is set up.
fn provider(config: &Config, clock: &Clock) -> Result<Option<Provider>, InvalidProvider> {
    let Some(key) = config.provider_key.as_ref().filter(|key| !key.reveal().is_empty()) else {
        return Ok(None);
    };
    match (&config.provider_url, &config.provider_model) {
        (Some(url), Some(model)) => {
            let patience = Duration::from_secs(config.provider_seconds);
            Provider::new(url, key, model, patience, clock.clone()).map(Some)
        }
        _ => Err(InvalidProvider::Incomplete),
    }
}

fn translation_limits(config: &Config) -> assistant::Limits {
    assistant::Limits {
        text: config.translation_characters,
        part: config.translation_part_characters,
        runs: Allowances { account: config.translations, deployment: Some(config.translations_in_all) },
    }
}

/// Who sends mail, where that is set up.
fn postman(config: &Config, site: &muniment::model::Site) -> Result<Option<Postman>, InvalidMail> {
    let Some(url) = config.smtp_url.as_ref().filter(|url| !url.reveal().is_empty()) else { return Ok(None) };
    let house = House {
        name: &site.name,
        base_url: &config.base_url(),
        contacts: &site.contact.emails,
        from: config.mail_from.as_deref(),
    };
    Postman::new(url, house).map(Some)
}

/// Who knows the dependencies of repositories, where that is set up.
fn packages(config: &Config) -> Result<Option<Packages>, NoAddress> {
    let patience = Duration::from_secs(config.packages_seconds);
    Packages::new(&config.packages_url, config.packages_key.as_ref(), patience)
}

fn frame_policy(settings: &Settings) -> Result<HeaderValue, TreeError> {
    let (name, policy) = (CONTENT_SECURITY_POLICY.to_string(), settings.frame_policy());
    HeaderValue::from_str(&policy).map_err(|_| TreeError::Header { name, value: policy })
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
    let index = Index::new(library);
    let pages = Pages::new(&catalog, &settings.base_url)?;
    let plan = plan(&catalog, &index, &current, &pages, &settings)?;
    write(&plan, &config.site, Proof::Later, progress)?;
    Ok(())
}

/// Makes the compatibility matrix of the graph that stands when none is chosen, where the tree does not have it yet.
fn add_matrix(config: &Config, knowledge: &Knowledge) -> Result<(), StartupError> {
    let Ok(graph) = Library::DEFAULT_GRAPH.parse::<GraphId>() else { return Ok(()) };
    let Knowledge { catalog, reasoner, current, .. } = knowledge;
    if emit::has_matrix(&config.site, &graph) || !catalog.library.graphs.contains_key(&graph) {
        return Ok(());
    }
    emit::write_matrix(catalog, reasoner, current, &graph, &config.site)?;
    Ok(())
}

fn served(site: &Path) -> PathBuf {
    site.join("current")
}
