use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use super::context::{AuditContext, DecidedLicenses};
use super::inventory::{Component, Descriptions, Inventory};
use super::names::{MatchedName, RecordNames};
use crate::find::{ExpressedLicense, Expression, Expressions};
use crate::model::LicenseId;

/// The licenses of an inventory, with every choice decided.
///
/// Licenses without a choice come first. Then the expressions with an `OR` are decided, sorted by their texts, inner
/// alternatives first. The best alternative has the fewest licenses that the library does not have. Then with a license
/// of the work it has the best answers; without one the most records can carry a work with it and the licenses decided
/// so far. Then it has the fewest conditions, then the first name. An expression is decided once for all components, so
/// their order has no effect.
#[derive(Debug)]
pub struct Audit<'a> {
    /// Every component, in the order of the inventory.
    pub parts: Vec<Part<'a>>,
    /// Number of components left out because they are for development.
    pub left_out: usize,
    /// The records, with the number of their components.
    pub licenses: BTreeMap<&'a LicenseId, usize>,
    /// Every expression with a choice, in order.
    pub choices: Vec<Choice>,
    /// Every name that is no identifier and stands for a record, sorted by name.
    pub matched: Vec<MatchedName<'a>>,
    /// Every license the library does not have, sorted by name.
    pub unknown: Vec<UnknownLicense<'a>>,
}

/// A component with its licenses.
#[derive(Debug, Clone)]
pub struct Part<'a> {
    /// The component.
    pub component: &'a Component,
    /// Its licenses after all choices.
    pub licenses: Vec<ExpressedLicense<'a>>,
}

/// The decision for an expression with a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The expression.
    pub expression: String,
    /// The names of the chosen licenses.
    pub taken: Vec<String>,
    /// Number of components with this expression.
    pub parts: usize,
}

/// A license that the library does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownLicense<'a> {
    /// Its name; `None` for components without a license.
    pub name: Option<String>,
    /// The components with it.
    pub parts: Vec<&'a Component>,
}

impl<'a> Audit<'a> {
    /// Resolves the expressions of an inventory and decides the choices.
    #[must_use]
    pub fn new(
        inventory: &'a Inventory,
        with_development: bool,
        expressions: &mut Expressions<'a>,
        context: &AuditContext<'a>,
    ) -> Self {
        let components = || inventory.components.iter().filter(|c| with_development || !c.is_development);
        let mut stated: BTreeMap<&str, (Expression<'a>, usize)> = BTreeMap::new();
        for text in components().flat_map(|component| &component.licenses) {
            stated.entry(text).or_insert_with(|| (expressions.read(text).clone(), 0)).1 += 1;
        }
        let matched = matched(&mut stated, &inventory.described, context);
        let mut decided = DecidedLicenses::new(context);
        for (expression, _) in stated.values() {
            add_certain(expression, &mut decided.settled);
        }
        let (mut settled, mut choices) = (BTreeMap::new(), Vec::new());
        for (text, (expression, parts)) in stated {
            let mut taken = settle(&expression, &mut decided);
            taken.sort_unstable();
            taken.dedup();
            if leaves_a_choice(&expression) {
                let taken = taken.iter().map(|license| license.name.clone()).collect();
                choices.push(Choice { expression: text.to_owned(), taken, parts });
            }
            settled.insert(text, taken);
        }
        let licenses = |component: &Component| {
            let stated = component.licenses.iter().filter_map(|text| settled.get(text.as_str()));
            let mut licenses: Vec<ExpressedLicense<'a>> = stated.flatten().cloned().collect();
            licenses.sort_unstable();
            licenses.dedup();
            licenses
        };
        let parts: Vec<Part<'a>> =
            components().map(|component| Part { component, licenses: licenses(component) }).collect();
        Self {
            left_out: inventory.components.len() - parts.len(),
            licenses: counted(&parts),
            matched,
            unknown: unknown(&parts),
            choices,
            parts,
        }
    }
}

/// Gives a record to each license without one whose name or description is that of a record.
fn matched<'a>(
    stated: &mut BTreeMap<&'a str, (Expression<'a>, usize)>,
    described: &Descriptions,
    context: &AuditContext<'a>,
) -> Vec<MatchedName<'a>> {
    // Few inventories need it.
    let names = LazyCell::new(|| RecordNames::new(context.library));
    let mut matched: BTreeMap<String, MatchedName<'a>> = BTreeMap::new();
    for (expression, parts) in stated.values_mut() {
        for license in expression.licenses_mut().into_iter().filter(|license| license.record.is_none()) {
            let Some(found) = names.find(&license.name, described.of(&license.name)) else { continue };
            license.record = Some(found.record);
            matched.entry(license.name.clone()).or_insert(found).parts += *parts;
        }
    }
    matched.into_values().collect()
}

/// Adds the licenses that an expression needs with every choice.
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

/// Chooses the licenses of an expression and adds their records to the decided ones.
fn settle<'a>(
    expression: &Expression<'a>,
    decided: &mut DecidedLicenses<'_, 'a>,
) -> Vec<ExpressedLicense<'a>> {
    let taken = match expression {
        Expression::License(license) => vec![license.clone()],
        Expression::All(parts) => parts.iter().flat_map(|part| settle(part, decided)).collect(),
        Expression::Any(alternatives) => {
            let before = decided.settled.clone();
            let tried = alternatives.iter().map(|alternative| {
                let taken = settle(alternative, decided);
                decided.settled.clone_from(&before);
                let names: Vec<String> = taken.iter().map(|license| license.name.to_lowercase()).collect();
                let unknown = taken.iter().filter(|license| license.record.is_none()).count();
                let records: BTreeSet<&'a LicenseId> = taken.iter().filter_map(|l| l.record).collect();
                ((unknown, decided.fit(&records), names), taken)
            });
            tried.min_by(|(a, _), (b, _)| a.cmp(b)).map(|(_, taken)| taken).unwrap_or_default()
        }
    };
    decided.settled.extend(taken.iter().filter_map(|license| license.record));
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
        if component.licenses.is_empty() {
            unknown.entry(None).or_default().push(component);
        }
        for license in licenses.iter().filter(|license| license.record.is_none()) {
            unknown.entry(Some(&license.name)).or_default().push(component);
        }
    }
    let unknown = unknown.into_iter();
    unknown.map(|(name, parts)| UnknownLicense { name: name.map(str::to_owned), parts }).collect()
}
