//! The outermost layer: request identifiers, security headers, an answer for a panic.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use futures_util::FutureExt;
use http::header::{CONTENT_SECURITY_POLICY, HeaderValue, STRICT_TRANSPORT_SECURITY};

use crate::wire::{ErrorAnswers, FailedRequest, RequestId, RequestIds, identify, secure};

#[derive(Clone)]
struct Outermost {
    ids: Arc<RequestIds>,
    errors: ErrorAnswers,
    frame_policy: HeaderValue,
    transport_policy: Option<HeaderValue>,
}

/// Wraps a router: each request gets an identifier; each answer that identifier and the security headers;
/// a panic becomes an answer too.
pub(super) fn wrap(
    router: Router,
    ids: Arc<RequestIds>,
    errors: ErrorAnswers,
    frame_policy: HeaderValue,
    transport_policy: Option<HeaderValue>,
) -> Router {
    let state = Outermost { ids, errors, frame_policy, transport_policy };
    router.layer(middleware::from_fn_with_state(state, outermost))
}

async fn outermost(State(state): State<Outermost>, mut request: Request, next: Next) -> Response {
    let id = state.ids.next();
    request.extensions_mut().insert(RequestId(id.clone()));
    let uri = request.uri().clone();
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    let mut response = answered.unwrap_or_else(|_| {
        state.errors.internal(&FailedRequest { path: uri.path().to_owned(), request_id: id.clone() })
    });
    let headers = response.headers_mut();
    // Refusals too, and pages made for one request, which only know the policy of pages everywhere.
    if uri.path().starts_with("/web/") {
        headers.insert(CONTENT_SECURITY_POLICY, state.frame_policy.clone());
    }
    if let Some(policy) = &state.transport_policy {
        headers.insert(STRICT_TRANSPORT_SECURITY, policy.clone());
    }
    secure(headers);
    identify(headers, &id);
    response
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use serde_json::{Value, json};
    use tower::ServiceExt;

    use super::*;

    async fn fails() -> Response {
        panic!("the secret of the failure")
    }

    async fn ask(path: &str) -> (http::response::Parts, Value) {
        let router = Router::new().route("/v2/fails", get(fails)).route("/fails", get(fails));
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/small");
        let library = muniment_library::load::load(std::path::Path::new(data)).library.unwrap();
        let pages = muniment_pages::ErrorPages::new(&library.site).unwrap();
        let errors = ErrorAnswers::new("https://muniment.example/documentation/v2", pages);
        let frames = HeaderValue::from_static("frame-ancestors 'self'");
        let router = wrap(
            router,
            Arc::new(RequestIds::new(&crate::auth::SeededRandomness::new(7)).unwrap()),
            errors,
            frames,
            None,
        );
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        let (parts, body) = router.oneshot(request).await.unwrap().into_parts();
        let bytes = to_bytes(body, 1 << 16).await.unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("secret"));
        (parts, serde_json::from_slice(&bytes).unwrap())
    }

    #[tokio::test]
    async fn a_panic_is_a_problem_that_says_nothing_of_itself() {
        let (parts, problem) = ask("/v2/fails").await;
        assert_eq!(parts.status, 500);
        assert_eq!(problem["type"], "https://muniment.example/documentation/v2#problem-internal-error");
        assert_eq!(problem["instance"], "/v2/fails");
        assert_eq!(problem["request_id"], parts.headers["x-request-id"].to_str().unwrap());
        assert_eq!(parts.headers["content-type"], "application/problem+json");
        assert_eq!(parts.headers["access-control-allow-origin"], "*");
        assert_eq!(parts.headers["x-frame-options"], "SAMEORIGIN");
    }

    #[tokio::test]
    async fn a_panic_elsewhere_is_a_sentence() {
        let (parts, answer) = ask("/fails").await;
        assert_eq!((parts.status.as_u16(), answer), (500, json!({"detail": "Internal Server Error"})));
        assert_eq!(parts.headers["x-content-type-options"], "nosniff");
    }
}
