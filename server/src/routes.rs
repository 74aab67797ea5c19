//! Who answers what.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use axum::routing::get;
use http::request::Parts;
use http::{Method, StatusCode};
use muniment::api::v2::Refused;
use muniment::wire::{BrokenEncoding, Representation, Target};

use crate::edge::{Form, Tree};
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
    /// The form of a resource in the tree that a request asks for, if that is all there is to say: its path
    /// is one of the tree's, and there is no query but a `format` the resource has. Nearly every request.
    #[must_use]
    pub fn form<B>(&self, request: &http::Request<B>) -> Option<&Form> {
        if !is_read(request.method()) {
            return None;
        }
        let address = self.tree.address(request.uri().path())?;
        let format = match request.uri().query() {
            None => None,
            Some(query) if address.negotiated => {
                Some(Representation::from_key(query.strip_prefix("format=")?)?)
            }
            Some(_) => return None,
        };
        address.form(format, request.headers()).ok()
    }

    async fn answer(&self, request: Request) -> Response {
        let (parts, _) = request.into_parts();
        self.read(&parts).await.unwrap_or_else(|refused| self.problems.refused(refused, &Asked::of(&parts)))
    }

    async fn read(&self, parts: &Parts) -> Result<Response, Refused> {
        let is_read = is_read(&parts.method);
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

fn is_read(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}
