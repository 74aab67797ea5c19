//! What strangers' models cost: processor time of the worst requests, memory, and the tree while they are asked for.
//!
//! The server of the real library is a process of its own, so what it takes is read from the system. Each ceiling holds
//! on two processors that other programs use too; `tests/run --long` sets `MUNIMENT_LONG_TESTS`, which asks for longer
//! and holds the server to the ceilings of an idle machine.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test says what went wrong by failing, and this one what it measured"
)]

#[path = "../http/server.rs"]
#[expect(dead_code, reason = "the tests of `http` ask in more ways")]
mod server;

mod anonymous; // what anybody may ask
#[path = "../command/copy.rs"]
mod copy;
mod models; // what is asked about
mod operations; // every operation and page
mod readers; // what the command reads

use std::io::Write;
use std::net::TcpStream;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use models::{Asker, contradictions, license_of_texts, license_of_triples, records};
use server::{Answer, BINARY, Server, command, data};

/// Memory that requests may take beyond what the server has when it has started, in KiB.
///
/// A server of the library of 2026-11-20 had 346 MiB when it had started, and may have had 600 MiB.
const MEMORY: usize = 254 << 10;

/// The licenses that one check takes.
const MOST_LICENSES: usize = 1_000;

/// The ceilings, which depend on how busy the machine may be.
struct Ceilings {
    /// Processor time of one request.
    processor: Duration,
    /// The slowest of a hundred answers of the tree.
    tree: Duration,
    /// How long it is asked under load.
    load: Duration,
}

impl Ceilings {
    fn get() -> Self {
        if std::env::var_os("MUNIMENT_LONG_TESTS").is_some() {
            let (processor, tree) = (Duration::from_millis(250), Duration::from_millis(20));
            Self { processor, tree, load: Duration::from_secs(60) }
        } else {
            let (processor, tree) = (Duration::from_millis(500), Duration::from_millis(150));
            Self { processor, tree, load: Duration::from_secs(5) }
        }
    }
}

/// A server whose clients say who they are, and somebody with an account.
struct TestServer {
    server: Server,
    token: String,
    /// The memory that the server had when it had started, in KiB.
    at_rest: usize,
    _folder: tempfile::TempDir,
}

impl TestServer {
    fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}", folder.path().join("accounts.db").display());
        let operate = |arguments: &[&str]| {
            let mut operator = command(BINARY);
            let output = operator
                .args(arguments)
                .args(["--database-url", &database])
                .stderr(Stdio::inherit())
                .output();
            String::from_utf8(output.unwrap().stdout).unwrap().trim().to_owned()
        };
        let account = operate(&["admin", "create-account", "--name", "Mallory", "--email", "m@example.org"]);
        let token = operate(&["admin", "create-token", "--account", &account, "--name", "tests"]);
        let flags = ["--limits", "off", "--trusted-proxies", "1", "--database-url", &database];
        let server = Server::start(&data(), &folder.path().join("site"), &flags);
        // What building the tree took is not looked at.
        std::fs::write(format!("/proc/{}/clear_refs", server.process_id()), "5").unwrap();
        let at_rest = memory(&server, "VmRSS:");
        Self { server, token, at_rest, _folder: folder }
    }

    /// The same server as one client meets it.
    fn client(&self, number: u8) -> Asker<'_> {
        Asker { server: &self.server, token: &self.token, address: format!("203.0.113.{number}") }
    }

    /// Processor time that the server has taken so far.
    fn processor_time(&self) -> Duration {
        processor_time(&self.server.process_id())
    }

    /// The most memory that the server has had, in KiB.
    fn peak_memory(&self) -> usize {
        memory(&self.server, "VmHWM:")
    }

    /// Fails if a request takes more processor time than it may; answers what it was answered.
    #[track_caller]
    fn cheap(&self, what: &str, most: Duration, ask: impl FnOnce() -> Answer) -> Answer {
        let before = self.processor_time();
        let answer = ask();
        let taken = self.processor_time() - before;
        println!("{what}: {} ms, {} bytes, {}", taken.as_millis(), answer.body.len(), answer.status);
        assert!(taken <= most, "{what}: {taken:?} of processor time");
        answer
    }

    #[track_caller]
    fn is_small(&self) {
        let peak = self.peak_memory();
        println!("peak memory: {} MiB", peak >> 10);
        let more = peak.saturating_sub(self.at_rest);
        assert!(
            more < MEMORY,
            "the server took {} MiB more than the {} MiB it had",
            more >> 10,
            self.at_rest >> 10
        );
    }
}

