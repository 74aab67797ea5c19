use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use muniment_documents::api::v2::{Deployment, Features, RateLimits};
use muniment_documents::wire::{BaseUrl, ManifestHead, Origin, PackageDigests};
use muniment_tree::Settings;

use crate::auth::is_at_home;
use crate::limit::{AnswerLimits, TrustedProxies};
use crate::store::StorageLimits;
use crate::upstream::Secret;

/// How to serve.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Address to listen on
    #[arg(long, env = "MUNIMENT_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub listen: SocketAddr,
    /// Folder of the library's sources
    #[arg(long, env = "MUNIMENT_DATA", default_value = "data", value_name = "DIR")]
    pub data: PathBuf,
    /// Folder of the built tree
    #[arg(long, env = "MUNIMENT_SITE", default_value = "site-out", value_name = "DIR")]
    pub site: PathBuf,
    /// Where the API answers, as clients reach it; http:// and the listening address when not given
    #[arg(long, env = "MUNIMENT_BASE_URL", value_name = "URL")]
    pub base_url: Option<BaseUrl>,
    /// Build the tree when it is missing or older than its inputs; off: refuse to start with such a tree
    #[arg(long, env = "MUNIMENT_BUILD", value_enum, default_value = "on", value_name = "on|off")]
    pub build: Switch,
    /// Seconds between two looks whether the built tree was replaced; 0: only when the process gets SIGHUP
    #[arg(long, env = "MUNIMENT_RELOAD_SECONDS", default_value = "1", value_name = "SECONDS")]
    pub reload_seconds: u64,
    /// For development: open pages load themselves again when the tree is replaced
    #[arg(long, env = "MUNIMENT_LIVE_RELOAD")]
    pub live_reload: bool,
    /// Whether people may open accounts themselves; on where the API answers on loopback alone, when not given
    #[arg(long, env = "MUNIMENT_REGISTRATION", value_enum, value_name = "on|off")]
    pub registration: Option<Switch>,
    /// Version of the privacy notice in force, written down with every consent
    #[arg(
        long = "privacy-notice",
        env = "MUNIMENT_PRIVACY_NOTICE_VERSION",
        default_value = "2026-11-20",
        value_name = "VERSION"
    )]
    pub privacy_notice: String,
    /// Seconds a check of licenses may take
    #[arg(long, env = "MUNIMENT_REASONER_SECONDS", default_value = "60", value_name = "SECONDS")]
    pub reasoner_seconds: u64,
    /// Entries of a verdict: checks of licenses that find more are refused
    #[arg(long, env = "MUNIMENT_VERDICT_ENTRIES", default_value = "100000", value_name = "NUMBER")]
    pub verdict_entries: usize,
    /// MiB of a verdict: checks of licenses whose answer is longer are refused
    #[arg(long, env = "MUNIMENT_VERDICT_MIB", default_value = "32", value_name = "MIB")]
    pub verdict_mib: usize,
    /// MiB of all verdicts that are being written or sent; one client may have half of them
    #[arg(long, env = "MUNIMENT_VERDICTS_IN_ALL_MIB", default_value = "96", value_name = "MIB")]
    pub verdicts_in_all_mib: usize,
    /// Licenses and graphs of accounts whose models are kept in memory
    #[arg(long, env = "MUNIMENT_CACHED_MODELS", default_value = "4096", value_name = "NUMBER")]
    pub cached_models: usize,
    /// MiB of memory of these models
    #[arg(long, env = "MUNIMENT_CACHED_MODELS_MIB", default_value = "48", value_name = "MIB")]
    pub cached_models_mib: usize,
    /// Where a service answers that speaks the libraries.io protocol: dependencies of repositories
    #[arg(
        long,
        env = "MUNIMENT_PACKAGES_URL",
        default_value = "https://libraries.io/api",
        value_name = "URL"
    )]
    pub packages_url: String,
    /// Key of that service; without one repositories are not checked
    #[arg(long, env = "MUNIMENT_PACKAGES_KEY", value_name = "KEY", hide_env_values = true)]
    pub packages_key: Option<Secret>,
    /// Where a model provider answers that speaks the OpenAI chat-completions protocol, such as
    /// `https://api.example/v1`
    #[arg(long, env = "MUNIMENT_PROVIDER_URL", value_name = "URL")]
    pub provider_url: Option<String>,
    /// Key of that provider; without one nothing is translated, and licenses are put into words by the vocabulary
    #[arg(long, env = "MUNIMENT_PROVIDER_KEY", value_name = "KEY", hide_env_values = true)]
    pub provider_key: Option<Secret>,
    /// Model that is asked there
    #[arg(long, env = "MUNIMENT_PROVIDER_MODEL", value_name = "NAME")]
    pub provider_model: Option<String>,
    /// Seconds an answer of the provider may take
    #[arg(long, env = "MUNIMENT_PROVIDER_SECONDS", default_value = "120", value_name = "SECONDS")]
    pub provider_seconds: u64,
    /// Questions to the provider that may be under way at once
    #[arg(long, env = "MUNIMENT_PROVIDER_REQUESTS", default_value = "16", value_name = "NUMBER")]
    pub provider_requests: NonZeroUsize,
    /// Whether licenses are put into words for accounts
    #[arg(long, env = "MUNIMENT_NARRATION", value_enum, default_value = "on", value_name = "on|off")]
    pub narration: Switch,
    /// Characters of a text that is translated
    #[arg(long, env = "MUNIMENT_TRANSLATION_CHARACTERS", default_value = "120000", value_name = "NUMBER")]
    pub translation_characters: usize,
    /// Characters of a part of it: what the provider is asked at once
    #[arg(
        long,
        env = "MUNIMENT_TRANSLATION_PART_CHARACTERS",
        default_value = "12000",
        value_name = "NUMBER"
    )]
    pub translation_part_characters: usize,
    /// Translations of an account in a UTC day
    #[arg(long, env = "MUNIMENT_TRANSLATIONS", default_value = "10", value_name = "NUMBER")]
    pub translations: u32,
    /// Translations of all accounts in a UTC day
    #[arg(long, env = "MUNIMENT_TRANSLATIONS_IN_ALL", default_value = "200", value_name = "NUMBER")]
    pub translations_in_all: u32,
    /// Seconds an answer about packages may take
    #[arg(long, env = "MUNIMENT_PACKAGES_SECONDS", default_value = "30", value_name = "SECONDS")]
    pub packages_seconds: u64,
    /// Questions about packages that may be under way at once; further ones are refused with 503
    #[arg(long, env = "MUNIMENT_PACKAGES_REQUESTS", default_value = "8", value_name = "NUMBER")]
    pub packages_requests: NonZeroUsize,
    /// Limits of requests per client address and per account
    #[arg(long, env = "MUNIMENT_LIMITS", value_enum, default_value = "on", value_name = "on|off")]
    pub limits: Switch,
    /// What an account may store.
    #[command(flatten)]
    pub storage: StorageLimits,
    /// Open connections in all; fewer where the process may have fewer open files
    #[arg(long, env = "MUNIMENT_CONNECTIONS", default_value = "10000", value_name = "NUMBER")]
    pub connections: usize,
    /// Open connections of one client address (of one /64 in IPv6), and a quarter of all at most; no bound for trusted
    /// proxies
    #[arg(long, env = "MUNIMENT_CONNECTIONS_PER_CLIENT", default_value = "256", value_name = "NUMBER")]
    pub connections_per_client: usize,
    /// Seconds the head of a request may take
    #[arg(long, env = "MUNIMENT_HEAD_SECONDS", default_value = "10", value_name = "SECONDS")]
    pub head_seconds: u64,
    /// Seconds after which a client that takes no byte of its answer is dropped
    #[arg(long, env = "MUNIMENT_STALLED_SECONDS", default_value = "30", value_name = "SECONDS")]
    pub stalled_seconds: u64,
    /// Seconds a connection may wait for its next request; longer than reverse proxies keep theirs, so that they close
    /// them
    #[arg(long, env = "MUNIMENT_IDLE_SECONDS", default_value = "90", value_name = "SECONDS")]
    pub idle_seconds: u64,
    /// Seconds the requests under way have when the server is asked to stop
    #[arg(long, env = "MUNIMENT_SHUTDOWN_SECONDS", default_value = "30", value_name = "SECONDS")]
    pub shutdown_seconds: u64,
    /// Bytes of the bodies of all requests under way together; a request beyond them is asked to come again
    #[arg(long, env = "MUNIMENT_BODY_BYTES", default_value = "67108864", value_name = "BYTES")]
    pub body_bytes: usize,
    /// Reverse proxies whose X-Forwarded-For is believed: how many stand in a row, or their networks divided by
    /// commas
    #[arg(long, env = "MUNIMENT_TRUSTED_PROXIES", default_value = "0", value_name = "HOPS|NETWORKS")]
    pub trusted_proxies: TrustedProxies,
    /// Origins whose scripts may send more than anonymous reads, divided by commas
    #[arg(long, env = "MUNIMENT_ALLOWED_ORIGINS", value_name = "ORIGINS", value_delimiter = ',')]
    pub allowed_origins: Vec<Origin>,
    /// Origins of sites that may frame the pages under /web/, divided by commas
    #[arg(long, env = "MUNIMENT_FRAME_ANCESTORS", value_name = "ORIGINS", value_delimiter = ',')]
    pub frame_ancestors: Vec<Origin>,
    /// Seconds for which browsers are told to come by HTTPS alone (Strict-Transport-Security); 0: they are told nothing
    #[arg(long, env = "MUNIMENT_HSTS_SECONDS", default_value = "0", value_name = "SECONDS")]
    pub hsts_seconds: u32,
    /// Mail server that what is written to the curators is mailed by, such as
    /// smtp://USER:PASSWORD@HOST:587?tls=required; without one it is kept, and shown on the website alone
    #[arg(long, env = "MUNIMENT_SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<Secret>,
    /// Address mail comes from; the first contact of the library when not given
    #[arg(long, env = "MUNIMENT_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
    /// Text of a banner for every page, in place of the library's own
    #[arg(long, env = "MUNIMENT_NOTICE", value_name = "TEXT")]
    pub notice: Option<String>,
}

