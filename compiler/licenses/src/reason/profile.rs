use std::collections::{BTreeMap, BTreeSet};

use crate::model::terms::spdx;
use crate::model::{Library, OwnTerms};
use muniment_rdf::{Graph, NodeView};

/// Family and version of a license text: `profile(L)` of spec:reasoning#share-alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// Family of texts (`CC-BY-SA`).
    pub family: String,
    /// Version of the text, padded with zeros.
    pub version: VersionKey,
    /// Whether later versions of the family may be used.
    pub or_later: bool,
}

/// One to three numbers; `2.1` is before `2.10`.
pub type VersionKey = [u64; 3];

impl Profile {
    /// Whether both are the same text, ignoring exceptions, version options and ports.
    #[must_use]
    pub fn is_same_text(&self, other: &Self) -> bool {
        self.family == other.family && self.version == other.version
    }

    /// Whether the later-version option of this license allows the other.
    #[must_use]
    pub fn allows_later(&self, other: &Self) -> bool {
        self.or_later && self.family == other.family && self.version <= other.version
    }
}

/// The profiles of the records of a library that have one, by IRI.
#[derive(Debug, Default)]
pub struct Profiles {
    terms: Option<OwnTerms>,
    known: BTreeMap<String, Profile>,
    /// Family and version of possible parents of ports.
    lineages: BTreeMap<String, Lineage>,
}

/// Family and version of a record.
#[derive(Debug, Clone)]
struct Lineage {
    family: String,
    version: Option<VersionKey>,
}

impl Profiles {
    /// Reads the profiles of the current records.
    #[must_use]
    pub fn new(library: &Library) -> Self {
        let terms = library.site.terms();
        let records = || library.licenses.values().map(|model| (&model.iri, &model.current.graph));
        let lineages = records()
            .filter_map(|(iri, graph)| Some((iri.clone(), ProfileReader(graph.named(iri)).lineage(&terms)?)))
            .collect();
        let mut profiles = Self { terms: Some(terms), known: BTreeMap::new(), lineages };
        for (iri, graph) in records() {
            if let Some(profile) = profiles.read(graph, iri) {
                profiles.known.insert(iri.clone(), profile);
            }
        }
        profiles
    }

    /// The profile of a record.
    #[must_use]
    pub fn get(&self, iri: &str) -> Option<&Profile> {
        self.known.get(iri)
    }

    /// Reads the profile of any license.
    #[must_use]
    pub fn read(&self, graph: &Graph, iri: &str) -> Option<Profile> {
        let terms = self.terms.as_ref()?;
        let about = ProfileReader(graph.named(iri));
        let named = about.identifier();
        let later_by_name = named.as_ref().is_some_and(|identifier| identifier.or_later);
        let (family, version) = match named {
            Some(named) => (named.family, named.version.or_else(|| about.license_version(terms))),
            // A port without an identifier inherits the family of its parent, but not its option.
            None => {
                let parents: BTreeSet<&str> = about.0.iris(&terms.jurisdiction_port_of).collect();
                let parent = parents.into_iter().find_map(|parent| self.lineages.get(parent))?;
                (parent.family.clone(), about.license_version(terms).or(parent.version))
            }
        };
        Some(Profile { family, version: version?, or_later: later_by_name || about.allows_later(terms) })
    }
}

/// Profiles by IRI.
impl FromIterator<(String, Profile)> for Profiles {
    fn from_iter<I: IntoIterator<Item = (String, Profile)>>(profiles: I) -> Self {
        Self { known: profiles.into_iter().collect(), ..Self::default() }
    }
}

/// The parts of an SPDX identifier.
#[derive(Debug, PartialEq, Eq)]
struct Identifier {
    family: String,
    version: Option<VersionKey>,
    or_later: bool,
}

impl Identifier {
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

/// Reads the properties of a license.
struct ProfileReader<'g>(NodeView<'g>);

impl<'g> ProfileReader<'g> {
    fn literals(&self, predicate: &str) -> BTreeSet<&'g str> {
        self.0.texts(predicate).collect()
    }

    /// The first identifier with family and version.
    fn identifier(&self) -> Option<Identifier> {
        self.literals(spdx::LICENSE_ID).iter().find_map(|text| Identifier::parse(text))
    }

    fn license_version(&self, terms: &OwnTerms) -> Option<VersionKey> {
        self.literals(&terms.license_version).iter().find_map(|text| version_key(text.trim()))
    }

    fn lineage(&self, terms: &OwnTerms) -> Option<Lineage> {
        let Identifier { family, version, .. } = self.identifier()?;
        Some(Lineage { family, version: version.or_else(|| self.license_version(terms)) })
    }

    /// Whether a property of the record allows later versions.
    fn allows_later(&self, terms: &OwnTerms) -> bool {
        let says_so =
            self.literals(&terms.or_later_version_option).iter().any(|value| matches!(*value, "true" | "1"));
        says_so
            || self.literals(&terms.share_alike_version_qualifier).iter().any(|text| {
                let lower = text.to_lowercase();
                let words: Vec<&str> =
                    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
                words.windows(2).any(|pair| pair == ["later", "version"])
            })
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
            let expected = Identifier { family: family.to_owned(), version: Some(version), or_later };
            assert_eq!(Identifier::parse(text), Some(expected), "{text}");
        }
        for text in ["NGPL", "MIT", "0BSD", "GPL-2.0+", "LPPL-1.3a", "A-1.0-2.0", "", "-1.0", "1.0"] {
            assert_eq!(Identifier::parse(text), None, "{text}");
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
