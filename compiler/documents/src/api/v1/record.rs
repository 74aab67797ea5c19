use muniment_licenses::model::{Site, terms::odrl};
use muniment_rdf::{Outline, References, json_ld};

/// Properties whose values are a list in the frozen shape, however many there are.
const LISTS: [&str; 3] = [odrl::PERMISSION, odrl::PROHIBITION, odrl::DUTY];

/// The default answer of operation 1 (spec:version-1#license-record): the record in the frozen context of 12 prefixes,
/// the `odrl:Set` first, every reference a plain string.
///
/// Labels of blank nodes follow from the statements alone, so two answers for one version are equal.
#[must_use]
pub fn frozen_record(outline: &Outline<'_>, site: &Site) -> String {
    json_ld(outline, &site.context(), References::Bare { lists: &LISTS })
}
