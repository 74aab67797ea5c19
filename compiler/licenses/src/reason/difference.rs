use std::collections::BTreeMap;

use crate::model::{Axiom, AxiomRemoval, DefaultRule, DependencyGraph, OwnTerms};

use super::theory::Outcome;

/// The differences between two graphs (spec:version-1#graph-endpoints).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphDifference<'g> {
    /// Axioms, in order of subject, predicate and object.
    pub axioms: Changes<&'g Axiom, Changed<&'g Axiom>>,
    /// Default rules, in order of their addresses.
    pub rules: Changes<&'g DefaultRule, ChangedRule<'g>>,
    /// The axiom removals of both graphs, those of the left one first.
    pub removals: Vec<(GraphSide, &'g AxiomRemoval)>,
}

/// One of two graphs side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GraphSide {
    /// The first.
    Left,
    /// The second.
    Right,
}

impl GraphSide {
    /// The word in answers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// Lists of differences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes<T, C> {
    /// What only the right graph has.
    pub added: Vec<T>,
    /// What only the left graph has.
    pub removed: Vec<T>,
    /// What both graphs have in different forms.
    pub changed: Vec<C>,
}

impl<T, C> Changes<T, C> {
    /// Whether there is no difference.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// The two forms of one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Changed<T> {
    /// In the left graph.
    pub left: T,
    /// In the right graph.
    pub right: T,
}

/// A rule that differs between the graphs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedRule<'g> {
    /// The rule in both graphs.
    pub rules: Changed<&'g DefaultRule>,
    /// The different fields; never empty.
    pub fields: Vec<RuleField>,
}

/// A field of a rule that can differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleField {
    /// The outcome.
    Outcome,
    /// The territory.
    Jurisdiction,
    /// Statutes and sources.
    Basis,
    /// The explanation.
    Explanation,
    /// Whether it has been adopted.
    Status,
}

impl RuleField {
    /// The key of the field in answers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Jurisdiction => "jurisdiction",
            Self::Basis => "basis",
            Self::Explanation => "explanation",
            Self::Status => "status",
        }
    }

    fn differing(left: &DefaultRule, right: &DefaultRule) -> Vec<Self> {
        [
            (Self::Outcome, left.outcome != right.outcome),
            (Self::Jurisdiction, left.jurisdiction != right.jurisdiction),
            (Self::Basis, left.basis != right.basis),
            (Self::Explanation, left.explanation != right.explanation),
            (Self::Status, left.adopted != right.adopted),
        ]
        .into_iter()
        .filter_map(|(field, differs)| differs.then_some(field))
        .collect()
    }
}

impl GraphDifference<'_> {
    /// Whether the graphs have the same axioms and rules.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.axioms.is_empty() && self.rules.is_empty()
    }
}

/// Compares two graphs.
#[must_use]
pub fn compare_graphs<'g>(
    left: &'g DependencyGraph,
    right: &'g DependencyGraph,
    terms: &OwnTerms,
) -> GraphDifference<'g> {
    let of = |side, graph: &'g DependencyGraph| graph.removals.iter().map(move |removal| (side, removal));
    GraphDifference {
        axioms: axioms(&left.axioms, &right.axioms),
        rules: rules(&left.rules, &right.rules, terms),
        removals: of(GraphSide::Left, left).chain(of(GraphSide::Right, right)).collect(),
    }
}

/// Pairs items with equal keys, in order. The other items stay in the lists.
fn paired<'g, T, K: Ord>(
    left: &mut Vec<&'g T>,
    right: &mut Vec<&'g T>,
    key: impl Fn(&'g T) -> K,
) -> Vec<Changed<&'g T>> {
    let mut waiting: BTreeMap<K, Vec<&'g T>> = BTreeMap::new();
    // In reverse, so that `pop` returns the first.
    for item in right.drain(..).rev() {
        waiting.entry(key(item)).or_default().push(item);
    }
    let mut pairs = Vec::new();
    left.retain(|item| match waiting.get_mut(&key(item)).and_then(Vec::pop) {
        Some(other) => {
            pairs.push(Changed { left: *item, right: other });
            false
        }
        None => true,
    });
    right.extend(waiting.into_values().flatten());
    pairs
}

fn triple(axiom: &Axiom) -> (&str, &str, &str) {
    (&axiom.subject, &axiom.predicate, &axiom.object)
}

/// An axiom is changed if the same two acts have another relation.
fn axioms<'g>(left: &'g [Axiom], right: &'g [Axiom]) -> Changes<&'g Axiom, Changed<&'g Axiom>> {
    let (mut removed, mut added): (Vec<&Axiom>, Vec<&Axiom>) =
        (left.iter().collect(), right.iter().collect());
    for axioms in [&mut removed, &mut added] {
        axioms.sort_by_key(|axiom| triple(axiom));
    }
    let _same = paired(&mut removed, &mut added, triple);
    added.sort_by_key(|axiom| triple(axiom));
    let changed = paired(&mut removed, &mut added, |axiom| (&axiom.subject, &axiom.object));
    added.sort_by_key(|axiom| triple(axiom));
    Changes { added, removed, changed }
}

/// Matches rules by address, else by act, effect and territory, else by act and effect. The effect is whether a rule
/// supplies a statement or forbids one.
fn rules<'g>(
    left: &'g [DefaultRule],
    right: &'g [DefaultRule],
    terms: &OwnTerms,
) -> Changes<&'g DefaultRule, ChangedRule<'g>> {
    let supplies = |rule: &DefaultRule| Outcome::read(&rule.outcome, terms).is_some_and(Outcome::supplies);
    let by_address = |rule: &'g DefaultRule| (&rule.action, supplies(rule), &rule.iri);
    let by_territory = |rule: &'g DefaultRule| (&rule.action, supplies(rule), &rule.jurisdiction);
    let by_act = |rule: &'g DefaultRule| (&rule.action, supplies(rule), &rule.action);

    let mut removed: Vec<&DefaultRule> = left.iter().collect();
    let mut added: Vec<&DefaultRule> = right.iter().collect();
    removed.sort_by_key(|rule| &rule.iri);
    let mut pairs = Vec::new();
    added.sort_by_key(|rule| &rule.iri);
    pairs.extend(paired(&mut removed, &mut added, by_address));
    added.sort_by_key(|rule| &rule.iri);
    pairs.extend(paired(&mut removed, &mut added, by_territory));
    added.sort_by_key(|rule| &rule.iri);
    pairs.extend(paired(&mut removed, &mut added, by_act));
    added.sort_by_key(|rule| &rule.iri);
    pairs.sort_by_key(|pair| (&pair.left.iri, &pair.right.iri));
    let changed = pairs
        .into_iter()
        .map(|rules| ChangedRule { rules, fields: RuleField::differing(rules.left, rules.right) })
        .filter(|changed| !changed.fields.is_empty())
        .collect();
    Changes { added, removed, changed }
}
