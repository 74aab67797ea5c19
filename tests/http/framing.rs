//! How requests and answers are framed: hosts, lengths, chunks, codings, and what a connection says of its end (RFC 9110 and
//! 9112).

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::LazyLock;
use std::time::Duration;

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use crate::server::{Server, repository};

static SMALL: LazyLock<Server> = LazyLock::new(|| small(&[]));

fn small(flags: &[&str]) -> Server {
    let site = tempfile::tempdir().unwrap().keep();
    let flags = [&["--limits", "off", "--registration", "on"], flags].concat();
    Server::start_and_remove(&site, &repository().join("tests/fixtures/small"), &site, &flags)
}

/// Sends bytes as they are; answers the head in small letters and the body of what comes back.
#[track_caller]
fn raw(server: &Server, request: &[u8]) -> (String, String) {
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    // Whoever refuses early may close while we still write.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer}"));
    (head.to_ascii_lowercase(), body.to_owned())
}

#[track_caller]
fn assert_status(head: &str, status: u16) {
    assert!(
        head.starts_with(&format!("http/1.1 {status} ")) || head.starts_with(&format!("http/1.0 {status} ")),
        "{head}"
    );
}

#[track_caller]
fn assert_closes(head: &str) {
    assert!(head.contains("\r\nconnection: close"), "{head}");
}

#[test]
fn http_1_1_without_a_sound_host_is_refused_in_the_shape_of_the_version() {
    for host in
        ["", "Host: \r\n", "Host: a/b\r\n", "Host: a b\r\n", "Host: user@a\r\n", "Host: a\r\nHost: a\r\n"]
    {
        for path in ["/v2/licenses", "/v2/licenses?limit=1", "/v2/nothing"] {
            let (head, body) =
                raw(&SMALL, format!("GET {path} HTTP/1.1\r\n{host}Connection: close\r\n\r\n").as_bytes());
            assert_status(&head, 400);
            assert!(head.contains("\r\ncontent-type: application/problem+json\r\n"), "{head}");
            let problem: Value = serde_json::from_str(&body).unwrap();
            assert_eq!(problem["type"], "about:blank", "{host}{path}");
        }
        for path in ["/license-library/CC-BY-4.0", "/licenselibrary/list", "/login"] {
            let (head, body) =
                raw(&SMALL, format!("GET {path} HTTP/1.1\r\n{host}Connection: close\r\n\r\n").as_bytes());
            assert_status(&head, 400);
            let sentence: Value = serde_json::from_str(&body).unwrap();
            assert!(sentence["detail"].as_str().unwrap().contains("Host"), "{host}{path}: {sentence}");
        }
    }
    for sound in ["Host: a\r\n", "Host: [::1]:8080\r\n"] {
        let request = format!("GET /v2/licenses HTTP/1.1\r\n{sound}Connection: close\r\n\r\n");
        assert_status(&raw(&SMALL, request.as_bytes()).0, 200);
    }
    assert_status(&raw(&SMALL, b"GET /v2/licenses HTTP/1.0\r\n\r\n").0, 200);
}

#[test]
fn malformed_chunks_are_no_long_body() {
    for chunks in ["nonsense\r\n", "5\r\nabc\r\nabc", "-1\r\n", "fffffffffffffffffffff\r\n"] {
        let request = format!(
            "POST /licenselibrary/facetedsearch HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
             Transfer-Encoding: chunked\r\n\r\n{chunks}"
        );
        let (head, body) = raw(&SMALL, request.as_bytes());
        assert_status(&head, 400);
        assert!(body.contains("malformed"), "{chunks:?}: {body}");
    }
}

