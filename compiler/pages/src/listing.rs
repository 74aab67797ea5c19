use serde::Serialize;

use super::Directory;
use super::reference::Reference;
use muniment_library::history::Status;
use muniment_licenses::model::{License, LicenseId};

/// Every record by the initial of its title, in order of titles, ports folded away under their parents.
#[derive(Debug, Serialize)]
pub(super) struct Listing<'a> {
    initials: Vec<Initial<'a>>,
}

/// Which of its two pages a listed record leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leading {
    /// `/license-library/{id}`
    ToRecords,
    /// `/web/license/{id}`, which other sites may frame as they may the list.
    ToFramedRecords,
}

#[derive(Debug, Serialize)]
struct Initial<'a> {
    /// What is read.
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

impl Leading {
    /// A record of the library as a link.
    pub(super) fn to(self, directory: &Directory<'_>, id: &str) -> Reference {
        let record = directory.record(id);
        match self {
            Self::ToRecords => record,
            Self::ToFramedRecords => record.leading_to(format!("/web/license/{id}")),
        }
    }
}

impl<'a> Listing<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, leading: Leading) -> Self {
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

/// Heading of titles that begin with no letter; they sort before all others.
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
    leading: Leading,
    id: &'a LicenseId,
    license: &'a License,
) -> Row<'a> {
    let status = directory.catalog.licenses.get(id.as_str()).map(|history| history.current.status);
    Row {
        record: leading.to(directory, id.as_str()),
        spdx: license.spdx.as_deref().unwrap_or_default(),
        is_fixture: license.is_fixture(),
        is_withdrawn: status == Some(Status::Withdrawn),
        // The ports of a port are in the list themselves.
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
