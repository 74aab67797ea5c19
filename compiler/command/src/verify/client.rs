use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ureq::Agent;
use ureq::http::{HeaderMap, StatusCode};

use super::place::Address;

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(10);
/// How long an answer may take as a whole.
const ANSWER: Duration = Duration::from_secs(60);
/// Bytes of the largest body that is read; the largest of the library's own is a hundredth of it.
const LARGEST_BODY: u64 = 64 << 20;
/// After so many requests in a row without an answer no further one is made.
const PATIENCE: usize = 8;

/// Asks one deployment, over connections that are kept.
pub(super) struct Client {
    agent: Agent,
    /// Where the deployment answers.
    pub(super) address: Address,
    unanswered: AtomicUsize,
}

/// What came back.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) body: Vec<u8>,
    headers: HeaderMap,
}

/// Nothing came back, and what is known of why.
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

    /// Asks for a path with its query.
    pub(super) fn get(&self, target: &str) -> Result<Answer, Unanswered> {
        let answer = match self.get_once(target) {
            // Whoever closes a kept connection just as it is used again has not refused the request.
            Err(ureq::Error::Io(_) | ureq::Error::Protocol(_)) => self.get_once(target),
            first => first,
        };
        // Once given up, an answer that was on its way changes nothing: the walk has gaps.
        let counted = |before: usize| match &answer {
            Ok(_) => (before < PATIENCE).then_some(0),
            Err(_) => Some(before + 1),
        };
        let _ = self.unanswered.fetch_update(Ordering::Relaxed, Ordering::Relaxed, counted);
        answer.map_err(|error| Unanswered(error.to_string()))
    }

    /// Asks for what may not be there.
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

    /// Whether the deployment has been silent for so long that asking on is of no use.
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
    /// The value of a header, empty if it is not there.
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}
