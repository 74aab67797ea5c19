//! What nobody should send: words that are SQL or HTML, bodies that are too long or never end, paths that lead
//! elsewhere.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use super::browser::{Browser, COOKIE};
use super::databases::{Engine, on_both_databases};
use super::people::{COMPOSER, GRAPH, MINE, PASSWORD, composed, fresh_email, graph};
use super::{list, sentence, text};
use crate::server::Answer;

on_both_databases![
    words_that_are_sql_or_html_are_words,
    zeroes_in_texts_are_refused,
    a_body_that_is_too_long_is_413,
    bodies_that_never_end_hold_nobody_up,
    paths_lead_to_nothing_else,
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

#[track_caller]
fn assert_harmless(answer: &Answer) {
    let whole = answer.text();
    for markup in ["<script>alert", "<img src=x", "<svg/onload", "<b>", "href=\"javascript:"] {
        assert!(!whole.contains(markup), "{}: {markup}", answer.asked);
    }
}

fn words_that_are_sql_or_html_are_words(engine: Engine) {
    let host = engine.open_to_newcomers();
    for words in HOSTILE {
        let ada = host.member(words);
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
        let object = host.get(&format!("/v2/licenses/{id}")).json();
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
            host.get(&format!("/users/{}?format={format}", ada.account)).is(200);
            host.get(&format!("/licenselibrary/{id}?format={format}")).is(200);
        }

        // What is refused is shown again, and finds nobody.
        let stranger = Browser::new(&host);
        let refused = stranger.log_in(words, words);
        assert!([401, 422].contains(&refused.status), "{words}: {}", refused.status);
        assert_harmless(&refused);
        let refused = stranger.register(words, words, "short");
        assert_harmless(refused.is(422));
        sentence(&host.get(&format!("/users/{reason}")), 404);
        let shared = browser.submit(
            &format!("/account/licenses/{draft}"),
            &format!("/account/licenses/{draft}/share"),
            &[("account", words), ("role", words)],
        );
        assert!([404, 422].contains(&shared.status), "{words}: {}", shared.status);
        assert_harmless(&shared);
    }
    let people = i64::try_from(HOSTILE.len()).unwrap();
    assert_eq!(host.count("SELECT COUNT(*) FROM accounts"), people, "nothing was dropped, nobody added");
}

/// PostgreSQL has no way to keep U+0000, so nobody may send it.
fn zeroes_in_texts_are_refused(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
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
    Browser::new(&host).register("a\0b", &fresh_email(), PASSWORD).is(422);
    Browser::new(&host).register("Ada", "a\0b@example.org", PASSWORD).is(422);
    let refused = Browser::new(&host).log_in("a\0b@example.org", "a\0b");
    assert!([401, 422].contains(&refused.status), "{}", refused.status);
    for path in ["/users/%00", "/account/licenses/%00", "/dependencygraph/list?graph=%00"] {
        let answer = browser.get_as(path, "application/json");
        assert!([404, 422].contains(&answer.status), "{path}: {}", answer.status);
    }
}

fn a_body_that_is_too_long_is_413(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
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
        let answer = host.raw(&head(path, "Content-Length: 99999999999"));
        assert!(answer.starts_with("HTTP/1.1 413 "), "{path}: {answer}");
        let mut stream = TcpStream::connect(host.url.trim_start_matches("http://")).unwrap();
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
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let stalled: Vec<TcpStream> = [COMPOSER, GRAPH, "/login", "/licenselibrary/facetedsearch"]
        .into_iter()
        .cycle()
        .take(80)
        .map(|path| {
            let mut stream = TcpStream::connect(host.url.trim_start_matches("http://")).unwrap();
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
    host.get(&format!("/licenselibrary/license/{id}")).is(200);
    Browser::of(&ada).get("/account").is(200);
    host.get("/healthz").is(200);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    drop(stalled);
    assert_eq!(list(&ada.mine()).len(), 1, "nothing came of what never ended");
}

fn paths_lead_to_nothing_else(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
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
        let answer = host.raw(&head);
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
