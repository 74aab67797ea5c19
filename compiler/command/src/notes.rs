//! The notes of a curator on a new version.

use std::path::Path;

use clap::Args;

use muniment_library::curate::{Revised, RevisionNotes};
use muniment_licenses::model::{ChangeLogEntry, Day};

/// Arguments for the notes.
#[derive(Args)]
pub(super) struct NotesArguments {
    /// Summary of the changes, one to three sentences
    #[arg(long, value_name = "TEXT")]
    pub(super) summary: Option<String>,
    /// Reviewer
    #[arg(long, value_name = "NAME")]
    reviewer: Option<String>,
    /// Day of publication, YYYY-MM-DD
    #[arg(long, value_name = "DAY")]
    date: Option<Day>,
    /// Source of new reasons, see data/README.md (default: manual)
    #[arg(long, value_name = "SOURCE")]
    source: Option<String>,
}

impl NotesArguments {
    pub(super) fn notes(&self, reasons: Vec<String>) -> RevisionNotes {
        let text = |text: &Option<String>| text.as_deref().map(|text| text.trim().to_owned());
        RevisionNotes {
            summary: text(&self.summary),
            reviewer: text(&self.reviewer),
            day: self.date,
            reasons,
            source: text(&self.source),
        }
    }
}

/// The changes of a version with their reasons, and the next steps.
pub(super) fn told(id: &str, file: &Path, log: &Path, revised: &Revised) -> String {
    let ChangeLogEntry { version, changes, .. } = &revised.entry;
    let mut text = match revised.archives {
        true => format!("version {version} of {id}; the one before is archived\n"),
        false => format!("version {version} of {id}\n"),
    };
    for change in changes {
        text.push_str(&format!("  {}: {}\n", change.action, change.statement));
        if !change.previous.is_empty() {
            text.push_str(&format!("    was {}\n", change.previous));
        }
        let reason = change.reason.trim();
        text.push_str(&format!("    because {}\n", if reason.is_empty() { "?" } else { reason }));
    }
    if changes.is_empty() {
        text.push_str(&format!(
            "it changes nothing yet: edit {}, then say `muniment revise {id} --summary …` again\n",
            file.display()
        ));
    } else if revised.is_open() {
        text.push_str(&format!(
            "open: give what is missing with --summary and --reason, or in {}; `muniment check` refuses it until then\n",
            log.display()
        ));
    }
    text
}
