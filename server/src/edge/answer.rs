use bytes::Bytes;
use http::header::{ACCEPT, HeaderMap, IF_NONE_MATCH};
use http::{Response, StatusCode};
use muniment::wire::{NoForm, Representation, select};

use super::{Address, Form};

impl Address {
    /// The form a request gets; an address that is not negotiated has one, which must be acceptable too
    /// under version 2.
    pub fn form(&self, format: Option<Representation>, request: &HeaderMap) -> Result<&Form, NoForm> {
        if !self.is_of_version_2 {
            return self.forms.first().ok_or(NoForm::NotAcceptable);
        }
        let accept = accept(request);
        let selected = select(format.map(Representation::key), accept.as_deref(), &self.offered)?;
        self.forms.iter().find(|form| form.representation == Some(selected)).ok_or(NoForm::NotAcceptable)
    }
}

impl Form {
    /// The answer, or 304 when the client holds it already (v2 §4.2): the same headers and no body.
    #[must_use]
    pub fn answer(&self, request: &HeaderMap) -> Response<Bytes> {
        let is_held = request.get_all(IF_NONE_MATCH).iter().any(|value| {
            value.to_str().is_ok_and(|tags| {
                tags.trim() == "*" || tags.split(',').any(|tag| weakly_equal(tag, &self.tag))
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

/// RFC 9110 §8.8.3.2: equal but for the mark of weakness.
fn weakly_equal(a: &str, b: &str) -> bool {
    let opaque = |tag: &str| {
        let tag = tag.trim();
        tag.strip_prefix("W/").unwrap_or(tag).to_owned()
    };
    opaque(a) == opaque(b)
}

/// All `Accept` headers as one; `None` when there is none.
fn accept(headers: &HeaderMap) -> Option<std::borrow::Cow<'_, str>> {
    let mut values = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let first = values.next()?;
    match values.next() {
        None => Some(first.into()),
        Some(second) => Some([first, second].into_iter().chain(values).collect::<Vec<_>>().join(",").into()),
    }
}
