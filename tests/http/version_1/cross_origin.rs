//! spec:version-1#headers: what scripts of other sites may do outside `/v2`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::facets::neutral;
use super::small;
use crate::server::{Answer, Server, server};

const ELSEWHERE: (&str, &str) = ("Origin", "https://elsewhere.example");
const APP: (&str, &str) = ("Origin", "https://app.example");
const TOKEN: (&str, &str) = ("Authorization", "Bearer svc_0123456789012345678901234567890123456789");

/// Two origins are configured.
static CONFIGURED: LazyLock<Server> = LazyLock::new(|| {
    small(&["--limits", "off", "--allowed-origins", "https://app.example,http://localhost:3000"])
});

/// Headers a script may read.
const EXPOSED: [&str; 10] = [
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "retry-after",
    "x-request-id",
    "content-disposition",
    "etag",
    "link",
    "deprecation",
    "sunset",
];

/// Reads that are open to everybody, refusals among them.
const OPEN: [(&str, u16); 16] = [
    ("/licenselibrary/license/CC-BY-4.0", 200),
    ("/licenselibrary/license/CC-BY-4.0?format=ttl", 200),
    ("/licenselibrary/license/CC-BY-4.0?download=true", 200),
    ("/licenselibrary/license/CC-BY-4.0/versions", 200),
    ("/licenselibrary/CC-BY-4.0", 303),
    ("/licenselibrary/list", 200),
    ("/licenselibrary/list?limit=1", 200),
    ("/licenselibrary/license/NoSuchLicense", 404),
    ("/licenselibrary/list?limit=x", 422),
    ("/licenselibrary/mine", 401),
    ("/dependencygraph/list", 200),
    ("/dependencygraph/dg_nowhere/versions", 404),
    ("/compatibilitycheck/", 405),
    ("/healthz", 200),
    ("/openapi.json", 200),
    ("/ns", 200),
];

/// Pages, and what stands behind them.
const CLOSED: [&str; 6] = [
    "/",
    "/license-library/CC-BY-4.0",
    "/license-library/suggest?q=cc",
    "/license-library/CC-BY-4.0/license.json",
    "/license-library/CC-BY-4.0/badge.svg",
    "/nothing/here",
];

#[track_caller]
fn assert_open(answer: &Answer) {
    answer.has("access-control-allow-origin", "*").has("access-control-allow-credentials", None);
    let exposed = answer.header("access-control-expose-headers").unwrap_or_default().to_lowercase();
    let exposed: BTreeSet<&str> = exposed.split(',').map(str::trim).collect();
    assert_eq!(exposed, BTreeSet::from(EXPOSED), "{}", answer.asked);
}

#[test]
fn anonymous_reads_of_the_api_are_open_to_every_site() {
    for (path, status) in OPEN {
        for method in ["GET", "HEAD"] {
            for headers in [&[][..], &[ELSEWHERE]] {
                assert_open(server().ask(method, path, headers).is(status));
            }
            assert_open(CONFIGURED.ask(method, path, &[ELSEWHERE]).is(status));
            assert_open(CONFIGURED.ask(method, path, &[APP]).is(status));
        }
    }
    assert_open(server().ask("GET", "/ns/versions/1", &[ELSEWHERE, ("If-None-Match", "*")]).is(304));
    assert_open(CONFIGURED.ask("GET", "/repolicensechecker/check/owner/name", &[ELSEWHERE]).is(503));
}

/// Whether an answer is for no script of another site.
#[track_caller]
fn assert_closed(answer: &Answer) {
    answer.has("access-control-allow-origin", None).has("access-control-allow-credentials", None);
}

#[test]
fn the_website_and_everything_else_is_for_the_configured_origins() {
    for path in CLOSED {
        assert_closed(&CONFIGURED.ask("GET", path, &[ELSEWHERE]));
        let allowed = CONFIGURED.ask("GET", path, &[APP]);
        allowed.has("access-control-allow-origin", APP.1).has("access-control-allow-credentials", None);
        assert_ne!(server().ask("GET", path, &[ELSEWHERE]).header("access-control-allow-origin"), Some("*"));
    }
}

#[test]
fn a_request_with_a_token_is_for_the_configured_origins() {
    for (path, _) in OPEN {
        assert_closed(&CONFIGURED.ask("GET", path, &[ELSEWHERE, TOKEN]));
        assert_closed(&CONFIGURED.ask("GET", path, &[TOKEN]));
        for origin in [APP, ("Origin", "http://localhost:3000")] {
            let allowed = CONFIGURED.ask("GET", path, &[origin, TOKEN]);
            allowed.has("access-control-allow-origin", origin.1);
            let vary: Vec<&str> =
                allowed.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
            assert!(vary.join(",").contains("Origin"), "{}: {vary:?}", allowed.asked);
        }
        for near in ["https://app.example.org", "http://app.example", "https://app.example:444", "null"] {
            assert_closed(&CONFIGURED.ask("GET", path, &[("Origin", near), TOKEN]));
        }
        let answer = server().ask("GET", path, &[ELSEWHERE, TOKEN]);
        assert_ne!(answer.header("access-control-allow-origin"), Some("*"), "{}", answer.asked);
    }
}

