use std::collections::BTreeSet;

use crate::model::terms::{cc, odrl, owl};
use crate::model::{DefaultRule, DependencyGraph, OwnTerms};

use super::acts::{Act, ActSet, Acts};
use super::closures::{Axioms, Closures};

/// The closures and default rules of a dependency graph, computed once for each version. Links to other graphs are
/// not followed.
#[derive(Debug, Clone)]
pub struct Theory {
    pub(super) iri: String,
    pub(super) acts: Acts,
    pub(super) closures: Closures,
    /// Sorted by address.
    pub(super) rules: Vec<SilenceRule>,
    /// `cc:ShareAlike`
    pub(super) share_alike: Act,
    /// `svc:ChangeLicense`
    pub(super) change_license: Act,
    /// `svc:compatibleWith`
    pub(super) compatible_with: String,
    /// `svc:contradicts`
    pub(super) contradicts: String,
    /// `svc:FromText`
    pub(super) from_text: String,
    /// `svc:FromDefaultRule`
    pub(super) from_default_rule: String,
}

/// The outcome of a default rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// `svc:NotGrantedByDefault` supplies a prohibition.
    NotGranted,
    /// `svc:GrantedByDefault` supplies a permission.
    Granted,
    /// `svc:RequiredByDefault` supplies a license-wide duty.
    Required,
    /// `svc:NotWaivable` supplies nothing, and reports a license that states the contrary.
    NotWaivable,
}

impl Outcome {
    /// The outcome of an IRI.
    #[must_use]
    pub fn read(iri: &str, terms: &OwnTerms) -> Option<Self> {
        [
            (&terms.not_granted_by_default, Self::NotGranted),
            (&terms.granted_by_default, Self::Granted),
            (&terms.required_by_default, Self::Required),
            (&terms.not_waivable, Self::NotWaivable),
        ]
        .into_iter()
        .find_map(|(known, outcome)| (known == iri).then_some(outcome))
    }

    /// Whether a rule of this outcome supplies a statement.
    #[must_use]
    pub fn supplies(self) -> bool {
        self != Self::NotWaivable
    }
}

/// A default rule with the statements that prevent it.
///
/// A license speaks about an act if it states anything about it, permits what implies it, prohibits what includes it,
/// or permits, prohibits or requires a synonym.
#[derive(Debug, Clone)]
pub(super) struct SilenceRule {
    pub(super) rule: DefaultRule,
    pub(super) act: Act,
    pub(super) outcome: Outcome,
    /// Whether the graph also grants the act by default. Then a prohibition contradicts the unwaivable rule,
    /// otherwise a permission.
    pub(super) guards_a_freedom: bool,
    /// Acts whose permission speaks about the act.
    pub(super) permissions_that_speak: ActSet,
    /// Acts whose prohibition does.
    pub(super) prohibitions_that_speak: ActSet,
    /// Acts whose duty does.
    pub(super) duties_that_speak: ActSet,
}

