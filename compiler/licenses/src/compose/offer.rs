use std::collections::BTreeMap;

use super::Composer;
use crate::model::{Library, Rule};

/// The acts and asset types that the composer form offers, with their descriptions.
#[derive(Debug)]
pub struct Offer<'l> {
    acts: Vec<OfferedAct<'l>>,
    /// Asset types by their labels.
    pub targets: Vec<OfferedTarget<'l>>,
}

/// An act of the vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedAct<'l> {
    /// Its IRI.
    pub iri: &'l str,
    /// Compact name.
    pub name: String,
    /// Label.
    pub label: &'l str,
    /// Description from the vocabulary.
    pub description: &'l str,
    /// Whether a permission or prohibition may name it.
    pub may_be_ruled: bool,
    /// Whether a duty may name it.
    pub may_be_required: bool,
    /// Whether it is mainly used by itself, and not as a condition of others.
    pub is_deed: bool,
    /// Whether many records of the library state it.
    pub is_usual: bool,
    /// Whether it is offered for new licenses (`data/vocabulary/actions.toml`); others appear only in licenses that
    /// state them.
    pub is_composable: bool,
}

/// An asset type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedTarget<'l> {
    /// Compact name.
    pub name: String,
    /// Label.
    pub label: &'l str,
}

/// An act is usual if at least one in `ONE_IN` records states it.
const ONE_IN: usize = 4;

impl<'l> Offer<'l> {
    /// The offer of a library.
    #[must_use]
    pub fn of(library: &'l Library) -> Self {
        let composer = Composer::new(library);
        let vocabulary = &library.vocabulary.current.content;
        let usage = usage(library);
        let mut acts: Vec<OfferedAct<'l>> = vocabulary
            .terms
            .iter()
            .filter(|(iri, _)| vocabulary.is_action(iri))
            .map(|(iri, term)| {
                let entry = library.actions.iter().find(|entry| entry.term == *iri);
                let records = usage.get(iri.as_str()).copied().unwrap_or(0);
                let may_be_ruled = vocabulary.is_rule_action(iri, &composer.terms);
                OfferedAct {
                    iri,
                    name: composer.compact(iri),
                    label: vocabulary.label(iri),
                    description: &term.comment,
                    may_be_ruled,
                    may_be_required: composer.can_be_required(iri),
                    is_deed: entry.map_or(may_be_ruled, |entry| entry.group != "duty"),
                    is_usual: records > 0 && records * ONE_IN >= library.licenses.len(),
                    is_composable: entry.is_some_and(|entry| entry.composable),
                }
            })
            .collect();
        acts.sort_by_cached_key(|act| (act.label.to_lowercase(), act.name.clone()));
        let mut targets: Vec<OfferedTarget<'l>> = library
            .asset_types
            .iter()
            .map(|iri| OfferedTarget { name: composer.compact(iri), label: vocabulary.label(iri) })
            .collect();
        targets.sort_by_cached_key(|target| target.label.to_lowercase());
        Self { acts, targets }
    }

    /// An offer of these acts and targets.
    #[must_use]
    pub fn with(acts: Vec<OfferedAct<'l>>, targets: Vec<OfferedTarget<'l>>) -> Self {
        Self { acts, targets }
    }

    /// Every act, by label.
    pub fn acts(&self) -> impl Iterator<Item = &OfferedAct<'l>> {
        self.acts.iter()
    }

    /// The act of a compact name or IRI.
    #[must_use]
    pub fn act(&self, name: &str) -> Option<&OfferedAct<'l>> {
        self.acts.iter().find(|act| act.name == name || act.iri == name)
    }
}

/// The number of records that state each act.
fn usage(library: &Library) -> BTreeMap<&str, usize> {
    let mut usage = BTreeMap::new();
    for model in library.licenses.values() {
        let license = &model.current.content;
        let rules = license.permissions.iter().chain(&license.prohibitions).chain(&license.duties);
        let mut acts: Vec<&str> = rules.flat_map(acts_of).collect();
        acts.sort_unstable();
        acts.dedup();
        for act in acts {
            *usage.entry(act).or_insert(0) += 1;
        }
    }
    usage
}

fn acts_of(rule: &Rule) -> impl Iterator<Item = &str> {
    std::iter::once(rule.action.as_str()).chain(rule.duties.iter().map(|duty| duty.action.as_str()))
}
