use crate::model::{GraphId, Site};

/// A license IRI that a check refuses (spec:version-1#frozen-operations operation 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidLicenseIri {
    /// Another scheme, a relative reference, or not an address.
    #[error("a license is named by an absolute http or https IRI")]
    NotAbsolute,
    /// Too long.
    #[error("a license IRI has at most {MAX_LENGTH} characters")]
    TooLong,
    /// A character that is not allowed in IRIs, or not accepted here.
    #[error("a license IRI holds no quotes, blanks, brackets or control characters")]
    Character,
}

/// Maximum bytes of a license IRI.
const MAX_LENGTH: usize = 512;

/// Checks the form of a license IRI, not whether the license exists.
pub fn check_license_iri(iri: &str) -> Result<(), InvalidLicenseIri> {
    let rest = ["https://", "http://"].iter().find_map(|scheme| iri.strip_prefix(scheme));
    if rest.is_none_or(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#'])) {
        return Err(InvalidLicenseIri::NotAbsolute);
    }
    if iri.chars().count() > MAX_LENGTH {
        return Err(InvalidLicenseIri::TooLong);
    }
    let is_refused = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '"' | '\'' | '\\' | '(' | ')' | '<' | '>' | '{' | '}' | '|' | '^' | '`')
    };
    if iri.contains(is_refused) { Err(InvalidLicenseIri::Character) } else { Ok(()) }
}

/// A name that is neither an identifier nor an IRI of a library or account graph (spec:version-1#graph-endpoints).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither the identifier of a dependency graph nor an IRI of one")]
pub struct OutsideGraphSpaces(String);

/// The IRI of a graph that a request names.
pub fn graph_iri(name: &str, site: &Site) -> Result<String, OutsideGraphSpaces> {
    if let Ok(id) = name.parse::<GraphId>() {
        return Ok(site.graph_iri(&id));
    }
    let is_inside = [site.graph_base(), site.user_base()]
        .iter()
        .any(|base| name.strip_prefix(base.as_str()).is_some_and(|rest| !rest.is_empty()));
    if is_inside && check_license_iri(name).is_ok() {
        Ok(name.to_owned())
    } else {
        Err(OutsideGraphSpaces(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licenses_are_named_by_web_addresses() {
        for good in ["https://muniment.example/licenselibrary/MIT", "http://x", "https://é.example/ü"] {
            assert_eq!(check_license_iri(good), Ok(()), "{good}");
        }
        for bad in ["", "MIT", "ftp://x/y", "https://", "https:///x", "HTTPS//x", "//x/y"] {
            assert_eq!(check_license_iri(bad), Err(InvalidLicenseIri::NotAbsolute), "{bad}");
        }
        for character in "\"'\\()<>{}|^` \t\n\u{7f}\u{a0}".chars() {
            let iri = format!("https://x/{character}");
            assert_eq!(check_license_iri(&iri), Err(InvalidLicenseIri::Character), "{iri}");
        }
        let long = format!("https://x/{}", "é".repeat(503));
        assert_eq!(check_license_iri(&long), Err(InvalidLicenseIri::TooLong));
    }
}
