//! The `OpenAPI` document of version 2 (spec:version-2#endpoints): written from the table of operations, so that no
//! route can be missing from it.

pub(super) mod discovery;
mod headers;
pub(super) mod parameters;
mod paths;
mod responses;
pub(super) mod schemas;

use serde_json::{Value, json};

use super::Operation;
use crate::api::openapi::parameter::IF_NONE_MATCH;
use crate::api::openapi::schema::{finish, generator};
use crate::api::openapi::{info, parameter, security_schemes, tag};
use muniment_licenses::model::Site;

/// The `OpenAPI` 3.1.0 document (`/v2/openapi.json`, spec:version-2#endpoints).
#[must_use]
pub fn openapi(site: &Site) -> Value {
    let mut generator = generator();
    let (paths, responses) = (paths::paths(&mut generator), responses::components(&mut generator));
    let parameters = Operation::ALL.into_iter().flat_map(|operation| operation.row().parameters);
    let parameters = parameters.copied().chain([&IF_NONE_MATCH]);
    let document = json!({
        "openapi": "3.1.0",
        "info": info(site, "2.0.0", SUMMARY, DESCRIPTION),
        "externalDocs": {"description": "The documentation of version 2", "url": "{documentation}"},
        "servers": [{"url": "/", "description": "The deployment that answers this document"}],
        "tags": Tag::ALL.map(|of| tag(of.name(), of.description())),
        "paths": paths,
        "components": {
            "securitySchemes": security_schemes(
                "An API token of an account. Only the dependency graphs of an account need one; a session of the site \
                 does as well.",
            ),
            "parameters": parameter::components(parameters),
            "headers": headers::components(),
            "responses": responses,
            "schemas": generator.take_definitions(false),
        },
    });
    finish(document, site)
}

const SUMMARY: &str = "Versions, hashes, releases and changes of machine-readable licenses.";

const DESCRIPTION: &str = "\
Version 2 only reads. It describes every version of every license record, dependency graph and the vocabulary \
by one object with a content hash, and answers the data itself as Turtle, JSON-LD, N-Triples and RDF/XML. \
Nobody needs an account, except to read the dependency graphs of that account.

- `HEAD` is answered wherever `GET` is, with the same headers and no body; `OPTIONS` answers a preflight.
- A parameter that an operation does not know is passed over; of one given twice the first counts.
- Every error is a problem document (RFC 9457): tell situations apart by `type`.
- Every answer has a weak `ETag`; sent back in `If-None-Match` it gives 304 while nothing has changed.
- The schemas are closed so that a test of an answer is sharp. Keys may be added within version 2: a client \
passes over what it does not know.";

/// What an operation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api::v2) enum Tag {
    Discovery,
    Licenses,
    DependencyGraphs,
    Vocabulary,
    Releases,
}

impl Tag {
    const ALL: [Self; 5] =
        [Self::Discovery, Self::Licenses, Self::DependencyGraphs, Self::Vocabulary, Self::Releases];

    const fn name(self) -> &'static str {
        match self {
            Self::Discovery => "discovery",
            Self::Licenses => "licenses",
            Self::DependencyGraphs => "dependency-graphs",
            Self::Vocabulary => "vocabulary",
            Self::Releases => "releases",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::Discovery => "What this deployment provides, for programs and for people.",
            Self::Licenses => "License records and all their versions.",
            Self::DependencyGraphs => {
                "What acts and terms imply, exclude or contain, and all versions of it."
            }
            Self::Vocabulary => "The terms records and graphs are written with.",
            Self::Releases => "States of the whole data, and what changed between them.",
        }
    }
}
