use std::fmt;

use crate::wire::path_values;

/// A method of a documented operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Read.
    Get,
    /// Write, or ask with a body.
    Post,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Get => "GET",
            Self::Post => "POST",
        })
    }
}

/// Who may call an operation (spec:version-1#authentication).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Anyone,
    /// Everybody; whoever has a token reads more.
    MoreWithToken,
    /// Only who has a token.
    Token,
}

/// What an operation is, as the description and the router need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Route {
    /// The method.
    pub method: Method,
    /// The path, with its parameters in braces.
    pub template: &'static str,
    /// The `operationId`.
    pub id: &'static str,
    /// Who may call it.
    pub access: Access,
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident = $method:ident $template:literal $id:literal $access:ident),* $(,)?) => {
        /// Every documented operation of version 1 (spec:version-1#endpoints), and `/ns`, which the description leaves
        /// out.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Operation {
            $($(#[$doc])* $name,)*
        }

        impl Operation {
            /// In the order in which paths are looked up: one that spells a segment out goes before one that
            /// has a parameter there.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// What it is.
            #[must_use]
            pub const fn route(self) -> Route {
                match self {
                    $(Self::$name => Route {
                        method: Method::$method,
                        template: $template,
                        id: $id,
                        access: Access::$access,
                    },)*
                }
            }
        }
    };
}

