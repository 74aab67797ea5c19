use super::bundle::Bundle;
use super::grade::{Grade, Pair, RuleSet, Sources};

/// Every pair of some licenses, graded under one graph (reasoning in both directions, each license against
/// itself kept apart).
///
/// Licenses are in order of the names they were given under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    names: Vec<String>,
    /// Pairs of the first license with every later one, then of the second, and so on.
    pairs: Vec<Pair>,
    defects: Vec<Sources>,
}

/// A pair whose grade is another than it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedVerdict<'m> {
    /// The license whose work is taken up.
    pub from: &'m str,
    /// The license the combined work goes under.
    pub under: &'m str,
    /// The grade that was; none for a license that was not there.
    pub before: Option<Grade>,
    /// The grade that is; none for a license that is no longer there.
    pub after: Option<Grade>,
    /// Rules behind the grade that was and not behind the one that is.
    pub rules_gone: RuleSet,
    /// Rules behind the grade that is and not behind the one that was.
    pub rules_new: RuleSet,
}

impl Bundle<'_> {
    /// The grades of a license with every later one.
    #[must_use]
    pub fn row(&self, license: usize) -> Vec<Pair> {
        (license + 1..self.len()).map(|later| self.pair(license, later)).collect()
    }
}

impl Matrix {
    /// The grades of every pair of the licenses of a bundle, from the [row](Bundle::row) of each license in order. The
    /// caller computes the rows, on as many threads as it likes.
    #[must_use]
    pub fn new(bundle: &Bundle<'_>, rows: impl IntoIterator<Item = Vec<Pair>>) -> Self {
        Self {
            names: bundle.names().iter().map(|&name| name.to_owned()).collect(),
            defects: (0..bundle.len()).map(|license| bundle.defects(license)).collect(),
            pairs: rows.into_iter().flatten().collect(),
        }
    }

    /// What the licenses are called, in order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The rules by which a license stands against itself.
    #[must_use]
    pub fn defects(&self, license: usize) -> Sources {
        self.defects.get(license).copied().unwrap_or_default()
    }

    /// Two licenses by their places; `under_second` is about a work under the second of them as they are
    /// given.
    #[must_use]
    pub fn pair(&self, first: usize, second: usize) -> Pair {
        let turned = |pair: Pair| Pair { under_second: pair.under_first, under_first: pair.under_second };
        let stored = |first: usize, second: usize| {
            // Rows before this one, each a pair shorter than the one before it.
            let before = first * self.names.len() - first * (first + 1) / 2;
            self.pairs.get(before + second - first - 1).copied().unwrap_or_default()
        };
        match first.cmp(&second) {
            std::cmp::Ordering::Less => stored(first, second),
            std::cmp::Ordering::Greater => turned(stored(second, first)),
            std::cmp::Ordering::Equal => Pair::default(),
        }
    }

    /// The grade of a work that takes up the first license and goes under the second.
    #[must_use]
    pub fn grade(&self, from: usize, under: usize) -> Grade {
        self.pair(from, under).under_second.grade()
    }

    /// What is otherwise than in an earlier matrix: every ordered pair whose grade or rules changed, in
    /// order.
    #[must_use]
    pub fn changes<'m>(&'m self, before: &'m Self) -> Vec<ChangedVerdict<'m>> {
        let mut names: Vec<&str> = self.names.iter().chain(&before.names).map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        let place =
            |matrix: &Self, name: &str| matrix.names.binary_search_by(|known| known.as_str().cmp(name));
        let placed: Vec<(&str, Option<usize>, Option<usize>)> =
            names.into_iter().map(|name| (name, place(self, name).ok(), place(before, name).ok())).collect();
        let graded = |matrix: &Self, from: Option<usize>, under: Option<usize>| {
            let grading = matrix.pair(from?, under?).under_second;
            Some((grading.grade(), grading.conflicts.all().union(grading.restrictions.all())))
        };
        placed
            .iter()
            .flat_map(|&(from, now_from, before_from)| {
                placed.iter().filter_map(move |&(under, now_under, before_under)| {
                    let after = graded(self, now_from, now_under);
                    let before = graded(before, before_from, before_under);
                    if from == under || after == before {
                        return None;
                    }
                    let rules =
                        |graded: Option<(Grade, RuleSet)>| graded.map(|(_, rules)| rules).unwrap_or_default();
                    Some(ChangedVerdict {
                        from,
                        under,
                        before: before.map(|(grade, _)| grade),
                        after: after.map(|(grade, _)| grade),
                        rules_gone: rules(before).without(rules(after)),
                        rules_new: rules(after).without(rules(before)),
                    })
                })
            })
            .collect()
    }
}
