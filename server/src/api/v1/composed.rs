use std::collections::BTreeMap;

use axum::response::Response;
use http::header::{CACHE_CONTROL, HeaderValue};
use http::request::Parts;
use muniment_documents::api::forms::FormError;
use muniment_documents::api::v1::{LicenseCall, Operation, Refused, Stored, VersionAsked, version_list};
use muniment_documents::wire::{CacheState, Class, Elsewhere, Representation};
use muniment_licenses::model::{LicenseId, VersionNumber};
use muniment_licenses::prose::Source;

use super::license::saved;
use super::{answer_form, json};
use crate::accounts::{Caller, ComposedLicense};
use crate::app::App;
use crate::library::{Address, LoadedLibrary, Made, TreeError, wanted};

/// A form that cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unmade {
    /// The model does not have it.
    #[error(transparent)]
    Form(#[from] FormError),
    /// Its headers cannot be sent.
    #[error(transparent)]
    Header(#[from] TreeError),
}

impl Unmade {
    /// It is our fault: what cannot be served is refused before it is stored.
    pub(super) fn refused(self) -> Refused {
        tracing::error!(error = %self, "a stored model cannot be served");
        Refused::sentence(500, "Internal Server Error")
    }
}

impl App {
    /// Operation 1, and the one version by number, of a composed license; none if the call is for no such license, or
    /// for one that the caller may not see.
    pub(super) async fn answer_composed(
        &self,
        call: &LicenseCall,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Option<Response>, Refused> {
        let Some(license) = self.owned(&call.id, caller).await?.visible() else { return Ok(None) };
        let class = match &call.version {
            None => Class::Record,
            Some(VersionAsked::Numbered(VersionNumber::FIRST)) => Class::RecordVersion,
            Some(version) => return Err(Refused::unknown_version(version)),
        };
        let elsewhere = self.composed_elsewhere(&call.id, class);
        let wanted = match call.download {
            true => Some(saved(call, class.dialect(), &class.rules().representations, request)?),
            false => wanted(class, elsewhere.as_ref(), call.format.as_deref(), &request.headers),
        };
        let address = self.composed_address(&license, class, elsewhere, wanted)?;
        self.forms(call, &address, call.id.as_str(), request).map(Some)
    }

    /// The Linked-Data path of a composed license and what lies below it; none if there is none for the caller.
    pub(super) async fn composed_linked(
        &self,
        stored: &Stored,
        id: &LicenseId,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Option<Response>, Refused> {
        // A composed license has neither change log nor review.
        if matches!(stored.operation, Operation::GetLicenseChangeLog | Operation::GetReview) {
            return Ok(None);
        }
        let Some(license) = self.owned(id, caller).await?.visible() else { return Ok(None) };
        let format = stored.format.as_deref();
        let class = match stored.operation {
            Operation::GetLinkedLicense => Class::LinkedRecord,
            Operation::GetLinkedVersions => Class::LinkedVersions,
            _ => {
                let mut response = json(http::StatusCode::OK, &version_list(&license.history()));
                if license.is_draft() {
                    let never = HeaderValue::from_static("private, no-store");
                    response.headers_mut().insert(CACHE_CONTROL, never);
                }
                return Ok(Some(response));
            }
        };
        let elsewhere = self.composed_elsewhere(id, class);
        let wanted = wanted(class, elsewhere.as_ref(), format, &request.headers);
        let address = self.composed_address(&license, class, elsewhere, wanted)?;
        answer_form(&address, format, request).map(Some)
    }

    /// Where requests for an address of a class are led from there.
    fn composed_elsewhere(&self, id: &LicenseId, class: Class) -> Option<Elsewhere> {
        let (html, other) = match class {
            Class::Record => (format!("{}/web/license/{id}", self.config.base_url()), None),
            Class::LinkedRecord => (format!("/license-library/{id}"), Some(Operation::GetLicense)),
            Class::LinkedVersions => {
                let html = format!("/license-library/{id}#history-heading");
                (html, Some(Operation::ListLicenseVersions))
            }
            _ => return None,
        };
        Some(Elsewhere { html, other: other.map(|operation| operation.path(&[id.as_str()])) })
    }

    /// An address of a license with the form that is wanted.
    fn composed_address(
        &self,
        license: &ComposedLicense,
        class: Class,
        elsewhere: Option<Elsewhere>,
        wanted: Option<Representation>,
    ) -> Result<Address, Refused> {
        made(license, class, elsewhere, wanted, &self.served.loaded).map_err(Unmade::refused)
    }
}

fn made(
    license: &ComposedLicense,
    class: Class,
    elsewhere: Option<Elsewhere>,
    wanted: Option<Representation>,
    loaded: &LoadedLibrary,
) -> Result<Address, Unmade> {
    let history = license.history();
    let facts = &history.current;
    let source = Source::of(&license.model, &license.model.current);
    let headers = BTreeMap::new();
    let made = Made {
        hash: facts.content_hash,
        cache: CacheState::Current,
        headers: &headers,
        elsewhere,
        is_private: license.is_draft(),
    };
    Address::made(class, made, wanted, |form| {
        let outline = facts.outline().map_err(FormError::from)?;
        Ok(match form {
            // The canonical form is version 2's alone, and the Linked-Data path has it too.
            Representation::NTriples => loaded.forms().of_version(facts, &outline, form)?,
            _ => loaded.forms().of_record(source, &outline, form)?,
        })
    })
}
