//! What is sent to browsers, and why a form was not acted on.

use std::fmt::Display;

use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use muniment_documents::api::v1::{Refused, attachment};
use muniment_pages::account::{Faults, FormPage};
use muniment_pages::{Page, PageError};

use super::browser::Browser;
use crate::app::App;
use crate::auth::NoRandomness;
use crate::limit::TooManyLogins;
use crate::store::StoreError;
use crate::wire::{self, redirect};

/// What the page of a form says of why it was not acted on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    status: StatusCode,
    /// Why, for a person.
    pub(super) sentence: String,
    /// What is wrong with single fields.
    pub(super) faults: Faults,
    retry_after: Option<u64>,
}

impl Problem {
    pub(super) fn new(status: StatusCode, sentence: impl ToString) -> Self {
        Self { status, sentence: sentence.to_string(), faults: Faults::default(), retry_after: None }
    }

    /// Why the service refused what a page asked it for.
    pub(super) fn of(refused: &Refused) -> Self {
        let status = StatusCode::from_u16(refused.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = refused.body();
        let sentence = body.get("detail").and_then(|detail| detail.as_str());
        let retry_after = match refused {
            Refused::Later { seconds, .. } => Some(*seconds),
            _ => None,
        };
        Self { retry_after, ..Self::new(status, sentence.unwrap_or("The request is not valid.")) }
    }

    /// When it may go through, in seconds.
    pub(super) const fn retry_after(&self) -> Option<u64> {
        self.retry_after
    }

    /// A field is not filled in as it should be.
    pub(super) fn invalid(sentence: impl ToString) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    /// One field is wrong, and says so itself.
    pub(super) fn at(field: &'static str, sentence: impl Display) -> Self {
        Faults::at(field, sentence).into()
    }

    /// The same, with what is wrong with single fields.
    pub(super) fn with(self, faults: Faults) -> Self {
        Self { faults, ..self }
    }

    /// Whether a field is not filled in as it should be.
    pub(super) fn is_invalid(&self) -> bool {
        self.status == StatusCode::UNPROCESSABLE_ENTITY
    }

    /// Whether something else came first.
    pub(super) fn is_conflict(&self) -> bool {
        self.status == StatusCode::CONFLICT
    }

    /// The same, said at a field.
    pub(super) fn said_at(self, field: &'static str) -> Self {
        let faults = Faults::at(field, &self.sentence);
        Self { status: self.status, retry_after: self.retry_after, ..Self::from(faults) }
    }
}

impl From<Faults> for Problem {
    fn from(faults: Faults) -> Self {
        let sentence = match faults.len() {
            1 => "Nothing was done yet: one field needs another look.".to_owned(),
            count => format!("Nothing was done yet: {count} fields need another look."),
        };
        Self { faults, ..Self::invalid(sentence) }
    }
}

impl From<TooManyLogins> for Problem {
    fn from(refused: TooManyLogins) -> Self {
        let retry_after = Some(refused.retry_after);
        Self { retry_after, ..Self::new(StatusCode::TOO_MANY_REQUESTS, refused) }
    }
}

/// Why a form was not acted on.
#[derive(Debug)]
pub(super) enum Denied {
    /// Its page says why, and has the form again.
    Problem(Problem),
    /// There is no such page, or not for the caller, or not now.
    Refused(Refused),
}

impl Denied {
    /// What the page of the form says.
    ///
    /// # Errors
    /// There is no such page for the caller.
    pub(super) fn problem(self) -> Result<Problem, Refused> {
        match self {
            Self::Problem(problem) => Ok(problem),
            Self::Refused(refused) => Err(refused),
        }
    }
}

impl From<Problem> for Denied {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<TooManyLogins> for Denied {
    fn from(refused: TooManyLogins) -> Self {
        Self::Problem(refused.into())
    }
}

impl From<Faults> for Denied {
    fn from(faults: Faults) -> Self {
        Self::Problem(faults.into())
    }
}

impl From<Refused> for Denied {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Sentence { status: 409, detail } => Problem::new(StatusCode::CONFLICT, detail).into(),
            Refused::Sentence { status: 422, detail } => Problem::invalid(detail).into(),
            Refused::Full { detail } => Problem::new(StatusCode::FORBIDDEN, detail).into(),
            refused => Self::Refused(refused),
        }
    }
}

impl From<StoreError> for Denied {
    fn from(error: StoreError) -> Self {
        Refused::from(error).into()
    }
}

/// A page, with the status of the problem it tells of.
pub(super) fn html(page: Result<String, PageError>, problem: Option<&Problem>) -> Result<Response, Refused> {
    let page = page.map_err(|error| {
        tracing::error!(%error, "a page of an account cannot be rendered");
        Refused::sentence(500, "Internal Server Error")
    })?;
    let mut response = wire::page(page);
    if let Some(problem) = problem {
        *response.status_mut() = problem.status;
        if problem.status == StatusCode::UNAUTHORIZED {
            // RFC 9110 §15.5.2 asks for a scheme; forms have none, and a token opens the same account.
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = problem.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
    }
    Ok(response)
}

impl App {
    /// A page with forms, one of which may have been refused.
    pub(super) fn form_page<P: Page>(
        &self,
        browser: &Browser,
        path: &str,
        page: &P,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let form = FormPage {
            csrf: browser.csrf.as_str(),
            problem: problem.map(|problem| problem.sentence.as_str()),
            faults: problem.map_or(Faults::none(), |problem| &problem.faults),
            page,
        };
        html(self.pages().served(path, &form), problem)
    }
}

/// The page to look at next.
pub(super) fn see_other(address: &str) -> Response {
    redirect(StatusCode::SEE_OTHER, address).map(Body::from)
}

/// No session or token can be made without randomness.
pub(super) fn no_randomness(error: NoRandomness) -> Refused {
    tracing::error!(%error, "no secret can be drawn");
    Refused::sentence(503, "No secret could be drawn; try again later.")
}

/// Something to be saved under a name.
pub(super) fn saved(name: &str, media_type: &'static str, content: impl Into<Body>) -> Response {
    let mut response = Response::new(content.into());
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    if let Ok(value) = HeaderValue::from_str(&attachment(name)) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    response
}
