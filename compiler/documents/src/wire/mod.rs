//! How an answer travels: its representations, which of them a request gets, and the headers it bears.
//!
//! Everything an edge has to know is data in a [`Manifest`]; this module makes that data and is itself one
//! of its readers. No HTTP framework is known here.

mod address;
mod class;
mod coding;
mod dialect;
mod edge;
mod link;
mod manifest;
mod negotiate;
mod representation;
mod target;

pub use address::{BaseUrl, InvalidBaseUrl, InvalidOrigin, Origin};
pub use class::{
    CacheState, Class, ClassRules, DRAWN_PAGE_POLICY, FormRules, OPENER_POLICY, PAGE_POLICY,
    V1_EXPOSED_HEADERS, V2_EXPOSED_HEADERS,
};
pub use coding::Coding;
pub use dialect::{Choice, Dialect, Elsewhere, NoForm, choose};
pub use edge::Edge;
pub use link::{Link, link_header};
pub use manifest::{Entry, Manifest, ManifestHead, PackageDigests, Provenance, ReleaseNames};
pub use negotiate::prefers_html;
pub use representation::{Representation, UnknownRepresentation};
pub use target::{BrokenEncoding, Target, path_values};

/// The weak entity tag of a representation: the first 32 hex digits of a hash, a dash and the
/// representation's name (spec:version-2#response-headers). Lists and pages are tagged alike, with the hash of their
/// bytes.
#[must_use]
pub fn entity_tag(hash: &str, representation: &str) -> String {
    let digits = hash.get(..32).unwrap_or(hash);
    format!("W/\"{digits}-{representation}\"")
}
