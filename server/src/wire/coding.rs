//! Answers coded for clients that accept it: those made for one request, and files the tree does not have coded.

use std::io::Write;
use std::sync::{Arc, LazyLock};
use std::thread::available_parallelism;

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;
use http::StatusCode;
use http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue,
    SET_COOKIE, VARY,
};
use http_body_util::BodyExt;
use muniment_documents::wire::Coding;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Bodies of fewer bytes are sent as they are.
pub const LEAST_CODED: u64 = 4 * 1024;

/// Made bodies of more bytes are sent as they are, so that none takes a processor for long.
const MOST_MADE: u64 = 16 * 1024 * 1024;

/// Coding is a courtesy: what finds every processor at it is sent as it is.
static TURNS: LazyLock<Arc<Semaphore>> =
    LazyLock::new(|| Arc::new(Semaphore::new(available_parallelism().map_or(1, usize::from))));

/// An answer made for one request with its body coded, if the body is text of some length and the request accepts that.
///
/// What is said to a session is never coded: its length would tell of the form token in it. Nor is what is sent while it is
/// made.
pub async fn code_made(request: &HeaderMap, response: Response) -> Response {
    match !request.contains_key(COOKIE) && is_worth_coding(request, &response) {
        true => code(response).await.0,
        false => response,
    }
}

/// The answer with its body coded, and that body; the answer as it is if every processor is at coding another.
pub async fn code(response: Response) -> (Response, Option<Bytes>) {
    let Ok(turn) = Arc::clone(&TURNS).try_acquire_owned() else { return (response, None) };
    let (mut parts, body) = response.into_parts();
    let bytes = match body.collect().await {
        Ok(collected) => collected.to_bytes(),
        Err(error) => {
            let failed = Body::from_stream(stream::iter([Err::<Bytes, _>(error)]));
            return (Response::from_parts(parts, failed), None);
        }
    };
    let plain = bytes.clone();
    let coded = spawn_blocking(move || {
        let _turn = turn;
        let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::fast());
        encoder.write_all(&plain).and_then(|()| encoder.finish())
    });
    let Ok(Ok(coded)) = coded.await else { return (Response::from_parts(parts, Body::from(bytes)), None) };
    let coded = Bytes::from(coded);
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static(Coding::Gzip.name()));
    parts.headers.append(VARY, HeaderValue::from_static("Accept-Encoding"));
    (Response::from_parts(parts, Body::from(coded.clone())), Some(coded))
}

fn accepts_gzip(request: &HeaderMap) -> bool {
    let accepted = request.get(ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    !Coding::accepted(accepted, &[Coding::Gzip]).is_empty()
}

fn is_worth_coding(request: &HeaderMap, response: &Response) -> bool {
    let headers = response.headers();
    response.status() == StatusCode::OK
        && response
            .body()
            .size_hint()
            .exact()
            .is_some_and(|length| (LEAST_CODED..=MOST_MADE).contains(&length))
        && !headers.contains_key(CONTENT_ENCODING)
        && !headers.contains_key(SET_COOKIE)
        && may_be_coded(request, headers)
}

/// Whether a body under these headers is coded for a request, if it is long enough.
#[must_use]
pub fn may_be_coded(request: &HeaderMap, headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(is_text)
        && accepts_gzip(request)
}

/// Whether bodies of a media type are text, and so become smaller.
fn is_text(media_type: &str) -> bool {
    let name = media_type.split(';').next().unwrap_or_default().trim();
    name.starts_with("text/")
        || ["json", "xml"].into_iter().any(|syntax| name.ends_with(syntax))
        || matches!(name, "application/n-triples" | "application/n-quads" | "application/javascript")
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use axum::body::to_bytes;
    use flate2::read::GzDecoder;

    use super::*;

    fn answer(media_type: &'static str, length: usize) -> Response {
        let mut response = Response::new(Body::from(vec![b'a'; length]));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        response.headers_mut().insert(VARY, HeaderValue::from_static("Accept"));
        response
    }

    fn request(fields: &[(http::HeaderName, &'static str)]) -> HeaderMap {
        fields.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[tokio::test]
    async fn a_long_text_is_coded_for_whoever_accepts_it() {
        let coded =
            code_made(&request(&[(ACCEPT_ENCODING, "br, gzip")]), answer("application/json", 9000)).await;
        assert_eq!(coded.headers()[CONTENT_ENCODING], "gzip");
        let vary: Vec<_> = coded.headers().get_all(VARY).iter().collect();
        assert_eq!(vary, ["Accept", "Accept-Encoding"]);
        let bytes = to_bytes(coded.into_body(), usize::MAX).await.unwrap();
        let mut text = String::new();
        GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, "a".repeat(9000));
    }

    #[tokio::test]
    async fn everything_else_is_sent_as_it_is() {
        let gzip = (ACCEPT_ENCODING, "gzip");
        for (fields, response) in [
            (request(&[]), answer("application/json", 9000)),
            (request(&[(ACCEPT_ENCODING, "gzip;q=0, br")]), answer("application/json", 9000)),
            (request(&[gzip.clone(), (COOKIE, "muniment_session=a")]), answer("text/html", 9000)),
            (request(std::slice::from_ref(&gzip)), answer("application/json", 100)),
            (request(std::slice::from_ref(&gzip)), answer("image/png", 9000)),
        ] {
            let plain = code_made(&fields, response).await;
            assert!(!plain.headers().contains_key(CONTENT_ENCODING), "{fields:?}");
            assert_eq!(plain.headers().get_all(VARY).iter().count(), 1, "{fields:?}");
        }
    }
}
