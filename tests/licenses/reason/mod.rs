//! The reasoner beside its description: the acceptance tests and worked examples by name, an oracle that
//! evaluates the rules without any cleverness, and the documents it is answered in (spec:version-1#verdict to
//! spec:version-1#graph-objects).
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod closures;
mod consistency;
mod containment;
mod documents;
mod examples;
mod grades;
mod graphs;
mod oracle;
mod properties;
mod question;
mod share_alike;
mod synthetic;
mod together;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::first_release::first_release;
use muniment_licenses::model::{DependencyGraph, Library};
use muniment_licenses::reason::Reasoner;
use muniment_rdf::Prefixes;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The library, read once.
static LIBRARY: LazyLock<Library> = LazyLock::new(first_release);
static REASONER: LazyLock<Reasoner> = LazyLock::new(|| Reasoner::new(&LIBRARY));
static PREFIXES: LazyLock<Prefixes> = LazyLock::new(|| LIBRARY.site.all_prefixes());

/// The IRI of a compact name.
fn iri(name: &str) -> String {
    PREFIXES.expand(name).unwrap()
}

/// A core graph.
fn graph(id: &str) -> &'static DependencyGraph {
    &LIBRARY.graphs.get(id).unwrap().current.content
}

/// The IRI of a core graph.
fn graph_iri(id: &str) -> &'static str {
    &LIBRARY.graphs.get(id).unwrap().iri
}
