//! Error answers: problem documents under version 2; the shapes of version 1, or a page, everywhere else.

use std::sync::Arc;

use axum::response::Response;
use http::StatusCode;
use http::header::{ALLOW, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER, VARY};
use http::request::Parts;
use muniment_documents::api::v1;
use muniment_documents::api::v2::{Problem, ProblemKind, Refused, SpentWindow};
use muniment_documents::wire::{V2_EXPOSED_HEADERS, prefers_html};
use muniment_pages::ErrorPages;

use super::{accept, is_open, json};
use crate::limit::{Exceeded, Exhausted, Unwritten};

/// The identifier of a request, put among its extensions by the outermost layer.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// What an error answer names of the request it answers.
#[derive(Debug, Clone)]
pub struct FailedRequest {
    /// Path of the request, as it was sent.
    pub path: String,
    /// The identifier in `X-Request-ID`.
    pub request_id: String,
}

impl FailedRequest {
    /// The parts of a request that has passed the outermost layer.
    #[must_use]
    pub fn of(request: &Parts) -> Self {
        let request_id = request.extensions.get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
        Self { path: request.uri.path().to_owned(), request_id }
    }

    fn is_of_version_2(&self) -> bool {
        is_of_version_2(&self.path)
    }
}

/// Whether a path belongs to version 2, with its CORS rules and problem documents (spec:version-2#problem-document).
#[must_use]
pub fn is_of_version_2(path: &str) -> bool {
    path == "/v2" || path.starts_with("/v2/") || path == "/.well-known/api-catalog"
}

/// Writes error answers.
#[derive(Debug, Clone)]
pub struct ErrorAnswers {
    documentation_url: Arc<str>,
    pages: Arc<ErrorPages>,
}

/// Seconds after which a store that did not answer may be asked again.
const SOON: HeaderValue = HeaderValue::from_static("5");

/// Methods under version 2.
const V2_METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD, OPTIONS");

impl ErrorAnswers {
    /// `documentation_url` is where the `type` of every problem is explained.
    #[must_use]
    pub fn new(documentation_url: &str, pages: ErrorPages) -> Self {
        Self { documentation_url: documentation_url.into(), pages: Arc::new(pages) }
    }

    /// The answer in place of one for which there is no space.
    #[must_use]
    pub fn uncounted(&self, unwritten: Unwritten, request: &Parts) -> Response {
        let asked = FailedRequest::of(request);
        match asked.is_of_version_2() {
            true => self.refused(unwritten.into(), &asked),
            false => self.version_1(&unwritten.into(), request),
        }
    }

