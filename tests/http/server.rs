//! A server to ask, and the ways to ask it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;
use ureq::http::request::Builder;
use ureq::http::{HeaderMap, Request};
use ureq::{Agent, AsSendBody};

/// The binary under test.
pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_muniment");

/// The server of the real library that was started elsewhere, if there is one.
static NAMED: LazyLock<Option<Server>> = LazyLock::new(|| {
    let url = std::env::var("MUNIMENT_TEST_URL").ok()?;
    Some(Server::at(url.trim_end_matches('/')))
});

/// A server with the tree that it has built, which further servers of the same library serve, too.
struct BuiltServer {
    server: Server,
    tree: PathBuf,
}

static REAL: LazyLock<BuiltServer> = LazyLock::new(|| BuiltServer::start(&data()));
static SMALL: LazyLock<BuiltServer> = LazyLock::new(|| BuiltServer::start(&small()));

impl BuiltServer {
    fn start(data: &Path) -> Self {
        let site = tempfile::tempdir().unwrap().keep();
        let server = Server::spawn(&site, data, &site, &[], Stdio::inherit());
        let tree = fs::canonicalize(site.join("current")).unwrap();
        Self { server, tree }
    }
}

/// The server of the real library, started when it is first asked for.
pub(crate) fn server() -> &'static Server {
    NAMED.as_ref().unwrap_or_else(|| &REAL.server)
}

/// The sources of the small library.
pub(crate) fn small() -> PathBuf {
    repository().join("tests/fixtures/small")
}

/// Puts the tree of a library that many servers serve into a folder without a tree. A server whose settings ask for another
/// tree builds its own.
fn share_tree(data: &Path, site: &Path) {
    let built = if data == self::data() {
        &REAL
    } else if data == small() {
        &SMALL
    } else {
        return;
    };
    if fs::symlink_metadata(site.join("current")).is_err() {
        fs::create_dir_all(site).unwrap();
        symlink(&built.tree, site.join("current")).unwrap();
    }
}

/// The sources of the real library.
pub(crate) fn data() -> PathBuf {
    repository().join("data")
}

/// The repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The command under test, unmoved by the environment of the tests, with a database of its own unless a flag names
/// another.
pub(crate) fn command(program: &str) -> Command {
    static COMMANDS: AtomicUsize = AtomicUsize::new(0);
    let mut command = Command::new(program);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("MUNIMENT_")) {
        command.env_remove(name);
    }
    let (process, number) = (std::process::id(), COMMANDS.fetch_add(1, Ordering::Relaxed));
    let folder = env!("CARGO_TARGET_TMPDIR");
    command.env("MUNIMENT_DATABASE_URL", format!("sqlite://{folder}/accounts-{process}-{number}.db"));
    command
}

/// A server and a client of it. One that we started ends with this value, or with this process, however
/// that ends.
pub(crate) struct Server {
    /// `http://host:port`.
    pub(crate) url: String,
    agent: Agent,
    process: Option<Child>,
}

/// Runs the server until our end of the pipe is closed, then ends it and removes its database and the folder `$0`.
const KEEPER: &str = r#"
trap '' INT
"$@" </dev/null &
server=$!
exec >&-
cat >/dev/null
exec 2>&-
kill -KILL "$server" 2>/dev/null
wait "$server"
[ -z "$MUNIMENT_DATABASE_URL" ] || rm -f "${MUNIMENT_DATABASE_URL#sqlite://}"*
[ -z "$0" ] || rm -rf "$0"
"#;

impl Server {
    /// Starts a server on a free port; ready when this returns.
    pub(crate) fn start(data: &Path, site: &Path, flags: &[&str]) -> Self {
        Self::start_and_remove(Path::new(""), data, site, flags)
    }

    /// The same for a server that is never dropped, being static: a folder is removed when it ends.
    pub(crate) fn start_and_remove(folder: &Path, data: &Path, site: &Path, flags: &[&str]) -> Self {
        share_tree(data, site);
        Self::spawn(folder, data, site, flags, Stdio::inherit())
    }

    /// The same, with what it reports written to a file of that folder, `report`.
    pub(crate) fn start_reporting(folder: &Path, data: &Path, site: &Path, flags: &[&str]) -> Self {
        let report = fs::File::create(folder.join("report")).unwrap();
        share_tree(data, site);
        Self::spawn(folder, data, site, flags, report.into())
    }

