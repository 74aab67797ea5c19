use schemars::JsonSchema;
use serde::Serialize;

use super::call::{Call, Subject};
use super::parameters::LICENSE_ID;
use super::row::{Access, COMPUTED, LEADS_ON, Media, Route, Row, Tag, Words};
use crate::api::openapi::parameter::{IF_NONE_MATCH, Parameter};
use crate::api::openapi::schema::Iri;
use crate::api::openapi::shapes::text;
use muniment_licenses::model::terms::cc;
use muniment_licenses::model::{Library, License, Model};

static ASSET: Parameter = Parameter::query(
    "asset",
    "Address of the work; anything but an absolute http(s) address is passed over.",
    text,
);

static ATTRIBUTION: Parameter = Parameter::query(
    "attribution",
    "Whom to credit; passed over where the license does not ask for it.",
    text,
);

pub(super) static GET_LICENSE_FILE: Row = Row {
    is_open: false,
    bucket: Some(&COMPUTED),
    parameters: &[&LICENSE_ID, &ASSET, &ATTRIBUTION, &IF_NONE_MATCH],
    headers: &["ETag", "Cache-Control", "Content-Disposition"],
    also: LEADS_ON,
    ..Row::new(
        Route::get("/license-library/{license_id}/license.json", "getLicenseFile", Access::MoreWithToken),
        Words::of(
            Tag::Website,
            "A file to lay beside a work",
            "Says which license the work is under and, where the license asks for that, whom to credit.",
        ),
        Media::json::<LicenseFile<'_>>(),
        |sent| {
            let query = LicenseFileQuery { asset: sent.text("asset"), attribution: sent.text("attribution") };
            Ok(sent.license_id().map(|id| Call::LicenseFile(id, query)))
        },
    )
};

pub(super) static GET_BADGE: Row = Row {
    is_open: false,
    bucket: Some(&COMPUTED),
    parameters: &[&LICENSE_ID, &IF_NONE_MATCH],
    headers: &["ETag", "Cache-Control"],
    also: LEADS_ON,
    ..Row::new(
        Route::get("/license-library/{license_id}/badge.svg", "getBadge", Access::MoreWithToken),
        Words::of(
            Tag::Website,
            "A badge for a license",
            "A picture with the name of the license, for pages.",
        ),
        Media::Picture,
        |sent| Ok(sent.license_id().map(|id| sent.stored(Subject::License(id, "")))),
    )
};

/// What a license file is made for (spec:version-1#website-endpoints).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LicenseFileQuery {
    /// Address of the work; anything else than an absolute http(s) URL is passed over.
    pub asset: Option<String>,
    /// Whom to credit.
    pub attribution: Option<String>,
}

/// A file for the folder of a work that states its license.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct LicenseFile<'l> {
    license_uri: Iri<&'l str>,
    license_title: &'l str,
    /// Empty where there is none.
    spdx_id: &'l str,
    /// Whom to credit; only where the license asks for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    attribution: Option<String>,
    /// Address of the work; empty where none was given.
    asset: String,
    generated_by: &'l str,
}

/// The license file of a record.
#[must_use]
pub fn license_file<'l>(
    library: &'l Library,
    model: &'l Model<License>,
    query: &LicenseFileQuery,
) -> LicenseFile<'l> {
    let license = &model.current.content;
    LicenseFile {
        license_uri: Iri(&model.iri),
        license_title: &license.title.value,
        spdx_id: license.spdx.as_deref().unwrap_or_default(),
        attribution: license
            .requires_anywhere(cc::ATTRIBUTION)
            .then(|| query.attribution.clone().unwrap_or_default()),
        asset: query.asset.clone().filter(|asset| is_web_address(asset)).unwrap_or_default(),
        generated_by: &library.site.name,
    }
}

fn is_web_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_alphanumeric() || c == '[')
            && !rest.contains(|c: char| c.is_whitespace() || c.is_control() || "\"<>\\^`{|}".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_web_addresses_name_a_work() {
        for address in ["https://example.org/a", "http://[::1]/", "https://é.example"] {
            assert!(is_web_address(address), "{address}");
        }
        for other in ["", "example.org", "ftp://example.org", "https://", "https:///a", "https://a b", "//a"]
        {
            assert!(!is_web_address(other), "{other}");
        }
    }
}
