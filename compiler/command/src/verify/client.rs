use std::error::Error;
use std::io::{self, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http::{HeaderMap, StatusCode};
use reqwest::{blocking, redirect};

use super::place::Address;

/// Timeout for connecting.
const CONNECT: Duration = Duration::from_secs(10);
/// Timeout for an answer.
const ANSWER: Duration = Duration::from_secs(60);
/// Maximum bytes of a body, a hundred times the largest of the library.
const LARGEST_BODY: u64 = 64 << 20;
/// Failed requests in a row after which the client gives up.
const PATIENCE: usize = 8;

/// An HTTP client for one deployment, with persistent connections.
pub(super) struct Client {
    client: blocking::Client,
    pub(super) address: Address,
    unanswered: AtomicUsize,
}

/// A response.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) body: Vec<u8>,
    headers: HeaderMap,
}

/// The reason why there was no response.
#[derive(Debug, thiserror::Error)]
#[error("no answer: {why}")]
pub(super) struct Unanswered {
    why: String,
    /// The time for an answer is over.
    is_late: bool,
}

impl From<reqwest::Error> for Unanswered {
    fn from(error: reqwest::Error) -> Self {
        let (is_late, error) = (error.is_timeout(), error.without_url());
        let mut cause: &dyn Error = &error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        Self { why: cause.to_string(), is_late }
    }
}

impl From<io::Error> for Unanswered {
    fn from(error: io::Error) -> Self {
        Self { why: error.to_string(), is_late: error.kind() == io::ErrorKind::TimedOut }
    }
}

impl Client {
    /// # Errors
    /// The client has no means of encryption.
    pub(super) fn new(address: &Address, connections: usize) -> Result<Self, Unanswered> {
        let client = blocking::Client::builder()
            // No address of version 2 redirects (spec:version-2#negotiation), so a redirect is a finding.
            .redirect(redirect::Policy::none())
            .pool_max_idle_per_host(connections)
            .connect_timeout(CONNECT)
            .timeout(ANSWER)
            .user_agent(concat!("muniment/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { client, address: address.clone(), unanswered: AtomicUsize::new(0) })
    }

    /// Requests a path with its query.
    pub(super) fn get(&self, target: &str) -> Result<Answer, Unanswered> {
        // The server may close an idle connection, so try again.
        let answer = match self.get_once(target) {
            Err(unanswered) if !unanswered.is_late => self.get_once(target),
            first => first,
        };
        // After giving up, a late response does not count.
        let counted = |before: usize| match &answer {
            Ok(_) => (before < PATIENCE).then_some(0),
            Err(_) => Some(before + 1),
        };
        let _ = self.unanswered.fetch_update(Ordering::Relaxed, Ordering::Relaxed, counted);
        answer
    }

    /// Requests a resource that may not exist.
    pub(super) fn ask(&self, target: &str) -> Result<Option<Vec<u8>>, String> {
        if self.has_given_up() {
            return Err(format!("`{target}` was not asked for"));
        }
        let answer = self.get(target).map_err(|error| format!("`{target}`: {error}"))?;
        match answer.status.as_u16() {
            200 => Ok(Some(answer.body)),
            404 => Ok(None),
            status => Err(format!("`{target}`: the status is {status} and not 200")),
        }
    }

    /// Whether too many requests in a row failed.
    pub(super) fn has_given_up(&self) -> bool {
        self.unanswered.load(Ordering::Relaxed) >= PATIENCE
    }

    fn get_once(&self, target: &str) -> Result<Answer, Unanswered> {
        let response = self.client.get(format!("{}{target}", self.address)).send()?;
        let (status, headers, mut body) = (response.status(), response.headers().clone(), Vec::new());
        response.take(LARGEST_BODY + 1).read_to_end(&mut body)?;
        if body.len() as u64 > LARGEST_BODY {
            let why = format!("the body is longer than {LARGEST_BODY} bytes");
            return Err(Unanswered { why, is_late: false });
        }
        Ok(Answer { status, headers, body })
    }
}

impl Answer {
    /// The value of a header; empty by default.
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}
