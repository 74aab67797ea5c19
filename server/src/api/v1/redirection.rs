use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::{HeaderValue, VARY};
use http::request::Parts;
use muniment_documents::api::v1::{Operation, ParameterFault, Refused, Stored};
use muniment_documents::wire::{Choice, Class, Elsewhere, Target, choose};
use muniment_licenses::model::{LicenseId, NamedLicense};

use super::license::check_format;
use crate::app::App;
use crate::library::LoadedLibrary;
use crate::wire::{accept, redirect};

/// What has become of an identifier that is no record's (spec:version-1#redirects).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirection<'k> {
    /// It was retired, and a record took its place.
    Replaced(&'k LicenseId),
    /// It was retired, and nothing took its place.
    Gone,
    /// It is an SPDX identifier, and a record declares it.
    Spdx(&'k LicenseId),
}

/// Where an identifier leads that is no record's: the retired ones are looked up first, so that what was moved for
/// good is answered so. Letter case is ignored.
#[must_use]
pub fn redirection_of<'k>(loaded: &'k LoadedLibrary, id: &str) -> Option<Redirection<'k>> {
    match loaded.index().license_names().resolve(id)? {
        NamedLicense::Record(_) => None,
        NamedLicense::Replaced(to) => Some(Redirection::Replaced(to)),
        NamedLicense::Gone => Some(Redirection::Gone),
        NamedLicense::Spdx(to) => Some(Redirection::Spdx(to)),
    }
}

impl Redirection<'_> {
    /// The redirect to the same place of another record; the query is carried over.
    pub fn answer(
        self,
        id: &str,
        place: impl Fn(&LicenseId) -> String,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let (status, to) = match self {
            Self::Replaced(to) => (StatusCode::MOVED_PERMANENTLY, to),
            Self::Spdx(to) => (StatusCode::SEE_OTHER, to),
            Self::Gone => {
                return Err(Refused::sentence(
                    410,
                    format!("The license id {id} was retired and nothing replaces it"),
                ));
            }
        };
        let query = request.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        Ok(redirect(status, &format!("{}{query}", place(to))).map(Body::from))
    }

    /// The redirect from the Linked-Data path, to the page or the license route.
    fn answer_linked(self, id: &str, format: Option<&str>, request: &Parts) -> Result<Response, Refused> {
        let class = Class::LinkedRecord;
        let elsewhere = Elsewhere { html: "/license-library".to_owned(), other: None };
        let accept = accept(&request.headers);
        let forms = class.rules().representations;
        let choice = choose(class.dialect(), &forms, Some(&elsewhere), format, accept.as_deref())
            .map_err(|_| Refused::unknown_serialisation(format.unwrap_or_default()))?;
        let base = match choice {
            Choice::SeeOther(page) | Choice::TemporaryRedirect(page) => page,
            Choice::Form(_) => "/licenselibrary/license",
        };
        let mut response = self.answer(id, |to| format!("{base}/{to}"), request)?;
        response.headers_mut().insert(VARY, HeaderValue::from_static("Accept"));
        Ok(response)
    }
}

impl App {
    /// Where an operation leads whose first value names no license: to itself with the record.
    pub(super) fn redirect_alias(
        &self,
        operation: Operation,
        values: &[impl AsRef<str>],
        request: &Parts,
    ) -> Result<Response, Refused> {
        let id = values.first().map(AsRef::as_ref).unwrap_or_default();
        match redirection_of(&self.served.loaded, id) {
            Some(redirection) => redirection.answer(id, |to| moved(operation, values, to), request),
            None => Err(Refused::unknown_license(id)),
        }
    }

    /// Another address of a license with one: it leads to the same address of the record, and the Linked-Data path
    /// where the page or the license route would have led.
    pub(super) fn redirect_linked(
        &self,
        stored: &Stored,
        id: &LicenseId,
        request: &Parts,
    ) -> Result<Response, Refused> {
        if stored.operation != Operation::GetLinkedLicense {
            return self.redirect_alias(stored.operation, &stored.values, request);
        }
        match redirection_of(&self.served.loaded, id.as_str()) {
            Some(redirection) => redirection.answer_linked(id.as_str(), stored.format.as_deref(), request),
            None => Err(Refused::unknown_license(id.as_str())),
        }
    }

    /// What no record can be called: some SPDX identifiers have a plus or blanks (`GPL-2.0+`). They redirect as well,
    /// unless something else about the request is faulty.
    pub(super) fn redirect_malformed(
        &self,
        operation: Operation,
        values: &[&str],
        refused: Refused,
        target: &Target,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let is_faulty = |fault: &ParameterFault| fault.loc != ["path", "license_id"];
        let is_the_id = match &refused {
            Refused::Parameters(faults) => !faults.iter().any(is_faulty),
            _ => false,
        };
        let id = values.first().copied().unwrap_or_default();
        let Some(redirection) = redirection_of(&self.served.loaded, id).filter(|_| is_the_id) else {
            return Err(refused);
        };
        let format = target.parameter("format");
        match operation {
            Operation::GetLinkedLicense => redirection.answer_linked(id, format, request),
            _ => {
                if operation == Operation::GetLicense {
                    check_format(format)?;
                }
                redirection.answer(id, |to| moved(operation, values, to), request)
            }
        }
    }
}

/// The path of an operation with the identifier of another license as its first value.
fn moved(operation: Operation, values: &[impl AsRef<str>], to: &LicenseId) -> String {
    let others = values.iter().skip(1).map(AsRef::as_ref);
    operation.path(&[to.as_str()].into_iter().chain(others).collect::<Vec<_>>())
}
