//! What every answer goes through, outermost first.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use http::header::{HeaderName, HeaderValue};

use crate::edge::RequestId;
use crate::ids::RequestIds;

/// Headers every answer bears (document 1 §8.4).
const SECURITY: [(&str, &str); 3] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("x-frame-options", "SAMEORIGIN"),
];

/// Wraps a router: each request gets an identifier, each answer that identifier and the security headers.
pub fn wrap(router: Router, ids: Arc<RequestIds>) -> Router {
    router.layer(middleware::from_fn_with_state(ids, identify))
}

async fn identify(State(ids): State<Arc<RequestIds>>, mut request: Request, next: Next) -> Response {
    let id = ids.next();
    let value = HeaderValue::from_str(&id);
    request.extensions_mut().insert(RequestId(id));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if let Ok(value) = value {
        headers.insert("x-request-id", value);
    }
    response
}
