//! Connections that hold a server up: heads that do not end, answers that nobody reads, more of them than there are files,
//! and a server that is told to stop while it is asked.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use muniment_server::listen::raise_open_files;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::server::{BINARY, Server, command, repository};

/// How long something may take on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// What everybody reads.
const RECORD: &str = "/v2/licenses/CC-BY-4.0";

/// A server of the small library that may have so many open files.
struct Limited {
    process: Child,
    address: SocketAddr,
    server: Server,
    folder: TempDir,
}

impl Limited {
    fn start(open_files: usize, flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let report = std::fs::File::create(folder.path().join("report")).unwrap();
        let mut process = command("sh")
            .args(["-c", "ulimit -n \"$0\"; exec \"$@\"", &open_files.to_string()])
            .args([BINARY, "serve", "--listen", "127.0.0.1:0", "--data", "tests/fixtures/small", "--site"])
            .arg(folder.path().join("site"))
            .args(flags)
            .current_dir(repository())
            .env("MUNIMENT_DATABASE_URL", format!("sqlite://{}", folder.path().join("accounts.db").display()))
            .stdout(Stdio::piped())
            .stderr(report)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        let url = lines.find_map(|line| line.strip_prefix("serving at ").map(str::to_owned)).unwrap();
        let address = url.trim_start_matches("http://").parse().unwrap();
        Self { process, address, server: Server::at(&url), folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    fn report(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("report")).unwrap()
    }

    /// The most memory the process had, in megabytes.
    fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
    }

    fn open_files(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.process.id())).unwrap().count()
    }

    fn signal(&self, name: &str) {
        let process = self.process.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &process]).status().unwrap().success());
    }

    /// Waits for the process to end.
    fn end(mut self) -> (ExitStatus, Duration) {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return (status, begin.elapsed());
            }
            assert!(begin.elapsed() < PATIENCE, "the server does not end");
            thread::park_timeout(Duration::from_millis(20));
        }
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Waits until it is so.
#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        thread::park_timeout(Duration::from_millis(20));
    }
}

/// A client that sends something from an address of its own and then does nothing until it is told to end.
async fn hold(from: Ipv4Addr, to: SocketAddr, sent: &'static [u8]) -> Option<tokio::net::TcpStream> {
    let socket = tokio::net::TcpSocket::new_v4().ok()?;
    // Little of an answer is taken before somebody reads.
    socket.set_recv_buffer_size(4096).ok()?;
    socket.bind((IpAddr::V4(from), 0).into()).ok()?;
    let stream = socket.connect(to).await.ok()?;
    let mut rest = sent;
    while !rest.is_empty() {
        stream.writable().await.ok()?;
        match stream.try_write(rest) {
            Ok(length) => rest = &rest[length..],
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            // Refused, or a client that reads nothing has sent enough.
            Err(_) => return None,
        }
    }
    Some(stream)
}

const UNFINISHED: &[u8] = b"GET /v2/licenses HTTP/1.1\r\nHost: a\r\nX-Slow: ";

/// Requests of which the answers do not fit what is on the way to a client.
fn unread() -> &'static [u8] {
    b"GET /v2/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(400).leak()
}

