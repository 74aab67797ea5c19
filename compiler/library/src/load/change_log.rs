use serde::Deserialize;

use super::toml_file;
use muniment_licenses::model::{
    Change, ChangeAction, ChangeLog, ChangeLogEntry, Fault, Place, SourceFile, VersionNumber,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeLogFile {
    id: String,
    title: String,
    current_version: u32,
    entries: Vec<EntryTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryTable {
    version: u32,
    date: String,
    reviewer: String,
    summary: String,
    /// Unpublished versions that were merged into this entry.
    #[serde(default, rename = "squashed_from")]
    _squashed_from: Vec<u32>,
    #[serde(default)]
    changes: Vec<ChangeTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeTable {
    action: String,
    statement: String,
    #[serde(default)]
    previous: String,
    reason: String,
    source: String,
}

pub(super) fn read(source: &SourceFile, faults: &mut Vec<Fault>) -> Option<ChangeLog> {
    let path = &source.path;
    let file = toml_file::parse::<ChangeLogFile>(source, 52, faults)?;
    let mut refuse =
        |message: String, help: &str| faults.push(Fault::error(52, Place::file(path), message, help));
    let mut number = |number: u32| {
        let version = VersionNumber::new(number);
        if version.is_none() {
            refuse(format!("`{number}` is not a version number"), "versions count from 1");
        }
        version
    };
    let current_version = number(file.current_version)?;
    let mut entries = Vec::new();
    for entry in file.entries {
        let Some(version) = VersionNumber::new(entry.version) else {
            refuse(format!("`{}` is not a version number", entry.version), "versions count from 1");
            continue;
        };
        let date = match entry.date.parse() {
            Ok(date) => date,
            Err(error) => {
                refuse(format!("the date of version {version}: {error}"), "write the day as YYYY-MM-DD");
                continue;
            }
        };
        let mut changes = Vec::new();
        for change in entry.changes {
            match ChangeAction::ALL.into_iter().find(|(_, word)| *word == change.action) {
                Some((action, _)) => changes.push(Change {
                    action,
                    statement: change.statement,
                    previous: change.previous,
                    reason: change.reason,
                    source: change.source,
                }),
                None => refuse(
                    format!("`{}` is no action of a change", change.action),
                    "write `added`, `removed` or `changed`",
                ),
            }
        }
        entries.push(ChangeLogEntry {
            version,
            date,
            reviewer: entry.reviewer,
            summary: entry.summary,
            changes,
        });
    }
    entries.sort_by_key(|entry| entry.version);
    Some(ChangeLog { id: file.id, title: file.title, current_version, entries })
}
