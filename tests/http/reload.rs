//! A running server goes on to another tree: no request is lost, none is answered from two trees, and a tree that does
//! not fit is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use muniment_documents::wire::PackageDigests;
use muniment_library::history::{Catalog, current_release};
use muniment_library::load::load;
use muniment_pages::Pages;
use muniment_rdf::ContentHash;
use muniment_server::app::{App, Environment};
use muniment_server::auth::SystemRandomness;
use muniment_server::clock::Clock;
use muniment_server::library::PageTexts;
use muniment_server::listen::RequestService;
use muniment_server::store::Store;
use muniment_tree::{Proof, Settings, Silent, plan, write};
use tempfile::TempDir;

use crate::accounts::account_with_token;
use crate::folder::{copy_of, edit};
use crate::server::{BINARY, Server, repository};
use crate::settings::config;
use crate::version_1::neutral;

/// The tree depends on this, and on nothing else beside the data.
pub(crate) const BASE: [&str; 2] = ["--base-url", "http://muniment.test"];
const TITLE: &str = "Creative Commons Attribution 4.0 International";
const REVISED: &str = "Creative Commons Attribution 4.0 International, revised";
/// Shows the title, and is answered from the tree.
const RECORD: &str = "/v2/licenses/CC-BY-4.0";
/// How long a server may take to see, read and serve a small tree, on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) fn small() -> TempDir {
    copy_of(&repository().join("tests/fixtures/small"))
}

fn title(server: &Server) -> String {
    server.get(RECORD).is(200).json()["title"].as_str().unwrap().to_owned()
}

fn revise(data: &Path) {
    edit(
        &data.join("licenses/CC-BY-4.0.ttl"),
        &format!("dct:title \"{TITLE}\""),
        &format!("dct:title \"{REVISED}\""),
    );
}

/// Builds the tree of a data folder, as `muniment build` does.
fn build(data: &Path, site: &Path) {
    build_with(None, data, site);
}

/// The same with a text of a record.
pub(crate) fn build_with(text: Option<(&str, &str)>, data: &Path, site: &Path) {
    let library = load(data).library.unwrap();
    let catalog = Catalog::new(&library);
    let current = current_release(catalog.library);
    let texts = text.map(|(_, text)| ContentHash::of(text).to_string());
    let packages = PackageDigests { texts, expert_tables: None };
    let settings = Settings { base_url: BASE[1].parse().unwrap(), packages, ..Settings::default() };
    let texts = text.into_iter().map(|(id, text)| (id.parse().unwrap(), text.to_owned())).collect();
    let pages = Pages::new(&catalog, &settings.base_url).unwrap().with_texts(texts);
    let plan = plan(&catalog, &current, &pages, &settings).unwrap();
    write(&plan, site, Proof::Later, &Silent).unwrap();
}

/// Asks until it is so.
#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}");
        // The server needs the processor more than the question does.
        thread::park_timeout(Duration::from_millis(20));
    }
}

/// A connection on which one request follows another; whatever ends it fails the test.
struct Connection(BufReader<TcpStream>);

impl Connection {
    fn to(server: &Server) -> Self {
        let stream = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self(BufReader::new(stream))
    }

    fn write(&mut self, text: &str) {
        self.0.get_mut().write_all(text.as_bytes()).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.0.read_line(&mut line).unwrap() > 0, "the connection was closed");
        line.trim_end().to_owned()
    }

    /// The head of an answer: its status and the length of its body.
    fn head(&mut self) -> (String, usize) {
        let status = self.line();
        let mut length = 0;
        loop {
            match self.line() {
                line if line.is_empty() => return (status, length),
                line => {
                    let line = line.to_ascii_lowercase();
                    length = line.strip_prefix("content-length: ").map_or(length, |n| n.parse().unwrap());
                }
            }
        }
    }

    fn answer(&mut self) -> String {
        let (status, length) = self.head();
        assert_eq!(status, "HTTP/1.1 200 OK");
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).unwrap();
        String::from_utf8(body).unwrap()
    }

    fn get(&mut self, path: &str) -> String {
        self.write(&format!("GET {path} HTTP/1.1\r\nHost: muniment.test\r\n\r\n"));
        self.answer()
    }
}

