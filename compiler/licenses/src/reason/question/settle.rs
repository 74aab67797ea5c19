use std::collections::{BTreeMap, BTreeSet};

use super::super::containment::{Answer, Containment, Context, Terms, TermsIndex};
use super::carriers::{Carriers, Together};
use super::{Alternatives, Candidate, ChoiceReason, Question, SettledLicense, SettledPart, Settlement};

impl TermsIndex {
    /// Answers a question.
    ///
    /// Licenses without a choice come first. Then the parts with a choice are decided, sorted by the names of their
    /// licenses, inner choices first. Equal parts are decided alike, and the order of the parts has no effect.
    #[must_use]
    pub fn settle<'t>(&'t self, question: &Question<'t>) -> Settlement<'t> {
        let mut settling = Settling::new(self, question);
        let contexts: Vec<Context> = question.contexts().collect();
        for (part, context) in question.parts.iter().zip(&contexts) {
            settling.add_certain(&part.licenses, *context);
        }
        let mut places: Vec<usize> = (0..question.parts.len()).collect();
        places.sort_by_cached_key(|place| question.parts.get(*place).map(|part| key(&part.licenses)));
        let mut settled: BTreeMap<usize, SettledPart<'t>> = BTreeMap::new();
        for place in places {
            let (Some(part), Some(context)) = (question.parts.get(place), contexts.get(place)) else {
                continue;
            };
            let (mut taken, choice) = settling.settle(&part.licenses, *context);
            taken.sort_by_key(|license| license.name);
            taken.dedup_by_key(|license| license.name);
            settled.insert(place, SettledPart { taken, choice, context: *context });
        }
        settling.finish(settled.into_values().collect())
    }
}

impl<'t> Question<'t> {
    /// The context of each part.
    fn contexts(&self) -> impl Iterator<Item = Context> {
        self.parts.iter().map(|part| Context {
            usage: part.usage,
            shipping: self.shipping,
            modified: part.modified,
            purpose: self.purpose,
        })
    }
}

/// The names of an expression in order, which sort equal expressions together.
fn key<'t>(licenses: &Alternatives<'t>) -> Vec<&'t str> {
    match licenses {
        Alternatives::License(license) => vec![license.name],
        Alternatives::All(parts) | Alternatives::Any(parts) => parts.iter().flat_map(key).collect(),
    }
}

/// The licenses of an expression that the library has.
fn known<'t>(licenses: &Alternatives<'t>) -> Vec<&'t Terms> {
    match licenses {
        Alternatives::License(license) => license.terms.into_iter().collect(),
        Alternatives::All(parts) | Alternatives::Any(parts) => parts.iter().flat_map(known).collect(),
    }
}

/// A license with a use, by IRI.
type Used<'t> = (&'t str, Context);

/// How well an alternative fits: less is better. The fields are in the order in which they decide.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fit<'t> {
    /// Number of licenses that the library does not have.
    unknown: usize,
    /// Number of licenses that the work may not contain; without a license of the work, whether none can carry it.
    refused: usize,
    /// The place of the least preferred license in the preference list.
    preference: usize,
    answer: Answer,
    /// Number of records that can no longer carry the work.
    lost_carriers: usize,
    conditions: usize,
    /// The rank of the least known license.
    rank: usize,
    names: Vec<&'t str>,
}

impl Fit<'_> {
    /// What makes this fit better than another one.
    fn reason_against(&self, other: &Self) -> ChoiceReason {
        if self.unknown != other.unknown {
            ChoiceReason::Known
        } else if self.refused != other.refused {
            ChoiceReason::Allowed
        } else if self.preference != other.preference {
            ChoiceReason::Preferred
        } else if self.answer != other.answer {
            ChoiceReason::Answer
        } else if self.lost_carriers != other.lost_carriers {
            ChoiceReason::Carriers
        } else if self.conditions != other.conditions {
            ChoiceReason::Conditions
        } else if self.rank != other.rank {
            ChoiceReason::BestKnown
        } else {
            ChoiceReason::Identifier
        }
    }
}

