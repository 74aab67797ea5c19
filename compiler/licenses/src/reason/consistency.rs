use std::collections::{BTreeMap, BTreeSet};

use crate::model::DefaultRule;

use super::acts::Act;
use super::bundle::{OverBudget, compatibility};
use super::closures::Link;
use super::entry::{Predicate, RuleId, Side};
use super::facts::Facts;
use super::holdings::Holdings;
use super::labels::{Labels, capitalized};
use super::sentences;
use super::theory::Theory;
use super::verdict::{AppliedRule, Verdict};

/// The contradictions within one license (spec:version-1#consistency-result).
#[derive(Debug)]
pub struct Consistency<'a> {
    verdict: Verdict<'a>,
}

/// Statements of one license that cannot hold together.
///
/// It combines all [`Conflict`](super::Conflict)s between two acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inconsistency<'v> {
    /// The first of the rules it comes from.
    pub rule: RuleId,
    /// Explanation with labels.
    pub reason: String,
    /// IRI of the first act.
    pub action_1: &'v str,
    /// IRI of the second act; empty for a duty on a prohibition.
    pub action_2: &'v str,
    /// Label of the first act.
    pub label_1: String,
    /// Label of the second act; may be empty.
    pub label_2: String,
    /// The statements: kind of rule and label of the act.
    pub statements: Vec<String>,
    /// The path in the graph between the acts, a sentence for each step; empty for a direct conflict.
    pub chain: String,
    /// The default rule that supplied the first statement; `None` if the license states it.
    pub supplied_1: Option<&'v DefaultRule>,
    /// The default rule that supplied the second statement.
    pub supplied_2: Option<&'v DefaultRule>,
}

impl Inconsistency<'_> {
    /// Whether the license states both, so that its text contradicts itself.
    #[must_use]
    pub fn is_of_the_text(&self) -> bool {
        self.supplied_1.is_none() && self.supplied_2.is_none()
    }
}

/// Checks whether a license is consistent under a graph, with the rules of a compatibility check. D5 and D6 need a
/// second license and do not apply.
pub fn consistency<'a>(
    theory: &'a Theory,
    facts: &'a Facts,
    is_over: impl Fn() -> bool,
) -> Result<Consistency<'a>, OverBudget> {
    Ok(Consistency { verdict: compatibility(theory, [facts], is_over)? })
}

impl Consistency<'_> {
    /// IRI of the graph.
    #[must_use]
    pub fn graph(&self) -> &str {
        self.verdict.graph()
    }

    /// IRI of the origin of a statement: text or default rule.
    #[must_use]
    pub fn origin(&self, supplied: Option<&DefaultRule>) -> &str {
        self.verdict.origin(supplied)
    }

    /// Whether there are no conflicts. Findings of unwaivable rules do not count.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.verdict.is_empty()
    }

    /// The applied default rules: adopted ones first, then by labels of act and territory, then by address.
    #[must_use]
    pub fn defaults(&self, labels: &Labels<'_>) -> Vec<AppliedRule<'_>> {
        let mut defaults: Vec<AppliedRule<'_>> = self.verdict.defaults().collect();
        defaults.sort_by_cached_key(|applied| {
            let rule = applied.rule;
            let [act, territory] =
                [&rule.action, &rule.jurisdiction].map(|iri| labels.label(iri).to_lowercase());
            (!rule.adopted, act, territory, rule.iri.clone())
        });
        defaults
    }

    /// The conflicts: D1, D2, D3, D4, then permissions against prohibitions of related acts, then
    /// contradictions; within each by the labels of their acts.
    #[must_use]
    pub fn conflicts(&self, labels: &Labels<'_>) -> Vec<Inconsistency<'_>> {
        let Some(holdings) = self.verdict.bundle.holdings.first() else { return Vec::new() };
        let writer = Writer { verdict: &self.verdict, holdings, labels: *labels };
        let mut conflicts = writer.direct();
        conflicts.extend(writer.related());
        conflicts.extend(writer.contradictions());
        conflicts.sort_by_cached_key(|conflict| {
            let group = if conflict.rule == RuleId::V4 { RuleId::V4 } else { conflict.rule.min(RuleId::V1) };
            (group, labels.key(conflict.action_1), labels.key(conflict.action_2))
        });
        conflicts
    }
}

struct Writer<'v, 'a, 'l> {
    verdict: &'v Verdict<'a>,
    holdings: &'v Holdings<'a>,
    labels: Labels<'l>,
}

