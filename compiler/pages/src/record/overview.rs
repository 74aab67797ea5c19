use serde::Serialize;

use super::super::Directory;
use muniment_library::history::ModelHistory;
use muniment_licenses::model::{License, Strength};

/// What sets a license apart, and how far its record was checked.
#[derive(Debug, Serialize)]
pub(super) struct Overview<'a> {
    /// What makes it different, in one sentence.
    feature: Option<&'a str>,
    /// The day of the comparison with the text; `None` if there was none.
    read_on: Option<String>,
    /// Its strength, and what the SPDX list says of it.
    flags: Vec<&'static str>,
}

impl<'a> Overview<'a> {
    pub(super) fn of(directory: &Directory<'_>, history: &ModelHistory<'_>, license: &'a License) -> Self {
        let review =
            directory.catalog.library.reviews.get(history.current.id).filter(|_| license.text_hash.is_some());
        let listed = license.spdx.as_deref().and_then(spdx::license_id);
        let flags = [
            license.strength.map(strength),
            listed.filter(|id| id.is_osi_approved()).map(|_| "OSI approved"),
            listed.filter(|id| id.is_fsf_free_libre()).map(|_| "Free according to the FSF"),
        ];
        Self {
            feature: license.feature.as_deref(),
            read_on: review.map(|review| review.reviewed_on.to_string()),
            flags: flags.into_iter().flatten().collect(),
        }
    }
}

/// The strength of a license for people.
fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::PublicDomain => "Public domain",
        Strength::Permissive => "Permissive",
        Strength::WeakCopyleft => "Weak copyleft",
        Strength::StrongCopyleft => "Strong copyleft",
        Strength::NetworkCopyleft => "Network copyleft",
        Strength::NonCommercial => "Non-commercial",
        Strength::NoDerivatives => "No derivatives",
        Strength::SourceAvailable => "Source available",
        Strength::UseRestricted => "Some uses prohibited",
    }
}

#[cfg(test)]
impl Overview<'static> {
    pub(super) fn sample() -> Self {
        Self {
            feature: Some("Credit & <notice>."),
            read_on: Some("2026-11-20".to_owned()),
            flags: vec!["Permissive"],
        }
    }
}
