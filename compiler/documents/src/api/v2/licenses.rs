use schemars::JsonSchema;
use serde::Serialize;

use super::{Cursor, DEFAULT_LIMIT, VersionObject, version_object};
use crate::api::openapi::schema::Path;
use crate::api::openapi::shapes::release_ids;
use muniment_library::history::{Catalog, VersionFacts};
use muniment_licenses::find::Ports;
use muniment_licenses::model::{ModelKind, Release, ReleaseKind};

/// A page of a list (spec:version-2#parameters); `limit` is within 1 to 1000.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListQuery {
    /// Most items on the page.
    pub limit: usize,
    /// Identifier of the last item of the page before.
    pub after: Option<String>,
    /// Which records, test fixtures among them (spec:version-2#parameters); graphs pass it over.
    pub ports: Ports,
}

impl Default for ListQuery {
    fn default() -> Self {
        Self { limit: DEFAULT_LIMIT, after: None, ports: Ports::default() }
    }
}

impl ListQuery {
    /// The list that cursors are good for.
    #[must_use]
    pub fn list(kind: ModelKind, ports: Ports) -> Vec<String> {
        match kind {
            ModelKind::License => vec!["licenses".to_owned(), ports.word().to_owned()],
            _ => vec![kind.name().to_owned()],
        }
    }

    fn cursor(&self, kind: ModelKind, last: &str) -> String {
        Cursor::after(Self::list(kind, self.ports), vec![last.to_owned()]).encode()
    }

    /// The address of the page, with nothing in it that could be left out.
    #[must_use]
    pub fn address(&self, kind: ModelKind) -> String {
        let path = match kind {
            ModelKind::License => "/v2/licenses",
            _ => "/v2/dependency-graphs",
        };
        let ports = (self.ports != Ports::Include).then(|| format!("ports={}", self.ports.word()));
        let limit = (self.limit != DEFAULT_LIMIT).then(|| format!("limit={}", self.limit));
        let cursor = self.after.as_deref().map(|after| format!("cursor={}", self.cursor(kind, after)));
        page_address(path, [ports, limit, cursor])
    }
}

/// A path with the parameters that are given.
pub(super) fn page_address<const N: usize>(path: &str, parameters: [Option<String>; N]) -> String {
    let parameters: Vec<String> = parameters.into_iter().flatten().collect();
    if parameters.is_empty() { path.to_owned() } else { format!("{path}?{}", parameters.join("&")) }
}

/// A page of a list (spec:version-2#list-envelope).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Listing {
    pub(super) items: Vec<VersionObject>,
    /// Items of the whole list.
    pub(super) total: usize,
    /// The release that the page shows.
    #[schemars(extend("pattern" = release_ids(&[ReleaseKind::Library, ReleaseKind::Graphs, ReleaseKind::Vocabulary])))]
    pub(super) release: String,
    /// Where the next page begins; also in its `Link` header.
    pub next_cursor: Option<String>,
    /// Addresses of this page and the next.
    pub links: PageLinks,
}

/// Addresses of a page of a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PageLinks {
    /// Address of this page.
    #[serde(rename = "self")]
    #[schemars(with = "Path")]
    pub this: String,
    /// Address of the next page.
    #[schemars(with = "Option<Path>")]
    pub next: Option<String>,
}

/// A page of current versions, ordered by identifier: of curated records (`/v2/licenses`) or of core graphs
/// (`/v2/dependency-graphs`).
#[must_use]
pub fn list_models(catalog: &Catalog<'_>, current: &Release, kind: ModelKind, query: &ListQuery) -> Listing {
    let release = match kind {
        ModelKind::License => &current.library.id,
        _ => &current.graphs.id,
    };
    let facts: Vec<&VersionFacts<'_>> = catalog
        .of_kind(kind)
        .map(|(_, history)| &history.current)
        .filter(|facts| query.ports.admit(facts.port_of.is_some()))
        .collect();
    let start = facts.partition_point(|f| query.after.as_deref().is_some_and(|after| f.id <= after));
    let rest = facts.get(start..).unwrap_or_default();
    let shown = rest.get(..query.limit).unwrap_or(rest);
    let last = shown.last().filter(|_| rest.len() > shown.len()).map(|last| last.id);
    let next = last.map(|last| ListQuery { after: Some(last.to_owned()), ..query.clone() });
    Listing {
        items: shown.iter().map(|facts| version_object(facts, &catalog.library.site)).collect(),
        total: facts.len(),
        release: release.to_string(),
        next_cursor: last.map(|last| query.cursor(kind, last)),
        links: PageLinks { this: query.address(kind), next: next.map(|next| next.address(kind)) },
    }
}
