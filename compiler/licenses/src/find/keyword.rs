use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::index::Entry;
use super::score::Scorer;
use super::{Index, Ports, Row};

impl<'l> Index<'l> {
    /// The keyword list (spec:version-1#frozen-operations operation 2), whole; [`Window`](super::Window) cuts pages
    /// from it.
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
