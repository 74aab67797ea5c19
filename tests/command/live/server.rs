use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};

use muniment_documents::wire::{Manifest, Representation, entity_tag};

/// What goes back over the wire.
pub(crate) struct Answer {
    /// With 0 nothing goes back: the server hangs up.
    pub(crate) status: u16,
    pub(crate) media_type: String,
    pub(crate) tag: String,
    pub(crate) body: Vec<u8>,
    /// Where an answer that redirects leads.
    pub(crate) location: Option<&'static str>,
}

type Spoil = Box<dyn Fn(&str, &mut Answer) + Send + Sync>;

struct Tree {
    folder: PathBuf,
    manifest: Manifest,
    spoil: Spoil,
    connections: AtomicUsize,
    is_closed: AtomicBool,
}

/// Serves a tree at a port of its own; each answer can be spoilt before it leaves.
pub(crate) struct Server {
    pub(crate) address: String,
    local: SocketAddr,
    tree: Arc<Tree>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// The deployment answers below this path as well.
    pub(crate) const PREFIX: &str = "/some/where";

    pub(crate) fn start(folder: &Path, spoil: impl Fn(&str, &mut Answer) + Send + Sync + 'static) -> Self {
        let manifest = serde_json::from_slice(&fs::read(folder.join(Manifest::PATH)).unwrap()).unwrap();
        let tree = Arc::new(Tree {
            folder: folder.to_owned(),
            manifest,
            spoil: Box::new(spoil),
            connections: AtomicUsize::new(0),
            is_closed: AtomicBool::new(false),
        });
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let local = listener.local_addr().unwrap();
        let serving = Arc::clone(&tree);
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if serving.is_closed.load(Ordering::Relaxed) {
                    return;
                }
                serving.connections.fetch_add(1, Ordering::Relaxed);
                let serving = Arc::clone(&serving);
                thread::spawn(move || serving.converse(&stream.unwrap()));
            }
        });
        Self { address: format!("http://{local}"), local, tree, thread: Some(thread) }
    }

    /// How many connections were opened.
    pub(crate) fn connections(&self) -> usize {
        self.tree.connections.load(Ordering::Relaxed)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.tree.is_closed.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.local);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Tree {
    /// Answers request after request until the other side hangs up.
    fn converse(&self, stream: &TcpStream) {
        let mut lines = BufReader::new(stream).lines();
        while let Some(Ok(request)) = lines.next() {
            while lines.next().unwrap().is_ok_and(|header| !header.is_empty()) {}
            let target = request.split(' ').nth(1).unwrap();
            let target = target.strip_prefix(Server::PREFIX).unwrap_or(target);
            let mut answer = self.answer(target);
            (self.spoil)(target, &mut answer);
            let Answer { status, media_type, tag, body, location } = answer;
            if status == 0 {
                return;
            }
            let location = location.map(|to| format!("Location: {to}\r\n")).unwrap_or_default();
            let head = format!(
                "HTTP/1.1 {status} X\r\nContent-Type: {media_type}\r\nETag: {tag}\r\n{location}\
                 Content-Length: {}\r\n\r\n",
                body.len()
            );
            let mut stream = stream;
            if stream.write_all(&[head.as_bytes(), &body].concat()).is_err() {
                return;
            }
        }
    }

    fn answer(&self, target: &str) -> Answer {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let form = Representation::from_key(query.strip_prefix("format=").unwrap_or("json")).unwrap();
        let Some(entry) = self.manifest.addresses.get(path) else {
            let body = br#"{"status":404}"#.to_vec();
            let (media_type, tag) = ("application/problem+json".to_owned(), String::new());
            return Answer { status: 404, media_type, tag, body, location: None };
        };
        let address = self.folder.join(path.trim_start_matches('/'));
        if address.is_file() {
            let media_type = entry.headers.get("Content-Type").cloned().unwrap_or_default();
            let tag = entity_tag(&entry.hash, "file");
            return Answer { status: 200, media_type, tag, body: fs::read(address).unwrap(), location: None };
        }
        let file = address.join(format!("index.{}", form.extension()));
        Answer {
            status: 200,
            media_type: form.media_type().to_owned(),
            tag: entity_tag(&entry.hash, form.key()),
            body: fs::read(file).unwrap(),
            location: None,
        }
    }
}
