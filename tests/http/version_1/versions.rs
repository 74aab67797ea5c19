//! spec:version-1#answer-objects, spec:version-1#library-endpoints: the versions of a license and what changed between
//! them.

use muniment_rdf::{Syntax, canonicalize, read};
use serde_json::{Value, json};

use super::errors::{faulty, sentence};
use super::{LIBRARY, current_apache, document, keys, list, text};
use crate::server::server;

const APACHE: &str = "/licenselibrary/license/Apache-2.0/versions";

#[test]
fn every_record_has_a_list_of_its_versions_newest_first() {
    let mut count = 0;
    for (id, model) in &LIBRARY.licenses {
        let path = format!("/licenselibrary/license/{id}/versions");
        let found = document(&server().get(&path));
        assert_eq!(keys(&found), ["id", "title", "current", "versions"], "{id}");
        let latest = model.latest().get();
        assert_eq!((&found["id"], &found["current"]), (&json!(id.as_str()), &json!(latest)));
        assert_eq!(found["title"], model.current.content.title.value.as_str(), "{id}");
        let rows = list(&found["versions"]);
        let numbers: Vec<&Value> = rows.iter().map(|row| &row["version"]).collect();
        assert_eq!(json!(numbers), json!((1..=latest).rev().collect::<Vec<_>>()), "{id}");
        for row in rows {
            assert_eq!(keys(row), ["version", "date", "summary", "current", "url", "api_url"], "{id}");
            assert_eq!(row["current"], row["version"] == latest, "{id}");
            assert_eq!(row["api_url"], format!("{path}/{}", row["version"]));
            assert!(text(&row["url"]).starts_with(&format!("/license-library/{id}")), "{row}");
            let number = row["version"].as_u64().unwrap();
            let entries = model.change_log.iter().flat_map(|log| &log.entries);
            for entry in entries.filter(|entry| u64::from(entry.version.get()) == number) {
                assert_eq!(row["date"], entry.date.to_string(), "{id} {number}");
                assert_eq!(row["summary"], entry.summary.as_str(), "{id} {number}");
            }
            count += 1;
        }
    }
    assert_eq!(count, crate::counts::count("record versions"));
}

#[test]
fn a_version_comes_in_the_formats_of_operation_1() {
    for (number, version) in (1..).zip(LIBRARY.licenses["Apache-2.0"].versions()) {
        let path = format!("{APACHE}/{number}");
        let frozen = document(&server().get(&path));
        assert_eq!(keys(&frozen), ["@context", "@graph"]);
        assert_eq!(frozen["@graph"][0]["@id"], "svclib:Apache-2.0", "{path}: the permanent address");
        assert_eq!(server().get(&format!("{path}?format=json-ld")).json(), frozen);
        for (accept, syntax, format) in [
            ("text/turtle", Syntax::Turtle, Some("ttl")),
            ("application/rdf+xml", Syntax::RdfXml, Some("rdf-xml")),
            ("application/ld+json", Syntax::JsonLd, None),
        ] {
            let raw = server().accept(&format!("{path}?format=text"), accept);
            let graph = read(syntax, &raw.is(200).body).unwrap();
            assert_eq!(canonicalize(&graph).unwrap().hash(), version.content_hash, "{path} as {accept}");
            assert!(raw.header("content-type").unwrap().starts_with(accept), "{path}");
            if let Some(format) = format {
                let quoted = document(&server().get(&format!("{path}?format={format}")));
                assert_eq!(text(&quoted), raw.text(), "{path}?format={format}: a JSON-encoded string");
            }
        }
        let words = server().get(&format!("{path}?format=text"));
        words.is(200).has("content-type", "text/plain; charset=utf-8");
    }
}

#[test]
fn the_current_version_is_the_live_record() {
    for query in ["", "?format=ttl", "?format=rdf-xml", "?format=text"] {
        let live = server().get(&format!("/licenselibrary/license/Apache-2.0{query}"));
        let numbered = server().get(&format!("{}{query}", current_apache()));
        assert_eq!((numbered.status, &numbered.body), (200, &live.body), "{query}");
        let archived = server().get(&format!("{APACHE}/1{query}"));
        assert_ne!(archived.is(200).body, live.body, "{query}");
    }
}

#[test]
fn answers_vary_by_accept_and_say_so() {
    for path in [format!("{APACHE}/1"), format!("{APACHE}/2"), format!("{APACHE}/1?format=ttl")] {
        for accept in ["*/*", "text/turtle"] {
            server().accept(&path, accept).is(200).has("vary", "Accept");
        }
    }
}

