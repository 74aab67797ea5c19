//! The documents of version 2 (`/v2`).

mod address;
mod call;
mod catalog;
mod changes;
mod containment;
mod cursor;
mod discovery;
mod licenses;
mod openapi;
mod operation;
mod problem;
mod release;
mod statements;
mod version;
mod versions;

pub use address::{model_address, version_address, versions_address};
pub use call::{Call, ModelName, VersionAsked};
pub use catalog::api_catalog;
pub use changes::{ChangePage, ChangesQuery, change_page};
pub(in crate::api) use containment::ContextObject;
pub use containment::NOTICE;
pub use containment::{
    AskedPart, ContainmentObject, ContainmentQuestion, containment, known_expression, word_of,
};
pub use cursor::{Cursor, InvalidCursor};
pub use discovery::{API_VERSIONS, ApiVersion, FrozenOperations};
pub use discovery::{Deployment, Features, RateLimits, discovery};
pub use licenses::{ListQuery, Listing, PageLinks, list_models};
pub use openapi::openapi;
pub use operation::Operation;
pub use problem::{ParameterFault, Problem, ProblemKind, Refused, SpentWindow};
pub use release::{ReleasesPage, manifest, releases_page};
pub use version::{VersionObject, WholeVersionObject, link_headers, version_object, whole_version_object};
pub use versions::list_versions;

use serde::Serialize;
use serde_json::Value;

/// Items on a page when none are asked for (spec:version-2#limits).
pub const DEFAULT_LIMIT: usize = 100;
/// Most items on a page (spec:version-2#limits).
pub const MAX_LIMIT: usize = 1000;

/// The bytes of a document: compact JSON and a newline.
///
/// # Errors
/// A key of the document is no string.
pub fn body(document: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(document)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The same value with the keys of every object sorted.
#[must_use]
pub fn sorted_keys(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let sorted: std::collections::BTreeMap<String, Value> =
                object.into_iter().map(|(key, value)| (key, sorted_keys(value))).collect();
            Value::Object(sorted.into_iter().collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(sorted_keys).collect()),
        scalar => scalar,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::body;

    #[test]
    fn a_document_that_cannot_be_written_is_an_error() {
        assert_eq!(body(&BTreeMap::from([("a", 1)])).ok(), Some(b"{\"a\":1}\n".to_vec()));
        assert!(body(&BTreeMap::from([((1, 2), 1)])).is_err());
    }
}
