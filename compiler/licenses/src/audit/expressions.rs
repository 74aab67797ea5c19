use std::cell::LazyCell;
use std::collections::BTreeMap;

use super::inventory::{Component, Descriptions, Inventory};
use super::names::{MatchedName, RecordNames};
use crate::find::{Expression, Expressions};
use crate::model::Library;

/// The license expressions that the components of an inventory state, with their records.
#[derive(Debug)]
pub struct StatedExpressions<'a> {
    /// The components that count.
    pub(super) components: Vec<&'a Component>,
    /// Number of components left out because they are for development.
    pub(super) left_out: usize,
    /// Whether the inventory has lines that cannot be read.
    pub(super) has_faults: bool,
    /// By text.
    pub(super) expressions: BTreeMap<&'a str, StatedExpression<'a>>,
    /// Every name that is no identifier and stands for a record, sorted by name.
    pub(super) matched: Vec<MatchedName<'a>>,
}

#[derive(Debug)]
pub(super) struct StatedExpression<'a> {
    pub(super) expression: Expression<'a>,
    /// Number of components that state it.
    pub(super) components: usize,
}

impl<'a> StatedExpressions<'a> {
    /// Reads the expressions of an inventory.
    #[must_use]
    pub fn new(
        inventory: &'a Inventory,
        with_development: bool,
        expressions: &mut Expressions<'a>,
        library: &'a Library,
    ) -> Self {
        let counts = |component: &&Component| with_development || !component.is_development;
        let components: Vec<&Component> = inventory.components.iter().filter(counts).collect();
        let mut stated: BTreeMap<&str, StatedExpression<'a>> = BTreeMap::new();
        for text in components.iter().flat_map(|component| &component.licenses) {
            let new = || StatedExpression { expression: expressions.read(text).clone(), components: 0 };
            stated.entry(text).or_insert_with(new).components += 1;
        }
        let matched = matched(&mut stated, &inventory.described, library);
        let left_out = inventory.components.len() - components.len();
        let has_faults = !inventory.unreadable.is_empty();
        Self { components, left_out, has_faults, expressions: stated, matched }
    }
}

/// Gives a record to each license without one whose name or description is that of a record.
fn matched<'a>(
    stated: &mut BTreeMap<&'a str, StatedExpression<'a>>,
    described: &Descriptions,
    library: &'a Library,
) -> Vec<MatchedName<'a>> {
    // Few inventories need it.
    let names = LazyCell::new(|| RecordNames::new(library));
    let mut matched: BTreeMap<String, MatchedName<'a>> = BTreeMap::new();
    for stated in stated.values_mut() {
        let licenses = stated.expression.licenses_mut().into_iter();
        for license in licenses.filter(|license| license.record.is_none()) {
            let Some(found) = names.find(&license.name, described.of(&license.name)) else { continue };
            license.record = Some(found.record);
            matched.entry(license.name.clone()).or_insert(found).parts += stated.components;
        }
    }
    matched.into_values().collect()
}
