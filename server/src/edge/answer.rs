use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use http::header::{ALLOW, CONTENT_TYPE, HeaderMap, HeaderValue, IF_NONE_MATCH, VARY};
use http::{Method, StatusCode};
use muniment::api::v2::{ParameterFault, Problem, ProblemKind, body};
use muniment::model::{ReleaseId, VersionNumber};
use muniment::wire::{NotAcceptable, Representation, V2_EXPOSED_HEADERS, by_format, negotiate};

use super::{Address, Form, Tree};

/// The identifier of a request, put among its extensions by the outermost layer.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// Answers requests from a tree.
#[derive(Debug, Clone)]
pub struct Edge {
    tree: Arc<Tree>,
    documentation_url: Arc<str>,
}

/// Why a request under `/v2` gets no answer.
struct Refused {
    kind: ProblemKind,
    detail: String,
    errors: Vec<ParameterFault>,
    available: Vec<&'static str>,
}

impl Refused {
    fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), errors: Vec::new(), available: Vec::new() }
    }

    fn parameter(location: &'static str, name: &str, detail: String) -> Self {
        let errors = vec![ParameterFault { location, name: name.to_owned(), detail: detail.clone() }];
        Self { errors, ..Self::new(ProblemKind::InvalidParameter, detail) }
    }
}

const V2_METHODS: &str = "GET, HEAD, OPTIONS";

impl Edge {
    /// An edge over a tree.
    #[must_use]
    pub fn new(tree: Arc<Tree>, documentation_url: &str) -> Self {
        Self { tree, documentation_url: documentation_url.into() }
    }

    /// Answers a request.
    #[must_use]
    pub fn answer(&self, request: &Request) -> Response {
        let path = request.uri().path();
        let is_v2 = path == "/v2" || path.starts_with("/v2/") || path == "/.well-known/api-catalog";
        match (request.method(), is_v2) {
            (&Method::GET | &Method::HEAD, true) => match self.version_2(request) {
                Ok(response) => response,
                Err(refused) => self.problem(request, refused),
            },
            (&Method::OPTIONS, true) => preflight(),
            (_, true) => {
                let refused = Refused::new(ProblemKind::MethodNotAllowed, "version 2 is read-only");
                let mut response = self.problem(request, refused);
                response.headers_mut().insert(ALLOW, HeaderValue::from_static(V2_METHODS));
                response
            }
            (&Method::GET | &Method::HEAD, false) => match self.tree.address(path) {
                Some(Address { forms, .. }) => send(forms.first(), request.headers()),
                None => sentence(StatusCode::NOT_FOUND, "Not Found"),
            },
            (_, false) => {
                let mut response = sentence(StatusCode::METHOD_NOT_ALLOWED, "Method Not Allowed");
                response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
                response
            }
        }
    }

    fn version_2(&self, request: &Request) -> Result<Response, Refused> {
        let path = request.uri().path();
        let address = self.tree.address(path).ok_or_else(|| self.not_found(path))?;
        let format = match query_parameter(request.uri().query().unwrap_or_default(), "format") {
            Some(format) if address.negotiated => Some(
                by_format(&format, &address.offered)
                    .ok_or_else(|| Refused::parameter("query", "format", unknown_format(&format, address)))?,
            ),
            _ => None,
        };
        let representation = match format {
            Some(representation) => representation,
            None => negotiate(accept(request.headers()).as_deref(), &address.offered).map_err(
                |NotAcceptable| {
                    let available = address.offered.iter().map(|r| r.media_type()).collect();
                    let detail = "none of the media types accepted is available here";
                    Refused { available, ..Refused::new(ProblemKind::NotAcceptable, detail) }
                },
            )?,
        };
        let form = address.forms.iter().find(|form| form.representation == Some(representation));
        Ok(send(form, request.headers()))
    }

