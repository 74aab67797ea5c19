use super::Index;
use super::index::IndexEntry;
use super::name::{Name, Rank, best};
use super::typed::TypedName;
use crate::model::{LicenseId, Title};

/// A suggestion (spec:version-1#answer-objects, suggest entry).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suggestion<'l> {
    /// The record.
    pub id: &'l LicenseId,
    /// Its title.
    pub title: &'l Title,
    /// The parent of a port, with its title if the library has it.
    pub parent: Option<(&'l LicenseId, Option<&'l Title>)>,
}

impl<'l> Index<'l> {
    /// Maximum suggestions for a keyword with a match.
    pub const MOST_SUGGESTIONS: usize = 10;

    /// Suggestions for a keyword (spec:version-1#website-endpoints); none for an empty one.
    ///
    /// A record matches if its identifier, title, an alternative or its SPDX identifier contains the keyword, ignoring
    /// case and dividers, or begins with it as people type names: `gplv3` is the beginning of `GPL-3.0-only`. The order
    /// is: parents before ports, the record that the keyword is a name of, names that begin with the keyword before
    /// others; then variants last, the best known first, the newest version first, better matches, alphabet. Without a
    /// match, up to three records with similar names are suggested.
    #[must_use]
    pub fn suggest(&self, keyword: &str) -> Vec<Suggestion<'l>> {
        let (needle, typed) = (Name::ignoring_dividers(keyword), TypedName::of(keyword));
        if needle.text().is_empty() {
            return Vec::new();
        }
        let called = self.typed_names().get(&typed);
        let mut found: Vec<_> = self
            .entries
            .iter()
            .filter_map(|entry| {
                let rank = best(&entry.names, needle.text());
                let begins = !typed.is_empty() && entry.typed_names.iter().any(|name| typed.begins(name));
                let is_called = called == Some(entry.id);
                if rank.is_none() && !begins && !is_called {
                    return None;
                }
                let place = if begins { 0 } else { rank.map_or(0, Rank::place) };
                Some(((entry.is_port(), !is_called, place, entry.standing, rank), entry))
            })
            .collect();
        found.sort_by_key(|(order, _)| *order);
        found.truncate(Self::MOST_SUGGESTIONS);
        let mut entries: Vec<&IndexEntry<'l>> = found.into_iter().map(|(_, entry)| entry).collect();
        if entries.is_empty() {
            entries = self.nearest(&needle);
            entries.sort_by_key(|entry| entry.is_port());
        }
        entries.into_iter().map(|entry| self.suggestion(entry)).collect()
    }

    /// The record that a text is a name of as people type it; `None` if there is none, or more than one.
    #[must_use]
    pub fn called(&self, text: &str) -> Option<&'l LicenseId> {
        let id = self.typed_names().get(&TypedName::of(text))?;
        Some(self.library.licenses.get_key_value(id)?.0)
    }

    fn suggestion(&self, entry: &IndexEntry<'l>) -> Suggestion<'l> {
        let parent = entry.license.port_of.as_ref().map(|parent| {
            let model = self.library.licenses.get(parent);
            (parent, model.map(|model| &model.current.content.title))
        });
        Suggestion { id: entry.id, title: &entry.license.title, parent }
    }
}