/// Two thousand clients that send half a head or read nothing, at 1,024 open files: whoever else asks is answered soon,
/// memory stays small, the slow ones are dropped, and the server ends when it is told to.
#[test]
fn slow_clients_hold_nobody_up() {
    assert!(raise_open_files().is_none_or(|files| files > 3000), "this test needs 3,000 open files");
    let bounds =
        ["--head-seconds", "4", "--stalled-seconds", "4", "--idle-seconds", "4", "--shutdown-seconds", "5"];
    let limited = Limited::start(1024, &bounds);
    limited.server.get(RECORD).is(200);
    let (to, unread) = (limited.address, unread());
    let runtime = Runtime::new().unwrap();
    let mut slow = JoinSet::new();
    for number in 0..2000_u16 {
        let (from, sent) = match number % 2 {
            0 => (Ipv4Addr::new(127, 0, 0, 2), UNFINISHED),
            _ => (Ipv4Addr::new(127, 0, 0, 3), unread),
        };
        slow.spawn_on(hold(from, to, sent), runtime.handle());
    }
    let held = runtime.block_on(async {
        let mut held = Vec::new();
        while let Ok(Some(joined)) = tokio::time::timeout(Duration::from_secs(3), slow.join_next()).await {
            held.extend(joined.unwrap());
        }
        held
    });
    assert!(held.len() > 100, "{} connections are held", held.len());
    let mut waits: Vec<Duration> = (0..200)
        .map(|number| {
            let begin = Instant::now();
            let path = ["/v2/licenses", "/license-library/CC-BY-4.0", "/v2/licenses?limit=1"][number % 3];
            let fresh = Server::at(&limited.server.url);
            fresh.get(path).is(200);
            begin.elapsed()
        })
        .collect();
    waits.sort();
    assert!(waits[190] < Duration::from_secs(1), "19 of 20 are answered within {:?}", waits[190]);
    assert!(
        limited.report().contains("connections of a client above its bound are refused"),
        "{}",
        limited.report()
    );
    wait_until("slow clients are dropped", || limited.open_files() < 100);
    assert!(limited.peak() < 600, "{} MB", limited.peak());
    drop((held, slow));
    // Clients that read nothing hold the end up no longer than is set.
    for _ in 0..50 {
        slow_reader(&limited);
    }
    limited.signal("TERM");
    let (status, took) = limited.end();
    assert!(status.success() && took < Duration::from_secs(20), "{status} after {took:?}");
}

/// A client that asks for much and reads nothing, until this process ends.
fn slow_reader(limited: &Limited) {
    let mut stream = limited.connect();
    stream.set_write_timeout(Some(Duration::from_millis(50))).unwrap();
    let _ = stream.write_all(unread());
    std::mem::forget(stream);
}

/// Where all connections are in use, new ones wait for those that are slow; the log tells.
#[test]
fn connections_beyond_the_bound_wait_and_are_answered() {
    let flags = ["--connections", "40", "--connections-per-client", "40", "--head-seconds", "2"];
    let limited = Limited::start(1024, &flags);
    let runtime = Runtime::new().unwrap();
    let to = limited.address;
    let held = runtime.block_on(async {
        let mut held = Vec::new();
        for number in 0..60 {
            held.extend(hold(Ipv4Addr::new(127, 0, 1, number), to, UNFINISHED).await);
        }
        held
    });
    assert_eq!(held.len(), 60, "connected, if not accepted");
    limited.server.get(RECORD).is(200);
    assert!(limited.report().contains("all connections are in use"), "{}", limited.report());
}

#[test]
fn the_end_of_file_descriptors_is_logged_and_survived() {
    let limited = Limited::start(1024, &["--idle-seconds", "1"]);
    limited.server.get(RECORD).is(200);
    let process = limited.process.id().to_string();
    let limit = |files: usize| {
        // The soft limit alone, so that it can be raised again.
        let nofile = format!("--nofile={files}:");
        let status = Command::new("prlimit").args(["--pid", &process, &nofile]).status().unwrap();
        assert!(status.success());
    };
    limit(limited.open_files());
    let connections: Vec<TcpStream> = (0..3).map(|_| limited.connect()).collect();
    wait_until("it is logged", || limited.report().contains("no connection can be accepted"));
    drop(connections);
    limit(1024);
    limited.server.get(RECORD).is(200);
}

#[test]
fn a_log_that_goes_into_a_file_has_no_colours() {
    let limited = Limited::start(1024, &["--connections-per-client", "1", "--connections", "1"]);
    let _first = limited.connect();
    let _second = limited.connect();
    wait_until("something is logged", || !limited.report().is_empty());
    assert!(!limited.report().contains('\u{1b}'), "{}", limited.report());
}

/// One answer: its head in small letters, and its body.
fn answer(stream: &mut BufReader<TcpStream>) -> std::io::Result<(String, Vec<u8>)> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
    let head = head.to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    stream.read_exact(&mut body)?;
    Ok((head, body))
}

