use std::sync::LazyLock;

use schemars::SchemaGenerator;

use super::call::Parse;
use super::openapi::parameters::{
    ANSWER_FORMAT, CURSOR, FORMAT, GRAPH_ID, IN, KIND, LICENSE_ID, LIMIT, MODIFIED, OUT, PORTS, PREFER,
    PURPOSE, RELEASE_ID, SHIP, SINCE, USE,
};
use super::openapi::{Tag, discovery, schemas};
use super::{Call, ChangePage, ContainmentObject, Listing, ReleasesPage};
use crate::api::openapi::parameter::{Parameter, VERSION};
use crate::api::openapi::schema::Shape;
use crate::api::paths::Paths;
use crate::wire::Class;
use muniment_licenses::model::ModelKind;

/// What is said of an operation, once: requests are matched against it, the `OpenAPI` document and the discovery
/// document are written from it.
#[derive(Debug)]
pub(super) struct Row {
    /// The path, with its parameters in braces.
    template: &'static str,
    /// The `operationId`. The specification leaves three of them open.
    id: &'static str,
    /// Its name among the resources of the discovery document.
    pub(super) resource: Option<&'static str>,
    kind: Option<ModelKind>,
    pub(super) tag: Tag,
    /// The class the tree answers it as.
    pub(super) class: Class,
    /// What the JSON of an answer holds; a page holds none.
    pub(super) document: Option<Shape>,
    /// Beside `If-None-Match`, which all take.
    pub(super) parameters: &'static [&'static Parameter],
    pub(super) parse: Parse,
    pub(super) summary: &'static str,
    pub(super) description: &'static str,
}

macro_rules! operations {
    ($($name:ident = $row:expr),* $(,)?) => {
        /// What version 2 answers: every route of spec:version-2#parameters, in its order.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the rows describe their operations")]
        pub enum Operation {
            $($name,)*
        }

        impl Operation {
            /// Every operation, in the order of the specification.
            pub const ALL: [Self; [$(Self::$name),*].len()] = [$(Self::$name),*];

            pub(super) const fn row(self) -> &'static Row {
                match self {
                    $(Self::$name => &const { $row },)*
                }
            }
        }
    };
}

