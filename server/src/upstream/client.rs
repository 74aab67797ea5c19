//! Services of others, asked over HTTP: documents in bounded time and size. Where they are is a setting of the
//! deployment and nothing a request could choose; no redirect is followed.

use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, Uri};
use reqwest::{Client, RequestBuilder, redirect};
use serde_json::Value;
use tokio::sync::Semaphore;

/// A client of one service. Copies of it share its bound on requests.
#[derive(Debug, Clone)]
pub struct Upstream {
    client: Client,
    requests: Arc<Semaphore>,
    most_bytes: usize,
}

/// What a client of a service may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestBounds {
    /// Time from the request to the last byte of the answer.
    pub timeout: Duration,
    /// Requests that may be under way together; what is asked beyond them is refused at once.
    pub most_requests: NonZeroUsize,
    /// Bytes of an answer.
    pub most_bytes: usize,
}

/// Where a service answers: an `http` or `https` URL with a host and without a query or a slash at its end.
#[derive(Clone, PartialEq, Eq)]
pub struct ServiceUrl {
    url: String,
    host: String,
}

/// A string that is no address of a service.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an address of a service: it has to be an http:// or https:// URL without a query")]
pub struct InvalidServiceUrl(Redacted);

/// A URL without user name and password, fit for messages and logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted(String);

/// What a service answered, whatever its status.
#[derive(Debug, Clone)]
pub struct ServiceReply {
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
    /// It was not asked, because as many requests as may be are under way.
    #[error("too many requests to it are under way")]
    Busy,
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
    /// A client of a service.
    ///
    /// # Errors
    /// The client has no means of encryption.
    pub fn new(bounds: RequestBounds) -> Result<Self, UpstreamError> {
        let client = Client::builder()
            .timeout(bounds.timeout)
            .redirect(redirect::Policy::none())
            .user_agent(concat!("muniment/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(failure)?;
        let requests = Arc::new(Semaphore::new(bounds.most_requests.get()));
        Ok(Self { client, requests, most_bytes: bounds.most_bytes })
    }

    /// Asks with a GET.
    ///
    /// # Errors
    /// There is no answer, or one that is too long.
    pub async fn get(&self, url: &str, headers: HeaderMap) -> Result<ServiceReply, UpstreamError> {
        self.ask(self.client.get(url).headers(headers)).await
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
    ) -> Result<ServiceReply, UpstreamError> {
        let request = self.client.post(url).header("content-type", "application/json").headers(headers);
        self.ask(request.body(document.to_string())).await
    }

    async fn ask(&self, request: RequestBuilder) -> Result<ServiceReply, UpstreamError> {
        let _permit = self.requests.try_acquire().map_err(|_| UpstreamError::Busy)?;
        let mut response = request.send().await.map_err(failure)?;
        let (status, headers) = (response.status().as_u16(), std::mem::take(response.headers_mut()));
        let mut body = BytesMut::new();
        while let Some(chunk) = response.chunk().await.map_err(failure)? {
            if body.len().saturating_add(chunk.len()) > self.most_bytes {
                return Err(UpstreamError::TooLong);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(ServiceReply { status, headers, body: body.freeze() })
    }
}

/// Why there is no answer, without the URL, whose query may hold a key.
fn failure(error: reqwest::Error) -> UpstreamError {
    if error.is_timeout() {
        return UpstreamError::TooLate;
    }
    let error = error.without_url();
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    UpstreamError::Unreachable(text)
}

impl ServiceReply {
    /// The body as a document.
    ///
    /// # Errors
    /// It is no JSON.
    pub fn json(&self) -> Result<Value, UpstreamError> {
        serde_json::from_slice(&self.body).map_err(|_| UpstreamError::NoJson)
    }
}

impl ServiceUrl {
    /// The URL, with user name and password if it has them: to be asked and never shown.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The host, which answers name the service by.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }
}

impl FromStr for ServiceUrl {
    type Err = InvalidServiceUrl;

    fn from_str(text: &str) -> Result<Self, InvalidServiceUrl> {
        let invalid = || InvalidServiceUrl(Redacted::new(text));
        let uri: Uri = text.parse().map_err(|_| invalid())?;
        let has_scheme = uri.scheme_str().is_some_and(|scheme| matches!(scheme, "http" | "https"));
        let host = uri.host().filter(|host| !host.is_empty()).ok_or_else(invalid)?;
        if !has_scheme || uri.query().is_some() {
            return Err(invalid());
        }
        Ok(Self { url: text.trim_end_matches('/').to_owned(), host: host.to_owned() })
    }
}

impl fmt::Debug for ServiceUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ServiceUrl").field(&Redacted::new(&self.url)).finish()
    }
}

impl Redacted {
    /// A text that is meant to be a URL. Everything before its last `@` but the scheme is replaced, so that a password
    /// with reserved characters in it is hidden whole.
    #[must_use]
    pub fn new(url: &str) -> Self {
        let Some((before, rest)) = url.rsplit_once('@') else { return Self(url.to_owned()) };
        let scheme = before.split_once("://").map_or(String::new(), |(scheme, _)| format!("{scheme}://"));
        Self(format!("{scheme}…@{rest}"))
    }
}

impl fmt::Display for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_an_http_url_with_a_host() {
        for (text, url, host) in [
            ("https://api.example/v1/", "https://api.example/v1", "api.example"),
            ("http://127.0.0.1:9", "http://127.0.0.1:9", "127.0.0.1"),
            (
                "https://ada:secret@api.example:8443/v1",
                "https://ada:secret@api.example:8443/v1",
                "api.example",
            ),
        ] {
            let address: ServiceUrl = text.parse().unwrap();
            assert_eq!((address.url(), address.host()), (url, host));
            assert!(!format!("{address:?}").contains("secret"));
        }
        for text in ["", "api.example/v1", "/v1", "ftp://api.example", "http://", "http://x/?a=b", "a b"] {
            assert!(text.parse::<ServiceUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn messages_hold_neither_user_nor_password() {
        for (text, shown) in [
            ("ftp://ada:secret@api.example/v1", "ftp://…@api.example/v1"),
            ("ada:secret@api.example", "…@api.example"),
            ("https://ada:se/cr@et@api.example?x", "https://…@api.example?x"),
            ("nothing at all", "nothing at all"),
        ] {
            assert_eq!(Redacted::new(text).to_string(), shown);
            let error = text.parse::<ServiceUrl>().map(drop).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("secret"), "{error}");
        }
    }
}
