//! Large answers: written whole before they are sent, within a bound of bytes for one and for all of them together.
//!
//! The computation ends when it is written; the client then takes it at its own speed. A client that takes
//! nothing for `PATIENCE` loses its answer, and the bytes are free again.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::response::Response;
use bytes::Bytes;
use http::HeaderMap;
use http_body_util::{BodyExt, Collected};
use hyper::body::{Frame, SizeHint};
use ipnet::IpNet;
use muniment_documents::api::v1::Refused;
use muniment_documents::api::v2;
use serde::Serialize;
use tokio::time::{Instant, sleep_until};

use super::network;

/// How long an answer is held of which a client takes nothing.
const PATIENCE: Duration = Duration::from_secs(5);

/// Bytes that are handed on at once.
const CHUNK: usize = 1 << 14;

/// Bytes of an answer that are not counted: what most answers need.
const UNCOUNTED: usize = 1 << 16;

/// Seconds after which an answer may be asked for again when too many are held: `Retry-After`.
const RETRY_AFTER: u64 = 5;

/// How many bytes answers may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerLimits {
    /// One answer.
    pub one: usize,
    /// All answers that are being written or sent; one client may have half of them.
    pub all: usize,
}

/// Marks a response whose bytes are counted.
#[derive(Debug, Clone, Copy)]
pub struct Counted;

/// The large answers of a server.
#[derive(Debug)]
pub struct LargeAnswers {
    limits: AnswerLimits,
    held: Arc<Mutex<Held>>,
}

/// Bytes that are held, in all and for each client.
#[derive(Debug, Default)]
struct Held {
    all: usize,
    clients: HashMap<IpNet, usize>,
}

/// Why an answer was not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unwritten {
    /// It is longer than an answer may be.
    #[error(
        "The answer is longer than {0} bytes, which is the most this deployment sends; ask about fewer licenses at once."
    )]
    TooLong(usize),
    /// There is no space among the answers that are being sent.
    #[error("Too many large answers are being sent; try again later.")]
    NoSpace,
    /// It cannot be written at all, which is our fault.
    #[error("Internal Server Error")]
    Failed,
}

impl From<Unwritten> for Refused {
    fn from(error: Unwritten) -> Self {
        match error {
            Unwritten::TooLong(_) => Self::sentence(422, error.to_string()),
            Unwritten::NoSpace => Self::later(503, error.to_string(), RETRY_AFTER),
            Unwritten::Failed => Self::sentence(500, error.to_string()),
        }
    }
}

impl From<Unwritten> for v2::Refused {
    fn from(error: Unwritten) -> Self {
        match error {
            Unwritten::TooLong(_) => Self::new(v2::ProblemKind::InvalidParameter, error.to_string()),
            Unwritten::NoSpace => Self::new(v2::ProblemKind::StoreUnavailable, error.to_string()),
            Unwritten::Failed => Self::new(v2::ProblemKind::InternalError, error.to_string()),
        }
    }
}

impl LargeAnswers {
    /// No answers yet. One answer has at most what one client may have.
    #[must_use]
    pub fn new(AnswerLimits { one, all }: AnswerLimits) -> Self {
        Self { limits: AnswerLimits { one: one.min(all / 2), all }, held: Arc::default() }
    }

    /// Counts the body of an answer that was made for this request. Bodies up to `UNCOUNTED` bytes, streams, which long
    /// files of the tree are, bodies that are kept for other requests, and answers that were counted already are handed on as they are.
    ///
    /// # Errors
    /// It is too long, or there is no space for it. The headers of the answer come back.
    pub async fn counted(
        &self,
        client: IpAddr,
        response: Response,
    ) -> Result<Response, (Unwritten, HeaderMap)> {
        let is_long = response.body().size_hint().exact().is_some_and(|length| length > UNCOUNTED as u64);
        if !is_long || response.extensions().get::<Counted>().is_some() {
            return Ok(response);
        }
        let (parts, body) = response.into_parts();
        // A body with a known length is in memory, in one piece.
        let Ok(bytes) = body.collect().await.map(Collected::to_bytes) else {
            return Err((Unwritten::Failed, parts.headers));
        };
        if !bytes.is_unique() {
            return Ok(Response::from_parts(parts, Body::from(bytes)));
        }
        let mut writer = self.space(network(client)).writer();
        if writer.write_all(&bytes).is_err() {
            return Err((writer.refused.unwrap_or(Unwritten::Failed), parts.headers));
        }
        Ok(Response::from_parts(parts, writer.finish().into_body()))
    }

    /// Space for an answer to a client.
    #[must_use]
    pub fn space(&self, client: IpNet) -> AnswerSpace {
        let reserved = Reserved { held: Arc::clone(&self.held), client, bytes: 0 };
        AnswerSpace { limits: self.limits, reserved }
    }
}

/// Space for one answer.
#[derive(Debug)]
pub struct AnswerSpace {
    limits: AnswerLimits,
    reserved: Reserved,
}

