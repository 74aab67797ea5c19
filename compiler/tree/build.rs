//! A digest of the sources and templates that a tree is made by, so that a tree can say which program made it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

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

/// Every file below a folder in order of their paths, hidden ones left out.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
