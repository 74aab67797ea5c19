use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::licenses::PageLinks;
use super::sorted_keys;
use crate::api::openapi::schema::{Path, PerhapsDate};
use crate::api::openapi::shapes::release_ids;
use muniment_library::history::{Catalog, is_registered};
use muniment_licenses::model::{Day, Release, ReleaseEntry, ReleaseKind, ReleaseSection};
use muniment_rdf::ALGORITHM;

/// The manifest of a release, keys sorted: the answer of `/v2/releases/{id}` and, when it is registered, the
/// file `data/releases/<id>.json`.
#[must_use]
pub fn manifest(release: &Release, registered: bool) -> Value {
    let vocabulary = release.vocabulary.models.values().next();
    sorted_keys(json!({
        "release": release.id.to_string(),
        "algorithm": ALGORITHM,
        "application_version": release.application_version,
        "date": release.date.map(|day| day.to_string()).unwrap_or_default(),
        "registered": registered,
        "library": {"id": release.library.id.to_string(), "records": entries(&release.library)},
        "graphs": {"id": release.graphs.id.to_string(), "graphs": entries(&release.graphs)},
        "vocabulary": {
            "id": release.vocabulary.id.to_string(),
            "version": vocabulary.map(|entry| entry.version.get()),
            "content_hash": vocabulary.map(|entry| entry.content_hash.to_string()),
            "date": vocabulary.map(date),
        },
        "links": {"self": href(release), "changes": format!("/v2/changes?since={}", release.id)},
    }))
}

fn entries(section: &ReleaseSection) -> Map<String, Value> {
    let entry = |entry: &ReleaseEntry| {
        json!({
            "version": entry.version.get(),
            "content_hash": entry.content_hash.to_string(),
            "date": date(entry),
            "status": entry.status,
        })
    };
    section.models.iter().map(|(id, model)| (id.clone(), entry(model))).collect()
}

fn date(entry: &ReleaseEntry) -> String {
    entry.date.map(|day| day.to_string()).unwrap_or_default()
}

fn href(release: &Release) -> String {
    format!("/v2/releases/{}", release.id)
}

/// The list of releases (spec:releases#list).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReleasesPage {
    current: ListedRelease<Current>,
    items: Vec<ListedRelease<Registered>>,
    total: usize,
    next_cursor: Option<String>,
    links: PageLinks,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct ListedRelease<T> {
    #[schemars(extend("pattern" = release_ids(&[ReleaseKind::Data])))]
    release: String,
    #[schemars(extend("pattern" = release_ids(&[ReleaseKind::Library])))]
    library: String,
    #[schemars(extend("pattern" = release_ids(&[ReleaseKind::Graphs])))]
    graphs: String,
    #[schemars(extend("pattern" = release_ids(&[ReleaseKind::Vocabulary])))]
    vocabulary: String,
    date: PerhapsDate,
    #[serde(flatten)]
    own: T,
    href: Path,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Current {
    registered: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Registered {
    application_version: Option<String>,
}

impl<T> ListedRelease<T> {
    fn new(release: &Release, date: Option<Day>, own: T) -> Self {
        Self {
            release: release.id.to_string(),
            library: release.library.id.to_string(),
            graphs: release.graphs.id.to_string(),
            vocabulary: release.vocabulary.id.to_string(),
            date: date.into(),
            own,
            href: Path(href(release)),
        }
    }
}

/// The current state and every registered release, newest first. All fit one page.
#[must_use]
pub fn releases_page(catalog: &Catalog<'_>, current: &Release) -> ReleasesPage {
    let registered = |release: &Release| {
        let own = Registered { application_version: release.application_version.clone() };
        ListedRelease::new(release, release.date, own)
    };
    let items: Vec<_> = catalog.library.releases.iter().map(registered).collect();
    let newest = catalog.histories().filter_map(|history| history.current.date).max();
    let own = Current { registered: is_registered(catalog, current) };
    ReleasesPage {
        current: ListedRelease::new(current, newest, own),
        total: items.len(),
        items,
        next_cursor: None,
        links: PageLinks { this: "/v2/releases".to_owned(), next: None },
    }
}
