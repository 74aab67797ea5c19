//! spec:version-2#response-headers: `If-None-Match`, and `HEAD`.

use crate::server::{Answer, server};
use crate::walk::FORMS;

const LICENSE: &str = "/v2/licenses/Apache-2.0/versions/1";

#[track_caller]
fn tag(path: &str) -> String {
    server().get(path).is(200).header("etag").unwrap().to_owned()
}

fn if_none_match(path: &str, tags: &[&str]) -> Answer {
    let headers: Vec<(&str, &str)> = tags.iter().map(|tag| ("If-None-Match", *tag)).collect();
    server().ask("GET", path, &headers)
}

#[test]
fn if_none_match_answers_304_with_the_same_headers_and_no_body() {
    let current = server().get("/v2/releases").json()["current"]["href"].as_str().unwrap().to_owned();
    let versions = FORMS.map(|form| format!("{LICENSE}?format={form}"));
    let others =
        ["/v2/licenses/MIT", "/v2/dependency-graphs/dg_default", "/v2", "/v2/licenses", "/v2/changes"];
    let others = others.map(str::to_owned).into_iter().chain([current]);
    for path in versions.into_iter().chain(others) {
        let whole = server().get(&path);
        let held = if_none_match(&path, &[whole.header("etag").unwrap()]);
        held.is(304);
        assert_eq!(held.lasting_headers(), whole.lasting_headers(), "{path}");
        assert_eq!(held.body, b"", "{path}");
        // RFC 9110 §8.6: the length of what is left out, or nothing.
        let length = held.header("content-length");
        assert!(length.is_none_or(|length| length == whole.body.len().to_string()), "{path}: {length:?}");
    }
}

#[test]
fn if_none_match_is_compared_weakly_against_the_tag_of_the_selected_form() {
    let json = tag(LICENSE);
    let turtle = tag(&format!("{LICENSE}?format=ttl"));
    let later = tag("/v2/licenses/Apache-2.0/versions/2");
    let strong = json.trim_start_matches("W/");
    let opaque = strong.trim_matches('"');
    let listed = format!("\"a\", {json}, {later}");
    let crowded = format!("\"a\",,{strong},W/\"b\"");
    let cases: [(&[&str], u16, &str); 13] = [
        (&[&json], 304, "the tag"),
        (&[strong], 304, "the same without the mark of weakness"),
        (&["*"], 304, "whatever there is"),
        (&[" * "], 304, "white space around"),
        (&[&listed], 304, "one of a list"),
        (&[&crowded], 304, "one of a list without spaces"),
        (&[&turtle], 200, "the tag of another form"),
        (&[&later], 200, "the tag of another version"),
        (&[opaque], 200, "no tag: it has no quotes"),
        (&["\"*\""], 200, "a tag, not a star"),
        (&["W/\"\""], 200, "an empty tag"),
        (&[&json.to_uppercase()], 200, "tags are compared letter by letter"),
        (&[""], 200, "nothing"),
    ];
    for (tags, status, why) in cases {
        let answer = if_none_match(LICENSE, tags);
        assert_eq!(answer.status, status, "{why}: {tags:?}");
        assert_eq!(answer.body.is_empty(), status == 304, "{why}: {tags:?}");
    }
}

/// nginx before 1.23 refuses a request with two such fields before any of its configuration is asked.
#[test]
fn several_fields_of_tags_are_one_list() {
    if_none_match(LICENSE, &["W/\"a\"", &tag(LICENSE)]).is(304);
}

#[test]
fn the_selected_form_is_the_one_accept_chooses() {
    let turtle = tag(&format!("{LICENSE}?format=ttl"));
    let ask = |accept| server().ask("GET", LICENSE, &[("Accept", accept), ("If-None-Match", &turtle)]);
    ask("text/turtle").is(304);
    ask("application/rdf+xml").is(200);
    ask("text/turtle;q=0.1, application/json;q=0.2").is(200);
}

#[test]
fn a_refusal_is_not_held_by_any_tag() {
    for (path, accept, status) in [
        (LICENSE, "image/png", 406),
        ("/v2/licenses/Nope-1.0", "*/*", 404),
        ("/v2/licenses?no", "text/turtle", 406),
    ] {
        let answer = server().ask("GET", path, &[("Accept", accept), ("If-None-Match", "*")]);
        answer.is(status).has("content-type", "application/problem+json");
    }
}

const EVERY_SORT: [&str; 14] = [
    "/v2",
    "/.well-known/api-catalog",
    "/v2/licenses",
    "/v2/licenses/Apache-2.0",
    "/v2/licenses/Apache-2.0?format=ttl",
    "/v2/licenses/apache-2.0/versions/1?format=rdfxml",
    "/v2/licenses/Apache-2.0/versions",
    "/v2/releases",
    "/v2/changes",
    "/v2/licenses/Nope-1.0",
    "/v2/licenses/Apache-2.0?format=bogus",
    "/v2/nothing/here",
    "/license-library/Apache-2.0",
    "/nothing/here",
];

#[test]
fn head_answers_like_get_without_a_body() {
    for path in EVERY_SORT {
        let whole = server().get(path);
        let head = server().ask("HEAD", path, &[]);
        assert_eq!(head.status, whole.status, "{path}");
        assert_eq!(head.lasting_headers(), whole.lasting_headers(), "{path}");
        let length = head.header("content-length").map(str::to_owned);
        assert_eq!(length, Some(whole.body.len().to_string()), "{path}");
        let raw = server().raw(&format!("HEAD {path} HTTP/1.1"));
        assert!(raw.starts_with(&format!("HTTP/1.1 {} ", whole.status)), "{raw}");
        let (_, body) = raw.split_once("\r\n\r\n").unwrap();
        assert_eq!(body, "", "{path}");
    }
}

#[test]
fn head_negotiates_and_revalidates_like_get() {
    let turtle = server().ask("HEAD", LICENSE, &[("Accept", "text/turtle")]);
    turtle.is(200).has("content-type", "text/turtle; charset=utf-8");
    let tag = turtle.header("etag").unwrap();
    let held = server().ask("HEAD", LICENSE, &[("Accept", "text/turtle"), ("If-None-Match", tag)]);
    held.is(304).has("etag", tag);
    server().ask("HEAD", LICENSE, &[("Accept", "image/png")]).is(406);
}
