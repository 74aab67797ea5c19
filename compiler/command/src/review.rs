use anyhow::bail;
use clap::Args;

use super::Report;
use super::loading::readable;
use super::names::Names;
use super::planning::Writing;
use super::report::count;
use muniment_library::curate::{Edits, review};
use muniment_licenses::model::{Day, LicenseId};

/// Write reviews by automatic checks without the license text
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment review MIT-0 --date 2026-11-20\n  muniment review --all --date 2026-11-20\n\n\
    A review whose text was read by a person is never overwritten."
)]
pub(super) struct Arguments {
    /// The record
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    id: Option<String>,
    /// Every record
    #[arg(long)]
    all: bool,
    /// Day of the check, YYYY-MM-DD
    #[arg(long, value_name = "DAY")]
    date: Day,
    /// Reviewer (default: the maintainers of the library)
    #[arg(long, value_name = "NAME")]
    reviewer: Option<String>,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = readable(arguments.writing.folder())?;
    let ids: Vec<&LicenseId> = match &arguments.id {
        Some(name) => vec![Names::new(&library).license(name)?],
        None => library.licenses.keys().collect(),
    };
    let reviewer = arguments.reviewer.clone().unwrap_or_else(|| library.site.maintainers());
    let mut edits = Edits::default();
    let mut read_by_people = Vec::new();
    for id in ids {
        if library.reviews.get(id).is_some_and(|review| review.text_retrieved) {
            read_by_people.push(id.to_string());
            continue;
        }
        let Some(model) = library.licenses.get(id) else { continue };
        let (_, edit) = review(&library, id, &model.current.content, arguments.date, &reviewer);
        edits.files.push(edit);
    }
    if edits.files.is_empty() {
        bail!("nothing to write: the text of {} was read by a person", read_by_people.join(", "));
    }
    let files = arguments.writing.write(&edits)?;
    let files = if arguments.writing.is_dry() { files } else { String::new() };
    Ok(Report::sound(format!(
        "{files}{} written, {} of a text that was read by a person left as they are\n",
        count(edits.files.len(), "review"),
        read_by_people.len()
    )))
}
