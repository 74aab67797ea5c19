//! §5.6, and what nobody should send: planted sessions, forms of other sites, guesses, words that are SQL or HTML,
//! bodies that are too long or never end, paths that lead elsewhere, identifiers of others.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use super::browser::{Browser, COOKIE, CSRF, inputs};
use super::databases::{Engine, House, on_both_databases};
use super::people::{COMPOSER, GRAPH, MINE, PASSWORD, Person, composed, fresh_email, graph};
use super::{list, sentence, text};
use crate::server::Answer;

on_both_databases![
    a_planted_key_is_not_the_one_that_signs_in,
    a_key_that_was_made_up_is_never_taken,
    a_form_without_proof_is_403_and_does_nothing,
    a_form_proves_itself_for_its_own_session_alone,
    an_unknown_address_takes_as_long_as_a_wrong_password,
    words_that_are_sql_or_html_are_words,
    zeroes_in_texts_are_refused,
    a_body_that_is_too_long_is_413,
    bodies_that_never_end_hold_nobody_up,
    paths_lead_to_nothing_else,
    drafts_of_others_cannot_be_told_from_nothing,
    identifiers_tell_nothing_of_each_other,
    secrets_are_reported_nowhere,
];

/// Texts that mean something to a database, a page, a template, a shell or a log.
const HOSTILE: [&str; 12] = [
    "'; DROP TABLE accounts; --",
    "' OR '1'='1",
    "\" OR 1=1 --",
    "$1",
    "%_\\",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "</textarea></title><svg/onload=alert(1)>",
    "javascript:alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "&lt;b&gt; &amp; <b>",
    "\u{202e}desrever \u{1f600}",
];

fn home(engine: Engine) -> House {
    engine.open(&["--limits", "off", "--registration", "on"])
}

fn a_planted_key_is_not_the_one_that_signs_in(engine: Engine) {
    let house = home(engine);
    let ada = house.member("Ada");
    // The attacker has a key of the site, without an account behind it, and plants it.
    let attacker = Browser::new(&house);
    attacker.get("/login").is(200);
    let planted = attacker.session().unwrap();
    let victim = Browser::new(&house);
    victim.plant(&planted);
    victim.log_in(&ada.email, PASSWORD).is(303);
    assert!(victim.is_signed_in());
    assert_ne!(victim.session().unwrap(), planted, "signing in calls for a new key");
    assert!(!attacker.is_signed_in());

    // The same with an account of the attacker, and where somebody registers.
    let mallory = house.member("Mallory");
    let attacker = Browser::of(&mallory);
    let victim = Browser::new(&house);
    victim.plant(&attacker.session().unwrap());
    // A browser that is signed in may be led home from the door; then it signs out first.
    if victim.get("/login").status == 200 {
        victim.log_in(&ada.email, PASSWORD).is(303);
        assert_ne!(victim.session(), attacker.session());
        let seen = attacker.get("/account");
        assert!(seen.status == 303 || !seen.text().contains("Ada"), "{}", seen.status);
    }
    let attacker = Browser::new(&house);
    attacker.get("/register").is(200);
    let newcomer = Browser::new(&house);
    newcomer.plant(&attacker.session().unwrap());
    newcomer.register("Newcomer", &fresh_email(), PASSWORD).is(303);
    assert!(!attacker.is_signed_in());
}

fn a_key_that_was_made_up_is_never_taken(engine: Engine) {
    let house = home(engine);
    let ada = house.member("Ada");
    for made_up in [&"a".repeat(43), "1", "", &ada.token, &ada.account, "../../etc/passwd", "' OR '1'='1"] {
        let browser = Browser::new(&house);
        browser.plant(made_up);
        assert!(!browser.is_signed_in(), "{made_up}");
        browser.log_in(&ada.email, PASSWORD).is(303);
        assert_ne!(browser.session().as_deref(), Some(made_up));
        browser.submit("/account", "/logout", &[]).is(303);
    }
    let key = Browser::of(&ada).session().unwrap();
    let two = format!("{COOKIE}={key}; {COOKIE}={}", "b".repeat(43));
    let answer = house.ask("GET", "/account", &[("Cookie", &two), ("Accept", "text/html")]);
    answer.is(303);
}