operations! {
    GetDiscovery = Row {
        template: "/v2",
        id: "getDiscovery",
        resource: None,
        kind: None,
        tag: Tag::Discovery,
        class: Class::Discovery,
        document: Some(discovery::discovery),
        parameters: &[],
        parse: |_| Some(Call::Fixed(Operation::GetDiscovery)),
        summary: "What this deployment provides",
        description: "Versions of the API, the state of the data, dependency graphs, limits, features, and where \
             everything is.",
    },
    GetApiCatalog = Row {
        template: "/.well-known/api-catalog",
        id: "getApiCatalog",
        resource: None,
        kind: None,
        tag: Tag::Discovery,
        class: Class::ApiCatalog,
        document: Some(schemas::api_catalog),
        parameters: &[],
        parse: |_| Some(Call::Fixed(Operation::GetApiCatalog)),
        summary: "Link set of the API's descriptions",
        description: "The API catalog of RFC 9727: addresses of the OpenAPI documents, their pages and the \
             discovery document.",
    },
    GetOpenApi = Row {
        template: "/v2/openapi.json",
        id: "getOpenApi",
        resource: None,
        kind: None,
        tag: Tag::Discovery,
        class: Class::OpenApi,
        document: Some(schemas::openapi_document),
        parameters: &[],
        parse: |_| Some(Call::Fixed(Operation::GetOpenApi)),
        summary: "This document",
        description: "The OpenAPI description of version 2.",
    },
    GetDocs = Row {
        template: "/v2/docs",
        id: "getDocs",
        resource: None,
        kind: None,
        tag: Tag::Discovery,
        class: Class::Docs,
        document: None,
        parameters: &[],
        parse: |_| Some(Call::Fixed(Operation::GetDocs)),
        summary: "Interactive page of this document",
        description: "A page for people, on which every operation can be tried.",
    },
    ListLicenses = Row {
        template: "/v2/licenses",
        id: "listLicenses",
        resource: Some("licenses"),
        kind: Some(ModelKind::License),
        tag: Tag::Licenses,
        class: Class::Listing,
        document: Some(SchemaGenerator::subschema_for::<Listing>),
        parameters: &[&LIMIT, &CURSOR, &PORTS],
        parse: |sent| sent.list(ModelKind::License),
        summary: "Current versions of the curated licenses",
        description: "A page of them, ordered by identifier. Test fixtures are among them and say so in \
         `record_status`; composed licenses are never listed. If `release` changes from page to page, begin again.",
    },
    GetLicense = Row {
        template: "/v2/licenses/{license_id}",
        id: "getLicense",
        resource: Some("license"),
        kind: Some(ModelKind::License),
        tag: Tag::Licenses,
        class: Class::Version,
        document: Some(schemas::license_version),
        parameters: &[&LICENSE_ID, &FORMAT],
        parse: |sent| sent.current(ModelKind::License),
        summary: "Current version of a license",
        description: "The same answer as that of its number. RDF forms hold the record with everything that belongs \
             to it.",
    },
    ListLicenseVersions = Row {
        template: "/v2/licenses/{license_id}/versions",
        id: "listLicenseVersions",
        resource: Some("license_versions"),
        kind: Some(ModelKind::License),
        tag: Tag::Licenses,
        class: Class::Listing,
        document: Some(SchemaGenerator::subschema_for::<Listing>),
        parameters: &[&LICENSE_ID],
        parse: |sent| sent.versions(ModelKind::License),
        summary: "Every version of a license",
        description: "Newest first, on one page. A composed license has one version.",
    },
    GetLicenseVersion = Row {
        template: "/v2/licenses/{license_id}/versions/{version}",
        id: "getLicenseVersion",
        resource: Some("license_version"),
        kind: Some(ModelKind::License),
        tag: Tag::Licenses,
        class: Class::Version,
        document: Some(schemas::license_version),
        parameters: &[&LICENSE_ID, &VERSION, &FORMAT],
        parse: |sent| sent.numbered(ModelKind::License),
        summary: "One version of a license",
        description: "A superseded version never changes again; a withdrawn record keeps answering.",
    },
    ListDependencyGraphs = Row {
        template: "/v2/dependency-graphs",
        id: "listDependencyGraphs",
        resource: Some("dependency_graphs"),
        kind: Some(ModelKind::DependencyGraph),
        tag: Tag::DependencyGraphs,
        class: Class::Listing,
        document: Some(SchemaGenerator::subschema_for::<Listing>),
        parameters: &[&LIMIT, &CURSOR],
        parse: |sent| sent.list(ModelKind::DependencyGraph),
        summary: "Current versions of the core dependency graphs",
        description: "A page of them, ordered by identifier; graphs of accounts are never listed. If `release` \
         changes from page to page, begin again.",
    },
    GetDependencyGraph = Row {
        template: "/v2/dependency-graphs/{graph_id}",
        id: "getDependencyGraph",
        resource: Some("dependency_graph"),
        kind: Some(ModelKind::DependencyGraph),
        tag: Tag::DependencyGraphs,
        class: Class::Version,
        document: Some(schemas::graph_version),
        parameters: &[&GRAPH_ID, &FORMAT],
        parse: |sent| sent.current(ModelKind::DependencyGraph),
        summary: "Current version of a dependency graph",
        description: "The same answer as that of its number. A graph of an account needs its token or session.",
    },
    ListDependencyGraphVersions = Row {
        template: "/v2/dependency-graphs/{graph_id}/versions",
        id: "listDependencyGraphVersions",
        resource: Some("dependency_graph_versions"),
        kind: Some(ModelKind::DependencyGraph),
        tag: Tag::DependencyGraphs,
        class: Class::Listing,
        document: Some(SchemaGenerator::subschema_for::<Listing>),
        parameters: &[&GRAPH_ID],
        parse: |sent| sent.versions(ModelKind::DependencyGraph),
        summary: "Every version of a dependency graph",
        description: "Newest first, on one page. A graph of an account needs its token or session.",
    },
    GetDependencyGraphVersion = Row {
        template: "/v2/dependency-graphs/{graph_id}/versions/{version}",
        id: "getDependencyGraphVersion",
        resource: Some("dependency_graph_version"),
        kind: Some(ModelKind::DependencyGraph),
        tag: Tag::DependencyGraphs,
        class: Class::Version,
        document: Some(schemas::graph_version),
        parameters: &[&GRAPH_ID, &VERSION, &FORMAT],
        parse: |sent| sent.numbered(ModelKind::DependencyGraph),
        summary: "One version of a dependency graph",
        description: "An archived version as Turtle is the file as it was archived, comments included. A graph of \
         an account needs its token or session.",
    },
    GetVocabulary = Row {
        template: "/v2/vocabulary",
        id: "getVocabulary",
        resource: Some("vocabulary"),
        kind: Some(ModelKind::Vocabulary),
        tag: Tag::Vocabulary,
        class: Class::Version,
        document: Some(schemas::vocabulary_version),
        parameters: &[&FORMAT],
        parse: |sent| sent.current(ModelKind::Vocabulary),
        summary: "Current version of the vocabulary",
        description: "The same answer as that of its number.",
    },
    ListVocabularyVersions = Row {
        template: "/v2/vocabulary/versions",
        id: "listVocabularyVersions",
        resource: Some("vocabulary_versions"),
        kind: Some(ModelKind::Vocabulary),
        tag: Tag::Vocabulary,
        class: Class::Listing,
        document: Some(SchemaGenerator::subschema_for::<Listing>),
        parameters: &[],
        parse: |sent| sent.versions(ModelKind::Vocabulary),
        summary: "Every version of the vocabulary",
        description: "Newest first, on one page.",
    },
    GetVocabularyVersion = Row {
        template: "/v2/vocabulary/versions/{version}",
        id: "getVocabularyVersion",
        resource: Some("vocabulary_version"),
        kind: Some(ModelKind::Vocabulary),
        tag: Tag::Vocabulary,
        class: Class::Version,
        document: Some(schemas::vocabulary_version),
        parameters: &[&VERSION, &FORMAT],
        parse: |sent| sent.numbered(ModelKind::Vocabulary),
        summary: "One version of the vocabulary",
        description: "An archived version as Turtle is the file as it was archived, comments included.",
    },
    ListReleases = Row {
        template: "/v2/releases",
        id: "listReleases",
        resource: Some("releases"),
        kind: None,
        tag: Tag::Releases,
        class: Class::Listing,
        document: Some(SchemaGenerator::subschema_for::<ReleasesPage>),
        parameters: &[],
        parse: |_| Some(Call::Fixed(Operation::ListReleases)),
        summary: "The current state and every registered release",
        description: "Newest first, on one page. Equal identifiers mean equal data, on whichever server.",
    },
    GetRelease = Row {
        template: "/v2/releases/{release_id}",
        id: "getRelease",
        resource: Some("release"),
        kind: None,
        tag: Tag::Releases,
        class: Class::Release,
        document: Some(schemas::manifest),
        parameters: &[&RELEASE_ID],
        parse: |sent| sent.release(),
        summary: "Manifest of a release",
        description: "Every model with its version and content hash. Any of the four identifiers of a release finds \
         it; one that several releases share finds the newest.",
    },
    ListChanges = Row {
        template: "/v2/changes",
        id: "listChanges",
        resource: Some("changes"),
        kind: None,
        tag: Tag::Releases,
        class: Class::Listing,
        document: Some(SchemaGenerator::subschema_for::<ChangePage>),
        parameters: &[&SINCE, &KIND, &LIMIT, &CURSOR],
        parse: |sent| sent.changes().map(Call::Changes),
        summary: "Every version published since a day or a release",
        description: "In order of date, kind, identifier and version; versions without a date come first. To follow \
         the library, keep `until.release` and ask with `since` next time.",
    },
    GetContainment = Row {
        template: "/v2/containment",
        id: "getContainment",
        resource: None,
        kind: None,
        tag: Tag::Licenses,
        class: Class::Answer,
        document: Some(SchemaGenerator::subschema_for::<ContainmentObject<'_>>),
        parameters: &[&IN, &OUT, &USE, &SHIP, &MODIFIED, &PURPOSE, &PREFER, &ANSWER_FORMAT],
        parse: |sent| Some(sent.containment()),
        summary: "Whether a part may go into a work",
        description: "The answer for a part under one license in a work under another, the rules and statements it \
         rests on, and what to do. Only a server computes it; a tree without one does not have it.",
    },
}

impl Operation {
    /// The path, with its parameters in braces.
    #[must_use]
    pub const fn template(self) -> &'static str {
        self.row().template
    }

    /// The `operationId`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.row().id
    }

    /// The class that the tree answers it as.
    #[must_use]
    pub const fn class(self) -> Class {
        self.row().class
    }

    /// The kind of model an operation reads, if it reads models of one kind.
    #[must_use]
    pub const fn model_kind(self) -> Option<ModelKind> {
        self.row().kind
    }

    /// The operation a decoded path asks for, with the values of its path parameters in their order.
    #[must_use]
    pub fn of_path(segments: &[String]) -> Option<(Self, Vec<&str>)> {
        static PATHS: LazyLock<Paths<Operation>> =
            LazyLock::new(|| Paths::new(&Operation::ALL, Operation::template));
        let (operations, values) = PATHS.at(segments)?;
        Some((*operations.first()?, values))
    }

    /// Whether a question can be posted to a decoded path: version 2 only reads, but a question about many parts does not
    /// fit into an address.
    #[must_use]
    pub fn takes_post(segments: &[String]) -> bool {
        Self::of_path(segments).is_some_and(|(operation, _)| operation == Self::GetContainment)
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