/// The time that a process has taken in user and in system mode.
fn processor_time(process: &str) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let after_name = stat.rsplit(')').next().unwrap();
    let ticks: u64 =
        after_name.split_whitespace().skip(11).take(2).map(|time| time.parse::<u64>().unwrap()).sum();
    Duration::from_millis(ticks * 10)
}

/// A line of the memory of a server, in KiB.
fn memory(server: &Server, line: &str) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process_id())).unwrap();
    let found = status.lines().find_map(|written| written.strip_prefix(line)).unwrap();
    found.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn what_strangers_send_costs_little() {
    let (host, ceilings) = (TestServer::open(), Ceilings::get());
    let asker = host.client(1);
    each_anonymous_question_is_cheap(&host, &ceilings);
    each_operation_is_cheap(&host, &ceilings);
    host.is_small();
    each_request_is_cheap(&host, &asker, &ceilings);
    host.is_small();
    who_reads_nothing_holds_nobody_up(&host);
    host.is_small();
    the_tree_answers_under_load(&host, &ceilings);
    host.is_small();
}

/// The worst of what can be asked without an account: processor time, and bytes of the answer.
fn each_anonymous_question_is_cheap(host: &TestServer, ceilings: &Ceilings) {
    let client = [("X-Forwarded-For", "203.0.113.9"), ("Content-Type", "application/json")];
    for question in anonymous::questions(&records(&host.server)) {
        let answer = host.cheap(question.what, ceilings.processor, || match &question.document {
            Some(document) => host.server.send(&question.path, &client, &document.to_string()),
            None => host.server.ask("GET", &question.path, &client),
        });
        let (bytes, most) = (answer.body.len(), question.most_bytes);
        assert!(answer.status < 500 && bytes <= most, "{}: {}, {bytes} bytes", question.what, answer.status);
    }
}

/// Every operation and page with the largest input that it takes.
fn each_operation_is_cheap(host: &TestServer, ceilings: &Ceilings) {
    let descriptions = ["/openapi.json", "/v2/openapi.json"].map(|path| host.server.get(path).is(200).json());
    let asked = descriptions.iter().flat_map(operations::operations).chain(operations::pages());
    let client = [("X-Forwarded-For", "203.0.113.10"), ("Content-Type", "application/json")];
    for asked in asked {
        let answer = host.cheap(&asked.what, ceilings.processor, || match &asked.document {
            Some(document) => host.server.send(&asked.path, &client, document),
            None => host.server.ask("GET", &asked.path, &client),
        });
        let is_refused = answer.status >= 400;
        let bytes = answer.body.len();
        assert!(
            (answer.status < 500 || answer.status == 503) && (!is_refused || bytes <= anonymous::REFUSAL),
            "{}: {}, {bytes} bytes",
            asked.what,
            answer.status
        );
    }
}

/// The worst of what can be sent, one request after another.
fn each_request_is_cheap(host: &TestServer, asker: &Asker<'_>, ceilings: &Ceilings) {
    let most = ceilings.processor;
    let large: Vec<String> = (0..10)
        .map(|number| {
            let turtle = license_of_triples(number, 9_900);
            host.cheap("composing 9,900 triples", most, || asker.compose("text/turtle", &turtle)).id()
        })
        .collect();
    let texts = license_of_texts();
    host.cheap("composing a mebibyte of texts", most, || asker.compose("application/json", &texts)).id();
    let middling: Vec<String> =
        (0..50).map(|number| asker.compose("text/turtle", &license_of_triples(number, 400)).id()).collect();

    for form in ["json", "ttl", "jsonld", "rdfxml", "nt"] {
        let path = format!("/v2/licenses/{}?format={form}", large[0]);
        host.cheap(&path, most, || asker.get(&path)).is(200);
    }
    for path in ["/licenselibrary/license/", "/license-library/", "/licenselibrary/"] {
        let path = format!("{path}{}", large[1]);
        assert!(host.cheap(&path, most, || asker.get(&path)).status < 400, "{path}");
    }

    host.cheap("checking 50 licenses", most, || asker.check(&middling, None)).is(200);
    host.cheap("checking the largest licenses", most, || asker.check(&large[2..8], None)).is(200);
    let refused = host.cheap("checking too much", most, || asker.check(&large, None));
    assert!(refused.is(422).text().contains("ask about fewer"), "{}", refused.text());
    let page = format!("/license-compatibility-checker?ids={}", middling[..30].join(","));
    host.cheap("the page about 30 licenses", most, || asker.get(&page)).is(200);
    let page = format!("/license-compatibility-checker/bundle?ids={}", large[..4].join(","));
    host.cheap("the page about the largest licenses", most, || asker.get(&page)).is(200);

    let records = &records(&host.server)[..MOST_LICENSES];
    let refused = host.cheap("as many records as a check takes", most, || asker.check(records, None));
    assert!(refused.is(422).text().contains("ask about fewer"), "{}", refused.text());
    let graph = asker.graph(&contradictions(&host.server)).id();
    let refused = host.cheap("the same, every contradiction", most, || asker.check(records, Some(&graph)));
    assert!(refused.is(422).text().contains("ask about fewer"), "{}", refused.text());
}

