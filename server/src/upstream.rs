//! Services of others, asked over HTTP: documents in bounded time and size. Where they are is a setting of the
//! deployment and nothing a request could choose; no redirect is followed.

use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;
use serde_json::Value;
use ureq::Agent;

/// A client of one service.
///
/// A request blocks a thread of its own and not the server; there are as many at once as requests that wait for them.
#[derive(Debug, Clone)]
pub struct Upstream {
    agent: Agent,
    most_bytes: u64,
}

/// What a service answered, whatever its status.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

/// A service that did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamError {
    /// Not within the time it has.
    #[error("no answer within the time allowed")]
    TooLate,
    /// Not at all; the reason is for logs, and holds neither key nor text.
    #[error("it cannot be reached: {0}")]
    Unreachable(String),
    /// With more than is read.
    #[error("the answer is too long")]
    TooLong,
    /// With something that is no JSON.
    #[error("the answer is no JSON")]
    NoJson,
}

impl Upstream {
    /// A client of a service that has so much time for an answer of at most so many bytes.
    #[must_use]
    pub fn new(timeout: Duration, most_bytes: u64) -> Self {
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(timeout))
            .user_agent(concat!("muniment-server/", env!("CARGO_PKG_VERSION")))
            .build()
            .new_agent();
        Self { agent, most_bytes }
    }

    /// Asks with a GET.
    ///
    /// # Errors
    /// There is no answer, or one that is too long.
    pub async fn get(&self, url: &str, headers: HeaderMap) -> Result<Reply, UpstreamError> {
        self.ask(http::Request::get(url), headers, Bytes::new()).await
    }

    /// Sends a JSON document with a POST.
    ///
    /// # Errors
    /// There is no answer, or one that is too long.
    pub async fn post(
        &self,
        url: &str,
        headers: HeaderMap,
        document: &Value,
    ) -> Result<Reply, UpstreamError> {
        let request = http::Request::post(url).header("content-type", "application/json");
        self.ask(request, headers, document.to_string().into()).await
    }

    async fn ask(
        &self,
        mut request: http::request::Builder,
        headers: HeaderMap,
        body: Bytes,
    ) -> Result<Reply, UpstreamError> {
        if let Some(own) = request.headers_mut() {
            own.extend(headers);
        }
        let request =
            request.body(body.to_vec()).map_err(|error| UpstreamError::Unreachable(error.to_string()))?;
        let (agent, most) = (self.agent.clone(), self.most_bytes);
        let asked = tokio::task::spawn_blocking(move || run(&agent, request, most)).await;
        asked.unwrap_or_else(|_| Err(UpstreamError::Unreachable("the request was given up".to_owned())))
    }
}

fn run(agent: &Agent, request: http::Request<Vec<u8>>, most: u64) -> Result<Reply, UpstreamError> {
    let failed = |error: ureq::Error| match error {
        ureq::Error::Timeout(_) => UpstreamError::TooLate,
        ureq::Error::BodyExceedsLimit(_) => UpstreamError::TooLong,
        other => UpstreamError::Unreachable(other.to_string()),
    };
    let mut response = agent.run(request).map_err(failed)?;
    let body = response.body_mut().with_config().limit(most).read_to_vec().map_err(failed)?;
    Ok(Reply { status: response.status().as_u16(), headers: response.headers().clone(), body: body.into() })
}

impl Reply {
    /// The body as a document.
    ///
    /// # Errors
    /// It is no JSON.
    pub fn json(&self) -> Result<Value, UpstreamError> {
        serde_json::from_slice(&self.body).map_err(|_| UpstreamError::NoJson)
    }
}
