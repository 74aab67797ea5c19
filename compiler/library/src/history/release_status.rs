use super::VersionFacts;
use muniment_licenses::model::{Library, ReleaseId};
use muniment_rdf::ContentHash;

/// Whether a version was released. The first registered release that names a version publishes it
/// (spec:releases#registration); then it never changes (spec:data-model#versions).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReleaseStatus {
    /// No registered release names the version: it may still be edited.
    Unreleased,
    /// It equals the released version.
    Released,
    /// It was released and edited afterwards.
    Edited {
        /// A release that names it.
        release: ReleaseId,
        /// The hash in the release.
        released: ContentHash,
    },
}

/// Compares a version with the registered releases.
#[must_use]
pub fn release_status(library: &Library, facts: &VersionFacts<'_>) -> ReleaseStatus {
    let mut release_status = ReleaseStatus::Unreleased;
    for release in &library.releases {
        match release.section(facts.kind).models.get(facts.id) {
            Some(entry) if entry.version == facts.version && entry.content_hash != facts.content_hash => {
                return ReleaseStatus::Edited { release: release.id.clone(), released: entry.content_hash };
            }
            Some(entry) if entry.version == facts.version => release_status = ReleaseStatus::Released,
            _ => {}
        }
    }
    release_status
}
