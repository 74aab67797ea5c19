use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ureq::Agent;
use ureq::http::{HeaderMap, StatusCode};

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
    agent: Agent,
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
#[error("no answer: {0}")]
pub(super) struct Unanswered(String);

impl Client {
    pub(super) fn new(address: &Address, connections: usize) -> Self {
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            // No address of version 2 redirects (spec:version-2#negotiation), so a redirect is a finding.
            .max_redirects(0)
            .max_idle_connections(connections)
            .max_idle_connections_per_host(connections)
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(ANSWER))
            .user_agent(concat!("muniment/", env!("CARGO_PKG_VERSION")))
            .build()
            .new_agent();
        Self { agent, address: address.clone(), unanswered: AtomicUsize::new(0) }
    }

    /// Requests a path with its query.
    pub(super) fn get(&self, target: &str) -> Result<Answer, Unanswered> {
        let answer = match self.get_once(target) {
            // The server may close an idle connection, so try again.
            Err(ureq::Error::Io(_) | ureq::Error::Protocol(_)) => self.get_once(target),
            first => first,
        };
        // After giving up, a late response does not count.
        let counted = |before: usize| match &answer {
            Ok(_) => (before < PATIENCE).then_some(0),
            Err(_) => Some(before + 1),
        };
        let _ = self.unanswered.fetch_update(Ordering::Relaxed, Ordering::Relaxed, counted);
        answer.map_err(|error| Unanswered(error.to_string()))
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

    fn get_once(&self, target: &str) -> Result<Answer, ureq::Error> {
        let mut response = self.agent.get(format!("{}{target}", self.address)).call()?;
        let body = response.body_mut().with_config().limit(LARGEST_BODY).read_to_vec()?;
        Ok(Answer { status: response.status(), headers: response.headers().clone(), body })
    }
}

impl Answer {
    /// The value of a header; empty by default.
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}
