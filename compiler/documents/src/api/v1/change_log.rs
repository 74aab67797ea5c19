use serde::Serialize;

use super::call::{Subject, default_graph};
use super::row::{Access, COMPUTED, LEADS_ON, Media, Parameter, Route, Row, Tag, Words};
use muniment_licenses::model::{Change, ChangeLog};

pub(super) static GET_LICENSE_CHANGE_LOG: Row = Row {
    parameters: &[Parameter::LicenseId],
    also: LEADS_ON,
    ..Row::new(
        Route::get("/licenselibrary/license/{license_id}/changelog", "getLicenseChangeLog", Access::Anyone),
        Words::of(
            Tag::History,
            "What was changed in a license",
            "Statement by statement, with the reason; newest first. A record that was never corrected has none (404).",
        ),
        Media::Document("ChangeLog"),
        |sent| {
            Ok(sent
                .license_id()
                .map(|id| sent.stored(Subject::License(id, "No correction has been made to"))))
        },
    )
};

pub(super) static GET_GRAPH_CHANGE_LOG: Row = Row {
    bucket: Some(&COMPUTED),
    parameters: &[Parameter::GraphId],
    ..Row::new(
        Route::get("/dependencygraph/{graph_id}/changelog", "getGraphChangeLog", Access::MoreWithToken),
        Words::of(
            Tag::DependencyGraphs,
            "What was changed in a dependency graph",
            "Statement by statement, with the reason; newest first. A graph that was never corrected has none (404).",
        ),
        Media::Document("ChangeLog"),
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
        Media::Document("ChangeLog"),
        |sent| Ok(Some(sent.stored(Subject::Graph(default_graph()?, "No correction has been made to")))),
    )
};

pub(super) static GET_VOCABULARY_CHANGE_LOG: Row = Row::new(
    Route::get("/ns/changelog", "getVocabularyChangeLog", Access::Anyone),
    Words::of(Tag::History, "The vocabulary", "Described on its own page."),
    Media::Document("ChangeLog"),
    |sent| Ok(Some(sent.stored(Subject::Site))),
);

/// The history of a model in words (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize)]
pub struct ChangeLogDocument<'l> {
    id: &'l str,
    title: &'l str,
    current_version: u32,
    entries: Vec<Entry<'l>>,
}

#[derive(Debug, Clone, Serialize)]
struct Entry<'l> {
    version: u32,
    date: String,
    reviewer: &'l str,
    summary: &'l str,
    changes: Vec<ChangeRow<'l>>,
}

#[derive(Debug, Clone, Serialize)]
struct ChangeRow<'l> {
    action: String,
    statement: &'l str,
    previous: &'l str,
    reason: &'l str,
    source: &'l str,
}

/// The change log of a model, newest entry first as its versions are listed.
#[must_use]
pub fn change_log(log: &ChangeLog) -> ChangeLogDocument<'_> {
    let row = |change: &Change| change.action.to_string();
    ChangeLogDocument {
        id: &log.id,
        title: &log.title,
        current_version: log.current_version.get(),
        entries: log
            .entries
            .iter()
            .rev()
            .map(|entry| Entry {
                version: entry.version.get(),
                date: entry.date.to_string(),
                reviewer: &entry.reviewer,
                summary: &entry.summary,
                changes: entry
                    .changes
                    .iter()
                    .map(|change| ChangeRow {
                        action: row(change),
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
