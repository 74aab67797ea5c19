//! Connections: small answers leave at once, and requests that are no HTTP get a problem document.

use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use muniment::api::v2::{Problem, body};
use muniment::wire::V2_EXPOSED_HEADERS;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use crate::front::Front;
use crate::ids::RequestIds;
use crate::layers::SECURITY;

/// How long the head of a request is waited for, the time between two requests of a connection included: longer than
/// reverse proxies keep idle connections, so that it is they who close them.
const PATIENCE: Duration = Duration::from_secs(90);

/// Serves connections until `stop` resolves; then accepts no more and ends when the answers under way are
/// sent.
pub async fn serve(
    listener: TcpListener,
    front: Front,
    ids: Arc<RequestIds>,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    let connections = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    pause_after(&error).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        // Without TCP_NODELAY small answers wait for the client's acknowledgement.
        let _ = stream.set_nodelay(true);
        let io = TokioIo::new(Connection { stream, ids: Arc::clone(&ids), unsent: Vec::new() });
        let connection = connections.watch(http.serve_connection(io, front.of_connection(peer)));
        // A client that goes away in the middle of an answer is its own affair.
        tokio::spawn(async move { connection.await.unwrap_or_default() });
    }
    drop(listener);
    connections.shutdown().await;
}

/// A connection that was given up before it was accepted is no reason to wait; no free file descriptor is.
async fn pause_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// A connection whose requests may be broken below the routes: an address or headers too long, or bytes
/// that are no HTTP. `hyper` answers those itself, with a bare head; what it writes is replaced by an answer
/// that has a body.
#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    ids: Arc<RequestIds>,
    /// Rest of a replaced answer.
    unsent: Vec<u8>,
}

/// The answers `hyper` writes itself: start of the head, status, title, detail.
const BARE: [(&[u8], u16, &str, &str); 3] = [
    (b"HTTP/1.1 400 ", 400, "Bad Request", "this is no HTTP request"),
    (b"HTTP/1.1 414 ", 414, "URI Too Long", "the address is too long"),
    (b"HTTP/1.1 431 ", 431, "Request Header Fields Too Large", "the header fields are too large or too many"),
];

/// What is written in place of a bare answer; nothing for any other.
fn replacement(written: &[u8], ids: &RequestIds) -> Option<Vec<u8>> {
    let (_, status, title, detail) = BARE.into_iter().find(|(start, ..)| written.starts_with(start))?;
    // Ours have bodies.
    if !written.windows(19).any(|window| window.eq_ignore_ascii_case(b"content-length: 0\r\n")) {
        return None;
    }
    let id = ids.next();
    let body = body(&Problem::about_blank(status, title, detail).on("", &id));
    let security: String = SECURITY.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!(
        "HTTP/1.1 {status} {title}\r\ncontent-type: {}\r\ncontent-length: {}\r\nconnection: close\r\n\
         access-control-allow-origin: *\r\naccess-control-expose-headers: {V2_EXPOSED_HEADERS}\r\n\
         x-request-id: {id}\r\n{security}\r\n",
        Problem::MEDIA_TYPE,
        body.len(),
    );
    Some([head.into_bytes(), body].concat())
}

impl Connection {
    fn poll_unsent(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.unsent.is_empty() {
            let sent = ready!(Pin::new(&mut self.stream).poll_write(context, &self.unsent))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.unsent.drain(..sent);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_unsent(context))?;
        match replacement(buffer, &self.ids) {
            Some(bytes) => {
                self.unsent = bytes;
                Poll::Ready(Ok(buffer.len()))
            }
            None => Pin::new(&mut self.stream).poll_write(context, buffer),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_unsent(context))?;
        match buffers.first().and_then(|head| replacement(head, &self.ids)) {
            Some(bytes) => {
                self.unsent = bytes;
                Poll::Ready(Ok(buffers.iter().map(|buffer| buffer.len()).sum()))
            }
            None => Pin::new(&mut self.stream).poll_write_vectored(context, buffers),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_unsent(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_unsent(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
