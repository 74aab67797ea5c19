//! 500 clients at once, each on a connection of its own, for a minute: reads, checks of licenses, and composing. The
//! peer is the same server answering the same reads to the same clients and nothing else.
//!
//! `cargo bench -p muniment --bench load [-- SECONDS]`; on SQLite, and on the PostgreSQL database of
//! `MUNIMENT_BENCH_POSTGRES` (a URL) where there is one.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a measurement that goes wrong stops"
)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader as AsyncBufReader};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

const BINARY: &str = env!("CARGO_BIN_EXE_muniment");
const CLIENTS: usize = 500;
const ACCOUNTS: usize = 50;

/// What one request was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Read,
    Check,
    Compose,
}

/// One answer: for what, with which status, after how long.
type Sample = (Kind, u16, Duration);

fn main() {
    // `cargo test` runs it without `--bench`, to see that it works.
    let seconds = if std::env::args().any(|word| word == "--bench") { 60 } else { 4 };
    let seconds = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(seconds);
    let length = Duration::from_secs(seconds);
    let folder = tempfile::tempdir().unwrap();
    let mut databases = vec![("SQLite", format!("sqlite://{}/accounts.db", folder.path().display()))];
    databases.extend(std::env::var("MUNIMENT_BENCH_POSTGRES").ok().map(|url| ("PostgreSQL", url)));
    for (name, database) in databases {
        let server = Server::start(&database, &folder.path().join("site"));
        let tokens = tokens(&database);
        let runtime = Runtime::new().unwrap();
        println!("## {name}: {CLIENTS} clients, {seconds} s\n");
        let alone = runtime.block_on(run(&server.address, &tokens, length / 4, &[Kind::Read]));
        // Seven reads, two checks, one license.
        let mix = [
            Kind::Read,
            Kind::Read,
            Kind::Check,
            Kind::Read,
            Kind::Read,
            Kind::Compose,
            Kind::Read,
            Kind::Check,
        ]
        .into_iter()
        .chain([Kind::Read, Kind::Read])
        .collect::<Vec<_>>();
        let mixed = runtime.block_on(run(&server.address, &tokens, length, &mix));
        let reads_alone = tell("reads alone", &alone.samples, length / 4, None);
        tell("all together", &mixed.samples, length, Some(reads_alone));
        let kept = runtime.block_on(kept(&server.address, &tokens, &mixed.composed));
        println!(
            "\n{} licenses were answered 201, {kept} are there; 5xx: {}\n",
            mixed.composed.len(),
            mixed.failed()
        );
        assert_eq!(kept, mixed.composed.len(), "a write was lost");
        assert_eq!(mixed.failed() + alone.failed(), 0, "the server failed");
    }
}

/// A server that ends with this value.
struct Server {
    address: String,
    process: Child,
}

impl Server {
    fn start(database: &str, site: &Path) -> Self {
        let data: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let mut process = Command::new(BINARY)
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--limits",
                "off",
                "--trusted-proxies",
                "1",
                "--database-url",
                database,
                "--data",
            ])
            .arg(data)
            .arg("--site")
            .arg(site)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        let address =
            lines.find_map(|line| line.strip_prefix("serving at http://").map(str::to_owned)).unwrap();
        Self { address, process }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

