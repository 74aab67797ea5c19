//! Applies planned edits.

use std::path::Path;

use clap::Args;

use super::loading::Data;
use super::{Refusal, Report, report};
use muniment_library::check::examine;
use muniment_library::curate::{Edit, Edits};
use muniment_licenses::model::{Fault, Severity};

/// The library to edit, and whether to write.
#[derive(Args)]
pub(super) struct Writing {
    #[command(flatten)]
    pub(super) data: Data,
    /// Write nothing; show the edits and the findings of `check`
    #[arg(long)]
    dry_run: bool,
}

impl Writing {
    /// The data folder.
    pub(super) fn folder(&self) -> &Path {
        &self.data.data
    }

    /// Whether nothing is written.
    pub(super) fn is_dry(&self) -> bool {
        self.dry_run
    }

    /// Applies the edits, or only lists them.
    pub(super) fn write(&self, edits: &Edits) -> anyhow::Result<String> {
        if !self.dry_run {
            edits.apply(self.folder())?;
        }
        let row = |edit: &Edit| {
            let act = match edit {
                Edit::Create { .. } => "create",
                Edit::Write { .. } => "write ",
                Edit::Remove { .. } => "remove",
            };
            format!("  {act} {}\n", self.folder().join(edit.path()).display())
        };
        let dry = if self.dry_run { "dry run, nothing is written:\n" } else { "" };
        Ok(format!("{dry}{}", edits.files.iter().map(row).collect::<String>()))
    }

    /// Applies the edits and reports the new findings of `check`. Refuses edits that would make the library
    /// unreadable.
    pub(super) fn carry_out(&self, edits: &Edits, before: &[Fault], done: &str) -> anyhow::Result<Report> {
        self.carry_out_if(|_| true, edits, before, done)
    }

    /// The same, but refuses edits with new errors.
    pub(super) fn carry_out_whole(
        &self,
        edits: &Edits,
        before: &[Fault],
        done: &str,
    ) -> anyhow::Result<Report> {
        let is_sound = |new: &[Fault]| new.iter().all(|fault| fault.severity == Severity::Warning);
        self.carry_out_if(is_sound, edits, before, done)
    }

    fn carry_out_if(
        &self,
        is_admitted: impl Fn(&[Fault]) -> bool,
        edits: &Edits,
        before: &[Fault],
        done: &str,
    ) -> anyhow::Result<Report> {
        let loaded = edits.preview(self.folder());
        if loaded.library.is_none() {
            return Err(refused("the library could not be read afterwards; nothing is written"));
        }
        let is_known = |fault: &Fault| {
            before.iter().any(|known| {
                (known.check, &known.message, &known.place.file)
                    == (fault.check, &fault.message, &fault.place.file)
            })
        };
        let new: Vec<Fault> = examine(&loaded).into_iter().filter(|fault| !is_known(fault)).collect();
        // Files that are not written have no excerpts.
        let unwritten: Vec<Fault> = new.iter().map(without_place).collect();
        if !is_admitted(&new) {
            let told = report::render(self.folder(), &unwritten);
            return Err(refused(format!("nothing is written; `muniment check` would say:\n\n{told}")));
        }
        let mut text = self.write(edits)?;
        text.push_str(done);
        if !new.is_empty() {
            text.push_str("\nwhat `muniment check` says now and did not before:\n\n");
            text.push_str(&report::render(self.folder(), if self.dry_run { &unwritten } else { &new }));
        }
        Ok(Report::judged(text, new.iter().all(|fault| fault.severity == Severity::Warning)))
    }
}

fn refused(why: impl Into<String>) -> anyhow::Error {
    Refusal(why.into()).into()
}

fn without_place(fault: &Fault) -> Fault {
    let mut fault = fault.clone();
    (fault.place.line, fault.place.column) = (0, 0);
    fault
}
