use schemars::JsonSchema;
use serde::Serialize;

use super::call::{Subject, default_graph};
use super::parameters::{GRAPH_ID, LICENSE_ID};
use super::row::{Access, COMPUTED, LEADS_ON, Media, Route, Row, Tag, Words};
use crate::api::openapi::schema::{Date, ModelId, Number};
use muniment_licenses::model::{ChangeAction, ChangeLog};

pub(super) static GET_LICENSE_CHANGE_LOG: Row = Row {
    parameters: &[&LICENSE_ID],
    also: LEADS_ON,
    ..Row::new(
        Route::get("/licenselibrary/license/{license_id}/changelog", "getLicenseChangeLog", Access::Anyone),
        Words::of(
            Tag::History,
            "What was changed in a license",
            "Statement by statement, with the reason; newest first. A record that was never corrected has none (404).",
        ),
        Media::json::<ChangeLogDocument<'_>>(),
        |sent| {
            Ok(sent
                .license_id()
                .map(|id| sent.stored(Subject::License(id, "No correction has been made to"))))
        },
    )
};

pub(super) static GET_GRAPH_CHANGE_LOG: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[&GRAPH_ID],
    ..Row::new(
        Route::get("/dependencygraph/{graph_id}/changelog", "getGraphChangeLog", Access::MoreWithToken),
        Words::of(
            Tag::DependencyGraphs,
            "What was changed in a dependency graph",
            "Statement by statement, with the reason; newest first. A graph that was never corrected has none (404).",
        ),
        Media::json::<ChangeLogDocument<'_>>(),
        |sent| {
            let id = sent.graph_id()?;
            Ok(Some(sent.stored(Subject::Graph(id, "No correction has been made to"))))
        },
    )
};

pub(super) static GET_DEFAULT_GRAPH_CHANGE_LOG: Row = Row {
    errors: &["NotFound"],
    ..Row::new(
        Route::get("/dependencygraph/changelog", "getDefaultGraphChangeLog", Access::Anyone),
        Words::of(
            Tag::DependencyGraphs,
            "What was changed in the default graph",
            "Statement by statement, with the reason; newest first.",
        ),
        Media::json::<ChangeLogDocument<'_>>(),
        |sent| Ok(Some(sent.stored(Subject::Graph(default_graph()?, "No correction has been made to")))),
    )
};

pub(super) static GET_VOCABULARY_CHANGE_LOG: Row = Row::new(
    Route::get("/ns/changelog", "getVocabularyChangeLog", Access::Anyone),
    Words::of(Tag::History, "The vocabulary", "Described on its own page."),
    Media::json::<ChangeLogDocument<'_>>(),
    |sent| Ok(Some(sent.stored(Subject::Site))),
);

/// The history of a model in words (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ChangeLog")]
pub struct ChangeLogDocument<'l> {
    id: ModelId<&'l str>,
    title: &'l str,
    /// Number of the current version.
    current_version: Number,
    /// An entry for each version after the first, newest first.
    entries: Vec<ChangeLogEntry<'l>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct ChangeLogEntry<'l> {
    #[schemars(extend("minimum" = 2))]
    version: u32,
    date: Date,
    reviewer: &'l str,
    summary: &'l str,
    changes: Vec<ChangeRow<'l>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Change")]
struct ChangeRow<'l> {
    #[schemars(extend("enum" = ChangeAction::ALL.map(|(_, word)| word)))]
    action: String,
    statement: &'l str,
    /// The previous value; empty if the change is not a change of a value.
    previous: &'l str,
    reason: &'l str,
    /// Where the reason comes from: `review-finding <rubric>/<field>`, `consolidation-decision <n>`, `review-state`,
    /// `ports-metadata`, `model-history`, `manual`, or another word of this kind.
    #[schemars(extend("pattern" = "^[a-z]+(-[a-z]+)*( .+)?$"))]
    source: &'l str,
}

/// The change log of a model, newest entry first as its versions are listed.
#[must_use]
pub fn change_log(log: &ChangeLog) -> ChangeLogDocument<'_> {
    ChangeLogDocument {
        id: ModelId(&log.id),
        title: &log.title,
        current_version: log.current_version.into(),
        entries: log
            .entries
            .iter()
            .rev()
            .map(|entry| ChangeLogEntry {
                version: entry.version.get(),
                date: entry.date.into(),
                reviewer: &entry.reviewer,
                summary: &entry.summary,
                changes: entry
                    .changes
                    .iter()
                    .map(|change| ChangeRow {
                        action: change.action.to_string(),
                        statement: &change.statement,
                        previous: &change.previous,
                        reason: &change.reason,
                        source: &change.source,
                    })
                    .collect(),
            })
            .collect(),
    }
}
