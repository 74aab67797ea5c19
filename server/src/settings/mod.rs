//! The arguments of the verbs of a server and their environment variables, read once: what serving needs, and the acts of
//! an operator.

mod admin;
mod serve;

use std::path::PathBuf;

use clap::{Args, Subcommand};

pub use admin::{AdminCommand, Audited, MOST_TOKEN_DAYS, RevokedTokens, Setting, SharedName};
pub use serve::{Config, Switch, mebibytes};

/// A verb of a server.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Serve the library with accounts; build the tree first if it is missing or older than its inputs
    #[command(
        after_help = "Every flag is also an environment variable, as shown. The server is ready when GET /healthz \
        answers.\n\nExamples:\n  muniment serve\n  muniment serve --listen 0.0.0.0:8080 --base-url https://api.example.org --data other-library"
    )]
    Serve(Box<Serve>),
    /// Manage the accounts of a server, also while it runs
    #[command(
        after_help = "Examples:\n  muniment admin create-account --name 'Ada' --email ada@example.org --administrator\n  \
        muniment admin list-accounts --name lovelace"
    )]
    Admin {
        /// What to do.
        #[command(subcommand)]
        act: AdminCommand,
        /// The process.
        #[command(flatten)]
        process: Process,
    },
    /// Copy the SQLite database of a server, also while it runs, to a new file
    #[command(after_help = "Examples:\n  muniment backup muniment-2027-01-15.db")]
    Backup {
        /// The file; it must not exist
        file: PathBuf,
        /// The process.
        #[command(flatten)]
        process: Process,
    },
    /// Bring the tables of the database of a server up to date, as every server does when it starts
    #[command(after_help = "Examples:\n  muniment migrate")]
    Migrate {
        /// The process.
        #[command(flatten)]
        process: Process,
    },
}

/// The arguments of [`Command::Serve`].
#[derive(Debug, Clone, Args)]
pub struct Serve {
    /// How to serve.
    #[command(flatten)]
    pub config: Config,
    /// The process.
    #[command(flatten)]
    pub process: Process,
}

/// What every verb of a server is told.
#[derive(Debug, Clone, Args)]
pub struct Process {
    /// What is logged to standard error: off, error, warn, info, debug or trace, or one of them for a module, such as
    /// warn,muniment_server::upstream::mail=debug
    #[arg(long, env = "MUNIMENT_LOG", default_value = "warn", value_name = "FILTER", global = true)]
    pub log: String,
    /// Database of accounts: sqlite://FILE, made where there is none, or postgres://USER:PASSWORD@HOST/NAME
    #[arg(
        long,
        env = "MUNIMENT_DATABASE_URL",
        default_value = "sqlite://var/muniment.db",
        value_name = "URL",
        hide_env_values = true,
        global = true
    )]
    pub database_url: String,
}

impl Command {
    /// What the verb is told.
    #[must_use]
    pub const fn process(&self) -> &Process {
        match self {
            Self::Serve(serve) => &serve.process,
            Self::Admin { process, .. } | Self::Backup { process, .. } | Self::Migrate { process } => process,
        }
    }
}
