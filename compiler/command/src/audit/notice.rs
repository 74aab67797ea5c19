use std::fmt::Write;

use super::super::texts::Texts;
use super::AuditReport;

const RULE: &str = "------------------------------------------------------------------------";

/// The draft of a NOTICE file: the components by license, with the texts that are at hand. Copyright notices are left to
/// be filled in, since inventories do not state them.
pub(super) fn text(report: &AuditReport<'_>, texts: &Texts) -> Result<String, std::fmt::Error> {
    let AuditReport { library, names, audit, findings, .. } = report;
    let mut text = String::from(
        "NOTICE (draft)\n\nThis work contains components under the licenses below. Replace each line in brackets before you publish \
         this file.\n",
    );
    for id in audit.licenses.keys() {
        let Some(model) = library.licenses.get(*id) else { continue };
        let license = &model.current.content;
        writeln!(text, "\n{RULE}\n{} ({})\n{RULE}\n", license.title.value, names.shown(id))?;
        for part in findings.parts_under(id) {
            writeln!(text, "{}\n  [copyright notice of {0}]", part.label())?;
        }
        match texts.of(library, id, license) {
            Some(license) => writeln!(text, "\n{}", license.trim_end())?,
            None => writeln!(text, "\n[text of the license]")?,
        }
    }
    let unknown: Vec<_> = findings.unknown.iter().collect();
    for found in unknown {
        writeln!(text, "\n{RULE}\n{}\n{RULE}\n", found.name.unwrap_or("No license is stated"))?;
        for (part, _) in &found.parts {
            writeln!(text, "{}\n  [copyright notice of {0}]", part.label())?;
        }
        writeln!(text, "\n[text of the license]")?;
    }
    Ok(text)
}