/// Everything a form can do, and what it would bring.
fn forms(license: &str, graph: &str, account: &str) -> Vec<(String, Vec<(&'static str, String)>)> {
    let form = |path: String, fields: &[(&'static str, &str)]| {
        (path, fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect())
    };
    let (license, graph) = (format!("/account/licenses/{license}"), format!("/account/graphs/{graph}"));
    vec![
        form("/logout".to_owned(), &[]),
        form("/account/password".to_owned(), &[("current", PASSWORD), ("new", "an entirely new password")]),
        form("/account/close".to_owned(), &[("current", PASSWORD), ("confirm", "close")]),
        form("/account/tokens".to_owned(), &[("name", "stolen")]),
        form("/account/tokens/revoke".to_owned(), &[("token", "")]),
        form(format!("{license}/publish"), &[("base", "1"), ("consent", "yes")]),
        form(format!("{license}/restore"), &[("revision", "1"), ("base", "1")]),
        form(format!("{license}/deprecate"), &[("reason", "spite")]),
        form(format!("{license}/share"), &[("account", account), ("role", "editor")]),
        form(format!("{license}/unshare"), &[("account", account)]),
        form(format!("{graph}/share"), &[("account", account), ("role", "editor")]),
        form(format!("{graph}/unshare"), &[("account", account)]),
    ]
}

fn a_form_without_proof_is_403_and_does_nothing(engine: Engine) {
    let house = home(engine);
    let (ada, mallory) = (house.member("Ada"), house.member("Mallory"));
    let (license, graph) = (ada.draft("Untouched"), ada.graph("Untouched", false));
    let browser = Browser::of(&ada);
    let foreign = Browser::of(&mallory).csrf("/account");
    let nobodys = Browser::new(&house).csrf("/login");
    let old = browser.csrf("/account");
    browser.submit("/account", "/logout", &[]).is(303);
    browser.log_in(&ada.email, PASSWORD).is(303);
    let key = browser.session().unwrap();
    let digest = inputs(browser.get("/account/tokens").text(), "token").remove(0);
    for (path, mut fields) in forms(&license, &graph, &mallory.account) {
        if path.ends_with("/revoke") {
            fields = vec![("token", digest.clone())];
        }
        let send = |proof: Option<&str>| {
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let proof: Vec<(&str, &str)> = proof.map(|proof| (CSRF, proof)).into_iter().collect();
            browser.post(&path, &[fields, proof].concat())
        };
        for proof in [None, Some(""), Some("x"), Some(&foreign), Some(&nobodys), Some(&old), Some(&key)] {
            let refused = send(proof);
            assert_eq!(refused.status, 403, "{path} with {proof:?}");
            refused.has("cache-control", "no-store");
        }
    }
    assert!(browser.is_signed_in(), "nobody was signed out");
    ada.get(MINE).is(200);
    assert_eq!(ada.state(&license), "draft");
    assert!(list(&mallory.mine()).is_empty());
    sentence(&mallory.get(&format!("/dependencygraph/list?graph={graph}")), 403);
    assert_eq!(house.count("SELECT COUNT(*) FROM tokens WHERE revoked_at IS NULL"), 2);
    let stranger = Browser::new(&house);
    for (path, fields) in [
        ("/login", vec![("email", ada.email.as_str()), ("password", PASSWORD)]),
        ("/register", vec![("name", "N"), ("email", "n@example.org"), ("password", PASSWORD)]),
    ] {
        stranger.post(path, &fields).is(403);
        stranger.get("/login").is(200);
        stranger.post(path, &[&fields[..], &[(CSRF, foreign.as_str())]].concat()).is(403);
        assert!(!stranger.is_signed_in());
    }
    assert_eq!(house.count("SELECT COUNT(*) FROM accounts"), 2);
}

fn a_form_proves_itself_for_its_own_session_alone(engine: Engine) {
    let house = home(engine);
    let ada = house.member("Ada");
    let (one, other) = (Browser::of(&ada), Browser::of(&ada));
    let proof = one.csrf("/account/tokens");
    assert_ne!(proof, other.csrf("/account/tokens"), "even of the same account");
    other.post("/account/tokens", &[("name", "T"), (CSRF, &proof)]).is(403);
    one.post("/account/tokens", &[("name", "T"), (CSRF, &proof)]).is(200);
    assert_ne!(proof, one.session().unwrap(), "it does not tell the key");
    // Not in the query either.
    let query = format!("/account/tokens?{CSRF}={}", one.csrf("/account/tokens"));
    one.post(&query, &[("name", "T")]).is(403);
}

/// Compared generously: without hashing a password the answer would come some hundred times sooner.
fn an_unknown_address_takes_as_long_as_a_wrong_password(engine: Engine) {
    let house = home(engine);
    let ada = house.member("Ada");
    let browser = Browser::new(&house);
    let csrf = browser.csrf("/login");
    let took = |email: &str| {
        let fields = [("email", email), ("password", "not her password"), (CSRF, csrf.as_str())];
        let started = Instant::now();
        browser.post("/login", &fields).is(401);
        started.elapsed()
    };
    took(&fresh_email());
    took(&ada.email);
    let (mut unknown, mut wrong): (Vec<Duration>, Vec<Duration>) =
        (0..7).map(|_| (took(&fresh_email()), took(&ada.email))).unzip();
    unknown.sort();
    wrong.sort();
    let (unknown, wrong) = (unknown[3], wrong[3]);
    assert!(unknown < wrong * 3 && wrong < unknown * 3, "unknown {unknown:?}, wrong password {wrong:?}");
}

#[track_caller]
fn assert_harmless(answer: &Answer) {
    let whole = answer.text();
    for markup in ["<script>alert", "<img src=x", "<svg/onload", "<b>", "href=\"javascript:"] {
        assert!(!whole.contains(markup), "{}: {markup}", answer.asked);
    }
}

fn words_that_are_sql_or_html_are_words(engine: Engine) {
    let house = home(engine);
    for words in HOSTILE {
        let ada = house.member(words);
        let browser = Browser::of(&ada);
        let mut body = composed(words);
        for field in ["creator", "publisher", "licensor", "licensee", "attribution_name", "license_version"] {
            body[field] = json!(words);
        }
        for field in ["warranty_disclaimer", "additional_clauses", "promotion_specification"] {
            body[field] = json!(words);
        }
        body["alternatives"] = json!([words]);
        let id = text(&ada.json(COMPOSER, &body).is(201).json()["id"]);
        let draft = text(&ada.json(&format!("{COMPOSER}?publish=false"), &body).is(201).json()["id"]);
        assert_eq!(super::entry(&ada.mine(), &id)["title"], words, "letter for letter");
        let object = house.get(&format!("/v2/licenses/{id}")).json();
        assert_eq!(object["title"], words);

        let mut made = graph(words);
        made["description"] = json!(words);
        let graph = text(&ada.json(GRAPH, &made).is(201).json()["id"]);
        let graphs = ada.get("/dependencygraph/mine").json();
        let entry = super::entry(&graphs["graphs"], &graph);
        assert_eq!((&entry["title"], &entry["description"]), (&json!(words), &json!(words)));

        browser.submit("/account/tokens", "/account/tokens", &[("name", words)]).is(200);
        let reason = percent_encoding::utf8_percent_encode(words, percent_encoding::NON_ALPHANUMERIC);
        ada.post(&format!("{MINE}/{id}/deprecate?reason={reason}")).is(200);
        let revisions = ada.get(&format!("{MINE}/{id}/revisions")).json();
        assert_eq!(revisions["revisions"][0]["note"], words);
        assert_eq!(revisions["revisions"][0]["actor"], words);

        for path in [
            "/account".to_owned(),
            "/account/tokens".to_owned(),
            format!("/account/licenses/{id}"),
            format!("/account/licenses/{draft}"),
            format!("/account/graphs/{graph}"),
            format!("/users/{}", ada.account),
            format!("/license-library/{id}"),
            format!("/web/license/{id}"),
        ] {
            let answer = browser.get(&path);
            assert_harmless(answer.is(200));
        }
        for format in ["ttl", "json-ld", "rdf-xml"] {
            house.get(&format!("/users/{}?format={format}", ada.account)).is(200);
            house.get(&format!("/licenselibrary/{id}?format={format}")).is(200);
        }

        // What is refused is shown again, and finds nobody.
        let stranger = Browser::new(&house);
        let refused = stranger.log_in(words, words);
        assert!([401, 422].contains(&refused.status), "{words}: {}", refused.status);
        assert_harmless(&refused);
        let refused = stranger.register(words, words, "short");
        assert_harmless(refused.is(422));
        sentence(&house.get(&format!("/users/{reason}")), 404);
        let shared = browser.submit(
            &format!("/account/licenses/{draft}"),
            &format!("/account/licenses/{draft}/share"),
            &[("account", words), ("role", words)],
        );
        assert!([404, 422].contains(&shared.status), "{words}: {}", shared.status);
        assert_harmless(&shared);
    }
    let people = i64::try_from(HOSTILE.len()).unwrap();
    assert_eq!(house.count("SELECT COUNT(*) FROM accounts"), people, "nothing was dropped, nobody added");
}

/// PostgreSQL has no way to keep U+0000, so nobody may send it.
fn zeroes_in_texts_are_refused(engine: Engine) {
    let house = home(engine);
    let ada = house.member("Ada");
    let browser = Browser::of(&ada);
    sentence(&ada.json(COMPOSER, &composed("a\0b")), 422);
    sentence(&ada.json(GRAPH, &graph("a\0b")), 422);
    let mut described = graph("A graph");
    described["description"] = json!("a\0b");
    sentence(&ada.json(GRAPH, &described), 422);
    let turtle = "<http://www.w3.org/ns/odrl/2/modify> <http://www.w3.org/ns/odrl/2/implies> \
                  <http://www.w3.org/ns/odrl/2/derive> .";
    let titled = ada.turtle(&format!("{GRAPH}?title=a%00b"), turtle);
    assert_eq!(titled.status, 422, "{}", titled.text());
    let id = ada.publish("A license");
    assert_eq!(ada.post(&format!("{MINE}/{id}/deprecate?reason=a%00b")).status, 422);
    assert_eq!(ada.state(&id), "published");
    browser.submit("/account/tokens", "/account/tokens", &[("name", "a\0b")]).is(422);
    Browser::new(&house).register("a\0b", &fresh_email(), PASSWORD).is(422);
    Browser::new(&house).register("Ada", "a\0b@example.org", PASSWORD).is(422);
    let refused = Browser::new(&house).log_in("a\0b@example.org", "a\0b");
    assert!([401, 422].contains(&refused.status), "{}", refused.status);
    for path in ["/users/%00", "/account/licenses/%00", "/dependencygraph/list?graph=%00"] {
        let answer = browser.get_as(path, "application/json");
        assert!([404, 422].contains(&answer.status), "{path}: {}", answer.status);
    }
}

fn a_body_that_is_too_long_is_413(engine: Engine) {
    let house = home(engine);
    let ada = house.member("Ada");
    let long = "a".repeat((1 << 20) + 1);
    let document = json!({"title": long}).to_string();
    for path in [COMPOSER, GRAPH] {
        sentence(&ada.send(path, "application/json", &document), 413);
        sentence(&ada.turtle(path, &format!("# {long}\n")), 413);
    }
    let browser = Browser::of(&ada);
    for path in ["/login", "/register", "/account/tokens", "/account/password"] {
        browser.post(path, &[("name", &long)]).is(413);
    }
    // A length that was only announced is refused before anything came, one that was not once it is too long.
    let head = |path: &str, length: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nAuthorization: {}\r\nContent-Type: application/json\r\n{length}",
            ada.bearer()
        )
    };
    for path in [COMPOSER, GRAPH] {
        let answer = house.raw(&head(path, "Content-Length: 99999999999"));
        assert!(answer.starts_with("HTTP/1.1 413 "), "{path}: {answer}");
        let mut stream = TcpStream::connect(house.url.trim_start_matches("http://")).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let begin =
            format!("{}\r\nHost: a\r\nConnection: close\r\n\r\n", head(path, "Transfer-Encoding: chunked"));
        stream.write_all(begin.as_bytes()).unwrap();
        let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x1_0000));
        // Whoever refuses early may close while we still write.
        for _ in 0..17 {
            let _ = stream.write_all(chunk.as_bytes());
        }
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 413", "{path}");
    }
    assert!(list(&ada.mine()).is_empty());
}

