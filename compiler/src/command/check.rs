use std::path::Path;

use clap::{Args, ValueEnum};

use super::loading::{Data, examined};
use super::{Report, report};
use muniment::model::Severity;

/// Check a library: every fault in one run, sorted, with its place and a way to mend it
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment check\n  muniment check --data ../other-library --format json\n\n\
    Warnings are no findings: they leave the exit code at 0."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// For people or for programs
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    reported(&arguments.data.data, arguments.format)
}

/// What a run without options says of a folder.
pub(super) fn examine(data: &Path) -> anyhow::Result<Report> {
    reported(data, Format::Text)
}

fn reported(data: &Path, format: Format) -> anyhow::Result<Report> {
    let (library, faults) = examined(data)?;
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    let text = match (format, &library) {
        (Format::Json, _) => report::json(&faults),
        (Format::Text, Some(library)) => format!(
            "{}{}, {} and the vocabulary checked\n",
            report::render(data, &faults),
            report::count(library.licenses.len(), "record"),
            report::count(library.graphs.len(), "graph")
        ),
        (Format::Text, None) => report::render(data, &faults),
    };
    Ok(Report::judged(text, errors == 0))
}
