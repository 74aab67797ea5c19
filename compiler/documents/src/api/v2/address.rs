use muniment_licenses::model::{ModelKind, VersionNumber};

/// Path of a model's current version.
#[must_use]
pub fn model_address(kind: ModelKind, id: &str) -> String {
    match kind {
        ModelKind::License => format!("/v2/licenses/{id}"),
        ModelKind::DependencyGraph => format!("/v2/dependency-graphs/{id}"),
        ModelKind::Vocabulary => "/v2/vocabulary".to_owned(),
    }
}

/// Path of a model's version list.
#[must_use]
pub fn versions_address(kind: ModelKind, id: &str) -> String {
    format!("{}/versions", model_address(kind, id))
}

/// Path of one version.
#[must_use]
pub fn version_address(kind: ModelKind, id: &str, version: VersionNumber) -> String {
    format!("{}/{version}", versions_address(kind, id))
}
