//! Flags and environment, validated once.

use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use muniment_documents::api::v2::{Deployment, Features, RateLimits};
use muniment_documents::wire::{BaseUrl, Origin};
use muniment_tree::{Settings, current_manifest};

use crate::auth::{AccountId, Digest, is_at_home};
use crate::library::ModelLimits;
use crate::limit::{AnswerLimits, TrustedProxies};
use crate::store::StorageLimits;
use crate::upstream::Secret;

/// Serves a compiled license library with its accounts, and builds the library first where that is needed.
#[derive(Debug, Clone, Parser)]
#[command(name = "muniment-server", version, max_term_width = 100, args_conflicts_with_subcommands = true)]
#[command(after_help = "Without a command it serves. Every flag is also an environment variable, as shown. \
    The server is ready when GET /healthz answers.")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What is logged to standard error: off, error, warn, info, debug or trace, or one of them for a module, such as
    /// warn,muniment_server::mail=debug
    #[arg(long, env = "MUNIMENT_LOG", default_value = "warn", value_name = "FILTER", global = true)]
    pub log: String,
    /// How to serve, if that is all there is to do.
    #[command(flatten)]
    pub serve: Config,
}

/// What the command does.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Serve the library; what happens without a command too
    Serve(Box<Config>),
    /// Look after accounts; works while servers run
    Admin {
        /// What to do.
        #[command(subcommand)]
        act: AdminCommand,
    },
    /// Copy an SQLite database that is in use to a new file
    Backup {
        /// The file; it must not exist
        file: PathBuf,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Bring the tables of the database up to date, as every server does when it starts
    Migrate {
        /// The database.
        #[command(flatten)]
        database: Database,
    },
}

/// Which database.
#[derive(Debug, Clone, Args)]
pub struct Database {
    /// Database of accounts: sqlite://FILE, made where there is none, or postgres://USER:PASSWORD@HOST/NAME
    #[arg(
        long = "database-url",
        env = "MUNIMENT_DATABASE_URL",
        default_value = "sqlite://var/muniment.db",
        value_name = "URL",
        hide_env_values = true
    )]
    pub url: String,
}

