use anyhow::bail;
use clap::Args;

use super::loading::{Data, require};
use super::{Refusal, Report, output, report};
use muniment_documents::words::count;
use muniment_library::curate::{Edit, format_library};
use muniment_library::load::load;

/// Format the Turtle files of records, graphs and the vocabulary
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment fmt\n  muniment fmt --check\n\n\
    Triples never change, and neither do archived versions. Byte order marks, carriage returns and missing newlines are \
    mended too. Comments have their place at the head of a file: one elsewhere is refused and never lost. A file that \
    cannot be read stays as it is, and the others are styled.")]
pub(super) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// Write nothing; exit with 1 if a file is not formatted
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let data = &arguments.data.data;
    require(data)?;
    let loaded = load(data);
    let Some(library) = loaded.library else {
        output::tell(&report::render(data, &loaded.faults));
        bail!("the library cannot be read; mend the faults above first");
    };
    let edits = match format_library(&library) {
        Ok(edits) => edits,
        Err(errors) => {
            let lines: String = errors.iter().map(|error| format!("{error}\n")).collect();
            output::tell(&lines);
            let files = count(errors.len(), "file");
            return Err(Refusal(format!("{files} cannot be styled; no file was written")).into());
        }
    };
    let path = |edit: &Edit| format!("{}\n", data.join(edit.path()).display());
    let names: String = edits.files.iter().map(path).collect();
    if arguments.check {
        return Ok(Report::judged(names, edits.files.is_empty()));
    }
    edits.apply(data)?;
    let files = count(edits.files.len(), "file");
    let mut text = format!("{names}{files} brought into house style\n");
    let left = load(data).faults;
    if !left.is_empty() {
        text.push_str("\nwhat is left to be mended by hand:\n\n");
        text.push_str(&report::render(data, &left));
    }
    Ok(Report::judged(text, left.is_empty()))
}
