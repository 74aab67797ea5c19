use std::fmt::Write;

use muniment_licenses::audit::Component;
use muniment_licenses::model::{License, LicenseId};

use super::AuditReport;

const RULE: &str = "------------------------------------------------------------------------";

/// The draft of a NOTICE file: the components by license, with the texts that are at hand. Copyright notices that the
/// inventory does not state are left to be filled in.
pub(super) fn text(
    report: &AuditReport<'_>,
    text_of: impl Fn(&LicenseId, &License) -> Option<String>,
) -> Result<String, std::fmt::Error> {
    let AuditReport { library, names, audit, findings, .. } = report;
    let mut text = String::from(
        "NOTICE (draft)\n\nThis work contains components under the licenses below. Replace each line in brackets before you publish \
         this file.\n",
    );
    for id in audit.licenses.keys() {
        let Some(model) = library.licenses.get(*id) else { continue };
        let license = &*model.current.content;
        let parts = findings.parts_under(id).iter().copied();
        entry(&mut text, &format!("{} ({})", license.title.value, names.shown(id)), parts)?;
        for (id, license) in [(*id, license)].into_iter().chain(library.accompanying(license)) {
            match text_of(id, license) {
                Some(license) => writeln!(text, "\n{}", license.trim_end())?,
                None => writeln!(text, "\n[text of {}]", license.title.value)?,
            }
        }
    }
    for found in &findings.unknown {
        let parts = found.parts.iter().map(|(part, _)| *part);
        let name = found.name.map_or("No license is stated".to_owned(), |name| format!("License: {name}"));
        entry(&mut text, &name, parts)?;
        writeln!(text, "\n[text of the license]")?;
    }
    Ok(text)
}

fn entry<'a>(
    text: &mut String,
    heading: &str,
    parts: impl Iterator<Item = &'a Component>,
) -> std::fmt::Result {
    writeln!(text, "\n{RULE}\n{heading}\n{RULE}\n")?;
    for part in parts {
        // Runners of continuous integration take a line that begins with two colons as a command.
        writeln!(text, "- {}", part.label())?;
        for line in &part.copyright {
            writeln!(text, "  {line}")?;
        }
        if part.copyright.is_empty() {
            writeln!(text, "  [copyright notice of {}]", part.label())?;
        }
    }
    Ok(())
}
