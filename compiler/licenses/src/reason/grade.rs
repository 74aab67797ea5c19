use std::fmt;

use super::bundle::Bundle;
use super::entry::{Entry, RuleId};
use super::rules;
use super::verdict::{Conflict, Verdict};

/// The effect of one conflict on a combined work (spec:reasoning#grades).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// The narrower terms apply to the combined work.
    Restriction,
    /// Both licenses cannot be obeyed.
    Conflict,
    /// A license contradicts itself.
    Defect,
}

/// The grade of two licenses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Grade {
    /// Compatible.
    #[default]
    None,
    /// Restricted.
    Restriction,
    /// In conflict.
    Conflict,
}

impl Grade {
    /// Its word in answers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Restriction => "restriction",
            Self::Conflict => "conflict",
        }
    }
}

/// A set of rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct RuleSet(u16);

impl RuleSet {
    /// Adds a rule.
    pub fn insert(&mut self, rule: RuleId) {
        self.0 |= 1 << rule as u16;
    }

    /// Whether the rule is in it.
    #[must_use]
    pub fn contains(self, rule: RuleId) -> bool {
        self.0 >> rule as u16 & 1 == 1
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The union.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The difference.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The rules, in order.
    pub fn iter(self) -> impl Iterator<Item = RuleId> {
        RuleId::ALL.into_iter().filter(move |rule| self.contains(*rule))
    }
}

impl FromIterator<RuleId> for RuleSet {
    fn from_iter<I: IntoIterator<Item = RuleId>>(rules: I) -> Self {
        let mut set = Self::default();
        rules.into_iter().for_each(|rule| set.insert(rule));
        set
    }
}

impl fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The rules of a grade by the origin of the statements. A rule can be in both sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sources {
    /// Rules with only statements of the licenses.
    pub by_text: RuleSet,
    /// Rules with a statement from a default rule.
    pub by_default: RuleSet,
}

impl Sources {
    fn insert(&mut self, rule: RuleId, is_supplied: bool) {
        if is_supplied { &mut self.by_default } else { &mut self.by_text }.insert(rule);
    }

    /// The rules of both sets.
    #[must_use]
    pub fn all(self) -> RuleSet {
        self.by_text.union(self.by_default)
    }
}

/// The grade of one direction, with its rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Grading {
    /// Rules of conflicts.
    pub conflicts: Sources,
    /// Rules of restrictions.
    pub restrictions: Sources,
}

impl Grading {
    /// The grade.
    #[must_use]
    pub fn grade(self) -> Grade {
        Self::of(self.conflicts.all(), self.restrictions.all())
    }

    fn of(conflicts: RuleSet, restrictions: RuleSet) -> Grade {
        match (conflicts.is_empty(), restrictions.is_empty()) {
            (false, _) => Grade::Conflict,
            (true, false) => Grade::Restriction,
            (true, true) => Grade::None,
        }
    }

    fn insert(&mut self, rule: RuleId, weight: Weight, is_supplied: bool) {
        match weight {
            Weight::Restriction => self.restrictions.insert(rule, is_supplied),
            Weight::Conflict | Weight::Defect => self.conflicts.insert(rule, is_supplied),
        }
    }
}

/// The grades of two licenses, in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pair {
    /// The combined work goes under the second license.
    pub under_second: Grading,
    /// The combined work goes under the first license.
    pub under_first: Grading,
}

/// The weight of an entry if the combined work goes under a target license.
///
/// A permission with a prohibition is a restriction, but a conflict if the target permits what another component
/// prohibits. D6 is a restriction only in the direction that a license names.
fn weight(entry: &Entry, target: Option<u32>, is_named: impl FnOnce() -> bool) -> Weight {
    if entry.first.license == entry.second.license {
        return Weight::Defect;
    }
    match entry.rule {
        RuleId::D1 | RuleId::V1 | RuleId::V2 | RuleId::V3 if target == Some(entry.first.license) => {
            Weight::Conflict
        }
        RuleId::D6 if target == Some(entry.first.license) && !is_named() => Weight::Conflict,
        RuleId::D1 | RuleId::D6 | RuleId::V1 | RuleId::V2 | RuleId::V3 => Weight::Restriction,
        RuleId::D2 | RuleId::D3 | RuleId::D4 | RuleId::D5 | RuleId::V4 => Weight::Conflict,
    }
}

impl Bundle<'_> {
    /// Grades two licenses by index; the default for invalid or equal indices.
    ///
    /// Does not allocate. A matrix calls it in parallel.
    #[must_use]
    pub fn pair(&self, first: usize, second: usize) -> Pair {
        let mut pair = Pair::default();
        let (Some(l1), Some(l2)) = (self.place(first), self.place(second)) else { return pair };
        if first == second {
            return pair;
        }
        let (one, two) = (&*l1.1.facts, &*l2.1.facts);
        let mut found = |entry: Entry| {
            let is_supplied = self.is_supplied(&entry);
            for (target, source, grading) in
                [(l2.0, one, &mut pair.under_second), (l1.0, two, &mut pair.under_first)]
            {
                let goal = if target == l2.0 { two } else { one };
                let weight = weight(&entry, Some(target), || source.reaches(goal));
                grading.insert(entry.rule, weight, is_supplied);
            }
        };
        rules::conflicts(&self.theory, l1, l2, &mut found);
        rules::conflicts(&self.theory, l2, l1, &mut found);
        pair
    }

    /// The rules by which a license, given by index, contradicts itself.
    #[must_use]
    pub fn defects(&self, license: usize) -> Sources {
        let mut defects = Sources::default();
        if let Some(l) = self.place(license) {
            let mut found = |entry: Entry| defects.insert(entry.rule, self.is_supplied(&entry));
            rules::conflicts(&self.theory, l, l, &mut found);
        }
        defects
    }

    fn place(&self, license: usize) -> Option<(u32, &super::holdings::Holdings<'_>)> {
        Some((u32::try_from(license).ok()?, self.holdings.get(license)?))
    }

    fn is_supplied(&self, entry: &Entry) -> bool {
        [entry.first, entry.second].into_iter().any(|side| {
            let holdings = self.holdings.get(side.license as usize);
            holdings.zip(side.act()).is_some_and(|(h, act)| h.supplied_by(side.predicate, act).is_some())
        })
    }
}

impl Verdict<'_> {
    /// Every conflict, direct ones first, with its weight for a target license, if one is given.
    pub fn weighed(&self, target: Option<&str>) -> impl Iterator<Item = (Conflict<'_>, Weight)> {
        let target = target.and_then(|name| self.bundle.names.binary_search(&name).ok());
        let target = target.and_then(|place| u32::try_from(place).ok());
        let weights = self.direct.iter().chain(&self.derived).map(move |entry| {
            weight(entry, target, || {
                let facts = |license: u32| Some(&*self.bundle.holdings.get(license as usize)?.facts);
                facts(entry.second.license).zip(facts(entry.first.license)).is_some_and(|(a, b)| a.reaches(b))
            })
        });
        self.direct().chain(self.derived()).zip(weights)
    }
}