    /// The answer to a refused request of version 2 (spec:version-2#problem-document).
    #[must_use]
    pub fn refused(&self, refused: Refused, asked: &FailedRequest) -> Response {
        let kind = refused.kind;
        let problem = Problem::of(refused, &self.documentation_url).on(&asked.path, &asked.request_id);
        let mut response = version_2(&problem);
        let headers = response.headers_mut();
        match kind {
            ProblemKind::NotAcceptable => {
                headers.insert(VARY, HeaderValue::from_static("Accept"));
            }
            ProblemKind::MethodNotAllowed => {
                headers.insert(ALLOW, V2_METHODS);
            }
            ProblemKind::StoreUnavailable => {
                headers.insert(RETRY_AFTER, SOON);
            }
            ProblemKind::Unauthenticated => {
                headers.insert(http::header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            _ => {}
        }
        response
    }

    /// The answer to a request that is broken below the routes.
    #[must_use]
    pub fn broken(&self, status: StatusCode, detail: &str, asked: &FailedRequest) -> Response {
        if asked.is_of_version_2() {
            let title = status.canonical_reason().unwrap_or_default();
            let problem = Problem::about_blank(status.as_u16(), title, detail);
            version_2(&problem.on(&asked.path, &asked.request_id))
        } else {
            json(status, &serde_json::json!({"detail": detail}))
        }
    }

    /// The answer to a request we failed on; it says nothing of how.
    #[must_use]
    pub fn internal(&self, asked: &FailedRequest) -> Response {
        if asked.is_of_version_2() {
            let detail = "something went wrong here; the request identifier helps us find it";
            self.refused(Refused::new(ProblemKind::InternalError, detail), asked)
        } else {
            json(StatusCode::INTERNAL_SERVER_ERROR, &serde_json::json!({"detail": "Internal Server Error"}))
        }
    }

    /// The answer to a refused request outside version 2 (spec:version-1#errors).
    #[must_use]
    pub fn version_1(&self, refused: &v1::Refused, request: &Parts) -> Response {
        let status = StatusCode::from_u16(refused.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = refused.body();
        let detail = body.get("detail").and_then(|detail| detail.as_str());
        let mut response =
            self.error(status, detail.unwrap_or("The request is not as it should be."), &body, request);
        let headers = response.headers_mut();
        match refused {
            v1::Refused::Later { seconds, .. } => {
                headers.insert(RETRY_AFTER, HeaderValue::from(*seconds));
            }
            v1::Refused::MethodNotAllowed { allow } => {
                if let Ok(allow) = HeaderValue::from_str(allow) {
                    headers.insert(ALLOW, allow);
                }
            }
            _ if status == StatusCode::UNAUTHORIZED => {
                headers.insert(http::header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            _ => {}
        }
        response
    }

    /// The answer to a client that asks too often (spec:version-1#errors).
    #[must_use]
    pub fn rate_limited(&self, exceeded: &Exceeded, request: &Parts) -> Response {
        let sentence = exceeded.sentence();
        let body = serde_json::json!({"detail": sentence});
        let mut response = self.error(StatusCode::TOO_MANY_REQUESTS, &sentence, &body, request);
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(exceeded.retry_after));
        response
    }

    /// The answer to an account that asks too often (spec:version-1#errors, spec:version-2#problem-document); where it
    /// stands is said by headers that every answer to its token bears.
    #[must_use]
    pub fn exhausted(&self, exhausted: &Exhausted, request: &Parts) -> Response {
        let (asked, sentence) = (FailedRequest::of(request), exhausted.sentence());
        let spent = SpentWindow {
            window: exhausted.span.name(),
            limit: exhausted.state.limit,
            remaining: exhausted.state.remaining,
            reset_at: exhausted.reset_at(),
        };
        let mut response = if asked.is_of_version_2() {
            self.refused(Refused::rate_limited(sentence, spent), &asked)
        } else {
            let body = serde_json::json!({
                "detail": sentence,
                "window": spent.window,
                "limit": spent.limit,
                "remaining": spent.remaining,
                "reset_at": spent.reset_at,
            });
            self.error(StatusCode::TOO_MANY_REQUESTS, &sentence, &body, request)
        };
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(exhausted.retry_after()));
        response
    }

    /// A document; on a site path a page for clients that rank HTML above JSON (spec:version-1#endpoints).
    fn error(
        &self,
        status: StatusCode,
        sentence: &str,
        body: &serde_json::Value,
        request: &Parts,
    ) -> Response {
        if is_open(request.uri.path()) {
            return json(status, body);
        }
        let title = status.canonical_reason().unwrap_or_default();
        let page = prefers_html(accept(&request.headers).as_deref())
            .then(|| self.pages.page(title, sentence).ok())
            .flatten();
        let mut response = match page {
            Some(page) => super::page(page),
            None => json(status, body),
        };
        *response.status_mut() = status;
        response.headers_mut().append(VARY, HeaderValue::from_static("Accept"));
        response
    }
}

fn version_2(problem: &Problem) -> Response {
    let status = StatusCode::from_u16(problem.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = json(status, problem);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(Problem::MEDIA_TYPE));
    cross_origin(headers);
    response
}

/// What scripts of other sites may see of an answer of version 2 (spec:version-2#cross-origin).
fn cross_origin(headers: &mut HeaderMap) {
    headers.insert(http::header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(http::header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(V2_EXPOSED_HEADERS));
}
