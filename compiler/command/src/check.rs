use std::collections::BTreeMap;
use std::path::Path;

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::Report;
use super::loading::{Data, examined};
use super::report::{drawn, json, total};
use super::texts::Texts;
use muniment_documents::words::count;
use muniment_library::check::{is_known, quotations};
use muniment_licenses::model::{Fault, Severity};

/// Check a library: report every fault in one run, sorted, with its place and a remedy
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment check\n  muniment check --data ../other-library --format json\n  \
    muniment check --only 16,47 --max 20\n\n\
    What only follows from a file that could not be read is left out until it can be. \
    Warnings are no findings: they leave the exit code at 0."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    texts: Texts,
    /// Output for people or for programs
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    selection: Selection,
}

/// Which faults are reported.
#[derive(Args, Default)]
struct Selection {
    /// Report and count only the faults of these checks, by number
    #[arg(long, value_name = "N", value_delimiter = ',')]
    only: Vec<u8>,
    /// Report at most this many faults; the others are counted
    #[arg(long, value_name = "N")]
    max: Option<usize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    reported(&arguments.data.data, &arguments.texts, arguments.format, &arguments.selection)
}

/// The report of a run without options.
pub(super) fn examine(data: &Path) -> anyhow::Result<Report> {
    reported(data, &Texts::default(), Format::Text, &Selection::default())
}

fn reported(data: &Path, texts: &Texts, format: Format, selection: &Selection) -> anyhow::Result<Report> {
    let (library, mut faults) = examined(data)?;
    let quotations = library.as_ref().map(|library| quotations(library, |listed| texts.text(listed)));
    let unread = quotations.map_or(0, |mut quotations| {
        faults.append(&mut quotations.faults);
        quotations.unread.len()
    });
    let unknown = |number: &&u8| library.as_ref().is_some_and(|library| !is_known(library, **number));
    if let Some(number) = selection.only.iter().find(unknown) {
        bail!("there is no check {number}; data/README.md lists them");
    }
    if !selection.only.is_empty() {
        faults.retain(|fault| selection.only.contains(&fault.check));
    }
    let told = faults.get(..selection.max.unwrap_or(faults.len())).unwrap_or(&faults);
    let is_sound = faults.iter().all(|fault| fault.severity == Severity::Warning);
    let text = match format {
        Format::Json => json(told),
        Format::Text => {
            let mut text = drawn(data, told) + &by_check(&faults);
            if told.len() < faults.len() {
                text.push_str(&format!("the first {} told\n", told.len()));
            }
            text.push_str(&total(&faults));
            if let Some(library) = &library {
                let (records, graphs) = (library.licenses.len(), library.graphs.len());
                let (records, graphs) = (count(records, "record"), count(graphs, "graph"));
                text.push_str(&format!("{records}, {graphs} and the vocabulary checked\n"));
                if unread > 0 {
                    let texts = count(unread, "text");
                    text.push_str(&format!(
                        "{texts} not at hand (--texts): quotations from there are not compared\n"
                    ));
                }
            }
            text
        }
    };
    Ok(Report::judged(text, is_sound))
}

/// The number of faults of each check.
fn by_check(faults: &[Fault]) -> String {
    let mut numbers: BTreeMap<u8, Vec<&Fault>> = BTreeMap::new();
    for fault in faults {
        numbers.entry(fault.check).or_default().push(fault);
    }
    let row =
        |(check, of_check): (u8, Vec<&Fault>)| format!("check {check}: {}\n", count(of_check.len(), "fault"));
    numbers.into_iter().map(row).collect()
}
