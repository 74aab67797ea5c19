use muniment_documents::api::v2::version_address;
use muniment_library::history::{Catalog, ChangeItem, Since, changes};
use muniment_licenses::model::{Day, ModelKind, Release};

/// The changes of a library for feed readers: one entry for each published version, newest first, up to a maximum.
#[derive(Debug)]
pub struct Feed {
    /// Its title.
    pub title: String,
    /// Publisher.
    pub author: String,
    /// Description.
    pub description: String,
    /// The address of the license of the data.
    pub license: String,
    /// `{site_url}`, the base of identifiers.
    pub site_url: String,
    /// `{base_url}`, the base of links.
    pub base_url: String,
    /// The newest day of an entry.
    pub updated: Day,
    /// The entries.
    pub entries: Vec<FeedEntry>,
}

/// A published version.
#[derive(Debug)]
pub struct FeedEntry {
    /// Its permanent IRI.
    pub id: String,
    /// The change and the model.
    pub title: String,
    /// The page of its model.
    pub page: String,
    /// Summary; never empty.
    pub summary: String,
    /// Day of publication, if it is recorded.
    pub published: Option<Day>,
    /// Day of publication, else that of its successor, else the first day.
    pub updated: Day,
    /// `license`, `dependency-graph`, `vocabulary`.
    pub kind: &'static str,
    /// `added`, `changed`, `withdrawn`.
    pub change: &'static str,
    /// Hash of the version.
    pub content_hash: String,
    /// Hash of the version before.
    pub previous_hash: Option<String>,
}

/// Maximum entries. The change feed (spec:releases#change-feed) has all changes.
const MOST: usize = 1000;

/// The items of the change feed (spec:releases#change-feed) in reverse order: undated ones come last.
#[must_use]
pub fn feed(catalog: &Catalog<'_>, current: &Release, base_url: &str) -> Feed {
    let site = &catalog.library.site;
    let items = changes(catalog, current, &Since::Beginning, &ModelKind::ALL).unwrap_or_default();
    let entries: Vec<FeedEntry> =
        items.iter().rev().take(MOST).map(|item| entry(item, &site.site_url, base_url)).collect();
    Feed {
        title: format!("Changes of {}", site.name),
        author: site.name.clone(),
        description:
            "Every version of every license record, dependency graph and the vocabulary that was published."
                .to_owned(),
        license: site.data_license.address.clone(),
        site_url: site.site_url.clone(),
        base_url: base_url.to_owned(),
        updated: entries.iter().map(|entry| entry.updated).max().unwrap_or(Day::EPOCH),
        entries,
    }
}

fn entry(item: &ChangeItem<'_, '_>, site_url: &str, base_url: &str) -> FeedEntry {
    let facts = item.facts;
    let name = if facts.title.is_empty() { facts.id } else { facts.title };
    let change = item.change.name();
    let title = format!("{name}: version {} {change}", facts.version);
    let page = match facts.kind {
        ModelKind::License => format!("/license-library/{}#history-heading", facts.id),
        ModelKind::DependencyGraph => format!("/dependency-graph/{}#history-heading", facts.id),
        ModelKind::Vocabulary => "/ns#history-heading".to_owned(),
    };
    FeedEntry {
        id: format!("{site_url}{}", version_address(facts.kind, facts.id, facts.version)),
        page: format!("{base_url}{page}"),
        summary: if facts.summary.is_empty() { title.clone() } else { facts.summary.to_owned() },
        title,
        published: facts.date,
        updated: facts.date.or(facts.superseded_on).unwrap_or(Day::EPOCH),
        kind: facts.kind.name(),
        change,
        content_hash: facts.content_hash.to_string(),
        previous_hash: item.previous_hash.map(|hash| hash.to_string()),
    }
}
