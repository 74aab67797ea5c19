//! spec:version-1#graph-objects and spec:version-1#states, and spec:version-2#authentication and
//! spec:version-2#problem-document: who reads the dependency graph of an account, and whose checks follow it.

use serde_json::{Value, json};

use super::browser::Browser;
use super::databases::{Engine, on_both_databases};
use super::graphs::{draft_iri, published_iri, statements};
use super::people::composed;
use super::{SITE, assert_private, document, license_iri, list, problem, sentence};

on_both_databases![
    the_owner_and_those_it_is_shared_with_read_a_graph,
    everybody_else_is_403_and_unknown_graphs_are_404,
    a_graph_is_named_by_either_address,
    the_check_of_consistency_follows_a_graph,
    the_check_of_compatibility_follows_a_graph,
    version_2_asks_who_reads_a_graph,
    graphs_of_accounts_are_listed_to_nobody_else,
    a_graph_is_shared_and_taken_back_on_its_page,
];

/// Routes of version 1 that read a graph.
fn routes(id: &str) -> Vec<String> {
    [
        "/dependencygraph/list?graph={}",
        "/dependencygraph/rules?graph={}",
        "/dependencygraph/compare?left={}",
        "/dependencygraph/compare?left=dg_default&right={}",
        "/dependencygraph/{}/versions",
        "/dependencygraph/{}/versions/1",
    ]
    .map(|route| route.replace("{}", id))
    .to_vec()
}

fn v2_routes(id: &str) -> [String; 3] {
    ["", "/versions", "/versions/1"].map(|below| format!("/v2/dependency-graphs/{id}{below}"))
}

fn the_owner_and_those_it_is_shared_with_read_a_graph(engine: Engine) {
    let host = engine.host();
    let (ada, bob, carol) = (host.member("Ada"), host.person("Bob"), host.person("Carol"));
    let browser = Browser::of(&ada);
    for publish in [true, false] {
        let id = ada.graph("Read by some", publish);
        host.share("--graph", &id, &bob, "editor");
        host.share("--graph", &id, &carol, "viewer");
        for route in routes(&id) {
            let own = ada.get(&route);
            assert_private(own.is(200));
            for person in [&bob, &carol] {
                assert_eq!(person.get(&route).is(200).body, own.body, "{route}");
            }
            // A session is as good as a token.
            browser.get_as(&route, "application/json").is(200);
        }
    }
}

fn everybody_else_is_403_and_unknown_graphs_are_404(engine: Engine) {
    let host = engine.host();
    let (ada, mallory) = (host.person("Ada"), host.person("Mallory"));
    let dead = mallory.with("svc_0123456789012345678901234567890123456789");
    for publish in [true, false] {
        let id = ada.graph("Not for all", publish);
        for route in routes(&id) {
            for answer in [mallory.get(&route), host.get(&route), dead.get(&route)] {
                sentence(&answer, 403);
                assert!(!answer.text().contains("Not for all"), "{route}");
            }
        }
    }
    for unknown in ["0123456789abcdef0123456789abcdef", "dg_nowhere"] {
        for route in routes(unknown) {
            sentence(&ada.get(&route), 404);
            sentence(&host.get(&route), 404);
        }
    }
    sentence(&ada.get("/dependencygraph/list?graph=https://elsewhere.example/graph"), 422);
}

fn a_graph_is_named_by_either_address(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada"), host.person("Bob"));
    for publish in [true, false] {
        let id = ada.graph("Two addresses", publish);
        let expected = statements(&ada.get(&format!("/dependencygraph/list?graph={id}")));
        for iri in [published_iri(&id), draft_iri(&ada, &id)] {
            let path = format!("/dependencygraph/list?graph={iri}");
            assert_eq!(statements(&ada.get(&path)), expected, "{iri}");
            sentence(&bob.get(&path), 403);
        }
        let of_another = format!("/dependencygraph/list?graph={}", draft_iri(&bob, &id));
        assert!([200, 404].contains(&ada.get(&of_another).status));
        assert!([403, 404].contains(&bob.get(&of_another).status), "nobody reads it by calling it his");
    }
    for nothing in [
        format!("{SITE}/users/{}/dependencygraphs/0123456789abcdef0123456789abcdef", ada.account),
        format!("{SITE}/users/{}", ada.account),
        format!("{SITE}/dependencygraph/0123456789abcdef0123456789abcdef"),
    ] {
        sentence(&ada.get(&format!("/dependencygraph/list?graph={nothing}")), 404);
    }
}

fn the_check_of_consistency_follows_a_graph(engine: Engine) {
    let host = engine.host();
    let (ada, mallory) = (host.person("Ada"), host.person("Mallory"));
    let mut torn = composed("Torn by a graph");
    torn["permissions"] = json!([{"action": "odrl:display", "duties": []}]);
    let path = "/licenselibrary/consistencycheck";
    assert_eq!(document(&ada.json(path, &torn))["consistent"], json!(true), "without it nothing is wrong");
    for publish in [true, false] {
        let id = ada.graph("Advertising is displaying", publish);
        for name in [id.clone(), published_iri(&id), draft_iri(&ada, &id)] {
            let path = format!("{path}?dependency_graph={name}");
            let result = document(&ada.json(&path, &torn));
            assert_eq!(result["consistent"], json!(false), "{name}");
            let conflicts = list(&result["conflicts"]);
            assert!(conflicts.iter().any(|conflict| conflict["kind"] == "derived"), "{result}");
            sentence(&mallory.json(&path, &torn), 403);
            sentence(&host.post(&path, "application/json", &torn.to_string()), 403);
        }
    }
    let unknown = format!("{path}?dependency_graph=0123456789abcdef0123456789abcdef");
    sentence(&ada.json(&unknown, &torn), 404);
    sentence(&ada.json(&format!("{path}?dependency_graph=https://elsewhere.example/g"), &torn), 422);
}

