use serde::Serialize;
use serde_json::json;

use super::frame::Frame;
use super::{Directory, Page};
use muniment_library::history::{Catalog, is_registered};
use muniment_licenses::model::{Day, Release, SigningKey};

/// The releases (`/releases`): the current state and the registered ones.
#[derive(Debug, Serialize)]
pub(super) struct ReleasesPage<'a> {
    frame: Frame<'a>,
    /// The current state first, then registered ones, newest first, without duplicates.
    states: Vec<State>,
    /// Whether there are dumps of registered releases.
    has_dumps: bool,
    /// Public keys for signatures.
    signing_keys: Vec<KeyOfSite<'a>>,
    /// The data set in the vocabulary of schema.org, as JSON-LD within HTML.
    description: String,
}

/// A public key with the time whose releases it signs.
#[derive(Debug, Serialize)]
struct KeyOfSite<'a> {
    base64: &'a str,
    /// The first day; may be empty.
    from: String,
    /// The last day; may be empty.
    until: String,
}

impl<'a> KeyOfSite<'a> {
    fn of(key: &'a SigningKey) -> Self {
        let written = |day: Option<Day>| day.map(|day| day.to_string()).unwrap_or_default();
        Self { base64: key.base64(), from: written(key.from), until: written(key.until) }
    }
}

/// A release.
#[derive(Debug, Serialize)]
pub(super) struct State {
    data: String,
    library: String,
    graphs: String,
    vocabulary: String,
    /// May be empty.
    date: String,
    records: usize,
    graph_count: usize,
    /// Version of the vocabulary, if there is one.
    vocabulary_version: Option<u32>,
    is_current: bool,
    is_registered: bool,
    /// Its number, if it is signed.
    number: Option<u64>,
}

impl Page for ReleasesPage<'_> {
    const TEMPLATE: &'static str = "pages/releases.html";
}

impl<'a> ReleasesPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, current: &Release, has_dumps: bool) -> Self {
        let catalog = directory.catalog;
        let registered = catalog.library.releases.iter().filter(|release| release.id != current.id);
        Self {
            frame: Frame::new(directory, "/releases", String::new()),
            states: std::iter::once(current)
                .chain(registered)
                .map(|release| State::of(catalog, release, current))
                .collect(),
            has_dumps,
            signing_keys: catalog.library.site.signing_keys.iter().map(KeyOfSite::of).collect(),
            description: description(catalog, current),
        }
    }
}

/// The data set for search engines (schema.org). `<` is escaped, so that no text of the data ends the element.
fn description(catalog: &Catalog<'_>, current: &Release) -> String {
    let site = &catalog.library.site;
    let organization = json!({"@type": "Organization", "name": site.name, "url": site.site_url});
    let description = json!({
        "@context": "https://schema.org",
        "@type": "Dataset",
        "@id": format!("{}/dataset#data", site.site_url),
        "name": site.name,
        "description": "Licenses as machine-readable policies (ODRL), dependency graphs between their actions, and the \
            vocabulary. Every version has a content hash.",
        "url": format!("{}/releases", site.site_url),
        "version": current.id.to_string(),
        "dateModified": current.date.map(|day| day.to_string()),
        "license": site.data_license.address,
        "creator": organization,
        "isAccessibleForFree": true,
        "keywords": ["licenses", "ODRL", "SPDX", "compatibility"],
    });
    description.to_string().replace('<', "\\u003c")
}

impl State {
    pub(super) fn of(catalog: &Catalog<'_>, release: &Release, current: &Release) -> Self {
        Self {
            data: release.id.to_string(),
            library: release.library.id.to_string(),
            graphs: release.graphs.id.to_string(),
            vocabulary: release.vocabulary.id.to_string(),
            date: release.date.map(|day| day.to_string()).unwrap_or_default(),
            records: release.library.models.len(),
            graph_count: release.graphs.models.len(),
            vocabulary_version: release.vocabulary.models.values().next().map(|entry| entry.version.get()),
            is_current: release.id == current.id,
            is_registered: is_registered(catalog, release),
            number: catalog
                .library
                .registrations
                .get(&release.id)
                .and_then(|known| Some(known.signature.as_ref()?.number)),
        }
    }

    #[cfg(test)]
    pub(super) fn sample() -> Self {
        Self {
            data: "data-0".to_owned(),
            library: "lib-0".to_owned(),
            graphs: "dg-0".to_owned(),
            vocabulary: "ns-0".to_owned(),
            date: "2026-11-20".to_owned(),
            records: 3,
            graph_count: 1,
            vocabulary_version: Some(2),
            is_current: true,
            is_registered: false,
            number: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    #[test]
    fn each_state_leads_to_its_manifest() {
        let older = State {
            data: "data-1".to_owned(),
            date: String::new(),
            is_current: false,
            is_registered: true,
            number: Some(7),
            vocabulary_version: None,
            ..State::sample()
        };
        let page = ReleasesPage {
            frame: Frame::sample(),
            states: vec![State::sample(), older],
            has_dumps: true,
            signing_keys: vec![KeyOfSite {
                base64: "RWKEY",
                from: "2026-11-24".to_owned(),
                until: String::new(),
            }],
            description: String::new(),
        };
        let html = render(&templates::environment().unwrap(), &page).unwrap();
        for expected in [
            "href=\"/v2/releases/data-0/index.json\"",
            "href=\"/v2/releases/data-1/index.json\"",
            "/v2/changes?since=data-1'",
            ">current</span>",
            ">registered</span>",
            "lib-0",
            "href=\"/dumps/data-1/data-1.nq.gz\"",
            "href=\"/dumps/data-1/data-1.tar.zst\"",
            "href=\"/dumps/data-1/manifest.json.minisig\"",
            "number 7",
            "RWKEY",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
        assert!(!html.contains("since=data-0"), "nothing changed since the current state");
        assert!(!html.contains("/dumps/data-0"), "what is not registered is not dumped");
    }
}
