use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::name::Name;
use super::nearest::Words;
use super::typed::{TypedName, TypedNames, typed_names};
use crate::model::{Library, License, LicenseId, LicenseNames, OwnTerms, SpdxIndex, Title};

/// Filter for ports in lists of version 1 (spec:version-1#ports, `ports`). Lists never contain fixtures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ports {
    /// Every record.
    #[default]
    Include,
    /// Records that are not ports.
    Exclude,
    /// Ports and grouped editions.
    Only,
}

impl Ports {
    /// Its word in queries.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Include => "include",
            Self::Exclude => "exclude",
            Self::Only => "only",
        }
    }

    /// Whether the filter admits a port, or a record that is not a port.
    #[must_use]
    pub const fn admit(self, is_port: bool) -> bool {
        match self {
            Self::Include => true,
            Self::Exclude => !is_port,
            Self::Only => is_port,
        }
    }

    /// The value of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Include, Self::Exclude, Self::Only].into_iter().find(|ports| ports.word() == word)
    }
}

/// A row of a list: one binding of the results envelope (spec:version-1#results-envelope).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row<'l> {
    /// The record.
    pub id: &'l LicenseId,
    /// Its title.
    pub title: &'l Title,
}

/// A record with its names prepared for searching.
#[derive(Debug)]
pub(super) struct IndexEntry<'l> {
    pub(super) id: &'l LicenseId,
    pub(super) license: &'l License,
    /// The title, for keywords and scores.
    pub(super) title: Name,
    /// Alternatives in lower case, for keywords.
    alternatives: Vec<String>,
    /// Title, alternatives, identifier and SPDX identifier, for suggestions.
    pub(super) names: Vec<Name>,
    /// The same as people type them.
    pub(super) typed_names: BTreeSet<TypedName>,
    /// The place among equally good matches (see [`standings`]).
    pub(super) standing: usize,
}

impl<'l> IndexEntry<'l> {
    fn new(id: &'l LicenseId, license: &'l License, standing: usize) -> Self {
        let title = license.title.value.as_str();
        let alternatives = license.alternatives.iter().map(String::as_str);
        let names = alternatives.chain([title, id.as_str()]).chain(license.spdx.as_deref());
        let mut names: Vec<Name> = names.map(Name::ignoring_dividers).collect();
        names.sort_by(|a, b| a.text().cmp(b.text()));
        names.dedup();
        Self {
            id,
            license,
            title: Name::ignoring_case(title),
            alternatives: license.alternatives.iter().map(|name| name.to_lowercase()).collect(),
            names,
            typed_names: typed_names(id, license),
            standing,
        }
    }

    /// Whether the title or an alternative contains a lower-case word.
    pub(super) fn mentions(&self, word: &str) -> bool {
        self.title.text().contains(word) || self.alternatives.iter().any(|name| name.contains(word))
    }

    /// Whether a lower-case text is the title or an alternative.
    pub(super) fn is_called(&self, text: &str) -> bool {
        self.title.text() == text || self.alternatives.iter().any(|name| name == text)
    }

    /// Whether the record is a port or a grouped edition of another.
    pub(super) fn is_port(&self) -> bool {
        self.license.port_of.is_some()
    }

    pub(super) fn is_in(&self, ports: Ports) -> bool {
        ports.admit(self.is_port())
    }

    pub(super) fn row(&self) -> Row<'l> {
        Row { id: self.id, title: &self.license.title }
    }
}

/// The place of each record among equally good matches: variants, such as those with an exception, last; the best known
/// first; the newest version first. Equal ones have the same place.
#[must_use]
pub fn standings(library: &Library) -> BTreeMap<&LicenseId, usize> {
    let standing = |id: &LicenseId, license: &License| {
        let known = library.best_known.iter().position(|known| known == id).unwrap_or(usize::MAX);
        let name = license.spdx.as_deref().unwrap_or(id.as_str());
        (license.variant_of.is_some(), known, Reverse(TypedName::of(name).numbers()))
    };
    let mut found: Vec<_> =
        library.licenses.iter().map(|(id, model)| (standing(id, &model.current.content), id)).collect();
    found.sort();
    let equal = found.chunk_by(|one, other| one.0 == other.0).enumerate();
    equal.flat_map(|(place, equal)| equal.iter().map(move |(_, id)| (*id, place))).collect()
}

/// The search index of a library: every record except fixtures, in alphabetical order.
///
/// Alphabetical means by code points of titles, as SPARQL and the reference service order, then by identifier.
#[derive(Debug)]
pub struct Index<'l> {
    pub(super) library: &'l Library,
    pub(super) terms: OwnTerms,
    pub(super) entries: Vec<IndexEntry<'l>>,
    /// Computed when a search has no match; a build does not need it.
    words: OnceLock<Words>,
    /// Records by what people type; computed when somebody does.
    typed_names: OnceLock<TypedNames>,
    names: LicenseNames<'l>,
}

impl<'l> Index<'l> {
    /// Indexes a library.
    #[must_use]
    pub fn new(library: &'l Library) -> Self {
        let standings = standings(library);
        let mut entries: Vec<IndexEntry<'l>> = library
            .licenses
            .iter()
            .map(|(id, model)| {
                IndexEntry::new(id, &model.current.content, standings.get(id).copied().unwrap_or(usize::MAX))
            })
            .filter(|entry| !entry.license.is_fixture())
            .collect();
        entries.sort_by_key(|entry| (entry.license.title.value.as_str(), entry.id));
        Self {
            library,
            terms: library.site.terms(),
            words: OnceLock::new(),
            typed_names: OnceLock::new(),
            entries,
            names: LicenseNames::new(library),
        }
    }

    /// Computes all parts at once, for servers.
    #[must_use]
    pub fn completed(self) -> Self {
        self.words();
        self.typed_names();
        self
    }

    pub(super) fn words(&self) -> &Words {
        self.words.get_or_init(|| Words::new(&self.entries))
    }

    pub(super) fn typed_names(&self) -> &TypedNames {
        self.typed_names.get_or_init(|| TypedNames::new(self.library))
    }

    /// The library it was made from.
    #[must_use]
    pub fn library(&self) -> &'l Library {
        self.library
    }

    /// SPDX identifiers.
    #[must_use]
    pub fn spdx(&self) -> &SpdxIndex<'l> {
        self.names.spdx()
    }

    /// The names of licenses.
    #[must_use]
    pub fn license_names(&self) -> &LicenseNames<'l> {
        &self.names
    }
}
