//! The `muniment` command. The module of each subcommand reads its input, calls the library and returns a report.

mod arguments;
mod audit;
mod build;
mod check;
mod color;
mod describe;
mod diff;
mod exit;
mod fmt;
mod hash;
mod init;
mod input;
mod install;
mod keys;
mod legal_code;
mod loading;
mod matrix;
mod mcp;
mod names;
mod new;
mod notes;
mod output;
mod planning;
mod policy;
mod progress;
mod reason;
mod release;
mod report;
mod retire;
mod review;
mod revise;
mod serve;
mod sign;
mod status;
mod texts;
mod usage;
mod verdicts;
mod verify;
mod watch;

use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, Parser, Subcommand};
use signal_hook::consts::SIGXFSZ;

use arguments::ArgumentFaults;
use exit::{Exit, Refusal};

/// Runs the command that the arguments of the process name.
#[must_use]
pub fn main() -> ExitCode {
    // With a handler, a write beyond the file size limit fails instead of ending the program.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    run().into()
}

/// The output of a command and its exit code.
struct Report {
    text: String,
    exit: Exit,
}

impl Report {
    /// A report without findings.
    fn sound(text: impl Into<String>) -> Self {
        Self::judged(text, true)
    }

    /// A report with or without findings.
    fn judged(text: impl Into<String>, is_sound: bool) -> Self {
        Self { text: text.into(), exit: if is_sound { Exit::Fine } else { Exit::Findings } }
    }
}

/// Runs the command and writes its report.
fn run() -> Exit {
    let command = match arguments::parse::<Command>(std::env::args_os()) {
        Ok(command) => command,
        Err(faulty) => return refused(faulty),
    };
    let report = match command.run() {
        Ok(report) => report,
        Err(error) => return failed(&error),
    };
    match output::write(&report.text) {
        Ok(()) => report.exit,
        Err(error) => failed(&error),
    }
}

/// Tells what is wrong with the arguments, or the help or version that was asked for.
fn refused(ArgumentFaults { faults, rest }: ArgumentFaults<Command>) -> Exit {
    // What only answers is asked for the faults of the rest.
    let rest =
        rest.filter(|command| matches!(command.verb, Verb::Audit(_) | Verb::Reason(_) | Verb::Policy(_)));
    let further = rest.and_then(|command| command.run().err());
    if let ([usage], None) = (faults.as_slice(), &further) {
        let printed = output::heard(usage.print());
        return match (usage.use_stderr(), printed) {
            (true, _) => Exit::Failed,
            (false, Ok(())) => Exit::Fine,
            (false, Err(error)) => failed(&error),
        };
    }
    for fault in faults {
        let text = fault.render().to_string();
        // Without the usage that follows.
        let told = ["\n\nUsage:", "\n\nFor more"].into_iter().filter_map(|end| text.split_once(end));
        let told = told.map(|(told, _)| told).min_by_key(|told| told.len()).unwrap_or(&text);
        output::tell(&format!("{told}\n"));
    }
    if let Some(error) = further {
        output::tell_error(&error);
    }
    output::tell("\nFor more information, try '--help'.\n");
    Exit::Failed
}

fn failed(error: &anyhow::Error) -> Exit {
    output::tell_error(error);
    if error.is::<Refusal>() { Exit::Findings } else { Exit::Failed }
}

/// Tells whether licensed parts may go into a work, and keeps, compiles and serves the library of licenses behind the answers.
#[derive(Parser)]
#[command(name = "muniment", version = env!("MUNIMENT_VERSION"), max_term_width = 100)]
#[command(after_help = Exit::TABLE)]
struct Command {
    /// Number of threads (default: one for each core)
    #[arg(long, global = true, value_name = "N")]
    threads: Option<usize>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Audit(audit::Arguments),
    Reason(reason::Arguments),
    Policy(policy::Arguments),
    Describe(describe::Arguments),
    Mcp(mcp::Arguments),
    #[command(flatten)]
    Server(muniment_server::settings::Command),
    Build(build::Arguments),
    Verify(verify::Arguments),
    Matrix(matrix::Arguments),
    Init(init::Arguments),
    Check(check::Arguments),
    New(new::Arguments),
    Revise(revise::Arguments),
    Retire(retire::Arguments),
    Diff(diff::Arguments),
    Hash(hash::Arguments),
    Status(status::Arguments),
    Review(review::Arguments),
    Release(release::Arguments),
    Sign(sign::Arguments),
    Fmt(fmt::Arguments),
    Completions(install::CompletionsArguments),
    Man(install::ManArguments),
}

impl Command {
    fn run(self) -> anyhow::Result<Report> {
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
        }
        match self.verb {
            Verb::Init(arguments) => init::run(&arguments),
            Verb::Check(arguments) => check::run(&arguments),
            Verb::Build(arguments) => build::run(&arguments),
            Verb::Describe(arguments) => describe::run(&arguments),
            Verb::Hash(arguments) => hash::run(&arguments),
            Verb::Verify(arguments) => verify::run(&arguments),
            Verb::Diff(arguments) => diff::run(&arguments),
            Verb::Reason(arguments) => reason::run(&arguments),
            Verb::Audit(arguments) => audit::run(&arguments),
            Verb::Policy(arguments) => policy::run(&arguments),
            Verb::Matrix(arguments) => matrix::run(&arguments),
            Verb::New(arguments) => new::run(&arguments),
            Verb::Revise(arguments) => revise::run(&arguments),
            Verb::Retire(arguments) => retire::run(&arguments),
            Verb::Status(arguments) => status::run(&arguments),
            Verb::Review(arguments) => review::run(&arguments),
            Verb::Release(arguments) => release::run(&arguments),
            Verb::Sign(arguments) => sign::run(&arguments),
            Verb::Fmt(arguments) => fmt::run(&arguments),
            Verb::Mcp(arguments) => mcp::run(&arguments),
            Verb::Server(command) => serve::run(command),
            Verb::Completions(arguments) => install::completions(&arguments, Self::command()),
            Verb::Man(arguments) => install::man(&arguments, Self::command()),
        }
    }
}