#[test]
fn a_download_is_named_after_license_and_version() {
    for (number, format, name, media_type) in [
        (1, "ttl", "Apache-2.0-v1.ttl", "text/turtle; charset=utf-8"),
        (1, "text", "Apache-2.0-v1.txt", "text/plain; charset=utf-8"),
        (2, "ttl", "Apache-2.0-v2.ttl", "text/turtle; charset=utf-8"),
        (2, "text", "Apache-2.0-v2.txt", "text/plain; charset=utf-8"),
        (1, "rdf-xml", "Apache-2.0-v1.rdf", "application/rdf+xml"),
    ] {
        let saved = server().get(&format!("{APACHE}/{number}?format={format}&download=true"));
        let disposition = format!("attachment; filename=\"{name}\"");
        saved.is(200).has("content-type", media_type).has("content-disposition", disposition.as_str());
    }
    let saved = server().get("/licenselibrary/license/apache-2.0/versions/1?download=true");
    let disposition = saved.is(200).header("content-disposition").unwrap();
    assert!(disposition.starts_with("attachment; filename=\"Apache-2.0-v1."), "{disposition}");
}

#[test]
fn versions_nobody_published_are_unknown_and_words_are_faulty() {
    for number in ["0", "98", "99", "-1", "4294967296", "99999999999999999999"] {
        let refused = sentence(&server().get(&format!("{APACHE}/{number}")), 404);
        assert_eq!(refused, format!("Unknown version: {number}"));
    }
    for word in ["latest", "v1", "1.0", "one", "1e0", "0x1", "%20"] {
        assert_eq!(faulty(&server().get(&format!("{APACHE}/{word}"))), ["path version"], "{word}");
    }
    sentence(&server().get("/licenselibrary/license/NoSuchLicense/versions/1"), 404);
    assert_eq!(faulty(&server().get(&format!("{APACHE}/1?format=nt"))), ["query format"]);
}

#[test]
fn the_change_log_tells_every_correction_newest_first() {
    let mut corrected = 0;
    for (id, model) in &LIBRARY.licenses {
        let answer = server().get(&format!("/licenselibrary/license/{id}/changelog"));
        let Some(log) = &model.change_log else {
            sentence(&answer, 404);
            continue;
        };
        let found = document(&answer);
        assert_eq!(keys(&found), ["id", "title", "current_version", "entries"], "{id}");
        assert_eq!(found["current_version"], model.latest().get(), "{id}");
        let entries: Vec<Value> = log
            .entries
            .iter()
            .rev()
            .map(|entry| {
                let changes: Vec<Value> = entry
                    .changes
                    .iter()
                    .map(|change| {
                        json!({
                            "action": change.action.to_string(),
                            "statement": change.statement,
                            "previous": change.previous,
                            "reason": change.reason,
                            "source": change.source,
                        })
                    })
                    .collect();
                json!({
                    "version": entry.version.get(),
                    "date": entry.date.to_string(),
                    "reviewer": entry.reviewer,
                    "summary": entry.summary,
                    "changes": changes,
                })
            })
            .collect();
        assert_eq!(found["entries"], json!(entries), "{id}");
        corrected += 1;
    }
    assert_eq!(corrected, crate::counts::count("corrected records"));
}

/// spec:version-1#answer-objects: `previous` is filled for changed; `source` is one of six.
#[test]
fn a_change_says_what_it_did_and_why() {
    for id in ["Apache-2.0", "MIT", "GPL-3.0-only"] {
        let log = document(&server().get(&format!("/licenselibrary/license/{id}/changelog")));
        let changes: Vec<&Value> =
            list(&log["entries"]).iter().flat_map(|entry| list(&entry["changes"])).collect();
        assert!(!changes.is_empty(), "{id}");
        for change in changes {
            assert_eq!(keys(change), ["action", "statement", "previous", "reason", "source"]);
            assert!(["added", "removed", "changed"].contains(&text(&change["action"])), "{change}");
            assert_eq!(text(&change["previous"]).is_empty(), change["action"] != "changed", "{change}");
            assert!(!text(&change["statement"]).is_empty() && !text(&change["reason"]).is_empty());
            let source = text(&change["source"]);
            let known = ["review-state", "ports-metadata", "model-history", "manual"].contains(&source)
                || source.starts_with("review-finding ")
                || source.starts_with("consolidation-decision ");
            assert!(known, "{source}");
        }
    }
}