/// Asks over and over on one connection until an answer says that it is the last. Answers how many came.
fn ask_until_told(limited: &Limited, is_asked: &AtomicBool) -> std::io::Result<usize> {
    let mut stream = BufReader::new(limited.connect());
    for count in 1.. {
        stream.get_mut().write_all(format!("GET {RECORD} HTTP/1.1\r\nHost: a\r\n\r\n").as_bytes())?;
        let (head, _) = answer(&mut stream)?;
        assert!(head.starts_with("http/1.1 200 "), "{head}");
        is_asked.store(true, Ordering::Relaxed);
        if head.contains("\r\nconnection: close\r\n") {
            return Ok(count);
        }
    }
    unreachable!("a server that stops says so")
}

#[test]
fn a_server_that_stops_answers_what_was_sent_and_says_that_it_stops() {
    let limited = Limited::start(1024, &["--shutdown-seconds", "20"]);
    limited.server.get(RECORD).is(200);
    let mut begun = BufReader::new(limited.connect());
    begun.get_mut().write_all(b"GET /v2 HTTP/1.1\r\nHost: ").unwrap();
    let mut idle = limited.connect();
    idle.write_all(format!("GET {RECORD} HTTP/1.1\r\nHost: a\r\n\r\n").as_bytes()).unwrap();
    let mut idle = BufReader::new(idle);
    answer(&mut idle).unwrap();
    let asked: Vec<AtomicBool> = (0..16).map(|_| AtomicBool::new(false)).collect();
    thread::scope(|scope| {
        let limited = &limited;
        let clients: Vec<_> =
            asked.iter().map(|is_asked| scope.spawn(move || ask_until_told(limited, is_asked))).collect();
        wait_until("everybody asks", || asked.iter().all(|is_asked| is_asked.load(Ordering::Relaxed)));
        limited.signal("TERM");
        for client in clients {
            client.join().unwrap().unwrap();
        }
    });
    begun.get_mut().write_all(b"a\r\n\r\n").unwrap();
    let (head, _) = answer(&mut begun).unwrap();
    assert!(head.starts_with("http/1.1 200 ") && head.contains("\r\nconnection: close\r\n"), "{head}");
    assert_eq!(idle.read(&mut [0; 1]).unwrap(), 0, "a connection that waits is closed");
    let (status, took) = limited.end();
    assert!(status.success() && took < Duration::from_secs(15), "{status} after {took:?}");
}

/// A text whose lines look like the heads of answers, read so slowly that it is written in many parts.
#[test]
fn a_text_that_looks_like_an_answer_arrives_whole() {
    let limited = Limited::start(1024, &["--limits", "off"]);
    let database = format!("sqlite://{}", limited.folder.path().join("accounts.db").display());
    let token = crate::accounts::account_with_token(&database, &[]);
    let line = "HTTP/1.1 400 \r\n";
    let text = format!("content-length: 0\r\n{}content-length: 0\r\n", line.repeat(58_000 / line.len()));
    let document = serde_json::json!({
        "title": "Hostile", "targets": ["dataset"], "permissions": [{"action": "odrl:distribute"}], "license_text": text,
    });
    let headers = [("Authorization", &*format!("Bearer {token}")), ("Content-Type", "application/json")];
    let made =
        limited.server.send("/licenselibrary/composer", &headers, &document.to_string()).is(201).json();
    let path = format!("/licenselibrary/license/{}?format=text", made["id"].as_str().unwrap());
    let whole = limited.server.get(&path).is(200).body.clone();
    const REQUESTS: usize = 200;
    let mut stream = BufReader::with_capacity(1024, limited.connect());
    let requests = format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n").repeat(REQUESTS);
    let mut writer = stream.get_ref().try_clone().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || writer.write_all(requests.as_bytes()).unwrap());
        for number in 0..REQUESTS {
            let (head, body) = answer(&mut stream).unwrap_or_else(|error| panic!("answer {number}: {error}"));
            assert!(head.starts_with("http/1.1 200 "), "answer {number}: {head}");
            assert!(body == whole, "answer {number}");
        }
    });
}
