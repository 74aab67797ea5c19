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
    /// rounded), best first, then alphabetically. Alternatives do not affect the score. Without a keyword, or with a
    /// blank one, all records are listed alphabetically.
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
        let mut found: Vec<(usize, Row<'l>)> =
            admitted.map(|entry| (scorer.score(&entry.title), entry.row())).collect();
        // A stable sort: the entries are in alphabetical order.
        found.sort_by_key(|(score, _)| Reverse(*score));
        found.into_iter().map(|(_, row)| row).collect()
    }
}
