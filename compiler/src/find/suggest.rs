use super::Index;
use super::index::Entry;
use super::name::{Name, best};
use crate::model::{LicenseId, Title};

/// A suggestion (document 1 §2.9, suggest entry).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suggestion<'l> {
    /// The record.
    pub id: &'l LicenseId,
    /// Its title.
    pub title: &'l Title,
    /// The record it is a port of, with that record's title where the library has it.
    pub parent: Option<(&'l LicenseId, Option<&'l Title>)>,
}

impl<'l> Index<'l> {
    /// Most suggestions for a keyword that matches.
    pub const MOST_SUGGESTIONS: usize = 10;

    /// Suggestions for what somebody typed (document 1 §4.7); none for nothing.
    ///
    /// A record matches when its identifier, title, an alternative or its SPDX identifier contains the keyword,
    /// ignoring case and how words are divided. Parents come before ports; among each a name that begins with the
    /// keyword before one that contains it; then the better match, then the alphabet. When nothing matches, up
    /// to three records with the nearest names are suggested, so that a slip of the finger still leads somewhere.
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
        let mut entries: Vec<&Entry<'l>> = found.into_iter().map(|(_, _, entry)| entry).collect();
        if entries.is_empty() {
            entries = self.nearest(&needle);
            entries.sort_by_key(|entry| entry.is_port());
        }
        entries.into_iter().map(|entry| self.suggestion(entry)).collect()
    }

    fn suggestion(&self, entry: &Entry<'l>) -> Suggestion<'l> {
        let parent = entry.license.port_of.as_ref().map(|parent| {
            let model = self.library.licenses.get(parent);
            (parent, model.map(|model| &model.current.content.title))
        });
        Suggestion { id: entry.id, title: &entry.license.title, parent }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::SMALL;
    use super::*;

    fn ids(keyword: &str) -> Vec<&'static str> {
        Index::new(&SMALL).suggest(keyword).into_iter().map(|found| found.id.as_str()).collect()
    }

    #[test]
    fn identifiers_titles_and_alternatives_are_searched_however_words_are_divided() {
        assert_eq!(ids("GPL-3.0-only"), ["GPL-3.0-only"]);
        assert_eq!(ids("gpl 3.0"), ["GPL-3.0-only"]);
        assert_eq!(ids(" gnu_gplv3 "), ["GPL-3.0-only"]);
        assert_eq!(ids("affero"), Vec::<&str>::new());
        assert_eq!(ids("pl 1.0"), ["Meadow-Permissive-1.0"]);
    }

    #[test]
    fn parents_come_before_ports_and_beginnings_before_the_rest() {
        assert_eq!(ids("creative"), ["CC-BY-4.0", "CreativeCommonsAttribution30Estonia"]);
        let begin = ["Meadow-Reciprocal-2.0-only", "Meadow-Permissive-1.0"];
        let contain = ["CC-BY-4.0", "CreativeCommonsAttribution30Estonia"];
        assert_eq!(ids("m"), [begin, contain].concat(), "`MRL 2.0` is shorter than `Meadow PL 1.0`");
    }

    #[test]
    fn a_port_names_its_parent() {
        let index = Index::new(&SMALL);
        let found = index.suggest("estonia");
        let [port] = found.as_slice() else { panic!("{found:?}") };
        let (parent, title) = port.parent.unwrap();
        assert_eq!(parent.as_str(), "CC-BY-4.0");
        assert_eq!(title.unwrap().value, "Creative Commons Attribution 4.0 International");
        assert_eq!(index.suggest("gpl")[0].parent, None);
    }

    #[test]
    fn what_matches_nothing_leads_to_what_is_near() {
        assert_eq!(ids("gpl3").first(), Some(&"GPL-3.0-only"));
        assert_eq!(ids("estonja"), ["CreativeCommonsAttribution30Estonia"]);
        assert_eq!(ids("creativ comons"), ["CC-BY-4.0", "CreativeCommonsAttribution30Estonia"]);
        assert!(ids("§§§§").is_empty());
    }

    #[test]
    fn nothing_leads_nowhere() {
        assert!(ids("").is_empty());
        assert!(ids(" -_ ").is_empty());
    }
}