    /// What exactly is unknown about a path under `/v2` that the tree does not hold.
    fn not_found(&self, path: &str) -> Refused {
        let unknown = |kind, detail: String| Refused::new(kind, detail);
        let segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match segments.as_slice() {
            ["v2", "releases", id] => match id.parse::<ReleaseId>() {
                Ok(_) => unknown(ProblemKind::ReleaseNotFound, format!("Unknown release: {id}")),
                Err(error) => unknown(ProblemKind::ReleaseNotFound, error.to_string()),
            },
            ["v2", "vocabulary", "versions", version] => self.version_not_found(version),
            ["v2", kind @ ("licenses" | "dependency-graphs"), id, rest @ ..]
                if matches!(rest, [] | ["versions"] | ["versions", _]) =>
            {
                let base = format!("/v2/{kind}/");
                match (self.tree.knows_model(&base, id), rest) {
                    (true, ["versions", version]) => self.version_not_found(version),
                    _ if *kind == "licenses" => {
                        if id.parse::<muniment::model::LicenseId>().is_err() {
                            let detail = format!("`{id}` is not a license identifier");
                            return Refused::parameter("path", "license_id", detail);
                        }
                        unknown(ProblemKind::LicenseNotFound, format!("Unknown license id: {id}"))
                    }
                    _ => {
                        if id.parse::<muniment::model::GraphId>().is_err() {
                            let detail = format!("`{id}` is not a dependency graph identifier");
                            return Refused::parameter("path", "graph_id", detail);
                        }
                        unknown(ProblemKind::GraphNotFound, format!("Unknown dependency graph: {id}"))
                    }
                }
            }
            _ => unknown(ProblemKind::RouteNotFound, format!("Nothing is served at {path}")),
        }
    }

    /// 0 and negative numbers are versions nobody published; anything else than an integer is a mistake.
    fn version_not_found(&self, version: &str) -> Refused {
        let is_integer = version.strip_prefix('-').unwrap_or(version).bytes().all(|b| b.is_ascii_digit());
        if version.parse::<VersionNumber>().is_ok()
            || (is_integer && version.bytes().any(|b| b.is_ascii_digit()))
        {
            Refused::new(ProblemKind::VersionNotFound, format!("Unknown version: {version}"))
        } else {
            Refused::parameter("path", "version", format!("`{version}` is not an integer"))
        }
    }

    fn problem(&self, request: &Request, refused: Refused) -> Response {
        let request_id = request.extensions().get::<RequestId>().map(|id| id.0.as_str()).unwrap_or_default();
        let negotiation_failed = refused.kind == ProblemKind::NotAcceptable;
        let problem = Problem::new(refused.kind, &self.documentation_url, refused.detail)
            .with_errors(refused.errors)
            .with_available(refused.available)
            .on(request.uri().path(), request_id);
        let mut response = Response::new(Body::from(body(&problem)));
        *response.status_mut() =
            StatusCode::from_u16(problem.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(Problem::MEDIA_TYPE));
        headers.insert("Access-Control-Allow-Origin", HeaderValue::from_static("*"));
        headers.insert("Access-Control-Expose-Headers", HeaderValue::from_static(V2_EXPOSED_HEADERS));
        if negotiation_failed {
            headers.insert(VARY, HeaderValue::from_static("Accept"));
        }
        response
    }
}

fn unknown_format(format: &str, address: &Address) -> String {
    let known: Vec<&str> = address.offered.iter().map(|r| Representation::key(*r)).collect();
    format!("`{format}` is not one of {}", known.join(", "))
}

/// A form, or 304 when the client holds it already (v2 §4.2): the same headers and no body.
fn send(form: Option<&Form>, request: &HeaderMap) -> Response {
    let Some(form) = form else { return sentence(StatusCode::NOT_FOUND, "Not Found") };
    let is_held = request.get_all(IF_NONE_MATCH).iter().any(|value| {
        value
            .to_str()
            .is_ok_and(|tags| tags.trim() == "*" || tags.split(',').any(|tag| weakly_equal(tag, &form.tag)))
    });
    let mut response = Response::new(if is_held { Body::empty() } else { Body::from(form.body.clone()) });
    *response.headers_mut() = form.headers.clone();
    if is_held {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    response
}

/// RFC 9110 §8.8.3.2: equal but for the mark of weakness.
fn weakly_equal(a: &str, b: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    opaque(a) == opaque(b)
}

/// Preflight (v2 §4.3).
fn preflight() -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    for (name, value) in [
        ("Access-Control-Allow-Origin", "*"),
        ("Access-Control-Allow-Methods", "GET, OPTIONS"),
        ("Access-Control-Allow-Headers", "Accept, Authorization, If-None-Match"),
        ("Access-Control-Max-Age", "600"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The sentence shape of version 1 (document 1 §7).
fn sentence(status: StatusCode, detail: &str) -> Response {
    let mut response = Response::new(Body::from(body(&serde_json::json!({"detail": detail}))));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// All `Accept` headers as one; `None` when there is none.
fn accept(headers: &HeaderMap) -> Option<String> {
    let values: Vec<&str> =
        headers.get_all(http::header::ACCEPT).iter().filter_map(|v| v.to_str().ok()).collect();
    (!values.is_empty()).then(|| values.join(","))
}

/// The first value of a query parameter.
fn query_parameter(query: &str, name: &str) -> Option<String> {
    query.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (key == name).then(|| value.to_owned())
    })
}
