use serde::Serialize;

use super::changes::{Change, Tally, changes_of};
use super::frame::Frame;
use super::releases::State;
use super::{Directory, Page};
use muniment_licenses::model::Release;

/// The first page.
#[derive(Debug, Serialize)]
pub(super) struct HomePage<'a> {
    frame: Frame<'a>,
    counts: Counts,
    state: State,
    /// The newest day of publication, if recorded.
    latest: Option<Latest<'a>>,
}

#[derive(Debug, Serialize)]
struct Counts {
    records: usize,
    ports: usize,
    spdx: usize,
    graphs: usize,
    terms: usize,
}

#[derive(Debug, Serialize)]
struct Latest<'a> {
    day: String,
    /// The numbers of changes of that day.
    tallies: Vec<Tally>,
    /// Some of the changes.
    changes: Vec<Change<'a>>,
}

impl Page for HomePage<'_> {
    const TEMPLATE: &'static str = "pages/home.html";
}

/// Maximum changes shown.
const MOST_CHANGES: usize = 5;

impl<'a> HomePage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, current: &Release) -> Self {
        let catalog = directory.catalog;
        let licenses = || directory.licenses().map(|(_, license)| license);
        Self {
            frame: Frame::new(directory, "/", String::new()),
            counts: Counts {
                records: licenses().count(),
                ports: licenses().filter(|license| license.port_of.is_some()).count(),
                spdx: licenses().filter(|license| license.spdx.is_some()).count(),
                graphs: catalog.graphs.len(),
                terms: catalog.library.vocabulary.current.content.own_terms().count(),
            },
            state: State::of(catalog, current, current),
            latest: latest(directory, current),
        }
    }
}

fn latest<'a>(directory: &'a Directory<'_>, current: &Release) -> Option<Latest<'a>> {
    let days = changes_of(directory, current);
    let newest = days.into_iter().find(|day| !day.date.is_empty())?;
    let tallies = newest.groups.iter().map(|group| group.tally).collect();
    // Graphs and the vocabulary affect every verdict, so they come before many records.
    let (few, many): (Vec<_>, Vec<_>) =
        newest.groups.into_iter().partition(|group| group.tally.count <= MOST_CHANGES);
    let changes = few.into_iter().chain(many).flat_map(|group| group.changes);
    Some(Latest { day: newest.date, tallies, changes: changes.take(MOST_CHANGES).collect() })
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    fn page(latest: Option<Latest<'_>>) -> String {
        let page = HomePage {
            frame: Frame::sample(),
            counts: Counts { records: 3, ports: 1, spdx: 1, graphs: 1, terms: 2 },
            state: State::sample(),
            latest,
        };
        render(&templates::environment().unwrap(), &page).unwrap()
    }

    #[test]
    fn the_sample_renders_and_escapes() {
        let html = page(Some(Latest {
            day: "2026-11-20".to_owned(),
            tallies: vec![Tally::sample()],
            changes: vec![Change::sample()],
        }));
        for expected in [
            "Sample &lt;Library&gt;",
            "Closed on &lt;Sunday&gt;",
            "data-0",
            "not registered",
            "&lt;b&gt;A&lt;/b&gt;",
            "2 records changed",
            "href=\"/v2\"",
            "href=\"/documentation\"",
            "action=\"/license-compatibility-checker\" method=\"get\"",
            "action=\"/license-library\" method=\"get\"",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
        assert!(html.contains("name=\"ids\"") && html.contains("name=\"target\""), "{html}");
    }

    #[test]
    fn without_a_recorded_day_there_are_no_latest_changes() {
        assert!(!page(None).contains("Latest changes"));
    }
}
