//! Feeds of changes, a description of the data, dumps of releases, and signatures.
//!
//! The only input is the catalog, so the same data gives the same bytes.

mod archive;
mod atom;
mod attestation;
mod dataset;
mod dump;
mod event_stream;
mod feed;
mod json_feed;
mod quads;

pub use archive::unsound_archive;
pub use atom::atom;
pub use attestation::{Attestation, AttestationError, attest};
pub use dataset::{DescriptionError, dataset, dataset_turtle};
pub use dump::{
    Artefact, Dump, DumpError, MANIFEST, SIGNATURE, SUMS, artefact_address, manifest_address,
    signature_address,
};
pub use event_stream::event_stream;
pub use feed::{Feed, FeedEntry, feed};
pub use json_feed::json_feed;
pub use quads::unsound_quads;
