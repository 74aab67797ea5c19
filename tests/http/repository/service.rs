use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// A service that speaks the libraries.io repository-dependencies protocol, in its own way for each repository.
pub(super) struct Service {
    /// `http://host:port`.
    pub(super) url: String,
    asked: Arc<Mutex<Vec<String>>>,
}

/// A body that is no JSON document, though it begins like one.
pub(super) const BROKEN: &str = r#"{"full_name": "owner/broken", "dependencies": ["#;

/// The document of `owner/plain`, byte for byte: its layout is nobody's but the service's.
pub(super) const PLAIN: &str = r#"{ "full_name":"Owner/plain",
  "language":  "Rust", "stars": 12345678901234567890123, "é": "\u00e9 \ud83d\ude00",
  "dependencies":[
    {"name":"serde","platform":"Cargo","requirements":"^1","normalized_licenses":["MIT","Apache-2.0"]},
    {"name":"nothing","normalized_licenses":[]}, {"name":"none","normalized_licenses":null}, {"name":"missing"},
    {"name":"old","normalized_licenses":["GPL-2.0"]}, {"name":"own","normalized_licenses":["Custom-1.0"]}
  ]}
"#;

impl Service {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (served, seen) = (url.clone(), Arc::clone(&asked));
        // Ends with the process, as the server does that asks it.
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (served, seen) = (served.clone(), Arc::clone(&seen));
                thread::spawn(move || converse(&stream, &served, &seen));
            }
        });
        Self { url, asked }
    }

    /// Targets of the requests there were that hold a text.
    pub(super) fn asked(&self, part: &str) -> Vec<String> {
        self.asked.lock().unwrap().iter().filter(|target| target.contains(part)).cloned().collect()
    }
}

/// A document with these dependencies and the licenses each states.
pub(super) fn stating(dependencies: &[(&str, &[&str])]) -> Value {
    let dependencies: Vec<Value> = dependencies
        .iter()
        .map(|(name, licenses)| json!({"name": name, "platform": "NPM", "normalized_licenses": licenses}))
        .collect();
    json!({"full_name": "Owner/name", "language": "JavaScript", "dependencies": dependencies})
}

/// One request, one answer.
fn converse(mut stream: &TcpStream, url: &str, seen: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let Some(request) = lines.next() else { return };
    while lines.next().is_some_and(|header| !header.is_empty()) {}
    let target = request.split(' ').nth(1).unwrap_or_default().to_owned();
    seen.lock().unwrap().push(target.clone());
    let key = format!("?api_key={}", "s3cr3t%20k%26y%23%3F%2F..");
    let Some(name) = target
        .strip_prefix("/api/github/owner/")
        .and_then(|rest| rest.strip_suffix(&format!("/dependencies{key}")))
    else {
        return send(stream, "403 Forbidden", "", "{\"error\": \"no key, or no such path\"}");
    };
    match name {
        "plain" => send(stream, "200 OK", "", PLAIN),
        "slow" => {
            thread::sleep(Duration::from_secs(8));
            send(stream, "200 OK", "", PLAIN);
        }
        "dripping" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{");
            for _ in 0..40 {
                thread::sleep(Duration::from_millis(200));
                if stream.write_all(b" ").is_err() {
                    return;
                }
            }
        }
        "silent" => {}
        "noise" => {
            let _ = stream.write_all(b"\x16\x03\x01 this is not HTTP\r\n\r\n");
        }
        "cut" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"full_name\"");
        }
        "broken" => send(stream, "200 OK", "", BROKEN),
        "page" => send(stream, "200 OK", "", "<html>We are down for maintenance</html>"),
        "empty" => send(stream, "200 OK", "", ""),
        "list" => send(stream, "200 OK", "", "[{\"full_name\": \"owner/list\"}]"),
        "deep" => send(stream, "200 OK", "", &format!("{{\"a\": {}", "[".repeat(100_000))),
        "huge" => {
            let filler = "x".repeat(17 << 20);
            send(stream, "200 OK", "", &format!("{{\"dependencies\": [], \"filler\": \"{filler}\"}}"));
        }
        "endless" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
            while stream.write_all(chunk.as_bytes()).is_ok() {}
        }
        "busy" => send(stream, "429 Too Many Requests", "Retry-After: 60\r\n", "{\"error\": \"slow down\"}"),
        "down" => send(stream, "500 Internal Server Error", "", "{\"error\": \"s3cr3t k&y#?/..\"}"),
        "away" => send(stream, "503 Service Unavailable", "", "<html>"),
        "key" => send(stream, "401 Unauthorized", "", "{\"error\": \"key\"}"),
        "gone" => send(stream, "410 Gone", "", "{}"),
        "nothing" => send(stream, "204 No Content", "", ""),
        "moved" => send(stream, "302 Found", &format!("Location: {url}/elsewhere\r\n"), "{}"),
        "missing" => send(stream, "404 Not Found", "", "{\"error\": \"Object not found\"}"),
        "wrong" => send(stream, "200 OK", "", "{\"error\": \"Object not found\"}"),
        name => match document(name) {
            Some(document) => send(stream, "200 OK", "", &document.to_string()),
            None => send(stream, "404 Not Found", "", "{}"),
        },
    }
}

