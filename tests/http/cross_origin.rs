//! spec:version-2#cross-origin: scripts of any site may read version 2.

use crate::server::server;

/// Headers a script may read.
pub(crate) const EXPOSED: &str = "ETag, Link, Deprecation, Sunset, Retry-After, X-Request-ID, \
    X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Content-Disposition";

#[test]
fn preflight_is_204() {
    for path in [
        "/v2",
        "/v2/licenses",
        "/v2/licenses/Apache-2.0",
        "/v2/licenses/Apache-2.0/versions/1?format=ttl",
        "/v2/licenses/Nope-1.0",
        "/v2/dependency-graphs/dg_default",
        "/v2/vocabulary",
        "/v2/changes",
        "/v2/nothing/here",
    ] {
        let browser = [
            ("Origin", "https://elsewhere.example"),
            ("Access-Control-Request-Method", "GET"),
            ("Access-Control-Request-Headers", "authorization,if-none-match"),
        ];
        for headers in [&browser[..], &[]] {
            let answer = server().ask("OPTIONS", path, headers);
            answer
                .is(204)
                .has("access-control-allow-origin", "*")
                .has("access-control-allow-methods", "GET, OPTIONS")
                .has("access-control-allow-headers", "Accept, Authorization, If-None-Match")
                .has("access-control-max-age", "600")
                .has("access-control-allow-credentials", None)
                .has("content-type", None);
            assert_eq!(answer.body, b"", "{path}");
        }
    }
}

#[test]
fn every_v2_answer_carries_cors_headers_errors_included() {
    for (method, path, accept, status) in [
        ("GET", "/v2", "*/*", 200),
        ("GET", "/v2/licenses", "*/*", 200),
        ("GET", "/v2/licenses/Apache-2.0", "text/turtle", 200),
        ("HEAD", "/v2/licenses/Apache-2.0/versions/1", "*/*", 200),
        ("GET", "/v2/dependency-graphs/dg_default/versions", "*/*", 200),
        ("GET", "/v2/vocabulary", "application/rdf+xml", 200),
        ("GET", "/v2/releases", "*/*", 200),
        ("GET", "/v2/changes", "*/*", 200),
        ("GET", "/.well-known/api-catalog", "*/*", 200),
        ("GET", "/v2/licenses/Apache-2.0", "image/png", 406),
        ("GET", "/v2/licenses/Apache-2.0?format=bogus", "*/*", 422),
        ("GET", "/v2/licenses/Nope-1.0", "*/*", 404),
        ("HEAD", "/v2/nothing", "*/*", 404),
        ("GET", "/v2/licenses/Apache-2.0/versions/0", "*/*", 404),
        ("POST", "/v2/licenses", "*/*", 405),
        ("DELETE", "/v2/licenses/Apache-2.0", "*/*", 405),
    ] {
        let origin = ("Origin", "https://elsewhere.example");
        for headers in [&[("Accept", accept)][..], &[("Accept", accept), origin]] {
            let answer = server().ask(method, path, headers);
            answer
                .is(status)
                .has("access-control-allow-origin", "*")
                .has("access-control-expose-headers", EXPOSED)
                .has("access-control-allow-credentials", None);
        }
    }
    server()
        .ask("GET", "/v2/licenses/Apache-2.0", &[("If-None-Match", "*")])
        .is(304)
        .has("access-control-allow-origin", "*")
        .has("access-control-expose-headers", EXPOSED);
}

/// A bearer token works from a script; no live token counts as none.
#[test]
fn a_token_does_not_narrow_the_origin() {
    let headers = [("Authorization", "Bearer svc_nobody"), ("Origin", "https://elsewhere.example")];
    let answer = server().ask("GET", "/v2/licenses/Apache-2.0", &headers);
    answer
        .is(200)
        .has("access-control-allow-origin", "*")
        .has("access-control-allow-credentials", None)
        .has("x-ratelimit-limit", None);
}
