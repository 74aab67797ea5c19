use std::collections::{BTreeMap, BTreeSet};

use super::inventory::{Component, Inventory};
use super::scales::{Scales, Weighing};
use crate::find::{ExpressedLicense, Expression, Expressions};
use crate::model::LicenseId;
use crate::reason::{OverBudget, Verdict};

/// The licenses of an inventory with every choice settled.
///
/// What leaves no choice is settled first. Then the expressions with an `OR`, in the order of their texts: of the
/// alternatives, inner ones first, that is taken of which the library knows every license, or lacks the fewest; of
/// those the one with the fewest conflicts, then with the fewest restrictions, against the target and the licenses
/// settled so far; of those the first by name. An expression is settled once for all parts that state it, so the
/// order of the parts has no part in it.
#[derive(Debug)]
pub struct Audit<'a> {
    /// Every part, in the order of the inventory.
    pub parts: Vec<Part<'a>>,
    /// Parts left out because only development needs them.
    pub left_out: usize,
    /// The records, with the number of their parts.
    pub licenses: BTreeMap<&'a LicenseId, usize>,
    /// Every expression that left a choice, in order.
    pub choices: Vec<Choice>,
    /// Every license the library does not know, in order of its name.
    pub unknown: Vec<UnknownLicense<'a>>,
}

/// A part of a work, with what it is under.
#[derive(Debug, Clone)]
pub struct Part<'a> {
    /// The part.
    pub component: &'a Component,
    /// Its licenses, once everything is settled.
    pub licenses: Vec<ExpressedLicense<'a>>,
}

/// What was taken of an expression with a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The expression.
    pub expression: String,
    /// The names of the licenses taken.
    pub taken: Vec<String>,
    /// How many parts state it.
    pub parts: usize,
}

/// A license the library does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownLicense<'a> {
    /// What it is called; none for parts that state no license at all.
    pub name: Option<String>,
    /// The parts that need it.
    pub parts: Vec<&'a Component>,
}

impl<'a> Audit<'a> {
    /// Resolves and settles what an inventory states, with or without what only development needs.
    #[must_use]
    pub fn new(
        inventory: &'a Inventory,
        with_development: bool,
        expressions: &mut Expressions<'a>,
        scales: &Scales<'a>,
    ) -> Self {
        let components = || inventory.components.iter().filter(|c| with_development || !c.is_development);
        let mut stated: BTreeMap<&str, (Expression<'a>, usize)> = BTreeMap::new();
        for text in components().filter_map(|component| component.license.as_deref()) {
            stated.entry(text).or_insert_with(|| (expressions.read(text).clone(), 0)).1 += 1;
        }
        let mut weighing = Weighing::new(scales);
        for (expression, _) in stated.values() {
            add_certain(expression, &mut weighing.settled);
        }
        let (mut settled, mut choices) = (BTreeMap::new(), Vec::new());
        for (text, (expression, parts)) in stated {
            let mut taken = settle(&expression, &mut weighing);
            taken.sort_unstable();
            taken.dedup();
            if leaves_a_choice(&expression) {
                let taken = taken.iter().map(|license| license.name.clone()).collect();
                choices.push(Choice { expression: text.to_owned(), taken, parts });
            }
            settled.insert(text, taken);
        }
        let licenses = |component: &Component| {
            component.license.as_deref().and_then(|text| settled.get(text)).cloned().unwrap_or_default()
        };
        let parts: Vec<Part<'a>> =
            components().map(|component| Part { component, licenses: licenses(component) }).collect();
        Self {
            left_out: inventory.components.len() - parts.len(),
            licenses: counted(&parts),
            unknown: unknown(&parts),
            choices,
            parts,
        }
    }

    /// What the licenses say against each other, and against the target.
    ///
    /// # Errors
    /// None: an audit has all the time it needs.
    pub fn verdict(&self, scales: &Scales<'a>) -> Result<Verdict<'a>, OverBudget> {
        scales.verdict(self.licenses.keys().copied())
    }
}

/// Adds the licenses an expression needs whatever is chosen.
fn add_certain<'a>(expression: &Expression<'a>, settled: &mut BTreeSet<&'a LicenseId>) {
    match expression {
        Expression::License(license) => settled.extend(license.record),
        Expression::All(parts) => parts.iter().for_each(|part| add_certain(part, settled)),
        Expression::Any(_) => {}
    }
}

fn leaves_a_choice(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::License(_) => false,
        Expression::All(parts) => parts.iter().any(leaves_a_choice),
        Expression::Any(_) => true,
    }
}

/// The licenses that are taken of an expression; those that are known are settled from here on.
fn settle<'a>(expression: &Expression<'a>, weighing: &mut Weighing<'_, 'a>) -> Vec<ExpressedLicense<'a>> {
    let taken = match expression {
        Expression::License(license) => vec![license.clone()],
        Expression::All(parts) => parts.iter().flat_map(|part| settle(part, weighing)).collect(),
        Expression::Any(alternatives) => {
            let before = weighing.settled.clone();
            let tried = alternatives.iter().map(|alternative| {
                let taken = settle(alternative, weighing);
                weighing.settled.clone_from(&before);
                let names: Vec<String> = taken.iter().map(|license| license.name.to_lowercase()).collect();
                let unknown = taken.iter().filter(|license| license.record.is_none()).count();
                let records: BTreeSet<&'a LicenseId> = taken.iter().filter_map(|l| l.record).collect();
                let weights = weighing.weights(&records);
                ((unknown, weights, names), taken)
            });
            tried.min_by(|(a, _), (b, _)| a.cmp(b)).map(|(_, taken)| taken).unwrap_or_default()
        }
    };
    weighing.settled.extend(taken.iter().filter_map(|license| license.record));
    taken
}

fn counted<'a>(parts: &[Part<'a>]) -> BTreeMap<&'a LicenseId, usize> {
    let mut counts = BTreeMap::new();
    for part in parts {
        let records: BTreeSet<&LicenseId> =
            part.licenses.iter().filter_map(|license| license.record).collect();
        for id in records {
            *counts.entry(id).or_default() += 1;
        }
    }
    counts
}

fn unknown<'a>(parts: &[Part<'a>]) -> Vec<UnknownLicense<'a>> {
    let mut unknown: BTreeMap<Option<&str>, Vec<&'a Component>> = BTreeMap::new();
    for Part { component, licenses } in parts {
        if component.license.is_none() {
            unknown.entry(None).or_default().push(component);
        }
        for license in licenses.iter().filter(|license| license.record.is_none()) {
            unknown.entry(Some(&license.name)).or_default().push(component);
        }
    }
    let unknown = unknown.into_iter();
    unknown.map(|(name, parts)| UnknownLicense { name: name.map(str::to_owned), parts }).collect()
}
