use std::collections::BTreeMap;

use crate::model::{Library, StatedText, VersionKey};

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

impl Lineage {
    fn of(text: &StatedText) -> Option<Self> {
        let named = text.identifier.as_ref()?;
        Some(Self { family: named.family.clone(), version: named.version.or(text.version) })
    }
}

impl Profiles {
    /// The profiles of the current records.
    #[must_use]
    pub fn new(library: &Library) -> Self {
        let texts = || library.licenses.values().map(|model| (&model.iri, &model.current.content.text));
        let lineages = texts().filter_map(|(iri, text)| Some((iri.clone(), Lineage::of(text)?))).collect();
        let profiles = Self { known: BTreeMap::new(), lineages };
        let known = texts().filter_map(|(iri, text)| Some((iri.clone(), profiles.of(text)?))).collect();
        Self { known, ..profiles }
    }

    /// The profile of a record.
    #[must_use]
    pub fn get(&self, iri: &str) -> Option<&Profile> {
        self.known.get(iri)
    }

    /// The profile of any license, by what it states about its text.
    #[must_use]
    pub fn of(&self, text: &StatedText) -> Option<Profile> {
        let own = Lineage::of(text);
        let Lineage { family, version } = match own {
            Some(own) => own,
            // A port without an identifier inherits the family of its parent, but not its option.
            None => {
                let parent = text.parents.iter().find_map(|parent| self.lineages.get(parent))?;
                Lineage { family: parent.family.clone(), version: text.version.or(parent.version) }
            }
        };
        let later_by_name = text.identifier.as_ref().is_some_and(|identifier| identifier.or_later);
        Some(Profile { family, version: version?, or_later: later_by_name || text.allows_later })
    }
}

/// Profiles by IRI.
impl FromIterator<(String, Profile)> for Profiles {
    fn from_iter<I: IntoIterator<Item = (String, Profile)>>(profiles: I) -> Self {
        Self { known: profiles.into_iter().collect(), ..Self::default() }
    }
}
