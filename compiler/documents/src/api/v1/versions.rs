use schemars::JsonSchema;
use serde::Serialize;

use super::call::Subject;
use super::parameters::{GRAPH_ID, LICENSE_ID};
use super::row::{Access, COMPUTED, LEADS_ON, Media, Route, Row, Tag, Words};
use crate::api::address::{page_address, version_1_address};
use crate::api::openapi::schema::{ModelId, Number, Path, PerhapsDate};
use muniment_library::history::ModelHistory;

pub(super) static LIST_LICENSE_VERSIONS: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[&LICENSE_ID],
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
        Media::json::<VersionList>(),
        |sent| Ok(sent.license_id().map(|id| sent.stored(Subject::License(id, "There are no versions of")))),
    )
};

pub(super) static LIST_GRAPH_VERSIONS: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[&GRAPH_ID],
    ..Row::new(
        Route::get("/dependencygraph/{graph_id}/versions", "listGraphVersions", Access::MoreWithToken),
        Words::of(
            Tag::DependencyGraphs,
            "Versions of a dependency graph",
            "Newest first. The graph of an account needs its token.",
        ),
        Media::json::<VersionList>(),
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
    Media::json::<VersionList>(),
    |sent| Ok(Some(sent.stored(Subject::Site))),
);

pub(super) static LIST_VOCABULARY_VERSIONS: Row = Row::new(
    Route::get("/ns/versions", "listVocabularyVersions", Access::Anyone),
    Words::of(Tag::History, "The vocabulary", "Described on its own page."),
    Media::json::<VersionList>(),
    |sent| Ok(Some(sent.stored(Subject::Site))),
);

/// The versions of a license, a graph or the vocabulary, newest first (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct VersionList {
    id: ModelId,
    title: String,
    /// Number of the current version.
    current: Number,
    /// Newest first.
    #[schemars(extend("minItems" = 1))]
    versions: Vec<VersionRow>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct VersionRow {
    version: Number,
    /// Empty where none is recorded.
    date: PerhapsDate,
    summary: String,
    current: bool,
    /// Its page.
    url: Path,
    /// The version itself.
    api_url: Path,
}

/// The version list of a model. `url` is its page, `api_url` the version itself; both are host-relative
/// (spec:version-1#identifiers).
#[must_use]
pub fn version_list(history: &ModelHistory<'_>) -> VersionList {
    let current = &history.current;
    VersionList {
        id: ModelId(current.id.to_owned()),
        title: current.title.to_owned(),
        current: current.latest.into(),
        versions: history
            .versions()
            .rev()
            .map(|facts| VersionRow {
                version: facts.version.into(),
                date: facts.date.into(),
                summary: facts.summary.to_owned(),
                current: facts.is_latest(),
                url: Path(page_address(facts.kind, facts.id)),
                api_url: Path(version_1_address(facts.kind, facts.id, facts.version)),
            })
            .collect(),
    }
}
