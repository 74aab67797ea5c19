use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::profile::Profiles;
use super::rules::contain;
use super::{Containment, Context, Terms};
use crate::model::Library;

/// What containment needs to know of several licenses, by IRI, with the later versions among them that each allows.
#[derive(Debug)]
pub struct TermsIndex {
    terms: BTreeMap<String, Arc<Terms>>,
    later: BTreeMap<String, Vec<Arc<Terms>>>,
    closed_source: Terms,
}

impl FromIterator<Terms> for TermsIndex {
    fn from_iter<I: IntoIterator<Item = Terms>>(terms: I) -> Self {
        let terms: BTreeMap<String, Arc<Terms>> =
            terms.into_iter().map(|terms| (terms.iri.clone(), Arc::new(terms))).collect();
        let later =
            terms.iter().map(|(iri, own)| (iri.clone(), own.later(terms.values()).cloned().collect()));
        let later = later.collect();
        Self { terms, later, closed_source: Terms::closed_source() }
    }
}

impl TermsIndex {
    /// The terms of the current records. Reads no graph.
    #[must_use]
    pub fn new(library: &Library) -> Self {
        Self::with(library, &Profiles::new(library))
    }

    pub(in crate::reason) fn with(library: &Library, profiles: &Profiles) -> Self {
        let (terms, license_base) = (library.site.terms(), library.site.license_base());
        let records = library.licenses.iter().map(|(id, model)| {
            let known = library.best_known.iter().position(|known| known == id);
            Terms::new(&model.iri, &model.current.content, profiles, &terms, &license_base)
                .ranked(known.unwrap_or(usize::MAX))
        });
        records.collect()
    }

    /// The terms of a license.
    #[must_use]
    pub fn get(&self, iri: &str) -> Option<&Arc<Terms>> {
        self.terms.get(iri)
    }

    /// Closed source as the license of a work (spec:reasoning#closed-source).
    #[must_use]
    pub const fn closed_source(&self) -> &Terms {
        &self.closed_source
    }

    /// The terms of every license, in order of their IRIs.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Terms>> {
        self.terms.values()
    }

    /// The licenses that a work may be put under (spec:reasoning#question), the best known first, then by IRI.
    pub fn offered(&self) -> impl Iterator<Item = &Terms> {
        let mut offered: Vec<&Terms> =
            self.iter().map(AsRef::as_ref).filter(|terms| terms.is_offered()).collect();
        offered.sort_by_key(|terms| terms.rank());
        offered.into_iter()
    }

    /// Whether a part under one license may go into a work under another. Both may be licenses of accounts.
    #[must_use]
    pub fn contain<'t>(&'t self, part: &'t Terms, work: &'t Terms, context: Context) -> Containment<'t> {
        contain(part, work, context, self.later(part))
    }

    /// Whether a part may go into each of several works. Looks for later versions of the part once.
    pub(in crate::reason) fn contain_each<'t>(
        &'t self,
        part: &'t Terms,
        works: impl Iterator<Item = &'t Terms>,
        context: Context,
    ) -> impl Iterator<Item = Containment<'t>> {
        let later: Vec<&Arc<Terms>> = self.later(part).collect();
        works.map(move |work| contain(part, work, context, later.iter().copied()))
    }

    /// The later versions and other licenses under which recipients may take a part: known ones for a record, else those
    /// that are found now.
    fn later<'t>(&'t self, part: &'t Terms) -> impl Iterator<Item = &'t Arc<Terms>> {
        let known = self.later.get(part.iri());
        let found = known.is_none().then(|| part.later(self.terms.values()));
        known.into_iter().flatten().chain(found.into_iter().flatten())
    }
}
