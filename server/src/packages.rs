//! The package-metadata service: a server that speaks the libraries.io repository-dependencies protocol.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Uri};
use muniment::api::v1::{NoMetadata, Refused, Repository, repository_document};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::config::Secret;
use crate::upstream::{Upstream, UpstreamError};

/// Asks about repositories.
#[derive(Debug, Clone)]
pub struct Packages {
    upstream: Upstream,
    address: String,
    key: Secret,
}

/// The address of the service is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no address of a package-metadata service: it has to begin with http:// or https:// and a host"
)]
pub struct NoAddress(String);

/// Bytes of the longest document that is read.
const MOST_BYTES: u64 = 16 << 20;

/// Everything but what RFC 3986 §2.3 leaves as it is.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

impl Packages {
    /// The service at an address; none without a key, since it answers nobody who has none.
    ///
    /// # Errors
    /// The address is none.
    pub fn new(address: &str, key: Option<&Secret>, patience: Duration) -> Result<Option<Self>, NoAddress> {
        let Some(key) = key.filter(|key| !key.reveal().is_empty()) else { return Ok(None) };
        let no_address = || NoAddress(address.to_owned());
        let uri: Uri = address.parse().map_err(|_| no_address())?;
        let is_reached = uri.scheme_str().is_some_and(|scheme| matches!(scheme, "http" | "https"));
        if !is_reached || uri.host().is_none_or(str::is_empty) || uri.query().is_some() {
            return Err(no_address());
        }
        let upstream = Upstream::new(patience, MOST_BYTES);
        let address = address.trim_end_matches('/').to_owned();
        Ok(Some(Self { upstream, address, key: key.clone() }))
    }

    /// The document of a repository, as the service sent it (document 1 §4.1, operations 7 and 8).
    ///
    /// # Errors
    /// The service does not know it, or did not answer as it should.
    pub async fn dependencies(&self, repository: &Repository) -> Result<Bytes, Refused> {
        let encoded = |text: &str| utf8_percent_encode(text, RESERVED).to_string();
        let url = format!(
            "{}/github/{}/{}/dependencies?api_key={}",
            self.address,
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
        repository_document(&reply.body).map_err(|error| unread(&error, repository))?;
        Ok(reply.body)
    }

    /// What is said where there is no answer. The reason is for the log, and the key is taken out of it.
    fn silent(&self, error: &UpstreamError, repository: &Repository) -> Refused {
        let key = self.key.reveal();
        let encoded = utf8_percent_encode(key, RESERVED).to_string();
        let error_text = error.to_string().replace(key, "…").replace(&encoded, "…");
        tracing::warn!(%repository, error = error_text, "the package-metadata service did not answer");
        match error {
            UpstreamError::TooLate => {
                Refused::sentence(504, "The package-metadata service did not answer in time")
            }
            UpstreamError::TooLong => {
                Refused::sentence(502, "The package-metadata service sent more than is read")
            }
            UpstreamError::Unreachable(_) | UpstreamError::NoJson => {
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
pub fn unread(error: &NoMetadata, repository: &Repository) -> Refused {
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

    fn at(address: &str, key: Option<&str>) -> Result<bool, NoAddress> {
        let key = key.map(|key| key.parse::<Secret>().unwrap());
        Packages::new(address, key.as_ref(), Duration::from_secs(1)).map(|packages| packages.is_some())
    }

    #[test]
    fn the_service_needs_an_address_and_a_key() {
        assert_eq!(at("https://libraries.io/api", Some("k")), Ok(true));
        assert_eq!(at("http://127.0.0.1:9/", Some("k")), Ok(true));
        assert_eq!(at("https://libraries.io/api", None), Ok(false));
        assert_eq!(at("https://libraries.io/api", Some("")), Ok(false));
        assert_eq!(at("nothing at all", None), Ok(false));
        for address in
            ["", "libraries.io/api", "/api", "ftp://libraries.io", "http://", "http://x/?a=b", "a b"]
        {
            assert_eq!(at(address, Some("k")), Err(NoAddress(address.to_owned())), "{address}");
        }
    }
}
