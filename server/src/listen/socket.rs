use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use super::activity::{Activity, Phase};
use super::refusal::Refusal;
use crate::wire::RequestIds;

/// How long a connection may wait for a request while more than three quarters of all connections are in use.
const IDLE_WHEN_CROWDED: Duration = Duration::from_secs(5);

/// How long a connection may still wait for a request while the server stops. A client that just sends one gets an
/// answer.
const IDLE_WHEN_CLOSING: Duration = Duration::from_secs(1);

/// The longest time between two looks at a connection that waits.
const LOOK: Duration = Duration::from_secs(5);

/// A stream that ends when its client does nothing for too long.
///
/// Between two requests it then ends as if the client had closed it; within one it fails with
/// [`io::ErrorKind::TimedOut`].
#[derive(Debug)]
pub(super) struct Socket<S> {
    stream: S,
    activity: Arc<Activity>,
    ids: Arc<RequestIds>,
    /// An answer of hyper that the client has not taken as a whole.
    refusal: Option<Refusal>,
    /// Since when the stream takes no bytes.
    stalled: Option<Instant>,
    /// Made when it is first needed; most requests come and go without.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl<S> Socket<S> {
    pub(super) fn new(stream: S, activity: Arc<Activity>, ids: Arc<RequestIds>) -> Self {
        Self { stream, activity, ids, refusal: None, stalled: None, alarm: None }
    }

    /// When the client has waited too long; `None` where we work.
    fn due(&self) -> Option<Instant> {
        let admissions = self.activity.admissions();
        let bounds = admissions.bounds();
        if let Some(since) = self.stalled {
            return Some(since + bounds.stalled);
        }
        match self.activity.phase() {
            Phase::Waiting(since) => {
                let idle =
                    if admissions.is_crowded() { bounds.idle.min(IDLE_WHEN_CROWDED) } else { bounds.idle };
                let due = since + idle;
                Some(admissions.closing_since().map_or(due, |closing| due.min(closing + IDLE_WHEN_CLOSING)))
            }
            Phase::Head(since) => Some(since + bounds.head),
            Phase::Answering => None,
        }
    }

    /// Ready when the client has waited too long.
    fn poll_due(&mut self, context: &mut Context<'_>) -> Poll<()> {
        while let Some(due) = self.due() {
            let now = Instant::now();
            if due <= now {
                return Poll::Ready(());
            }
            // What is due depends on other connections too, so it is looked at again. An alarm that is set already is
            // set anew only if it would come too late.
            let look = due.min(now + LOOK);
            let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep_until(look)));
            if alarm.deadline() > look || alarm.is_elapsed() {
                alarm.as_mut().reset(look);
            }
            if alarm.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
        Poll::Pending
    }

    /// The result of a write, or the end of patience.
    fn written(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        self.stalled.get_or_insert_with(Instant::now);
        self.poll_due(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncWrite + Unpin> Socket<S> {
    /// Writes the answer of hyper with our headers, as one write of hyper.
    fn poll_refuse(&mut self, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        while let Some(refusal) = &mut self.refusal {
            let rest = refusal.bytes.get(refusal.sent..).unwrap_or_default();
            if rest.is_empty() {
                let written = refusal.written;
                self.refusal = None;
                return Poll::Ready(Ok(written));
            }
            let sent = Pin::new(&mut self.stream).poll_write(context, rest);
            match ready!(self.written(context, sent)) {
                Ok(0) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                Ok(sent) => {
                    if let Some(refusal) = &mut self.refusal {
                        refusal.sent += sent;
                    }
                }
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        Poll::Pending
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Socket<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            let received = buffer.filled().get(before..).unwrap_or_default();
            if !received.is_empty() {
                self.activity.receive(received);
            }
            return read;
        }
        self.poll_due(context).map(|()| match self.activity.phase() {
            Phase::Waiting(_) if self.stalled.is_none() => Ok(()),
            _ => Err(io::ErrorKind::TimedOut.into()),
        })
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Socket<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.refusal.is_none() {
            self.refusal = Refusal::of(buffer, &self.ids);
        }
        if self.refusal.is_some() {
            return self.poll_refuse(context);
        }
        let written = Pin::new(&mut self.stream).poll_write(context, buffer);
        self.written(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let [buffer] = buffers {
            return self.poll_write(context, buffer);
        }
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, buffers);
        self.written(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests;
