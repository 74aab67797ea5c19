use std::sync::OnceLock;

use super::name::Name;
use super::nearest::Words;
use crate::model::{Library, License, LicenseId, LicenseNames, OwnTerms, SpdxIndex, Title};

/// Which records a list of version 1 holds (spec:version-1#ports, `ports`); fixtures are in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ports {
    /// Every record.
    #[default]
    Include,
    /// Records that are no port of another.
    Exclude,
    /// Ports and grouped editions.
    Only,
}

impl Ports {
    /// The word for it in queries.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Include => "include",
            Self::Exclude => "exclude",
            Self::Only => "only",
        }
    }

    /// Whether they hold a record that is a port of another, or one that is none.
    #[must_use]
    pub const fn admit(self, is_port: bool) -> bool {
        match self {
            Self::Include => true,
            Self::Exclude => !is_port,
            Self::Only => is_port,
        }
    }

    /// What a word stands for.
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
    /// Its title, with its language tag where it has one.
    pub title: &'l Title,
}

/// A record with its names in the forms in which they are searched.
#[derive(Debug)]
pub(super) struct Entry<'l> {
    pub(super) id: &'l LicenseId,
    pub(super) license: &'l License,
    /// The title ignoring case: what a keyword is looked for in and scored against.
    pub(super) title: Name,
    /// Alternatives in lower case: what a keyword is looked for in.
    alternatives: Vec<String>,
    /// Title, alternatives, identifier and SPDX identifier: what suggestions are looked for in.
    pub(super) names: Vec<Name>,
}

impl<'l> Entry<'l> {
    fn new(id: &'l LicenseId, license: &'l License) -> Self {
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
        }
    }

    /// Whether the title or an alternative contains a word, which is in lower case.
    pub(super) fn mentions(&self, word: &str) -> bool {
        self.title.text().contains(word) || self.alternatives.iter().any(|name| name.contains(word))
    }

    /// Whether the record is a port or a grouped edition of another.
    pub(super) fn is_port(&self) -> bool {
        self.license.port_of.is_some()
    }

    /// Whether lists with this value of `ports` hold the record.
    pub(super) fn is_in(&self, ports: Ports) -> bool {
        ports.admit(self.is_port())
    }

    /// The entry as a row of a list.
    pub(super) fn row(&self) -> Row<'l> {
        Row { id: self.id, title: &self.license.title }
    }
}

/// What searches need of a library, made once: every record but the fixtures, in alphabetical order.
///
/// Alphabetical is by the code points of titles, case and all, which is how SPARQL orders the literals of a
/// store and what the reference service answered; equal titles go by identifier.
#[derive(Debug)]
pub struct Index<'l> {
    pub(super) library: &'l Library,
    pub(super) terms: OwnTerms,
    pub(super) entries: Vec<Entry<'l>>,
    /// Wanted where a search matches nothing, which no build asks for.
    words: OnceLock<Words>,
    names: LicenseNames<'l>,
}

impl<'l> Index<'l> {
    /// Makes the index of a library.
    #[must_use]
    pub fn new(library: &'l Library) -> Self {
        let mut entries: Vec<Entry<'l>> = library
            .licenses
            .iter()
            .map(|(id, model)| Entry::new(id, &model.current.content))
            .filter(|entry| !entry.license.is_fixture())
            .collect();
        entries.sort_by_key(|entry| (entry.license.title.value.as_str(), entry.id));
        Self {
            library,
            terms: library.site.terms(),
            words: OnceLock::new(),
            entries,
            names: LicenseNames::new(library),
        }
    }

    /// The index with all its parts made, for whoever answers searches.
    #[must_use]
    pub fn completed(self) -> Self {
        self.words();
        self
    }

    /// The words of all names.
    pub(super) fn words(&self) -> &Words {
        self.words.get_or_init(|| Words::new(&self.entries))
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

    /// The names that licenses go by.
    #[must_use]
    pub fn license_names(&self) -> &LicenseNames<'l> {
        &self.names
    }
}
