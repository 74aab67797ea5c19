use serde::Serialize;

use muniment_licenses::model::terms::cc;
use muniment_licenses::model::{Library, License, Model};

/// What a license file is made for (spec:version-1#website-endpoints).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LicenseFileQuery {
    /// Address of the work; anything else than an absolute http(s) URL is passed over.
    pub asset: Option<String>,
    /// Whom to credit.
    pub attribution: Option<String>,
}

/// A file to lay beside a work, saying which license it is under.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct LicenseFile<'l> {
    license_uri: &'l str,
    license_title: &'l str,
    spdx_id: &'l str,
    /// Only where the license requires attribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    attribution: Option<String>,
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
        license_uri: &model.iri,
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
