//! spec:version-1#headers: how long an answer may be kept, and how it is asked for again.

use std::collections::BTreeSet;

use super::facets::neutral;
use super::{LIBRARY, current_apache};
use crate::server::{Answer, server};

/// The forms of a record or of a version of one: query and `Accept`.
const FORMS: [(&str, &str); 7] = [
    ("", "*/*"),
    ("?format=ttl", "*/*"),
    ("?format=rdf-xml", "*/*"),
    ("?format=text", "*/*"),
    ("", "text/turtle"),
    ("", "application/rdf+xml"),
    ("", "application/ld+json"),
];

/// Versions that will never change again.
const ARCHIVED: [&str; 5] = [
    "/licenselibrary/license/Apache-2.0/versions/1",
    "/licenselibrary/license/MIT/versions/1",
    "/dependencygraph/versions/1",
    "/dependencygraph/dg_eu/versions/1",
    "/ns/versions/1",
];

#[track_caller]
fn tag(answer: &Answer) -> &str {
    let tag = answer.is(200).header("etag").unwrap_or_else(|| panic!("{}: no tag", answer.asked));
    assert!(tag.starts_with("W/\"") && tag.ends_with('"') && tag.len() > 4, "{}: {tag}", answer.asked);
    tag
}

#[track_caller]
fn assert_no_validator(answer: &Answer) {
    for name in ["etag", "last-modified"] {
        answer.has(name, None);
    }
}

#[track_caller]
fn assert_no_cache_headers(answer: &Answer) {
    assert_no_validator(answer);
    for name in ["cache-control", "expires", "pragma", "age"] {
        answer.has(name, None);
    }
}

#[test]
fn the_frozen_operations_send_no_cache_headers() {
    for (query, accept) in FORMS {
        let answer = server().accept(&format!("/licenselibrary/license/Apache-2.0{query}"), accept);
        assert_no_cache_headers(answer.is(200));
    }
    for path in [
        "/licenselibrary/license/MIT?download=true",
        "/licenselibrary/list",
        "/licenselibrary/list?keyword=mit&skip=0&limit=3",
        "/dependencygraph/list",
        "/dependencygraph/list?graph=dg_eu",
    ] {
        assert_no_cache_headers(server().get(path).is(200));
    }
    let search = server().post("/licenselibrary/facetedsearch", "application/json", &neutral().to_string());
    assert_no_cache_headers(search.is(200));
    for path in ["/licenselibrary/license/NoSuchLicense", "/licenselibrary/list?limit=x"] {
        assert_no_cache_headers(&server().get(path));
    }
    // Nothing to hold, so nothing is held.
    let again = server().ask("GET", "/licenselibrary/list", &[("If-None-Match", "*")]);
    again.is(200);
}

#[test]
fn earlier_versions_are_kept_for_a_day_under_a_weak_tag() {
    for path in ARCHIVED {
        let answer = server().get(path);
        answer.is(200).has("cache-control", "public, max-age=86400");
        tag(&answer);
    }
    let mut tags = BTreeSet::new();
    for (query, accept) in FORMS {
        let answer = server().accept(&format!("{}{query}", ARCHIVED[0]), accept);
        answer.is(200).has("cache-control", "public, max-age=86400");
        tags.insert(tag(&answer).to_owned());
    }
    assert_eq!(tags.len(), FORMS.len(), "each form has a tag of its own");
    assert_eq!(tag(&server().get(ARCHIVED[0])), tag(&server().get(ARCHIVED[0])), "and keeps it");
}

#[test]
fn the_current_version_of_a_model_has_no_validator() {
    let apache = current_apache();
    for path in [
        &apache,
        &format!("{apache}?format=ttl"),
        "/dependencygraph/versions/2",
        "/dependencygraph/dg_eu/versions/2",
    ] {
        assert_no_validator(server().get(path).is(200));
    }
    assert_no_validator(server().accept("/licenselibrary/Apache-2.0", "text/turtle").is(200));
}