operations! {
    /// Operation 1.
    GetLicense = Get "/licenselibrary/license/{license_id}" "getLicense" MoreWithToken,
    /// Operation 2.
    ListLicenses = Get "/licenselibrary/list" "listLicenses" Anyone,
    /// Operation 3.
    SearchLicenses = Post "/licenselibrary/facetedsearch" "searchLicenses" Anyone,
    /// Operation 4.
    ComposeLicense = Post "/licenselibrary/composer" "composeLicense" Token,
    /// Operation 5.
    ListAxioms = Get "/dependencygraph/list" "listAxioms" MoreWithToken,
    /// Operation 6; the slash at its end is part of the contract.
    CheckCompatibility = Post "/compatibilitycheck/" "checkCompatibility" MoreWithToken,
    /// Operation 7.
    GetDependencies = Get "/repolicensechecker/dependencies/{owner}/{name}" "getDependencies" Anyone,
    /// Operation 8.
    GetDependenciesByUrl = Get "/repolicensechecker/dependencies" "getDependenciesByUrl" Anyone,
    /// Operation 9.
    CheckRepository = Get "/repolicensechecker/check/{owner}/{name}" "checkRepository" Anyone,
    /// Operation 10.
    CheckRepositoryByUrl = Get "/repolicensechecker/check" "checkRepositoryByUrl" Anyone,
    /// Whether the parts of the deployment answer.
    GetHealth = Get "/healthz" "getHealth" MoreWithToken,
    /// Licenses side by side.
    CompareLicenses = Get "/licenselibrary/compare" "compareLicenses" MoreWithToken,
    /// The acts licenses are composed of.
    ListActions = Get "/licenselibrary/actions" "listActions" Anyone,
    /// Whether a license contradicts itself.
    CheckConsistency = Post "/licenselibrary/consistencycheck" "checkConsistency" MoreWithToken,
    /// The licenses of an account.
    ListOwnLicenses = Get "/licenselibrary/mine" "listOwnLicenses" Token,
    /// The revisions of one of them.
    ListRevisions = Get "/licenselibrary/mine/{license_id}/revisions" "listRevisions" Token,
    /// Marks one of them as deprecated.
    DeprecateLicense = Post "/licenselibrary/mine/{license_id}/deprecate" "deprecateLicense" Token,
    /// The record of an SPDX identifier.
    GetLicenseBySpdx = Get "/licenselibrary/spdx/{spdx_id}" "getLicenseBySpdx" Anyone,
    /// Every SPDX identifier and its record.
    GetSpdxMapping = Get "/licenselibrary/spdx-mapping" "getSpdxMapping" Anyone,
    /// The review of a record.
    GetReview = Get "/licenselibrary/review/{license_id}" "getReview" Anyone,
    /// What changed last.
    ListHistory = Get "/licenselibrary/history" "listHistory" Anyone,
    /// Text in, model out.
    TranslateLicense = Post "/licenselibrary/translate" "translateLicense" Token,
    /// A translation under way.
    GetTranslation = Get "/licenselibrary/translate/jobs/{job_id}" "getTranslation" Token,
    /// Model in, text out.
    NarrateLicense = Post "/licenselibrary/narrate" "narrateLicense" Token,
    /// The versions of a license.
    ListLicenseVersions = Get "/licenselibrary/license/{license_id}/versions" "listLicenseVersions" MoreWithToken,
    /// One of them.
    GetLicenseVersion = Get "/licenselibrary/license/{license_id}/versions/{version}" "getLicenseVersion" MoreWithToken,
    /// What changed between them.
    GetLicenseChangeLog = Get "/licenselibrary/license/{license_id}/changelog" "getLicenseChangeLog" Anyone,
    /// A license at its own IRI.
    GetLinkedLicense = Get "/licenselibrary/{license_id}" "getLinkedLicense" MoreWithToken,
    /// Its versions.
    GetLinkedVersions = Get "/licenselibrary/{license_id}/versions" "getLinkedVersions" MoreWithToken,
    /// The graphs that can be chosen.
    ListGraphs = Get "/dependencygraph/graphs" "listGraphs" MoreWithToken,
    /// The graphs of an account.
    ListOwnGraphs = Get "/dependencygraph/mine" "listOwnGraphs" Token,
    /// Two graphs side by side.
    CompareGraphs = Get "/dependencygraph/compare" "compareGraphs" MoreWithToken,
    /// The default rules of a graph.
    ListRules = Get "/dependencygraph/rules" "listRules" MoreWithToken,
    /// Stores a graph.
    CreateGraph = Post "/dependencygraph" "createGraph" Token,
    /// The versions of the graph that stands when none is chosen.
    ListDefaultGraphVersions = Get "/dependencygraph/versions" "listDefaultGraphVersions" Anyone,
    /// One of them.
    GetDefaultGraphVersion = Get "/dependencygraph/versions/{version}" "getDefaultGraphVersion" Anyone,
    /// What changed between them.
    GetDefaultGraphChangeLog = Get "/dependencygraph/changelog" "getDefaultGraphChangeLog" Anyone,
    /// The versions of a graph.
    ListGraphVersions = Get "/dependencygraph/{graph_id}/versions" "listGraphVersions" MoreWithToken,
    /// One of them.
    GetGraphVersion = Get "/dependencygraph/{graph_id}/versions/{version}" "getGraphVersion" MoreWithToken,
    /// What changed between them.
    GetGraphChangeLog = Get "/dependencygraph/{graph_id}/changelog" "getGraphChangeLog" MoreWithToken,
    /// A publisher.
    GetProfile = Get "/users/{user_id}" "getProfile" Anyone,
    /// What somebody may be looking for.
    SuggestLicenses = Get "/license-library/suggest" "suggestLicenses" Anyone,
    /// A file to lay beside a work.
    GetLicenseFile = Get "/license-library/{license_id}/license.json" "getLicenseFile" MoreWithToken,
    /// A badge.
    GetBadge = Get "/license-library/{license_id}/badge.svg" "getBadge" MoreWithToken,
    /// The licenses that can be checked.
    ListCheckerLicenses = Get "/license-compatibility-checker/licenses" "listCheckerLicenses" Anyone,
    /// The versions of the vocabulary.
    ListVocabularyVersions = Get "/ns/versions" "listVocabularyVersions" Anyone,
    /// One of them.
    GetVocabularyVersion = Get "/ns/versions/{version}" "getVocabularyVersion" Anyone,
    /// What changed between them.
    GetVocabularyChangeLog = Get "/ns/changelog" "getVocabularyChangeLog" Anyone,
    /// The vocabulary.
    GetVocabulary = Get "/ns" "getVocabulary" Anyone,
    /// A term of it.
    GetVocabularyTerm = Get "/ns/{term}" "getVocabularyTerm" Anyone,
}

