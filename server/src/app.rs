//! The server: what stays while it runs, and the tree and library that it serves now.

use std::sync::Arc;
use std::time::Duration;

use http::HeaderValue;
use http::header::CONTENT_SECURITY_POLICY;
use muniment_licenses::model::Site;
use muniment_pages::{ErrorPages, PageError, Pages, banner};
use muniment_tree::Progress;
use tokio::sync::Notify;

use crate::auth::{Chance, HashError, NoChance, SessionCookie};
use crate::clock::Clock;
use crate::library::{
    Knowledge, ListPages, Live, Mark, ModelLimits, Models, OpenError, Opened, Tree, TreeError,
    discovery_address,
};
use crate::limit::{Doorkeeper, LargeAnswers, Limits, Turns};
use crate::settings::{Config, Switch};
use crate::store::Store;
use crate::upstream::mail::{House, InvalidMail, Postman, sends_password_in_clear};
use crate::upstream::{InvalidPackages, InvalidProvider, Packages, Provider};
use crate::wire::{Bodies, CrossOrigin, Problems, RequestIds};

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

/// The server cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// There is no tree to serve.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A page cannot be rendered.
    #[error(transparent)]
    Page(#[from] PageError),
    /// The tree cannot be served.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// There are no random bytes.
    #[error(transparent)]
    Chance(#[from] NoChance),
    /// No password can be hashed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The settings of the model provider are incomplete or invalid.
    #[error(transparent)]
    Provider(#[from] InvalidProvider),
    /// The settings of the package-metadata service are invalid.
    #[error(transparent)]
    Packages(#[from] InvalidPackages),
    /// The settings of mail are invalid.
    #[error(transparent)]
    Mail(#[from] InvalidMail),
}

/// Everything that an answer may need. A copy shares all of it; the server goes on to another tree by a copy that serves
/// another one.
#[derive(Debug, Clone)]
pub struct App {
    /// The settings.
    pub config: Arc<Config>,
    /// The database.
    pub store: Store,
    /// What time it is.
    pub clock: Clock,
    /// Where identifiers and secrets come from.
    pub chance: Arc<dyn Chance>,
    /// The identifiers of requests.
    pub request_ids: Arc<RequestIds>,
    /// The service that knows the dependencies of repositories, if one is set up.
    pub packages: Option<Packages>,
    /// The language model, if one is set up.
    pub provider: Option<Provider>,
    /// Sends mail, if a mail server is set up.
    pub mailer: Option<Postman>,
    /// Notified when the database holds new mail to send.
    pub bell: Arc<Notify>,
    /// Hashes and checks passwords.
    pub doorkeeper: Arc<Doorkeeper>,
    /// The limits of requests, unless they are switched off.
    pub limits: Option<Arc<Limits>>,
    /// Turns at computing.
    pub turns: Arc<Turns>,
    /// Verdicts that are written and not yet sent.
    pub answers: Arc<LargeAnswers>,
    /// Reads the bodies of requests.
    pub bodies: Arc<Bodies>,
    /// The cookie of browsers that are signed in.
    pub cookie: SessionCookie,
    /// What scripts of other sites may do.
    pub cross_origin: CrossOrigin,
    /// The content security policy of the pages under `/web/`.
    pub frame_policy: HeaderValue,
    /// Tells browsers of new trees, in development.
    pub live: Option<Live>,
    /// What is served.
    pub served: Arc<Served>,
}

/// A tree with the library it was made from, and what is kept for both.
#[derive(Debug)]
pub struct Served {
    /// Which tree it is.
    pub mark: Mark,
    /// Pages, files and every answer that needs no query.
    pub tree: Tree,
    /// What is known of the library.
    pub knowledge: Arc<Knowledge>,
    /// Models of accounts that were read lately.
    pub models: Models,
    /// Pages of lists that were made.
    pub lists: ListPages,
    /// Error answers.
    pub problems: Problems,
}

impl App {
    /// Reads the library, builds its tree where that is missing or stale, and opens it; whether the tree was built.
    ///
    /// # Errors
    /// The library has faults, its tree cannot be built or served, or the settings of another service are invalid.
    pub fn open(
        config: Config,
        surroundings: Surroundings,
        progress: &dyn Progress,
    ) -> Result<(Self, bool), AppError> {
        let Surroundings { store, clock, chance } = surroundings;
        let request_ids = Arc::new(RequestIds::new(&*chance)?);
        let packages = packages(&config)?;
        let provider = provider(&config, &clock)?;
        let doorkeeper = Arc::new(Doorkeeper::new(clock.clone(), Arc::clone(&chance))?);
        let live = config.live_reload.then(Live::new);
        let (opened, is_built) = Opened::first(&config, progress)?;
        let served = Arc::new(Served::new(opened, &config, live.as_ref())?);
        let mailer = mailer(&config, &served.knowledge.library().site)?;
        let app = Self {
            store: store.with_limits(config.storage),
            clock,
            chance,
            request_ids,
            packages,
            provider,
            mailer,
            bell: Arc::default(),
            doorkeeper,
            limits: (config.limits == Switch::On).then(Arc::default),
            turns: Arc::default(),
            answers: Arc::new(LargeAnswers::new(config.answer_limits())),
            bodies: Arc::new(Bodies::new(config.body_bytes)),
            cookie: SessionCookie::of(&config.base_url()),
            cross_origin: CrossOrigin::new(config.allowed_origins.clone()),
            frame_policy: frame_policy(&config)?,
            live,
            served,
            config: Arc::new(config),
        };
        if let Some(live) = &app.live {
            live.tell(&app.served.tree.name);
        }
        Ok((app, is_built))
    }

    /// The same server with the tree that stands now. The library is read again if the tree was made from another state
    /// of it.
    ///
    /// # Errors
    /// The tree is missing or cannot be served, or the data folder holds another library than it was made from.
    pub fn reopened(&self) -> Result<Self, AppError> {
        let opened = Opened::next(&self.config, &self.served.tree.inputs, &self.served.knowledge)?;
        let served = Served::new(opened, &self.config, self.live.as_ref())?;
        Ok(Self { served: Arc::new(served), ..self.clone() })
    }

    /// Every page.
    pub(crate) fn pages(&self) -> &Pages<'_> {
        self.served.knowledge.pages()
    }

    /// The site of the library.
    pub(crate) fn library_site(&self) -> &Site {
        &self.served.knowledge.library().site
    }
}

impl Served {
    fn new(opened: Opened, config: &Config, live: Option<&Live>) -> Result<Self, AppError> {
        let Opened { mark, mut tree, knowledge } = opened;
        let site = &knowledge.library().site;
        tree.replace("/v2", discovery_address(&knowledge, &config.deployment())?);
        if config.notice().is_some()
            && let Some(banner) = banner(site)
        {
            tree.show_banner(&banner)?;
        }
        if let Some(live) = live {
            live.prepare(&mut tree)?;
        }
        let problems = Problems::new(&site.documentation_url(), ErrorPages::new(site)?);
        let models = Models::new(ModelLimits::of(config));
        Ok(Self { mark, tree, knowledge, models, lists: ListPages::default(), problems })
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

/// Who knows the dependencies of repositories, where that is set up.
fn packages(config: &Config) -> Result<Option<Packages>, InvalidPackages> {
    let timeout = Duration::from_secs(config.packages_seconds);
    Packages::new(&config.packages_url, config.packages_key.as_ref(), timeout, config.packages_requests)
}

/// Who sends mail, where that is set up.
fn mailer(config: &Config, site: &Site) -> Result<Option<Postman>, InvalidMail> {
    let Some(url) = config.mail_server() else { return Ok(None) };
    if sends_password_in_clear(url) {
        tracing::warn!("the password of the mail server may be sent in clear: add ?tls=required to its URL");
    }
    let house = House {
        name: &site.name,
        base_url: &config.base_url(),
        contacts: &site.contact.emails,
        from: config.mail_from.as_deref(),
    };
    Postman::new(url, house).map(Some)
}

fn frame_policy(config: &Config) -> Result<HeaderValue, TreeError> {
    let (name, policy) = (CONTENT_SECURITY_POLICY.to_string(), config.tree_settings(None).frame_policy());
    HeaderValue::from_str(&policy).map_err(|_| TreeError::Header { name, value: policy })
}
