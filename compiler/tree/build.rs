//! A digest of the sources and templates that a tree is made by, so that a tree can say which program made it.

#[path = "../files.rs"]
mod files;

use std::path::PathBuf;
use std::{env, fs, io};

use files::files;
use sha2::{Digest, Sha256};

/// The crates whose sources decide what a tree holds.
const CRATES: [&str; 6] = ["rdf", "licenses", "library", "documents", "pages", "tree"];

fn main() -> io::Result<()> {
    let compiler = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..");
    let mut roots: Vec<PathBuf> = CRATES.iter().map(|name| compiler.join(name).join("src")).collect();
    roots.push(compiler.join("../templates"));
    println!("cargo::rustc-env=MUNIMENT_SOURCE_DIGEST={}", source_digest(&roots)?);
    Ok(())
}

/// Digest of every file below the folders, by name. A tree is stale when either its data or the program has changed.
fn source_digest(roots: &[PathBuf]) -> io::Result<String> {
    let mut digest = Sha256::new();
    for root in roots {
        println!("cargo::rerun-if-changed={}", root.display());
        for file in files(root)? {
            let name = file.strip_prefix(root).unwrap_or(&file);
            digest.update(name.to_string_lossy().as_bytes());
            digest.update(fs::read(&file)?);
        }
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
