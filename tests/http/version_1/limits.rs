//! spec:version-1#limits-per-address: how often an address may ask. Each test starts a server of its own, of whose
//! windows it is the only client.

use super::errors::sentence;
use super::small;
use crate::server::{Answer, Server};

/// Methods and paths.
type Endpoints = &'static [(&'static str, &'static str)];

/// The buckets: endpoints that are counted together, how often they may be asked in how many seconds.
const BUCKETS: [(Endpoints, u32, u32); 7] = [
    (&[("POST", "/compatibilitycheck/")], 60, 60),
    (
        &[
            ("GET", "/repolicensechecker/check/owner/name"),
            ("GET", "/repolicensechecker/check?github_url=owner/name"),
            ("GET", "/repolicensechecker/dependencies/owner/name"),
            ("GET", "/repolicensechecker/dependencies?github_url=owner/name"),
            ("POST", "/repo-license-compatibility-checker"),
        ],
        30,
        60,
    ),
    (
        // Operation 4 and `POST /dependencygraph` need a token, which is judged before anything is counted; `accounts`
        // asks them with one.
        &[("POST", "/license-composer"), ("POST", "/web/wpcomposer")],
        10,
        60,
    ),
    (
        &[
            ("POST", "/license-compatibility-checker/check"),
            ("POST", "/license-compatibility-checker/target"),
            ("POST", "/license-compatibility-checker/statement"),
        ],
        30,
        60,
    ),
    (
        &[
            ("POST", "/text-to-license"),
            ("POST", "/text-to-license/retry"),
            ("POST", "/license-to-text"),
            ("POST", "/license-composer/write-text"),
        ],
        5,
        60,
    ),
    (&[("POST", "/contact")], 5, 600),
    (
        // Not in the document: reading that takes computing, and models of accounts, whether they are there or not.
        &[
            ("GET", "/license-compatibility-checker?ids=CC-BY-4.0,GPL-3.0-only"),
            ("GET", "/license-compatibility-checker/bundle?ids=CC-BY-4.0"),
            ("GET", "/license-compatibility-checker/license?id=CC-BY-4.0"),
            ("GET", "/license-to-text?license=CC-BY-4.0"),
            ("GET", "/licenselibrary/license/00000000000000000000000000000000"),
            ("GET", "/license-library/00000000000000000000000000000000"),
            ("GET", "/dependencygraph/00000000000000000000000000000000/versions/1"),
            ("GET", "/dependency-graph/00000000000000000000000000000000/download"),
            ("GET", "/dependency-graph/compare?left=00000000000000000000000000000000"),
        ],
        120,
        60,
    ),
];

const CHECK: &str = "/repolicensechecker/check/owner/name";

/// Fails unless an answer is the refusal of a client that asks too often.
#[track_caller]
fn assert_exceeded(answer: &Answer, limit: u32, seconds: u32) {
    let expected = format!("Rate limit exceeded: at most {limit} requests per {seconds}s for this endpoint.");
    assert_eq!(sentence(answer, 429), expected);
    let wait: u32 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=seconds).contains(&wait), "{}: {wait}", answer.asked);
    answer.has("x-ratelimit-limit", None);
}

/// Asks as a client behind a proxy does.
fn ask_as(server: &Server, method: &str, path: &str, forwarded: &[&str]) -> Answer {
    let headers: Vec<(&str, &str)> = forwarded.iter().map(|hop| ("X-Forwarded-For", *hop)).collect();
    server.ask(method, path, &headers)
}

#[test]
fn every_bucket_admits_as_many_requests_as_the_document_says() {
    let server = small(&[]);
    for (endpoints, limit, seconds) in BUCKETS {
        let mut asked = endpoints.iter().cycle();
        for count in 0..limit {
            let (method, path) = asked.next().unwrap();
            let answer = server.ask(method, path, &[]);
            assert_ne!(answer.status, 429, "{}: after {count}", answer.asked);
        }
        for (method, path) in endpoints {
            assert_exceeded(&server.ask(method, path, &[]), limit, seconds);
        }
    }
    server.get("/licenselibrary/license/CC-BY-4.0").is(200);
    server.get("/healthz").is(200);
}

