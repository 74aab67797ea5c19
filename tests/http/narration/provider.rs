//! A language model's provider that says what a test tells it to, over real HTTP: the OpenAI chat-completions protocol
//! with `response_format`.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// What servers in these tests present to the provider.
pub(crate) const KEY: &str = "sk-test-0123456789";
/// The model they ask for.
pub(crate) const MODEL: &str = "scrivener-1";

/// A provider. It answers every question with the next reply that stands ready for the name of the question's schema, the
/// last of them again and again, and writes down what it was asked.
pub(crate) struct Provider {
    url: String,
    script: Arc<Script>,
}

#[derive(Default)]
struct Script {
    replies: Mutex<BTreeMap<String, VecDeque<Reply>>>,
    asked: Mutex<Vec<Asked>>,
}

/// A question as it came.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// Method and path.
    pub(crate) line: String,
    /// By names in small letters.
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) document: Value,
}

/// What is answered.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    delay: Duration,
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    ending: Ending,
}

/// How much of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Whole,
    Half,
    Nothing,
}

impl Provider {
    /// Listens on a port of its own, until the tests end.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let script = Arc::new(Script::default());
        let told = Arc::clone(&script);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let script = Arc::clone(&told);
                // Who hangs up on us does so on purpose.
                thread::spawn(move || script.serve(stream).unwrap_or_default());
            }
        });
        Self { url, script }
    }

    /// Flags of a server that asks it, with so many seconds of patience.
    pub(crate) fn flags(&self, seconds: u32) -> Vec<String> {
        let flags = [
            ("--provider-url", self.url.clone()),
            ("--provider-key", KEY.to_owned()),
            ("--provider-model", MODEL.to_owned()),
            ("--provider-seconds", seconds.to_string()),
        ];
        flags.into_iter().flat_map(|(name, value)| [name.to_owned(), value]).collect()
    }

    /// Has replies ready for questions of a schema, in place of those that were.
    pub(crate) fn answers(&self, schema: &str, replies: impl IntoIterator<Item = Reply>) {
        let replies = replies.into_iter().collect();
        self.script.replies.lock().unwrap().insert(schema.to_owned(), replies);
    }

    /// What it was asked since this was asked last.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        std::mem::take(&mut *self.script.asked.lock().unwrap())
    }
}

impl Script {
    fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut reader = BufReader::new(stream.try_clone()?);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let mut headers = BTreeMap::new();
        loop {
            let mut header = String::new();
            reader.read_line(&mut header)?;
            let Some((name, value)) = header.trim_end().split_once(':') else { break };
            headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
        }
        let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let document = serde_json::from_slice(&body).unwrap_or_default();
        let asked = Asked { line: line.trim_end().to_owned(), headers, document };
        let reply = self.next(asked.schema());
        self.asked.lock().unwrap().push(asked);
        reply.send(stream)
    }

    fn next(&self, schema: &str) -> Reply {
        let mut replies = self.replies.lock().unwrap();
        let ready = replies.get_mut(schema);
        let reply =
            ready.and_then(|ready| if ready.len() > 1 { ready.pop_front() } else { ready.front().cloned() });
        reply.unwrap_or_else(|| Reply::status(404))
    }
}

impl Asked {
    /// Name of the schema of the answer.
    pub(crate) fn schema(&self) -> &str {
        self.document["response_format"]["json_schema"]["name"].as_str().unwrap_or_default()
    }

    /// What was said in a role, `system` or `user`.
    pub(crate) fn said(&self, role: &str) -> &str {
        let messages = self.document["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let message = messages.iter().find(|message| message["role"] == role);
        message.and_then(|message| message["content"].as_str()).unwrap_or_default()
    }
}

impl Reply {
    /// A document, as was asked for.
    pub(crate) fn content(document: &Value) -> Self {
        Self::text(&document.to_string())
    }

    /// A text where a document was asked for.
    pub(crate) fn text(content: &str) -> Self {
        let message = json!({"role": "assistant", "content": content});
        let completion = json!({
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "model": MODEL,
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1200, "completion_tokens": 300, "total_tokens": 1500},
        });
        Self::raw(&completion.to_string())
    }

    /// A body that is perhaps nothing of the protocol.
    pub(crate) fn raw(body: &str) -> Self {
        Self {
            delay: Duration::ZERO,
            status: 200,
            headers: Vec::new(),
            body: body.as_bytes().to_vec(),
            ending: Ending::Whole,
        }
    }

    /// An error.
    pub(crate) fn status(status: u16) -> Self {
        Self { status, ..Self::raw(r#"{"error": {"message": "no", "type": "test"}}"#) }
    }

    /// No answer at all: the connection is closed.
    pub(crate) fn hang_up() -> Self {
        Self { ending: Ending::Nothing, ..Self::raw("") }
    }

    /// The same, broken off in its middle.
    pub(crate) fn broken_off(self) -> Self {
        Self { ending: Ending::Half, ..self }
    }

    /// The same, later.
    pub(crate) fn after(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }

    /// The same with a header.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    fn send(self, mut stream: TcpStream) -> std::io::Result<()> {
        thread::sleep(self.delay);
        if self.ending == Ending::Nothing {
            return Ok(());
        }
        let Self { status, headers, body, .. } = &self;
        write!(stream, "HTTP/1.1 {status} Said\r\nContent-Type: application/json\r\nConnection: close\r\n")?;
        write!(stream, "Content-Length: {}\r\n", body.len())?;
        for (name, value) in headers {
            write!(stream, "{name}: {value}\r\n")?;
        }
        write!(stream, "\r\n")?;
        let sent = if self.ending == Ending::Half { body.len() / 2 } else { body.len() };
        stream.write_all(body.get(..sent).unwrap_or_default())
    }
}
