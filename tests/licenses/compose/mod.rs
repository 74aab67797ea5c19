//! Composed licenses: documents and Turtle bodies, what is wrong with them, the models they become, and back
//! (spec:version-1#composer-document).
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod contract;
mod fields;
mod generated;
mod imprint;
mod library;
mod refusals;
mod snapshot;
mod turtle;
mod turtle_refusals;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::first_release::first_release;
use muniment_licenses::compose::{Composer, ComposerDocument, Faults, Imprint};
use muniment_licenses::model::{Day, Library, License};
use muniment_rdf::{Graph, Outline, Syntax, canonicalize, canonicalize_closure, read, write};
use serde_json::Value;

const IRI: &str = "https://muniment.example/licenselibrary/A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6";
const PROFILE: &str = "https://muniment.example/users/a1b2c3d4e5f6";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The library, read once.
static LIBRARY: LazyLock<Library> = LazyLock::new(first_release);
static COMPOSER: LazyLock<Composer<'static>> = LazyLock::new(|| Composer::new(&LIBRARY));

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

fn published() -> Imprint<'static> {
    Imprint::published(IRI, PROFILE, day("2026-11-21"))
}

/// The IRI of a compact name.
fn iri(name: &str) -> String {
    LIBRARY.site.all_prefixes().expand(name).unwrap()
}

fn accepted(document: &Value) -> ComposerDocument {
    COMPOSER.read(document).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The sentences of what is wrong.
fn sentences(faults: Faults) -> Vec<String> {
    faults.into_iter().map(|fault| fault.to_string()).collect()
}

fn refused(document: &Value) -> Vec<String> {
    match COMPOSER.read(document) {
        Ok(read) => panic!("{document} was accepted as {read:?}"),
        Err(faults) => sentences(faults),
    }
}

fn license(graph: &Graph) -> License {
    License::read(graph, IRI, &LIBRARY.site, &LIBRARY.site.terms())
}

fn turtle(graph: &Graph) -> String {
    let outline = Outline::of(graph).unwrap();
    write(Syntax::Turtle, &outline, &LIBRARY.site.record_prefixes()).unwrap()
}

/// What every composed license keeps: it is its own closure, and every syntax brings the same model back.
#[track_caller]
fn assert_sound(graph: &Graph) {
    let canonical = canonicalize(graph).unwrap();
    assert_eq!(canonicalize_closure(graph, IRI).unwrap(), canonical, "there is more than the license");
    let outline = Outline::of_closure(graph, IRI).unwrap();
    for syntax in [Syntax::Turtle, Syntax::JsonLd, Syntax::RdfXml] {
        let text = write(syntax, &outline, &LIBRARY.site.record_prefixes()).unwrap();
        let again = read(syntax, text.as_bytes()).unwrap();
        assert_eq!(canonicalize(&again).unwrap(), canonical, "{syntax}: {text}");
    }
}
