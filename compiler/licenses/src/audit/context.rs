use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Library, LicenseId};
use crate::reason::{Answer, Containment, Context, Reasoner, Terms};

/// What an audit asks about: a library, the license of the work and how the parts are used.
#[derive(Debug, Clone, Copy)]
pub struct AuditContext<'a> {
    /// The library.
    pub library: &'a Library,
    /// The terms of its records.
    pub reasoner: &'a Reasoner,
    /// The license of the work, if it is known.
    pub target: Option<&'a LicenseId>,
    /// How the work uses the parts, and how others receive it.
    pub usage: Context,
}

impl<'a> AuditContext<'a> {
    fn terms(&self, id: &LicenseId) -> Option<&'a Terms> {
        let model = self.library.licenses.get(id)?;
        self.reasoner.terms(&model.iri).map(AsRef::as_ref)
    }

    /// Whether a part under one record may go into a work under another.
    pub(super) fn contain(&self, part: &LicenseId, work: &LicenseId) -> Option<Containment<'a>> {
        Some(self.reasoner.contain(self.terms(part)?, self.terms(work)?, self.usage))
    }

    /// The records a work can be put under.
    pub(super) fn offered(&self) -> impl Iterator<Item = &'a LicenseId> + use<'a> {
        let records = self.library.licenses.iter();
        records.filter(|(_, model)| !model.current.content.is_fixture()).map(|(id, _)| id)
    }

    /// The records that can carry a work with a part under a license.
    fn carriers(&self, part: &LicenseId) -> Carriers {
        let can = |work| self.contain(part, work).is_some_and(|found| found.answer != Answer::No);
        Carriers::new(self.offered().map(can))
    }
}

/// A set of records that can carry a work, one bit each in the order of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Carriers(Vec<u64>);

impl Carriers {
    fn new(members: impl Iterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        for (place, is_member) in members.enumerate() {
            if place % 64 == 0 {
                words.push(0);
            }
            if let Some(word) = words.last_mut() {
                *word |= u64::from(is_member) << (place % 64);
            }
        }
        Self(words)
    }

    /// The records that are in both sets.
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
        self
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the record at a place of the library is a member.
    pub(super) fn contains(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }
}

/// How well a choice of licenses fits: less is better.
///
/// With a target: the answer, then how many licenses have each answer. Without one: whether no record can carry the work,
/// then how many cannot. Last the number of conditions.
pub(super) type Fit = (usize, usize, usize, usize);

/// The licenses decided so far, and what was computed of each.
pub(super) struct DecidedLicenses<'s, 'a> {
    context: &'s AuditContext<'a>,
    pub(super) settled: BTreeSet<&'a LicenseId>,
    carriers: BTreeMap<&'a LicenseId, Carriers>,
    offered: usize,
}

impl<'s, 'a> DecidedLicenses<'s, 'a> {
    pub(super) fn new(context: &'s AuditContext<'a>) -> Self {
        let offered = context.offered().count();
        Self { context, settled: BTreeSet::new(), carriers: BTreeMap::new(), offered }
    }

    /// How well licenses fit the target, or else the decided licenses.
    pub(super) fn fit(&mut self, ids: &BTreeSet<&'a LicenseId>) -> Fit {
        match self.context.target {
            Some(target) => {
                let found: Vec<Containment<'_>> =
                    ids.iter().filter_map(|id| self.context.contain(id, target)).collect();
                let count = |answer| found.iter().filter(|found| found.answer == answer).count();
                let conditions = found.iter().map(|found| found.conditions.len()).sum();
                (count(Answer::No), count(Answer::Via), 0, conditions)
            }
            None => {
                let carriers = self.common(ids).map_or(0, |carriers| carriers.count() as usize);
                let own = ids.iter().filter_map(|id| self.context.contain(id, id));
                let conditions = own.map(|found| found.conditions.len()).sum();
                (usize::from(carriers == 0), 0, self.offered.saturating_sub(carriers), conditions)
            }
        }
    }

    /// The records that can carry a work with the licenses and the decided ones; `None` without any.
    fn common(&mut self, ids: &BTreeSet<&'a LicenseId>) -> Option<Carriers> {
        let all: Vec<&'a LicenseId> = self.settled.union(ids).copied().collect();
        for id in &all {
            self.carriers.entry(id).or_insert_with(|| self.context.carriers(id));
        }
        let mut carriers = all.iter().filter_map(|id| self.carriers.get(id));
        let first = carriers.next()?.clone();
        Some(carriers.fold(first, Carriers::and))
    }
}

/// What the records of an audit allow without a license of the work.
pub(super) struct Together<'a> {
    /// The records that can carry all of them.
    pub(super) carriers: Vec<&'a LicenseId>,
    /// Pairs that no record can carry.
    pub(super) apart: Vec<[&'a LicenseId; 2]>,
}

impl<'a> Together<'a> {
    pub(super) fn new(context: &AuditContext<'a>, ids: &[&'a LicenseId]) -> Self {
        let carriers: Vec<Carriers> = ids.iter().map(|id| context.carriers(id)).collect();
        let mut apart = Vec::new();
        for (place, (one, of_one)) in ids.iter().zip(&carriers).enumerate() {
            for (other, of_other) in ids.iter().zip(&carriers).skip(place + 1) {
                if of_one.clone().and(of_other).count() == 0 {
                    apart.push([*one, *other]);
                }
            }
        }
        let mut sets = carriers.iter();
        let common = sets.next().map(|first| sets.fold(first.clone(), Carriers::and));
        let offered = context.offered().enumerate();
        let can = offered.filter(|(place, _)| common.as_ref().is_some_and(|common| common.contains(*place)));
        Self { carriers: can.map(|(_, id)| id).collect(), apart }
    }
}
