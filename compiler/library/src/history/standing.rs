use super::VersionFacts;
use muniment_licenses::model::{Library, ReleaseId};
use muniment_rdf::ContentHash;

/// Where a version stands against what was released. A version is published by the first registered release that names
/// it (spec:releases#registration), and never changes from then on (spec:data-model#versions).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// No registered release names the version: it may still be edited.
    Unreleased,
    /// It is what was released.
    Released,
    /// It was released, and what stands there now is something else.
    Edited {
        /// A release that names it.
        release: ReleaseId,
        /// The hash it has there.
        released: ContentHash,
    },
}

/// Compares a version with the registered releases.
#[must_use]
pub fn standing(library: &Library, facts: &VersionFacts<'_>) -> Standing {
    let mut standing = Standing::Unreleased;
    for release in &library.releases {
        match release.section(facts.kind).models.get(facts.id) {
            Some(entry) if entry.version == facts.version && entry.content_hash != facts.content_hash => {
                return Standing::Edited { release: release.id.clone(), released: entry.content_hash };
            }
            Some(entry) if entry.version == facts.version => standing = Standing::Released,
            _ => {}
        }
    }
    standing
}
