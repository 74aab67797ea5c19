//! spec:version-1#errors: what nobody should send. The right status, one of the four shapes, and never a failure of
//! ours.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::LazyLock;
use std::time::Duration;

use super::errors::{faulty, sentence};
use super::{document, ids, small, text};
use crate::server::{Answer, Server, server};

/// Asked what a front may refuse by itself: dot segments, bytes that are no text, addresses that are long.
static SERVER: LazyLock<Server> = LazyLock::new(|| small(&["--limits", "off"]));

/// Fails unless a request was refused with one of the statuses, in one of the first two shapes.
#[track_caller]
fn assert_refused(answer: &Answer, statuses: &[u16]) {
    assert!(statuses.contains(&answer.status), "{}: {}", answer.asked, answer.status);
    if answer.json()["detail"].is_array() {
        faulty(answer);
    } else {
        sentence(answer, answer.status);
    }
}

/// Routes with a parameter in their path.
const ROUTES: [&str; 9] = [
    "/licenselibrary/license/{}",
    "/licenselibrary/license/{}/versions",
    "/licenselibrary/license/{}/changelog",
    "/licenselibrary/review/{}",
    "/licenselibrary/spdx/{}",
    "/licenselibrary/{}",
    "/licenselibrary/{}/versions",
    "/dependencygraph/{}/versions",
    "/ns/{}",
];

#[test]
fn slashes_in_identifiers_lead_nowhere() {
    for route in ROUTES {
        for id in ["a%2Fb", "MIT%2F", "%2Fetc%2Fpasswd", "a/b/c"] {
            assert_refused(&server().get(&route.replace("{}", id)), &[404, 422]);
        }
        for id in ["..%2F..%2FCargo.toml", "https://other.host/x"] {
            assert_refused(&SERVER.get(&route.replace("{}", id)), &[404, 422]);
        }
    }
    assert_eq!(faulty(&server().get("/licenselibrary/license/a%2Fb")), ["path license_id"]);
}

#[test]
fn dot_segments_lead_nowhere() {
    for path in [
        "/licenselibrary/license/..",
        "/licenselibrary/license/../../Cargo.toml",
        "/licenselibrary/license/%2e%2e/%2e%2e/_edge/manifest.json",
        "/licenselibrary/../_edge/manifest.json",
        "/license-library/../_edge/SHA256SUMS",
        "/web/license/..",
        "/ns/../../../etc/passwd",
        "/licenselibrary/license/CC-BY-4.0/versions/../../../..",
        "//licenselibrary/list",
        "/licenselibrary//list",
    ] {
        let raw = SERVER.raw(&format!("GET {path} HTTP/1.1"));
        let status: u16 = raw.split(' ').nth(1).unwrap().parse().unwrap();
        assert!([404, 422].contains(&status), "{path}: {raw}");
        assert!(raw.contains("\r\n\r\n{\"detail\":"), "{path}: {raw}");
    }
}