impl Theory {
    /// The theory of a graph. Uses every default rule with act, outcome and territory, whatever its status.
    ///
    /// `acts` is the table of the library. A graph with other acts gets a larger table.
    #[must_use]
    pub fn new(iri: &str, graph: &DependencyGraph, acts: &Acts, terms: &OwnTerms) -> Self {
        let rules: Vec<(&DefaultRule, Outcome)> = graph
            .rules
            .iter()
            .filter(|rule| !rule.action.is_empty() && !rule.jurisdiction.is_empty())
            .filter_map(|rule| Some((rule, Outcome::read(&rule.outcome, terms)?)))
            .collect();
        let related = graph.axioms.iter().flat_map(|axiom| [&axiom.subject, &axiom.object]);
        let named = related.chain(rules.iter().map(|(rule, _)| &rule.action)).map(String::as_str);
        let acts = acts.with(named.chain([cc::SHARE_ALIKE, &terms.change_license]));
        // The table contains them.
        let act = |iri: &str| acts.find(iri).unwrap_or(Act(0));

        let mut axioms = Axioms::default();
        for axiom in &graph.axioms {
            let relation = match axiom.predicate.as_str() {
                owl::SAME_AS => &mut axioms.alias,
                odrl::INCLUDED_IN => &mut axioms.within,
                odrl::IMPLIES => &mut axioms.entails,
                _ => &mut axioms.clash,
            };
            relation.insert((act(&axiom.subject), act(&axiom.object)));
        }
        let closures = Closures::new(axioms, acts.len());

        let granted: BTreeSet<&str> = rules
            .iter()
            .filter(|(_, outcome)| *outcome == Outcome::Granted)
            .map(|(rule, _)| rule.action.as_str())
            .collect();
        let mut rules: Vec<SilenceRule> = rules
            .iter()
            .map(|&(rule, outcome)| {
                let a = act(&rule.action);
                let speaking = |more: &[&ActSet]| {
                    let mut acts: ActSet = [a].into_iter().collect();
                    acts.extend(closures.alias.subjects(a));
                    more.iter().for_each(|set| acts.extend(set));
                    acts
                };
                SilenceRule {
                    rule: rule.clone(),
                    act: a,
                    outcome,
                    guards_a_freedom: granted.contains(rule.action.as_str()),
                    permissions_that_speak: speaking(&[closures.entails.subjects(a)]),
                    prohibitions_that_speak: speaking(&[closures.within.objects(a)]),
                    duties_that_speak: speaking(&[]),
                }
            })
            .collect();
        rules.sort_by(|a, b| a.rule.iri.cmp(&b.rule.iri));
        Self {
            iri: iri.to_owned(),
            share_alike: act(cc::SHARE_ALIKE),
            change_license: act(&terms.change_license),
            compatible_with: terms.compatible_with.clone(),
            contradicts: terms.contradicts.clone(),
            from_text: terms.from_text.clone(),
            from_default_rule: terms.from_default_rule.clone(),
            acts,
            closures,
            rules,
        }
    }

    /// The IRI of the graph.
    #[must_use]
    pub fn iri(&self) -> &str {
        &self.iri
    }

    /// The table its acts are numbered in.
    #[must_use]
    pub fn acts(&self) -> &Acts {
        &self.acts
    }

    /// The pairs of different acts in a closed relation, sorted by IRI, with whether a triple states them.
    /// `odrl:implies` includes implication through inclusion; `svc:contradicts` has one direction.
    #[must_use]
    pub fn pairs(&self, relation: &str) -> Vec<(&str, &str, bool)> {
        let closures = &self.closures;
        let iri = |act| self.acts.iri(act);
        let relation = match relation {
            odrl::INCLUDED_IN => &closures.within,
            odrl::IMPLIES => &closures.implies,
            owl::SAME_AS => &closures.alias,
            _ => &closures.clash,
        };
        relation.pairs().map(|(a, b)| (iri(a), iri(b), relation.is_stated(a, b))).collect()
    }

    /// The same theory, renumbered for a table that contains all of its acts.
    pub(super) fn over(&self, acts: &Acts) -> Self {
        let renumbering = self.acts.renumbering(acts);
        let act = |act| renumbering.act(act).unwrap_or(act);
        let rules = self.rules.iter().map(|rule| SilenceRule {
            act: act(rule.act),
            permissions_that_speak: renumbering.set(&rule.permissions_that_speak),
            prohibitions_that_speak: renumbering.set(&rule.prohibitions_that_speak),
            duties_that_speak: renumbering.set(&rule.duties_that_speak),
            ..rule.clone()
        });
        Self {
            closures: self.closures.over(&renumbering, acts.len()),
            rules: rules.collect(),
            share_alike: act(self.share_alike),
            change_license: act(self.change_license),
            acts: acts.clone(),
            ..self.clone()
        }
    }
}
