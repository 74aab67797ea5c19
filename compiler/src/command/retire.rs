use clap::Args;

use super::Report;
use super::account::{Said, told};
use super::loading::readable;
use super::planning::{Writing, model};
use muniment::check::check;
use muniment::curate::{Retirement, retire};
use muniment::history::Catalog;

/// Withdraw a released record or graph, which keeps resolving; remove one that was never released
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    muniment retire OldLicense-1.0 --successor NewLicense-1.0 --summary 'The publisher withdrew it.' \
    --reviewer 'A. Name' --date 2026-11-22\n  \
    muniment retire Draft-1.0 --dry-run")]
pub(super) struct Arguments {
    /// The record or graph
    id: String,
    /// The one to be used instead
    #[arg(long, value_name = "ID")]
    successor: Option<String>,
    /// Why, for each statement of the withdrawal (default: the summary)
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    #[command(flatten)]
    said: Said,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = readable(arguments.writing.folder())?;
    let catalog = Catalog::new(&library);
    let history = model(&catalog, &arguments.id)?;
    let reason = arguments.reason.as_ref().or(arguments.said.summary.as_ref());
    let account = arguments.said.account(reason.map(|reason| format!("*={reason}")).into_iter().collect());
    let (edits, said) = match retire(&catalog, history, arguments.successor.as_deref(), &account)? {
        Retirement::Withdrawn(revised) => {
            let said = told(&arguments.id, &history.current.source.path, history.change_log_path, &revised);
            (revised.edits, said)
        }
        Retirement::Removed(edits) => {
            (edits, format!("{} was never released and is removed\n", arguments.id))
        }
    };
    arguments.writing.carry_out_whole(&edits, &check(&library), &said)
}
