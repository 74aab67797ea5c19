//! The package-metadata service: a server that speaks the libraries.io repository-dependencies protocol.

use std::num::NonZeroUsize;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue};
use muniment_documents::api::v1::{NoMetadata, Refused, Repository, repository_document};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tokio::task::spawn_blocking;

use super::{InvalidServiceUrl, RequestBounds, Secret, ServiceUrl, Upstream, UpstreamError};

/// Asks about repositories.
#[derive(Debug, Clone)]
pub struct Packages {
    upstream: Upstream,
    address: ServiceUrl,
    key: Secret,
}

/// A setting the service cannot be asked with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPackages {
    /// The address is none.
    #[error("the setting --packages-url cannot be used")]
    ServiceUrl(#[from] InvalidServiceUrl),
    /// There is no client to ask it with.
    #[error("the package-metadata service cannot be asked")]
    Client(#[source] UpstreamError),
}

/// Bytes of the longest document that is read.
const MOST_BYTES: usize = 16 << 20;
/// Seconds after which a request may be sent again that was refused because too many were under way.
const AGAIN: u64 = 5;

/// Everything but what RFC 3986 §2.3 leaves as it is.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

impl Packages {
    /// The service at an address, with a timeout and a bound on concurrent requests; none without a key, which the
    /// service requires.
    ///
    /// # Errors
    /// The address is none.
    pub fn new(
        address: &str,
        key: Option<&Secret>,
        timeout: Duration,
        most_requests: NonZeroUsize,
    ) -> Result<Option<Self>, InvalidPackages> {
        let Some(key) = key.filter(|key| !key.reveal().is_empty()) else { return Ok(None) };
        let address = address.parse()?;
        let bounds = RequestBounds { timeout, most_requests, most_bytes: MOST_BYTES };
        let upstream = Upstream::new(bounds).map_err(InvalidPackages::Client)?;
        Ok(Some(Self { upstream, address, key: key.clone() }))
    }

    /// The document of a repository, as the service sent it (spec:version-1#frozen-operations, operations 7 and 8).
    ///
    /// # Errors
    /// The service does not know it, or did not answer as it should.
    pub async fn dependencies(&self, repository: &Repository) -> Result<Bytes, Refused> {
        let encoded = |text: &str| utf8_percent_encode(text, RESERVED).to_string();
        let url = format!(
            "{}/github/{}/{}/dependencies?api_key={}",
            self.address.url(),
            encoded(repository.owner()),
            encoded(repository.name()),
            encoded(self.key.reveal()),
        );
        let headers =
            HeaderMap::from_iter([(http::header::ACCEPT, HeaderValue::from_static("application/json"))]);
        let reply =
            self.upstream.get(&url, headers).await.map_err(|error| self.silent(&error, repository))?;
        match reply.status {
            200 => {}
            404 => return Err(repository.unknown()),
            status => {
                tracing::warn!(%repository, status, "the package-metadata service refused");
                return Err(Refused::sentence(502, refusal(status)));
            }
        }
        // The owner of a repository decides how long its document is.
        let body = reply.body.clone();
        let read = spawn_blocking(move || repository_document(&body).map(drop)).await;
        read.map_err(|_| Refused::sentence(500, "The document could not be read"))?
            .map_err(|error| unread(&error, repository))?;
        Ok(reply.body)
    }

    /// What is said where there is no answer. The reason is for the log, and the key is taken out of it.
    fn silent(&self, error: &UpstreamError, repository: &Repository) -> Refused {
        let key = self.key.reveal();
        let encoded = utf8_percent_encode(key, RESERVED).to_string();
        let error_text = error.to_string().replace(key, "…").replace(&encoded, "…");
        if *error == UpstreamError::Busy {
            // A client over the limit must not fill the log.
            let sentence = "Too many questions wait for the package-metadata service";
            return Refused::later(503, format!("{sentence}; try again in {AGAIN} seconds"), AGAIN);
        }
        tracing::warn!(%repository, error = error_text, "the package-metadata service did not answer");
        match error {
            UpstreamError::TooLate => {
                Refused::sentence(504, "The package-metadata service did not answer in time")
            }
            UpstreamError::TooLong => {
                Refused::sentence(502, "The package-metadata service sent more than is read")
            }
            UpstreamError::Busy | UpstreamError::Unreachable(_) | UpstreamError::NoJson => {
                Refused::sentence(502, "The package-metadata service cannot be reached")
            }
        }
    }
}

/// What is said of a status that is neither an answer nor a 404.
fn refusal(status: u16) -> &'static str {
    match status {
        429 => "The package-metadata service has been asked too often; try again later",
        401 | 403 => "The package-metadata service does not take the key of this deployment",
        _ => "The package-metadata service answered with an error",
    }
}

/// What is said of a document that is none.
pub(crate) fn unread(error: &NoMetadata, repository: &Repository) -> Refused {
    match error {
        NoMetadata::Unknown => repository.unknown(),
        NoMetadata::Unexpected(_) => {
            tracing::warn!(%repository, %error, "the package-metadata service sent something else");
            Refused::sentence(502, "The package-metadata service sent something that is not its document")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: &str, key: Option<&str>) -> Result<bool, InvalidPackages> {
        let key = key.map(|key| key.parse::<Secret>().unwrap());
        let packages = Packages::new(address, key.as_ref(), Duration::from_secs(1), NonZeroUsize::MIN);
        packages.map(|packages| packages.is_some())
    }

    #[test]
    fn the_service_needs_an_address_and_a_key() {
        assert_eq!(at("https://libraries.io/api", Some("k")), Ok(true));
        assert_eq!(at("http://127.0.0.1:9/", Some("k")), Ok(true));
        assert_eq!(at("https://libraries.io/api", None), Ok(false));
        assert_eq!(at("https://libraries.io/api", Some("")), Ok(false));
        assert_eq!(at("nothing at all", None), Ok(false));
        assert!(matches!(at("libraries.io/api", Some("k")), Err(InvalidPackages::ServiceUrl(_))));
    }
}
