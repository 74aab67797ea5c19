use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::OwnTerms;
use super::terms::spdx;
use muniment_rdf::NodeView;

/// One to three numbers, padded with zeros; `2.1` is before `2.10`.
pub type VersionKey = [u64; 3];

/// What a record states about the text it describes: the input of `profile(L)` of spec:reasoning#share-alike.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedText {
    /// The first SPDX identifier with family and version.
    pub identifier: Option<TextIdentifier>,
    /// The first version of the text that has one to three numbers.
    pub version: Option<VersionKey>,
    /// IRIs of the licenses that it is a port of, sorted.
    pub parents: Vec<String>,
    /// Whether a property, not the identifier, allows later versions.
    pub allows_later: bool,
}

impl StatedText {
    /// Reads the properties of the node of a license.
    #[must_use]
    pub fn read(node: NodeView<'_>, terms: &OwnTerms) -> Self {
        let literals = |predicate: &str| -> BTreeSet<&str> { node.texts(predicate).collect() };
        let parents: BTreeSet<&str> = node.iris(&terms.jurisdiction_port_of).collect();
        let says_so = literals(&terms.or_later_version_option).iter().any(|it| matches!(*it, "true" | "1"));
        let qualifiers = literals(&terms.share_alike_version_qualifier);
        Self {
            identifier: literals(spdx::LICENSE_ID).iter().find_map(|text| TextIdentifier::parse(text)),
            version: literals(&terms.license_version).iter().find_map(|text| version_key(text.trim())),
            parents: parents.into_iter().map(str::to_owned).collect(),
            allows_later: says_so || qualifiers.iter().any(|text| names_a_later_version(text)),
        }
    }
}

fn names_a_later_version(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.windows(2).any(|pair| pair == ["later", "version"])
}

/// The parts of an SPDX identifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextIdentifier {
    /// Family of texts (`CC-BY-SA`).
    pub family: String,
    /// Version of the text; `None` if it has more than three numbers.
    pub version: Option<VersionKey>,
    /// Whether it ends in `-or-later`.
    pub or_later: bool,
}

impl TextIdentifier {
    /// Splits `CC-BY-SA-3.0-AT` or `GPL-2.0-or-later WITH …`; `None` without a version.
    fn parse(text: &str) -> Option<Self> {
        let (name, _) = text.split_once(" WITH ").unwrap_or((text, ""));
        let segments: Vec<&str> = name.trim().split('-').collect();
        let version = segments.iter().position(|segment| is_version(segment))?;
        let (family, rest) = segments.split_at_checked(version)?;
        let (version, mut rest) = rest.split_first()?;
        if family.is_empty() || !family.iter().chain(rest).all(|segment| is_name(segment)) {
            return None;
        }
        let mut or_later = false;
        if let [before @ .., "or", "later"] = rest {
            (rest, or_later) = (before, true);
        } else if let [before @ .., "only"] = rest {
            rest = before;
        }
        if let [before @ .., territory] = rest
            && territory.len() == 2
            && territory.bytes().all(|b| b.is_ascii_uppercase())
        {
            rest = before;
        }
        let family = family.iter().chain(rest).copied().collect::<Vec<_>>().join("-");
        Some(Self { family, version: version_key(version), or_later })
    }
}

fn is_version(segment: &str) -> bool {
    segment.split('.').all(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

fn is_name(segment: &str) -> bool {
    segment.starts_with(|c: char| c.is_ascii_alphabetic())
        && segment.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'+'))
}

fn version_key(text: &str) -> Option<VersionKey> {
    if !is_version(text) {
        return None;
    }
    let numbers: Vec<u64> = text.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    match *numbers.as_slice() {
        [major] => Some([major, 0, 0]),
        [major, minor] => Some([major, minor, 0]),
        [major, minor, patch] => Some([major, minor, patch]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_split_into_family_version_and_option() {
        for (text, family, version, or_later) in [
            ("GPL-3.0-only", "GPL", [3, 0, 0], false),
            ("GPL-2.0-or-later WITH Classpath-exception-2.0", "GPL", [2, 0, 0], true),
            ("CC-BY-SA-3.0-AT", "CC-BY-SA", [3, 0, 0], false),
            ("CC-BY-3.0-IGO", "CC-BY-IGO", [3, 0, 0], false),
            ("GFDL-1.3-no-invariants-only", "GFDL-no-invariants", [1, 3, 0], false),
            ("ODbL-1.0", "ODbL", [1, 0, 0], false),
            ("BSD-3-Clause", "BSD-Clause", [3, 0, 0], false),
            ("Python-2.0.1", "Python", [2, 0, 1], false),
        ] {
            let expected = TextIdentifier { family: family.to_owned(), version: Some(version), or_later };
            assert_eq!(TextIdentifier::parse(text), Some(expected), "{text}");
        }
        for text in ["NGPL", "MIT", "0BSD", "GPL-2.0+", "LPPL-1.3a", "A-1.0-2.0", "", "-1.0", "1.0"] {
            assert_eq!(TextIdentifier::parse(text), None, "{text}");
        }
    }

    #[test]
    fn versions_compare_as_numbers() {
        assert!(version_key("2.1") < version_key("2.10") && version_key("2.10") < version_key("10.0"));
        assert_eq!(version_key("2"), version_key("2.0.0"));
        for text in ["", "1.0.0.0", "1.", "a", "v2", "99999999999999999999"] {
            assert_eq!(version_key(text), None, "{text}");
        }
    }
}
