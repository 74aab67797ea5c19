use axum::body::Body;
use axum::response::Response;
use http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, HeaderMap, IF_MODIFIED_SINCE, IF_NONE_MATCH,
    LAST_MODIFIED, VARY,
};
use http::{HeaderValue, StatusCode};
use httpdate::parse_http_date;
use muniment_documents::wire::{Choice, Class, Coding, Elsewhere, NoForm, Representation, choose};

use super::body::StoredBody;
use super::form::FormBody;
use super::{Address, Form, TreeError};
use crate::wire::{LEAST_CODED, accept, code, may_be_coded};

/// What an address has for a request.
#[derive(Debug)]
pub enum Reply<'a> {
    /// One of its forms.
    Form(Form),
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

/// Why an address has no answer to a request.
#[derive(Debug)]
pub enum Unanswered {
    /// It has no form that the request accepts.
    NoForm(NoForm),
    /// The tree cannot be read.
    Tree(TreeError),
}

impl From<TreeError> for Unanswered {
    fn from(error: TreeError) -> Self {
        Self::Tree(error)
    }
}

impl Address {
    /// What a request gets that asks for a `format`, or for none.
    ///
    /// # Errors
    /// It has no such form, or the headers of the form cannot be written.
    pub fn reply(&self, format: Option<&str>, request: &HeaderMap) -> Result<Reply<'_>, Unanswered> {
        let form = |wanted| match self.form(wanted)? {
            Some(form) => Ok(Reply::Form(form)),
            None => Err(Unanswered::NoForm(NoForm::NotAcceptable)),
        };
        if self.rules.is_empty() && self.elsewhere.is_none() {
            return form(None);
        }
        let accept = accept(request);
        let choice = choose(self.dialect, &self.rules, self.elsewhere.as_ref(), format, accept.as_deref());
        match choice.map_err(Unanswered::NoForm)? {
            Choice::Form(wanted) => form(Some(wanted)),
            Choice::TemporaryRedirect(address) => {
                Ok(Reply::Redirect(StatusCode::TEMPORARY_REDIRECT, address))
            }
            Choice::SeeOther(address) => Ok(Reply::Redirect(StatusCode::SEE_OTHER, address)),
        }
    }
}

/// Files of more bytes are sent as they are: a plain file is sent in pieces, a coded one stands in memory.
const MOST_CODED: u64 = 1024 * 1024;

/// A file of the tree that is there plain alone, of an answer whose client takes it coded. The answer has it as an extension.
#[derive(Debug, Clone)]
pub struct PlainFile(StoredBody);

impl PlainFile {
    /// The answer with the file coded, which is kept for the next client.
    pub async fn coded(self, response: Response) -> Response {
        let (response, body) = code(response).await;
        if let Some(body) = body {
            self.0.keep_coded(body);
        }
        response
    }
}

impl Form {
    /// The answer, or 304 when the client holds it already (spec:version-2#response-headers): the same headers and no
    /// body. The body is coded if the tree has it so and the request accepts that.
    ///
    /// # Errors
    /// The body cannot be read.
    pub fn answer(self, request: &HeaderMap) -> Result<Response, TreeError> {
        let is_held = self.is_held(request);
        let mut response = Response::new(Body::empty());
        let stored = match self.body {
            FormBody::Bytes(bytes) if !is_held => {
                *response.body_mut() = bytes.into();
                None
            }
            FormBody::Bytes(_) => None,
            FormBody::Stored(stored) => Some(stored),
        };
        *response.headers_mut() = self.headers;
        if is_held {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let Some(stored) = stored else { return Ok(response) };
        let codings = stored.codings();
        let accepted = request.get(ACCEPT_ENCODING).filter(|_| !codings.is_empty());
        let accepted = accepted.map_or(Vec::new(), |value| Coding::accepted(value.to_str().ok(), codings));
        let may_be_coded = may_be_coded(request, response.headers());
        let mut depends_on_coding = !accepted.is_empty() || may_be_coded;
        if !is_held {
            let opened = stored.open(&accepted, may_be_coded)?;
            *response.body_mut() = opened.body;
            let headers = response.headers_mut();
            headers.insert(CONTENT_LENGTH, HeaderValue::from(opened.length));
            depends_on_coding = opened.coding.is_some();
            match opened.coding {
                Some(coding) => {
                    headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
                }
                None if may_be_coded && (LEAST_CODED..=MOST_CODED).contains(&opened.length) => {
                    response.extensions_mut().insert(PlainFile(stored));
                }
                None => {}
            }
        }
        // A 304 may be about a coded body, so it says what that depends on.
        if depends_on_coding {
            response.headers_mut().append(VARY, HeaderValue::from_static("Accept-Encoding"));
        }
        Ok(response)
    }

    /// The body as text.
    ///
    /// # Errors
    /// The body cannot be read.
    pub fn text(&self) -> Result<String, TreeError> {
        match &self.body {
            FormBody::Bytes(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
            FormBody::Stored(stored) => stored.read_text(),
        }
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

/// RFC 9110 §8.8.3.2: equal but for the mark of weakness.
fn weakly_equal(a: &str, b: &str) -> bool {
    let opaque = |tag: &str| {
        let tag = tag.trim();
        tag.strip_prefix("W/").unwrap_or(tag).to_owned()
    };
    opaque(a) == opaque(b)
}