impl Operation {
    /// Whether it is one of the ten whose paths, parameters and answers never change
    /// (spec:version-1#frozen-operations).
    #[must_use]
    pub fn is_frozen(self) -> bool {
        self <= Self::CheckRepositoryByUrl
    }

    /// Whether reading may take computing on a license or a dependency graph that an account made: such requests are
    /// counted by address.
    #[must_use]
    pub const fn reads_models_of_accounts(self) -> bool {
        matches!(
            self,
            Self::GetLicense
                | Self::ListAxioms
                | Self::CompareLicenses
                | Self::ListRevisions
                | Self::ListLicenseVersions
                | Self::GetLicenseVersion
                | Self::GetLinkedLicense
                | Self::GetLinkedVersions
                | Self::CompareGraphs
                | Self::ListRules
                | Self::ListGraphVersions
                | Self::GetGraphVersion
                | Self::GetGraphChangeLog
                | Self::GetLicenseFile
                | Self::GetBadge
        )
    }

    /// Whether the description has it (spec:version-1#library-endpoints: not `/ns`).
    #[must_use]
    pub fn is_described(self) -> bool {
        self < Self::ListVocabularyVersions
    }

    /// The operations at a decoded path, one a method, with the values of its path parameters in their order.
    #[must_use]
    pub fn at_path(segments: &[String]) -> Option<(Vec<Self>, Vec<&str>)> {
        let (template, values) = Self::ALL.iter().find_map(|operation| {
            let template = operation.route().template;
            Some((template, path_values(template, segments)?))
        })?;
        let operations = Self::ALL.iter().copied().filter(|other| other.route().template == template);
        Some((operations.collect(), values))
    }

    /// The value of `Allow` for the operations at a path.
    #[must_use]
    pub fn allowed(operations: &[Self]) -> String {
        let methods = operations.iter().map(|operation| match operation.route().method {
            Method::Get => "GET, HEAD",
            Method::Post => "POST",
        });
        methods.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str) -> Option<(Vec<Operation>, Vec<String>)> {
        let segments: Vec<String> = path.split('/').skip(1).map(str::to_owned).collect();
        Operation::at_path(&segments)
            .map(|(operations, values)| (operations, values.into_iter().map(str::to_owned).collect()))
    }

    #[test]
    fn every_template_leads_to_its_operation() {
        for operation in Operation::ALL {
            let (found, _) = at(operation.route().template).unwrap();
            assert_eq!(found, [*operation], "{}", operation.route().template);
        }
        assert_eq!(Operation::ALL.iter().filter(|operation| operation.is_frozen()).count(), 10);
    }

    #[test]
    fn segments_that_are_spelled_out_go_before_parameters() {
        for (path, operation, values) in [
            ("/licenselibrary/list", Operation::ListLicenses, &[][..]),
            ("/licenselibrary/facetedsearch", Operation::SearchLicenses, &[]),
            ("/licenselibrary/MIT", Operation::GetLinkedLicense, &["MIT"]),
            ("/licenselibrary/license/versions", Operation::GetLicense, &["versions"]),
            ("/licenselibrary/MIT/versions", Operation::GetLinkedVersions, &["MIT"]),
            ("/dependencygraph/versions/2", Operation::GetDefaultGraphVersion, &["2"]),
            ("/dependencygraph/dg_eu/versions/2", Operation::GetGraphVersion, &["dg_eu", "2"]),
            ("/repolicensechecker/check/a/b", Operation::CheckRepository, &["a", "b"]),
            ("/ns/changelog", Operation::GetVocabularyChangeLog, &[]),
            ("/ns/promote", Operation::GetVocabularyTerm, &["promote"]),
        ] {
            let (operations, found) = at(path).unwrap();
            assert_eq!((operations.as_slice(), found), (&[operation][..], owned(values)), "{path}");
        }
        for nothing in ["/", "/licenselibrary", "/licenselibrary/", "/licenselibrary/license/", "/ns/a/b"] {
            assert_eq!(at(nothing), None, "{nothing}");
        }
    }

    fn owned(values: &[&str]) -> Vec<String> {
        values.iter().map(|&value| value.to_owned()).collect()
    }
}
