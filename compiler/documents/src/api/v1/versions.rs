use serde::Serialize;

use crate::api::address::{page_address, version_1_address};
use muniment_library::history::ModelHistory;

/// The versions of a license, a graph or the vocabulary, newest first (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize)]
pub struct VersionList {
    id: String,
    title: String,
    current: u32,
    versions: Vec<VersionRow>,
}

#[derive(Debug, Clone, Serialize)]
struct VersionRow {
    version: u32,
    date: String,
    summary: String,
    current: bool,
    url: String,
    api_url: String,
}

/// The version list of a model. `url` is its page, `api_url` the version itself; both are host-relative
/// (spec:version-1#identifiers).
#[must_use]
pub fn version_list(history: &ModelHistory<'_>) -> VersionList {
    let current = &history.current;
    VersionList {
        id: current.id.to_owned(),
        title: current.title.to_owned(),
        current: current.latest.get(),
        versions: history
            .versions()
            .rev()
            .map(|facts| VersionRow {
                version: facts.version.get(),
                date: facts.date.map(|day| day.to_string()).unwrap_or_default(),
                summary: facts.summary.to_owned(),
                current: facts.is_latest(),
                url: page_address(facts.kind, facts.id),
                api_url: version_1_address(facts.kind, facts.id, facts.version),
            })
            .collect(),
    }
}
