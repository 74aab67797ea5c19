use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::Index;
use super::index::IndexEntry;
use super::name::Name;
use super::score::Scorer;

/// An inverted index: the words of all names of records.
#[derive(Debug)]
pub(super) struct Words {
    /// Each word with the numbers of its names, counted over all entries.
    names_by_word: Vec<(Name, Vec<usize>)>,
    /// Number of names.
    names: usize,
}

impl Words {
    pub(super) fn new(entries: &[IndexEntry<'_>]) -> Self {
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
    /// Maximum suggestions for a keyword without a match (spec:version-1#website-endpoints).
    pub const MOST_NEAREST: usize = 3;
    /// Minimum score of a near record: in a name like `MIT`, two letters of three.
    const NEAR: usize = 60;
    /// Minimum score of two similar words.
    const SIMILAR: usize = 50;
    /// Maximum words of a keyword that are compared.
    const MOST_WORDS: usize = 16;

    /// The records with the most similar names, for a keyword without a match.
    ///
    /// The score of a name is the higher of its score as a whole and the score of its words (each with its most
    /// similar word, weighted by length). The score of a record is that of its best name. Equal scores are sorted by
    /// the score of the whole name, then parents before ports, then alphabetically.
    pub(super) fn nearest(&self, needle: &Name) -> Vec<&IndexEntry<'l>> {
        let scorer = Scorer::new(needle.text());
        let mut by_words = self.scores_by_words(needle).into_iter();
        let mut near: Vec<((usize, usize), &IndexEntry<'l>)> = Vec::new();
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

    /// For every name, counted over all entries, the score of its words.
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
