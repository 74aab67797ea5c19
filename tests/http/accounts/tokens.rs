//! spec:version-1#authentication: who a token is, what it opens, and what it is worth once it is taken back.

use muniment_server::auth::Digest;
use serde_json::json;

use super::browser::{Browser, inputs, page};
use super::databases::{Engine, on_both_databases};
use super::people::{COMPOSER, GRAPH, MINE, composed, operate, operated};
use super::{assert_letters, assert_uncounted, document, ids, keys, sentence, text};

on_both_databases![
    what_an_account_gets_is_for_no_cache_but_its_own,
    a_token_is_a_prefix_and_forty_characters_and_no_two_are_the_same,
    of_a_token_only_its_digest_is_kept,
    what_needs_a_token_opens_to_one,
    a_token_does_only_what_its_scopes_name,
    the_header_carries_one_token_after_a_word_in_any_letter_case,
    a_token_names_an_account_and_not_a_script,
    a_token_that_was_revoked_is_none_from_then_on,
    a_token_in_the_query_the_body_or_a_cookie_is_none,
    a_token_that_may_not_see_an_object_is_403,
    authentication_is_judged_before_existence,
    what_anybody_reads_is_the_same_with_a_token,
    health_in_detail_is_for_administrators,
];

/// Operations that need a token, and statuses they may answer to one.
const NEEDING: [(&str, &str, &[u16]); 10] = [
    ("GET", MINE, &[200]),
    ("GET", "/licenselibrary/mine/NoSuchLicense/revisions", &[404]),
    ("POST", "/licenselibrary/mine/NoSuchLicense/deprecate", &[404]),
    ("POST", COMPOSER, &[422]),
    ("POST", "/licenselibrary/composer?publish=false", &[422]),
    ("POST", GRAPH, &[422]),
    ("GET", "/dependencygraph/mine", &[200]),
    // Not configured, and so unavailable to whoever may use it (spec:version-1#translation).
    ("POST", "/licenselibrary/translate", &[422, 503]),
    ("GET", "/licenselibrary/translate/jobs/none", &[404, 503]),
    ("POST", "/licenselibrary/narrate", &[422, 503]),
];

fn a_token_is_a_prefix_and_forty_characters_and_no_two_are_the_same(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let other = host.new_token(&ada.account);
    for token in [&ada.token, &other] {
        assert_letters(token.strip_prefix("svc_").unwrap(), 40);
    }
    assert_ne!(ada.token, other);
    assert_ne!(ada.account, host.person("Ada").account, "a name is not an identifier");
}

fn of_a_token_only_its_digest_is_kept(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let digest = Digest::of(&ada.token);
    let kept =
        format!("SELECT COUNT(*) FROM tokens WHERE digest = '{digest}' AND account = '{}'", ada.account);
    assert_eq!(host.count(&kept), 1);
    let secret = &ada.token["svc_".len()..];
    for column in ["digest", "account", "name"] {
        let found = format!("SELECT COUNT(*) FROM tokens WHERE {column} LIKE '%{secret}%'");
        assert_eq!(host.count(&found), 0, "{column}");
    }
}

fn what_needs_a_token_opens_to_one(engine: Engine) {
    let ada = engine.host().person("Ada");
    for (method, path, statuses) in NEEDING {
        let answer = ada.ask(method, path, &[]);
        assert!(statuses.contains(&answer.status), "{}: {}", answer.asked, answer.status);
    }
}

fn a_token_does_only_what_its_scopes_name(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let needed = |method: &str, path: &str| match path {
        _ if method == "GET" => "read",
        GRAPH => "graphs",
        "/licenselibrary/translate" | "/licenselibrary/narrate" => "assistants",
        _ => "compose",
    };
    let create = ["admin", "create-token", "--account", &ada.account, "--name", "narrow", "--scopes"];
    for scopes in ["read", "compose", "graphs,assistants", "compose,graphs,assistants"] {
        let narrow = ada.with(&operated(&host.database, &[&create[..], &[scopes]].concat(), ""));
        for (method, path, statuses) in NEEDING {
            let (scope, answer) = (needed(method, path), narrow.ask(method, path, &[]));
            if scope == "read" || scopes.split(',').any(|one| one == scope) {
                assert!(statuses.contains(&answer.status), "{scopes}: {}: {}", answer.asked, answer.status);
            } else {
                assert!(sentence(&answer, 403).contains(&format!("`{scope}`")), "{scopes}: {}", answer.asked);
            }
        }
    }
    // What is kept as a draft is composed.
    let assistants = ada.with(&operated(&host.database, &[&create[..], &["assistants"]].concat(), ""));
    let job = "/licenselibrary/translate/jobs/none";
    let refused = assistants.ask("GET", &format!("{job}?save_draft=true"), &[]);
    assert!(sentence(&refused, 403).contains("`compose`"));
    assert_ne!(assistants.ask("GET", job, &[]).status, 403);
    assert_eq!(operate(&host.database, &[&create[..], &["all"]].concat(), "").status.code(), Some(2));
    // The boxes of the page; without them, as a script sends the form, a token may do everything.
    let browser = Browser::of(&ada);
    let made = |ticked: &[(&str, &str)]| {
        let fields = [&[("name", "ticked")][..], ticked].concat();
        let whole = page(&browser.submit("/account/tokens", "/account/tokens", &fields), 200);
        let token = whole.split("<code class=\"secret\">").nth(1).unwrap().split('<').next().unwrap();
        (ada.with(token), whole.clone())
    };
    let (composing, whole) = made(&[("scopes", "chosen"), ("compose", "true"), ("graphs", "")]);
    assert!(whole.contains(">read, compose<"), "{whole}");
    composing.ask("POST", COMPOSER, &[]).is(422);
    sentence(&composing.ask("POST", GRAPH, &[]), 403);
    sentence(&made(&[("compose", "true")]).0.ask("POST", GRAPH, &[]), 403);
    made(&[]).0.ask("POST", GRAPH, &[]).is(422);
    let nameless = [("name", ""), ("scopes", "chosen"), ("graphs", "true")];
    let again = page(&browser.submit("/account/tokens", "/account/tokens", &nameless), 422);
    assert!(again.contains("name=\"graphs\" value=\"true\" checked"), "{again}");
    assert!(again.contains("name=\"compose\" value=\"true\">"), "{again}");
}