impl AnswerSpace {
    /// Writes a JSON document.
    ///
    /// # Errors
    /// It is too long, or there is no space for it.
    pub fn write(self, document: &impl Serialize) -> Result<Answer, Unwritten> {
        let mut writer = self.writer();
        if let Err(error) = serde_json::to_writer(&mut writer, document) {
            return Err(writer.refused.unwrap_or_else(|| {
                tracing::error!(%error, "an answer cannot be written");
                Unwritten::Failed
            }));
        }
        Ok(writer.finish())
    }

    fn writer(self) -> Writer {
        Writer {
            space: self,
            chunks: VecDeque::new(),
            chunk: Vec::with_capacity(CHUNK),
            length: 0,
            refused: None,
        }
    }
}

/// Bytes of one answer among those that are held; free when it is dropped.
#[derive(Debug)]
struct Reserved {
    held: Arc<Mutex<Held>>,
    client: IpNet,
    bytes: usize,
}

impl Reserved {
    fn grow(&mut self, bytes: usize, limits: AnswerLimits) -> Result<(), Unwritten> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let own = held.clients.get(&self.client).copied().unwrap_or_default();
        if held.all + bytes > limits.all || own + bytes > limits.all / 2 {
            return Err(Unwritten::NoSpace);
        }
        held.all += bytes;
        held.clients.insert(self.client, own + bytes);
        self.bytes += bytes;
        Ok(())
    }

    /// Gives back all but so many bytes.
    fn keep(&mut self, bytes: usize) {
        let freed = self.bytes.saturating_sub(bytes);
        self.bytes -= freed;
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.all = held.all.saturating_sub(freed);
        if let Some(own) = held.clients.get_mut(&self.client) {
            *own = own.saturating_sub(freed);
            if *own == 0 {
                held.clients.remove(&self.client);
            }
        }
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.keep(0);
    }
}

/// Collects what is written in chunks, as long as there is space.
#[derive(Debug)]
struct Writer {
    space: AnswerSpace,
    chunks: VecDeque<Bytes>,
    chunk: Vec<u8>,
    length: usize,
    refused: Option<Unwritten>,
}

impl Writer {
    fn finish(self) -> Answer {
        let Self { mut space, mut chunks, chunk, length, .. } = self;
        if !chunk.is_empty() {
            chunks.push_back(chunk.into());
        }
        space.reserved.keep(length.saturating_sub(UNCOUNTED));
        Answer { chunks, length, reserved: space.reserved }
    }

