use serde::Serialize;

use super::super::reference::Reference;
use super::super::{Page, Pages};
use super::parts::{LicenseName, Part};
use muniment_licenses::model::{License, Rule};

/// A summary of a license: permissions, duties and prohibitions.
#[derive(Debug, Clone, Serialize)]
pub struct LicenseCard {
    name: LicenseName,
    spdx: String,
    is_withdrawn: bool,
    permitted: Vec<Reference>,
    required: Vec<Reference>,
    prohibited: Vec<Reference>,
}

impl Page for LicenseCard {
    const TEMPLATE: &'static str = "partials/license_card.html";
}

/// The card as a page.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct LicenseCardPage<'a>(pub &'a LicenseCard);

impl Page for LicenseCardPage<'_> {
    const TEMPLATE: &'static str = "pages/license_card.html";
}

impl Pages<'_> {
    /// The summary of a license.
    #[must_use]
    pub fn card(&self, part: Part<'_>) -> LicenseCard {
        let license: &License = part.license();
        let rules = || license.permissions.iter().chain(&license.prohibitions);
        LicenseCard {
            name: part.into(),
            spdx: license.spdx.clone().unwrap_or_default(),
            is_withdrawn: license.deprecated,
            permitted: self.acts(license.permissions.iter()),
            required: self.acts(license.duties.iter().chain(rules().flat_map(|rule| &rule.duties))),
            prohibited: self.acts(license.prohibitions.iter()),
        }
    }

    /// The acts of rules, sorted by label, without duplicates.
    fn acts<'r>(&self, rules: impl Iterator<Item = &'r Rule>) -> Vec<Reference> {
        let mut acts: Vec<Reference> = rules.map(|rule| self.directory.term(&rule.action)).collect();
        acts.sort_by(|a, b| a.key().cmp(&b.key()));
        acts.dedup();
        acts
    }
}
