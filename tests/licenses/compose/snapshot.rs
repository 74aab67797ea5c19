//! A license with everything in it, as people see it. `BLESS=1` writes what is said now; read the difference
//! before it is committed.

use std::fs;

use serde_json::Value;

use crate::compose::{COMPOSER, IRI, accepted, assert_sound, published, root, turtle};

#[test]
fn a_full_document_is_written_as_expected() {
    let folder = root().join("tests/expected/compose");
    let document: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("full.json")).unwrap()).unwrap();
    let read = accepted(&document);
    let graph = COMPOSER.to_graph(&read, &published());
    assert_sound(&graph);
    let path = folder.join("full.ttl");
    let text = turtle(&graph);
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, &text).unwrap();
    } else {
        assert_eq!(fs::read_to_string(path).unwrap_or_default(), text, "BLESS=1 rewrites it");
    }
    // What is expected is a body, and the same license.
    let body = COMPOSER.read_turtle(text.as_bytes(), &published()).unwrap();
    assert_eq!(turtle(&body), text);
    assert_eq!(accepted(&COMPOSER.from_graph(&graph, IRI)), read);
}