struct Settling<'q, 't> {
    index: &'t TermsIndex,
    question: &'q Question<'t>,
    /// The records that a work may be under.
    offered: Vec<&'t Terms>,
    /// The licenses decided so far.
    decided: BTreeSet<Used<'t>>,
    terms: BTreeMap<&'t str, Candidate<'t>>,
    found: BTreeMap<Used<'t>, Containment<'t>>,
    carriers: BTreeMap<Used<'t>, Carriers>,
}

impl<'q, 't> Settling<'q, 't> {
    fn new(index: &'t TermsIndex, question: &'q Question<'t>) -> Self {
        let mut offered: Vec<&Terms> = Vec::new();
        if question.work.is_none() {
            offered.extend(index.offered());
            // A work may be under the license of a part, even if that is a port or belongs to an account.
            let own = question.parts.iter().flat_map(|part| known(&part.licenses));
            let own: BTreeMap<&str, &Terms> = own.map(|terms| (terms.iri(), terms)).collect();
            let is_new = |terms: &&Terms| !offered.iter().any(|other| other.iri() == terms.iri());
            let own: Vec<&Terms> = own.into_values().filter(is_new).collect();
            offered.extend(own);
        }
        Self {
            index,
            question,
            offered,
            decided: BTreeSet::new(),
            terms: BTreeMap::new(),
            found: BTreeMap::new(),
            carriers: BTreeMap::new(),
        }
    }

