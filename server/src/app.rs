//! The server: what stays while it runs, and the tree and library that it serves now.

use std::sync::Arc;
use std::time::Duration;

use http::HeaderValue;
use http::header::CONTENT_SECURITY_POLICY;
use muniment_licenses::model::{Library, Site};
use muniment_pages::{ErrorPages, PageError, Pages};
use muniment_tree::Progress;
use tokio::sync::Notify;

use crate::auth::{HashError, NoRandomness, Randomness, SessionCookie};
use crate::clock::Clock;
use crate::library::{
    ContainmentAnswers, LinkStamp, ListPages, LiveReload, LoadedLibrary, ModelLimits, Models, OpenTreeError,
    Opened, PageTexts, Tree, TreeError, discovery_address,
};
use crate::limit::{LargeAnswers, PasswordChecks, RequestLimits, Turns};
use crate::settings::{Config, Switch};
use crate::store::Store;
use crate::upstream::mail::{InvalidMail, Mailer, MailingSite, sends_password_in_clear};
use crate::upstream::{InvalidPackages, InvalidProvider, Packages, Provider};
use crate::wire::{Bodies, CrossOrigin, ErrorAnswers, RequestIds};

/// What differs between a running server and a test: database, time, random bytes and license texts.
#[derive(Debug, Clone)]
pub struct Environment {
    /// The database.
    pub store: Store,
    /// The time.
    pub clock: Clock,
    /// Where identifiers and secrets come from.
    pub randomness: Arc<dyn Randomness>,
    /// The license texts at hand for a library, of which a build makes pages.
    pub texts_of: fn(&Library) -> PageTexts,
}

