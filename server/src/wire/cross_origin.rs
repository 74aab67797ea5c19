//! What scripts of other sites may do (spec:version-1#headers).

use std::collections::BTreeSet;
use std::sync::LazyLock;

use axum::body::Body;
use axum::response::Response;
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, HeaderMap, HeaderValue, ORIGIN, VARY,
};
use http::request::Parts;
use http::{Method, StatusCode};
use muniment_documents::api::v1::{OPENAPI, Operation};
use muniment_documents::wire::{Origin, V1_EXPOSED_HEADERS};

use super::is_of_version_2;

/// Decides for every answer outside version 2.
#[derive(Debug, Clone)]
pub struct CrossOrigin {
    allowed: Vec<Origin>,
}

/// First segments of paths whose anonymous reads are open to scripts of every site: those of operations that are, and
/// the description.
static OPEN: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let rows = Operation::ALL.iter().map(|operation| operation.row());
    let open = rows.filter(|row| row.is_open).map(|row| row.route.template);
    open.chain([OPENAPI]).filter_map(|path| path.split('/').nth(1)).collect()
});

/// Whether anonymous reads of a path are open to scripts of every site.
#[must_use]
pub fn is_open(path: &str) -> bool {
    path.split('/').nth(1).is_some_and(|segment| OPEN.contains(segment))
}

impl CrossOrigin {
    /// `allowed` may send more than anonymous reads.
    #[must_use]
    pub fn new(allowed: Vec<Origin>) -> Self {
        Self { allowed }
    }

    /// Whether answers from the tree need no second look: those of anonymous requests do not, unless an allowed
    /// site asks for what only such sites may see.
    #[must_use]
    pub fn is_settled(&self, path: &str, headers: &HeaderMap) -> bool {
        !headers.contains_key(AUTHORIZATION)
            && (is_open(path) || self.allowed.is_empty() || !headers.contains_key(ORIGIN))
    }

    /// Sets the headers of an answer to a request.
    pub fn apply(&self, request: &Parts, answer: &mut HeaderMap) {
        let is_read = matches!(request.method, Method::GET | Method::HEAD);
        let is_anonymous = !request.headers.contains_key(AUTHORIZATION);
        self.allow(is_read && is_anonymous && is_open(request.uri.path()), request, answer);
        if answer.contains_key(ACCESS_CONTROL_ALLOW_ORIGIN) {
            answer.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(V1_EXPOSED_HEADERS));
        }
    }

    /// The same for an answer that may be of version 2, which has headers of its own.
    pub fn apply_outside_version_2(&self, request: &Parts, answer: &mut HeaderMap) {
        if !is_of_version_2(request.uri.path()) {
            self.apply(request, answer);
        }
    }

    /// The answer to a preflight, for a path that has `methods`.
    #[must_use]
    pub fn preflight(&self, request: &Parts, methods: &str) -> Response {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NO_CONTENT;
        let text = |name| request.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let method = text(ACCESS_CONTROL_REQUEST_METHOD).unwrap_or_default();
        let wanted = text(ACCESS_CONTROL_REQUEST_HEADERS).unwrap_or_default();
        let is_anonymous =
            !wanted.split(',').any(|name| name.trim().eq_ignore_ascii_case(AUTHORIZATION.as_str()));
        let is_read = matches!(method, "GET" | "HEAD");
        let headers = response.headers_mut();
        self.allow(is_read && is_anonymous && is_open(request.uri.path()), request, headers);
        if headers.contains_key(ACCESS_CONTROL_ALLOW_ORIGIN) {
            let mut set = |name, value: &str| {
                if let Ok(value) = HeaderValue::from_str(value) {
                    headers.insert(name, value);
                }
            };
            set(ACCESS_CONTROL_ALLOW_METHODS, methods);
            // Any header may be sent; `*` would leave `Authorization` out.
            set(ACCESS_CONTROL_ALLOW_HEADERS, if wanted.is_empty() { "*" } else { wanted });
            set(ACCESS_CONTROL_MAX_AGE, "600");
        }
        response
    }

    fn allow(&self, is_open: bool, request: &Parts, answer: &mut HeaderMap) {
        answer.remove(ACCESS_CONTROL_ALLOW_ORIGIN);
        answer.remove(ACCESS_CONTROL_EXPOSE_HEADERS);
        if is_open {
            answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            return;
        }
        if self.allowed.is_empty() {
            return;
        }
        answer.append(VARY, HeaderValue::from_static("Origin"));
        let Some(origin) = request.headers.get(ORIGIN) else { return };
        let is_allowed = origin.to_str().is_ok_and(|origin| {
            self.allowed.iter().any(|allowed| allowed.as_str().eq_ignore_ascii_case(origin))
        });
        if is_allowed {
            answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_paths_end_at_a_slash() {
        assert!(is_open("/ns") && is_open("/ns/promote") && is_open("/compatibilitycheck/"));
        assert!(!is_open("/nsx") && !is_open("/license-library/MIT") && !is_open("/"));
    }
}
