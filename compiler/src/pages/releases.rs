use serde::Serialize;

use super::frame::Frame;
use super::{Directory, Page};
use crate::history::{Catalog, is_registered};
use crate::model::Release;

/// States of the whole data that have a name (`/releases`): the current one, and those registered.
#[derive(Debug, Serialize)]
pub(super) struct ReleasesPage<'a> {
    frame: Frame<'a>,
    /// The current state first, then registered ones from the newest; a current state that is registered once.
    states: Vec<State>,
}

/// A state of the whole data.
#[derive(Debug, Serialize)]
pub(super) struct State {
    data: String,
    library: String,
    graphs: String,
    vocabulary: String,
    /// Empty where no day is recorded.
    date: String,
    records: usize,
    graph_count: usize,
    /// Version of the vocabulary; none in a state without one.
    vocabulary_version: Option<u32>,
    is_current: bool,
    is_registered: bool,
}

impl Page for ReleasesPage<'_> {
    const TEMPLATE: &'static str = "pages/releases.html";
}

impl<'a> ReleasesPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, current: &Release) -> Self {
        let catalog = directory.catalog;
        let registered = catalog.library.releases.iter().filter(|release| release.id != current.id);
        Self {
            frame: Frame::new(directory, "/releases", String::new()),
            states: std::iter::once(current)
                .chain(registered)
                .map(|release| State::of(catalog, release, current))
                .collect(),
        }
    }
}

impl State {
    pub(super) fn of(catalog: &Catalog<'_>, release: &Release, current: &Release) -> Self {
        Self {
            data: release.id.to_string(),
            library: release.library.id.to_string(),
            graphs: release.graphs.id.to_string(),
            vocabulary: release.vocabulary.id.to_string(),
            date: release.date.map(|day| day.to_string()).unwrap_or_default(),
            records: release.library.models.len(),
            graph_count: release.graphs.models.len(),
            vocabulary_version: release.vocabulary.models.values().next().map(|entry| entry.version.get()),
            is_current: release.id == current.id,
            is_registered: is_registered(catalog, release),
        }
    }

    #[cfg(test)]
    pub(super) fn sample() -> Self {
        Self {
            data: "data-0".to_owned(),
            library: "lib-0".to_owned(),
            graphs: "dg-0".to_owned(),
            vocabulary: "ns-0".to_owned(),
            date: "2026-11-20".to_owned(),
            records: 3,
            graph_count: 1,
            vocabulary_version: Some(2),
            is_current: true,
            is_registered: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    #[test]
    fn each_state_leads_to_its_manifest() {
        let older = State {
            data: "data-1".to_owned(),
            date: String::new(),
            is_current: false,
            is_registered: true,
            vocabulary_version: None,
            ..State::sample()
        };
        let page = ReleasesPage { frame: Frame::sample(), states: vec![State::sample(), older] };
        let html = render(&templates::environment().unwrap(), &page).unwrap();
        for expected in [
            "href=\"/v2/releases/data-0\"",
            "href=\"/v2/releases/data-1\"",
            "href=\"/v2/changes?since=data-1\"",
            ">current</span>",
            ">registered</span>",
            "lib-0",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
        assert!(!html.contains("since=data-0"), "nothing changed since the current state");
    }
}
