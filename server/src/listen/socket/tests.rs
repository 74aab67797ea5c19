use std::convert::Infallible;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::time::{advance, timeout};

use super::super::ConnectionBounds;
use super::super::admission::{Admission, Admissions};
use super::*;

/// What is on its way to the client until nothing more is taken.
const ON_THE_WAY: usize = 16;

const SECOND: Duration = Duration::from_secs(1);

struct Connected {
    socket: Socket<DuplexStream>,
    client: DuplexStream,
    activity: Arc<Activity>,
    admissions: Arc<Admissions>,
}

fn connected(connections: usize) -> Connected {
    let admissions =
        Arc::new(Admissions::new(ConnectionBounds { connections, ..ConnectionBounds::default() }));
    let (client, stream) = duplex(ON_THE_WAY);
    let ids = Arc::new(RequestIds::new(&crate::auth::SeededRandomness::new(7)).unwrap());
    let activity = Arc::new(Activity::new(Arc::clone(&admissions)));
    Connected { socket: Socket::new(stream, Arc::clone(&activity), ids), client, activity, admissions }
}

impl Connected {
    /// Reads once: how many bytes, and after how many seconds.
    async fn read(&mut self) -> (Result<usize, io::ErrorKind>, u64) {
        let begin = Instant::now();
        let read = self.socket.read(&mut [0; 64]).await.map_err(|error| error.kind());
        (read, begin.elapsed().as_secs())
    }
}

fn admit(admissions: &Arc<Admissions>) -> Admission {
    Admissions::admit(admissions, [192, 0, 2, 1].into()).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_connection_without_a_request_ends_after_a_while() {
    assert_eq!(connected(8).read().await, (Ok(0), 90));
}

#[tokio::test(start_paused = true)]
async fn a_connection_without_a_request_ends_soon_where_many_are_open() {
    let mut connected = connected(4);
    let few: Vec<Admission> = (0..3).map(|_| admit(&connected.admissions)).collect();
    assert!(timeout(6 * SECOND, connected.read()).await.is_err(), "three of four are not too many");
    let _one_more = admit(&connected.admissions);
    assert_eq!(connected.read().await, (Ok(0), 0), "it has waited for more than five seconds");
    drop(few);
}

#[tokio::test(start_paused = true)]
async fn a_head_that_does_not_end_is_given_up() {
    let mut connected = connected(8);
    advance(80 * SECOND).await;
    connected.client.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    assert_eq!(connected.read().await, (Ok(16), 0));
    advance(4 * SECOND).await;
    connected.client.write_all(b"Host: a\r\n").await.unwrap();
    assert_eq!(connected.read().await, (Ok(9), 0), "more bytes are no new beginning");
    assert_eq!(connected.read().await, (Err(io::ErrorKind::TimedOut), 6));
}

#[tokio::test(start_paused = true)]
async fn a_request_may_be_answered_as_long_as_it_takes() {
    let mut connected = connected(8);
    connected.client.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    assert_eq!(connected.read().await, (Ok(16), 0));
    let answering = Activity::answer(&connected.activity, Some(0));
    assert!(timeout(3600 * SECOND, connected.read()).await.is_err());
    drop(answering);
    assert_eq!(connected.read().await, (Ok(0), 90));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_takes_nothing_is_given_up() {
    let mut connected = connected(8);
    let _answering = Activity::answer(&connected.activity, Some(0));
    let begin = Instant::now();
    connected.socket.write_all(&[b'a'; ON_THE_WAY]).await.unwrap();
    let written = connected.socket.write_all(b"b").await.unwrap_err();
    assert_eq!((written.kind(), begin.elapsed().as_secs()), (io::ErrorKind::TimedOut, 30));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_takes_little_is_waited_for() {
    let Connected { mut socket, mut client, activity, .. } = connected(8);
    let _answering = Activity::answer(&activity, Some(0));
    let slow = async {
        for _ in 0..10 {
            tokio::time::sleep(29 * SECOND).await;
            client.read_exact(&mut [0; 8]).await.unwrap();
        }
    };
    let (written, ()) = tokio::join!(socket.write_all(&[b'a'; 80 + ON_THE_WAY]), slow);
    written.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stops_waits_a_moment_for_requests_on_their_way() {
    let mut connected = connected(8);
    connected.admissions.close();
    assert!(connected.activity.is_last());
    connected.client.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    assert_eq!(connected.read().await, (Ok(16), 0));
    drop(Activity::answer(&connected.activity, Some(0)));
    assert_eq!(connected.read().await, (Ok(0), 1));
}

/// Sixteen bytes fit at once, so every write but the last is partial, and some begin where a line of the text does.
#[tokio::test]
async fn a_text_that_looks_like_an_answer_arrives_whole() {
    let Connected { socket, mut client, .. } = connected(8);
    let text = "HTTP/1.1 400 \r\n".repeat(100) + "content-length: 0\r\n";
    let answer = text.clone();
    let service = service_fn(move |_: Request<Incoming>| {
        let body = Full::new(Bytes::from(answer.clone()));
        async move { Ok::<_, Infallible>(Response::new(body)) }
    });
    let served = tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(socket), service));
    client.write_all(b"GET / HTTP/1.0\r\n\r\n").await.unwrap();
    let mut bytes = Vec::new();
    client.read_to_end(&mut bytes).await.unwrap();
    let whole = String::from_utf8(bytes).unwrap();
    assert_eq!(whole.split_once("\r\n\r\n").unwrap().1, text);
    served.await.unwrap().unwrap();
}
