use crate::model::{Library, LicenseNames, OwnTerms};
use muniment_rdf::Prefixes;

/// Reads and writes composed licenses with the vocabulary, asset types and addresses of a library. Immutable and
/// cheap to create.
#[derive(Debug)]
pub struct Composer<'l> {
    pub(super) library: &'l Library,
    pub(super) terms: OwnTerms,
    pub(super) prefixes: Prefixes,
    pub(super) license_names: LicenseNames<'l>,
}

impl<'l> Composer<'l> {
    /// A composer for a library.
    #[must_use]
    pub fn new(library: &'l Library) -> Self {
        Self {
            library,
            terms: library.site.terms(),
            prefixes: library.site.all_prefixes(),
            license_names: LicenseNames::new(library),
        }
    }

    /// The compact name of an IRI, for documents and sentences.
    pub(super) fn compact(&self, iri: &str) -> String {
        self.prefixes.compact(iri)
    }

    /// Whether only the service may state a property of a composed license: version, days, owner, status and
    /// relations to other licenses.
    pub(super) fn is_for_the_service(&self, predicate: &str) -> bool {
        use crate::model::terms::{dct, owl};
        let shared = [
            dct::CREATOR,
            dct::HAS_VERSION,
            dct::IS_REPLACED_BY,
            dct::ISSUED,
            dct::MODIFIED,
            dct::REPLACES,
            owl::DEPRECATED,
        ];
        let own = [
            &self.terms.deprecated_on,
            &self.terms.jurisdiction_port_of,
            &self.terms.license_owner,
            &self.terms.record_status,
            &self.terms.review_status,
            &self.terms.reviewed_on,
            &self.terms.variant_kind,
            &self.terms.variant_of,
            &self.terms.version_history,
        ];
        shared.contains(&predicate) || own.into_iter().any(|known| known == predicate)
    }
}
