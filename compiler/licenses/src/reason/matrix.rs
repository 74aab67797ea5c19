use super::bundle::Bundle;
use super::grade::{Grade, Pair, RuleSet, Sources};

/// The grades of all pairs of licenses under one graph, in both directions, and the defects of each license.
///
/// Licenses are sorted by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    names: Vec<String>,
    /// Pairs of the first license with all later ones, then of the second, and so on.
    pairs: Vec<Pair>,
    defects: Vec<Sources>,
}

/// A pair whose grade changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedVerdict<'m> {
    /// The license of the component.
    pub from: &'m str,
    /// The license the combined work goes under.
    pub under: &'m str,
    /// The old grade; `None` for a new license.
    pub before: Option<Grade>,
    /// The new grade; `None` for a removed license.
    pub after: Option<Grade>,
    /// Rules only of the old grade.
    pub rules_gone: RuleSet,
    /// Rules only of the new grade.
    pub rules_new: RuleSet,
}

impl Bundle<'_> {
    /// The grades of a license with all later ones.
    #[must_use]
    pub fn row(&self, license: usize) -> Vec<Pair> {
        (license + 1..self.len()).map(|later| self.pair(license, later)).collect()
    }
}

impl Matrix {
    /// Builds the matrix from the [row](Bundle::row) of each license in order. The caller may compute rows in
    /// parallel.
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

    /// The rules by which a license contradicts itself.
    #[must_use]
    pub fn defects(&self, license: usize) -> Sources {
        self.defects.get(license).copied().unwrap_or_default()
    }

    /// The grades of two licenses by index, in the given order.
    #[must_use]
    pub fn pair(&self, first: usize, second: usize) -> Pair {
        let turned = |pair: Pair| Pair { under_second: pair.under_first, under_first: pair.under_second };
        let stored = |first: usize, second: usize| {
            // The length of the rows before; each is one shorter than the one before it.
            let before = first * self.names.len() - first * (first + 1) / 2;
            self.pairs.get(before + second - first - 1).copied().unwrap_or_default()
        };
        match first.cmp(&second) {
            std::cmp::Ordering::Less => stored(first, second),
            std::cmp::Ordering::Greater => turned(stored(second, first)),
            std::cmp::Ordering::Equal => Pair::default(),
        }
    }

    /// The grade of a work with a component under `from` that goes under `under`.
    #[must_use]
    pub fn grade(&self, from: usize, under: usize) -> Grade {
        self.pair(from, under).under_second.grade()
    }

    /// Every ordered pair whose grade or rules differ from an earlier matrix, in order.
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
