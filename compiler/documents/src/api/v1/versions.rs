use serde::Serialize;

use super::call::Subject;
use super::row::{Access, COMPUTED, LEADS_ON, Media, Parameter, Route, Row, Tag, Words};
use crate::api::address::{page_address, version_1_address};
use muniment_library::history::ModelHistory;

pub(super) static LIST_LICENSE_VERSIONS: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[Parameter::LicenseId],
    also: LEADS_ON,
    ..Row::new(
        Route::get(
            "/licenselibrary/license/{license_id}/versions",
            "listLicenseVersions",
            Access::MoreWithToken,
        ),
        Words::of(
            Tag::History,
            "Versions of a license",
            "Newest first. A record that was never corrected has one.",
        ),
        Media::Document("VersionList"),
        |sent| Ok(sent.license_id().map(|id| sent.stored(Subject::License(id, "There are no versions of")))),
    )
};

pub(super) static LIST_GRAPH_VERSIONS: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[Parameter::GraphId],
    ..Row::new(
        Route::get("/dependencygraph/{graph_id}/versions", "listGraphVersions", Access::MoreWithToken),
        Words::of(
            Tag::DependencyGraphs,
            "Versions of a dependency graph",
            "Newest first. The graph of an account needs its token.",
        ),
        Media::Document("VersionList"),
        |sent| {
            let id = sent.graph_id()?;
            Ok(Some(sent.stored(Subject::Graph(id, ""))))
        },
    )
};

pub(super) static LIST_DEFAULT_GRAPH_VERSIONS: Row = Row::new(
    Route::get("/dependencygraph/versions", "listDefaultGraphVersions", Access::Anyone),
    Words::of(
        Tag::DependencyGraphs,
        "Versions of the default graph",
        "Newest first; the same list as under its identifier.",
    ),
    Media::Document("VersionList"),
    |sent| Ok(Some(sent.stored(Subject::Site))),
);

pub(super) static LIST_VOCABULARY_VERSIONS: Row = Row::new(
    Route::get("/ns/versions", "listVocabularyVersions", Access::Anyone),
    Words::of(Tag::History, "The vocabulary", "Described on its own page."),
    Media::Document("VersionList"),
    |sent| Ok(Some(sent.stored(Subject::Site))),
);

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