    fn admit(&mut self, bytes: usize) -> Result<(), Unwritten> {
        let limits = self.space.limits;
        if self.length + bytes > limits.one {
            return Err(Unwritten::TooLong(limits.one));
        }
        self.length += bytes;
        let counted = self.length.saturating_sub(UNCOUNTED);
        match counted.checked_sub(self.space.reserved.bytes) {
            // In steps, so that the lock is taken once a chunk.
            Some(missing) if missing > 0 => self.space.reserved.grow(missing.next_multiple_of(CHUNK), limits),
            _ => Ok(()),
        }
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(refused) = self.admit(bytes.len()) {
            self.refused = Some(refused);
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        for piece in bytes.chunks(CHUNK) {
            self.chunk.extend_from_slice(piece);
            if self.chunk.len() >= CHUNK {
                self.chunks.push_back(std::mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK)).into());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An answer that is written and not yet sent.
#[derive(Debug)]
pub struct Answer {
    chunks: VecDeque<Bytes>,
    length: usize,
    reserved: Reserved,
}

impl Answer {
    /// The body that sends it. It is watched by a task of its own where its bytes are counted, so this needs a runtime.
    pub fn into_body(self) -> Body {
        let is_counted = self.reserved.bytes > 0;
        let left = self.length;
        let unsent = Unsent { answer: Some(self), left, taken: Instant::now() };
        let unsent = Arc::new(Mutex::new(unsent));
        if is_counted {
            tokio::spawn(watch(Arc::downgrade(&unsent)));
        }
        Body::new(Sending(unsent))
    }
}

/// What is left of an answer.
#[derive(Debug)]
struct Unsent {
    /// None when the client has not taken anything for too long.
    answer: Option<Answer>,
    left: usize,
    /// When something was taken last.
    taken: Instant,
}

/// Drops an answer of which nothing is taken any more.
async fn watch(unsent: std::sync::Weak<Mutex<Unsent>>) {
    loop {
        let patient_until = {
            let Some(unsent) = unsent.upgrade() else { return };
            let mut unsent = unsent.lock().unwrap_or_else(PoisonError::into_inner);
            let patient_until = unsent.taken + PATIENCE;
            if Instant::now() >= patient_until {
                unsent.answer = None;
                tracing::debug!(
                    bytes = unsent.left,
                    "a client takes nothing of its answer, which is dropped"
                );
                return;
            }
            patient_until
        };
        sleep_until(patient_until).await;
    }
}

/// The body of a large answer.
#[derive(Debug)]
struct Sending(Arc<Mutex<Unsent>>);

impl HttpBody for Sending {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let mut unsent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if unsent.left == 0 {
            return Poll::Ready(None);
        }
        let Some(answer) = &mut unsent.answer else {
            // A body that was cut has to end with an error, or it would look whole.
            return Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into())));
        };
        let Some(chunk) = answer.chunks.pop_front() else { return Poll::Ready(None) };
        answer.reserved.keep(answer.reserved.bytes.saturating_sub(chunk.len()));
        unsent.left = unsent.left.saturating_sub(chunk.len());
        unsent.taken = Instant::now();
        Poll::Ready(Some(Ok(Frame::data(chunk))))
    }

    fn size_hint(&self) -> SizeHint {
        let unsent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        SizeHint::with_exact(u64::try_from(unsent.left).unwrap_or(u64::MAX))
    }

    fn is_end_stream(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).left == 0
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{advance, timeout};

    use super::*;

    const LIMITS: AnswerLimits = AnswerLimits { one: 1 << 19, all: 1 << 20 };

    fn client(last: u8) -> IpNet {
        IpNet::from(std::net::IpAddr::from([192, 0, 2, last]))
    }

    fn held(answers: &LargeAnswers) -> usize {
        answers.held.lock().unwrap().all
    }

    /// A document of about so many bytes.
    fn document(bytes: usize) -> Vec<String> {
        vec!["x".repeat(97); bytes / 100]
    }

    #[tokio::test]
    async fn an_answer_is_sent_whole_and_its_bytes_are_free_again() {
        let answers = LargeAnswers::new(LIMITS);
        let document = document(400_000);
        let answer = answers.space(client(1)).write(&document).unwrap();
        assert_eq!(held(&answers), answer.length - UNCOUNTED);
        let body = answer.into_body();
        assert_eq!(body.size_hint().exact(), serde_json::to_vec(&document).unwrap().len().try_into().ok());
        let sent = body.collect().await.unwrap().to_bytes();
        assert_eq!(serde_json::from_slice::<Vec<String>>(&sent).unwrap(), document);
        assert_eq!(held(&answers), 0);
        assert!(answers.held.lock().unwrap().clients.is_empty());
    }

    #[tokio::test]
    async fn answers_are_bounded_each_and_together_and_for_each_client() {
        let answers = LargeAnswers::new(LIMITS);
        let too_long = answers.space(client(1)).write(&document(2 << 20));
        assert_eq!(too_long.unwrap_err(), Unwritten::TooLong(LIMITS.one));
        assert_eq!(held(&answers), 0, "what was refused holds nothing");
        let half = document(500_000);
        let first = answers.space(client(1)).write(&half).unwrap();
        assert_eq!(answers.space(client(1)).write(&half).unwrap_err(), Unwritten::NoSpace);
        assert!(
            answers.space(client(1)).write(&document(UNCOUNTED / 2)).is_ok(),
            "small answers are not counted"
        );
        let second = answers.space(client(2)).write(&half).unwrap();
        assert_eq!(answers.space(client(3)).write(&half).unwrap_err(), Unwritten::NoSpace);
        drop((first, second));
        assert!(answers.space(client(3)).write(&half).is_ok());
    }

    #[tokio::test]
    async fn whatever_was_made_for_one_request_is_counted() {
        let answers = LargeAnswers::new(LIMITS);
        let from = std::net::IpAddr::from([192, 0, 2, 1]);
        let shared = Bytes::from(vec![b'x'; 400_000]);
        let of_the_tree = answers.counted(from, Response::new(shared.clone().into())).await.unwrap();
        assert_eq!(held(&answers), 0, "the tree has these bytes anyway");
        assert_eq!(of_the_tree.into_body().collect().await.unwrap().to_bytes(), shared);
        let small = Response::new(Body::from(vec![b'x'; UNCOUNTED]));
        let small = answers.counted(from, small).await.unwrap();
        assert_eq!(held(&answers), 0);
        let made = || Response::new(Body::from(shared.to_vec()));
        let first = answers.counted(from, made()).await.unwrap();
        assert_eq!(held(&answers), shared.len() - UNCOUNTED);
        let mut owed = made();
        owed.headers_mut().insert("x-owed", http::HeaderValue::from_static("1"));
        let (refused, headers) = answers.counted(from, owed).await.unwrap_err();
        assert!(refused == Unwritten::NoSpace && headers.contains_key("x-owed"));
        let mut known = made();
        known.extensions_mut().insert(Counted);
        assert!(answers.counted(from, known).await.is_ok(), "it was counted when it was written");
        assert_eq!(first.into_body().collect().await.unwrap().to_bytes(), shared);
        assert_eq!(held(&answers), 0);
        drop(small);
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_for_five_seconds_loses_the_answer() {
        let answers = LargeAnswers::new(LIMITS);
        let mut slow = answers.space(client(1)).write(&document(400_000)).unwrap().into_body();
        for _ in 0..3 {
            advance(PATIENCE - Duration::from_secs(1)).await;
            assert!(slow.frame().await.unwrap().is_ok(), "who takes something keeps it");
        }
        advance(PATIENCE + Duration::from_secs(1)).await;
        let freed = async {
            while held(&answers) > 0 {
                tokio::task::yield_now().await;
            }
        };
        timeout(Duration::from_secs(60), freed).await.unwrap();
        assert!(slow.frame().await.unwrap().is_err(), "a body that was cut does not look whole");
    }
}
