//! What stays while trees and libraries come and go, and the service that is built on it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use http::HeaderValue;
use http::header::CONTENT_SECURITY_POLICY;
use muniment_pages::{ErrorPages, PageError, banner};
use tokio::sync::Notify;

use crate::accounts::assistant::Assistant;
use crate::accounts::{Accounts, assistant};
use crate::api::v1::{CheckBounds, Version1};
use crate::api::v2::{Version2, discovery_address};
use crate::auth::{Chance, HashError, SessionCookie};
use crate::clock::Clock;
use crate::library::{Knowledge, Live, Models, Tree, TreeError};
use crate::limit::{Allowance, LargeAnswers, Turns};
use crate::routes::{Limits, Service};
use crate::settings::{Config, Switch};
use crate::site::{Doorkeeper, Equipment, Site};
use crate::store::{Allowances, Store};
use crate::upstream::{InvalidPackages, InvalidProvider, Packages, Provider};
use crate::wire::{Bodies, CrossOrigin, Problems};

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

/// No service can be built.
#[derive(Debug, thiserror::Error)]
pub enum FoundationError {
    /// A page cannot be rendered.
    #[error(transparent)]
    Page(#[from] PageError),
    /// The tree cannot be served.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// No password can be hashed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The model provider is not set up whole.
    #[error(transparent)]
    Provider(#[from] InvalidProvider),
    /// The package-metadata service is not set up whole.
    #[error(transparent)]
    Packages(#[from] InvalidPackages),
}

/// What stays for as long as the server runs: settings, the database, how often who asked, and the other services. Who
/// is signed in, and whose windows are full, stays so whatever library is served.
#[derive(Debug)]
pub struct Foundation {
    /// How to serve.
    pub config: Config,
    /// Rung by the service when there is something to be mailed.
    pub bell: Arc<Notify>,
    /// Tells browsers of new trees, in development.
    pub live: Option<Live>,
    surroundings: Surroundings,
    packages: Option<Packages>,
    provider: Option<Provider>,
    doorkeeper: Arc<Doorkeeper>,
    limits: Option<Arc<Limits>>,
    turns: Arc<Turns>,
    answers: Arc<LargeAnswers>,
    bodies: Arc<Bodies>,
}

impl Foundation {
    /// What settings and surroundings make.
    ///
    /// # Errors
    /// Another service is not set up whole, or passwords cannot be hashed.
    pub fn new(config: Config, surroundings: Surroundings) -> Result<Self, FoundationError> {
        let store = surroundings.store.clone().with_limits(config.storage);
        let surroundings = Surroundings { store, ..surroundings };
        let Surroundings { clock, chance, .. } = &surroundings;
        Ok(Self {
            packages: packages(&config)?,
            provider: provider(&config, clock)?,
            doorkeeper: Arc::new(Doorkeeper::new(clock.clone(), Arc::clone(chance))?),
            limits: (config.limits == Switch::On).then(Arc::default),
            turns: Arc::default(),
            answers: Arc::new(LargeAnswers::new(config.answer_limits())),
            bodies: Arc::new(Bodies::new(config.body_bytes)),
            bell: Arc::new(Notify::new()),
            live: config.live_reload.then(Live::new),
            surroundings,
            config,
        })
    }

    /// Where `current` leads to the tree.
    #[must_use]
    pub fn link(&self) -> PathBuf {
        self.config.site.join("current")
    }

    /// The service of a tree and the library it was made from.
    ///
    /// # Errors
    /// A page or a header cannot be written.
    pub fn service(&self, mut tree: Tree, knowledge: Arc<Knowledge>) -> Result<Service, FoundationError> {
        let config = &self.config;
        let base_url = config.base_url();
        tree.replace("/v2", discovery_address(&knowledge, &config.deployment())?);
        if config.notice().is_some()
            && let Some(banner) = banner(&knowledge.library().site)
        {
            tree.show_banner(&banner)?;
        }
        if let Some(live) = &self.live {
            live.prepare(&mut tree)?;
        }
        let tree = Arc::new(tree);
        let library_site = &knowledge.library().site;
        let problems = Problems::new(&library_site.documentation_url(), ErrorPages::new(library_site)?);
        let Surroundings { store, clock, chance } = self.surroundings.clone();
        let accounts = Arc::new(Accounts {
            store,
            clock,
            chance,
            knowledge,
            cookie: SessionCookie::of(&base_url),
            privacy_notice: config.privacy_notice.clone(),
            has_registration: config.has_registration(),
            turns: Arc::clone(&self.turns),
            models: Models::new(config.model_limits()),
        });
        let budget = Duration::from_secs(config.reasoner_seconds);
        let limits = translation_limits(config);
        let assistant = Arc::new(Assistant::new(Arc::clone(&accounts), self.provider.clone(), limits));
        let version_1 = Version1::new(
            Arc::clone(&tree),
            Arc::clone(&accounts),
            Arc::clone(&assistant),
            base_url.clone(),
            CheckBounds { time: budget, entries: config.verdict_entries },
            Arc::clone(&self.answers),
        )
        .asking(self.packages.clone())
        .writing_with(self.provider.clone(), config.narration == Switch::On);
        let version_1 = Arc::new(version_1);
        let site = Site::new(Equipment {
            tree: Arc::clone(&tree),
            accounts: Arc::clone(&accounts),
            doorkeeper: Arc::clone(&self.doorkeeper),
            problems: problems.clone(),
            base_url,
            budget,
            version_1: Arc::clone(&version_1),
            assistant,
            allowance: self.limits.is_some().then(Allowance::default),
            bell: Arc::clone(&self.bell),
            sends_mail: config.mail_server().is_some(),
        });
        Ok(Service {
            version_2: Version2::new(Arc::clone(&tree), Arc::clone(&accounts)),
            version_1,
            site,
            accounts,
            tree,
            cross_origin: CrossOrigin::new(config.allowed_origins.clone()),
            limits: self.limits.clone(),
            proxies: config.trusted_proxies.clone(),
            bodies: Arc::clone(&self.bodies),
            problems,
            frame_policy: frame_policy(config)?,
            live: self.live.clone(),
        })
    }
}

/// The language model, where that is set up.
fn provider(config: &Config, clock: &Clock) -> Result<Option<Provider>, InvalidProvider> {
    let Some(key) = config.provider_key.as_ref().filter(|key| !key.reveal().is_empty()) else {
        return Ok(None);
    };
    match (&config.provider_url, &config.provider_model) {
        (Some(url), Some(model)) => {
            let timeout = Duration::from_secs(config.provider_seconds);
            Provider::new(url, key, model, timeout, config.provider_requests, clock.clone()).map(Some)
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

/// Who knows the dependencies of repositories, where that is set up.
fn packages(config: &Config) -> Result<Option<Packages>, InvalidPackages> {
    let timeout = Duration::from_secs(config.packages_seconds);
    Packages::new(&config.packages_url, config.packages_key.as_ref(), timeout, config.packages_requests)
}

fn frame_policy(config: &Config) -> Result<HeaderValue, TreeError> {
    let (name, policy) = (CONTENT_SECURITY_POLICY.to_string(), config.tree_settings().frame_policy());
    HeaderValue::from_str(&policy).map_err(|_| TreeError::Header { name, value: policy })
}
