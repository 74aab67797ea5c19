use super::Index;
use super::index::IndexEntry;
use super::name::{Name, best};
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
    /// A record matches if its identifier, title, an alternative or its SPDX identifier contains the keyword,
    /// ignoring case and dividers. The order is: parents before ports, names that begin with the keyword before
    /// others, better matches, alphabet. Without a match, up to three records with similar names are suggested.
    #[must_use]
    pub fn suggest(&self, keyword: &str) -> Vec<Suggestion<'l>> {
        let needle = Name::ignoring_dividers(keyword);
        if needle.text().is_empty() {
            return Vec::new();
        }
        let mut found: Vec<_> = self
            .entries
            .iter()
            .filter_map(|entry| Some((entry.is_port(), best(&entry.names, needle.text())?, entry)))
            .collect();
        found.sort_by_key(|(is_port, rank, _)| (*is_port, *rank));
        found.truncate(Self::MOST_SUGGESTIONS);
        let mut entries: Vec<&IndexEntry<'l>> = found.into_iter().map(|(_, _, entry)| entry).collect();
        if entries.is_empty() {
            entries = self.nearest(&needle);
            entries.sort_by_key(|entry| entry.is_port());
        }
        entries.into_iter().map(|entry| self.suggestion(entry)).collect()
    }

    fn suggestion(&self, entry: &IndexEntry<'l>) -> Suggestion<'l> {
        let parent = entry.license.port_of.as_ref().map(|parent| {
            let model = self.library.licenses.get(parent);
            (parent, model.map(|model| &model.current.content.title))
        });
        Suggestion { id: entry.id, title: &entry.license.title, parent }
    }
}
