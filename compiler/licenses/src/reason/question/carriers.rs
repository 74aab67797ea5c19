use std::collections::BTreeMap;

use super::super::containment::{Answer, Context, Reason, Terms, TermsIndex, Use};
use super::SettledLicense;

/// Two licenses whose parts no work can contain together, whatever its license.
#[derive(Debug, Clone)]
pub struct Clash<'t> {
    /// The places of both in [`super::Settlement::licenses`].
    pub places: [usize; 2],
    /// Why a part under the first may not go into a work under the second, and the other way round.
    pub reasons: [Vec<Reason<'t>>; 2],
    /// The smallest changes that help.
    pub reliefs: Vec<Relief>,
}

/// A change after which some work can contain the parts of a clash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relief {
    /// The parts under the license at a place are linked instead of copied into files of the work.
    Combine(usize),
    /// The parts under the license at a place stay separate programs beside the work.
    Separate(usize),
    /// The parts under the license at a place are left out.
    LeaveOut(usize),
}

impl Relief {
    /// The place of the license that the change concerns.
    #[must_use]
    pub const fn place(self) -> usize {
        let (Self::Combine(place) | Self::Separate(place) | Self::LeaveOut(place)) = self;
        place
    }
}

/// The works that can contain a part, one bit each: the offered records in order, then closed source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Carriers(Vec<u64>);

impl Carriers {
    /// Those of a part with a use.
    pub(super) fn of<'t>(
        index: &'t TermsIndex,
        offered: &[&'t Terms],
        part: &'t Terms,
        context: Context,
    ) -> Self {
        let works = offered.iter().copied().chain([index.closed_source()]);
        let mut words = Vec::new();
        for (place, found) in index.contain_each(part, works, context).enumerate() {
            if place % 64 == 0 {
                words.push(0);
            }
            if let Some(word) = words.last_mut() {
                *word |= u64::from(found.answer != Answer::No) << (place % 64);
            }
        }
        Self(words)
    }

    /// The works that are in both sets.
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
        self
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn contains(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }
}

/// What the licenses of parts allow without a license of the work.
#[derive(Default)]
pub(super) struct Together<'t> {
    pub(super) clashes: Vec<Clash<'t>>,
    pub(super) carriers: Vec<&'t Terms>,
    pub(super) may_be_closed: bool,
}

impl<'t> Together<'t> {
    /// `sets` belong to the licenses, place by place.
    pub(super) fn new(
        index: &'t TermsIndex,
        licenses: &[SettledLicense<'t>],
        sets: &[Carriers],
        offered: &[&'t Terms],
    ) -> Self {
        let mut clashes = Vec::new();
        let mut otherwise = Otherwise { index, offered, sets: BTreeMap::new() };
        for (place, (one, of_one)) in licenses.iter().zip(sets).enumerate() {
            for (other_place, (other, of_other)) in licenses.iter().zip(sets).enumerate().skip(place + 1) {
                if of_one.clone().and(of_other).count() == 0 {
                    let reasons = |part: &SettledLicense<'t>, work: &SettledLicense<'t>| {
                        index.contain(part.terms, work.terms, part.context).reasons
                    };
                    clashes.push(Clash {
                        places: [place, other_place],
                        reasons: [reasons(one, other), reasons(other, one)],
                        reliefs: otherwise.reliefs([(place, one, of_one), (other_place, other, of_other)]),
                    });
                }
            }
        }
        let mut all = sets.iter();
        let common = all.next().map(|first| all.fold(first.clone(), Carriers::and));
        let holds = |place| common.as_ref().is_none_or(|common| common.contains(place));
        let able = offered.iter().enumerate().filter(|(place, _)| holds(*place)).map(|(_, terms)| *terms);
        let mut carriers: Vec<&Terms> = if common.is_some() { able.collect() } else { Vec::new() };
        let is_own = |work: &Terms| licenses.iter().any(|license| license.terms.iri() == work.iri());
        carriers.sort_by_key(|work| (!is_own(work), work.rank()));
        Self { clashes, carriers, may_be_closed: common.is_some() && holds(offered.len()) }
    }
}

/// The works that can contain parts if these are used in another way. Each is computed once.
struct Otherwise<'q, 't> {
    index: &'t TermsIndex,
    offered: &'q [&'t Terms],
    sets: BTreeMap<(usize, Use), Carriers>,
}

impl<'t> Otherwise<'_, 't> {
    /// The smallest changes that help two licenses: another use of one of them, else leaving one out.
    fn reliefs(&mut self, pair: [(usize, &SettledLicense<'t>, &Carriers); 2]) -> Vec<Relief> {
        let [one, other] = pair;
        let mut reliefs = Vec::new();
        for ((place, changed, _), (_, _, kept)) in [(one, other), (other, one)] {
            let usage = changed.context.usage;
            if usage == Use::Merged
                && self.carriers(place, changed, Use::Combined).clone().and(kept).count() > 0
            {
                reliefs.push(Relief::Combine(place));
            } else if usage != Use::Aggregated
                && self.carriers(place, changed, Use::Aggregated).clone().and(kept).count() > 0
            {
                reliefs.push(Relief::Separate(place));
            }
        }
        if reliefs.is_empty() {
            reliefs.extend([Relief::LeaveOut(one.0), Relief::LeaveOut(other.0)]);
        }
        reliefs
    }

    /// The works that can contain the parts under the license at a place with another use.
    fn carriers(&mut self, place: usize, license: &SettledLicense<'t>, usage: Use) -> &Carriers {
        let (index, offered) = (self.index, self.offered);
        self.sets.entry((place, usage)).or_insert_with(|| {
            Carriers::of(index, offered, license.terms, Context { usage, ..license.context })
        })
    }
}
