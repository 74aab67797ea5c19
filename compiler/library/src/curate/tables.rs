//! Edits hand-written tables and keeps the rest of the text.

use std::collections::BTreeMap;

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Key, Table, Value, value};

use super::Edit;

const EXCEPTIONS: &str = "check-exceptions.toml";
const FAMILIES: &str = "families.toml";
const RETIRED: &str = "retired-identifiers.toml";

/// A table cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{path}` cannot be changed: {message}")]
pub struct TableError {
    /// The table.
    path: &'static str,
    /// The reason.
    message: String,
}

/// A table that is being changed.
struct OpenTable {
    path: &'static str,
    before: String,
    document: DocumentMut,
}

impl OpenTable {
    fn table(tables: &BTreeMap<&'static str, Vec<u8>>, path: &'static str) -> Result<Self, TableError> {
        let error = |message: String| TableError { path, message };
        let bytes = tables.get(path).map(Vec::as_slice).unwrap_or_default();
        let before = std::str::from_utf8(bytes).map_err(|e| error(e.to_string()))?.to_owned();
        let document = before.parse().map_err(|e: toml_edit::TomlError| error(e.message().to_owned()))?;
        Ok(Self { path, before, document })
    }

    fn groups(&mut self, kind: &str) -> impl Iterator<Item = &mut Table> {
        self.document
            .get_mut(kind)
            .and_then(Item::as_array_of_tables_mut)
            .into_iter()
            .flat_map(ArrayOfTables::iter_mut)
    }

    fn closed(self) -> Option<Edit> {
        let text = self.document.to_string();
        (text != self.before).then(|| Edit::Write { path: self.path.to_owned(), bytes: text.into_bytes() })
    }
}

/// Adds a record to classes and to a family, which is created if it does not exist.
pub(super) fn join(
    tables: &BTreeMap<&'static str, Vec<u8>>,
    id: &str,
    family: Option<&str>,
    classes: &[&str],
) -> Result<Option<Edit>, TableError> {
    let mut table = OpenTable::table(tables, FAMILIES)?;
    let is_named = |group: &Table, name: &str| group.get("name").and_then(Item::as_str) == Some(name);
    if let Some(family) = family
        && !table.groups("family").any(|group| is_named(group, family))
    {
        let families = table.document.entry("family").or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        if let Some(families) = families.as_array_of_tables_mut() {
            families.push(Table::from_iter([("name", value(family)), ("members", value(Array::new()))]));
        }
    }
    for (kind, names) in [("family", family.as_slice()), ("class", classes)] {
        for group in table.groups(kind).filter(|group| names.iter().any(|name| is_named(group, name))) {
            if let Some(members) = group.get_mut("members").and_then(Item::as_array_mut) {
                insert(members, id);
            }
        }
    }
    Ok(table.closed())
}

/// Removes a record from its family, classes and exceptions. Empty families and exceptions are removed.
pub(super) fn leave(tables: &BTreeMap<&'static str, Vec<u8>>, id: &str) -> Result<Vec<Edit>, TableError> {
    let mut edits = Vec::new();
    for (path, kinds, key) in [
        (FAMILIES, &[("family", true), ("class", false)] as &[(&str, bool)], "members"),
        (EXCEPTIONS, &[("exception", true)], "records"),
    ] {
        let mut table = OpenTable::table(tables, path)?;
        for (kind, goes_when_empty) in kinds {
            let emptied = |group: &mut Table| {
                let Some(members) = group.get_mut(key).and_then(Item::as_array_mut) else { return false };
                remove(members, id) && members.is_empty() && *goes_when_empty
            };
            let groups = table.document.get_mut(kind).and_then(Item::as_array_of_tables_mut);
            if let Some(groups) = groups {
                let gone: Vec<usize> = groups
                    .iter_mut()
                    .enumerate()
                    .filter_map(|(at, group)| emptied(group).then_some(at))
                    .collect();
                for at in gone.into_iter().rev() {
                    groups.remove(at);
                }
            }
        }
        edits.extend(table.closed());
    }
    Ok(edits)
}

