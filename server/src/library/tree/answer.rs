use bytes::Bytes;
use http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, HeaderMap, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED, VARY,
};
use http::{HeaderValue, Response, StatusCode};
use httpdate::parse_http_date;
use muniment_documents::wire::{Choice, Class, Coding, Elsewhere, NoForm, Representation, choose};

use super::{Address, Coded, Form};
use crate::wire::accept;

/// What an address has for a request.
#[derive(Debug, Clone, Copy)]
pub enum Reply<'a> {
    /// One of its forms.
    Form(&'a Form),
    /// A redirect with a status.
    Redirect(StatusCode, &'a str),
}

/// The form of a class that a request asks for; none where it is led elsewhere, or nothing fits.
#[must_use]
pub fn wanted(
    class: Class,
    elsewhere: Option<&Elsewhere>,
    format: Option<&str>,
    request: &HeaderMap,
) -> Option<Representation> {
    let (rules, accept) = (class.rules().representations, accept(request));
    match choose(class.dialect(), &rules, elsewhere, format, accept.as_deref()) {
        Ok(Choice::Form(wanted)) => Some(wanted),
        Ok(Choice::TemporaryRedirect(_) | Choice::SeeOther(_)) | Err(_) => None,
    }
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
    /// The answer, or 304 when the client holds it already (spec:version-2#response-headers): the same headers and no
    /// body. The body is coded if the tree has it so and the request accepts that.
    #[must_use]
    pub fn answer(&self, request: &HeaderMap) -> Response<Bytes> {
        let is_held = self.is_held(request);
        let mut response = Response::new(if is_held { Bytes::new() } else { self.body.clone() });
        *response.headers_mut() = self.headers.clone();
        if is_held {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        if let Some(coded) = &self.coded
            && let Some(accepted) = request.get(ACCEPT_ENCODING)
        {
            coded.apply(accepted, is_held, &mut response);
        }
        response
    }

    /// Whether the client holds the form: by its tag or, where the request names none, by its date (RFC 9110 §13.1).
    fn is_held(&self, request: &HeaderMap) -> bool {
        if request.contains_key(IF_NONE_MATCH) {
            return self.tag.as_deref().is_some_and(|tag| {
                request.get_all(IF_NONE_MATCH).iter().any(|value| {
                    value.to_str().is_ok_and(|tags| {
                        tags.trim() == "*" || tags.split(',').any(|held| weakly_equal(held, tag))
                    })
                })
            });
        }
        let date = |value: &HeaderValue| parse_http_date(value.to_str().ok()?).ok();
        request.get(IF_MODIFIED_SINCE).and_then(date).is_some_and(|since| {
            self.headers.get(LAST_MODIFIED).and_then(date).is_some_and(|modified| modified <= since)
        })
    }
}

impl Coded {
    /// Puts the coded body in the place of the plain one. A 304 may be about a coded body, so it says what that depends on.
    fn apply(&self, accept_encoding: &HeaderValue, is_held: bool, response: &mut Response<Bytes>) {
        let accepted = Coding::accepted(accept_encoding.to_str().ok(), &self.codings);
        let found =
            accepted.iter().find_map(|accepted| self.bodies.iter().find(|(coding, _)| coding == accepted));
        if is_held && !accepted.is_empty() {
            response.headers_mut().append(VARY, HeaderValue::from_static("Accept-Encoding"));
        } else if let Some((coding, body)) = found {
            *response.body_mut() = body.clone();
            let headers = response.headers_mut();
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
            headers.append(VARY, HeaderValue::from_static("Accept-Encoding"));
        }
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
