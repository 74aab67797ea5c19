use std::borrow::Cow;

use super::acts::{Act, ActSet};
use super::entry::Predicate;
use super::facts::Facts;
use super::theory::{Outcome, SilenceRule, Theory};
use crate::model::Position;

/// The effect of a default rule on a license (spec:reasoning#default-rules).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultKind {
    /// It supplied a statement in this position.
    Supplied(Position),
    /// The license contradicts an unwaivable rule; nothing was supplied.
    Finding,
}

impl DefaultKind {
    /// The word in answers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Supplied(position) => position.word(),
            Self::Finding => "finding",
        }
    }
}

/// A default rule that applied to a license.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fired {
    pub(super) kind: DefaultKind,
    pub(super) act: Act,
    /// Index in the rules of the theory.
    pub(super) rule: usize,
    /// Predicate of the statement.
    pub(super) predicate: Predicate,
}

/// The statements of a license under a theory: its own and those from default rules.
#[derive(Debug, Clone)]
pub(super) struct Holdings<'a> {
    pub(super) facts: Cow<'a, Facts>,
    /// `holds(L, permission, a)`
    pub(super) permits: ActSet,
    /// `holds(L, prohibition, a)`
    pub(super) prohibits: ActSet,
    /// `must(L, a)`
    pub(super) requires: ActSet,
    /// Acts that the license permits or requires.
    pub(super) asserted: ActSet,
    /// Sorted by kind, act and rule.
    pub(super) fired: Vec<Fired>,
}

impl<'a> Holdings<'a> {
    /// Applies the default rules of a theory to a license. Rules depend only on the license's own statements, not on
    /// each other.
    pub(super) fn new(theory: &Theory, facts: Cow<'a, Facts>) -> Self {
        let mut holdings = Self {
            permits: facts.permits.clone(),
            prohibits: facts.prohibits.clone(),
            requires: facts.requires.clone(),
            asserted: ActSet::NONE,
            fired: Vec::new(),
            facts,
        };
        for (number, rule) in theory.rules.iter().enumerate() {
            let Some((kind, predicate)) = effect(rule, &holdings.facts) else { continue };
            let supplied = match kind {
                DefaultKind::Supplied(Position::Permission) => Some(&mut holdings.permits),
                DefaultKind::Supplied(Position::Prohibition) => Some(&mut holdings.prohibits),
                DefaultKind::Supplied(Position::Duty) => Some(&mut holdings.requires),
                DefaultKind::Finding => None,
            };
            if let Some(acts) = supplied {
                acts.insert(rule.act);
            }
            holdings.fired.push(Fired { kind, act: rule.act, rule: number, predicate });
        }
        holdings.fired.sort_unstable_by_key(|fired| (fired.kind.word(), fired.act, fired.rule));
        holdings.asserted = holdings.permits.clone();
        holdings.asserted.extend(&holdings.requires);
        holdings
    }

    /// The first rule by address that supplied a statement; `None` if the license states it.
    pub(super) fn supplied_by(&self, predicate: Predicate, act: Act) -> Option<usize> {
        let supplying = self.fired.iter().filter(|fired| fired.kind != DefaultKind::Finding);
        supplying.into_iter().find(|f| f.predicate == predicate && f.act == act).map(|fired| fired.rule)
    }

    /// `asserts(L, k, a)` for both kinds an assertion can have.
    pub(super) fn asserts(&self, act: Act) -> impl Iterator<Item = Predicate> {
        let duty = self.requires.contains(act).then_some(Predicate::Duty);
        duty.into_iter().chain(self.permits.contains(act).then_some(Predicate::Permission))
    }
}

fn effect(rule: &SilenceRule, facts: &Facts) -> Option<(DefaultKind, Predicate)> {
    let is_silent = || {
        !facts.permits.meets(&rule.permissions_that_speak)
            && !facts.prohibits.meets(&rule.prohibitions_that_speak)
            && !facts.requires.meets(&rule.duties_that_speak)
    };
    let supplied = |position, predicate| is_silent().then_some((DefaultKind::Supplied(position), predicate));
    match rule.outcome {
        Outcome::NotGranted => supplied(Position::Prohibition, Predicate::Prohibition),
        Outcome::Granted => supplied(Position::Permission, Predicate::Permission),
        Outcome::Required => supplied(Position::Duty, Predicate::Duty),
        Outcome::NotWaivable => {
            let (contrary, predicate) = if rule.guards_a_freedom {
                (&facts.prohibits, Predicate::Prohibition)
            } else {
                (&facts.permits, Predicate::Permission)
            };
            contrary.contains(rule.act).then_some((DefaultKind::Finding, predicate))
        }
    }
}
