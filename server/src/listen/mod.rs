//! Connections: accepting, bounding, timing out and draining them.

mod activity;
mod admission;
mod files;
mod refusal;
mod repeated_warning;
mod service;
mod socket;

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

use activity::Activity;
pub use service::RequestService;

use crate::limit::TrustedProxies;
use crate::settings::Config;
use admission::{Admission, Admissions, Refused};
pub use files::raise_open_files;
use refusal::Refusal;
use repeated_warning::RepeatedWarning;
use socket::Socket;

/// Bounds of connections, in number and in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionBounds {
    /// Open connections in all; more wait in the queue of the operating system.
    pub connections: usize,
    /// Open connections of one client network; more are refused.
    pub connections_per_client: usize,
    /// Proxies whose connections are those of many clients, so that the bound per client does not hold for them.
    pub proxies: TrustedProxies,
    /// Time from the first byte of the head of a request to its last.
    pub head: Duration,
    /// Time in which a client that is written to has to take some bytes.
    pub stalled: Duration,
    /// Time between two requests of a connection.
    pub idle: Duration,
    /// Time from the wish to stop until connections are cut.
    pub shutdown: Duration,
}

impl Default for ConnectionBounds {
    fn default() -> Self {
        Self {
            connections: 10_000,
            connections_per_client: 256,
            proxies: TrustedProxies::Hops(0),
            head: Duration::from_secs(10),
            stalled: Duration::from_secs(30),
            idle: Duration::from_secs(90),
            shutdown: Duration::from_secs(30),
        }
    }
}

impl ConnectionBounds {
    /// The bounds that the settings state.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        Self {
            connections: config.connections,
            connections_per_client: config.connections_per_client,
            proxies: config.trusted_proxies.clone(),
            head: Duration::from_secs(config.head_seconds),
            stalled: Duration::from_secs(config.stalled_seconds),
            idle: Duration::from_secs(config.idle_seconds),
            shutdown: Duration::from_secs(config.shutdown_seconds),
        }
    }

    /// File descriptors that are left to everything but connections: the database, files, mail and other services.
    const RESERVED: usize = 128;

    /// The bounds that hold where a process may have so many open files. One client gets a quarter of all connections at
    /// most.
    #[must_use]
    pub fn within(self, open_files: usize) -> Self {
        let left = open_files - Self::RESERVED.min(open_files / 2);
        let connections = self.connections.min(left).max(1);
        let connections_per_client = self.connections_per_client.min(connections.div_ceil(4)).max(1);
        Self { connections, connections_per_client, ..self }
    }
}

/// The most bytes the head of a request may have, and the most of an answer that `hyper` copies.
const BUFFER_BYTES: usize = 128 * 1024;

/// The answer to a connection above the bound of its client.
const REFUSAL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n";

/// Serves connections until `stop` resolves. Then accepts no more, answers every request whose first byte has arrived,
/// and cuts what is left after [`ConnectionBounds::shutdown`].
pub async fn serve(
    listener: TcpListener,
    service: RequestService,
    bounds: ConnectionBounds,
    stop: impl Future<Output = ()>,
) {
    let mut server = Server {
        admissions: Arc::new(Admissions::new(bounds)),
        service,
        connections: JoinSet::new(),
        accepting: RepeatedWarning::new("no connection can be accepted"),
        refusing: RepeatedWarning::new("connections of a client above its bound are refused"),
        full: RepeatedWarning::new("all connections are in use, new ones wait"),
    };
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            Some(_) = server.connections.join_next() => continue,
            accepted = listener.accept(), if !server.is_full() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => server.admit(stream, peer),
            Err(error) => server.pause_after(&error).await,
        }
    }
    server.drain(listener).await;
}

#[derive(Debug)]
struct Server {
    admissions: Arc<Admissions>,
    service: RequestService,
    connections: JoinSet<()>,
    accepting: RepeatedWarning,
    refusing: RepeatedWarning,
    full: RepeatedWarning,
}

impl Server {
    fn is_full(&mut self) -> bool {
        let is_full = self.admissions.is_full();
        if is_full {
            self.full.make(&"raise the limit of open files, or --connections");
        }
        is_full
    }

    fn admit(&mut self, stream: TcpStream, peer: SocketAddr) {
        match Admissions::admit(&self.admissions, peer.ip()) {
            Ok(admission) => {
                self.connections.spawn(connection(stream, peer, self.service.clone(), admission));
            }
            Err(Refused { network }) => {
                self.refusing.make(&network);
                // A client that has sent its request already may see a reset instead.
                if let Some(refusal) = Refusal::of(REFUSAL, &self.service.request_ids()) {
                    let _ = stream.try_write(&refusal.bytes);
                }
            }
        }
    }

    /// Waits until a file descriptor may be free. A connection that its client gave up in the queue costs nothing.
    async fn pause_after(&mut self, error: &io::Error) {
        use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
        if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
            self.accepting.make(error);
            sleep(Duration::from_millis(100)).await;
        }
    }

    async fn drain(mut self, listener: TcpListener) {
        let deadline = Instant::now() + self.admissions.bounds().shutdown;
        self.admissions.close();
        // Connections that the operating system has accepted for us may have sent a request.
        if let Ok(listener) = listener.into_std() {
            while !self.admissions.is_full()
                && let Ok((stream, peer)) = listener.accept()
            {
                if let Some(stream) = stream.set_nonblocking(true).ok().and(TcpStream::from_std(stream).ok())
                {
                    self.admit(stream, peer);
                }
            }
        }
        let all = async { while self.connections.join_next().await.is_some() {} };
        if timeout_at(deadline, all).await.is_err() {
            let count = self.connections.len();
            tracing::warn!(count, "connections did not end in time and are cut");
            self.connections.shutdown().await;
        }
    }
}

/// Serves one connection to its end.
async fn connection(stream: TcpStream, peer: SocketAddr, service: RequestService, admission: Admission) {
    // Without TCP_NODELAY small answers wait for the client's acknowledgement.
    let _ = stream.set_nodelay(true);
    let mut closing = admission.admissions().closing();
    let activity = Arc::new(Activity::new(Arc::clone(admission.admissions())));
    let socket = Socket::new(stream, Arc::clone(&activity), service.request_ids());
    let socket = TokioIo::new(socket);
    let service = service.of_connection(peer, activity);
    let mut served = pin!(http1::Builder::new().max_buf_size(BUFFER_BYTES).serve_connection(socket, service));
    // When the server stops, the socket ends a connection that waits for a request: it has to look again then.
    let ended = tokio::select! {
        ended = &mut served => Some(ended),
        _ = closing.wait_for(|closing| *closing) => None,
    };
    let ended = match ended {
        Some(ended) => ended,
        None => served.await,
    };
    if let Err(error) = ended {
        tracing::debug!(%error, %peer, "a connection ended early");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_the_rest() {
        let bounds = |open_files| {
            let bounds = ConnectionBounds::default().within(open_files);
            (bounds.connections, bounds.connections_per_client)
        };
        assert_eq!(bounds(1 << 20), (10_000, 256));
        assert_eq!(bounds(1024), (896, 224));
        assert_eq!(bounds(100), (50, 13));
        assert_eq!(bounds(1), (1, 1));
    }
}