#[test]
fn the_vocabulary_as_rdf_is_kept_for_an_hour_under_a_weak_tag() {
    for accept in ["text/turtle", "application/rdf+xml", "application/ld+json"] {
        for path in ["/ns", "/ns/promote"] {
            let answer = server().accept(path, accept);
            answer.has("cache-control", "public, max-age=3600");
            tag(&answer);
        }
    }
    let newest = LIBRARY.vocabulary.versions().count();
    let current = server().get(&format!("/ns/versions/{newest}"));
    current.has("cache-control", "public, max-age=3600");
    tag(&current);
}

/// spec:version-1#errors: a request that repeats a weak tag gets 304 without a body.
#[test]
fn a_repeated_tag_is_304_without_a_body() {
    for path in ARCHIVED.into_iter().chain(["/ns/versions/2"]) {
        let whole = server().get(path);
        let tag = tag(&whole).to_owned();
        let strong = tag.trim_start_matches("W/").to_owned();
        let listed = format!("\"other\", {tag}");
        for repeated in [tag.as_str(), &strong, &listed, "*"] {
            let held = server().ask("GET", path, &[("If-None-Match", repeated)]);
            held.is(304).has("etag", tag.as_str()).has("cache-control", whole.header("cache-control"));
            assert!(held.body.is_empty(), "{path}");
        }
        for other in ["W/\"other\"", "\"\"", &tag.to_uppercase()] {
            let answer = server().ask("GET", path, &[("If-None-Match", other)]);
            assert_eq!((answer.status, &answer.body), (200, &whole.body), "{path}: {other}");
        }
    }
}

#[test]
fn a_tag_holds_for_the_form_that_is_selected() {
    let path = ARCHIVED[0];
    let json = server().get(path);
    let ask = |accept| server().ask("GET", path, &[("Accept", accept), ("If-None-Match", tag(&json))]);
    ask("*/*").is(304);
    ask("text/turtle").is(200);
    let negotiated = server().accept("/ns", "text/turtle");
    let headers = [("Accept", "text/turtle"), ("If-None-Match", tag(&negotiated))];
    server().ask("GET", "/ns", &headers).is(304).has("vary", "Accept");
    let headers = [("Accept", "text/html"), ("If-None-Match", tag(&negotiated))];
    server().ask("GET", "/ns", &headers).is(200);
}

/// A page about the vocabulary counts records too, so the hash of the vocabulary is no tag for it.
#[test]
fn the_tag_of_a_page_is_of_the_page() {
    let tags: Vec<String> = ["/ns", "/ns/promote", "/ns/rename"]
        .into_iter()
        .map(|path| {
            let page = server().accept(path, "text/html");
            let rdf = server().accept(path, "text/turtle");
            let hash = |answer: &Answer| tag(answer).split('-').next().unwrap().to_owned();
            assert_ne!(hash(&page), hash(&rdf), "{path}");
            let headers = [("Accept", "text/html"), ("If-None-Match", tag(&page))];
            server().ask("GET", path, &headers).is(304);
            hash(&page)
        })
        .collect();
    assert!(tags.iter().all(|tag| tags.iter().filter(|other| *other == tag).count() == 1), "{tags:?}");
}

#[test]
fn head_answers_like_get_without_a_body() {
    for path in [
        "/licenselibrary/license/MIT",
        "/licenselibrary/license/MIT?format=text",
        "/licenselibrary/license/MIT/versions/1",
        "/licenselibrary/MIT",
        "/licenselibrary/list?limit=2",
        "/licenselibrary/history",
        "/dependencygraph/list",
        "/ns/versions/1",
        "/license-library/MIT/badge.svg",
        "/license-library/suggest?q=mit",
        "/licenselibrary/license/NoSuchLicense",
        "/licenselibrary/list?limit=x",
    ] {
        let whole = server().get(path);
        let head = server().ask("HEAD", path, &[]);
        assert_eq!((head.status, head.lasting_headers()), (whole.status, whole.lasting_headers()), "{path}");
        assert!(head.body.is_empty(), "{path}");
    }
}

/// spec:version-1#versioning: version 1 sends neither.
#[test]
fn nothing_is_announced_as_deprecated() {
    for path in
        ARCHIVED.into_iter().chain(["/licenselibrary/license/MIT", "/licenselibrary/list", "/ns", "/healthz"])
    {
        for name in ["deprecation", "sunset", "link"] {
            server().get(path).is(200).has(name, None);
        }
    }
}