    fn used(&mut self, license: Candidate<'t>, context: Context) -> Option<Used<'t>> {
        let iri = license.terms?.iri();
        self.terms.entry(iri).or_insert(license);
        Some((iri, context))
    }

    /// Adds the licenses that hold with every choice.
    fn add_certain(&mut self, licenses: &Alternatives<'t>, context: Context) {
        match licenses {
            Alternatives::License(license) => {
                let used = self.used(*license, context);
                self.decided.extend(used);
            }
            Alternatives::All(parts) => parts.iter().for_each(|part| self.add_certain(part, context)),
            Alternatives::Any(_) => {}
        }
    }

    /// Chooses the licenses of an expression and adds them to the decided ones.
    fn settle(
        &mut self,
        licenses: &Alternatives<'t>,
        context: Context,
    ) -> (Vec<Candidate<'t>>, Option<ChoiceReason>) {
        let (taken, reason) = match licenses {
            Alternatives::License(license) => (vec![*license], None),
            Alternatives::All(parts) => {
                let settled: Vec<_> = parts.iter().map(|part| self.settle(part, context)).collect();
                let reason = settled.iter().find_map(|(_, reason)| *reason);
                (settled.into_iter().flat_map(|(taken, _)| taken).collect(), reason)
            }
            Alternatives::Any(alternatives) => {
                let before = self.decided.clone();
                let mut tried: Vec<(Fit<'t>, Vec<Candidate<'t>>)> = Vec::new();
                for alternative in alternatives {
                    let (taken, _) = self.settle(alternative, context);
                    self.decided.clone_from(&before);
                    tried.push((self.fit(&taken, context), taken));
                }
                tried.sort_by(|(one, _), (next, _)| one.cmp(next));
                let mut tried = tried.into_iter();
                let (best, taken) = tried.next().unzip();
                let reason = best.zip(tried.next()).map(|(best, (next, _))| best.reason_against(&next));
                (taken.unwrap_or_default(), reason)
            }
        };
        for license in &taken {
            let used = self.used(*license, context);
            self.decided.extend(used);
        }
        (taken, reason)
    }

    /// How well licenses fit the work, or else the decided licenses.
    fn fit(&mut self, taken: &[Candidate<'t>], context: Context) -> Fit<'t> {
        let used: BTreeSet<Used<'t>> =
            taken.iter().filter_map(|license| self.used(*license, context)).collect();
        let mut names: Vec<&str> = taken.iter().map(|license| license.name).collect();
        names.sort_unstable();
        let known = || taken.iter().filter_map(|license| license.terms);
        let preference = known().map(|terms| self.question.preference(terms)).max();
        let rank = known().map(Terms::rank).max().unwrap_or(usize::MAX);
        let has_work = self.question.work.is_some();
        let (mut refused, mut answer, mut conditions) = (0, Answer::Yes, 0);
        for used in &used {
            let Some(found) = self.found(*used) else { continue };
            refused += usize::from(has_work && found.answer == Answer::No);
            answer = answer.max(found.answer);
            conditions += found.count_of_conditions();
        }
        let mut lost_carriers = 0;
        if !has_work {
            answer = Answer::Yes;
            let left = self.common(&used).map_or(self.offered.len() + 1, |common| common.count());
            refused = usize::from(left == 0);
            lost_carriers = (self.offered.len() + 1).saturating_sub(left);
        }
        let unknown = taken.iter().filter(|license| license.terms.is_none()).count();
        let preference = preference.unwrap_or(usize::MAX);
        Fit { unknown, refused, preference, answer, lost_carriers, conditions, rank, names }
    }

    /// The answer for a license in the work; without a license of the work, in one under itself.
    fn found(&mut self, used: Used<'t>) -> Option<&Containment<'t>> {
        let terms = self.terms.get(used.0)?.terms?;
        let work = self.question.work.unwrap_or(terms);
        Some(self.found.entry(used).or_insert_with(|| self.index.contain(terms, work, used.1)))
    }

    /// What can carry a work with some licenses and the decided ones; `None` without any.
    fn common(&mut self, used: &BTreeSet<Used<'t>>) -> Option<Carriers> {
        let all: Vec<Used<'t>> = self.decided.union(used).copied().collect();
        for used in &all {
            self.add_carriers(*used);
        }
        let mut carriers = all.iter().filter_map(|used| self.carriers.get(used));
        let first = carriers.next()?.clone();
        Some(carriers.fold(first, Carriers::and))
    }

    fn add_carriers(&mut self, used: Used<'t>) {
        let Some(part) = self.terms.get(used.0).and_then(|license| license.terms) else { return };
        let of = || Carriers::of(self.index, &self.offered, part, used.1);
        self.carriers.entry(used).or_insert_with(of);
    }

    fn finish(mut self, parts: Vec<SettledPart<'t>>) -> Settlement<'t> {
        let all: Vec<Used<'t>> = self.decided.iter().copied().collect();
        let mut licenses: Vec<SettledLicense<'t>> = Vec::new();
        for used in &all {
            let Some(found) = self.found(*used).cloned() else { continue };
            let Some(Candidate { name, terms: Some(terms) }) = self.terms.get(used.0).copied() else {
                continue;
            };
            licenses.push(SettledLicense { name, terms, context: used.1, found });
        }
        licenses.sort_by_key(|license| (license.name, license.context));
        let together = match self.question.work {
            Some(_) => Together::default(),
            None => {
                for used in &all {
                    self.add_carriers(*used);
                }
                let of = |license: &SettledLicense<'t>| {
                    self.carriers.get(&(license.terms.iri(), license.context)).cloned()
                };
                let sets: Vec<Carriers> = licenses.iter().filter_map(of).collect();
                Together::new(self.index, &licenses, &sets, &self.offered)
            }
        };
        Settlement {
            parts,
            licenses,
            clashes: together.clashes,
            carriers: together.carriers,
            may_be_closed: together.may_be_closed,
        }
    }
}

impl Question<'_> {
    fn preference(&self, terms: &Terms) -> usize {
        self.preferred.iter().position(|iri| *iri == terms.iri()).unwrap_or(usize::MAX)
    }
}