/// What is answered by the tree, by a page of it, by the server of its settings, and from the library in memory.
const ASKED: [&str; 6] = [
    RECORD,
    "/license-library/CC-BY-4.0",
    "/v2",
    "/v2/licenses",
    "/v2/licenses?limit=1",
    "/licenselibrary/list",
];

#[test]
fn a_new_tree_is_served_without_losing_a_request_or_mixing_two_trees() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), site.path(), &[&BASE[..], &["--limits", "off"]].concat());
    let answers = |server: &Server| -> BTreeMap<&str, String> {
        let mut connection = Connection::to(server);
        ASKED.into_iter().map(|path| (path, connection.get(path))).collect()
    };
    let before = answers(&server);
    let is_over = AtomicBool::new(false);
    let heard: Vec<Vec<(&str, String)>> = thread::scope(|scope| {
        let clients: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let (mut connection, mut heard) = (Connection::to(&server), Vec::new());
                    loop {
                        let is_last = is_over.load(Ordering::SeqCst);
                        for path in ASKED {
                            let answer = (path, connection.get(path));
                            // Every answer is looked at in the end; those that came again are kept once.
                            if !heard.iter().rev().take(ASKED.len()).any(|last| *last == answer) {
                                heard.push(answer);
                            }
                        }
                        if is_last {
                            return heard;
                        }
                    }
                })
            })
            .collect();
        revise(data.path());
        build(data.path(), site.path());
        wait_until("the new tree is served", || title(&server) == REVISED);
        is_over.store(true, Ordering::SeqCst);
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    });
    let after = answers(&server);
    for path in ASKED {
        assert_ne!(before[path], after[path], "{path} tells the trees apart");
    }
    for heard in heard {
        let seen: Vec<bool> = heard
            .iter()
            .map(|(path, answer)| {
                assert!(
                    *answer == before[path] || *answer == after[path],
                    "{path}: of neither tree: {answer}"
                );
                *answer == after[path]
            })
            .collect();
        assert!(seen.contains(&false) && seen.contains(&true), "asked before and after");
        assert!(
            seen.is_sorted(),
            "whoever was answered from the new tree is not answered from the old one again"
        );
    }
}

#[test]
fn a_request_under_way_is_answered_from_what_it_began_with() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), site.path(), &BASE);
    let question = neutral().to_string();
    let mut connection = Connection::to(&server);
    let length = question.len();
    let send = |connection: &mut Connection| {
        connection.write(&format!(
            "POST /licenselibrary/facetedsearch HTTP/1.1\r\nHost: muniment.test\r\nContent-Type: application/json\r\n\
             Expect: 100-continue\r\nContent-Length: {length}\r\n\r\n"
        ));
        // The server asks for the body once it has begun to answer.
        assert_eq!(connection.head().0, "HTTP/1.1 100 Continue");
    };
    send(&mut connection);
    revise(data.path());
    build(data.path(), site.path());
    wait_until("the new tree is served", || title(&server) == REVISED);
    connection.write(&question);
    let answer = connection.answer();
    assert!(answer.contains(TITLE) && !answer.contains(REVISED), "{answer}");
    // The next one on the same connection begins with the new tree.
    send(&mut connection);
    connection.write(&question);
    assert!(connection.answer().contains(REVISED));
}

#[test]
fn a_tree_of_other_data_is_refused_until_the_data_is_there_too() {
    let (home, data, site) = (tempfile::tempdir().unwrap(), small(), tempfile::tempdir().unwrap());
    let server = Server::start_reporting(home.path(), data.path(), site.path(), &BASE);
    let report = || fs::read_to_string(home.path().join("report")).unwrap();
    let other = small();
    revise(other.path());
    build(other.path(), site.path());
    wait_until("the refusal is reported", || report().contains("refused"));
    assert!(report().contains("was made from other data"), "{}", report());
    assert_eq!(title(&server), TITLE);
    server.get("/healthz").is(200);
    revise(data.path());
    server.signal("HUP");
    wait_until("the new tree is served", || title(&server) == REVISED);
}

