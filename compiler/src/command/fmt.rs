use clap::Args;

use super::Report;
use super::loading::{Data, readable};
use muniment::curate::format_library;

/// Bring the Turtle files of records, graphs and the vocabulary into house style
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment fmt\n  muniment fmt --check\n\n\
    Triples never change, and neither do archived versions. Comments are kept at the head of a file only.")]
pub(super) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// Write nothing; exit with 1 when a file is not in house style
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = readable(&arguments.data.data)?;
    let edits = format_library(&library)?;
    let names: String = edits.files.iter().map(|edit| format!("{}\n", edit.path)).collect();
    if arguments.check {
        return Ok(Report { text: names, sound: edits.files.is_empty() });
    }
    edits.apply(&arguments.data.data)?;
    Ok(Report::sound(format!("{names}{} files brought into house style\n", edits.files.len())))
}