#[test]
fn a_refused_body_that_is_not_read_ends_the_connection_and_says_so() {
    let head = "POST /licenselibrary/facetedsearch HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    let (refused, _) = raw(&SMALL, format!("{head}Content-Length: 99999999999\r\n\r\n{{").as_bytes());
    assert_status(&refused, 413);
    assert_closes(&refused);
    // What is too long by little is read to its end, and the connection goes on.
    let long = "a".repeat((1 << 20) + 1);
    let next = "GET /v2/licenses HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    let (refused, rest) =
        raw(&SMALL, format!("{head}Content-Length: {}\r\n\r\n{long}{next}", long.len()).as_bytes());
    assert_status(&refused, 413);
    assert!(!refused.contains("\r\nconnection: close"), "{refused}");
    assert!(rest.contains("HTTP/1.1 200 OK"), "{rest}");
}

#[test]
fn small_forms_have_small_bounds() {
    for path in [
        "/login",
        "/register",
        "/logout",
        "/account/tokens",
        "/account/password",
        "/account/notifications/read",
    ] {
        let form = format!("email={}", "a".repeat(17 * 1024));
        SMALL.post(path, "application/x-www-form-urlencoded", &form).is(413);
    }
    let long = format!("message={}", "a".repeat(257 * 1024));
    SMALL.post("/contact", "application/x-www-form-urlencoded", &long).is(413);
}

#[test]
fn the_bodies_of_all_requests_together_have_a_bound() {
    let server = small(&["--body-bytes", "500"]);
    let ask = |letters| {
        let document = json!({"keyword": "a".repeat(letters)}).to_string();
        server.post("/licenselibrary/facetedsearch", "application/json", &document)
    };
    ask(500).is(503).has("retry-after", "5");
    // What a request holds is given back: the bodies of all these are longer than the bound.
    for _ in 0..20 {
        assert_ne!(ask(100).status, 503);
    }
}

#[test]
fn refusals_that_negotiate_say_that_they_vary() {
    for accept in ["text/html", "application/json"] {
        for path in ["/nothing/here", "/license-library/Nope-1.0", "/users/nobody"] {
            SMALL.accept(path, accept).is(404).has("vary", "Accept");
        }
    }
    // The frozen operations always answer JSON.
    SMALL.accept("/licenselibrary/license/Nope-1.0", "text/html").is(404).has("vary", None);
}

#[test]
fn a_long_answer_is_coded_for_whoever_accepts_that() {
    let path = "/v2/licenses?limit=1000";
    let plain = SMALL.get(path);
    plain.is(200).has("content-encoding", None).has("vary", None);
    assert!(plain.body.len() > 4 * 1024, "{} bytes are long", plain.body.len());
    let coded = SMALL.ask("GET", path, &[("Accept-Encoding", "gzip")]);
    coded
        .is(200)
        .has("content-encoding", "gzip")
        .has("vary", "Accept-Encoding")
        .has("etag", plain.header("etag"));
    let mut text = Vec::new();
    GzDecoder::new(&coded.body[..]).read_to_end(&mut text).unwrap();
    assert!(text == plain.body, "the same body");
    let head = SMALL.ask("HEAD", path, &[("Accept-Encoding", "gzip")]);
    head.is(200).has("content-length", &*coded.body.len().to_string());
    // Its length would tell of what a page says to one session alone.
    SMALL
        .ask("GET", path, &[("Accept-Encoding", "gzip"), ("Cookie", "a=b")])
        .is(200)
        .has("content-encoding", None);
}

#[test]
fn a_page_that_the_tree_has_plain_alone_is_coded_too() {
    let gzip = ("Accept-Encoding", "br;q=0.5, gzip");
    // The second is longer than what is read at once.
    for (path, least) in [("/license-library/CC-BY-4.0", 4 << 10), ("/spec", 64 << 10)] {
        let plain = SMALL.get(path);
        plain.is(200).has("content-encoding", None).has("vary", plain.header("vary"));
        assert!(plain.body.len() > least, "{path}: {} bytes", plain.body.len());
        for session in [&[gzip][..], &[gzip, ("Cookie", "a=b")]] {
            let coded = SMALL.ask("GET", path, session);
            coded.is(200).has("content-encoding", "gzip").has("etag", plain.header("etag"));
            assert!(coded.body.len() < plain.body.len() / 2, "{path}: {} bytes", coded.body.len());
            let mut text = Vec::new();
            GzDecoder::new(&coded.body[..]).read_to_end(&mut text).unwrap();
            assert!(text == plain.body, "{path}: the same body");
            let head = SMALL.ask("HEAD", path, session);
            head.is(200).has("content-length", &*coded.body.len().to_string());
            let held = SMALL.ask("GET", path, &[gzip, ("If-None-Match", plain.header("etag").unwrap())]);
            held.is(304);
            for answer in [&coded, &head, &held] {
                let vary = answer.header("vary").unwrap_or_default();
                assert!(vary.contains("Accept-Encoding"), "{path}: {vary}");
            }
        }
        SMALL.ask("GET", path, &[("Accept-Encoding", "br")]).is(200).has("content-encoding", None);
    }
    // A short one is sent as it is.
    SMALL.ask("GET", "/robots.txt", &[gzip]).is(200).has("content-encoding", None);
}

#[test]
fn an_answer_that_is_held_by_its_date_is_not_sent_again() {
    for path in
        ["/v2/licenses/CC-BY-4.0", "/v2/licenses/cc-by-4.0", "/v2/licenses/CC-BY-4.0/versions/1?format=nt"]
    {
        let whole = SMALL.get(path);
        let modified = whole.is(200).header("last-modified").unwrap();
        let since = |date: &str| SMALL.ask("GET", path, &[("If-Modified-Since", date)]);
        let held = since(modified);
        held.is(304);
        assert_eq!((held.lasting_headers(), &*held.body), (whole.lasting_headers(), &b""[..]), "{path}");
        since("Saturday, 01-Jan-50 00:00:00 GMT").is(304);
        since("Sat Jan  1 00:00:00 2050").is(304);
        since("Sat, 01 Jan 2000 00:00:00 GMT").is(200);
        since("yesterday").is(200);
        let tags = [("If-None-Match", "\"other\""), ("If-Modified-Since", modified)];
        SMALL.ask("GET", path, &tags).is(200);
    }
}
