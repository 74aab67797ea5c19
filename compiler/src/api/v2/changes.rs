use serde::Serialize;

use super::licenses::PageLinks;
use super::{Cursor, DEFAULT_LIMIT, InvalidCursor, version_address};
use crate::history::{Catalog, ChangeItem, Since, UnknownRelease, VersionFacts, changes};
use crate::model::{ModelKind, Release};

/// A page of the change feed (v2 §4); `limit` is within 1 to 1000.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangesQuery {
    /// From where.
    pub since: Since,
    /// Of which kinds, in order of their names, each once.
    pub kinds: Vec<ModelKind>,
    /// Most items on the page.
    pub limit: usize,
    /// Where the page before ended.
    pub cursor: Option<String>,
}

impl Default for ChangesQuery {
    fn default() -> Self {
        Self { since: Since::Beginning, kinds: ModelKind::ALL.to_vec(), limit: DEFAULT_LIMIT, cursor: None }
    }
}

/// Why there is no page.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangesError {
    /// `since` names an unknown release.
    #[error(transparent)]
    UnknownRelease(#[from] UnknownRelease),
    /// The cursor belongs to another list, filter or hand.
    #[error(transparent)]
    InvalidCursor(#[from] InvalidCursor),
}

/// The page envelope of the change feed (v2 §2.4).
#[derive(Debug, Clone, Serialize)]
pub struct ChangePage {
    items: Vec<ChangeObject>,
    since: Option<String>,
    until: Until,
    total: usize,
    /// Where the next page begins; also in its `Link` header.
    pub next_cursor: Option<String>,
    /// Addresses of this page and the next.
    pub links: PageLinks,
}

#[derive(Debug, Clone, Serialize)]
struct Until {
    release: String,
    date: String,
}

#[derive(Debug, Clone, Serialize)]
struct ChangeObject {
    kind: &'static str,
    id: String,
    version: u32,
    change: &'static str,
    date: String,
    summary: String,
    content_hash: String,
    previous_version: Option<u32>,
    previous_hash: Option<String>,
    links: ChangeLinks,
}

#[derive(Debug, Clone, Serialize)]
struct ChangeLinks {
    #[serde(rename = "self")]
    this: String,
    changelog: Option<String>,
}

/// A page of the feed.
pub fn change_page(
    catalog: &Catalog<'_>,
    current: &Release,
    query: &ChangesQuery,
) -> Result<ChangePage, ChangesError> {
    let since = match &query.since {
        Since::Beginning => None,
        Since::Day(day) => Some(day.to_string()),
        Since::Release(id) => Some(id.to_string()),
    };
    let kinds: Vec<&str> = query.kinds.iter().map(|kind| kind.name()).collect();
    let list = vec!["changes".to_owned(), since.clone().unwrap_or_default(), kinds.join(",")];
    let items = changes(catalog, current, &query.since, &query.kinds)?;
    let start = match &query.cursor {
        Some(text) => {
            let last = Cursor::decode(text, &list, 4)?.key;
            items.partition_point(|item| sort_key(item.facts) <= last)
        }
        None => 0,
    };
    let rest = items.get(start..).unwrap_or_default();
    let shown = rest.get(..query.limit).unwrap_or(rest);
    let next_cursor = shown
        .last()
        .filter(|_| rest.len() > shown.len())
        .map(|last| Cursor { list, key: sort_key(last.facts) }.encode());
    let address = |cursor: Option<&str>| {
        let since = since.as_ref().map(|since| format!("since={since}"));
        let kind = (query.kinds != ModelKind::ALL).then(|| format!("kind={}", kinds.join(",")));
        let limit = (query.limit != DEFAULT_LIMIT).then(|| format!("limit={}", query.limit));
        let cursor = cursor.map(|cursor| format!("cursor={cursor}"));
        let parameters: Vec<String> = since.into_iter().chain(kind).chain(limit).chain(cursor).collect();
        if parameters.is_empty() {
            "/v2/changes".to_owned()
        } else {
            format!("/v2/changes?{}", parameters.join("&"))
        }
    };
    let newest = catalog.histories().filter_map(|history| history.current.date).max();
    Ok(ChangePage {
        items: shown.iter().map(change_object).collect(),
        total: items.len(),
        until: Until {
            release: current.id.to_string(),
            date: newest.map(|day| day.to_string()).unwrap_or_default(),
        },
        links: PageLinks {
            this: address(query.cursor.as_deref()),
            next: next_cursor.as_deref().map(|cursor| address(Some(cursor))),
        },
        since,
        next_cursor,
    })
}

/// The key the feed is ordered by, as text that orders the same way: no date sorts before any, and version
/// numbers are padded.
fn sort_key(facts: &VersionFacts<'_>) -> Vec<String> {
    vec![
        facts.date.map(|day| day.to_string()).unwrap_or_default(),
        facts.kind.name().to_owned(),
        facts.id.to_owned(),
        format!("{:010}", facts.version.get()),
    ]
}

fn change_object(item: &ChangeItem<'_, '_>) -> ChangeObject {
    let facts = item.facts;
    ChangeObject {
        kind: facts.kind.name(),
        id: facts.id.to_owned(),
        version: facts.version.get(),
        change: item.change.name(),
        date: facts.date.map(|day| day.to_string()).unwrap_or_default(),
        summary: facts.summary.to_owned(),
        content_hash: facts.content_hash.to_string(),
        previous_version: facts.version.predecessor().map(crate::model::VersionNumber::get),
        previous_hash: item.previous_hash.map(|hash| hash.to_string()),
        links: ChangeLinks {
            this: version_address(facts.kind, facts.id, facts.version),
            changelog: super::version::change_log_address(facts),
        },
    }
}
