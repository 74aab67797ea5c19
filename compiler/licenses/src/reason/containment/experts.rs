//! Comparison of answers with tables of experts.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Library, LicenseId, ShareAlikeScope};

use super::super::labels::Labels;
use super::rules::{reaches, unaccepted};
use super::{Answer, Containment, Context, Terms, TermsIndex};

/// Pairs of records about which experts say whether a part under the first may go into a work under the second.
#[derive(Debug, Clone)]
pub struct ExpertTable {
    /// Unique among tables.
    pub name: &'static str,
    /// Its makers.
    pub title: &'static str,
    /// Address of the original.
    pub address: &'static str,
    /// SPDX identifier of the license of its data, where its makers name one.
    pub license: Option<&'static str>,
    /// The package on PyPI that it was read from.
    pub package: &'static str,
    /// What the experts assume.
    pub context: Context,
    /// SHA-256 of its file, in hexadecimal digits.
    pub digest: String,
    /// Part and work are different records.
    pub pairs: BTreeMap<(LicenseId, LicenseId), ExpertAnswer>,
}

/// What experts say of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpertAnswer {
    /// Whether the part may go into the work, perhaps on conditions.
    pub may: bool,
    /// Their explanation.
    pub explanation: Option<String>,
}

/// The answers for the pairs of a table.
#[derive(Debug)]
pub struct Agreement<'t> {
    /// The table.
    pub table: &'t ExpertTable,
    /// The pairs with another answer than that of the experts, in order.
    pub disagreements: Vec<Disagreement<'t>>,
}

/// An answer that differs from that of experts.
#[derive(Debug)]
pub struct Disagreement<'t> {
    /// The license of the part.
    pub part: (&'t LicenseId, &'t Terms),
    /// The license of the work.
    pub work: (&'t LicenseId, &'t Terms),
    /// What the experts say.
    pub expert: &'t ExpertAnswer,
    /// The answer.
    pub found: Containment<'t>,
    context: Context,
}

/// Pairs about which at least two tables say the same and none says something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consensus {
    /// Number of pairs.
    pub pairs: usize,
    /// Those with the same answer in the context of one of these tables.
    pub equal_for_one: usize,
    /// Those with the same answer in the context of each of these tables.
    pub equal_for_each: usize,
}

impl<'t> Agreement<'t> {
    /// Answers for every pair of a table. Every record of the table is one of the library.
    #[must_use]
    pub fn new(table: &'t ExpertTable, library: &Library, index: &'t TermsIndex) -> Self {
        let terms = |id: &LicenseId| index.get(&library.licenses.get(id)?.iri).map(|terms| &**terms);
        let context = table.context;
        let disagreements = table.pairs.iter().filter_map(|((part, work), expert)| {
            let (part, work) = ((part, terms(part)?), (work, terms(work)?));
            let found = index.contain(part.1, work.1, context);
            let differs = (found.answer != Answer::No) != expert.may;
            differs.then_some(Disagreement { part, work, expert, found, context })
        });
        Self { table, disagreements: disagreements.collect() }
    }

    /// Number of pairs with the answer of the experts.
    #[must_use]
    pub fn equal(&self) -> usize {
        self.table.pairs.len() - self.disagreements.len()
    }
}

impl Consensus {
    /// Compares tables with each other; the first one of each package counts.
    #[must_use]
    pub fn new(agreements: &[Agreement<'_>]) -> Self {
        let mut said: BTreeMap<_, Vec<(bool, bool)>> = BTreeMap::new();
        let mut packages = BTreeSet::new();
        for agreement in agreements.iter().filter(|agreement| packages.insert(agreement.table.package)) {
            let differing: BTreeSet<_> =
                agreement.disagreements.iter().map(|it| (it.part.0, it.work.0)).collect();
            for ((part, work), expert) in &agreement.table.pairs {
                let is_equal = !differing.contains(&(part, work));
                said.entry((part, work)).or_default().push((expert.may, is_equal));
            }
        }
        let agreed = said.values().filter(|said| {
            said.len() >= 2 && (said.iter().all(|(may, _)| *may) || said.iter().all(|(may, _)| !may))
        });
        agreed.fold(Self { pairs: 0, equal_for_one: 0, equal_for_each: 0 }, |sum, said| Self {
            pairs: sum.pairs + 1,
            equal_for_one: sum.equal_for_one + usize::from(said.iter().any(|(_, is_equal)| *is_equal)),
            equal_for_each: sum.equal_for_each + usize::from(said.iter().all(|(_, is_equal)| *is_equal)),
        })
    }
}

impl<'t> Disagreement<'t> {
    /// Why the answer is what it is, in sentences, with names as in [`Containment::sentence`].
    #[must_use]
    pub fn because(
        &self,
        part: &str,
        work: &str,
        name: impl Fn(&str) -> String,
        labels: &Labels<'_>,
    ) -> Vec<String> {
        let reasons = self.found.reasons.iter().map(|reason| reason.sentence(part, work, &name, labels));
        let of_part = self.found.reasons.is_empty().then(|| match self.part.1.scope {
            ShareAlikeScope::None => format!("{part} does not require what contains the part to be under {part}."),
            ShareAlikeScope::File => format!("The share-alike of {part} covers its own files only."),
            ShareAlikeScope::Library => format!("The share-alike of {part} covers the library itself only."),
            ShareAlikeScope::Adaptation => {
                format!("The share-alike of {part} covers adaptations only, and use as a thing of its own is none.")
            }
            // Reached by this context only if the work is not given to others.
            ShareAlikeScope::Work => format!("This use gives nothing to others in the sense of {part}."),
        });
        let of_work =
            self.accepts_conditions().then(|| format!("{work} makes or accepts every condition of {part}."));
        reasons.chain(of_part).chain(of_work).collect()
    }

    /// Acts of statements of the license of the part on which the answer rests.
    #[must_use]
    pub fn of_part(&self) -> Vec<&'t str> {
        if !self.found.reasons.is_empty() {
            return acts(self.found.reasons.iter().flat_map(|reason| &reason.of_part).copied());
        }
        let part = self.part.1;
        let conditions =
            part.duties.iter().filter(|_| self.accepts_conditions()).map(|duty| duty.act.as_str());
        acts(part.keeping().into_iter().chain(conditions))
    }

    /// Acts of statements of the license of the work on which the answer rests.
    #[must_use]
    pub fn of_work(&self) -> Vec<&'t str> {
        match self.found.reasons.is_empty() && self.accepts_conditions() {
            true => acts(self.work.1.keeping().into_iter()),
            false => acts(self.found.reasons.iter().flat_map(|reason| &reason.of_work).copied()),
        }
    }

    /// Whether the license of the work covers the part and makes or accepts every condition of it.
    fn accepts_conditions(&self) -> bool {
        let work = self.work.1;
        self.found.reasons.is_empty()
            && work.forbids_further_restrictions
            && reaches(work.scope, self.context)
            && unaccepted(self.part.1, work).is_empty()
    }
}

fn acts<'t>(acts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    acts.collect::<BTreeSet<_>>().into_iter().collect()
}
