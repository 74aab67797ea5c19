use clap::Args;

use super::Report;
use super::loading::examined;
use super::planning::Writing;
use anyhow::bail;
use muniment::curate::register;
use muniment::history::Catalog;
use muniment::model::{Day, Severity};

/// Register the present state of the data as a release
#[derive(Args)]
#[command(after_help = "Example:\n  muniment release --application-version 0.1.0 --date 2026-11-20\n\n\
    The manifest becomes data/releases/<data-id>.json, a file that never changes.")]
pub(super) struct Arguments {
    #[command(flatten)]
    writing: Writing,
    /// Version of the application that is cut with it
    #[arg(long, default_value = env!("CARGO_PKG_VERSION"), value_name = "X")]
    application_version: String,
    /// Day of the release, YYYY-MM-DD
    #[arg(long, value_name = "DAY")]
    date: Day,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let data = arguments.writing.folder();
    let (library, faults) = examined(data);
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    let Some(library) = library.filter(|_| errors == 0) else {
        bail!("the library has faults; `muniment check` tells them all");
    };
    let catalog = Catalog::new(&library);
    let (release, edits) = register(&catalog, &arguments.application_version, arguments.date)?;
    let verb = if arguments.writing.is_dry() { "would register" } else { "registered" };
    let files = arguments.writing.write(&edits)?;
    Ok(Report::sound(format!(
        "{files}{verb} {} (library {}, graphs {}, vocabulary {})\n",
        release.id, release.library.id, release.graphs.id, release.vocabulary.id
    )))
}
