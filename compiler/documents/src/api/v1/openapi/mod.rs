//! The `OpenAPI` document of version 1 (spec:version-1#self-description): written from the table of operations, so that
//! no route can be missing from it.

mod answers;
mod headers;
mod media;
mod paths;
mod requests;
mod responses;
mod tags;

pub(super) use media::Media;
pub(super) use requests::Request;
pub(super) use tags::Tag;

use serde_json::{Value, json};

use super::{Operation, record};
use crate::api::openapi::schema::{finish, generator};
use crate::api::openapi::{info, parameter, security_schemes};
use muniment_licenses::model::Site;

/// The `OpenAPI` 3.1.0 document of version 1.1 (`/openapi.json`, spec:version-1#self-description).
#[must_use]
pub fn openapi(site: &Site) -> Value {
    let mut generator = generator();
    record::describe(site, &mut generator);
    let (paths, responses) = (paths::paths(&mut generator), responses::components(&mut generator));
    let parameters = Operation::ALL.iter().flat_map(|operation| operation.row().parameters).copied();
    let document = json!({
        "openapi": "3.1.0",
        "info": info(site, "1.1", SUMMARY, DESCRIPTION),
        "servers": [{"url": "/", "description": "The deployment that answers this document"}],
        "tags": tags::components(),
        "paths": paths,
        "components": {
            "securitySchemes": security_schemes(
                "An API token of an account, made on its page and shown once. It stands for the account, not for a \
                 program.",
            ),
            "parameters": parameter::components(parameters),
            "headers": headers::components(),
            "responses": responses,
            "schemas": generator.take_definitions(false),
        },
    });
    finish(document, site)
}

const SUMMARY: &str = "Machine-readable licenses: to read, find, compare, check and compose.";

const DESCRIPTION: &str = "\
Version 1 reads, finds, compares and checks licenses that are written as data, and lets an account write its own. \
Nothing it answers is legal advice.

### Who may ask

Reading, searching and reasoning need no account. Composing, one's own licenses and graphs and the assistant need \
an API token: `Authorization: Bearer <token>`. Where a token is optional, its account's graphs can be read as well.

### What stays as it is

Ten operations are marked `x-svc-contract: frozen`: their paths, parameters, defaults and answers never change. The \
others may gain keys and parameters; before one goes it is announced, and kept for twelve months \
([how that is done](/documentation/deprecation)). A client passes over keys it does not know. The schemas here are \
closed so that a test of an answer is sharp.

### Errors

An error is JSON whose `detail` is a sentence. Where path, query or body hold something of the wrong kind (422), \
`detail` is a list with an entry for each. Tell errors apart by the status: the sentences differ from route to route.

### Limits

Some operations admit each address so many requests a minute, and an account has windows of a second, a minute, an \
hour and a day. Whoever has used them up gets 429, and `Retry-After` says in seconds when to come back. Every answer \
to a request with a token has the three `X-RateLimit` headers.

### Further

- `HEAD` is answered wherever `GET` is, with the same headers and no body; `OPTIONS` answers a preflight.
- Every answer has an `X-Request-ID`: name it when you ask about one.
- JSON is answered whatever `Accept` says, except where an operation has other forms.
- Paths in answers (`url`, `api_url`) are relative to the host, `uri` and `iri` are absolute.
- [Version 2](/v2/docs) describes every version by a content hash, and releases of the whole library.";