#[test]
fn a_tree_that_cannot_be_read_is_refused_and_one_that_can_is_served_again() {
    let (home, data, site) = (tempfile::tempdir().unwrap(), small(), tempfile::tempdir().unwrap());
    let server = Server::start_reporting(home.path(), data.path(), site.path(), &BASE);
    let report = || fs::read_to_string(home.path().join("report")).unwrap();
    let current = site.path().join("current");
    let whole = fs::read_link(&current).unwrap();
    let point_at = |target: &Path| {
        symlink(target, site.path().join("next")).unwrap();
        fs::rename(site.path().join("next"), &current).unwrap();
    };
    // A tree as `muniment build` would name it, of which one file is gone.
    let broken = copy_of(&site.path().join(&whole));
    fs::remove_file(broken.path().join("v2/licenses/CC-BY-4.0/index.ttl")).unwrap();
    point_at(broken.path());
    wait_until("the refusal is reported", || report().contains("refused"));
    assert!(report().contains("index.ttl"), "{}", report());
    server.accept(RECORD, "text/turtle").is(200);
    revise(data.path());
    build(data.path(), site.path());
    wait_until("the next tree is served", || title(&server) == REVISED);
}

/// Bodies are read from the disk, so the tree has to stay for as long as somebody serves it.
#[test]
fn builds_leave_the_tree_that_is_served_alone() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), site.path(), &[&BASE[..], &["--reload-seconds", "0"]].concat());
    let served = site.path().join(fs::read_link(site.path().join("current")).unwrap());
    let path = data.path().join("licenses/CC-BY-4.0.ttl");
    let title_of = |number: usize| format!("dct:title \"{TITLE}{}\"", "!".repeat(number));
    for number in 0..4 {
        edit(&path, &title_of(number), &title_of(number + 1));
        build(data.path(), site.path());
        assert_eq!(title(&server), TITLE);
    }
    assert!(served.exists());
    server.signal("HUP");
    wait_until("the new tree is served", || title(&server) == format!("{TITLE}!!!!"));
    edit(&path, &title_of(4), &title_of(5));
    build(data.path(), site.path());
    assert!(!served.exists(), "nobody serves it any more");
}

#[test]
fn a_matrix_that_is_made_later_is_served() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), site.path(), &BASE);
    let address = "/compatibility/dg_eu/index.json";
    server.get(address).is(404);
    let made = Command::new(BINARY)
        .args(["matrix", "--graph", "dg_eu", "--data"])
        .arg(data.path())
        .arg("--out")
        .arg(site.path())
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    wait_until("the matrix is served", || server.get(address).status == 200);
}

#[test]
fn a_server_that_does_not_look_by_itself_looks_when_told() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), site.path(), &[&BASE[..], &["--reload-seconds", "0"]].concat());
    revise(data.path());
    build(data.path(), site.path());
    assert_eq!(title(&server), TITLE);
    server.signal("HUP");
    wait_until("the new tree is served", || title(&server) == REVISED);
}

/// In this process, to see what is held.
#[test]
fn what_was_known_of_the_data_before_is_freed_with_the_last_request_that_reads_it() {
    let (home, data, site) = (tempfile::tempdir().unwrap(), small(), tempfile::tempdir().unwrap());
    let database = format!("sqlite://{}", home.path().join("accounts.db").display());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let environment = Environment {
        store: runtime.block_on(Store::open(&database)).unwrap(),
        clock: Clock::system(),
        randomness: Arc::new(SystemRandomness),
        texts_of: PageTexts::none,
    };
    let folders = ["--data", data.path().to_str().unwrap(), "--site", site.path().to_str().unwrap()];
    let config = config(folders.iter().chain(&BASE));
    let (app, _) = App::open(config, environment, &Silent).unwrap();
    let app = Arc::new(app);
    let (loaded, served) = (Arc::downgrade(&app.served.loaded), Arc::downgrade(&app.served));
    let service = RequestService::new(Arc::clone(&app));
    // The same tree again needs the same library.
    let same = Arc::new(app.reopened().unwrap());
    assert!(Arc::ptr_eq(&same.served.loaded, &app.served.loaded));
    drop((app, service.switch(Arc::clone(&same))));
    assert!(served.upgrade().is_none(), "the tree before is freed");
    revise(data.path());
    build(data.path(), site.path());
    let other = same.reopened().unwrap();
    assert!(!Arc::ptr_eq(&same.served.loaded, &other.served.loaded));
    drop(same);
    let under_way = service.switch(Arc::new(other));
    assert!(loaded.upgrade().is_some(), "a request under way reads it");
    drop(under_way);
    assert!(loaded.upgrade().is_none(), "nobody reads it any more");
}

