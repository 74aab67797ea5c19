//! spec:version-1#authentication: what needs a personal token, asked for without one that is live. Asked of a server of
//! our own, since refused writes count against the allowance of an address too.

use std::sync::LazyLock;

use super::errors::sentence;
use super::small;
use crate::server::{Answer, Server, server};

static SERVER: LazyLock<Server> = LazyLock::new(|| small(&["--limits", "off"]));

/// Every operation that needs a token.
const NEEDING: [(&str, &str); 11] = [
    ("POST", "/licenselibrary/composer"),
    ("POST", "/licenselibrary/composer?publish=false"),
    ("GET", "/licenselibrary/mine"),
    ("GET", "/licenselibrary/mine/NoSuchLicense/revisions"),
    ("POST", "/licenselibrary/mine/NoSuchLicense/deprecate"),
    ("POST", "/licenselibrary/mine/CC-BY-4.0/deprecate?replaced_by=CC-BY-4.0"),
    ("POST", "/dependencygraph"),
    ("GET", "/dependencygraph/mine"),
    ("POST", "/licenselibrary/translate"),
    ("GET", "/licenselibrary/translate/jobs/none"),
    ("POST", "/licenselibrary/narrate"),
];

/// Headers that carry no live token.
const CREDENTIALS: [&[(&str, &str)]; 5] = [
    &[],
    &[("Authorization", "Bearer svc_0123456789012345678901234567890123456789")],
    &[("Authorization", "Bearer ")],
    &[("Authorization", "Basic YTpi")],
    &[("Authorization", "svc_0123456789012345678901234567890123456789")],
];

#[track_caller]
fn assert_uncounted(answer: &Answer) {
    for name in ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"] {
        answer.has(name, None);
    }
}

/// spec:version-1#errors: the sentence names what is missing; authentication is judged before existence.
#[test]
fn what_needs_a_token_is_401_without_one_that_is_live() {
    for (method, path) in NEEDING {
        for headers in CREDENTIALS {
            let answer = SERVER.ask(method, path, headers);
            let refused = sentence(&answer, 401);
            assert!(refused.contains("API token"), "{}: {refused}", answer.asked);
            assert_eq!(refused.contains("is not valid"), !headers.is_empty(), "{}: {refused}", answer.asked);
            assert_uncounted(&answer);
        }
    }
}

#[test]
fn a_body_makes_no_difference_to_who_has_no_token() {
    for (path, body) in [
        ("/licenselibrary/composer", r#"{"title": "My license"}"#),
        ("/licenselibrary/composer", "no JSON"),
        ("/dependencygraph?publish=false", r#"{"title": "Mine", "axioms": []}"#),
    ] {
        let refused = sentence(&SERVER.post(path, "application/json", body), 401);
        assert!(refused.contains("API token"), "{path}: {refused}");
    }
}

#[test]
fn reading_needs_no_credentials_and_is_not_counted() {
    for path in [
        "/licenselibrary/license/MIT",
        "/licenselibrary/license/MIT?format=text",
        "/licenselibrary/list?limit=1",
        "/licenselibrary/compare?ids=MIT,Apache-2.0",
        "/dependencygraph/list",
        "/dependencygraph/graphs",
        "/ns/versions",
        "/healthz",
    ] {
        assert_uncounted(server().get(path).is(200));
    }
}

/// spec:version-1#authentication: a token that is not live counts as none on routes that do not need one.
#[test]
fn a_token_that_is_not_live_counts_as_none_where_none_is_needed() {
    for path in
        ["/licenselibrary/license/MIT", "/licenselibrary/list?limit=2", "/dependencygraph/graphs", "/healthz"]
    {
        let anonymous = server().get(path);
        for headers in CREDENTIALS {
            let answer = server().ask("GET", path, headers);
            assert_eq!((answer.status, &answer.body), (200, &anonymous.body), "{}", answer.asked);
            assert_uncounted(&answer);
        }
    }
}

/// spec:version-1#graph-endpoints: published core graphs alone, for whoever shows no live token.
#[test]
fn nobody_sees_a_role_without_an_account() {
    let answer = server().ask("GET", "/dependencygraph/graphs", CREDENTIALS[1]);
    let graphs = answer.is(200).json();
    for graph in super::list(&graphs["graphs"]) {
        assert_eq!((&graph["role"], &graph["kind"]), (&"".into(), &"core".into()), "{graph}");
    }
}
