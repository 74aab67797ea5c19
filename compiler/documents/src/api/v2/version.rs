use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::openapi::schemas;
use super::statements::Statements;
use super::{model_address, version_address, versions_address};
use crate::api::address::{change_log_address, page_address, version_1_address};
use crate::api::openapi::schema::{Iri, Path, by_hand};
use crate::wire::{Link, Representation, link_header};
use muniment_library::history::{Detail, Status, VersionFacts};
use muniment_licenses::model::{Day, Site};
use muniment_rdf::ALGORITHM;

/// The version object (spec:version-2#version-object); an absent relation is null, never a missing key.
#[derive(Debug, Clone, Serialize)]
pub struct VersionObject {
    kind: &'static str,
    id: String,
    iri: String,
    title: String,
    version: u32,
    latest_version: u32,
    status: &'static str,
    record_status: &'static str,
    date: String,
    published_on: String,
    summary: String,
    content_hash: String,
    hash_algorithm: &'static str,
    withdrawn_on: Option<String>,
    replaces: Option<String>,
    replaced_by: Option<String>,
    port_of: Option<String>,
    #[serde(flatten)]
    detail: DetailObject,
    formats: Formats,
    links: Links,
}

impl JsonSchema for VersionObject {
    fn schema_name() -> Cow<'static, str> {
        "VersionObject".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        by_hand(schemas::version_object(generator))
    }
}

#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
enum DetailObject {
    License {},
    DependencyGraph { axioms: usize, default_rules: usize, default: bool },
    Vocabulary { terms: usize },
}

#[derive(Debug, Clone, Serialize)]
struct Formats {
    ttl: String,
    jsonld: String,
    nt: String,
    rdfxml: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "VersionLinks")]
pub(super) struct Links {
    #[serde(rename = "self")]
    this: Path,
    /// The address of this version by its number.
    canonical: Path,
    latest: Path,
    predecessor: Option<Path>,
    successor: Option<Path>,
    version_history: Path,
    changelog: Option<Path>,
    /// The page for people.
    html: Iri,
    /// The address in version 1 of the API.
    v1: Path,
}

/// The object of a version. The current resource answers the same object as the numbered one, so `self` and
/// `canonical` are both the numbered address.
#[must_use]
pub fn version_object(facts: &VersionFacts<'_>, site: &Site) -> VersionObject {
    let this = version_address(facts.kind, facts.id, facts.version);
    let format = |representation: Representation| format!("{this}?format={}", representation.key());
    let owned = |id: Option<&str>| id.map(str::to_owned);
    VersionObject {
        kind: facts.kind.name(),
        id: facts.id.to_owned(),
        iri: facts.iri.to_owned(),
        title: facts.title.to_owned(),
        version: facts.version.get(),
        latest_version: facts.latest.get(),
        status: facts.status.name(),
        record_status: facts.record_status,
        date: written(facts.date),
        published_on: written(facts.published_on),
        summary: facts.summary.to_owned(),
        content_hash: facts.content_hash.to_string(),
        hash_algorithm: ALGORITHM,
        withdrawn_on: facts.withdrawn_on.map(|day| day.to_string()),
        replaces: owned(facts.replaces),
        replaced_by: owned(facts.replaced_by),
        port_of: owned(facts.port_of),
        detail: match facts.detail {
            Detail::License(_) => DetailObject::License {},
            Detail::DependencyGraph { axioms, default_rules, default } => {
                DetailObject::DependencyGraph { axioms, default_rules, default }
            }
            Detail::Vocabulary { terms } => DetailObject::Vocabulary { terms },
        },
        formats: Formats {
            ttl: format(Representation::Turtle),
            jsonld: format(Representation::JsonLd),
            nt: format(Representation::NTriples),
            rdfxml: format(Representation::RdfXml),
        },
        links: Links {
            canonical: Path(this.clone()),
            latest: Path(model_address(facts.kind, facts.id)),
            predecessor: predecessor(facts).map(Path),
            successor: successor(facts).map(Path),
            version_history: Path(versions_address(facts.kind, facts.id)),
            changelog: change_log_address(facts).map(Path),
            html: Iri(format!("{}{}", site.site_url, page_address(facts.kind, facts.id))),
            v1: Path(version_1_address(facts.kind, facts.id, facts.version)),
            this: Path(this),
        },
    }
}

/// The version object with what the license says, as one answer about one version has it.
#[derive(Debug, Clone, Serialize)]
pub struct WholeVersionObject<'l> {
    #[serde(flatten)]
    object: VersionObject,
    #[serde(flatten)]
    statements: Option<Statements<'l>>,
}

/// The object of a version, with the statements of a license.
#[must_use]
pub fn whole_version_object<'l>(facts: &VersionFacts<'l>, site: &Site) -> WholeVersionObject<'l> {
    let statements = match facts.detail {
        Detail::License(license) => Some(Statements::of(license, &site.terms())),
        Detail::DependencyGraph { .. } | Detail::Vocabulary { .. } => None,
    };
    WholeVersionObject { object: version_object(facts, site), statements }
}

/// The headers of a version that depend on data: `Last-Modified`, `Link`, `Deprecation`
/// (spec:version-2#response-headers).
///
/// `rel=deprecation` stands where `Deprecation` stands.
#[must_use]
pub fn link_headers(facts: &VersionFacts<'_>, site: &Site) -> Vec<(&'static str, String)> {
    let mut links = vec![
        Link::new("canonical", version_address(facts.kind, facts.id, facts.version)),
        Link::new("latest-version", model_address(facts.kind, facts.id)),
    ];
    links.extend(predecessor(facts).map(|target| Link::new("predecessor-version", target)));
    links.extend(successor(facts).map(|target| Link::new("successor-version", target)));
    links.push(Link::new("version-history", versions_address(facts.kind, facts.id)));
    let mut headers = Vec::new();
    if let Some(day) = facts.deprecated_on() {
        links.push(Link {
            target: format!("{}#superseded-and-withdrawn", site.documentation_url()),
            relation: "deprecation",
            media_type: Some("text/html"),
        });
        headers.push(("Deprecation", format!("@{}", day.unix_seconds())));
    }
    if let Some(day) = facts.date {
        headers.push(("Last-Modified", day.http_date()));
    }
    headers.push(("Link", link_header(&links)));
    headers
}

/// The version before; of a composed license, which has one, the license it took the place of (spec:version-2#states).
fn predecessor(facts: &VersionFacts<'_>) -> Option<String> {
    match facts.version.predecessor() {
        Some(number) => Some(version_address(facts.kind, facts.id, number)),
        None if facts.is_composed() => Some(model_address(facts.kind, facts.replaces?)),
        None => None,
    }
}

/// The next version, or what took the place of a withdrawn model.
fn successor(facts: &VersionFacts<'_>) -> Option<String> {
    match (facts.status, facts.replaced_by) {
        (Status::Superseded, _) => Some(version_address(facts.kind, facts.id, facts.version.successor())),
        (Status::Withdrawn, Some(replacement)) => Some(model_address(facts.kind, replacement)),
        _ => None,
    }
}

fn written(day: Option<Day>) -> String {
    day.map(|day| day.to_string()).unwrap_or_default()
}
