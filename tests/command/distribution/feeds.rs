//! The feeds: RFC 4287 and JSON Feed 1.1.

use std::collections::BTreeSet;
use std::fs;

use roxmltree::{Document, Node};
use serde_json::Value;

use super::{LATER, Published};

const ATOM: &str = "http://www.w3.org/2005/Atom";

fn children<'a>(node: Node<'a, 'a>, name: &str) -> Vec<Node<'a, 'a>> {
    node.children().filter(|child| child.has_tag_name((ATOM, name))).collect()
}

fn text<'a>(node: Node<'a, 'a>, name: &str) -> &'a str {
    let found = children(node, name);
    assert_eq!(found.len(), 1, "{name} stands once");
    found.first().unwrap().text().unwrap_or_default()
}

fn is_moment(text: &str) -> bool {
    text.strip_suffix("T00:00:00Z").is_some_and(|day| day.parse::<muniment_licenses::model::Day>().is_ok())
}

#[test]
fn the_atom_feed_has_what_rfc_4287_asks_for() {
    let library = Published::unregistered();
    library.correct();
    library.well(&["build", "--base-url", "https://api.example.org"]);
    let xml = fs::read_to_string(library.tree().join("changes.atom")).unwrap();
    let document = Document::parse(&xml).unwrap();
    let feed = document.root_element();
    assert!(feed.has_tag_name((ATOM, "feed")));
    // RFC 4287 §4.1.1
    assert_eq!(text(feed, "id"), "https://svc.example/changes.atom");
    assert!(!text(feed, "title").is_empty());
    assert_eq!(text(feed, "updated"), format!("{LATER}T00:00:00Z"), "the newest entry's day");
    assert_eq!(text(children(feed, "author")[0], "name"), "Small");
    let links: BTreeSet<_> =
        children(feed, "link").iter().map(|link| (link.attribute("rel"), link.attribute("href"))).collect();
    assert!(links.contains(&(Some("self"), Some("https://api.example.org/changes.atom"))), "{links:?}");
    // RFC 4287 §4.1.2
    let entries = children(feed, "entry");
    let mut ids = BTreeSet::new();
    for entry in &entries {
        assert!(ids.insert(text(*entry, "id")), "an identifier stands twice");
        assert!(text(*entry, "id").starts_with("https://svc.example/v2/"));
        assert!(!text(*entry, "title").is_empty() && !text(*entry, "summary").is_empty());
        assert!(is_moment(text(*entry, "updated")));
        let alternate: Vec<_> = children(*entry, "link")
            .into_iter()
            .filter(|l| l.attribute("rel") == Some("alternate"))
            .collect();
        assert_eq!(alternate.len(), 1);
        assert!(alternate[0].attribute("href").unwrap().starts_with("https://api.example.org/"));
    }
    let first = entries[0];
    assert_eq!(text(first, "id"), "https://svc.example/v2/vocabulary/versions/2", "newest first");
    assert_eq!(text(first, "summary"), "Terms & <signs>.");
    assert_eq!(text(first, "published"), format!("{LATER}T00:00:00Z"));
}

#[test]
fn the_json_feed_has_what_version_1_1_asks_for() {
    let library = Published::unregistered();
    library.well(&["build"]);
    let feed: Value =
        serde_json::from_slice(&fs::read(library.tree().join("changes.json")).unwrap()).unwrap();
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1");
    assert!(feed["title"].as_str().is_some_and(|title| !title.is_empty()));
    assert_eq!(feed["feed_url"], "http://127.0.0.1:8080/changes.json");
    for item in feed["items"].as_array().unwrap() {
        assert!(item["id"].is_string() && item["url"].is_string(), "{item}");
        assert!(item["content_text"].as_str().is_some_and(|text| !text.is_empty()), "{item}");
        assert!(item.get("date_published").is_none_or(|date| is_moment(date.as_str().unwrap())), "{item}");
        assert!(item["tags"].as_array().unwrap().iter().all(Value::is_string));
    }
}

#[test]
fn both_feeds_are_the_change_feed_newest_first() {
    let library = Published::unregistered();
    library.well(&["build"]);
    let read = |path: &str| fs::read_to_string(library.tree().join(path)).unwrap();
    let changes: Value = serde_json::from_str(&read("v2/changes/index.json")).unwrap();
    let expected: Vec<String> = changes["items"]
        .as_array()
        .unwrap()
        .iter()
        .rev()
        .map(|item| format!("https://svc.example{}", item["links"]["self"].as_str().unwrap()))
        .collect();
    assert_eq!(changes["total"].as_u64(), Some(expected.len() as u64), "the first page is the whole feed");
    let feed: Value = serde_json::from_str(&read("changes.json")).unwrap();
    let of_json: Vec<&str> =
        feed["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect();
    assert_eq!(of_json, expected);
    let hashes = |feed: &Value, key: &str| -> Vec<Value> {
        feed["items"].as_array().unwrap().iter().map(|item| item.pointer(key).unwrap().clone()).collect()
    };
    let mut known = hashes(&changes, "/content_hash");
    known.reverse();
    assert_eq!(hashes(&feed, "/_version/content_hash"), known);
    let xml = read("changes.atom");
    let document = Document::parse(&xml).unwrap();
    let of_atom: Vec<&str> =
        children(document.root_element(), "entry").into_iter().map(|entry| text(entry, "id")).collect();
    assert_eq!(of_atom, expected);
}

#[test]
fn pages_and_manifest_name_the_feeds() {
    let library = Published::unregistered();
    library.well(&["build"]);
    let read = |path: &str| fs::read_to_string(library.tree().join(path)).unwrap();
    for page in ["index.html", "changes/index.html"] {
        for (media_type, address) in
            [("application/atom+xml", "/changes.atom"), ("application/feed+json", "/changes.json")]
        {
            let link = format!("<link rel=\"alternate\" type=\"{media_type}\" href=\"{address}\"");
            assert!(read(page).contains(&link), "{page} has no {link}");
        }
    }
    let manifest: Value = serde_json::from_str(&read("_edge/manifest.json")).unwrap();
    let class = &manifest["classes"]["feed"];
    assert_eq!(class["cache_control"]["current"], "public, max-age=60");
    assert_eq!(class["headers"]["Access-Control-Allow-Origin"], "*");
    assert_eq!(manifest["addresses"]["/changes.atom"]["class"], "feed");
    assert_eq!(
        manifest["addresses"]["/changes.atom"]["headers"]["Content-Type"],
        "application/atom+xml; charset=utf-8"
    );
    assert_eq!(manifest["addresses"]["/changes.json"]["headers"]["Content-Type"], "application/feed+json");
}