/// Adds a retired identifier.
pub(super) fn retire(
    tables: &BTreeMap<&'static str, Vec<u8>>,
    id: &str,
    successor: &str,
) -> Result<Option<Edit>, TableError> {
    let mut table = OpenTable::table(tables, RETIRED)?;
    let key: Key = format!("\"{id}\"").parse().unwrap_or_else(|_| Key::new(id));
    let row = InlineTable::from_iter([("successor", Value::from(successor))]);
    match table.document.get_mut("identifiers").and_then(Item::as_table_mut) {
        Some(identifiers) => {
            let was_sorted = identifiers.iter().map(|(key, _)| key).is_sorted();
            identifiers.insert_formatted(&key, value(row));
            if was_sorted {
                identifiers.sort_values();
            }
        }
        None => {
            let message = "it has no `[identifiers]`".to_owned();
            return Err(TableError { path: RETIRED, message });
        }
    }
    Ok(table.closed())
}

/// Inserts a member in sorted order with the layout of its neighbours.
fn insert(members: &mut Array, id: &str) {
    let known = |member: &Value| member.as_str().map(str::to_owned).unwrap_or_default();
    if members.iter().any(|member| known(member) == id) {
        return;
    }
    let at = members.iter().position(|member| known(member).as_str() > id).unwrap_or(members.len());
    let first = members.get(0).map(|member| member.decor().clone());
    let is_block =
        first.as_ref().and_then(|decor| decor.prefix()?.as_str()).is_some_and(|text| text.contains('\n'));
    members.insert(at, id);
    let Some(first) = first.filter(|_| is_block || at == 0) else { return };
    if let Some(member) = members.get_mut(at) {
        *member.decor_mut() = first.clone();
    }
    if let Some(next) = members.get_mut(at + 1).filter(|_| !is_block) {
        next.decor_mut().set_prefix(" ");
    }
}

/// Removes a member and returns whether it was present.
fn remove(members: &mut Array, id: &str) -> bool {
    let Some(at) = members.iter().position(|member| member.as_str() == Some(id)) else { return false };
    let gone = members.remove(at);
    if let Some(first) = members.get_mut(0).filter(|_| at == 0) {
        *first.decor_mut() = gone.decor().clone();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(path: &'static str, text: &str) -> BTreeMap<&'static str, Vec<u8>> {
        BTreeMap::from([(path, text.as_bytes().to_vec())])
    }

    fn text(edit: Option<Edit>) -> String {
        String::from_utf8(edit.unwrap().bytes().unwrap().to_vec()).unwrap()
    }

    const GROUPS: &str = "# all of them\n\n[[family]]\nname = \"F\"\nmembers = [\n    \"B\",\n    \"D\",\n]\n\n\
        [[family]]\nname = \"G\"\nmembers = [\"B\", \"D\"] # two\n\n[[class]]\nname = \"c\"\nabout = \"\"\nmembers = []\n";

    #[test]
    fn members_are_sorted_and_have_the_same_layout() {
        for id in ["A", "C", "E"] {
            let block = text(join(&tables(FAMILIES, GROUPS), id, Some("F"), &[]).unwrap());
            let inline = text(join(&tables(FAMILIES, GROUPS), id, Some("G"), &["c"]).unwrap());
            let mut members = ["B", "D", id];
            members.sort();
            let lines: String = members.iter().map(|member| format!("    \"{member}\",\n")).collect();
            assert_eq!(block, GROUPS.replace("    \"B\",\n    \"D\",\n", &lines));
            let row = members.map(|member| format!("\"{member}\"")).join(", ");
            let joined = GROUPS.replace("[\"B\", \"D\"]", &format!("[{row}]"));
            assert_eq!(inline, joined.replace("members = []", &format!("members = [\"{id}\"]")));
        }
    }

    #[test]
    fn adding_and_removing_a_member_changes_nothing() {
        for (id, family) in [("A", "F"), ("C", "G"), ("E", "H")] {
            let joined = text(join(&tables(FAMILIES, GROUPS), id, Some(family), &["c"]).unwrap());
            assert_eq!(join(&tables(FAMILIES, &joined), id, Some(family), &["c"]), Ok(None));
            let left = leave(&tables(FAMILIES, &joined), id).unwrap();
            assert_eq!(text(left.into_iter().next()), GROUPS, "{id}");
        }
    }

    #[test]
    fn retired_identifiers_are_sorted() {
        let rows =
            "retired_on = \"2026-09-01\"\n\n[identifiers]\n\"A\" = {}\n\"C\" = { successor = \"D\" }\n";
        let edit = retire(&tables(RETIRED, rows), "B", "D").unwrap();
        assert_eq!(text(edit), rows.replace("\"C\"", "\"B\" = { successor = \"D\" }\n\"C\""));
    }
}
