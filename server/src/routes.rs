//! Who answers what.

use std::mem::take;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::response::Response;
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode};
use muniment::api::{v1, v2};
use muniment::wire::{BrokenEncoding, Target};
use tokio::time::timeout;

use crate::cross_origin::CrossOrigin;
use crate::edge::{Form, Reply, Tree, redirect};
use crate::ids::RequestIds;
use crate::layers;
use crate::limit::ClientLimits;
use crate::peer::TrustedProxies;
use crate::problem::{Asked, Problems, is_of_version_2};
use crate::site::Site;
use crate::v1::Version1;
use crate::v2::{Version2, preflight};

/// Everything a request may need.
#[derive(Debug)]
pub struct Service {
    /// Pages, files and every answer that needs no query.
    pub tree: Arc<Tree>,
    /// Version 2.
    pub version_2: Version2,
    /// Version 1.
    pub version_1: Version1,
    /// The website.
    pub site: Site,
    /// What scripts of other sites may do.
    pub cross_origin: CrossOrigin,
    /// Limits of requests per client address; none where they are switched off.
    pub limits: Option<ClientLimits>,
    /// Whose word about client addresses is believed.
    pub proxies: TrustedProxies,
    /// What the limits count time from.
    pub started: Instant,
    /// Error answers.
    pub problems: Problems,
    /// Who may frame what is under `/web/`.
    pub frame_policy: HeaderValue,
}

/// The most bytes a body may have.
const MOST_BYTES: usize = 1 << 20;

/// How long the rest of a body is waited for that nobody wants.
const DRAINING: Duration = Duration::from_secs(1);

/// The whole service as one router.
pub fn router(service: Arc<Service>, ids: Arc<RequestIds>) -> Router {
    let (problems, frame_policy) = (service.problems.clone(), service.frame_policy.clone());
    let router = Router::new().fallback(move |request: Request| {
        let service = Arc::clone(&service);
        async move { service.answer(request).await }
    });
    layers::wrap(router, ids, problems, frame_policy)
}

impl Service {
    /// The form of a resource in the tree that a request asks for, if that is all there is to say: its path
    /// is one of the tree's, and there is no query but a `format` the resource has. Nearly every request.
    #[must_use]
    pub fn form<B>(&self, request: &http::Request<B>) -> Option<&Form> {
        if !is_read(request.method()) {
            return None;
        }
        let path = request.uri().path();
        let address = self.tree.address(path)?;
        if !address.is_of_version_2() && !self.cross_origin.is_settled(path, request.headers()) {
            return None;
        }
        let format = match request.uri().query() {
            None => None,
            Some(query) if address.heeds_format() => Some(
                query
                    .strip_prefix("format=")
                    .filter(|format| format.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))?,
            ),
            Some(_) => return None,
        };
        match address.reply(format, request.headers()).ok()? {
            Reply::Form(form) => Some(form),
            Reply::Redirect(..) => None,
        }
    }

    async fn answer(&self, request: Request) -> Response {
        let (parts, mut content) = request.into_parts();
        let response = self.answer_parts(&parts, &mut content).await;
        // A connection cannot be used again while the body of a request stands unread; what comes too slowly costs
        // its client the connection.
        let _ = timeout(DRAINING, to_bytes(content, MOST_BYTES)).await;
        response
    }

    async fn answer_parts(&self, parts: &Parts, content: &mut Body) -> Response {
        let asked = Asked::of(parts);
        let target = match Target::parse(parts.uri.path(), parts.uri.query()) {
            Ok(target) => target,
            Err(BrokenEncoding) => {
                let detail = "the percent-encoding of the address is broken";
                let mut response = self.problems.broken(StatusCode::BAD_REQUEST, detail, &asked);
                if !is_of_version_2(&asked.path) {
                    self.cross_origin.apply(parts, response.headers_mut());
                }
                return response;
            }
        };
        let path = target.path().unwrap_or_default();
        if is_of_version_2(&asked.path) || is_of_version_2(&path) {
            let answered = self.version_2(&target, parts).await;
            return answered.unwrap_or_else(|refused| self.problems.refused(refused, &asked));
        }
        let mut response = match self.version_1(&target, parts, content).await {
            Ok(response) => response,
            Err(refused) => self.problems.version_1(&refused, parts),
        };
        if parts.method != Method::OPTIONS {
            self.cross_origin.apply(parts, response.headers_mut());
        }
        response
    }

    async fn version_2(&self, target: &Target, parts: &Parts) -> Result<Response, v2::Refused> {
        match &parts.method {
            &Method::OPTIONS => Ok(preflight()),
            method if is_read(method) => self.version_2.answer(target, parts).await,
            method => Err(v2::Refused::new(
                v2::ProblemKind::MethodNotAllowed,
                format!("version 2 is read-only, {method} is no way to read"),
            )),
        }
    }

    /// Version 1 and the website, which share the addresses outside `/v2`.
    async fn version_1(
        &self,
        target: &Target,
        parts: &Parts,
        content: &mut Body,
    ) -> Result<Response, v1::Refused> {
        let path = target.path().unwrap_or_default();
        if let Some(limits) = &self.limits {
            let client = self.proxies.client(parts);
            if let Err(exceeded) = limits.admit(&parts.method, &path, client, self.started.elapsed()) {
                return Ok(self.problems.rate_limited(&exceeded, parts));
            }
        }
        let documented = v1::Operation::at_path(&target.segments);
        let method = match &parts.method {
            method if is_read(method) => v1::Method::Get,
            &Method::POST => v1::Method::Post,
            method => {
                let allowed = match documented {
                    Some((operations, _)) => v1::Operation::allowed(&operations),
                    None => "GET, HEAD".to_owned(),
                };
                return match method {
                    &Method::OPTIONS => Ok(self.cross_origin.preflight(parts, &allowed)),
                    _ => Err(v1::Refused::MethodNotAllowed { allow: allowed }),
                };
            }
        };
        if documented.is_none() {
            return match (method, path.as_str()) {
                // The slash at its end is part of the contract, and easily forgotten.
                (v1::Method::Post, "/compatibilitycheck") => {
                    Ok(redirect(StatusCode::TEMPORARY_REDIRECT, "/compatibilitycheck/").map(Body::from))
                }
                (v1::Method::Get, _) => self.site.answer(target, parts),
                (v1::Method::Post, _) => match self.tree.address(&path) {
                    Some(_) => Err(v1::Refused::MethodNotAllowed { allow: "GET, HEAD".to_owned() }),
                    None => Err(v1::Refused::not_found()),
                },
            };
        }
        let content = match method {
            v1::Method::Get => bytes::Bytes::new(),
            v1::Method::Post => to_bytes(take(content), MOST_BYTES).await.map_err(|_| {
                v1::Refused::sentence(
                    413,
                    format!("The body is longer than {MOST_BYTES} bytes, or broke off"),
                )
            })?,
        };
        self.version_1.answer(method, target, parts, &content).await
    }
}

fn is_read(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}
