use crate::wire::path_values;
use muniment_licenses::model::ModelKind;

/// What version 2 answers: every route of spec:version-2#endpoints, in its order.
///
/// The one table of them: requests are matched against it, the `OpenAPI` document is written from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// The discovery document.
    GetDiscovery,
    /// The link set of RFC 9727.
    GetApiCatalog,
    /// The `OpenAPI` document.
    GetOpenApi,
    /// Its interactive page.
    GetDocs,
    /// Current versions of curated records.
    ListLicenses,
    /// The current version of a license.
    GetLicense,
    /// Every version of a license.
    ListLicenseVersions,
    /// One version of a license.
    GetLicenseVersion,
    /// Current versions of core graphs.
    ListDependencyGraphs,
    /// The current version of a dependency graph.
    GetDependencyGraph,
    /// Every version of a dependency graph.
    ListDependencyGraphVersions,
    /// One version of a dependency graph.
    GetDependencyGraphVersion,
    /// The current version of the vocabulary.
    GetVocabulary,
    /// Every version of the vocabulary.
    ListVocabularyVersions,
    /// One version of the vocabulary.
    GetVocabularyVersion,
    /// The current state and every registered release.
    ListReleases,
    /// The manifest of a release.
    GetRelease,
    /// The change feed.
    ListChanges,
}

impl Operation {
    /// Every operation, in the order of the specification.
    pub const ALL: [Self; 18] = [
        Self::GetDiscovery,
        Self::GetApiCatalog,
        Self::GetOpenApi,
        Self::GetDocs,
        Self::ListLicenses,
        Self::GetLicense,
        Self::ListLicenseVersions,
        Self::GetLicenseVersion,
        Self::ListDependencyGraphs,
        Self::GetDependencyGraph,
        Self::ListDependencyGraphVersions,
        Self::GetDependencyGraphVersion,
        Self::GetVocabulary,
        Self::ListVocabularyVersions,
        Self::GetVocabularyVersion,
        Self::ListReleases,
        Self::GetRelease,
        Self::ListChanges,
    ];

    /// The path, with its parameters in braces.
    #[must_use]
    pub const fn template(self) -> &'static str {
        match self {
            Self::GetDiscovery => "/v2",
            Self::GetApiCatalog => "/.well-known/api-catalog",
            Self::GetOpenApi => "/v2/openapi.json",
            Self::GetDocs => "/v2/docs",
            Self::ListLicenses => "/v2/licenses",
            Self::GetLicense => "/v2/licenses/{license_id}",
            Self::ListLicenseVersions => "/v2/licenses/{license_id}/versions",
            Self::GetLicenseVersion => "/v2/licenses/{license_id}/versions/{version}",
            Self::ListDependencyGraphs => "/v2/dependency-graphs",
            Self::GetDependencyGraph => "/v2/dependency-graphs/{graph_id}",
            Self::ListDependencyGraphVersions => "/v2/dependency-graphs/{graph_id}/versions",
            Self::GetDependencyGraphVersion => "/v2/dependency-graphs/{graph_id}/versions/{version}",
            Self::GetVocabulary => "/v2/vocabulary",
            Self::ListVocabularyVersions => "/v2/vocabulary/versions",
            Self::GetVocabularyVersion => "/v2/vocabulary/versions/{version}",
            Self::ListReleases => "/v2/releases",
            Self::GetRelease => "/v2/releases/{release_id}",
            Self::ListChanges => "/v2/changes",
        }
    }

    /// The `operationId`. The specification leaves three of them open.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::GetDiscovery => "getDiscovery",
            Self::GetApiCatalog => "getApiCatalog",
            Self::GetOpenApi => "getOpenApi",
            Self::GetDocs => "getDocs",
            Self::ListLicenses => "listLicenses",
            Self::GetLicense => "getLicense",
            Self::ListLicenseVersions => "listLicenseVersions",
            Self::GetLicenseVersion => "getLicenseVersion",
            Self::ListDependencyGraphs => "listDependencyGraphs",
            Self::GetDependencyGraph => "getDependencyGraph",
            Self::ListDependencyGraphVersions => "listDependencyGraphVersions",
            Self::GetDependencyGraphVersion => "getDependencyGraphVersion",
            Self::GetVocabulary => "getVocabulary",
            Self::ListVocabularyVersions => "listVocabularyVersions",
            Self::GetVocabularyVersion => "getVocabularyVersion",
            Self::ListReleases => "listReleases",
            Self::GetRelease => "getRelease",
            Self::ListChanges => "listChanges",
        }
    }

    /// The kind of model an operation reads, if it reads models of one kind.
    #[must_use]
    pub const fn model_kind(self) -> Option<ModelKind> {
        match self {
            Self::ListLicenses | Self::GetLicense | Self::ListLicenseVersions | Self::GetLicenseVersion => {
                Some(ModelKind::License)
            }
            Self::ListDependencyGraphs
            | Self::GetDependencyGraph
            | Self::ListDependencyGraphVersions
            | Self::GetDependencyGraphVersion => Some(ModelKind::DependencyGraph),
            Self::GetVocabulary | Self::ListVocabularyVersions | Self::GetVocabularyVersion => {
                Some(ModelKind::Vocabulary)
            }
            _ => None,
        }
    }

    /// The operation a decoded path asks for, with the values of its path parameters in their order.
    #[must_use]
    pub fn of_path(segments: &[String]) -> Option<(Self, Vec<&str>)> {
        let values = |operation: Self| Some((operation, path_values(operation.template(), segments)?));
        Self::ALL.into_iter().find_map(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str) -> Option<(Operation, Vec<String>)> {
        let segments: Vec<String> = path.split('/').skip(1).map(str::to_owned).collect();
        Operation::of_path(&segments)
            .map(|(operation, values)| (operation, values.into_iter().map(str::to_owned).collect()))
    }

    #[test]
    fn paths_lead_to_one_operation_with_its_parameters() {
        for operation in Operation::ALL {
            assert_eq!(of(operation.template()).map(|(found, _)| found), Some(operation));
        }
        assert_eq!(
            of("/v2/licenses/MIT/versions/1"),
            Some((Operation::GetLicenseVersion, vec!["MIT".to_owned(), "1".to_owned()]))
        );
        for nothing in ["/", "/v2/", "/v1", "/v2/licenses/", "/v2/licenses/MIT/versions/", "/v2/vocabulary/1"]
        {
            assert_eq!(of(nothing), None, "{nothing}");
        }
    }
}