#[test]
fn zeroes_and_control_characters_are_faulty() {
    for id in ["%00", "MIT%00", "MIT%00.ttl", "%0d%0aX-Injected:%201", "%7F", "%1b[31m"] {
        for route in &ROUTES[..7] {
            let answer = SERVER.get(&route.replace("{}", id));
            assert_eq!(faulty(&answer).len(), 1, "{}", answer.asked);
            answer.has("x-injected", None);
        }
        assert_refused(&SERVER.get(&format!("/ns/{id}")), &[404, 422]);
        document(&SERVER.get(&format!("/licenselibrary/list?keyword={id}")));
        document(&SERVER.get(&format!("/license-library/suggest?q={id}")));
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    for broken in ["%ff", "%C3%28", "%ED%A0%80", "MIT%", "%zz", "%2"] {
        for route in ROUTES {
            sentence(&SERVER.get(&route.replace("{}", broken)), 400);
        }
        for query in
            ["/licenselibrary/list?keyword=", "/licenselibrary/license/CC-BY-4.0?format=", "/healthz?"]
        {
            sentence(&SERVER.get(&format!("{query}{broken}")), 400);
        }
    }
    let raw = SERVER.raw("GET /licenselibrary/license/caf\u{e9} HTTP/1.1");
    assert!(raw.starts_with("HTTP/1.1 4"), "{raw}");
}

/// spec:version-1#headers: a script of another site may read why.
#[test]
fn a_broken_address_is_answered_to_scripts_too() {
    SERVER.get("/licenselibrary/license/%ff").is(400).has("access-control-allow-origin", "*");
    SERVER.get("/license-library/%ff").is(400).has("access-control-allow-origin", None);
}

#[test]
fn ten_kilobytes_of_query_are_read_or_refused() {
    let long = "a".repeat(10_000);
    for (path, status) in [
        (format!("/licenselibrary/list?keyword={long}"), 200),
        (format!("/licenselibrary/list?{long}={long}"), 200),
        (format!("/license-library/suggest?q={long}"), 200),
        (format!("/licenselibrary/license/CC-BY-4.0?format={long}"), 422),
        (format!("/licenselibrary/compare?ids={}CC-BY-4.0", "CC-BY-4.0,".repeat(1_000)), 422),
        (format!("/licenselibrary/history?skip={}", "9".repeat(10_000)), 200),
        (format!("/licenselibrary/list?limit={}", "9".repeat(10_000)), 200),
        (format!("/licenselibrary/license/{long}"), 422),
        (format!("/dependencygraph/list?graph={long}"), 404),
        (format!("/licenselibrary/list?{}", "x&".repeat(5_000)), 200),
    ] {
        let answer = SERVER.get(&path);
        assert_eq!(answer.status, status, "{}...", &path[..60]);
        answer.json();
    }
}

/// Of a parameter that is given twice the first counts, as it does on edges.
#[test]
fn repeated_parameters_count_once() {
    let rows = |query: &str| ids(&document(&server().get(&format!("/licenselibrary/list{query}"))));
    assert_eq!(rows("?limit=2&limit=5"), rows("?limit=2"));
    assert_eq!(rows("?ports=only&ports=exclude&limit=3"), rows("?ports=only&limit=3"));
    let words = server().get("/licenselibrary/license/MIT?format=text&format=ttl");
    words.is(200).has("content-type", "text/plain; charset=utf-8");
    assert_eq!(faulty(&server().get("/licenselibrary/license/MIT?format=nope&format=ttl")), ["query format"]);
    assert_eq!(faulty(&server().get("/licenselibrary/list?limit=a&limit=b")), ["query limit"]);
}

#[test]
fn numbers_out_of_range_are_faulty_and_large_ones_are_all_there_is() {
    for path in ["/licenselibrary/list", "/licenselibrary/history"] {
        for name in ["skip", "limit"] {
            let place = format!("query {name}");
            for number in ["-1", "-99999999999999999999", "1e9", "0x10", "1,000", "%20", "1_000", "NaN", "٣"]
            {
                let number = number.replace('٣', "%D9%A3");
                let answer = server().get(&format!("{path}?{name}={number}"));
                assert_eq!(faulty(&answer), [place.as_str()], "{}", answer.asked);
            }
            for number in ["1000000000", "18446744073709551616"] {
                document(&server().get(&format!("{path}?{name}={number}")));
            }
        }
    }
}

#[test]
fn what_was_sent_comes_back_as_it_was_and_not_as_markup() {
    let script = "%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    let answer = server().get(&format!("/licenselibrary/list?ports={script}"));
    assert_eq!(faulty(&answer), ["query ports"]);
    assert_eq!(text(&answer.json()["detail"][0]["input"]), "<script>alert(1)</script>");
    for path in [format!("/license-library/{script}"), format!("/users/{script}"), format!("/{script}")] {
        let page = server().accept(&path, "text/html");
        page.has("content-type", "text/html; charset=utf-8");
        assert!((400..500).contains(&page.status), "{path}: {}", page.status);
        assert!(!page.text().contains("<script>"), "{path}: {}", page.text());
    }
}

/// Whoever is refused before the body was read asks again on the same connection.
#[test]
fn a_body_that_nobody_wanted_does_not_break_the_connection() {
    let post = "POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut stream = TcpStream::connect(SERVER.url.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut answers = BufReader::new(stream.try_clone().unwrap());
    for chunk in ["5\r\nhello\r\n0\r\n\r\n", "0\r\n\r\n", "0\r\n\r\n"] {
        // In two parts, as clients write them.
        stream.write_all(post.as_bytes()).unwrap();
        stream.write_all(chunk.as_bytes()).unwrap();
        let mut status = String::new();
        answers.read_line(&mut status).unwrap();
        assert_eq!(status, "HTTP/1.1 404 Not Found\r\n", "after {chunk}");
        let mut length = 0;
        for line in answers.by_ref().lines().map(Result::unwrap).take_while(|line| !line.is_empty()) {
            length = line.strip_prefix("content-length: ").map_or(length, |length| length.parse().unwrap());
        }
        let mut body = vec![0; length];
        answers.read_exact(&mut body).unwrap();
        assert!(body.starts_with(b"{\"detail\":"), "{}", String::from_utf8_lossy(&body));
    }
}

#[test]
fn a_body_that_is_too_long_is_refused() {
    let long = format!("{{\"target\": \"{}\"}}", "a".repeat((1 << 20) + 1));
    sentence(&SERVER.post("/licenselibrary/facetedsearch", "application/json", &long), 413);
}
