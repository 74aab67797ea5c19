use std::collections::BTreeMap;

use crate::model::terms::dct;
use crate::model::{License, LicenseId, Model, OwnTerms, Rule, Title};
use muniment_rdf::{iri_of, text_of};

/// The comparable statements of a license (spec:version-1#answer-objects).
#[derive(Debug)]
pub struct LicenseVector<'l> {
    /// The record.
    pub id: &'l LicenseId,
    /// Its title.
    pub title: &'l Title,
    /// IRIs of its asset types.
    pub targets: &'l [String],
    /// Permissions with their duties.
    pub permissions: &'l [Rule],
    /// Prohibitions.
    pub prohibitions: &'l [Rule],
    /// Duties of the license as a whole.
    pub duties: &'l [Rule],
    /// Raw values of the policy qualities it states, sorted, by IRI of the property.
    pub terms: BTreeMap<String, Vec<String>>,
}

/// IRIs of the policy qualities, in display order.
pub(super) fn qualities(terms: &OwnTerms) -> impl Iterator<Item = &str> {
    [
        terms.license_version.as_str(),
        dct::LANGUAGE,
        &terms.variant_kind,
        &terms.composed_of,
        &terms.validity_type,
        &terms.terminates_on_breach,
        &terms.cure_period,
        &terms.sublicense_survival,
        &terms.or_later_version_option,
        &terms.share_alike_version_qualifier,
        &terms.reciprocity_scope,
        &terms.compatible_license_test,
        &terms.alternative_condition_set,
        &terms.source_publication_period,
        &terms.field_of_use_restriction,
        &terms.government_rights_limitation,
        &terms.governing_law,
    ]
    .into_iter()
}

impl<'l> LicenseVector<'l> {
    pub(super) fn new(id: &'l LicenseId, model: &'l Model<License>, own: &OwnTerms) -> Self {
        let license = &model.current.content;
        let mut terms: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (_, predicate, object) in model.current.graph.named(&model.iri).statements() {
            let Some(value) = iri_of(object).or_else(|| text_of(object)) else { continue };
            if !qualities(own).any(|quality| quality == predicate) {
                continue;
            }
            terms.entry(predicate.to_owned()).or_default().push(value.to_owned());
        }
        for values in terms.values_mut() {
            values.sort();
            values.dedup();
        }
        Self {
            id,
            title: &license.title,
            targets: &license.targets,
            permissions: &license.permissions,
            prohibitions: &license.prohibitions,
            duties: &license.duties,
            terms,
        }
    }

    /// The values of a quality; may be empty.
    #[must_use]
    pub fn term(&self, property: &str) -> &[String] {
        self.terms.get(property).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_quality_is_listed_twice() {
        let own = OwnTerms::new("https://svc.example/ns#");
        let mut names: Vec<&str> = qualities(&own).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
