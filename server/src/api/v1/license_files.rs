use std::sync::Arc;

use axum::response::Response;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, HeaderValue};
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use muniment_documents::api::v1::{
    LicenseFileQuery, Operation, Refused, attachment, comparison_document, license_file,
};
use muniment_documents::wire::{CacheState, Class};
use muniment_licenses::find::Comparison;
use muniment_licenses::model::LicenseId;

use super::json;
use super::reasoning::{MOST_COMPOSED_BYTES, too_many_bytes};
use crate::accounts::{Caller, ReadableLicense};
use crate::app::App;
use crate::library::Form;

impl App {
    /// The file that names a license, to be laid beside a work (spec:version-1#website-endpoints).
    pub(super) async fn license_file(
        &self,
        id: &LicenseId,
        query: LicenseFileQuery,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let Some(license) = self.readable_license(id, caller).await? else {
            return self.redirect_alias(Operation::GetLicenseFile, &[id.as_str()], request);
        };
        let mut response =
            json(StatusCode::OK, &license_file(self.served.loaded.library(), license.model(), &query));
        let headers = response.headers_mut();
        if let Ok(value) = HeaderValue::from_str(&attachment("license.json")) {
            headers.insert(CONTENT_DISPOSITION, value);
        }
        keep_draft(&license, headers);
        Ok(response)
    }

    /// The badge of a composed license (spec:version-1#website-endpoints); none if the caller
    /// may not read one.
    pub(super) async fn composed_badge(
        &self,
        id: &LicenseId,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Option<Response>, Refused> {
        let Some(license) = self.readable_license(id, caller).await? else { return Ok(None) };
        let content = &license.model().current.content;
        let unmade = |error: &dyn std::error::Error| {
            tracing::error!(%error, "the badge of a composed license cannot be made");
            Refused::sentence(500, "Internal Server Error")
        };
        let badge = self.served.loaded.pages().badge_of(license.id().as_str(), content);
        let badge = badge.map_err(|error| unmade(&error))?.into_bytes();
        let form = Form::file(Class::Badge, CacheState::Current, badge);
        let mut response = form?.answer(&request.headers)?;
        keep_draft(&license, response.headers_mut());
        Ok(Some(response))
    }

    /// Licenses side by side (spec:version-1#library-endpoints).
    pub(super) async fn answer_comparison(
        &self,
        ids: Vec<LicenseId>,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let mut asked = Vec::with_capacity(ids.len());
        let mut bytes = 0;
        for id in ids {
            let license = self.readable_license(&id, caller).await?;
            if let Some(ReadableLicense::Composed(license)) = &license {
                bytes += license.row.content.document.len();
                if bytes > MOST_COMPOSED_BYTES {
                    return Err(too_many_bytes());
                }
            }
            asked.push((id, license));
        }
        let is_of_strangers =
            asked.iter().any(|(_, license)| matches!(license, Some(ReadableLicense::Composed(_))));
        let loaded = Arc::clone(&self.served.loaded);
        let compare = move || {
            let library = loaded.library();
            let asked = asked.iter().map(|(id, license)| match license {
                Some(license) => Ok((license.id(), license.model())),
                None => Err(id),
            });
            let comparison = Comparison::of(library, asked)
                .map_err(|outside| Refused::sentence(422, outside.to_string()))?;
            Ok(json(StatusCode::OK, &comparison_document(&comparison)))
        };
        // The cost of comparing what clients sent is unknown.
        if is_of_strangers { self.turns.run(compare).await? } else { compare() }
    }
}

/// What only some may see is kept by no cache.
fn keep_draft(license: &ReadableLicense, headers: &mut HeaderMap) {
    if let ReadableLicense::Composed(license) = license
        && license.is_draft()
    {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    }
}