fn the_header_carries_one_token_after_a_word_in_any_letter_case(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let token = &ada.token;
    for scheme in ["Bearer", "bearer", "BEARER"] {
        host.ask("GET", MINE, &[("Authorization", &format!("{scheme} {token}"))]).is(200);
    }
    for value in [
        token.clone(),
        format!("Basic {token}"),
        format!("Token {token}"),
        format!("Bearer{token}"),
        format!("Bearer {token}x"),
        format!("Bearer {}", &token[..43]),
        format!("Bearer {}", token.to_uppercase()),
        format!("Bearer {token}, Bearer {token}"),
    ] {
        let refused = sentence(&host.ask("GET", MINE, &[("Authorization", &value)]), 401);
        assert!(refused.contains("API token"), "{value}: {refused}");
    }
    let bearer = ada.bearer();
    let twice = [("Authorization", bearer.as_str()), ("Authorization", bearer.as_str())];
    sentence(&host.ask("GET", MINE, &twice), 401);
}

fn a_token_names_an_account_and_not_a_script(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let other = ada.with(&host.new_token(&ada.account));
    let license = ada.publish("Written by a script");
    assert_eq!(ids(&other.mine()), [license]);
    assert_eq!(ada.mine(), other.mine());
    assert_eq!(list_len(&host.person("Bob").mine()), 0);
}

fn list_len(entries: &serde_json::Value) -> usize {
    super::list(entries).len()
}

fn a_token_that_was_revoked_is_none_from_then_on(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let other = ada.with(&host.new_token(&ada.account));
    let browser = Browser::of(&ada);
    let digest = Digest::of(&other.token).to_string();
    let page = browser.get("/account/tokens");
    assert!(inputs(page.is(200).text(), "token").contains(&digest), "the page names it by its digest");
    browser.submit("/account/tokens", "/account/tokens/revoke", &[("token", &digest)]).is(303);

    let refused = other.get(MINE);
    assert!(sentence(&refused, 401).contains("API token"));
    assert_uncounted(&refused);
    sentence(&other.json(COMPOSER, &composed("Too late")), 401);
    assert_uncounted(other.get("/licenselibrary/license/CC-BY-4.0").is(200));
    ada.get(MINE).is(200);
    assert_eq!(list_len(&ada.mine()), 0, "nothing came of it");
}

/// spec:version-1#authentication: in the header, and nowhere else.
fn a_token_in_the_query_the_body_or_a_cookie_is_none(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let token = &ada.token;
    for name in ["token", "api_token", "access_token", "bearer", "authorization", "Authorization"] {
        sentence(&host.get(&format!("{MINE}?{name}={token}")), 401);
        sentence(&host.get(&format!("{MINE}?{name}=Bearer%20{token}")), 401);
    }
    for name in ["muniment_session", "token", "Authorization"] {
        sentence(&host.ask("GET", MINE, &[("Cookie", &format!("{name}={token}"))]), 401);
    }
    for header in ["X-API-Key", "X-Auth-Token", "Proxy-Authorization"] {
        sentence(&host.ask("GET", MINE, &[(header, &ada.bearer())]), 401);
    }
    let mut body = composed("With a token inside");
    body["access_token"] = json!(token);
    sentence(&host.post(COMPOSER, "application/json", &body.to_string()), 401);
    assert_eq!(list_len(&ada.mine()), 0);
}

