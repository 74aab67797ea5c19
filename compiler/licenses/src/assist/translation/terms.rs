use std::collections::BTreeMap;

use crate::model::terms::odrl;
use crate::model::{Library, OwnTerms, Vocabulary, VocabularyTerm};
use muniment_rdf::Prefixes;

/// Looks up the acts and asset types of a library by the names in answers.
#[derive(Debug)]
pub(super) struct Terms<'l> {
    pub(super) library: &'l Library,
    prefixes: Prefixes,
    own: OwnTerms,
    /// Acts by compact name, local name and label, as letters and digits in lower case; `None` for ambiguous names.
    acts: BTreeMap<String, Option<&'l str>>,
}

/// An act in a prompt.
#[derive(Debug, Clone, Copy)]
pub(super) struct OfferedAct<'l> {
    pub(super) iri: &'l str,
    pub(super) term: &'l VocabularyTerm,
    pub(super) may_be_ruled: bool,
    pub(super) may_be_required: bool,
}

impl<'l> Terms<'l> {
    pub(super) fn new(library: &'l Library) -> Self {
        let (prefixes, own) = (library.site.all_prefixes(), library.site.terms());
        let vocabulary = &library.vocabulary.current.content;
        let is_composable = |iri: &str| library.actions.iter().any(|act| act.composable && act.term == iri);
        let is_act = |term: &VocabularyTerm| term.types.contains(odrl::ACTION_CLASS);
        let (offered, others): (Vec<_>, Vec<_>) =
            vocabulary.terms.iter().filter(|(_, term)| is_act(term)).partition(|(iri, _)| is_composable(iri));
        let mut acts = names(&prefixes, &offered);
        for (word, act) in names(&prefixes, &others) {
            // Names of offered acts take precedence.
            acts.entry(word).or_insert(act);
        }
        Self { library, prefixes, own, acts }
    }

    pub(super) fn vocabulary(&self) -> &'l Vocabulary {
        &self.library.vocabulary.current.content
    }

    /// Finds an act by compact name, IRI, local name or label.
    pub(super) fn act(&self, name: &str) -> Option<String> {
        let name = name.trim();
        let iri = self.prefixes.expand(name).unwrap_or_else(|| name.to_owned());
        if self.vocabulary().is_action(&iri) {
            return Some(iri);
        }
        self.acts.get(&word(name)).copied().flatten().map(str::to_owned)
    }

    pub(super) fn compact(&self, iri: &str) -> String {
        self.prefixes.compact(iri)
    }

    pub(super) fn label(&self, iri: &str) -> String {
        self.vocabulary().label(iri).to_owned()
    }

    pub(super) fn may_be_ruled(&self, act: &str) -> bool {
        self.vocabulary().is_rule_action(act, &self.own)
    }

    pub(super) fn may_be_required(&self, act: &str) -> bool {
        self.vocabulary().is_duty_action(act, &self.own)
    }

    /// The short name of an asset type in composer documents.
    pub(super) fn asset_type(&self, name: &str) -> Option<String> {
        let wanted = word(name);
        let types = self.library.asset_types.iter();
        types
            .filter(|iri| {
                let names = [word(iri), word(&self.compact(iri)), word(local(iri)), word(&self.label(iri))];
                names.iter().any(|name| *name == wanted || format!("{name}s") == wanted)
            })
            .map(|iri| local(iri).to_ascii_lowercase())
            .next()
    }

    /// The short names and descriptions of the asset types.
    pub(super) fn asset_types(&self) -> impl Iterator<Item = (String, &'l str)> {
        self.library.asset_types.iter().map(|iri| (local(iri).to_ascii_lowercase(), self.comment(iri)))
    }

    /// The acts offered to authors, in order of their IRIs.
    pub(super) fn offered(&self) -> Vec<OfferedAct<'l>> {
        let composable = self.library.actions.iter().filter(|act| act.composable);
        let mut offered: Vec<OfferedAct<'l>> = composable
            .filter_map(|act| {
                let (iri, term) = self.vocabulary().terms.get_key_value(&act.term)?;
                let (may_be_ruled, may_be_required) = (self.may_be_ruled(iri), self.may_be_required(iri));
                (!term.deprecated).then_some(OfferedAct { iri, term, may_be_ruled, may_be_required })
            })
            .collect();
        offered.sort_by_key(|act| act.iri);
        offered
    }

    fn comment(&self, iri: &str) -> &'l str {
        self.vocabulary().terms.get(iri).map(|term| term.comment.as_str()).unwrap_or_default()
    }
}

/// Acts by name; `None` for ambiguous names.
fn names<'l>(
    prefixes: &Prefixes,
    acts: &[(&'l String, &'l VocabularyTerm)],
) -> BTreeMap<String, Option<&'l str>> {
    let mut names: BTreeMap<String, Option<&'l str>> = BTreeMap::new();
    for (iri, term) in acts {
        for name in [prefixes.compact(iri).as_str(), local(iri), &term.label].map(word) {
            let known = names.entry(name).or_insert(Some(iri));
            if *known != Some(iri.as_str()) {
                *known = None;
            }
        }
    }
    names.remove("");
    names
}

/// Normalizes a name to its letters and digits in lower case.
pub(super) fn word(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn local(iri: &str) -> &str {
    iri.rsplit(['#', '/']).next().unwrap_or(iri)
}
