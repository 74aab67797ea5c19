//! Digests the sources of the compiler and its templates, so that a tree can say which program made it:
//! a tree is stale when either its data or the program has changed.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut digest = Sha256::new();
    for root in [manifest.join("src"), manifest.join("../templates")] {
        println!("cargo::rerun-if-changed={}", root.display());
        let mut files = Vec::new();
        collect(&root, &mut files)?;
        files.sort();
        for file in files {
            let name = file.strip_prefix(&root).unwrap_or(&file);
            digest.update(name.to_string_lossy().as_bytes());
            digest.update(fs::read(&file)?);
        }
    }
    let hex: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo::rustc-env=MUNIMENT_SOURCE_DIGEST={hex}");
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
