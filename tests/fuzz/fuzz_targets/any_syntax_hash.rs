//! Any syntax in, hash out: never a panic, whatever the bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muniment_rdf::{Syntax, canonicalize, read};

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let syntax = Syntax::ALL[usize::from(*first) % Syntax::ALL.len()];
    if let Ok(graph) = read(syntax, rest) {
        let _ = canonicalize(&graph).map(|canonical| canonical.hash());
    }
});