fn the_check_of_compatibility_follows_a_graph(engine: Engine) {
    let host = engine.host();
    let (ada, mallory) = (host.person("Ada"), host.person("Mallory"));
    let licenses = json!([license_iri("CC-BY-4.0"), license_iri("Meadow-Permissive-1.0")]);
    let derived = |verdict: &Value| verdict["conflicting_statements"]["derived"].to_string();
    let plain = document(&ada.json("/compatibilitycheck/", &json!({"licenses": licenses})));
    assert!(!derived(&plain).contains("odrl/2/display"), "{plain}");
    assert_eq!(plain.get("dependency_graph"), None);
    for publish in [true, false] {
        let id = ada.graph("Advertising is displaying", publish);
        for name in [id.clone(), published_iri(&id), draft_iri(&ada, &id)] {
            let body = json!({"licenses": licenses, "dependency_graph": name});
            let verdict = document(&ada.json("/compatibilitycheck/", &body));
            assert!(derived(&verdict).contains("odrl/2/display"), "{verdict}");
            let iri = if publish { published_iri(&id) } else { draft_iri(&ada, &id) };
            assert_eq!(verdict["dependency_graph"], iri);
            sentence(&mallory.json("/compatibilitycheck/", &body), 403);
            sentence(&host.post("/compatibilitycheck/", "application/json", &body.to_string()), 403);
        }
    }
    let unknown = json!({"licenses": licenses, "dependency_graph": "0123456789abcdef0123456789abcdef"});
    sentence(&ada.json("/compatibilitycheck/", &unknown), 404);
}

fn version_2_asks_who_reads_a_graph(engine: Engine) {
    let host = engine.host();
    let (ada, bob, mallory) = (host.member("Ada"), host.person("Bob"), host.person("Mallory"));
    let browser = Browser::of(&ada);
    let dead = mallory.with("svc_0123456789012345678901234567890123456789");
    for publish in [true, false] {
        let id = ada.graph("For some", publish);
        host.share("--graph", &id, &bob, "viewer");
        for path in v2_routes(&id) {
            for answer in [host.get(&path), dead.get(&path)] {
                problem(&answer, 401, "unauthenticated");
                answer.has("www-authenticate", "Bearer");
            }
            let refused = mallory.get(&path);
            problem(&refused, 403, "forbidden");
            refused.has("www-authenticate", None);
            assert_private(ada.get(&path).is(200));
            assert_eq!(bob.get(&path).is(200).body, ada.get(&path).body);
            browser.get_as(&path, "application/json").is(200);
        }
        for version in ["0", "2"] {
            let path = format!("/v2/dependency-graphs/{id}/versions/{version}");
            problem(&ada.get(&path), 404, "version-not-found");
            problem(&mallory.get(&path), 403, "forbidden");
            problem(&host.get(&path), 401, "unauthenticated");
        }
    }
    for path in v2_routes("0123456789abcdef0123456789abcdef") {
        for answer in [host.get(&path), ada.get(&path)] {
            problem(&answer, 404, "graph-not-found");
        }
    }
}

/// spec:version-1#states: listed to nobody else; spec:releases#identifiers and spec:releases#change-feed: in no release
/// and no feed.
fn graphs_of_accounts_are_listed_to_nobody_else(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let ids = [ada.graph("Zanzibar graph", true), ada.graph("Zanzibar draft", false)];
    for path in [
        "/dependencygraph/graphs",
        "/v2/dependency-graphs?limit=1000",
        "/v2/changes?limit=1000",
        "/v2/releases",
        "/v2",
        "/sitemap.xml",
    ] {
        let answer = host.get(path);
        let whole = answer.is(200).text();
        assert!(ids.iter().all(|id| !whole.contains(id)) && !whole.contains("Zanzibar"), "{path}");
    }
    for path in ["/v2/dependency-graphs?limit=1000", "/v2/changes?limit=1000"] {
        assert_eq!(ada.get(path).body, host.get(path).body, "{path}");
    }
}

fn a_graph_is_shared_and_taken_back_on_its_page(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.member("Ada"), host.person("Bob"));
    let id = ada.graph("Shared on its page", false);
    let browser = Browser::of(&ada);
    let page = format!("/account/graphs/{id}");
    assert!(browser.get(&page).is(200).text().contains("Shared on its page"));
    let path = format!("/dependencygraph/list?graph={id}");
    sentence(&bob.get(&path), 403);
    let share = [("account", bob.account.as_str()), ("role", "viewer")];
    browser.submit(&page, &format!("{page}/share"), &share).is(303);
    bob.get(&path).is(200);
    browser.submit(&page, &format!("{page}/unshare"), &[("account", &bob.account)]).is(303);
    sentence(&bob.get(&path), 403);
    // The name is a common one in these tests; the e-mail address is one's own.
    let address = bob.email.to_uppercase();
    browser.submit(&page, &format!("{page}/share"), &[("account", &address), ("role", "viewer")]).is(303);
    bob.get(&path).is(200);
    browser.submit(&page, &format!("{page}/unshare"), &[("account", &bob.account)]).is(303);
    for (account, role) in [
        ("nobody000000", "viewer"),
        ("nobody@example.org", "viewer"),
        ("Nobody at all", "viewer"),
        (bob.account.as_str(), "owner"),
        (bob.account.as_str(), ""),
    ] {
        let refused =
            browser.submit(&page, &format!("{page}/share"), &[("account", account), ("role", role)]);
        assert!([404, 409, 422].contains(&refused.status), "{account} {role}: {}", refused.status);
    }
    sentence(&bob.get(&path), 403);
}