/// Bytes of so many MiB.
#[must_use]
pub const fn mebibytes(number: usize) -> usize {
    number.saturating_mul(1 << 20)
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

impl Config {
    /// What the discovery document says of this deployment.
    #[must_use]
    pub fn deployment(&self) -> Deployment {
        let none = Deployment::without_server(env!("CARGO_PKG_VERSION"));
        Deployment {
            notice: self.notice().map(str::to_owned),
            rate_limits: RateLimits { enabled: self.limits == Switch::On },
            features: Features {
                registration: self.has_registration(),
                repo_checker: self.packages_key.as_ref().is_some_and(|key| !key.reveal().is_empty()),
                text_to_license: self.has_provider(),
                license_to_text: self.has_provider() && self.narration == Switch::On,
            },
            ..none
        }
    }

    /// The text of the banner, where it is not the library's own.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref().filter(|notice| !notice.trim().is_empty())
    }

    /// How long verdicts may be.
    #[must_use]
    pub const fn answer_limits(&self) -> AnswerLimits {
        AnswerLimits { one: mebibytes(self.verdict_mib), all: mebibytes(self.verdicts_in_all_mib) }
    }

    /// Whether there is a key for a language model.
    fn has_provider(&self) -> bool {
        self.provider_key.as_ref().is_some_and(|key| !key.reveal().is_empty())
    }

    /// Where mail goes to be sent, if it is sent.
    #[must_use]
    pub fn mail_server(&self) -> Option<&Secret> {
        self.smtp_url.as_ref().filter(|url| !url.reveal().is_empty())
    }

    /// The symbolic link to the tree.
    #[must_use]
    pub fn link(&self) -> PathBuf {
        self.site.join("current")
    }

    /// What the tree depends on beside the data; its edges and codings are those of the tree that is there, if there is
    /// one. The banner of the deployment is shown on its pages when they are served. A server has no license texts.
    #[must_use]
    pub fn tree_settings(&self, tree: Option<&ManifestHead>) -> Settings {
        let compress = tree.is_some_and(|manifest| !manifest.codings.is_empty());
        let edges = tree.map(|manifest| manifest.edges.clone()).unwrap_or_default();
        let (base_url, frame_ancestors) = (self.address(), self.frame_ancestors.clone());
        Settings {
            base_url,
            frame_ancestors,
            dumps: false,
            edges,
            compress,
            packages: PackageDigests::default(),
            notice: None,
        }
    }

    /// Whether people may open accounts themselves.
    #[must_use]
    pub fn has_registration(&self) -> bool {
        match self.registration {
            Some(registration) => registration == Switch::On,
            None => is_at_home(&self.base_url()),
        }
    }

    /// Where the API answers, without a slash at its end.
    #[must_use]
    pub fn base_url(&self) -> String {
        self.address().to_string()
    }

    fn address(&self) -> BaseUrl {
        self.base_url.clone().unwrap_or_else(|| BaseUrl::of_listener(self.listen))
    }
}
