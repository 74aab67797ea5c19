use std::borrow::Cow;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::StatusCode;
use http::header::{
    ACCEPT, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION,
};
use muniment_documents::api::v2::body;
use muniment_documents::wire::{OPENER_POLICY, PAGE_POLICY};
use serde::Serialize;

/// A redirect without a body.
#[must_use]
pub fn redirect(status: StatusCode, address: &str) -> Response<Bytes> {
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = status;
    if let Ok(location) = HeaderValue::from_str(address) {
        response.headers_mut().insert(LOCATION, location);
    }
    response
}

/// A page that was made for one request.
#[must_use]
pub fn page(html: String) -> Response {
    let mut response = Response::new(Body::from(html));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
    let opener = HeaderName::from_static("cross-origin-opener-policy");
    headers.insert(opener, HeaderValue::from_static(OPENER_POLICY));
    // What is made for one request may be private: no other site loads it as a part of itself.
    let resource = HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(resource, HeaderValue::from_static("same-origin"));
    response
}

/// All `Accept` headers as one; `None` when there is none.
#[must_use]
pub fn accept(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    let mut values = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let first = values.next()?;
    match values.next() {
        None => Some(first.into()),
        Some(second) => Some([first, second].into_iter().chain(values).collect::<Vec<_>>().join(",").into()),
    }
}

/// A JSON answer.
#[must_use]
pub fn json(status: StatusCode, document: &impl Serialize) -> Response {
    let (status, bytes) = body(document).map_or_else(
        |error| {
            tracing::error!(%error, "an answer cannot be written");
            (StatusCode::INTERNAL_SERVER_ERROR, b"{\"detail\":\"Internal Server Error\"}\n".to_vec())
        },
        |bytes| (status, bytes),
    );
    json_bytes(status, bytes)
}

/// A document that is written as JSON already.
#[must_use]
pub fn json_bytes(status: StatusCode, json: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(json));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_cannot_be_written_is_an_error() {
        let unwritable = std::collections::BTreeMap::from([((1, 2), 3)]);
        assert_eq!(json(StatusCode::OK, &unwritable).status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
