//! Addresses outside `/v2` that documents of both versions name.

use muniment_library::history::VersionFacts;
use muniment_licenses::model::{ModelKind, VersionNumber};

/// Path of a model's page.
pub(super) fn page_address(kind: ModelKind, id: &str) -> String {
    match kind {
        ModelKind::License => format!("/license-library/{id}"),
        ModelKind::DependencyGraph => format!("/dependency-graph/{id}"),
        ModelKind::Vocabulary => "/ns".to_owned(),
    }
}

/// Path of a version in version 1 of the API (spec:version-1#library-endpoints).
#[must_use]
pub fn version_1_address(kind: ModelKind, id: &str, version: VersionNumber) -> String {
    match kind {
        ModelKind::License => format!("/licenselibrary/license/{id}/versions/{version}"),
        ModelKind::DependencyGraph => format!("/dependencygraph/{id}/versions/{version}"),
        ModelKind::Vocabulary => format!("/ns/versions/{version}"),
    }
}

/// Path of a model's change log (spec:version-1#library-endpoints); none if it was never corrected.
pub(super) fn change_log_address(facts: &VersionFacts<'_>) -> Option<String> {
    facts.has_change_log.then(|| match facts.kind {
        ModelKind::License => format!("/licenselibrary/license/{}/changelog", facts.id),
        ModelKind::DependencyGraph => format!("/dependencygraph/{}/changelog", facts.id),
        ModelKind::Vocabulary => "/ns/changelog".to_owned(),
    })
}