/// The server cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// There is no tree to serve.
    #[error(transparent)]
    Open(#[from] OpenTreeError),
    /// A page cannot be rendered.
    #[error(transparent)]
    Page(#[from] PageError),
    /// The tree cannot be served.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// There are no random bytes.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
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
    /// The time.
    pub clock: Clock,
    /// Where identifiers and secrets come from.
    pub randomness: Arc<dyn Randomness>,
    /// The identifiers of requests.
    pub request_ids: Arc<RequestIds>,
    /// The service that knows the dependencies of repositories, if one is set up.
    pub packages: Option<Packages>,
    /// The language model, if one is set up.
    pub provider: Option<Provider>,
    /// Sends mail, if a mail server is set up.
    pub mailer: Option<Mailer>,
    /// The license texts at hand for a library.
    pub texts_of: fn(&Library) -> PageTexts,
    /// Notified when the database holds new mail to send.
    pub mail_pending: Arc<Notify>,
    /// Hashes and checks passwords.
    pub passwords: Arc<PasswordChecks>,
    /// The limits of requests, unless they are switched off.
    pub limits: Option<Arc<RequestLimits>>,
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
    /// `Strict-Transport-Security`, if the deployment sends it.
    pub transport_policy: Option<HeaderValue>,
    /// Tells browsers of new trees, in development.
    pub live: Option<LiveReload>,
    /// What is served.
    pub served: Arc<Served>,
}

/// A tree with the library it was made from, and what is kept for both.
#[derive(Debug)]
pub struct Served {
    /// The stamp of the link to the tree.
    pub stamp: LinkStamp,
    /// Pages, files and every answer that needs no query.
    pub tree: Tree,
    /// The library.
    pub loaded: Arc<LoadedLibrary>,
    /// Models of accounts that were read lately.
    pub models: Models,
    /// Pages of lists that were made.
    pub lists: ListPages,
    /// Answers about containment that were made.
    pub containment: ContainmentAnswers,
    /// Error answers.
    pub errors: ErrorAnswers,
}

impl App {
    /// Reads the library, builds its tree where that is missing or stale, and opens it; whether the tree was built.
    ///
    /// # Errors
    /// The library has faults, its tree cannot be built or served, or the settings of another service are invalid.
    pub fn open(
        config: Config,
        environment: Environment,
        progress: &dyn Progress,
    ) -> Result<(Self, bool), AppError> {
        let Environment { store, clock, randomness, texts_of } = environment;
        let request_ids = Arc::new(RequestIds::new(&*randomness)?);
        let packages = packages(&config)?;
        let provider = provider(&config, &clock)?;
        let passwords = Arc::new(PasswordChecks::new(clock.clone(), Arc::clone(&randomness))?);
        let live = config.live_reload.then(LiveReload::new);
        let (opened, is_built) = Opened::first(&config, texts_of, progress)?;
        let served = Arc::new(Served::new(opened, &config)?);
        let mailer = mailer(&config, &served.loaded.library().site)?;
        let app = Self {
            store: store.with_limits(config.storage),
            clock,
            randomness,
            request_ids,
            packages,
            provider,
            mailer,
            texts_of,
            mail_pending: Arc::default(),
            passwords,
            limits: (config.limits == Switch::On).then(Arc::default),
            turns: Arc::default(),
            answers: Arc::new(LargeAnswers::new(config.answer_limits())),
            bodies: Arc::new(Bodies::new(config.body_bytes)),
            cookie: SessionCookie::of(&config.base_url()),
            cross_origin: CrossOrigin::new(config.allowed_origins.clone()),
            frame_policy: frame_policy(&config)?,
            transport_policy: transport_policy(&config),
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
        let opened = Opened::next(&self.config, &self.served.tree.inputs, &self.served.loaded)?;
        let served = Served::new(opened, &self.config)?;
        Ok(Self { served: Arc::new(served), ..self.clone() })
    }

    /// Every page.
    pub(crate) fn pages(&self) -> &Pages<'_> {
        self.served.loaded.pages()
    }

    /// The site of the library.
    pub(crate) fn library_site(&self) -> &Site {
        &self.served.loaded.library().site
    }
}

impl Served {
    fn new(opened: Opened, config: &Config) -> Result<Self, AppError> {
        let Opened { stamp, mut tree, loaded } = opened;
        let site = &loaded.library().site;
        tree.replace("/v2", discovery_address(&loaded, &config.deployment())?);
        let errors = ErrorAnswers::new(&site.documentation_url(), ErrorPages::new(site)?);
        let models = Models::new(ModelLimits::of(config));
        let (lists, containment) = (ListPages::default(), ContainmentAnswers::default());
        Ok(Self { stamp, tree, loaded, models, lists, containment, errors })
    }
}

/// The language model, if it is set up.
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

/// The package-metadata service, if it is set up.
fn packages(config: &Config) -> Result<Option<Packages>, InvalidPackages> {
    let timeout = Duration::from_secs(config.packages_seconds);
    Packages::new(&config.packages_url, config.packages_key.as_ref(), timeout, config.packages_requests)
}

/// The mailer, if a mail server is set up.
fn mailer(config: &Config, site: &Site) -> Result<Option<Mailer>, InvalidMail> {
    let Some(url) = config.mail_server() else { return Ok(None) };
    if sends_password_in_clear(url) {
        tracing::warn!("the password of the mail server may be sent in clear: add ?tls=required to its URL");
    }
    let mailing_site = MailingSite {
        name: &site.name,
        base_url: &config.base_url(),
        contacts: &site.contact.emails,
        from: config.mail_from.as_deref(),
    };
    Mailer::new(url, mailing_site).map(Some)
}

fn transport_policy(config: &Config) -> Option<HeaderValue> {
    let seconds = config.hsts_seconds;
    (seconds > 0).then(|| HeaderValue::try_from(format!("max-age={seconds}")).ok()).flatten()
}

fn frame_policy(config: &Config) -> Result<HeaderValue, TreeError> {
    let (name, policy) = (CONTENT_SECURITY_POLICY.to_string(), config.tree_settings(None).frame_policy());
    HeaderValue::from_str(&policy).map_err(|_| TreeError::Header { name, value: policy })
}