/// Large answers that nobody reads are held within bounds, and take nobody's turn.
fn who_reads_nothing_holds_nobody_up(host: &TestServer) {
    let records = records(&host.server);
    let large = json!({"licenses": records.iter().step_by(3).collect::<Vec<_>>()}).to_string();
    let attacker = host.client(66);
    let unread: Vec<TcpStream> = (0..40).map(|_| attacker.ask_and_read_nothing(&large)).collect();
    // Whoever else asks is answered: a check that takes a turn, and a large answer too.
    let asker = host.client(7);
    for count in [20, 190] {
        let asked = Instant::now();
        asker.check(&records[..count], None).is(200);
        assert!(asked.elapsed() < Duration::from_secs(10), "{count}: {:?}", asked.elapsed());
    }
    drop(unread);
}

/// Clients that ask for what is worst, while the tree is read.
fn the_tree_answers_under_load(host: &TestServer, ceilings: &Ceilings) {
    let licenses: Vec<String> = (100..104)
        .map(|number| host.client(1).compose("text/turtle", &license_of_triples(number, 9_900)).id())
        .collect();
    let records = records(&host.server);
    let page = format!("/license-compatibility-checker?ids={}", licenses.join(","));
    let form = format!("/v2/licenses/{}?format=rdfxml", licenses[0]);
    let (is_over, answered, refused) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    let mut times = Vec::new();
    thread::scope(|scope| {
        for number in 0..12 {
            let (licenses, records, page, form) = (&licenses, &records, &page, &form);
            let (is_over, answered, refused) = (&is_over, &answered, &refused);
            // Three clients with four connections each.
            let asker = host.client(100 + number % 3);
            scope.spawn(move || {
                for round in 0.. {
                    if is_over.load(Ordering::Relaxed) {
                        break;
                    }
                    let answer = match round % 4 {
                        0 => asker.check(licenses, None),
                        1 => asker.get(page),
                        2 => asker.get(form),
                        _ => asker.check(&records[..150], None),
                    };
                    match answer.status {
                        200 => answered.fetch_add(1, Ordering::Relaxed),
                        503 => {
                            assert!(answer.header("retry-after").is_some());
                            refused.fetch_add(1, Ordering::Relaxed)
                        }
                        status => panic!("{status}: {}", answer.text()),
                    };
                }
            });
        }
        let until = Instant::now() + ceilings.load;
        let reader = host.client(9);
        while Instant::now() < until {
            let asked = Instant::now();
            reader.get("/licenselibrary/license/MIT?format=ttl").is(200);
            times.push(asked.elapsed());
        }
        is_over.store(true, Ordering::Relaxed);
    });
    times.sort_unstable();
    let slowest = times[times.len() * 99 / 100];
    println!(
        "the tree: {} answers, the median in {:?}, the 99th of a hundred in {slowest:?}; {} requests answered, {} refused",
        times.len(),
        times[times.len() / 2],
        answered.load(Ordering::Relaxed),
        refused.load(Ordering::Relaxed),
    );
    assert!(answered.load(Ordering::Relaxed) > 0);
    assert!(slowest <= ceilings.tree, "the tree answered in {slowest:?}");
}

/// Sends a request and leaves its answer unread.
impl Asker<'_> {
    fn ask_and_read_nothing(&self, document: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.server.url.trim_start_matches("http://")).unwrap();
        let head = format!(
            "POST /compatibilitycheck/ HTTP/1.1\r\nHost: muniment.example\r\nX-Forwarded-For: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            document.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(document.as_bytes()).unwrap();
        stream
    }
}
