use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::Index;
use super::index::Entry;
use super::name::Name;
use super::score::Scorer;

/// Every word of the names of records, with the names it occurs in.
#[derive(Debug)]
pub(super) struct Words {
    /// Each word with the numbers of its names; names are counted through all entries, in their order.
    names_by_word: Vec<(Name, Vec<usize>)>,
    /// How many names there are.
    names: usize,
}

impl Words {
    /// Collects the words of entries.
    pub(super) fn new(entries: &[Entry<'_>]) -> Self {
        let mut words: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        let mut names = 0;
        for name in entries.iter().flat_map(|entry| &entry.names) {
            for word in name.words() {
                words.entry(word).or_default().insert(names);
            }
            names += 1;
        }
        let words = words.into_iter();
        let names_by_word =
            words.map(|(word, names)| (Name::ignoring_case(word), names.into_iter().collect()));
        Self { names_by_word: names_by_word.collect(), names }
    }
}

impl<'l> Index<'l> {
    /// Most suggestions for a keyword that matches nothing (spec:version-1#website-endpoints).
    pub const MOST_NEAREST: usize = 3;
    /// The least score at which a record is near: two letters of three survive a slip in a name like `MIT`.
    const NEAR: usize = 60;
    /// The least score at which a word is taken for another.
    const SIMILAR: usize = 50;
    /// Most words of a keyword that are compared; no name has so many.
    const MOST_WORDS: usize = 16;

    /// The records whose names are nearest to what matches none, nearest first.
    ///
    /// A name is as near as it is as a whole, or as its words are to the words of the needle (each with the one
    /// most like it, long words counting for more), whichever is nearer: the first forgives a blank left out, the
    /// second a wrong letter in one word or a word between. A record is as near as its nearest name; equally near
    /// records go by that name as a whole, then parents before ports, then alphabetically.
    pub(super) fn nearest(&self, needle: &Name) -> Vec<&Entry<'l>> {
        let scorer = Scorer::new(needle.text());
        let mut by_words = self.scores_by_words(needle).into_iter();
        let mut near: Vec<((usize, usize), &Entry<'l>)> = Vec::new();
        for entry in &self.entries {
            let scores = entry.names.iter().zip(by_words.by_ref()).map(|(name, by_words)| {
                let whole = scorer.score_from(Self::SIMILAR, name);
                (whole.max(by_words), whole)
            });
            let best = scores.max().unwrap_or_default();
            if best.0 >= Self::NEAR {
                near.push((best, entry));
            }
        }
        near.sort_by_key(|(score, entry)| (Reverse(*score), entry.is_port()));
        near.truncate(Self::MOST_NEAREST);
        near.into_iter().map(|(_, entry)| entry).collect()
    }

    /// For every name, counted through all entries, how near its words are to those of a needle.
    fn scores_by_words(&self, needle: &Name) -> Vec<usize> {
        let mut sums = vec![0; self.words().names];
        let mut lengths = 0;
        for word in needle.words().take(Self::MOST_WORDS) {
            let scorer = Scorer::new(word);
            let mut scores = vec![0; self.words().names];
            for (known, names) in &self.words().names_by_word {
                let score = scorer.score_from(Self::SIMILAR, known);
                if score == 0 {
                    continue;
                }
                for name in names {
                    if let Some(best) = scores.get_mut(*name) {
                        *best = score.max(*best);
                    }
                }
            }
            let length = word.chars().count();
            lengths += length;
            for (sum, score) in sums.iter_mut().zip(scores) {
                *sum += length * score;
            }
        }
        sums.into_iter().map(|sum: usize| sum.checked_div(lengths).unwrap_or_default()).collect()
    }
}
