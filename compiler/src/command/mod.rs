//! One file a command; each gathers its input, calls the library and returns what is to be said.

mod account;
mod audit;
mod build;
mod check;
mod color;
mod diff;
mod fmt;
mod hash;
mod init;
mod keys;
mod loading;
mod matrix;
mod new;
mod planning;
mod progress;
mod reason;
mod release;
mod report;
mod retire;
mod review;
mod revise;
mod sign;
mod status;
mod verdicts;
mod verify;
mod watch;

use clap::{Parser, Subcommand};

/// What a command has to say, and whether all is well (exit code 0) or something was found (1).
pub(crate) struct Report {
    pub(crate) text: String,
    pub(crate) sound: bool,
}

impl Report {
    fn sound(text: impl Into<String>) -> Self {
        Self { text: text.into(), sound: true }
    }
}

/// What a command was given and cannot use: exit code 2, as for flags that do not exist.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unusable(String);

/// Compiles a curated library of machine-readable licenses into a verified, versioned file tree.
#[derive(Parser)]
#[command(name = "muniment", version, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 all is well, 1 findings or faults, 2 wrong usage.")]
pub(crate) struct Command {
    /// Number of threads (default: one a core)
    #[arg(long, global = true, value_name = "N")]
    threads: Option<usize>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Init(init::Arguments),
    Check(check::Arguments),
    Build(build::Arguments),
    Hash(hash::Arguments),
    Verify(verify::Arguments),
    Diff(diff::Arguments),
    Reason(reason::Arguments),
    Audit(audit::Arguments),
    Matrix(matrix::Arguments),
    New(new::Arguments),
    Revise(revise::Arguments),
    Retire(retire::Arguments),
    Status(status::Arguments),
    Review(review::Arguments),
    Release(release::Arguments),
    Sign(sign::Arguments),
    Fmt(fmt::Arguments),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Report> {
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
        }
        match self.verb {
            Verb::Init(arguments) => init::run(&arguments),
            Verb::Check(arguments) => check::run(&arguments),
            Verb::Build(arguments) => build::run(&arguments),
            Verb::Hash(arguments) => hash::run(&arguments),
            Verb::Verify(arguments) => verify::run(&arguments),
            Verb::Diff(arguments) => diff::run(&arguments),
            Verb::Reason(arguments) => reason::run(&arguments),
            Verb::Audit(arguments) => audit::run(&arguments),
            Verb::Matrix(arguments) => matrix::run(&arguments),
            Verb::New(arguments) => new::run(&arguments),
            Verb::Revise(arguments) => revise::run(&arguments),
            Verb::Retire(arguments) => retire::run(&arguments),
            Verb::Status(arguments) => status::run(&arguments),
            Verb::Review(arguments) => review::run(&arguments),
            Verb::Release(arguments) => release::run(&arguments),
            Verb::Sign(arguments) => sign::run(&arguments),
            Verb::Fmt(arguments) => fmt::run(&arguments),
        }
    }
}