fn a_token_that_may_not_see_an_object_is_403(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada"), host.person("Bob"));
    let graph = ada.graph("Ada's graph", true);
    sentence(&bob.get(&format!("/dependencygraph/list?graph={graph}")), 403);
    let license = ada.publish("Ada's license");
    host.share("--license", &license, &bob, "viewer");
    sentence(&bob.post(&format!("{MINE}/{license}/deprecate")), 403);
    sentence(&bob.get(&format!("{MINE}/{license}/revisions")), 403);
}

/// spec:version-1#authentication: on routes that need a token 401 comes before everything else.
fn authentication_is_judged_before_existence(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let license = ada.draft("A draft");
    for below in ["revisions", "deprecate", "deprecate?replaced_by=a%20b"] {
        let method = if below == "revisions" { "GET" } else { "POST" };
        for id in [&license, "NoSuchLicense", "CC-BY-4.0", "a%20b!"] {
            let answer = host.ask(method, &format!("{MINE}/{id}/{below}"), &[]);
            assert!(sentence(&answer, 401).contains("API token"));
        }
    }
    for (media_type, body) in
        [("application/json", "no JSON"), ("text/turtle", "no Turtle"), ("image/png", "")]
    {
        sentence(&host.post("/licenselibrary/composer?publish=perhaps", media_type, body), 401);
        sentence(&host.post("/dependencygraph?publish=perhaps", media_type, body), 401);
    }
}

fn what_anybody_reads_is_the_same_with_a_token(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    for path in [
        "/licenselibrary/license/CC-BY-4.0",
        "/licenselibrary/license/CC-BY-4.0?format=text",
        "/licenselibrary/license/NoSuchLicense",
        "/licenselibrary/license/a%20b",
        "/licenselibrary/list?limit=2",
        "/licenselibrary/spdx-mapping",
        "/dependencygraph/list",
        "/dependencygraph/graphs",
        "/dependencygraph/dg_eu/versions",
        "/ns/versions/1",
        "/healthz",
        "/v2/licenses",
        "/v2/dependency-graphs/dg_default",
    ] {
        let (anybody, known) = (host.get(path), ada.get(path));
        assert_eq!((known.status, known.text()), (anybody.status, anybody.text()), "{path}");
        assert_eq!(known.header("content-type"), anybody.header("content-type"), "{path}");
    }
}

/// spec:version-1#library-endpoints, `/healthz`; spec:version-1#authentication.
fn health_in_detail_is_for_administrators(engine: Engine) {
    let host = engine.host();
    let (grace, ada) = (host.administrator("Grace"), host.member("Ada"));
    let anonymous = document(&host.get("/healthz"));
    assert_eq!(keys(&anonymous), ["status", "checks"]);
    assert_eq!(document(&ada.get("/healthz")), anonymous, "any other token gets the anonymous answer");
    assert_eq!(document(&Browser::of(&ada).get_as("/healthz", "application/json")), anonymous);

    let session = Browser::of(&grace).get_as("/healthz", "application/json");
    for answer in [grace.get("/healthz"), session] {
        let mut health = document(&answer);
        for (check, place) in [("store", "endpoint"), ("reasoner", "url")] {
            let check = health["checks"][check].as_object_mut().unwrap();
            let (place, detail) =
                (text(&check.remove(place).unwrap()), text(&check.remove("detail").unwrap()));
            assert_eq!((place.is_empty(), detail.as_str()), (false, ""), "nothing went wrong");
            // What a PostgreSQL address could hold.
            assert!(!place.contains("password"), "{place}");
        }
        assert_eq!(health, anonymous, "beside that it is the same");
        super::assert_private(&answer);
    }
}

/// spec:version-1#limits-per-account: an answer says where an account stands, and some say what only it may see.
fn what_an_account_gets_is_for_no_cache_but_its_own(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let graph = ada.graph("A graph", true);
    let browser = Browser::of(&ada);
    for path in [
        "/v2/licenses/CC-BY-4.0",
        "/license-library/CC-BY-4.0",
        "/licenselibrary/mine",
        "/dependencygraph/graphs",
        &format!("/v2/dependency-graphs/{graph}"),
        &format!("/dependencygraph/list?graph={graph}"),
    ] {
        let answer = ada.get(path);
        super::assert_private(answer.is(200));
        let varies = answer
            .headers
            .get_all("vary")
            .iter()
            .any(|value| value.to_str().unwrap().contains("Authorization"));
        assert!(varies, "{path}: {:?}", answer.headers);
    }
    let listed = browser.get_as("/dependencygraph/graphs", "application/json");
    super::assert_private(&listed);
    assert!(listed.text().contains(&graph), "a session sees its graphs too");
    assert!(listed.headers.get_all("vary").iter().any(|value| value.to_str().unwrap().contains("Cookie")));
    // What is the same for everybody is so for who is signed in.
    let anonymous = host.get("/v2/licenses/CC-BY-4.0");
    assert_eq!(anonymous.header("cache-control"), Some("public, max-age=300"));
}
