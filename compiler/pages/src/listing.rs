use serde::Serialize;

use super::Directory;
use super::reference::Reference;
use muniment_library::history::Status;
use muniment_licenses::model::{License, LicenseId};

/// The records by initial and title, with ports folded under their parents.
#[derive(Debug, Serialize)]
pub(super) struct Listing<'a> {
    initials: Vec<Initial<'a>>,
}

/// The page that listed records link to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkTarget {
    /// `/license-library/{id}`
    ToRecords,
    /// `/web/license/{id}`, for frames.
    ToFramedRecords,
}

#[derive(Debug, Serialize)]
struct Initial<'a> {
    /// The letter.
    letter: String,
    /// Fragment of the page.
    anchor: String,
    records: Vec<Row<'a>>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    record: Reference,
    spdx: &'a str,
    is_fixture: bool,
    is_withdrawn: bool,
    ports: Vec<Reference>,
}

impl LinkTarget {
    /// A link to a record.
    pub(super) fn to(self, directory: &Directory<'_>, id: &str) -> Reference {
        let record = directory.record(id);
        match self {
            Self::ToRecords => record,
            Self::ToFramedRecords => record.leading_to(format!("/web/license/{id}")),
        }
    }
}

impl<'a> Listing<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, leading: LinkTarget) -> Self {
        let mut initials: Vec<Initial<'a>> = Vec::new();
        for (id, license) in directory.licenses().filter(|(_, license)| !directory.is_folded(license)) {
            let letter = initial(&license.title.value);
            let row = row(directory, leading, id, license);
            match initials.last_mut().filter(|last| last.letter == letter) {
                Some(last) => last.records.push(row),
                None => initials.push(Initial { anchor: anchor(&letter), letter, records: vec![row] }),
            }
        }
        Self { initials }
    }

    #[cfg(test)]
    pub(super) fn sample() -> Self {
        let row = |id: &'static str, ports| Row {
            record: Reference::plain("<script>title</script>"),
            spdx: if id == "A" { "A-<1.0>" } else { "" },
            is_fixture: id == "A",
            is_withdrawn: id == "B",
            ports,
        };
        let records = vec![row("A", vec![Reference::plain("Port")]), row("B", Vec::new())];
        Self { initials: vec![Initial { letter: "S".to_owned(), anchor: "initial-S".to_owned(), records }] }
    }
}

/// The heading of titles without an initial letter, which come first.
const OTHER: &str = "0–9";

fn initial(title: &str) -> String {
    match title.chars().next() {
        Some(first) if first.is_alphabetic() => first.to_uppercase().collect(),
        _ => OTHER.to_owned(),
    }
}

fn anchor(letter: &str) -> String {
    if letter == OTHER { "initial-other".to_owned() } else { format!("initial-{letter}") }
}

fn row<'a>(
    directory: &'a Directory<'_>,
    leading: LinkTarget,
    id: &'a LicenseId,
    license: &'a License,
) -> Row<'a> {
    let status = directory.catalog.licenses.get(id.as_str()).map(|history| history.current.status);
    Row {
        record: leading.to(directory, id.as_str()),
        spdx: license.spdx.as_deref().unwrap_or_default(),
        is_fixture: license.is_fixture(),
        is_withdrawn: status == Some(Status::Withdrawn),
        // Ports of a port are listed themselves.
        ports: if license.port_of.is_none() {
            directory.port_ids(id.as_str()).map(|port| leading.to(directory, port.as_str())).collect()
        } else {
            Vec::new()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_grouped_by_their_initials() {
        assert_eq!(initial("apache"), "A");
        assert_eq!(initial("Étalab"), "É");
        assert_eq!(initial("3D-Slicer"), OTHER);
        assert_eq!(initial(""), OTHER);
    }
}