/// The documents of repositories that are answered well.
fn document(name: &str) -> Option<Value> {
    Some(match name {
        "shapeless" => json!({"full_name": "Owner/shapeless", "dependencies": {"serde": ["MIT"]}}),
        "nameless" => json!({"dependencies": [{"normalized_licenses": ["MIT"]}]}),
        "bare" => json!({"dependencies": []}),
        "unsaid" => {
            json!({"error": null, "full_name": null, "language": null, "dependencies": [{"name": "a"}]})
        }
        "one" => stating(&[("a", &["MIT"]), ("b", &["mit"]), ("c", &["Unheard-of"])]),
        "expressions" => stating(&[
            ("choice", &["MIT OR Apache-2.0"]),
            ("slash", &["MIT/Apache-2.0"]),
            ("exception", &["GPL-2.0-only WITH Classpath-exception-2.0"]),
            ("both", &["(ISC AND BSD-3-Clause)"]),
            ("half", &["Zlib OR Unheard-of"]),
            ("record", &["Apache-2.0-with-Commons-Clause"]),
            ("alias", &["GPL-3.0+"]),
            ("no expression", &["Apache License, Version 2.0"]),
        ]),
        "copyleft" => stating(&[("a", &["GPL-2.0-only"]), ("b", &["Apache-2.0"]), ("c", &["MIT"])]),
        "malicious" => stating(&[
            ("<script>alert(1)</script>", &["MIT\"}],\"dependencies\":[]"]),
            ("'; DROP TABLE licenses; --", &["MIT", "../../etc/passwd", "https://example.org/MIT"]),
            ("line\nbreak\u{0}\u{202e}", &["\u{0}", "((((((((((", "MIT OR OR", " GPL-3.0-only\t"]),
            ("long", &[&"MIT AND ".repeat(2000)]),
        ]),
        "many" => {
            let names: Vec<String> = (0..3000).map(|number| format!("dependency-{number}")).collect();
            let licenses: [&[&str]; 4] = [&["MIT"], &["MIT OR Apache-2.0"], &["GPL-3.0"], &["ISC", "0BSD"]];
            let rows: Vec<(&str, &[&str])> =
                names.iter().zip(licenses.iter().cycle()).map(|(name, l)| (name.as_str(), *l)).collect();
            stating(&rows)
        }
        "too-many" => json!({"dependencies": [{"name": "a", "normalized_licenses": vec!["MIT"; 50_001]}]}),
        _ => return None,
    })
}

fn send(mut stream: &TcpStream, status: &str, headers: &str, body: &str) {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
    );
    // Whoever has read enough hangs up.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
}
