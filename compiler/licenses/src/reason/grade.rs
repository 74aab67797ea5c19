use std::fmt;

use super::bundle::Bundle;
use super::entry::{Entry, RuleId};
use super::rules;
use super::verdict::{Conflict, Verdict};

/// What one conflict means for whoever combines works (spec:reasoning#grades).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// The combined work is bound to the narrower terms.
    Restriction,
    /// The two cannot both be obeyed.
    Conflict,
    /// A license stands against itself, whatever it is combined with.
    Defect,
}

/// What stands between two licenses, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Grade {
    /// Nothing.
    #[default]
    None,
    /// Restrictions on the combined work.
    Restriction,
    /// At least one conflict.
    Conflict,
}

impl Grade {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Restriction => "restriction",
            Self::Conflict => "conflict",
        }
    }
}

impl From<Weight> for Grade {
    /// The grade a conflict gives by itself; a license that stands against itself stands against no other by that.
    fn from(weight: Weight) -> Self {
        match weight {
            Weight::Defect => Self::None,
            Weight::Restriction => Self::Restriction,
            Weight::Conflict => Self::Conflict,
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

    /// Whether no rule is in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The rules of both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The rules that another set does not have.
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

/// The rules behind a grade, by where the statements come from. A rule can be in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sources {
    /// Rules that fired for statements the licenses make themselves.
    pub by_text: RuleSet,
    /// Rules that fired for a statement that a default rule supplied.
    pub by_default: RuleSet,
}

impl Sources {
    fn insert(&mut self, rule: RuleId, is_supplied: bool) {
        if is_supplied { &mut self.by_default } else { &mut self.by_text }.insert(rule);
    }

    /// Every rule of it.
    #[must_use]
    pub fn all(self) -> RuleSet {
        self.by_text.union(self.by_default)
    }
}

/// The grade of one direction, with the rules behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Grading {
    /// What cannot be obeyed together.
    pub conflicts: Sources,
    /// What narrows the combined work.
    pub restrictions: Sources,
}

impl Grading {
    /// The grade.
    #[must_use]
    pub fn grade(self) -> Grade {
        Self::of(self.conflicts.all(), self.restrictions.all())
    }

    /// The grade by what the licenses say themselves, default rules left aside.
    #[must_use]
    pub fn grade_by_text(self) -> Grade {
        Self::of(self.conflicts.by_text, self.restrictions.by_text)
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

/// Two licenses, each as the license the combined work would carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pair {
    /// The combined work goes under the second license.
    pub under_second: Grading,
    /// It goes under the first.
    pub under_first: Grading,
}

/// What an entry means when the combined work goes under a target license.
///
/// A permission against a prohibition restricts the combined work, but a target that grants what another
/// component forbids is in conflict. The step that one license names to another is a restriction, but not the
/// way back.
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
    /// Grades two licenses, by their places; nothing where there is no such license or both are one.
    ///
    /// Nothing is allocated, and each call stands for itself: a matrix asks for its rows in parallel.
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

    /// The grade of two licenses, by their places, when nobody has said which license the combined work goes under.
    pub(super) fn grade_between(&self, first: usize, second: usize) -> Grade {
        let mut grade = Grade::None;
        if let (Some(l1), Some(l2)) = (self.place(first), self.place(second)) {
            let mut found = |entry: Entry| grade = grade.max(Grade::from(weight(&entry, None, || false)));
            rules::conflicts(&self.theory, l1, l2, &mut found);
            rules::conflicts(&self.theory, l2, l1, &mut found);
        }
        grade
    }

    /// The rules by which a license, by its place, stands against itself.
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
    /// The grade of the whole question when the combined work goes under the license with the name given, or when
    /// nobody has said under which.
    #[must_use]
    pub fn grade(&self, target: Option<&str>) -> Grade {
        self.weighed(target).map(|(_, weight)| Grade::from(weight)).max().unwrap_or_default()
    }

    /// Every conflict, direct ones first, with what it means when the combined work goes under the license
    /// with the name given, or when nobody has said under which.
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