fn admin(database: &str, arguments: &[&str]) -> String {
    let output = Command::new(BINARY)
        .arg("admin")
        .args(arguments)
        .args(["--database-url", database])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A token of each account.
fn tokens(database: &str) -> Vec<String> {
    let run = std::process::id();
    (0..ACCOUNTS)
        .map(|number| {
            let email = format!("load{run}.{number}@example.org");
            let account = admin(database, &["create-account", "--name", "Load", "--email", &email]);
            admin(database, &["create-token", "--account", &account, "--name", "load"])
        })
        .collect()
}

/// What came of a run.
#[derive(Debug, Default)]
struct Outcome {
    samples: Vec<Sample>,
    /// Identifiers of the licenses that were answered 201, with the number of the account.
    composed: Vec<(usize, String)>,
}

impl Outcome {
    fn failed(&self) -> usize {
        self.samples.iter().filter(|(_, status, _)| *status >= 500).count()
    }
}

async fn run(address: &str, tokens: &[String], length: Duration, mix: &[Kind]) -> Outcome {
    let end = Instant::now() + length;
    let mut clients = Vec::new();
    for client in 0..CLIENTS {
        let (address, mix) = (address.to_owned(), mix.to_owned());
        let account = client % tokens.len();
        let token = tokens[account].clone();
        clients.push(tokio::spawn(async move {
            let mut outcome = Outcome::default();
            let mut connection = Connection::open(&address).await;
            for turn in client.. {
                if Instant::now() >= end {
                    break;
                }
                let kind = mix[turn % mix.len()];
                let request = request(kind, turn, &token);
                let before = Instant::now();
                let (status, body) = connection.ask(&request).await;
                outcome.samples.push((kind, status, before.elapsed()));
                if kind == Kind::Compose && status == 201 {
                    let document: serde_json::Value = serde_json::from_slice(&body).unwrap();
                    outcome.composed.push((account, document["id"].as_str().unwrap().to_owned()));
                }
            }
            outcome
        }));
    }
    let mut whole = Outcome::default();
    for client in clients {
        let outcome = client.await.unwrap();
        whole.samples.extend(outcome.samples);
        whole.composed.extend(outcome.composed);
    }
    whole
}

fn request(kind: Kind, turn: usize, token: &str) -> String {
    let authorization = format!("Authorization: Bearer {token}\r\n");
    // Clients behind one proxy: each has a share of the turns of its own.
    let post = |path: &str, body: &serde_json::Value, head: &str| {
        let body = body.to_string();
        format!(
            "POST {path} HTTP/1.1\r\nHost: load\r\nX-Forwarded-For: 192.0.2.{}\r\n{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            turn % 250,
            body.len()
        )
    };
    match kind {
        Kind::Read => {
            let reads = [
                "/v2/licenses/Apache-2.0",
                "/v2/licenses/GPL-3.0-only?format=ttl",
                "/licenselibrary/license/MIT",
                "/license-library/CC-BY-4.0",
                "/licenselibrary/list?keyword=creative&limit=10",
                "/v2/changes",
            ];
            // Every fifth reader is known, and counted.
            let head = if turn.is_multiple_of(5) { authorization.as_str() } else { "" };
            format!("GET {} HTTP/1.1\r\nHost: load\r\n{head}\r\n", reads[turn % reads.len()])
        }
        Kind::Check => {
            let base = "https://muniment.example/licenselibrary/";
            let licenses: Vec<String> =
                ["GPL-3.0-only", "Apache-2.0", "MIT"].iter().map(|id| format!("{base}{id}")).collect();
            post("/compatibilitycheck/", &serde_json::json!({"licenses": licenses}), "")
        }
        Kind::Compose => {
            let document = serde_json::json!({
                "title": format!("License {turn}"),
                "targets": ["dataset"],
                "permissions": [{"action": "odrl:distribute", "duties": ["cc:Attribution"]}, {"action": "odrl:derive"}],
                "prohibitions": ["cc:CommercialUse"],
            });
            post("/licenselibrary/composer?publish=true", &document, &authorization)
        }
    }
}

/// How many of the licenses are among those of their accounts, and answer.
async fn kept(address: &str, tokens: &[String], composed: &[(usize, String)]) -> usize {
    let mut connection = Connection::open(address).await;
    let mut kept = 0;
    for (account, token) in tokens.iter().enumerate() {
        let head = format!("Authorization: Bearer {token}\r\n");
        let (_, body) =
            connection.ask(&format!("GET /licenselibrary/mine HTTP/1.1\r\nHost: load\r\n{head}\r\n")).await;
        let mine = String::from_utf8(body).unwrap();
        for (_, id) in composed.iter().filter(|(of, _)| *of == account) {
            let path = format!("/licenselibrary/license/{id}");
            let (status, _) = connection.ask(&format!("GET {path} HTTP/1.1\r\nHost: load\r\n\r\n")).await;
            kept += usize::from(status == 200 && mine.contains(id));
        }
    }
    kept
}

/// Prints what was measured, and answers how many reads a second there were.
fn tell(what: &str, samples: &[Sample], length: Duration, reads_alone: Option<f64>) -> f64 {
    let mut by_kind: BTreeMap<Kind, Vec<Duration>> = BTreeMap::new();
    for (kind, _, took) in samples {
        by_kind.entry(*kind).or_default().push(*took);
    }
    let all = samples.len() as f64 / length.as_secs_f64();
    let against = reads_alone.map(|alone| format!(", {:.2} of reads alone", all / alone)).unwrap_or_default();
    println!("{what}: {all:.0} requests a second{against}");
    let mut reads = 0.0;
    for (kind, mut times) in by_kind {
        times.sort_unstable();
        let at = |part: usize| times[(times.len() - 1) * part / 1000];
        let rate = times.len() as f64 / length.as_secs_f64();
        println!(
            "  {kind:?}: {rate:.0}/s, p50 {:.1?}, p99 {:.1?}, longest {:.1?}",
            at(500),
            at(990),
            at(1000)
        );
        if kind == Kind::Read {
            reads = rate;
        }
    }
    reads
}

/// A connection that is kept.
struct Connection {
    stream: AsyncBufReader<TcpStream>,
}

impl Connection {
    async fn open(address: &str) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: AsyncBufReader::new(stream) }
    }

    async fn ask(&mut self, request: &str) -> (u16, Vec<u8>) {
        self.stream.get_mut().write_all(request.as_bytes()).await.unwrap();
        let (mut status, mut length, mut line) = (0, 0, String::new());
        loop {
            line.clear();
            assert_ne!(self.stream.read_line(&mut line).await.unwrap(), 0, "the server hung up: {request}");
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest.get(..3).unwrap().parse().unwrap();
            } else if let Some((name, value)) = line.split_once(": ") {
                if name.eq_ignore_ascii_case("content-length") {
                    length = value.parse().unwrap();
                }
                assert!(!name.eq_ignore_ascii_case("transfer-encoding"), "a length is needed: {request}");
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await.unwrap();
        (status, body)
    }
}
