use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use http::header::{CONTENT_TYPE, HeaderValue};
use muniment::api::v1::Refused;
use muniment::reason::OverBudget;
use serde::Serialize;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::timeout_at;

/// Bytes of a long answer that leave at once.
const CHUNK: usize = 1 << 16;

pub(super) fn out_of_time(_: OverBudget) -> Refused {
    Refused::sentence(504, "The reasoner did not come to a conclusion in time")
}

/// When a check has to be over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline(Instant);

impl Deadline {
    pub(super) fn new(at: Instant) -> Self {
        Self(at)
    }

    pub(super) fn is_over(self) -> bool {
        Instant::now() >= self.0
    }
}

/// Waits until one of the threads that reason is free.
async fn turn(deadline: Deadline, turns: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refused> {
    let turn = timeout_at(deadline.0.into(), Arc::clone(turns).acquire_owned()).await;
    turn.map_err(|_| out_of_time(OverBudget))?.map_err(|_| out_of_time(OverBudget))
}

/// What a thread of its own works out, when it is its turn.
pub(super) async fn in_turn<T: Send + 'static>(
    deadline: Deadline,
    turns: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let turn = turn(deadline, turns).await?;
    let worked = tokio::task::spawn_blocking(move || {
        let worked = work();
        drop(turn);
        worked
    });
    worked.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a check of licenses was given up");
        Err(Refused::sentence(500, "Internal Server Error"))
    })
}

/// A document that a thread of its own works out and writes; it is sent while it is being written.
///
/// `work` sends one document or refuses, when it is its turn.
pub(super) async fn streamed(
    deadline: Deadline,
    turns: &Arc<Semaphore>,
    work: impl FnOnce(&mut Outlet) -> Result<(), Refused> + Send + 'static,
) -> Result<Response, Refused> {
    let turn = turn(deadline, turns).await?;
    let (concluded, conclusion) = oneshot::channel();
    let (chunks, written) = mpsc::channel(4);
    let is_whole = Arc::new(AtomicBool::new(false));
    let mut outlet = Outlet {
        concluded: Some(concluded),
        is_whole: Arc::clone(&is_whole),
        writer: ChunkWriter { chunks, chunk: Vec::new(), deadline, runtime: Handle::current() },
    };
    tokio::task::spawn_blocking(move || {
        if let Err(refused) = work(&mut outlet)
            && let Some(concluded) = outlet.concluded.take()
        {
            concluded.send(Err(refused)).unwrap_or_default();
        }
        drop(turn);
    });
    conclusion.await.map_err(|_| out_of_time(OverBudget))??;
    let chunks = stream::unfold((written, is_whole), |(mut written, is_whole)| async move {
        match written.recv().await {
            Some(chunk) => Some((Ok(chunk), (written, is_whole))),
            None if is_whole.load(Ordering::Acquire) => None,
            // A body that was cut has to end with an error, or it would look whole.
            None => Some((Err(io::Error::from(io::ErrorKind::TimedOut)), (written, is_whole))),
        }
    });
    let mut response = Response::new(Body::from_stream(chunks));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

/// Where the document goes.
pub(super) struct Outlet {
    /// Told when there is something to send; from then on the answer is a 200.
    concluded: Option<oneshot::Sender<Result<(), Refused>>>,
    is_whole: Arc<AtomicBool>,
    writer: ChunkWriter,
}

impl Outlet {
    /// Sends the document.
    pub(super) fn send(&mut self, document: &impl Serialize) {
        if self.concluded.take().is_some_and(|concluded| concluded.send(Ok(())).is_ok()) {
            let is_whole =
                serde_json::to_writer(&mut self.writer, document).is_ok() && self.writer.send().is_ok();
            self.is_whole.store(is_whole, Ordering::Release);
            tracing::debug!(is_whole, "a long answer was sent");
        }
    }
}

/// Sends what is written in chunks, and stops when nobody reads or time is over.
struct ChunkWriter {
    chunks: mpsc::Sender<Bytes>,
    chunk: Vec<u8>,
    deadline: Deadline,
    runtime: Handle,
}

impl ChunkWriter {
    fn send(&mut self) -> io::Result<()> {
        let chunk = std::mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK));
        let sent = timeout_at(self.deadline.0.into(), self.chunks.send(chunk.into()));
        match self.runtime.block_on(sent) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(io::ErrorKind::BrokenPipe.into()),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

impl Write for ChunkWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.chunk.extend_from_slice(bytes);
        if self.chunk.len() >= CHUNK {
            self.send()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
