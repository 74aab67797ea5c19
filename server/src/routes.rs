//! Who answers what.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use axum::routing::get;
use http::request::Parts;
use http::{Method, StatusCode};
use muniment::api::v2::Refused;
use muniment::wire::{BrokenEncoding, Target};

use crate::edge::Tree;
use crate::ids::RequestIds;
use crate::layers;
use crate::problem::{Asked, Problems, is_of_version_2, sentence};
use crate::v2::{Version2, preflight, send};

/// Everything a request may need.
#[derive(Debug)]
pub struct Service {
    /// Pages, assets and the answers of version 2 that need no query.
    pub tree: Arc<Tree>,
    /// Version 2.
    pub version_2: Version2,
    /// Error answers.
    pub problems: Problems,
}

/// The whole service as one router.
pub fn router(service: Arc<Service>, ids: Arc<RequestIds>) -> Router {
    let problems = service.problems.clone();
    let router = Router::new()
        .route("/healthz", get(|| async { axum::Json(serde_json::json!({"status": "ok"})) }))
        .fallback(move |request: Request| {
            let service = Arc::clone(&service);
            async move { service.answer(request).await }
        });
    layers::wrap(router, ids, problems)
}

impl Service {
    async fn answer(&self, request: Request) -> Response {
        let (parts, _) = request.into_parts();
        self.read(&parts).await.unwrap_or_else(|refused| self.problems.refused(refused, &Asked::of(&parts)))
    }

    async fn read(&self, parts: &Parts) -> Result<Response, Refused> {
        let is_read = matches!(parts.method, Method::GET | Method::HEAD);
        // Nearly every request: an address as it is spelled, without a query.
        if is_read
            && parts.uri.query().is_none()
            && let Some(address) = self.tree.exact(parts.uri.path())
        {
            return send(address, None, parts);
        }
        let asked = Asked::of(parts);
        let target = match Target::parse(parts.uri.path(), parts.uri.query()) {
            Ok(target) => target,
            Err(BrokenEncoding) => {
                let detail = "the percent-encoding of the address is broken";
                return Ok(self.problems.broken(StatusCode::BAD_REQUEST, detail, &asked));
            }
        };
        let path = target.path().unwrap_or_default();
        match (is_of_version_2(&asked.path) || is_of_version_2(&path), &parts.method) {
            (true, &Method::OPTIONS) => Ok(preflight()),
            (true, _) if is_read => self.version_2.answer(&target, parts).await,
            (false, _) if is_read => match self.tree.exact(&path) {
                Some(address) => send(address, None, parts),
                None => Ok(sentence(StatusCode::NOT_FOUND, "Not Found")),
            },
            (_, method) => Ok(self.problems.method_not_allowed(method, "GET, HEAD", &asked)),
        }
    }
}
