use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::{model_address, version_address};
use crate::api::v1::{BUCKETS, Endpoint, Operation};
use muniment_library::history::{Catalog, is_registered};
use muniment_licenses::model::{ModelKind, Release};
use muniment_rdf::ALGORITHM;

/// What a deployment provides beyond the data; the tree describes one without a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deployment {
    /// Version of the program.
    pub application_version: String,
    /// What is switched on.
    pub features: Features,
    /// The limiters.
    pub rate_limits: RateLimits,
    /// Banner text that stands in for the library's own.
    pub notice: Option<String>,
}

/// Switches of a deployment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Features {
    /// The translation assistant has a provider.
    pub text_to_license: bool,
    /// Narration has a provider.
    pub license_to_text: bool,
    /// The repository check has a package-metadata service.
    pub repo_checker: bool,
    /// People may open accounts themselves.
    pub registration: bool,
}

/// Switches of the limiters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RateLimits {
    /// Per address and per account.
    pub enabled: bool,
}

impl Deployment {
    /// A tree served without a server: nothing that computes, no limits.
    #[must_use]
    pub fn without_server(application_version: &str) -> Self {
        Self {
            application_version: application_version.to_owned(),
            features: Features::default(),
            rate_limits: RateLimits::default(),
            notice: None,
        }
    }
}

/// The operations of version 1 whose paths, parameters and keys never change (spec:version-1#frozen-operations).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrozenOperations;

impl FrozenOperations {
    /// Method and template of each.
    pub fn names(self) -> impl Iterator<Item = String> {
        let frozen = Operation::ALL.iter().filter(|operation| operation.is_frozen());
        frozen.map(|operation| operation.route().to_string())
    }
}

impl Serialize for FrozenOperations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names())
    }
}

/// A version of the API and what is to become of it (spec:version-2#discovery, spec:version-2#versioning).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ApiVersion {
    /// Its number.
    pub version: &'static str,
    /// Whether it may be relied on.
    pub status: &'static str,
    /// Path its addresses begin with.
    pub base: &'static str,
    /// Path of its OpenAPI document.
    pub openapi: &'static str,
    /// Path of its reference.
    pub docs: &'static str,
    /// Day from which it is not the one to use.
    pub deprecated: Option<&'static str>,
    /// Day after which it may no longer answer.
    pub sunset: Option<&'static str>,
    /// Operations that never change, where some are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frozen_operations: Option<FrozenOperations>,
}

/// Both versions; the one place that says what state they are in.
pub const API_VERSIONS: [ApiVersion; 2] = [
    ApiVersion {
        version: "1.1",
        status: "stable",
        base: "/",
        openapi: "/openapi.json",
        docs: "/docs",
        deprecated: None,
        sunset: None,
        frozen_operations: Some(FrozenOperations),
    },
    ApiVersion {
        version: "2.0",
        status: "stable",
        base: "/v2",
        openapi: "/v2/openapi.json",
        docs: "/v2/docs",
        deprecated: None,
        sunset: None,
        frozen_operations: None,
    },
];

