use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::index::IndexEntry;
use super::score::Scorer;
use super::{Index, Ports, Row};

impl<'l> Index<'l> {
    /// The whole keyword list (spec:version-1#frozen-operations operation 2), before [`Window`](super::Window).
    ///
    /// A record matches if every word of the keyword occurs, ignoring case, in its title or in some alternative. Rows
    /// are sorted by the score of their title (the indel ratio of keyword and title in lower case, 0 to 100,
    /// rounded), best first. Of equal scores, records that have the keyword as a name come first, then the order is
    /// alphabetical. Alternatives do not affect the score. Without a keyword, or with a blank one, all records are listed
    /// alphabetically.
    #[must_use]
    pub fn list(&self, keyword: Option<&str>, ports: Ports) -> Vec<Row<'l>> {
        let keyword = keyword.unwrap_or_default().to_lowercase();
        let words: BTreeSet<&str> = keyword.split_whitespace().collect();
        let entries = self.entries.iter().filter(|entry| entry.is_in(ports));
        if words.is_empty() {
            return entries.map(IndexEntry::row).collect();
        }
        let scorer = Scorer::new(&keyword);
        let admitted = entries.filter(|entry| words.iter().all(|word| entry.mentions(word)));
        let ranked = admitted.map(|entry| {
            let rank = (scorer.score(&entry.title), entry.is_called(keyword.trim()));
            (Reverse(rank), entry.row())
        });
        let mut found: Vec<_> = ranked.collect();
        // A stable sort: the entries are in alphabetical order.
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, row)| row).collect()
    }
}
