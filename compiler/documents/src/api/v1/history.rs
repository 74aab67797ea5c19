use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Serialize;

use super::call::Call;
use super::parameters::count_or;
use super::row::{Access, Media, Route, Row, Tag, Words};
use crate::api::address::page_address;
use crate::api::openapi::parameter::Parameter;
use crate::api::openapi::schema::{ModelId, Number, Path, PerhapsDate};
use crate::api::v2::body;
use muniment_library::history::Catalog;

static SKIP: Parameter =
    Parameter::query("skip", "Records passed over.", || count_or(0)).keyed("skip.history").faulty();

static LIMIT: Parameter =
    Parameter::query("limit", "Most records on the page; a number above 500 is lowered to 500.", || {
        count_or(HistoryQuery::default().limit)
    })
    .keyed("limit.history")
    .faulty();

pub(super) static LIST_HISTORY: Row = Row {
    parameters: &[&SKIP, &LIMIT],
    ..Row::new(
        Route::get("/licenselibrary/history", "listHistory", Access::Anyone),
        Words::of(
            Tag::History,
            "What changed last",
            "Every record, most recently changed first, in pages: raise `skip` by `limit` until it reaches `total`.",
        ),
        Media::json::<HistoryPage<'_>>(),
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
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HistoryPage<'l> {
    /// Records of the library.
    total: usize,
    skip: usize,
    #[schemars(extend("maximum" = HistoryQuery::MAX_LIMIT))]
    limit: usize,
    /// Most recently changed first.
    records: Vec<HistoryRow<'l>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct HistoryRow<'l> {
    id: ModelId<&'l str>,
    title: &'l str,
    version: Number,
    /// Empty where none is recorded.
    last_change: PerhapsDate,
    summary: &'l str,
    url: Path,
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
                id: ModelId(facts.id),
                title: facts.title,
                version: facts.version.into(),
                last_change: facts.date.into(),
                summary: facts.summary,
                url: Path(page_address(facts.kind, facts.id)),
            })
            .collect(),
    }
}
