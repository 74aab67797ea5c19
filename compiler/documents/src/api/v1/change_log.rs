use serde::Serialize;

use muniment_licenses::model::{Change, ChangeLog};

/// The history of a model in words (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize)]
pub struct ChangeLogDocument<'l> {
    id: &'l str,
    title: &'l str,
    current_version: u32,
    entries: Vec<Entry<'l>>,
}

#[derive(Debug, Clone, Serialize)]
struct Entry<'l> {
    version: u32,
    date: String,
    reviewer: &'l str,
    summary: &'l str,
    changes: Vec<ChangeRow<'l>>,
}

#[derive(Debug, Clone, Serialize)]
struct ChangeRow<'l> {
    action: String,
    statement: &'l str,
    previous: &'l str,
    reason: &'l str,
    source: &'l str,
}

/// The change log of a model, newest entry first as its versions are listed.
#[must_use]
pub fn change_log(log: &ChangeLog) -> ChangeLogDocument<'_> {
    let row = |change: &Change| change.action.to_string();
    ChangeLogDocument {
        id: &log.id,
        title: &log.title,
        current_version: log.current_version.get(),
        entries: log
            .entries
            .iter()
            .rev()
            .map(|entry| Entry {
                version: entry.version.get(),
                date: entry.date.to_string(),
                reviewer: &entry.reviewer,
                summary: &entry.summary,
                changes: entry
                    .changes
                    .iter()
                    .map(|change| ChangeRow {
                        action: row(change),
                        statement: &change.statement,
                        previous: &change.previous,
                        reason: &change.reason,
                        source: &change.source,
                    })
                    .collect(),
            })
            .collect(),
    }
}
