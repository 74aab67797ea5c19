use std::cmp::Reverse;

use serde::Serialize;

use super::call::Call;
use super::row::{Access, Media, Parameter, Route, Row, Tag, Words};
use crate::api::v2::body;
use muniment_library::history::Catalog;

pub(super) static LIST_HISTORY: Row = Row {
    parameters: &[Parameter::HistorySkip, Parameter::HistoryLimit],
    ..Row::new(
        Route::get("/licenselibrary/history", "listHistory", Access::Anyone),
        Words::of(
            Tag::History,
            "What changed last",
            "Every record, most recently changed first, in pages: raise `skip` by `limit` until it reaches `total`.",
        ),
        Media::Document("HistoryPage"),
        |sent| {
            let query = sent.history();
            Ok(Some(Call::of_the_library(move |read| Ok(body(&history_page(read.catalog, query))?))))
        },
    )
};

/// A page of the history of the library (spec:version-1#library-endpoints).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryQuery {
    /// Records passed over.
    pub skip: usize,
    /// Most records on the page; at most [`HistoryQuery::MAX_LIMIT`].
    pub limit: usize,
}

impl HistoryQuery {
    /// The ceiling of `limit` (spec:version-1#quotas); a greater one is lowered to it.
    pub const MAX_LIMIT: usize = 500;
}

impl Default for HistoryQuery {
    fn default() -> Self {
        Self { skip: 0, limit: 50 }
    }
}

/// The records, most recently changed first; walked by raising `skip` by `limit` until it reaches `total`
/// (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize)]
pub struct HistoryPage<'l> {
    total: usize,
    skip: usize,
    limit: usize,
    records: Vec<HistoryRow<'l>>,
}

#[derive(Debug, Clone, Serialize)]
struct HistoryRow<'l> {
    id: &'l str,
    title: &'l str,
    version: u32,
    last_change: String,
    summary: &'l str,
    url: String,
}

/// A page of the history. Records changed on the same day are ordered by identifier; those without a
/// recorded day come last.
#[must_use]
pub fn history_page<'l>(catalog: &Catalog<'l>, query: HistoryQuery) -> HistoryPage<'l> {
    let limit = query.limit.min(HistoryQuery::MAX_LIMIT);
    let mut facts: Vec<_> = catalog.licenses.values().map(|history| &history.current).collect();
    facts.sort_by_key(|facts| (Reverse(facts.date), facts.id));
    HistoryPage {
        total: facts.len(),
        skip: query.skip,
        limit,
        records: facts
            .into_iter()
            .skip(query.skip)
            .take(limit)
            .map(|facts| HistoryRow {
                id: facts.id,
                title: facts.title,
                version: facts.version.get(),
                last_change: facts.date.map(|day| day.to_string()).unwrap_or_default(),
                summary: facts.summary,
                url: format!("/license-library/{}", facts.id),
            })
            .collect(),
    }
}
