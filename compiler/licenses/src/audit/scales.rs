use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Library, LicenseId};
use crate::reason::{Facts, OverBudget, Reasoner, Theory, Verdict, Weight, compatibility};

/// What licenses are weighed by: a library, a graph, and the license the whole work is to be under.
#[derive(Debug, Clone, Copy)]
pub struct Scales<'a> {
    /// The library.
    pub library: &'a Library,
    /// What its records say.
    pub reasoner: &'a Reasoner,
    /// What the graph makes of it.
    pub theory: &'a Theory,
    /// The license the work is to be under, if that is known.
    pub target: Option<&'a Facts>,
}

impl<'a> Scales<'a> {
    fn facts(&self, id: &LicenseId) -> Option<&'a Facts> {
        self.reasoner.facts(&self.library.site.license_iri(id)).map(AsRef::as_ref)
    }

    pub(super) fn verdict<'i>(
        &self,
        ids: impl Iterator<Item = &'i LicenseId>,
    ) -> Result<Verdict<'a>, OverBudget> {
        compatibility(self.theory, ids.filter_map(|id| self.facts(id)).chain(self.target), || false)
    }
}

/// Conflicts, then restrictions.
pub(super) type Weights = (usize, usize);

/// Licenses that are settled, and what others weigh against them.
pub(super) struct Weighing<'s, 'a> {
    scales: &'s Scales<'a>,
    pub(super) settled: BTreeSet<&'a LicenseId>,
    pairs: BTreeMap<(&'a LicenseId, Option<&'a LicenseId>), Weights>,
}

impl<'s, 'a> Weighing<'s, 'a> {
    pub(super) fn new(scales: &'s Scales<'a>) -> Self {
        Self { scales, settled: BTreeSet::new(), pairs: BTreeMap::new() }
    }

    /// What licenses weigh, taken together: each against the target and every other one that is settled or among them.
    pub(super) fn weights(&mut self, ids: &BTreeSet<&'a LicenseId>) -> Weights {
        let others: Vec<&'a LicenseId> = self.settled.union(ids).copied().collect();
        let mut sum = (0, 0);
        for id in ids {
            for other in others.iter().map(|other| Some(*other)).chain([None]) {
                let (conflicts, restrictions) = self.pair(id, other);
                sum = (sum.0 + conflicts, sum.1 + restrictions);
            }
        }
        sum
    }

    /// What a license weighs against another one, or against the target.
    fn pair(&mut self, id: &'a LicenseId, other: Option<&'a LicenseId>) -> Weights {
        if let Some(known) = self.pairs.get(&(id, other)) {
            return *known;
        }
        let scales = self.scales;
        let against = match other {
            Some(other) => scales.facts(other),
            None => scales.target,
        };
        let mut weights = (0, 0);
        if let Some((one, two)) = scales.facts(id).zip(against)
            && one.iri() != two.iri()
            && let Ok(verdict) = compatibility(scales.theory, [one, two], || false)
        {
            for (_, weight) in verdict.weighed(scales.target.map(Facts::iri)) {
                match weight {
                    Weight::Conflict => weights.0 += 1,
                    Weight::Restriction => weights.1 += 1,
                    // What a license has against itself it has whatever is chosen beside it.
                    Weight::Defect => {}
                }
            }
        }
        self.pairs.insert((id, other), weights);
        weights
    }
}