    fn spawn(folder: &Path, data: &Path, site: &Path, flags: &[&str], report: Stdio) -> Self {
        let mut process = command("sh")
            .args(["-c", KEEPER])
            .arg(folder)
            .args([BINARY, "serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .arg("--site")
            .arg(site)
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(report)
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = lines
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("serving at ").map(str::to_owned))
            .unwrap_or_else(|| panic!("the server ended before it said `serving at`"));
        let mut server = Self::at(&url);
        server.process = Some(process);
        server
    }

    /// A client of a server that somebody else started.
    pub(crate) fn at(url: &str) -> Self {
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .accept("")
            .user_agent("")
            .max_idle_connections_per_host(8)
            .timeout_global(Some(Duration::from_secs(60)))
            .build()
            .new_agent();
        Self { url: url.to_owned(), agent, process: None }
    }

    /// Threads of the process of a server that we started.
    pub(crate) fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.process_id())).unwrap().count()
    }

    /// Sends the process of a server that we started a signal, such as `HUP`.
    pub(crate) fn signal(&self, name: &str) {
        let server = self.process_id();
        assert!(Command::new("kill").args(["-s", name, &server]).status().unwrap().success());
    }

    /// The process of a server that we started.
    pub(crate) fn process_id(&self) -> String {
        let keeper = self.process.as_ref().unwrap().id();
        let children = std::fs::read_to_string(format!("/proc/{keeper}/task/{keeper}/children")).unwrap();
        let is_server = |pid: &&str| {
            std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|program| program == Path::new(BINARY))
        };
        children.split_whitespace().find(is_server).unwrap().to_owned()
    }

    /// Asks without any header of our own.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }

    /// Asks with `Accept`.
    pub(crate) fn accept(&self, path: &str, accept: &str) -> Answer {
        self.ask("GET", path, &[("Accept", accept)])
    }

    /// Asks.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let asked = format!("{method} {path} {headers:?}");
        self.run(self.request(method, path, headers), (), asked)
    }

    /// Sends a document.
    pub(crate) fn post(&self, path: &str, media_type: &str, document: &str) -> Answer {
        self.send(path, &[("Content-Type", media_type)], document)
    }

    /// Sends a document with headers.
    pub(crate) fn send(&self, path: &str, headers: &[(&str, &str)], document: &str) -> Answer {
        let shown: String = document.chars().take(300).collect();
        let asked = format!("POST {path} {headers:?} {shown}");
        self.run(self.request("POST", path, headers), document, asked)
    }

    fn request(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Builder {
        let request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))
    }

    fn run(&self, request: Builder, body: impl AsSendBody, asked: String) -> Answer {
        let mut response =
            self.agent.run(request.body(body).unwrap()).unwrap_or_else(|error| panic!("{asked}: {error}"));
        Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.body_mut().with_config().limit(1 << 26).read_to_vec().unwrap(),
            asked,
        }
    }

    /// Sends a request head as it is, and reads whatever comes until the server closes the connection.
    pub(crate) fn raw(&self, head: &str) -> String {
        let mut stream = TcpStream::connect(self.url.trim_start_matches("http://")).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let text = format!("{head}\r\nHost: muniment.example\r\nConnection: close\r\n\r\n");
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // Whoever refuses early may reset the connection while we still write; what was said counts.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            drop(process.stdin.take());
            process.wait().unwrap();
        }
    }
}

/// What came back.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
    /// The request, for the sentence of a failing test.
    pub(crate) asked: String,
}

impl Answer {
    /// A header; fails when it is there twice.
    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let values: Vec<&str> = self.headers.get_all(name).iter().map(|v| v.to_str().unwrap()).collect();
        assert!(values.len() < 2, "{}: {name} stands there {} times", self.asked, values.len());
        values.first().copied()
    }

    /// Fails unless a header has this value; `None` for one that is not there.
    #[track_caller]
    pub(crate) fn has<'v>(&self, name: &str, value: impl Into<Option<&'v str>>) -> &Self {
        assert_eq!(self.header(name), value.into(), "{}: {name}", self.asked);
        self
    }

    /// Fails unless the status is this one.
    #[track_caller]
    pub(crate) fn is(&self, status: u16) -> &Self {
        assert_eq!(self.status, status, "{}: {}", self.asked, self.text().get(..300).unwrap_or(self.text()));
        self
    }

    /// The body as text.
    #[track_caller]
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The body as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{}: {error}", self.asked))
    }

    /// Every header but those of the connection, the one that names the request, and the one that names the software.
    #[track_caller]
    pub(crate) fn lasting_headers(&self) -> BTreeMap<String, String> {
        let names = self.headers.keys().map(ureq::http::HeaderName::as_str);
        names
            .filter(|name| {
                !["date", "content-length", "connection", "keep-alive", "server", "x-request-id"]
                    .contains(name)
            })
            .map(|name| (name.to_owned(), self.header(name).unwrap().to_owned()))
            .collect()
    }

    /// The links of the `Link` header by relation: target and `type`.
    #[track_caller]
    pub(crate) fn links(&self) -> BTreeMap<String, (String, Option<String>)> {
        let mut links = BTreeMap::new();
        let mut rest = self.header("link").unwrap_or_default();
        while let Some((target, after)) = rest.split_once('>') {
            let target = target.trim_start_matches([',', ' ']).strip_prefix('<').unwrap();
            let (parameters, after) =
                after.split_once(", <").map_or((after, ""), |(p, _)| (p, after.get(p.len() + 2..).unwrap()));
            let value = |name: &str| {
                let mut pairs = parameters.split(';').filter_map(|pair| pair.trim().split_once('='));
                pairs.find(|(key, _)| *key == name).map(|(_, value)| value.trim_matches('"').to_owned())
            };
            let link = (target.to_owned(), value("type"));
            assert!(links.insert(value("rel").unwrap(), link).is_none(), "{}: a relation twice", self.asked);
            rest = after;
        }
        links
    }
}
