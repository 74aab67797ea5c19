use std::sync::Arc;

use muniment_licenses::model::{Deferred, Extent, Model, ModelVersion};
use muniment_rdf::{Canonical, Graph, Syntax, read};

/// Compression level of files in memory: higher ones save a twentieth and take three times as long.
const LEVEL: i32 = 3;

/// Keeps the files of a model compressed in memory. Triples and canonical texts are read from them on access.
pub(super) fn compact<T>(model: &mut Model<T>) {
    let Model { iri, extent, archived, current, .. } = model;
    let iri: Arc<str> = iri.as_str().into();
    for version in archived.iter_mut().chain([current]) {
        compact_version(version, *extent, &iri);
    }
}

fn compact_version<T>(version: &mut ModelVersion<T>, extent: Extent, iri: &Arc<str>) {
    let bytes = &version.source.bytes;
    // It fails where there is no memory; the version stays as it is then.
    let Ok(compressed) = zstd::bulk::compress(bytes, LEVEL) else { return };
    let packed = Packed { bytes: compressed.into(), length: bytes.len() };
    version.graph = Deferred::later({
        let packed = packed.clone();
        move || packed.graph()
    });
    version.canonical = Deferred::later({
        let (packed, iri) = (packed.clone(), Arc::clone(iri));
        move || extent.canonical(&packed.graph(), &iri).map(Canonical::into_text).unwrap_or_default()
    });
    version.source.bytes = Deferred::later(move || packed.unpacked());
}

/// The bytes of a file that was read without faults, compressed. What was read once is read again.
#[derive(Clone)]
struct Packed {
    bytes: Arc<[u8]>,
    length: usize,
}

impl Packed {
    fn unpacked(&self) -> Vec<u8> {
        zstd::bulk::decompress(&self.bytes, self.length).unwrap_or_default()
    }

    fn graph(&self) -> Graph {
        read(Syntax::Turtle, &self.unpacked()).unwrap_or_default()
    }
}
