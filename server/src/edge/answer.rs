use axum::body::Body;
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, IF_NONE_MATCH, LOCATION};
use http::{HeaderValue, Response, StatusCode};
use muniment::wire::{Choice, NoForm, PAGE_POLICY, choose};

use super::{Address, Form};

/// What an address has for a request.
#[derive(Debug, Clone, Copy)]
pub enum Reply<'a> {
    /// One of its forms.
    Form(&'a Form),
    /// A redirect with a status.
    Redirect(StatusCode, &'a str),
}

impl Address {
    /// What a request gets that asks for a `format`, or for none.
    pub fn reply(&self, format: Option<&str>, request: &HeaderMap) -> Result<Reply<'_>, NoForm> {
        if self.rules.is_empty() && self.elsewhere.is_none() {
            return self.forms.first().map(Reply::Form).ok_or(NoForm::NotAcceptable);
        }
        let accept = accept(request);
        match choose(self.dialect, &self.rules, self.elsewhere.as_ref(), format, accept.as_deref())? {
            Choice::Form(wanted) => {
                let form = self.forms.iter().find(|form| form.representation == Some(wanted));
                form.map(Reply::Form).ok_or(NoForm::NotAcceptable)
            }
            Choice::TemporaryRedirect(address) => {
                Ok(Reply::Redirect(StatusCode::TEMPORARY_REDIRECT, address))
            }
            Choice::SeeOther(address) => Ok(Reply::Redirect(StatusCode::SEE_OTHER, address)),
        }
    }
}

impl Form {
    /// The answer, or 304 when the client holds it already (v2 §4.2): the same headers and no body.
    #[must_use]
    pub fn answer(&self, request: &HeaderMap) -> Response<Bytes> {
        let is_held = self.tag.as_deref().is_some_and(|tag| {
            request.get_all(IF_NONE_MATCH).iter().any(|value| {
                value.to_str().is_ok_and(|tags| {
                    tags.trim() == "*" || tags.split(',').any(|held| weakly_equal(held, tag))
                })
            })
        });
        let mut response = Response::new(if is_held { Bytes::new() } else { self.body.clone() });
        *response.headers_mut() = self.headers.clone();
        if is_held {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        response
    }
}

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
pub fn page(html: String) -> Response<Body> {
    let mut response = Response::new(Body::from(html));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
    response
}

/// RFC 9110 §8.8.3.2: equal but for the mark of weakness.
fn weakly_equal(a: &str, b: &str) -> bool {
    let opaque = |tag: &str| {
        let tag = tag.trim();
        tag.strip_prefix("W/").unwrap_or(tag).to_owned()
    };
    opaque(a) == opaque(b)
}

/// All `Accept` headers as one; `None` when there is none.
#[must_use]
pub fn accept(headers: &HeaderMap) -> Option<std::borrow::Cow<'_, str>> {
    let mut values = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let first = values.next()?;
    match values.next() {
        None => Some(first.into()),
        Some(second) => Some([first, second].into_iter().chain(values).collect::<Vec<_>>().join(",").into()),
    }
}
