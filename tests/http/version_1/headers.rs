//! spec:version-1#headers: what every answer bears, and who may frame it.

use std::collections::BTreeSet;

use super::small;
use crate::server::{Answer, server};

/// Answers of every sort outside `/web/`: method, path, `Accept`, status.
const SORTS: [(&str, &str, &str, u16); 26] = [
    ("GET", "/licenselibrary/license/MIT", "*/*", 200),
    ("HEAD", "/licenselibrary/license/MIT", "*/*", 200),
    ("GET", "/licenselibrary/license/MIT?format=ttl", "*/*", 200),
    ("GET", "/licenselibrary/license/MIT?download=true", "*/*", 200),
    ("GET", "/licenselibrary/license/MIT", "text/html", 307),
    ("GET", "/licenselibrary/license/GNU_GPL_v2", "*/*", 301),
    ("GET", "/licenselibrary/license/ISC", "*/*", 303),
    ("GET", "/licenselibrary/license/Example", "*/*", 410),
    ("GET", "/licenselibrary/license/NoSuchLicense", "*/*", 404),
    ("GET", "/licenselibrary/license/a%20b!", "*/*", 422),
    ("GET", "/licenselibrary/license/MIT/versions/1", "*/*", 200),
    ("GET", "/licenselibrary/MIT", "*/*", 303),
    ("GET", "/licenselibrary/MIT?format=nope", "*/*", 415),
    ("GET", "/licenselibrary/MIT/versions", "*/*", 303),
    ("GET", "/licenselibrary/list?limit=1", "*/*", 200),
    ("GET", "/licenselibrary/mine", "*/*", 401),
    ("POST", "/licenselibrary/list", "*/*", 405),
    ("GET", "/licenselibrary/facetedsearch", "*/*", 405),
    ("GET", "/dependencygraph/versions/1", "*/*", 200),
    ("GET", "/ns", "text/turtle", 200),
    ("GET", "/healthz", "*/*", 200),
    ("GET", "/license-library/suggest?q=mit", "*/*", 200),
    ("GET", "/license-library/MIT/badge.svg", "*/*", 200),
    ("GET", "/license-library/MIT", "text/html", 200),
    ("GET", "/nothing/here", "text/html", 404),
    ("OPTIONS", "/licenselibrary/list", "*/*", 204),
];

/// Pages that other sites may frame, and what is answered in their place.
const FRAMED: [(&str, &str, &str, u16); 9] = [
    ("GET", "/web/license/CC-BY-4.0", "*/*", 200),
    ("GET", "/web/license/cc-by-4.0", "text/html", 200),
    ("HEAD", "/web/license/CC-BY-4.0", "*/*", 200),
    ("GET", "/web/license/NoSuchLicense", "text/html", 404),
    ("GET", "/web/list", "text/html", 200),
    ("GET", "/web/wpsearch?limit=3", "text/html", 200),
    ("POST", "/web/searchresults", "text/html", 200),
    ("GET", "/web/compose", "text/html", 301),
    ("GET", "/web/nothing", "application/json", 404),
];

#[track_caller]
fn assert_common(answer: &Answer) {
    answer
        .has("x-content-type-options", "nosniff")
        .has("referrer-policy", "strict-origin-when-cross-origin")
        .has("access-control-allow-credentials", None)
        .has("set-cookie", None);
}

#[test]
fn every_answer_names_its_request_and_bears_the_security_headers() {
    let mut seen = BTreeSet::new();
    for (method, path, accept, status) in SORTS.into_iter().chain(FRAMED) {
        let answer = server().ask(method, path, &[("Accept", accept)]);
        assert_common(answer.is(status));
        let id = answer.header("x-request-id").unwrap_or_default().to_owned();
        assert!(!id.is_empty() && seen.insert(id), "{}: {:?}", answer.asked, answer.header("x-request-id"));
    }
    let held = server().ask("GET", "/dependencygraph/versions/1", &[("If-None-Match", "*")]);
    assert_common(held.is(304));
    assert!(held.header("x-request-id").is_some_and(|id| seen.insert(id.to_owned())));
}

#[test]
fn only_the_site_itself_may_frame_what_is_not_under_web() {
    for (method, path, accept, status) in SORTS {
        let answer = server().ask(method, path, &[("Accept", accept)]);
        answer.is(status).has("x-frame-options", "SAMEORIGIN");
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(!policy.contains("frame-ancestors"), "{}: {policy}", answer.asked);
    }
}

/// The values of `frame-ancestors` in a policy.
#[track_caller]
fn ancestors(answer: &Answer) -> BTreeSet<&str> {
    let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{}", answer.asked));
    let mut directives = policy.split(';').map(str::trim);
    let sources = directives.find_map(|directive| directive.strip_prefix("frame-ancestors "));
    sources.unwrap_or_else(|| panic!("{}: {policy}", answer.asked)).split_whitespace().collect()
}

#[test]
fn what_is_under_web_says_itself_who_may_frame_it() {
    for (method, path, accept, status) in FRAMED {
        let answer = server().ask(method, path, &[("Accept", accept)]);
        answer.is(status).has("x-frame-options", None);
        assert!(!ancestors(&answer).is_empty(), "{}", answer.asked);
    }
}

#[test]
fn a_deployment_configures_who_may_frame_it() {
    let server = small(&["--frame-ancestors", "https://a.example,https://b.example:8443"]);
    for (method, path, accept, status) in FRAMED {
        let answer = server.ask(method, path, &[("Accept", accept)]);
        answer.is(status).has("x-frame-options", None);
        let found = ancestors(&answer);
        for origin in ["https://a.example", "https://b.example:8443"] {
            assert!(found.contains(origin), "{}: {found:?}", answer.asked);
        }
        assert!(!found.contains("*") && !found.contains("https:"), "{}: {found:?}", answer.asked);
    }
    server.get("/license-library/CC-BY-4.0").is(200).has("x-frame-options", "SAMEORIGIN");
    server.get("/licenselibrary/list").is(200).has("x-frame-options", "SAMEORIGIN");
}

/// Refusals, too: a browser remembers it from any answer.
#[test]
fn a_deployment_may_ask_for_https_alone() {
    let server = small(&["--hsts-seconds", "31536000"]);
    for (path, status) in
        [("/", 200), ("/licenselibrary/list", 200), ("/no-such-page", 404), ("/healthz", 200)]
    {
        server.get(path).is(status).has("strict-transport-security", "max-age=31536000");
    }
    small(&[]).get("/").is(200).has("strict-transport-security", None);
}
