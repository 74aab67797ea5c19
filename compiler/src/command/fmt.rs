use std::io::Write;

use anyhow::bail;
use clap::Args;

use super::loading::Data;
use super::{Report, report};
use muniment::curate::format_library;
use muniment::load::load;

/// Bring the Turtle files of records, graphs and the vocabulary into house style
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment fmt\n  muniment fmt --check\n\n\
    Triples never change, and neither do archived versions. Byte order marks, carriage returns and missing newlines are \
    mended too. Comments have their place at the head of a file: one elsewhere is refused and never lost. A file that \
    cannot be read stays as it is, and the others are styled.")]
pub(super) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// Write nothing; exit with 1 when a file is not in house style
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let data = &arguments.data.data;
    let loaded = load(data);
    let Some(library) = loaded.library else {
        let _ = std::io::stderr().write_all(report::render(data, &loaded.faults).as_bytes());
        bail!("there is no library to format");
    };
    let edits = match format_library(&library) {
        Ok(edits) => edits,
        Err(errors) => {
            let lines: String = errors.iter().map(|error| format!("{error}\n")).collect();
            let _ = std::io::stderr().write_all(lines.as_bytes());
            bail!(
                "{} cannot be brought into house style; no file was written",
                report::count(errors.len(), "file")
            );
        }
    };
    let names: String = edits.files.iter().map(|edit| format!("{}\n", edit.path())).collect();
    if arguments.check {
        return Ok(Report { text: names, sound: edits.files.is_empty() });
    }
    edits.apply(data)?;
    let count = report::count(edits.files.len(), "file");
    let mut text = format!("{names}{count} brought into house style\n");
    let left = load(data).faults;
    if !left.is_empty() {
        text.push_str("\nwhat is left to be mended by hand:\n\n");
        text.push_str(&report::render(data, &left));
    }
    Ok(Report { text, sound: left.is_empty() })
}
