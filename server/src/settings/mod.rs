//! The arguments of the command and its environment variables, read once: what serving needs, and the acts of an operator.

mod admin;
mod serve;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

pub use admin::{AdminCommand, Audited, MOST_TOKEN_DAYS, RevokedTokens, Setting, SharedName};
pub use serve::{Config, Switch, mebibytes};

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
    },
    /// Bring the tables of the database up to date, as every server does when it starts
    Migrate,
}
