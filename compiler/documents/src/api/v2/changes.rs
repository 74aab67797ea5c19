use schemars::JsonSchema;
use serde::Serialize;

use super::licenses::{PageLinks, page_address};
use super::{Cursor, DEFAULT_LIMIT, version_address};
use crate::api::address::change_log_address;
use crate::api::openapi::schema::{ModelId, Number, Path, PerhapsDate};
use crate::api::openapi::shapes::{CONTENT_HASH, release_ids};
use muniment_library::history::{Catalog, ChangeItem, Since, UnknownRelease, VersionFacts, changes};
use muniment_licenses::model::{ModelKind, Release, ReleaseKind};

/// A page of the change feed (spec:releases#change-feed); `limit` is within 1 to 1000.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangesQuery {
    /// From where.
    pub since: Since,
    /// Of which kinds, in order of their names, each once.
    pub kinds: Vec<ModelKind>,
    /// Most items on the page.
    pub limit: usize,
    /// Key of the last item of the page before: date, kind, id, version.
    pub after: Option<Vec<String>>,
}

impl Default for ChangesQuery {
    fn default() -> Self {
        Self { since: Since::Beginning, kinds: ModelKind::ALL.to_vec(), limit: DEFAULT_LIMIT, after: None }
    }
}

impl ChangesQuery {
    /// The list that cursors are good for.
    #[must_use]
    pub fn list(since: &Since, kinds: &[ModelKind]) -> Vec<String> {
        vec!["changes".to_owned(), since_text(since).unwrap_or_default(), kinds_text(kinds)]
    }

    fn cursor(&self, last: Vec<String>) -> String {
        Cursor::after(Self::list(&self.since, &self.kinds), last).encode()
    }

    /// The address of the page, with nothing in it that could be left out.
    #[must_use]
    pub fn address(&self) -> String {
        let since = since_text(&self.since).map(|since| format!("since={since}"));
        let kind = (self.kinds != ModelKind::ALL).then(|| format!("kind={}", kinds_text(&self.kinds)));
        let limit = (self.limit != DEFAULT_LIMIT).then(|| format!("limit={}", self.limit));
        let cursor = self.after.clone().map(|after| format!("cursor={}", self.cursor(after)));
        page_address("/v2/changes", [since, kind, limit, cursor])
    }
}

fn since_text(since: &Since) -> Option<String> {
    match since {
        Since::Beginning => None,
        Since::Day(day) => Some(day.to_string()),
        Since::Release(id) => Some(id.to_string()),
    }
}

fn kinds_text(kinds: &[ModelKind]) -> String {
    kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(",")
}

/// A page of the change feed (spec:releases#change-feed).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChangePage {
    items: Vec<ChangeObject>,
    /// The `since` of the request.
    since: Option<String>,
    until: Until,
    total: usize,
    /// Where the next page begins; also in its `Link` header.
    pub next_cursor: Option<String>,
    /// Addresses of this page and the next.
    pub links: PageLinks,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct Until {
    #[schemars(extend("pattern" = release_ids(&[ReleaseKind::Data])))]
    release: String,
    date: PerhapsDate,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ChangeItem")]
struct ChangeObject {
    #[schemars(extend("enum" = ModelKind::ALL.map(ModelKind::name)))]
    kind: &'static str,
    id: ModelId,
    version: Number,
    #[schemars(extend("enum" = ["added", "changed", "withdrawn"]))]
    change: &'static str,
    date: PerhapsDate,
    summary: String,
    #[schemars(extend("pattern" = CONTENT_HASH))]
    content_hash: String,
    previous_version: Option<Number>,
    #[schemars(extend("pattern" = CONTENT_HASH))]
    previous_hash: Option<String>,
    links: ChangeLinks,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct ChangeLinks {
    #[serde(rename = "self")]
    this: Path,
    changelog: Option<Path>,
}

/// A page of the feed.
pub fn change_page(
    catalog: &Catalog<'_>,
    current: &Release,
    query: &ChangesQuery,
) -> Result<ChangePage, UnknownRelease> {
    let items = changes(catalog, current, &query.since, &query.kinds)?;
    let start = match &query.after {
        Some(after) => items.partition_point(|item| sort_key(item.facts) <= *after),
        None => 0,
    };
    let rest = items.get(start..).unwrap_or_default();
    let shown = rest.get(..query.limit).unwrap_or(rest);
    let last = shown.last().filter(|_| rest.len() > shown.len()).map(|last| sort_key(last.facts));
    let next = last.clone().map(|last| ChangesQuery { after: Some(last), ..query.clone() });
    let newest = catalog.histories().filter_map(|history| history.current.date).max();
    Ok(ChangePage {
        items: shown.iter().map(change_object).collect(),
        since: since_text(&query.since),
        until: Until { release: current.id.to_string(), date: newest.into() },
        total: items.len(),
        next_cursor: last.map(|last| query.cursor(last)),
        links: PageLinks { this: query.address(), next: next.map(|next| next.address()) },
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
        id: ModelId(facts.id.to_owned()),
        version: facts.version.into(),
        change: item.change.name(),
        date: facts.date.into(),
        summary: facts.summary.to_owned(),
        content_hash: facts.content_hash.to_string(),
        previous_version: facts.version.predecessor().map(Number::from),
        previous_hash: item.previous_hash.map(|hash| hash.to_string()),
        links: ChangeLinks {
            this: Path(version_address(facts.kind, facts.id, facts.version)),
            changelog: change_log_address(facts).map(Path),
        },
    }
}
