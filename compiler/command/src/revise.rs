use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use clap::Args;

use super::Report;
use super::input::bytes;
use super::loading::readable;
use super::names::Names;
use super::notes::{NotesArguments, told};
use super::planning::Writing;
use muniment_library::check::check;
use muniment_library::curate::{RevisionTexts, revise};
use muniment_library::history::Catalog;

/// Create a new version of a record, graph or vocabulary: archive the released one and list the changes with their
/// reasons
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    muniment revise MIT --reviewer 'A. Name' --date 2027-01-15   # archives, and opens a version to edit\n  \
    muniment revise MIT --summary 'Adds a name.'      # lists what was edited since\n  \
    muniment revise MIT --with corrected.ttl --summary 'Adds a name.' --reviewer 'A. Name' --date 2027-01-15\n  \
    muniment revise MIT --reason 'dct:alternative \"Expat\"=The register has it.'\n  \
    git show HEAD:data/licenses/MIT.ttl | muniment revise MIT --released - --reviewer 'A. Name' --date 2027-01-15   # the file was edited first\n\n\
    Reasons that are missing are asked for in $VISUAL or $EDITOR on a terminal; elsewhere they stay empty, which \
    `muniment check` refuses.")]
pub(super) struct Arguments {
    /// The model
    id: String,
    /// The corrected model, a Turtle file (default: the current file)
    #[arg(long, value_name = "FILE")]
    with: Option<PathBuf>,
    /// The released model, a Turtle file or `-`, if the current file was edited before it was archived
    #[arg(long, value_name = "FILE")]
    released: Option<PathBuf>,
    /// Reason of a change, `<statement>=<reason>`; `*=<reason>` for every change without one
    #[arg(long, value_name = "STATEMENT=REASON")]
    reason: Vec<String>,
    #[command(flatten)]
    said: NotesArguments,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let folder = arguments.writing.folder();
    let library = readable(folder)?;
    let catalog = Catalog::new(&library);
    let history = Names::new(&library).model(&catalog, &arguments.id)?;
    let corrected = arguments.with.as_deref().map(bytes).transpose()?;
    let released = arguments.released.as_deref().map(bytes).transpose()?;
    let texts = RevisionTexts { corrected: corrected.as_deref(), released: released.as_deref() };
    let notes = arguments.said.notes(arguments.reason.clone());
    let revised = revise(&catalog, history, texts, &notes)?;
    let (file, log) = (&history.current.source.path, history.change_log_path);
    let said = told(history.current.id, &folder.join(file), &folder.join(log), &revised);
    let report = arguments.writing.carry_out(&revised.edits, &check(&library), &said)?;
    let can_ask = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    match editor().filter(|_| can_ask && !revised.entry.changes.is_empty() && !arguments.writing.is_dry()) {
        Some(editor) if revised.is_open() => ask(&editor, &folder.join(log), folder),
        _ => Ok(report),
    }
}

fn editor() -> Option<String> {
    ["VISUAL", "EDITOR"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
}

/// Opens the change log in the curator's editor, then checks the library.
fn ask(editor: &str, log: &Path, folder: &Path) -> anyhow::Result<Report> {
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or_default();
    let status = Command::new(program).args(words).arg(log).status();
    status.with_context(|| format!("cannot start `{editor}`; the change log is `{}`", log.display()))?;
    super::check::examine(folder)
}