/// The discovery document (spec:version-2#discovery).
#[must_use]
pub fn discovery(catalog: &Catalog<'_>, current: &Release, deployment: &Deployment) -> Value {
    let library = catalog.library;
    let site = &library.site;
    let day = |kind| catalog.last_change(kind).map(|day| day.to_string());
    let vocabulary = &catalog.vocabulary.current;
    let notice = deployment.notice.as_ref().or(site.notice.as_ref());
    let graphs: Vec<Value> = catalog
        .graphs
        .iter()
        .map(|(id, history)| {
            let facts = &history.current;
            let is_default = *id == muniment_licenses::model::Library::DEFAULT_GRAPH;
            json!({
                "id": id,
                "title": facts.title,
                "version": facts.version.get(),
                "content_hash": facts.content_hash.to_string(),
                "default": is_default,
                "group": if facts.port_of.is_some() { "jurisdiction" } else { "core" },
                "href": version_address(ModelKind::DependencyGraph, id, facts.version),
            })
        })
        .collect();
    json!({
        "service": site.name,
        "application_version": deployment.application_version,
        "edition": site.edition,
        "api_versions": API_VERSIONS,
        "release": {
            "id": current.id.to_string(),
            "library": {
                "id": current.library.id.to_string(),
                "records": current.library.models.len(),
                "last_change": day(ModelKind::License),
            },
            "graphs": {
                "id": current.graphs.id.to_string(),
                "graphs": current.graphs.models.len(),
                "last_change": day(ModelKind::DependencyGraph),
            },
            "vocabulary": {
                "id": current.vocabulary.id.to_string(),
                "version": vocabulary.version.get(),
                "content_hash": vocabulary.content_hash.to_string(),
            },
            "registered": is_registered(catalog, current),
            "href": format!("/v2/releases/{}", current.id),
        },
        "dependency_graphs": graphs,
        "vocabulary": {
            "iri": site.ns_iri(),
            "version": vocabulary.version.get(),
            "href": model_address(ModelKind::Vocabulary, ""),
            "html": format!("{}/ns", site.site_url),
        },
        "identifiers": {
            "license_base": site.license_base(),
            "graph_bases": [site.graph_base(), site.user_base()],
            "vocabulary_namespace": site.ns_iri(),
            "hash_algorithm": ALGORITHM,
        },
        "rate_limits": rate_limits(deployment.rate_limits),
        "features": {
            "text_to_license": deployment.features.text_to_license,
            "license_to_text": deployment.features.license_to_text,
            "repo_checker": deployment.features.repo_checker,
            "registration": deployment.features.registration,
        },
        "resources": resources(),
        "documentation": site.documentation_url(),
        "licenses": {
            "data": {"spdx": site.data_license.spdx, "href": site.data_license.address},
            "service": {"spdx": "Apache-2.0 OR MIT"},
        },
        "contact": {"emails": site.contact.emails, "url": site.contact.url},
        "notice": notice,
        "notice_closable": notice.is_some() && site.notice_closable,
        "links": {
            "self": "/v2",
            "licenses": "/v2/licenses",
            "dependency_graphs": "/v2/dependency-graphs",
            "vocabulary": "/v2/vocabulary",
            "releases": "/v2/releases",
            "changes": "/v2/changes",
        },
    })
}

fn rate_limits(limits: RateLimits) -> Value {
    let rows = || Operation::ALL.iter().map(|operation| operation.row());
    let weights: Map<String, Value> = rows()
        .filter(|row| row.weight > 1)
        .map(|row| (row.route.template, row.weight))
        .chain([("/", 1)])
        .map(|(path, weight)| (path.to_owned(), json!(weight)))
        .collect();
    let per_ip: Vec<Value> = BUCKETS
        .iter()
        .map(|&bucket| {
            let is_below =
                |endpoint: &Endpoint| matches!(endpoint, Endpoint::Below(_) | Endpoint::Computed(_));
            let counted = rows().filter(|row| row.bucket == Some(bucket));
            let operations: Vec<String> = counted
                .filter(|_| !bucket.endpoints.iter().any(is_below))
                .map(|row| row.route.to_string())
                .chain(bucket.endpoints.iter().map(ToString::to_string))
                .collect();
            json!({
                "bucket": bucket.name,
                "operations": operations,
                "limit": bucket.limit,
                "window_seconds": bucket.period.as_secs(),
            })
        })
        .collect();
    json!({
        "enabled": limits.enabled,
        "per_ip": per_ip,
        "per_account": {
            "enabled": limits.enabled,
            "windows": {"second": 5, "minute": 60, "hour": 1000, "day": 10000},
            "global_per_minute": 600,
            "weights": weights,
            "headers": ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"],
        },
    })
}

fn resources() -> Map<String, Value> {
    let named = |operation: &super::Operation| {
        Some((operation.row().resource?.to_owned(), json!(operation.template())))
    };
    super::Operation::ALL.iter().filter_map(named).collect()
}
