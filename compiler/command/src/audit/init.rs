//! The first `muniment.toml` of a project.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};

use super::{CONFIG, Question, audited};
use crate::Report;
use muniment_licenses::model::Library;
use muniment_licenses::reason::{CLOSED_SOURCE, Context};

/// Writes the file beside the inventory: the work as the arguments say, and an entry for each part without a known license.
///
/// # Errors
/// There is such a file, or the inventory or an argument is faulty.
pub(super) fn run(
    library: &Library,
    folder: &Path,
    inventory: (&str, anyhow::Result<Vec<u8>>),
    question: &Question,
) -> anyhow::Result<Report> {
    let path = folder.join(CONFIG);
    let (text, open) = audited(library, inventory, None, question, |report| {
        let Context { usage, shipping, purpose, .. } = report.context.usage;
        let mut text = String::from("# `muniment audit --help` describes this file.\n\n[work]\n");
        match report.context.target {
            Some(work) => writeln!(text, "license = {}", toml::Value::from(work.id()))?,
            None => writeln!(text, "# license = \"{CLOSED_SOURCE}\"")?,
        }
        writeln!(text, "use = \"{}\"", usage.word())?;
        writeln!(text, "ship = \"{}\"", shipping.word())?;
        writeln!(text, "purpose = \"{}\"", purpose.word())?;
        let entries = report.open_corrections();
        for entry in &entries {
            // What is not completed would be a fault.
            text.push('\n');
            entry.lines().try_for_each(|line| writeln!(text, "# {line}"))?;
        }
        Ok((text, entries.len()))
    })?;
    let file = OpenOptions::new().write(true).create_new(true).open(&path);
    let mut file = match file {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("`{}` exists: remove it first, or complete it by hand", path.display())
        }
        file => file.with_context(|| format!("cannot write `{}`", path.display()))?,
    };
    file.write_all(text.as_bytes()).with_context(|| format!("cannot write `{}`", path.display()))?;
    let parts = muniment_documents::words::count(open, "part");
    Ok(Report::sound(format!("wrote {}: {parts} to settle\n", path.display())))
}