#[test]
fn a_post_is_for_the_configured_origins() {
    for path in [
        "/licenselibrary/facetedsearch",
        "/compatibilitycheck/",
        "/licenselibrary/composer",
        "/dependencygraph",
    ] {
        assert_closed(&CONFIGURED.ask("POST", path, &[ELSEWHERE]));
        let allowed = CONFIGURED.ask("POST", path, &[APP]);
        allowed.has("access-control-allow-origin", APP.1).has("access-control-allow-credentials", None);
    }
    let body = neutral().to_string();
    let answer = server().post("/licenselibrary/facetedsearch", "application/json", &body);
    assert_ne!(answer.is(200).header("access-control-allow-origin"), Some("*"));
}

fn preflight(
    server: &Server,
    path: &str,
    origin: (&str, &str),
    method: &str,
    headers: Option<&str>,
) -> Answer {
    let asked = [Some(origin), Some(("Access-Control-Request-Method", method))];
    let headers = headers.map(|headers| ("Access-Control-Request-Headers", headers));
    let all: Vec<(&str, &str)> = asked.into_iter().chain([headers]).flatten().collect();
    server.ask("OPTIONS", path, &all)
}

#[test]
fn a_preflight_of_an_anonymous_read_is_open_to_every_site() {
    for (path, _) in OPEN.into_iter().filter(|(path, _)| *path != "/compatibilitycheck/") {
        for headers in [None, Some("accept"), Some("x-anything, if-none-match")] {
            for answer in [
                preflight(server(), path, ELSEWHERE, "GET", headers),
                preflight(&CONFIGURED, path, ELSEWHERE, "GET", headers),
            ] {
                assert!([200, 204].contains(&answer.status), "{}: {}", answer.asked, answer.status);
                answer.has("access-control-allow-origin", "*").has("access-control-allow-credentials", None);
                let methods = answer.header("access-control-allow-methods").unwrap();
                assert!(methods.split(", ").any(|method| method == "GET"), "{}: {methods}", answer.asked);
                assert_allows(&answer, headers);
            }
        }
    }
}

/// Any request header may be sent.
#[track_caller]
fn assert_allows(answer: &Answer, headers: Option<&str>) {
    let allowed = answer.header("access-control-allow-headers").unwrap_or_default().to_lowercase();
    let allowed: BTreeSet<&str> = allowed.split(',').map(str::trim).collect();
    for header in headers.unwrap_or_default().split(',').map(str::trim).filter(|header| !header.is_empty()) {
        // A star stands for every header but this one.
        let by_star = allowed.contains("*") && header != "authorization";
        assert!(by_star || allowed.contains(header), "{}: {header} not in {allowed:?}", answer.asked);
    }
}

#[test]
fn a_preflight_of_anything_else_is_for_the_configured_origins() {
    for (path, method, headers) in [
        ("/licenselibrary/mine", "GET", Some("authorization")),
        ("/licenselibrary/license/CC-BY-4.0", "GET", Some("accept, Authorization")),
        ("/licenselibrary/facetedsearch", "POST", Some("content-type")),
        ("/compatibilitycheck/", "POST", Some("content-type, x-svc-compat")),
        ("/licenselibrary/composer", "POST", Some("authorization, content-type")),
        ("/dependencygraph", "POST", None),
        ("/license-library/suggest", "GET", None),
    ] {
        let refused = preflight(&CONFIGURED, path, ELSEWHERE, method, headers);
        assert_closed(&refused);
        let allowed = preflight(&CONFIGURED, path, APP, method, headers);
        assert!([200, 204].contains(&allowed.status), "{}: {}", allowed.asked, allowed.status);
        allowed.has("access-control-allow-origin", APP.1).has("access-control-allow-credentials", None);
        let methods = allowed.header("access-control-allow-methods").unwrap();
        assert!(methods.split(", ").any(|known| known == method), "{}: {methods}", allowed.asked);
        assert_allows(&allowed, headers.map(str::to_lowercase).as_deref());
        let answer = preflight(server(), path, ELSEWHERE, method, headers);
        assert_ne!(answer.header("access-control-allow-origin"), Some("*"), "{}", answer.asked);
    }
}
