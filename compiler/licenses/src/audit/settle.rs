use std::collections::{BTreeMap, BTreeSet};

use super::context::AuditContext;
use super::expressions::{StatedExpression, StatedExpressions};
use super::inventory::Component;
use super::names::MatchedName;
use crate::find::{ExpressedLicense, Expression};
use crate::model::LicenseId;
use crate::reason::{Alternatives, ChoiceReason, Context, Question, QuestionPart, Settlement};

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
    /// What was asked of it: what holds for all parts, with what is known of it alone.
    pub context: Context,
}

/// The decision for an expression with a choice. Parts with different contexts may have different decisions.
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
        let asked = asked(stated, context.usage);
        let settlement = context.index.settle(&question(&asked, &context));
        let (mut taken_of, mut choices) = (BTreeMap::new(), Vec::<Choice>::new());
        for (((text, own), (stated, components)), part) in asked.iter().zip(&settlement.parts) {
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
                let (expression, parts) = ((*text).to_owned(), *components);
                add(&mut choices, Choice { expression, taken, reason: part.choice, parts });
            }
            taken_of.insert((*text, *own), taken);
        }
        let licenses = |component: &Component, own: Context| {
            let stated = component.licenses.iter().filter_map(|text| taken_of.get(&(text.as_str(), own)));
            let mut licenses: Vec<ExpressedLicense<'a>> = stated.flatten().cloned().collect();
            licenses.sort_unstable();
            licenses.dedup();
            licenses
        };
        let parts = stated.components.iter().map(|component| {
            let own = component.own.within(context.usage);
            Part { component, licenses: licenses(component, own), context: own }
        });
        let parts: Vec<Part<'a>> = parts.collect();
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

/// Every expression with each context of components that state it, and their number.
type Asked<'a> = BTreeMap<(&'a str, Context), (&'a StatedExpression<'a>, usize)>;

fn asked<'a>(stated: &'a StatedExpressions<'a>, all: Context) -> Asked<'a> {
    let mut asked = Asked::new();
    for component in &stated.components {
        let own = component.own.within(all);
        for text in &component.licenses {
            let Some(expression) = stated.expressions.get(text.as_str()) else { continue };
            asked.entry((text, own)).or_insert((expression, 0)).1 += 1;
        }
    }
    asked
}

/// Adds a decision, or the number of its parts to the same one with another context.
fn add(choices: &mut Vec<Choice>, choice: Choice) {
    let is_same = |known: &&mut Choice| {
        (&known.expression, &known.taken, known.reason) == (&choice.expression, &choice.taken, choice.reason)
    };
    let same = choices.iter_mut().rev().take_while(|known| known.expression == choice.expression);
    match same.into_iter().find(is_same) {
        Some(known) => known.parts += choice.parts,
        None => choices.push(choice),
    }
}

/// The question about the components: each expression with each context is a part.
fn question<'a>(asked: &Asked<'a>, context: &AuditContext<'a>) -> Question<'a> {
    let terms = |id: &LicenseId| context.terms(id);
    let parts = asked.iter().map(|((_, own), (stated, _))| QuestionPart {
        licenses: Alternatives::of(&stated.expression, &terms),
        usage: own.usage,
        modified: own.modified,
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
    for Part { component, licenses, .. } in parts {
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
