//! Bodies of requests, read within bounds of bytes and of time.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http::StatusCode;
use http_body_util::BodyExt;
use muniment_documents::api::v1;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// The bound of a document: of a license, a graph, or a text.
pub const DOCUMENT_BYTES: usize = 1 << 20;

/// How long a body is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// How much of an unused body is read: a body slightly over the limit is read to its end.
const DISCARDED_BYTES: usize = 2 * DOCUMENT_BYTES;

/// How long the rest of an unused body is waited for.
const DISCARDING: Duration = Duration::from_secs(1);

/// A body that was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// Longer than its bound.
    #[error("The body is longer than {0} bytes")]
    TooLong(usize),
    /// It ends early, or its chunks are malformed.
    #[error("The body is malformed, or broke off")]
    Broken,
    /// Not whole in time.
    #[error("The body did not come within {} seconds", PATIENCE.as_secs())]
    TooSlow,
    /// The bodies of all requests under way are at their bound.
    #[error("Too many bodies are being read; try again in a few seconds")]
    Full,
}

impl BodyError {
    /// The status of the answer.
    #[must_use]
    pub const fn status(self) -> StatusCode {
        match self {
            Self::TooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Broken => StatusCode::BAD_REQUEST,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Full => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl From<BodyError> for v1::Refused {
    fn from(unread: BodyError) -> Self {
        let (status, sentence) = (unread.status().as_u16(), unread.to_string());
        match unread {
            BodyError::Full => Self::later(status, sentence, 5),
            BodyError::TooLong(_) | BodyError::Broken | BodyError::TooSlow => {
                Self::sentence(status, sentence)
            }
        }
    }
}

/// Reads bodies into memory, of which all together have a bound.
#[derive(Debug)]
pub struct Bodies(Arc<Semaphore>);

/// A body, with its share of the bound.
struct Held {
    bytes: Vec<u8>,
    _share: Option<OwnedSemaphorePermit>,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Bodies {
    /// The bound of all bodies, in bytes.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self(Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS))))
    }

    /// A body of at most so many bytes. Its share of the bound is given back when the last clone is dropped.
    ///
    /// # Errors
    /// It is too long, too slow or broken, or the bound of all is reached.
    pub async fn read(&self, content: &mut Body, most: usize) -> Result<Bytes, BodyError> {
        // What is announced to be too long is not waited for.
        if usize::try_from(content.size_hint().lower()).is_ok_and(|length| length > most) {
            return Err(BodyError::TooLong(most));
        }
        timeout(PATIENCE, self.collect(content, most)).await.unwrap_or(Err(BodyError::TooSlow))
    }

    async fn collect(&self, content: &mut Body, most: usize) -> Result<Bytes, BodyError> {
        let (mut bytes, mut share): (Vec<u8>, Option<OwnedSemaphorePermit>) = (Vec::new(), None);
        while let Some(frame) = content.frame().await {
            let Ok(data) = frame.map_err(|_| BodyError::Broken)?.into_data() else { continue };
            if bytes.len() + data.len() > most {
                return Err(BodyError::TooLong(most));
            }
            let length = u32::try_from(data.len()).map_err(|_| BodyError::TooLong(most))?;
            let more = Arc::clone(&self.0).try_acquire_many_owned(length).map_err(|_| BodyError::Full)?;
            match &mut share {
                Some(share) => share.merge(more),
                None => share = Some(more),
            }
            bytes.extend_from_slice(&data);
        }
        Ok(Bytes::from_owner(Held { bytes, _share: share }))
    }
}

/// Reads the rest of an unused body, so that its connection can be used again. Answers whether it came to its
/// end soon.
pub async fn discard(content: &mut Body) -> bool {
    let rest = async {
        let mut length = 0;
        while let Some(frame) = content.frame().await {
            let Ok(frame) = frame else { return false };
            length += frame.data_ref().map_or(0, Bytes::len);
            if length > DISCARDED_BYTES {
                return false;
            }
        }
        true
    };
    timeout(DISCARDING, rest).await.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use futures_util::{StreamExt, stream};
    use tokio::time::Instant;

    use super::*;

    /// What is there already, and then nothing for ever.
    fn stalling(begun: &'static str) -> Body {
        let begun = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(begun.as_bytes()))]);
        Body::from_stream(begun.chain(stream::pending()))
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_come_is_waited_for_no_longer() {
        let (bodies, started) = (Bodies::new(100), Instant::now());
        let refused = bodies.read(&mut stalling("{\"title\": "), 100).await.unwrap_err();
        assert_eq!((refused, started.elapsed()), (BodyError::TooSlow, PATIENCE));
        assert!(!discard(&mut stalling("{")).await);
        assert_eq!(started.elapsed(), PATIENCE + DISCARDING);
    }

    #[tokio::test]
    async fn a_body_has_a_bound() {
        let bodies = Bodies::new(100);
        assert_eq!(bodies.read(&mut Body::from("{}"), 2).await.unwrap(), "{}");
        assert_eq!(bodies.read(&mut Body::from("{ }"), 2).await, Err(BodyError::TooLong(2)));
        let unannounced = stream::iter(["{ ", "}"].map(Ok::<_, std::io::Error>));
        assert_eq!(bodies.read(&mut Body::from_stream(unannounced), 2).await, Err(BodyError::TooLong(2)));
        let broken = stream::iter([Ok("{"), Err(std::io::Error::other("broken"))]);
        assert_eq!(bodies.read(&mut Body::from_stream(broken), 2).await, Err(BodyError::Broken));
    }

    #[tokio::test]
    async fn all_bodies_together_have_a_bound() {
        let bodies = Bodies::new(5);
        let first = bodies.read(&mut Body::from("abc"), 5).await.unwrap();
        let clone = first.clone();
        drop(first);
        assert_eq!(bodies.read(&mut Body::from("abc"), 5).await, Err(BodyError::Full));
        assert_eq!(bodies.read(&mut Body::from("ab"), 5).await.unwrap(), "ab");
        drop(clone);
        assert_eq!(bodies.read(&mut Body::from("abcde"), 5).await.unwrap(), "abcde");
    }

    #[tokio::test]
    async fn the_rest_of_a_body_is_discarded() {
        assert!(discard(&mut Body::from(vec![b' '; DOCUMENT_BYTES])).await);
        let long = stream::iter((0..3).map(|_| Ok::<_, std::io::Error>(vec![b' '; DOCUMENT_BYTES])));
        assert!(!discard(&mut Body::from_stream(long)).await);
    }
}