/// A statement about an act: kind, predicate, act.
type Stated = (&'static str, Predicate, Act);

impl<'v> Writer<'v, '_, '_> {
    fn label(&self, act: Act) -> String {
        self.labels.label(self.verdict.iri(act))
    }

    fn inline(&self, act: Act) -> String {
        self.labels.inline(self.verdict.iri(act))
    }

    /// Prefers a license-wide duty to one on a statement.
    fn duty(&self, act: Act) -> Stated {
        let is_whole = self.holdings.facts.requires_as_a_whole.contains(act)
            || self.holdings.supplied_by(Predicate::Duty, act).is_some();
        (if is_whole { "License-wide duty" } else { "Duty" }, Predicate::Duty, act)
    }

    fn permission(act: Act) -> Stated {
        ("Permission", Predicate::Permission, act)
    }

    fn prohibition(act: Act) -> Stated {
        ("Prohibition", Predicate::Prohibition, act)
    }

    fn line(&self, (word, _, act): Stated) -> String {
        format!("{word}: {}", self.label(act))
    }

    fn conflict(&self, rule: RuleId, first: Stated, second: Stated, reason: String) -> Inconsistency<'v> {
        let supplied = |(_, predicate, act)| self.verdict.supplied(Side::states(0, predicate, act));
        Inconsistency {
            rule,
            reason,
            action_1: self.verdict.iri(first.2),
            action_2: self.verdict.iri(second.2),
            label_1: self.label(first.2),
            label_2: self.label(second.2),
            statements: vec![self.line(first), self.line(second)],
            chain: String::new(),
            supplied_1: supplied(first),
            supplied_2: supplied(second),
        }
    }

    fn direct(&self) -> Vec<Inconsistency<'v>> {
        let mut conflicts = Vec::new();
        let mut bound: BTreeMap<Act, BTreeSet<(String, Act)>> = BTreeMap::new();
        for entry in &self.verdict.direct {
            let (Some(first), Some(second)) = (entry.first.act(), entry.second.act()) else { continue };
            let label = self.label(first);
            conflicts.push(match entry.rule {
                RuleId::D1 => {
                    let reason = format!("{label} is permitted and prohibited at once.");
                    self.conflict(entry.rule, Self::permission(first), Self::prohibition(second), reason)
                }
                RuleId::D2 => {
                    let reason = format!("{label} is required but prohibited, so the duty cannot be met.");
                    self.conflict(entry.rule, self.duty(first), Self::prohibition(second), reason)
                }
                RuleId::D4 => {
                    let whole = ("License-wide duty", Predicate::Duty, first);
                    self.conflict(entry.rule, whole, Self::permission(second), sentences::D4.to_owned())
                }
                RuleId::D3 => {
                    bound.entry(first).or_default().insert((self.label(second), second));
                    continue;
                }
                _ => continue,
            });
        }
        for (act, duties) in bound {
            let duties = duties.into_iter().map(|(_, duty)| self.line(("Duty", Predicate::Duty, duty)));
            conflicts.push(Inconsistency {
                action_2: "",
                label_2: String::new(),
                statements: [self.line(Self::prohibition(act))].into_iter().chain(duties).collect(),
                supplied_2: None,
                ..self.conflict(
                    RuleId::D3,
                    Self::prohibition(act),
                    Self::prohibition(act),
                    sentences::D3.to_owned(),
                )
            });
        }
        conflicts
    }

    /// V1, V2 and V3: a permitted and a prohibited act with a common descendant.
    fn related(&self) -> Vec<Inconsistency<'v>> {
        let mut pairs: BTreeMap<(Act, Act), RuleId> = BTreeMap::new();
        for entry in self.verdict.derived.iter().filter(|entry| entry.rule != RuleId::V4) {
            if let (Some(p), Some(q)) = (entry.first.act(), entry.second.act()) {
                pairs.entry((p, q)).or_insert(entry.rule);
            }
        }
        let closures = &self.verdict.bundle.theory.closures;
        let related = |((p, q), rule)| {
            let (up, down) = (closures.up(p), closures.down(q));
            let shared = up.common(&down).min_by_key(|act| self.labels.key(self.verdict.iri(*act)))?;
            let mut steps = closures.chain(p, shared, Link::Implies);
            steps.extend(closures.chain(shared, q, Link::IncludedIn));
            let chain: Vec<String> = steps.into_iter().map(|step| self.step(step)).collect();
            let chain = chain.join(" ");
            let reason = format!(
                "{} is permitted while {} is prohibited, and both cover {}. {chain}",
                self.label(p),
                self.inline(q),
                self.inline(shared)
            );
            let conflict = self.conflict(rule, Self::permission(p), Self::prohibition(q), reason);
            Some(Inconsistency { chain, ..conflict })
        };
        pairs.into_iter().filter_map(related).collect()
    }

    fn step(&self, (from, link, to): (Act, Link, Act)) -> String {
        let verb = match link {
            Link::Same => "is the same action as",
            Link::Implies => "implies",
            Link::IncludedIn => "is included in",
        };
        format!("{} {verb} {}.", capitalized(&self.label(from)), self.inline(to))
    }

    /// V4: two acts that cannot both be asserted; the subject of the triple comes first.
    fn contradictions(&self) -> Vec<Inconsistency<'v>> {
        let clashes = self.verdict.derived.iter().filter(|entry| entry.rule == RuleId::V4);
        let clashes: BTreeMap<(Act, Act), bool> = clashes
            .filter_map(|entry| Some(((entry.first.act()?, entry.second.act()?), entry.is_stated)))
            .collect();
        let asserted = |act| {
            if self.holdings.permits.contains(act) { Self::permission(act) } else { self.duty(act) }
        };
        clashes
            .into_iter()
            .map(|((p, q), is_stated)| {
                let reason = format!(
                    "{} and {} contradict each other, and the license asserts both.",
                    self.label(p),
                    self.inline(q)
                );
                let how = if is_stated { "contradicts" } else { "contradicts, by another name," };
                let chain = format!("{} {how} {}.", self.label(p), self.inline(q));
                Inconsistency { chain, ..self.conflict(RuleId::V4, asserted(p), asserted(q), reason) }
            })
            .collect()
    }
}
