//! §8.4 and RFC 9111: what a session or a token may have changed is stored by no cache. Asked of every address that is
//! read, as a member with a token and with a session.

use std::collections::BTreeSet;

use serde_json::Value;

use super::browser::Browser;
use super::databases::{Engine, on_both_databases};
use super::people::Person;
use crate::server::Answer;

on_both_databases![
    nothing_a_token_may_have_changed_is_stored,
    nothing_a_session_may_have_changed_is_stored,
    an_archived_version_of_an_account_graph_is_stored_by_its_reader_alone,
];

/// Things only their owner sees, and an archived version among them.
struct Own {
    draft: String,
    graph: String,
}

impl Own {
    fn made(ada: &Person<'_>) -> Self {
        let graph = ada.graph("A graph of my own", false);
        let browser = Browser::of(ada);
        let editor = format!("/account/graphs/{graph}/edit");
        let statement =
            [("subject-1", "odrl:modify"), ("relation-1", "odrl:includedIn"), ("object-1", "odrl:use")];
        let fields = [&[("title", "Revised"), ("base", "1"), ("do", "save")], &statement[..]].concat();
        browser.submit(&editor, &editor, &fields).is(303);
        Self { draft: ada.draft("A draft of my own"), graph }
    }

    /// Every address that is read: those of both descriptions, filled with what is private, and the pages.
    fn paths(&self, ada: &Person<'_>) -> Vec<String> {
        let Self { draft, graph } = self;
        let mut paths = BTreeSet::new();
        for description in ["/openapi.json", "/v2/openapi.json"] {
            let description = ada.get(description).is(200).json();
            for (template, methods) in description["paths"].as_object().unwrap() {
                if methods.get("get").is_some() {
                    paths.insert(filled(template, draft, graph));
                    paths.insert(filled(template, "CC-BY-4.0", "dg_default"));
                }
            }
        }
        assert!(paths.len() > 60, "{paths:?}");
        let pages = [
            "/",
            "/account",
            "/account/licenses/DRAFT",
            "/account/graphs/GRAPH",
            "/account/graphs/GRAPH/edit",
            "/account/tokens",
            "/account/notifications",
            "/dependency-graph/GRAPH",
            "/dependency-graph/GRAPH/download",
            "/dependency-graph/GRAPH/download?version=1",
            "/dependency-graph/compare?left=GRAPH",
            "/dependency-graph/compare?left=GRAPH&format=json",
            "/dependencygraph/compare?left=GRAPH",
            "/dependencygraph/list?graph=GRAPH",
            "/dependencygraph/rules?graph=GRAPH",
            "/license-compatibility-checker?ids=DRAFT,CC-BY-4.0",
            "/license-compatibility-checker?ids=CC-BY-4.0,CC0-1.0&dependency_graph=GRAPH",
            "/license-compatibility-checker/bundle?ids=DRAFT,CC-BY-4.0",
            "/license-compatibility-checker/license?id=DRAFT",
            "/license-composer",
            "/license-composer?draft=DRAFT",
            "/license-library/DRAFT",
            "/license-library/DRAFT/badge.svg",
            "/license-library/DRAFT/license.json",
            "/license-to-text?license=DRAFT",
            "/licenselibrary/compare?ids=DRAFT,CC-BY-4.0",
            "/users/ACCOUNT",
            "/web/license/DRAFT",
            "/no/such/address",
        ];
        let fill = |page: &&str| {
            page.replace("DRAFT", draft).replace("GRAPH", graph).replace("ACCOUNT", &ada.account)
        };
        paths.extend(pages.iter().map(fill));
        // Its events have no end.
        paths.into_iter().filter(|path| !path.contains("/_live")).collect()
    }
}

/// A template with something for each of its parts.
fn filled(template: &str, license: &str, graph: &str) -> String {
    let parts: Vec<&str> = template.split('/').collect();
    let fill = |(at, part): (usize, &&str)| match *part {
        part if !part.starts_with('{') => part.to_owned(),
        "{n}" | "{version}" => "1".to_owned(),
        _ if parts[..at].iter().any(|before| before.starts_with("dependency")) => graph.to_owned(),
        _ => license.to_owned(),
    };
    parts.iter().enumerate().map(fill).collect::<Vec<_>>().join("/")
}

/// Whether a shared cache may store an answer for others.
fn is_public(answer: &Answer) -> bool {
    let policy = answer.header("cache-control").unwrap_or_default();
    !["private", "no-store"].iter().any(|word| policy.contains(word)) || policy.contains("public")
}

fn nothing_a_token_may_have_changed_is_stored(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let ada = host.member("Ada");
    let own = Own::made(&ada);
    for path in own.paths(&ada) {
        let answer = ada.get(&path);
        assert!(!is_public(&answer), "{}: {:?}", answer.asked, answer.headers);
        assert_ne!(answer.status, 500, "{}", answer.asked);
    }
}

fn nothing_a_session_may_have_changed_is_stored(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let ada = host.member("Ada");
    let own = Own::made(&ada);
    let (browser, stranger) = (Browser::of(&ada), Browser::new(&host));
    let mut changed = 0;
    for path in own.paths(&ada) {
        for accept in ["text/html", "*/*"] {
            let answer = browser.get_as(&path, accept);
            let theirs = stranger.get_as(&path, accept);
            let varies =
                answer.headers.get_all("vary").iter().any(|vary| vary.to_str().unwrap().contains("Cookie"));
            // What the tree answers by itself is the same for everybody.
            if !varies && (answer.status, &answer.body) == (theirs.status, &theirs.body) {
                continue;
            }
            changed += 1;
            assert!(!is_public(&answer), "{} {accept}: {:?}", answer.asked, answer.headers);
        }
    }
    assert!(changed > 30, "a member sees {changed} answers that differ");
}

/// spec:version-1#headers.
fn an_archived_version_of_an_account_graph_is_stored_by_its_reader_alone(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let ada = host.member("Ada");
    let own = Own::made(&ada);
    let answer = ada.get(&format!("/dependencygraph/{}/versions/1", own.graph));
    answer.is(200).has("cache-control", "private, max-age=86400");
    assert!(answer.header("etag").unwrap().starts_with("W/"));
    let policies: Vec<Value> = [format!("/dependency-graph/{}/download", own.graph), "/healthz".to_owned()]
        .iter()
        .map(|path| ada.get(path).is(200).header("cache-control").into())
        .collect();
    assert_eq!(policies, ["private, no-store", "private, no-store"]);
    host.get("/healthz").is(200).has("cache-control", None);
}
