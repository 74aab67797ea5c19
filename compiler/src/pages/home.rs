use serde::Serialize;

use super::frame::Frame;
use super::reference::Reference;
use super::{Directory, Page};
use crate::history::{Catalog, Status, is_registered};
use crate::model::{Library, License, LicenseId, Release};

/// The first page.
#[derive(Debug, Serialize)]
pub(super) struct HomePage<'a> {
    frame: Frame<'a>,
    counts: Counts,
    release: State,
    graphs: Vec<Reference>,
    vocabulary_title: &'a str,
    /// Records by the initial of their titles, in order of titles.
    initials: Vec<Initial<'a>>,
}

#[derive(Debug, Serialize)]
struct Counts {
    records: usize,
    ports: usize,
    spdx: usize,
    graphs: usize,
    terms: usize,
}

/// The four identifiers of the state shown.
#[derive(Debug, Serialize)]
struct State {
    data: String,
    library: String,
    graphs: String,
    vocabulary: String,
    registered: bool,
    date: String,
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

impl Page for HomePage<'_> {
    const TEMPLATE: &'static str = "pages/home.html";
}

impl<'a> HomePage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, current: &Release) -> Self {
        let catalog = directory.catalog;
        let licenses = || directory.licenses().map(|(_, license)| license);
        let vocabulary = &catalog.library.vocabulary.current.content;
        Self {
            frame: Frame::new(directory, "/", String::new()),
            counts: Counts {
                records: licenses().count(),
                ports: licenses().filter(|license| license.port_of.is_some()).count(),
                spdx: licenses().filter(|license| license.spdx.is_some()).count(),
                graphs: catalog.graphs.len(),
                terms: vocabulary.own_terms().count(),
            },
            release: State {
                data: current.id.to_string(),
                library: current.library.id.to_string(),
                graphs: current.graphs.id.to_string(),
                vocabulary: current.vocabulary.id.to_string(),
                registered: is_registered(catalog, current),
                date: current.date.map(|day| day.to_string()).unwrap_or_default(),
            },
            graphs: graphs(directory),
            vocabulary_title: &vocabulary.title,
            initials: initials(directory, catalog),
        }
    }
}

/// Every graph by identifier, the one that applies when none is chosen first.
fn graphs(directory: &Directory<'_>) -> Vec<Reference> {
    let is_default = |id: &&&str| **id == Library::DEFAULT_GRAPH;
    let ids = || directory.catalog.graphs.keys();
    ids().filter(is_default).chain(ids().filter(|id| !is_default(id))).map(|id| directory.graph(id)).collect()
}

fn initials<'a>(directory: &'a Directory<'_>, catalog: &Catalog<'_>) -> Vec<Initial<'a>> {
    let mut initials: Vec<Initial<'a>> = Vec::new();
    for (id, license) in directory.licenses().filter(|(_, license)| !directory.is_folded(license)) {
        let letter = initial(&license.title.value);
        let row = row(directory, catalog, id, license);
        match initials.last_mut().filter(|last| last.letter == letter) {
            Some(last) => last.records.push(row),
            None => initials.push(Initial {
                anchor: if letter == OTHER {
                    "initial-other".to_owned()
                } else {
                    format!("initial-{letter}")
                },
                letter,
                records: vec![row],
            }),
        }
    }
    initials
}

/// Heading of titles that begin with no letter; they sort before all others.
const OTHER: &str = "0–9";

fn initial(title: &str) -> String {
    match title.chars().next() {
        Some(first) if first.is_alphabetic() => first.to_uppercase().collect(),
        _ => OTHER.to_owned(),
    }
}

fn row<'a>(
    directory: &'a Directory<'_>,
    catalog: &Catalog<'_>,
    id: &'a LicenseId,
    license: &'a License,
) -> Row<'a> {
    let status = catalog.licenses.get(id.as_str()).map(|history| history.current.status);
    Row {
        record: directory.record(id.as_str()),
        spdx: license.spdx.as_deref().unwrap_or_default(),
        is_fixture: license.is_fixture(),
        is_withdrawn: status == Some(Status::Withdrawn),
        // The ports of a port are in the list themselves.
        ports: if license.port_of.is_none() { directory.ports(id.as_str()) } else { Vec::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    #[test]
    fn the_sample_renders_and_escapes() {
        let row = |id: &'static str, ports| Row {
            record: Reference::plain("<script>title</script>"),
            spdx: if id == "A" { "A-1.0" } else { "" },
            is_fixture: id == "A",
            is_withdrawn: id == "B",
            ports,
        };
        let page = HomePage {
            frame: Frame::sample(),
            counts: Counts { records: 3, ports: 1, spdx: 1, graphs: 1, terms: 2 },
            release: State {
                data: "data-0".to_owned(),
                library: "lib-0".to_owned(),
                graphs: "dg-0".to_owned(),
                vocabulary: "ns-0".to_owned(),
                registered: false,
                date: "2026-11-20".to_owned(),
            },
            graphs: vec![Reference::plain("Core <graph>")],
            vocabulary_title: "Words & terms",
            initials: vec![Initial {
                letter: "S".to_owned(),
                anchor: "initial-S".to_owned(),
                records: vec![row("A", vec![Reference::plain("Port")]), row("B", Vec::new())],
            }],
        };
        let html = render(&templates::environment().unwrap(), &page).unwrap();
        for expected in [
            "&lt;script&gt;title&lt;/script&gt;",
            "Sample &lt;Library&gt;",
            "Closed on &lt;Sunday&gt;",
            "Core &lt;graph&gt;",
            "data-0",
            "not registered",
            "<details>",
            "href=\"/v2\"",
            "href=\"/documentation/v2\"",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
    }

    #[test]
    fn titles_are_grouped_by_their_initials() {
        assert_eq!(initial("apache"), "A");
        assert_eq!(initial("Étalab"), "É");
        assert_eq!(initial("3D-Slicer"), OTHER);
        assert_eq!(initial(""), OTHER);
    }
}