#[test]
fn what_accounts_have_and_used_stays_when_the_tree_is_replaced() {
    let (data, site, home) = (small(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let database = format!("sqlite://{}", home.path().join("accounts.db").display());
    let token = account_with_token(&database, &["--hour", "3"]);
    let server =
        Server::start(data.path(), site.path(), &[&BASE[..], &["--database-url", &database]].concat());
    let bearer = format!("Bearer {token}");
    let ask = || server.ask("GET", RECORD, &[("Authorization", &bearer)]);
    for left in ["2", "1", "0"] {
        ask().is(200).has("x-ratelimit-remaining", left);
    }
    revise(data.path());
    build(data.path(), site.path());
    wait_until("the new tree is served", || title(&server) == REVISED);
    ask().is(429);
}

#[test]
fn browsers_are_told_of_a_new_tree_in_development() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), site.path(), &[&BASE[..], &["--live-reload"]].concat());
    let tree = || fs::read_link(site.path().join("current")).unwrap().to_str().unwrap().to_owned();
    let mut listener = Connection::to(&server);
    listener.write("GET /_live HTTP/1.1\r\nHost: muniment.test\r\n\r\n");
    assert_eq!(listener.head().0, "HTTP/1.1 200 OK");
    let told = |listener: &mut Connection| loop {
        if let Some(tree) = listener.line().strip_prefix("data: ") {
            return tree.to_owned();
        }
    };
    let first = tree();
    assert_eq!(told(&mut listener), first, "whoever comes is told what is served");
    let page = server.get("/license-library/CC-BY-4.0");
    let script = format!("<script src=\"/assets/live.js\" data-tree=\"{first}\" defer></script>");
    assert_eq!(page.is(200).text().matches(&script).count(), 1);
    server.get("/assets/live.js").is(200).has("content-type", "text/javascript; charset=utf-8");
    let file = fs::read(site.path().join("current/license-library/CC-BY-4.0/index.html")).unwrap();
    assert_eq!(page.text().replace(&script, "").as_bytes(), file, "nothing else differs from what was built");
    revise(data.path());
    build(data.path(), site.path());
    let second = told(&mut listener);
    assert_eq!(second, tree());
    assert_ne!(second, first);
    // Who was told finds the new tree, and a copy of the old page does not pass for the new one.
    let tag = page.header("etag").unwrap();
    let again = server.ask("GET", "/license-library/CC-BY-4.0", &[("If-None-Match", tag)]);
    assert!(again.is(200).text().contains(&format!("data-tree=\"{second}\"")));
    // Somebody who listens does not keep the server from ending, and gets a whole answer.
    server.signal("TERM");
    let rest: BTreeSet<String> = listener.0.lines().map(Result::unwrap).collect();
    assert!(rest.contains("0"), "the last chunk: {rest:?}");
}

#[test]
fn pages_are_served_as_they_were_built_when_nobody_develops() {
    let (data, site) = (small(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path(), site.path(), &BASE);
    server.get("/_live").is(404);
    server.get("/assets/live.js").is(404);
    let file = fs::read(site.path().join("current/license-library/CC-BY-4.0/index.html")).unwrap();
    assert_eq!(server.get("/license-library/CC-BY-4.0").body, file);
}
