//! Edits change logs and keeps their comments and order.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TomlError, value};

use muniment_licenses::model::{Change, ChangeLogEntry};

/// Adds an entry to a change log, or replaces the entry of that version.
///
/// `text` is the old log; `None` if there is none.
pub(super) fn with_entry(
    text: Option<&str>,
    id: &str,
    title: &str,
    entry: &ChangeLogEntry,
) -> Result<String, TomlError> {
    let mut document: DocumentMut = text.unwrap_or_default().parse()?;
    for (key, said) in [("id", id), ("title", title)] {
        if document.get(key).and_then(Item::as_str) != Some(said) {
            document.insert(key, value(said));
        }
    }
    let version = i64::from(entry.version.get());
    if document.get("current_version").and_then(Item::as_integer) != Some(version) {
        document.insert("current_version", value(version));
    }
    let entries = document.entry("entries").or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    if !entries.is_array_of_tables() {
        *entries = Item::ArrayOfTables(ArrayOfTables::new());
    }
    let Some(entries) = entries.as_array_of_tables_mut() else { return Ok(document.to_string()) };
    let is_of_version = |table: &Table| table.get("version").and_then(Item::as_integer) == Some(version);
    if !entries.iter().any(is_of_version) {
        entries.push(Table::from_iter([("version", value(version))]));
    }
    if let Some(table) = entries.iter_mut().find(|table| is_of_version(table)) {
        fill(table, entry);
    }
    Ok(document.to_string())
}

fn fill(table: &mut Table, entry: &ChangeLogEntry) {
    table.insert("version", value(i64::from(entry.version.get())));
    table.insert("date", value(entry.date.to_string()));
    table.insert("reviewer", value(&entry.reviewer));
    table.insert("summary", value(&entry.summary));
    table.insert("changes", Item::ArrayOfTables(entry.changes.iter().map(change).collect()));
}

fn change(change: &Change) -> Table {
    let mut table = Table::new();
    table.insert("action", value(change.action.to_string()));
    table.insert("statement", value(&change.statement));
    if !change.previous.is_empty() {
        table.insert("previous", value(&change.previous));
    }
    table.insert("reason", value(&change.reason));
    table.insert("source", value(&change.source));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use muniment_licenses::model::{ChangeAction, VersionNumber};

    fn entry(version: u32, reason: &str) -> ChangeLogEntry {
        ChangeLogEntry {
            version: VersionNumber::new(version).unwrap(),
            date: "2026-11-20".parse().unwrap(),
            reviewer: "A. Reviewer".to_owned(),
            summary: "Says \"more\".".to_owned(),
            changes: vec![Change {
                action: ChangeAction::Added,
                statement: "spdx:licenseId \"MIT\"".to_owned(),
                previous: String::new(),
                reason: reason.to_owned(),
                source: "manual".to_owned(),
            }],
        }
    }

    #[test]
    fn other_entries_are_unchanged() {
        let first = with_entry(None, "MIT", "MIT License", &entry(2, "It is on the list.")).unwrap();
        let commented = first.replace("reviewer = ", "# who\nreviewer   = ");
        let second = with_entry(Some(&commented), "MIT", "MIT License", &entry(3, "")).unwrap();
        let kept = commented.replace("current_version = 2", "current_version = 3");
        assert!(second.starts_with(&kept), "{second}");
        let again = with_entry(Some(&second), "MIT", "MIT License", &entry(3, "It is.")).unwrap();
        assert_eq!(again, second.replace("reason = \"\"", "reason = \"It is.\""));
        insta::assert_snapshot!(first, @r#"
        id = "MIT"
        title = "MIT License"
        current_version = 2

        [[entries]]
        version = 2
        date = "2026-11-20"
        reviewer = "A. Reviewer"
        summary = 'Says "more".'

        [[entries.changes]]
        action = "added"
        statement = 'spdx:licenseId "MIT"'
        reason = "It is on the list."
        source = "manual"
        "#);
    }
}
