use std::collections::BTreeMap;
use std::sync::Arc;

use super::rules::contain;
use super::{Containment, Context, Terms};

/// The terms of several licenses, by IRI, with the later versions among them that each allows.
#[derive(Debug, Default)]
pub struct TermsIndex {
    terms: BTreeMap<String, Arc<Terms>>,
    later: BTreeMap<String, Vec<Arc<Terms>>>,
}

impl FromIterator<Terms> for TermsIndex {
    fn from_iter<I: IntoIterator<Item = Terms>>(terms: I) -> Self {
        let terms: BTreeMap<String, Arc<Terms>> =
            terms.into_iter().map(|terms| (terms.iri.clone(), Arc::new(terms))).collect();
        let later =
            terms.iter().map(|(iri, own)| (iri.clone(), own.later(terms.values()).cloned().collect()));
        let later = later.collect();
        Self { terms, later }
    }
}

impl TermsIndex {
    /// The terms of a license.
    #[must_use]
    pub fn get(&self, iri: &str) -> Option<&Arc<Terms>> {
        self.terms.get(iri)
    }

    /// The terms of every license, in order of their IRIs.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Terms>> {
        self.terms.values()
    }

    /// Whether a part under one license may go into a work under another. Both may be licenses of accounts.
    #[must_use]
    pub fn contain<'t>(&'t self, part: &'t Terms, work: &'t Terms, context: Context) -> Containment<'t> {
        match self.later.get(part.iri()) {
            Some(later) => contain(part, work, context, later.iter()),
            None => contain(part, work, context, part.later(self.terms.values())),
        }
    }
}
