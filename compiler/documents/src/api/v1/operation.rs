use super::row::{Method, Route, Row};
use super::{
    actions, change_log, comparison, consistency, default_rules, graph_comparison, graph_input, graphs,
    health, history, license_file, narration, owned, profile, record, repository, repository_check, results,
    review, search, spdx, suggestions, translation, verdict, versions, vocabulary,
};
use crate::wire::path_values;

macro_rules! operations {
    ($($name:ident = $file:ident::$row:ident),* $(,)?) => {
        /// Every operation of version 1 (document 1 §4), and `/ns`, which the description leaves out.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the rows describe their operations")]
        pub enum Operation {
            $($name,)*
        }

        impl Operation {
            /// In the order in which paths are looked up: one that spells a segment out goes before one that
            /// has a parameter there.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// What is said of it.
            #[must_use]
            pub fn row(self) -> &'static Row {
                match self {
                    $(Self::$name => &$file::$row,)*
                }
            }
        }
    };
}

operations! {
    GetLicense = record::GET_LICENSE,
    ListLicenses = results::LIST_LICENSES,
    SearchLicenses = search::SEARCH_LICENSES,
    ComposeLicense = owned::COMPOSE_LICENSE,
    ListAxioms = graphs::LIST_AXIOMS,
    CheckCompatibility = verdict::CHECK_COMPATIBILITY,
    GetDependencies = repository::GET_DEPENDENCIES,
    GetDependenciesByUrl = repository::GET_DEPENDENCIES_BY_URL,
    CheckRepository = repository_check::CHECK_REPOSITORY,
    CheckRepositoryByUrl = repository_check::CHECK_REPOSITORY_BY_URL,
    GetHealth = health::GET_HEALTH,
    CompareLicenses = comparison::COMPARE_LICENSES,
    ListActions = actions::LIST_ACTIONS,
    CheckConsistency = consistency::CHECK_CONSISTENCY,
    ListOwnLicenses = owned::LIST_OWN_LICENSES,
    ListRevisions = owned::LIST_REVISIONS,
    DeprecateLicense = owned::DEPRECATE_LICENSE,
    GetLicenseBySpdx = spdx::GET_LICENSE_BY_SPDX,
    GetSpdxMapping = spdx::GET_SPDX_MAPPING,
    GetReview = review::GET_REVIEW,
    ListHistory = history::LIST_HISTORY,
    TranslateLicense = translation::TRANSLATE_LICENSE,
    GetTranslation = translation::GET_TRANSLATION,
    NarrateLicense = narration::NARRATE_LICENSE,
    ListLicenseVersions = versions::LIST_LICENSE_VERSIONS,
    GetLicenseVersion = record::GET_LICENSE_VERSION,
    GetLicenseChangeLog = change_log::GET_LICENSE_CHANGE_LOG,
    GetLinkedLicense = record::GET_LINKED_LICENSE,
    GetLinkedVersions = record::GET_LINKED_VERSIONS,
    ListGraphs = graphs::LIST_GRAPHS,
    ListOwnGraphs = graphs::LIST_OWN_GRAPHS,
    CompareGraphs = graph_comparison::COMPARE_GRAPHS,
    ListRules = default_rules::LIST_RULES,
    CreateGraph = graph_input::CREATE_GRAPH,
    ListDefaultGraphVersions = versions::LIST_DEFAULT_GRAPH_VERSIONS,
    GetDefaultGraphVersion = graphs::GET_DEFAULT_GRAPH_VERSION,
    GetDefaultGraphChangeLog = change_log::GET_DEFAULT_GRAPH_CHANGE_LOG,
    ListGraphVersions = versions::LIST_GRAPH_VERSIONS,
    GetGraphVersion = graphs::GET_GRAPH_VERSION,
    GetGraphChangeLog = change_log::GET_GRAPH_CHANGE_LOG,
    GetProfile = profile::GET_PROFILE,
    SuggestLicenses = suggestions::SUGGEST_LICENSES,
    GetLicenseFile = license_file::GET_LICENSE_FILE,
    GetBadge = license_file::GET_BADGE,
    ListCheckerLicenses = suggestions::LIST_CHECKER_LICENSES,
    ListVocabularyVersions = versions::LIST_VOCABULARY_VERSIONS,
    GetVocabularyVersion = vocabulary::GET_VOCABULARY_VERSION,
    GetVocabularyChangeLog = change_log::GET_VOCABULARY_CHANGE_LOG,
    GetVocabulary = vocabulary::GET_VOCABULARY,
    GetVocabularyTerm = vocabulary::GET_VOCABULARY_TERM,
}

impl Operation {
    /// How it is called.
    #[must_use]
    pub fn route(self) -> &'static Route {
        &self.row().route
    }

    /// Whether it is one of the ten whose paths, parameters and answers never change (document 1 §4.1).
    #[must_use]
    pub fn is_frozen(self) -> bool {
        self.row().is_frozen
    }

    /// Whether the description has it (document 1 §4.3: not `/ns`).
    #[must_use]
    pub fn is_described(self) -> bool {
        !self.route().template.starts_with("/ns")
    }

    /// The path of its template with `values` in the places of its parameters.
    #[must_use]
    pub fn path(self, values: &[impl AsRef<str>]) -> String {
        let mut values = values.iter();
        let segments = self.route().template.split('/').map(|segment| match segment.starts_with('{') {
            true => values.next().map(AsRef::as_ref).unwrap_or_default(),
            false => segment,
        });
        segments.collect::<Vec<_>>().join("/")
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
