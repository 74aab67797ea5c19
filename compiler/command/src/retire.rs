use clap::Args;

use super::Report;
use super::loading::readable;
use super::names::Names;
use super::notes::{NotesArguments, told};
use super::planning::Writing;
use muniment_library::check::check;
use muniment_library::curate::{Retirement, retire};
use muniment_library::history::Catalog;

/// Withdraw a released record or graph, whose addresses remain; remove one that was never released
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    muniment retire MIT-0 --successor MIT --summary 'The publisher withdrew it.' \
    --reviewer 'A. Name' --date 2027-01-15\n  \
    muniment retire MIT-0 --summary Withdrawn. --reviewer 'A. Name' --date 2027-01-15 --dry-run")]
pub(super) struct Arguments {
    /// The record or graph
    id: String,
    /// Its replacement
    #[arg(long, value_name = "ID")]
    successor: Option<String>,
    /// The reason for each changed statement (default: the summary)
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    #[command(flatten)]
    said: NotesArguments,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let folder = arguments.writing.folder();
    let library = readable(folder)?;
    let catalog = Catalog::new(&library);
    let names = Names::new(&library);
    let history = names.model(&catalog, &arguments.id)?;
    let successor = arguments.successor.as_deref().map(|name| names.model(&catalog, name)).transpose()?;
    let successor = successor.map(|history| history.current.id);
    let reason = arguments.reason.as_ref().or(arguments.said.summary.as_ref());
    let notes = arguments.said.notes(reason.map(|reason| format!("*={reason}")).into_iter().collect());
    let (edits, said) = match retire(&catalog, history, successor, &notes)? {
        Retirement::Withdrawn(revised) => {
            let (file, log) = (&history.current.source.path, history.change_log_path);
            let (file, log) = (folder.join(file), folder.join(log));
            let said = told(history.current.id, &file, &log, &revised);
            (revised.edits, said)
        }
        Retirement::Removed(edits) => {
            (edits, format!("{} was never released and is removed\n", history.current.id))
        }
    };
    arguments.writing.carry_out_whole(&edits, &check(&library), &said)
}
