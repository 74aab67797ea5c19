use std::collections::{BTreeMap, BTreeSet};

use super::context::AuditContext;
use super::expressions::StatedExpressions;
use super::inventory::Component;
use super::names::MatchedName;
use crate::find::{ExpressedLicense, Expression};
use crate::model::LicenseId;
use crate::reason::{Alternatives, ChoiceReason, Question, QuestionPart, Settlement};

/// The licenses of an inventory, with every choice decided (spec:reasoning#choice).
#[derive(Debug)]
pub struct Audit<'a> {
    /// Every component, in the order of the inventory.
    pub parts: Vec<Part<'a>>,
    /// Number of components left out because they are for development.
    pub left_out: usize,
    /// Whether the inventory has lines that cannot be read.
    pub has_faults: bool,
    /// The records, with the number of their components.
    pub licenses: BTreeMap<&'a LicenseId, usize>,
    /// Every expression with a choice, in order.
    pub choices: Vec<Choice>,
    /// Every name that is no identifier and stands for a record, sorted by name.
    pub matched: Vec<MatchedName<'a>>,
    /// Every license the library does not have, sorted by name.
    pub unknown: Vec<UnknownLicense<'a>>,
    /// The answers.
    pub settlement: Settlement<'a>,
    /// What was asked.
    pub context: AuditContext<'a>,
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
    /// What decided it.
    pub reason: Option<ChoiceReason>,
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
    /// Decides the choices of the components of an inventory, and answers for each license.
    #[must_use]
    pub fn new(stated: &'a StatedExpressions<'a>, context: AuditContext<'a>) -> Self {
        let settlement = context.index.settle(&question(stated, &context));
        let (mut taken_of, mut choices) = (BTreeMap::new(), Vec::new());
        for ((text, stated), part) in stated.expressions.iter().zip(&settlement.parts) {
            let is_taken = |license: &ExpressedLicense<'a>| {
                let id = license.record.map_or(license.name.as_str(), LicenseId::as_str);
                part.taken.iter().any(|taken| taken.name == id)
            };
            let licenses = stated.expression.licenses().into_iter().cloned();
            let mut taken: Vec<ExpressedLicense<'a>> = licenses.filter(is_taken).collect();
            taken.sort_unstable();
            taken.dedup();
            if leaves_a_choice(&stated.expression) {
                let taken = taken.iter().map(|license| license.name.clone()).collect();
                let (expression, parts) = ((*text).to_owned(), stated.components);
                choices.push(Choice { expression, taken, reason: part.choice, parts });
            }
            taken_of.insert(*text, taken);
        }
        let licenses = |component: &Component| {
            let stated = component.licenses.iter().filter_map(|text| taken_of.get(text.as_str()));
            let mut licenses: Vec<ExpressedLicense<'a>> = stated.flatten().cloned().collect();
            licenses.sort_unstable();
            licenses.dedup();
            licenses
        };
        let parts: Vec<Part<'a>> = stated
            .components
            .iter()
            .map(|component| Part { component, licenses: licenses(component) })
            .collect();
        Self {
            left_out: stated.left_out,
            has_faults: stated.has_faults,
            licenses: counted(&parts),
            matched: stated.matched.clone(),
            unknown: unknown(&parts),
            choices,
            parts,
            settlement,
            context,
        }
    }
}

/// The question about the components: each expression is a part.
fn question<'a>(stated: &'a StatedExpressions<'a>, context: &AuditContext<'a>) -> Question<'a> {
    let terms = |id: &LicenseId| context.terms(id);
    let parts = stated.expressions.values().map(|stated| QuestionPart {
        licenses: Alternatives::of(&stated.expression, &terms),
        usage: context.usage.usage,
        modified: context.usage.modified,
    });
    let preferred = context.preferred.iter().filter_map(|id| Some(context.terms(id)?.iri()));
    Question {
        parts: parts.collect(),
        work: context.target.map(|work| work.terms),
        shipping: context.usage.shipping,
        purpose: context.usage.purpose,
        preferred: preferred.collect(),
    }
}

fn leaves_a_choice(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::License(_) => false,
        Expression::All(parts) => parts.iter().any(leaves_a_choice),
        Expression::Any(_) => true,
    }
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
