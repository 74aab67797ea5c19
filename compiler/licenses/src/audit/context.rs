use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Library, LicenseId};
use crate::reason::{Facts, OverBudget, Reasoner, Theory, Verdict, Weight, compatibility};

/// What an audit compares licenses by: a library, a graph and the target license.
#[derive(Debug, Clone, Copy)]
pub struct AuditContext<'a> {
    /// The library.
    pub library: &'a Library,
    /// The facts of its records.
    pub reasoner: &'a Reasoner,
    /// The theory of the graph.
    pub theory: &'a Theory,
    /// The license of the work, if it is known.
    pub target: Option<&'a Facts>,
}

impl<'a> AuditContext<'a> {
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

/// Numbers of conflicts and of restrictions.
pub(super) type ConflictCounts = (usize, usize);

/// The licenses decided so far, and a cache of the conflicts of pairs.
pub(super) struct DecidedLicenses<'s, 'a> {
    context: &'s AuditContext<'a>,
    pub(super) settled: BTreeSet<&'a LicenseId>,
    pairs: BTreeMap<(&'a LicenseId, Option<&'a LicenseId>), ConflictCounts>,
}

impl<'s, 'a> DecidedLicenses<'s, 'a> {
    pub(super) fn new(context: &'s AuditContext<'a>) -> Self {
        Self { context, settled: BTreeSet::new(), pairs: BTreeMap::new() }
    }

    /// Sums the conflicts of licenses with the target, with the decided licenses and with each other.
    pub(super) fn weights(&mut self, ids: &BTreeSet<&'a LicenseId>) -> ConflictCounts {
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

    /// The conflicts of a license with another one, or with the target.
    fn pair(&mut self, id: &'a LicenseId, other: Option<&'a LicenseId>) -> ConflictCounts {
        if let Some(known) = self.pairs.get(&(id, other)) {
            return *known;
        }
        let context = self.context;
        let against = match other {
            Some(other) => context.facts(other),
            None => context.target,
        };
        let mut weights = (0, 0);
        if let Some((one, two)) = context.facts(id).zip(against)
            && one.iri() != two.iri()
            && let Ok(verdict) = compatibility(context.theory, [one, two], || false)
        {
            for (_, weight) in verdict.weighed(context.target.map(Facts::iri)) {
                match weight {
                    Weight::Conflict => weights.0 += 1,
                    Weight::Restriction => weights.1 += 1,
                    // A conflict of a license with itself does not depend on the choice.
                    Weight::Defect => {}
                }
            }
        }
        self.pairs.insert((id, other), weights);
        weights
    }
}
