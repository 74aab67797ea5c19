//! A library that is packed, or kept compressed in memory, is the one that was read, its files included.

use super::{LIBRARY, data};
use muniment_library::load::{Loaded, load_archive, load_compact, pack};

#[test]
fn a_packed_library_holds_every_version_of_every_record() {
    let packed = pack(&data()).unwrap();
    assert_is_the_library(load_archive(packed.clone()).unwrap());
    assert_eq!(pack(&data()).unwrap(), packed, "the same data gives the same bytes");
}

#[test]
fn a_compressed_library_holds_every_version_of_every_record() {
    assert_is_the_library(load_compact(&data()));
}

fn assert_is_the_library(loaded: Loaded) {
    assert_eq!(loaded.faults, []);
    let library = loaded.library.unwrap();
    assert!(library.licenses.keys().eq(LIBRARY.licenses.keys()));
    for (id, model) in &LIBRARY.licenses {
        let other = library.licenses.get(id).unwrap();
        assert_eq!((&other.iri, &other.change_log), (&model.iri, &model.change_log), "{id}");
        assert_eq!(*other.change_log_source, *model.change_log_source, "{id}");
        assert_eq!(other.versions().count(), model.versions().count(), "{id}");
        for (one, next) in other.versions().zip(model.versions()) {
            assert_eq!((&*one.content, one.content_hash), (&*next.content, next.content_hash), "{id}");
            assert_eq!(*one.source.bytes, *next.source.bytes, "{id}");
            assert_eq!(*one.canonical, *next.canonical, "{id}");
            assert_eq!(one.graph.transient().triples().len(), next.graph.triples().len(), "{id}");
        }
    }
}
