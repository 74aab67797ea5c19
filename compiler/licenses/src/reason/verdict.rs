use crate::model::DefaultRule;
use crate::model::terms::{odrl, owl};

use super::acts::Act;
use super::bundle::Bundle;
use super::entry::{Entry, Predicate, RuleId, Side};
use super::holdings::{DefaultKind, Fired};

/// The conflicts between and within licenses, and the default rules applied.
///
/// Entries are unique and sorted: direct ones by rule, then by statements with IRIs in byte order; derived ones
/// likewise. The order of the question has no effect.
#[derive(Debug)]
pub struct Verdict<'a> {
    pub(super) bundle: Bundle<'a>,
    pub(super) direct: Vec<Entry>,
    pub(super) derived: Vec<Entry>,
}

/// License, predicate and object of a statement.
pub type Statement<'v> = [&'v str; 3];

/// The triple of the graph in a derived conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link<'v> {
    /// IRI of the relation from the act of the first statement to that of the second.
    pub relation: &'v str,
    /// Whether the graph states the triple; otherwise it is derived.
    pub is_stated: bool,
}

/// Two conflicting statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict<'v> {
    /// The rule it comes from.
    pub rule: RuleId,
    /// The first statement.
    pub statement_1: Statement<'v>,
    /// The second statement.
    pub statement_2: Statement<'v>,
    /// The triple of the graph, for derived conflicts.
    pub link: Option<Link<'v>>,
    /// The default rule that supplied the first statement; `None` if the license states it.
    pub supplied_1: Option<&'v DefaultRule>,
    /// The default rule that supplied the second statement.
    pub supplied_2: Option<&'v DefaultRule>,
}

/// The effect of a default rule on a license.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppliedRule<'v> {
    /// The license.
    pub license: &'v str,
    /// The kind of effect.
    pub kind: DefaultKind,
    /// The supplied statement, or the one that contradicts the rule.
    pub statement: Statement<'v>,
    /// The rule.
    pub rule: &'v DefaultRule,
}

impl Verdict<'_> {
    /// IRI of the graph.
    #[must_use]
    pub fn graph(&self) -> &str {
        &self.bundle.theory.iri
    }

    /// The licenses compared.
    #[must_use]
    pub fn bundle(&self) -> &Bundle<'_> {
        &self.bundle
    }

    /// Whether there are no conflicts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of conflicts, at most quadratic in the number of licenses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.direct.len() + self.derived.len()
    }

    /// Whether a default rule applied. Answers then state the origins.
    #[must_use]
    pub fn has_defaults(&self) -> bool {
        self.bundle.holdings.iter().any(|holdings| !holdings.fired.is_empty())
    }

    /// IRI of the origin of a statement: text or default rule.
    #[must_use]
    pub fn origin(&self, supplied: Option<&DefaultRule>) -> &str {
        let theory = &self.bundle.theory;
        if supplied.is_some() { &theory.from_default_rule } else { &theory.from_text }
    }

    /// Conflicts D1 to D6.
    pub fn direct(&self) -> impl Iterator<Item = Conflict<'_>> {
        self.direct.iter().map(|entry| self.conflict(entry))
    }

    /// Conflicts V1 to V4.
    pub fn derived(&self) -> impl Iterator<Item = Conflict<'_>> {
        self.derived.iter().map(|entry| self.conflict(entry))
    }

    /// The applied default rules, sorted by license, kind, act and rule.
    pub fn defaults(&self) -> impl Iterator<Item = AppliedRule<'_>> {
        let licenses = self.bundle.names.iter().zip(&self.bundle.holdings);
        licenses.flat_map(|(license, holdings)| {
            holdings.fired.iter().filter_map(|fired| self.applied(license, fired))
        })
    }

    pub(super) fn iri(&self, act: Act) -> &str {
        self.bundle.theory.acts.iri(act)
    }

    pub(super) fn supplied(&self, side: Side) -> Option<&DefaultRule> {
        let holdings = self.bundle.holdings.get(side.license as usize)?;
        self.rule(holdings.supplied_by(side.predicate, side.act()?)?)
    }

    fn rule(&self, number: usize) -> Option<&DefaultRule> {
        Some(&self.bundle.theory.rules.get(number)?.rule)
    }

    fn applied<'v>(&'v self, license: &'v str, fired: &Fired) -> Option<AppliedRule<'v>> {
        let statement = [license, self.predicate(fired.predicate), self.iri(fired.act)];
        Some(AppliedRule { license, kind: fired.kind, statement, rule: self.rule(fired.rule)? })
    }

    fn conflict(&self, entry: &Entry) -> Conflict<'_> {
        let relation = match entry.rule {
            RuleId::V1 => Some(odrl::INCLUDED_IN),
            RuleId::V2 => Some(owl::SAME_AS),
            RuleId::V3 => Some(odrl::IMPLIES),
            RuleId::V4 => Some(self.bundle.theory.contradicts.as_str()),
            _ => None,
        };
        Conflict {
            rule: entry.rule,
            statement_1: self.statement(entry.first),
            statement_2: self.statement(entry.second),
            link: relation.map(|relation| Link { relation, is_stated: entry.is_stated }),
            supplied_1: self.supplied(entry.first),
            supplied_2: self.supplied(entry.second),
        }
    }

    fn statement(&self, side: Side) -> Statement<'_> {
        let object = match side.act() {
            Some(act) => self.iri(act),
            None => self.name(side.object),
        };
        [self.name(side.license), self.predicate(side.predicate), object]
    }

    fn name(&self, license: u32) -> &str {
        self.bundle.names.get(license as usize).copied().unwrap_or_default()
    }

    fn predicate(&self, predicate: Predicate) -> &str {
        match predicate {
            Predicate::Duty => odrl::DUTY,
            Predicate::Permission => odrl::PERMISSION,
            Predicate::Prohibition => odrl::PROHIBITION,
            Predicate::CompatibleWith => &self.bundle.theory.compatible_with,
        }
    }
}
