use http::StatusCode;
use muniment_documents::api::v1::{Refused, license_named};
use muniment_licenses::model::LicenseId;
use muniment_licenses::reason::check_license_iri;
use muniment_pages::checker::{LicenseField, LicenseName, Part};

use super::part;
use crate::accounts::{Caller, ReadableLicense};
use crate::api::v1::{Redirection, redirection_of};
use crate::app::App;

/// Characters of the longest name of a license.
const LONGEST: usize = 512;

/// Licenses that may have been meant, at most.
const MOST_NEAREST: usize = 3;

/// A name that is no license's.
#[derive(Debug)]
pub(super) struct Unnamed {
    /// 422 where it cannot be one, 404 where it could.
    pub(super) status: StatusCode,
    /// Why, for a person.
    pub(super) sentence: String,
    /// What may have been meant.
    pub(super) nearest: Vec<LicenseName>,
}

impl Unnamed {
    fn malformed(sentence: impl Into<String>) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, sentence: sentence.into(), nearest: Vec::new() }
    }

    fn unknown(sentence: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_FOUND, sentence: sentence.into(), nearest: Vec::new() }
    }
}

impl App {
    /// The license that a person calls by an identifier, a title, an SPDX identifier, or an IRI of the library.
    pub(super) async fn license_called(
        &self,
        name: &str,
        caller: &Caller,
    ) -> Result<Result<ReadableLicense, Unnamed>, Refused> {
        if name.chars().count() > LONGEST {
            return Ok(Err(Unnamed::malformed(format!(
                "No license has a name of more than {LONGEST} characters."
            ))));
        }
        let loaded = &self.served.loaded;
        let library = loaded.library();
        let id = if name.contains("://") {
            if let Err(error) = check_license_iri(name) {
                return Ok(Err(Unnamed::malformed(format!("This is no address of a license: {error}."))));
            }
            match license_named(name, loaded.index().license_names()) {
                Ok(id) => Some(id),
                Err(_) => {
                    let base = library.site.license_base();
                    let sentence =
                        format!("The library knows no license at this address; its own begin with {base}");
                    return Ok(Err(Unnamed::unknown(sentence)));
                }
            }
        } else {
            name.parse().ok()
        };
        if let Some(id) = &id
            && let Some(license) = self.readable_license(id, caller).await?
        {
            return Ok(Ok(license));
        }
        let name = id.as_ref().map_or(name, |id| id.as_str());
        let record = |id: &LicenseId| {
            loaded.record(|library| library.licenses.get_key_value(id)).map(ReadableLicense::Record)
        };
        let led = match redirection_of(loaded, name) {
            Some(Redirection::Replaced(id) | Redirection::Spdx(id)) => record(id),
            Some(Redirection::Gone) | None => None,
        };
        let typed = || loaded.index().called(name).and_then(&record);
        let found = led.or_else(|| self.license_titled(name)).or_else(typed);
        Ok(found.ok_or_else(|| {
            let found = loaded.index().suggest(name);
            let named =
                found.iter().take(MOST_NEAREST).filter_map(|found| library.licenses.get_key_value(found.id));
            let nearest = named.map(|(id, model)| Part { id: id.as_str(), model }.into()).collect();
            Unnamed { nearest, ..Unnamed::unknown("The library knows no license of this name.") }
        }))
    }

    /// Whether words are a title or another name of a record.
    pub(super) fn is_name(&self, words: &str) -> bool {
        self.license_titled(words).is_some() || self.served.loaded.index().called(words).is_some()
    }

    /// The record with a title, ignoring case; the first by its identifier where several have it.
    fn license_titled(&self, title: &str) -> Option<ReadableLicense> {
        let title = title.trim().to_lowercase();
        let is_called = |text: &str| text.trim().to_lowercase() == title;
        let record = self.served.loaded.record(|library| {
            library.licenses.iter().find(|(_, model)| is_called(&model.current.content.title.value))
        });
        record.map(ReadableLicense::Record)
    }
}

/// The field of a name that leads to a license, or to none.
pub(super) fn field(typed: &str, named: Result<&ReadableLicense, Unnamed>) -> LicenseField {
    let typed = typed.to_owned();
    match named {
        Ok(license) => LicenseField { typed, license: Some(part(license).into()), ..LicenseField::default() },
        Err(unnamed) => LicenseField {
            typed,
            error: unnamed.sentence,
            nearest: unnamed.nearest,
            ..LicenseField::default()
        },
    }
}
