use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::index::Entry;
use super::score::Scorer;
use super::{Index, Ports, Row};

impl<'l> Index<'l> {
    /// The keyword list (document 1 §4.1 operation 2), whole; [`Window`](super::Window) cuts pages from it.
    ///
    /// A record is in it when every word of the keyword occurs, ignoring case, in its title or in one of its
    /// alternatives, each word in whichever it likes. Rows come in order of the fuzzy score of their title alone
    /// (the indel ratio of keyword and title in lower case, 0 to 100, rounded), best first, and alphabetically
    /// among equals: alternatives admit a record and do not rank it. Without a keyword, or with one of white
    /// space, every record comes alphabetically.
    #[must_use]
    pub fn list(&self, keyword: Option<&str>, ports: Ports) -> Vec<Row<'l>> {
        let keyword = keyword.unwrap_or_default().to_lowercase();
        let words: BTreeSet<&str> = keyword.split_whitespace().collect();
        let entries = self.entries.iter().filter(|entry| entry.is_in(ports));
        if words.is_empty() {
            return entries.map(Entry::row).collect();
        }
        let scorer = Scorer::new(&keyword);
        let admitted = entries.filter(|entry| words.iter().all(|word| entry.mentions(word)));
        let mut found: Vec<(usize, Row<'l>)> =
            admitted.map(|entry| (scorer.score(&entry.title), entry.row())).collect();
        // Stable, and the entries are in alphabetical order.
        found.sort_by_key(|(score, _)| Reverse(*score));
        found.into_iter().map(|(_, row)| row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::SMALL;
    use super::*;

    fn ids(keyword: Option<&str>, ports: Ports) -> Vec<&'static str> {
        Index::new(&SMALL).list(keyword, ports).into_iter().map(|row| row.id.as_str()).collect()
    }

    #[test]
    fn without_a_keyword_every_record_comes_in_order_of_titles() {
        let all = [
            "CreativeCommonsAttribution30Estonia",
            "CC-BY-4.0",
            "GPL-3.0-only",
            "Meadow-Permissive-1.0",
            "Meadow-Reciprocal-2.0-only",
        ];
        for nothing in [None, Some(""), Some(" \t")] {
            assert_eq!(ids(nothing, Ports::Include), all);
        }
        assert_eq!(ids(None, Ports::Only), all[..1]);
        assert_eq!(ids(None, Ports::Exclude), all[1..]);
    }

    #[test]
    fn a_keyword_is_looked_for_in_titles_and_alternatives_and_nowhere_else() {
        assert_eq!(ids(Some("gnu gplV3"), Ports::Include), ["GPL-3.0-only"]);
        assert_eq!(ids(Some("GENERAL public"), Ports::Include), ["GPL-3.0-only"]);
        assert!(ids(Some("GPL-3.0-only"), Ports::Include).is_empty(), "an identifier is no title");
        assert_eq!(ids(Some("attribution"), Ports::Exclude), ["CC-BY-4.0"]);
    }

    #[test]
    fn every_word_is_required_in_any_order_and_in_any_of_the_names() {
        assert_eq!(ids(Some("public general"), Ports::Include), ["GPL-3.0-only"]);
        assert_eq!(ids(Some("general gplv3"), Ports::Include), ["GPL-3.0-only"], "title and alternative");
        assert!(ids(Some("general gplv3 meadow"), Ports::Include).is_empty());
    }

    #[test]
    fn the_nearer_title_comes_first() {
        let meadows = ["Meadow-Permissive-1.0", "Meadow-Reciprocal-2.0-only"];
        assert_eq!(ids(Some("meadow"), Ports::Include), meadows);
        // Both match in an alternative alone; `… 3.0 Estonia` is the shorter title.
        assert_eq!(ids(Some("cc by"), Ports::Include), ["CreativeCommonsAttribution30Estonia", "CC-BY-4.0"]);
        assert_eq!(ids(Some("MEADOW reciprocal"), Ports::Include), meadows[1..]);
    }
}
