use serde::Serialize;

use super::{Cursor, DEFAULT_LIMIT, InvalidCursor, VersionObject, version_object};
use crate::history::{Catalog, VersionFacts};
use crate::model::{ModelKind, Release, ReleaseId};

/// Which records a list holds: those that are ports of another, those that are not, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ports {
    /// Every record.
    #[default]
    Include,
    /// Records that are no port.
    Exclude,
    /// Ports and grouped editions.
    Only,
}

impl Ports {
    /// The word for it in queries.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Include => "include",
            Self::Exclude => "exclude",
            Self::Only => "only",
        }
    }

    /// What a word stands for.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Include, Self::Exclude, Self::Only].into_iter().find(|ports| ports.word() == word)
    }

    fn admits(self, facts: &VersionFacts<'_>) -> bool {
        match self {
            Self::Include => true,
            Self::Exclude => facts.port_of.is_none(),
            Self::Only => facts.port_of.is_some(),
        }
    }
}

/// A page of a list (v2 §4); `limit` is within 1 to 1000.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListQuery {
    /// Most items on the page.
    pub limit: usize,
    /// Where the page before ended.
    pub cursor: Option<String>,
    /// Which records; graphs pass it over.
    pub ports: Ports,
}

impl Default for ListQuery {
    fn default() -> Self {
        Self { limit: DEFAULT_LIMIT, cursor: None, ports: Ports::default() }
    }
}

/// The list envelope (v2 §2.2).
#[derive(Debug, Clone, Serialize)]
pub struct Listing {
    pub(super) items: Vec<VersionObject>,
    pub(super) total: usize,
    pub(super) release: String,
    /// Where the next page begins; also in its `Link` header.
    pub next_cursor: Option<String>,
    /// Addresses of this page and the next.
    pub links: PageLinks,
}

/// Addresses of a page of a list.
#[derive(Debug, Clone, Serialize)]
pub struct PageLinks {
    /// This page.
    #[serde(rename = "self")]
    pub this: String,
    /// The next one.
    pub next: Option<String>,
}

/// A page of current versions of curated records, ordered by identifier (`/v2/licenses`).
pub fn list_licenses(
    catalog: &Catalog<'_>,
    current: &Release,
    query: &ListQuery,
) -> Result<Listing, InvalidCursor> {
    let list = vec!["licenses".to_owned(), query.ports.word().to_owned()];
    let filter = (query.ports != Ports::Include).then(|| format!("ports={}", query.ports.word()));
    let admitted = catalog.licenses.values().map(|h| &h.current).filter(|facts| query.ports.admits(facts));
    page(catalog, admitted, "/v2/licenses", filter, list, &current.library.id, query)
}

/// A page of current versions of core graphs, ordered by identifier (`/v2/dependency-graphs`).
pub fn list_graphs(
    catalog: &Catalog<'_>,
    current: &Release,
    query: &ListQuery,
) -> Result<Listing, InvalidCursor> {
    let list = vec![ModelKind::DependencyGraph.name().to_owned()];
    let all = catalog.graphs.values().map(|h| &h.current);
    page(catalog, all, "/v2/dependency-graphs", None, list, &current.graphs.id, query)
}

fn page<'c, 'l: 'c>(
    catalog: &Catalog<'_>,
    facts: impl Iterator<Item = &'c VersionFacts<'l>>,
    path: &str,
    filter: Option<String>,
    list: Vec<String>,
    release: &ReleaseId,
    query: &ListQuery,
) -> Result<Listing, InvalidCursor> {
    let after = match &query.cursor {
        Some(text) => Cursor::decode(text, &list, 1)?.key.pop(),
        None => None,
    };
    let facts: Vec<_> = facts.collect();
    let start = facts.partition_point(|f| after.as_deref().is_some_and(|after| f.id <= after));
    let rest = facts.get(start..).unwrap_or_default();
    let shown = rest.get(..query.limit).unwrap_or(rest);
    let next_cursor = shown
        .last()
        .filter(|_| rest.len() > shown.len())
        .map(|last| Cursor { list, key: vec![last.id.to_owned()] }.encode());
    let address = |cursor: Option<&str>| {
        let limit = (query.limit != DEFAULT_LIMIT).then(|| format!("limit={}", query.limit));
        let cursor = cursor.map(|cursor| format!("cursor={cursor}"));
        let parameters: Vec<String> = filter.clone().into_iter().chain(limit).chain(cursor).collect();
        if parameters.is_empty() { path.to_owned() } else { format!("{path}?{}", parameters.join("&")) }
    };
    Ok(Listing {
        items: shown.iter().map(|facts| version_object(facts, &catalog.library.site)).collect(),
        total: facts.len(),
        release: release.to_string(),
        links: PageLinks {
            this: address(query.cursor.as_deref()),
            next: next_cursor.as_deref().map(|cursor| address(Some(cursor))),
        },
        next_cursor,
    })
}
