use std::path::Path;

use clap::{Args, ValueEnum};

use super::loading::{Data, examined};
use super::{Report, report};
use muniment::model::Severity;

/// Check a library: every fault in one run, sorted, with its place and a way to mend it
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment check\n  muniment check --data ../other-library --format json\n\n\
    Exit codes: 0 no errors (warnings are allowed), 1 errors, 2 wrong usage."
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
    Ok(reported(&arguments.data.data, arguments.format))
}

/// What a run without options says of a folder.
pub(super) fn examine(data: &Path) -> Report {
    reported(data, Format::Text)
}

fn reported(data: &Path, format: Format) -> Report {
    let (library, faults) = examined(data);
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    let text = match (format, &library) {
        (Format::Json, _) => report::json(&faults),
        (Format::Text, Some(library)) => format!(
            "{}{} records, {} graphs and the vocabulary checked\n",
            report::render(data, &faults),
            library.licenses.len(),
            library.graphs.len()
        ),
        (Format::Text, None) => report::render(data, &faults),
    };
    Report { text, sound: errors == 0 }
}