#[test]
fn the_checker_of_repositories_admits_30_requests() {
    let server = small(&[]);
    for _ in 0..30 {
        sentence(&server.get(CHECK), 503);
    }
    assert_exceeded(&server.get(CHECK), 30, 60);
}

#[test]
fn only_the_endpoints_of_a_bucket_are_counted() {
    let server = small(&[]);
    for (method, path) in [
        ("GET", "/licenselibrary/composer"),
        ("POST", "/licenselibrary/composer"),
        ("GET", "/licenselibrary/list"),
        ("POST", "/licenselibrary/facetedsearch"),
        ("GET", "/dependencygraph/list"),
        ("OPTIONS", "/licenselibrary/composer"),
        ("GET", "/contact"),
    ] {
        for _ in 0..70 {
            assert_ne!(server.ask(method, path, &[]).status, 429, "{method} {path}");
        }
    }
    for _ in 0..10 {
        assert_ne!(server.ask("POST", "/license-composer", &[]).status, 429, "none of those counted");
    }
    assert_exceeded(&server.ask("POST", "/license-composer", &[]), 10, 60);
}

/// What a client writes into the header is not counted.
#[test]
fn without_a_proxy_of_ours_the_peer_counts_whatever_it_writes() {
    let server = small(&[]);
    for client in 0..5 {
        let hop = format!("203.0.113.{client}");
        assert_ne!(ask_as(&server, "POST", "/contact", &[&hop]).status, 429);
    }
    assert_exceeded(&ask_as(&server, "POST", "/contact", &["203.0.113.99"]), 5, 600);
}

#[test]
fn behind_a_proxy_of_ours_the_hop_it_appended_counts() {
    for trusted in ["1", "127.0.0.0/8"] {
        let server = small(&["--trusted-proxies", trusted]);
        for written in ["", "198.51.100.1, ", "198.51.100.2, 198.51.100.3, ", "nonsense, ", "::1, "] {
            let answer = ask_as(&server, "POST", "/contact", &[&format!("{written}203.0.113.7")]);
            assert_ne!(answer.status, 429, "{trusted}: {written}");
        }
        // However the hops are divided into headers, and whatever stands to their left.
        for hops in [&["203.0.113.7"][..], &["198.51.100.9, 203.0.113.7"], &["198.51.100.9", "203.0.113.7"]] {
            assert_exceeded(&ask_as(&server, "POST", "/contact", hops), 5, 600);
        }
        for client in ["203.0.113.8", "2001:db8::7", "203.0.113.7, 203.0.113.9"] {
            let answer = ask_as(&server, "POST", "/contact", &[client]);
            assert_ne!(answer.status, 429, "{trusted}: each client for itself: {client}");
        }
    }
}

#[test]
fn behind_two_proxies_the_second_hop_from_the_end_counts() {
    let server = small(&["--trusted-proxies", "2"]);
    for proxy in 0..5 {
        let answer = ask_as(&server, "POST", "/contact", &[&format!("203.0.113.7, 10.0.0.{proxy}")]);
        assert_ne!(answer.status, 429);
    }
    assert_exceeded(&ask_as(&server, "POST", "/contact", &["203.0.113.7, 10.0.0.9"]), 5, 600);
    assert_ne!(ask_as(&server, "POST", "/contact", &["203.0.113.8, 10.0.0.9"]).status, 429);
}

#[test]
fn a_deployment_may_switch_the_limits_off() {
    let server = small(&["--limits", "off"]);
    for (endpoints, limit, _) in BUCKETS {
        let (method, path) = endpoints[0];
        for _ in 0..=limit {
            assert_ne!(server.ask(method, path, &[]).status, 429, "{method} {path}");
        }
    }
}