/// Acts of an administrator.
#[derive(Debug, Clone, Subcommand)]
pub enum AdminCommand {
    /// Open an account and print its identifier
    CreateAccount {
        /// The name others see
        #[arg(long)]
        name: String,
        /// The address it signs in with
        #[arg(long)]
        email: String,
        /// Read a password from standard input; without one nobody can sign in until a password is set
        #[arg(long)]
        password_stdin: bool,
        /// Make it an administrator's
        #[arg(long)]
        administrator: bool,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// List the accounts that are open, oldest first, or those that fit everything that is named: identifier, role, day
    /// of creation, e-mail address and name, divided by tabs
    ListAccounts {
        /// Identifier of the account
        #[arg(long)]
        account: Option<AccountId>,
        /// The address it signs in with
        #[arg(long)]
        email: Option<String>,
        /// A part of the name others see
        #[arg(long, value_name = "PART")]
        name: Option<String>,
        /// The most accounts that are listed
        #[arg(long, default_value = "1000", value_name = "NUMBER")]
        most: u32,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Set the password of an account, read from standard input, and end its sessions
    SetPassword {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// Read the password from standard input
        #[arg(long, required = true)]
        password_stdin: bool,
        /// Revoke all tokens of the account too
        #[arg(long)]
        revoke_tokens: bool,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Set a random password for an account, print it this once, and end the sessions of the account
    ResetPassword {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// Revoke all tokens of the account too
        #[arg(long)]
        revoke_tokens: bool,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Count the e-mail address of an account as confirmed, where the link that confirms it cannot be mailed
    ConfirmEmail {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// List the tokens of an account, newest first: digest, state, days of creation, last use and expiry, and name,
    /// divided by tabs
    ListTokens {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Revoke one token of an account, or all of them, and print how many
    RevokeTokens {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// Which of them.
        #[command(flatten)]
        tokens: RevokedTokens,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Make a token for an account and print it, this once
    CreateToken {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// What to call it
        #[arg(long)]
        name: String,
        /// Days for which it is live, today not counted; one without a number does not expire
        #[arg(long, value_name = "DAYS", value_parser = value_parser!(u32).range(1..=MOST_TOKEN_DAYS))]
        expires_in_days: Option<u32>,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Say how much an account may do; what is not named stays as it is, `default` is what the deployment has
    SetQuota {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// Translations in a day; 0 forbids
        #[arg(long, value_name = "NUMBER|default")]
        translations: Option<Setting<u32>>,
        /// License texts in a day; 0 forbids
        #[arg(long, value_name = "NUMBER|default")]
        narrations: Option<Setting<u32>>,
        /// Requests in a second
        #[arg(long, value_name = "NUMBER|default")]
        second: Option<Setting<NonZeroU32>>,
        /// Requests in a minute
        #[arg(long, value_name = "NUMBER|default")]
        minute: Option<Setting<NonZeroU32>>,
        /// Requests in an hour
        #[arg(long, value_name = "NUMBER|default")]
        hour: Option<Setting<NonZeroU32>>,
        /// Requests in a day
        #[arg(long, value_name = "NUMBER|default")]
        day: Option<Setting<NonZeroU32>>,
        /// By how much everything the account may store is multiplied
        #[arg(long, value_name = "FACTOR|default")]
        storage: Option<Setting<NonZeroU32>>,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Say what an account may do
    SetRole {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// What it may do
        #[arg(long, value_enum)]
        role: AccountRole,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Print what an account did that cannot be taken back, or what was done to a license, newest first
    Audit {
        /// Whose acts, or the acts about what.
        #[command(flatten)]
        of: Audited,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Share a license or dependency graph of one account with another
    Share {
        /// What is shared.
        #[command(flatten)]
        what: SharedName,
        /// Identifier of the account it is shared with
        #[arg(long, value_name = "ACCOUNT")]
        with: AccountId,
        /// What the account may do with it
        #[arg(long, value_enum)]
        role: GrantedRole,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
}

/// The longest life of a token that expires, in days.
pub const MOST_TOKEN_DAYS: i64 = 3_650;

/// One token of an account, or all.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub struct RevokedTokens {
    /// Every token of the account
    #[arg(long)]
    pub all: bool,
    /// The token with this digest, as `list-tokens` prints it
    #[arg(long, value_name = "DIGEST")]
    pub token: Option<Digest>,
}

/// A number for one account, or the deployment's again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting<N> {
    /// The deployment's.
    Default,
    /// The account's own.
    Own(N),
}

impl<N: FromStr> FromStr for Setting<N> {
    type Err = N::Err;

    fn from_str(text: &str) -> Result<Self, N::Err> {
        if text == "default" { Ok(Self::Default) } else { text.parse().map(Self::Own) }
    }
}

impl<N> Setting<N> {
    /// The account's own number, if it has one.
    #[must_use]
    pub fn own(self) -> Option<N> {
        match self {
            Self::Default => None,
            Self::Own(number) => Some(number),
        }
    }
}

/// An account or a license, by its identifier.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub struct Audited {
    /// Identifier of an account
    #[arg(long)]
    pub account: Option<AccountId>,
    /// Identifier of a composed license
    #[arg(long)]
    pub license: Option<String>,
}

/// What an account may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AccountRole {
    /// What everybody may.
    Member,
    /// See everything, and look after it.
    Administrator,
}

/// A license or a graph, by its identifier.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub struct SharedName {
    /// Identifier of a composed license
    #[arg(long)]
    pub license: Option<String>,
    /// Identifier of an account's dependency graph
    #[arg(long)]
    pub graph: Option<String>,
}

/// A role that can be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GrantedRole {
    /// May read and change it.
    Editor,
    /// May read it.
    Viewer,
}

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
    /// The database.
    #[command(flatten)]
    pub database: Database,
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

const fn mebibytes(number: usize) -> usize {
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

    /// How many models of accounts are kept in memory.
    #[must_use]
    pub const fn model_limits(&self) -> ModelLimits {
        ModelLimits { entries: self.cached_models, bytes: mebibytes(self.cached_models_mib) }
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

    /// What the tree depends on beside the data; its edges and codings are those of the tree that is there. The banner of
    /// the deployment is shown on its pages when they are served.
    #[must_use]
    pub fn tree_settings(&self) -> Settings {
        let tree = current_manifest(&self.site);
        let compress = tree.as_ref().is_some_and(|manifest| !manifest.codings.is_empty());
        let edges = tree.map(|manifest| manifest.edges).unwrap_or_default();
        let frame_ancestors = self.frame_ancestors.clone();
        Settings { base_url: self.address(), frame_ancestors, dumps: false, edges, compress, notice: None }
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
