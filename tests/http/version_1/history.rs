//! spec:version-1#answer-objects, spec:version-1#library-endpoints: what was changed last, in the whole library.

use std::collections::BTreeMap;

use muniment_licenses::model::LicenseId;
use serde_json::Value;

use super::errors::faulty;
use super::{LIBRARY, document, keys, list, text};
use crate::counts::count as total;
use crate::server::server;

#[track_caller]
fn page(query: &str) -> Value {
    let page = document(&server().get(&format!("/licenselibrary/history{query}")));
    assert_eq!(keys(&page), ["total", "skip", "limit", "records"], "{query}");
    page
}

/// The whole history, walked as the document says: `skip` is raised by `limit` until it reaches `total`.
fn walk(limit: u64) -> Vec<Value> {
    let (mut records, mut skip) = (Vec::new(), 0);
    loop {
        let page = page(&format!("?skip={skip}&limit={limit}"));
        records.extend(list(&page["records"]).iter().cloned());
        skip += limit;
        if skip >= page["total"].as_u64().unwrap() {
            return records;
        }
    }
}

#[test]
fn it_is_always_paged_50_records_at_a_time_and_at_most_500() {
    for (query, skip, limit, count) in [
        ("", 0, 50, 50),
        ("?skip=0&limit=50", 0, 50, 50),
        ("?limit=3", 0, 3, 3),
        (&format!("?skip={}", total("records") - 12), total("records") - 12, 50, 12),
        ("?skip=300&limit=500", 300, 500, (total("records") - 300).min(500)),
        ("?limit=501", 0, 500, 500),
        ("?limit=1000000000", 0, 500, 500),
        ("?limit=0", 0, 0, 0),
        ("?skip=1000000000", 1_000_000_000, 50, 0),
    ] {
        let page = page(query);
        assert_eq!(page["total"], total("records"), "{query}");
        assert_eq!(page["skip"], skip, "{query}");
        assert_eq!(page["limit"], limit, "{query}");
        assert_eq!(list(&page["records"]).len(), count, "{query}");
    }
}

#[test]
fn every_record_comes_once_however_it_is_walked() {
    let whole = walk(500);
    let ids: BTreeMap<&str, &Value> = whole.iter().map(|row| (text(&row["id"]), row)).collect();
    assert_eq!((whole.len(), ids.len()), (total("records"), total("records")));
    assert!(ids.keys().copied().eq(LIBRARY.licenses.keys().map(LicenseId::as_str)));
    assert_eq!(walk(97), whole);
}

#[test]
fn the_most_recently_changed_come_first() {
    let days: Vec<String> = walk(500).iter().map(|row| text(&row["last_change"]).to_owned()).collect();
    assert!(days.is_sorted_by(|a, b| a >= b));
    assert!(days.iter().all(|day| day.is_empty() || day.len() == "2026-11-20".len()));
}

#[test]
fn a_row_says_what_the_change_log_says_of_the_current_version() {
    for row in walk(500) {
        assert_eq!(keys(&row), ["id", "title", "version", "last_change", "summary", "url"]);
        let id = text(&row["id"]);
        let model = &LIBRARY.licenses[id];
        assert_eq!(row["title"], model.current.content.title.value.as_str(), "{id}");
        assert_eq!(row["version"], model.latest().get(), "{id}");
        assert_eq!(row["url"], format!("/license-library/{id}"));
        let entry = model.change_log.as_ref().and_then(|log| log.entry(model.latest()));
        match entry {
            Some(entry) => {
                assert_eq!(row["last_change"], entry.date.to_string(), "{id}");
                assert_eq!(row["summary"], entry.summary.as_str(), "{id}");
            }
            // spec:data-model#versions: a first version written here is dated with `dct:modified`.
            None => {
                let modified = model.current.content.modified.map(|day| day.to_string()).unwrap_or_default();
                assert_eq!(row["last_change"], modified, "{id}");
            }
        }
    }
}

#[test]
fn skip_and_limit_are_integers() {
    assert_eq!(
        faulty(&server().get("/licenselibrary/history?skip=a&limit=b")),
        ["query skip", "query limit"]
    );
    assert_eq!(faulty(&server().get("/licenselibrary/history?skip=-1")), ["query skip"]);
    assert_eq!(faulty(&server().get("/licenselibrary/history?limit=-1")), ["query limit"]);
}