fn bodies_that_never_end_hold_nobody_up(engine: Engine) {
    let house = home(engine);
    let ada = house.member("Ada");
    let stalled: Vec<TcpStream> = [COMPOSER, GRAPH, "/login", "/licenselibrary/facetedsearch"]
        .into_iter()
        .cycle()
        .take(80)
        .map(|path| {
            let mut stream = TcpStream::connect(house.url.trim_start_matches("http://")).unwrap();
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: a\r\nAuthorization: {}\r\nContent-Type: application/json\r\n\
                 Content-Length: 1000\r\n\r\n{{\"title\": ",
                ada.bearer()
            );
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    let started = Instant::now();
    let id = ada.publish("In the meantime");
    house.get(&format!("/licenselibrary/license/{id}")).is(200);
    Browser::of(&ada).get("/account").is(200);
    house.get("/healthz").is(200);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    drop(stalled);
    assert_eq!(list(&ada.mine()).len(), 1, "nothing came of what never ended");
}

fn paths_lead_to_nothing_else(engine: Engine) {
    let house = home(engine);
    let ada = house.member("Ada");
    let id = ada.draft("A draft");
    let browser = Browser::of(&ada);
    let cookie = format!("{COOKIE}={}", browser.session().unwrap());
    for path in [
        "/accounts.db",
        "/../accounts.db",
        "/licenselibrary/license/../../accounts.db",
        "/licenselibrary/license/%2e%2e/%2e%2e/accounts.db",
        "/users/..%2f..%2faccounts.db",
        "/users/../../../etc/passwd",
        "/account/licenses/../../../etc/passwd",
        "/account/licenses/..%2ftokens",
        "/account/graphs/%2e%2e%2f%2e%2e%2faccounts.db",
        "/account//tokens",
        "//account/tokens",
        "/account/tokens/../tokens",
        "/licenselibrary/mine/../mine",
        "/licenselibrary/mine//revisions",
        "/dependencygraph/../accounts.db/versions",
    ] {
        let head = format!(
            "GET {path} HTTP/1.1\r\nAuthorization: {}\r\nCookie: {cookie}\r\nAccept: text/html",
            ada.bearer()
        );
        let answer = house.raw(&head);
        let status: u16 = answer.split(' ').nth(1).unwrap().parse().unwrap();
        assert!([400, 404, 422].contains(&status), "{path}: {status}");
        for leak in ["SQLite format", "root:", "argon2id", "svc_"] {
            assert!(!answer.contains(leak), "{path}: {leak}");
        }
    }
    // An identifier is written as it was given, and in no other way.
    for spelled in [format!("{id}/"), format!("{id}%20"), format!("{id}%00"), format!(".{id}")] {
        let answer = ada.get(&format!("/licenselibrary/license/{spelled}"));
        assert!([404, 422].contains(&answer.status), "{spelled}: {}", answer.status);
    }
}

fn drafts_of_others_cannot_be_told_from_nothing(engine: Engine) {
    let house = home(engine);
    let (ada, mallory) = (house.person("Ada"), house.member("Mallory"));
    let draft = ada.draft("A secret");
    let nothing = "0123456789abcdefABCDEF0123456789";
    let browser = Browser::of(&mallory);
    let told = |answer: Answer, id: &str| {
        let headers = answer.lasting_headers();
        let status = answer.status;
        let body = answer.text().replace(id, "{id}");
        // Version 2 names each request in its problems.
        let body = match answer.header("x-request-id") {
            Some(request) => body.replace(request, "{request}"),
            None => body,
        };
        let headers: Vec<(String, String)> = headers
            .into_iter()
            .filter(|(name, _)| name != "set-cookie")
            .map(|(name, value)| (name, value.replace(id, "{id}")))
            .collect();
        (status, headers, body)
    };
    for route in [
        "/licenselibrary/license/{}",
        "/licenselibrary/license/{}?format=ttl",
        "/licenselibrary/license/{}/versions",
        "/licenselibrary/license/{}/versions/1",
        "/licenselibrary/license/{}/versions/2",
        "/licenselibrary/license/{}/changelog",
        "/licenselibrary/review/{}",
        "/licenselibrary/{}",
        "/licenselibrary/{}?format=nt",
        "/licenselibrary/{}/versions",
        "/license-library/{}",
        "/license-library/{}/badge.svg",
        "/license-library/{}/license.json",
        "/web/license/{}",
        "/v2/licenses/{}",
        "/v2/licenses/{}/versions/1",
        "/licenselibrary/mine/{}/revisions",
        "/account/licenses/{}",
    ] {
        let ask = |id: &str| {
            let path = route.replace("{}", id);
            let page = browser.get(&path);
            let csrf = inputs(page.text(), CSRF).into_iter().next();
            let (status, headers, body) = told(page, id);
            let body = csrf.map_or(body.clone(), |csrf| body.replace(&csrf, "{csrf}"));
            [told(house.get(&path), id), told(mallory.get(&path), id), (status, headers, body)]
        };
        assert_eq!(ask(&draft), ask(nothing), "{route}");
    }
    for below in ["deprecate", "deprecate?replaced_by=CC-BY-4.0"] {
        let ask = |id: &str| told(mallory.post(&format!("{MINE}/{id}/{below}")), id);
        assert_eq!(ask(&draft), ask(nothing));
    }
    for below in ["publish", "restore", "deprecate", "share", "unshare"] {
        let ask = |id: &str| {
            browser.submit("/account/tokens", &format!("/account/licenses/{id}/{below}"), &[]).status
        };
        assert_eq!(ask(&draft), ask(nothing), "{below}");
    }
    let own = mallory.publish("Mallory's");
    let successor = |id: &str| {
        let answer = mallory.post(&format!("{MINE}/{own}/deprecate?replaced_by={id}"));
        (answer.status, answer.text().replace(id, "{id}"))
    };
    assert_eq!(successor(&draft), successor(nothing));
    let check = |id: &str| {
        let answer = mallory.json("/licenselibrary/consistencycheck", &json!({"license": id}));
        (answer.status, answer.text().replace(id, "{id}"))
    };
    assert_eq!(check(&draft), check(nothing));
    let combined = |id: &str| {
        let licenses = json!([super::license_iri("CC-BY-4.0"), super::license_iri(id)]);
        mallory.json("/compatibilitycheck/", &json!({"licenses": licenses})).is(200).json()
    };
    assert_eq!(combined(&draft), combined(nothing), "nobody reads a draft through a verdict");
}

fn identifiers_tell_nothing_of_each_other(engine: Engine) {
    let house = home(engine);
    let people: Vec<Person<'_>> = (0..4).map(|number| house.person(&format!("Person {number}"))).collect();
    let mut names: Vec<String> = people.iter().map(|person| person.account.clone()).collect();
    for person in &people {
        names.extend([
            person.publish("A"),
            person.draft("A"),
            person.graph("A", true),
            person.graph("A", false),
        ]);
    }
    let mut beginnings: Vec<&str> = names.iter().map(|name| &name[..6]).collect();
    beginnings.sort_unstable();
    beginnings.dedup();
    assert_eq!(beginnings.len(), names.len(), "{names:?}");
    for person in &people {
        assert!(!names.iter().any(|name| name.len() == 32 && name.contains(&person.account)));
    }
}

fn secrets_are_reported_nowhere(engine: Engine) {
    let house = engine.open_reporting(&["--limits", "off"]);
    let ada = house.member("Ada");
    let browser = Browser::of(&ada);
    let key = browser.session().unwrap();
    browser.log_in(&ada.email, "not her password").is(401);
    ada.json(COMPOSER, &composed("A license")).is(201);
    ada.json(COMPOSER, &json!({"title": 7})).is(422);
    house.get(&format!("{MINE}?token={}", ada.token)).is(401);
    let report = house.report();
    for secret in [&ada.token, &key, PASSWORD, "not her password", &ada.email, "argon2id"] {
        assert!(!report.contains(secret), "{report}");
    }
}
