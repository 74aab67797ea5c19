//! Two things the program carries: a digest of the compiler's sources and templates, so that a tree can say which program
//! made it, and the library of this project, for commands that run where there is no data folder.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest, Sha256};
use tar::{Builder, EntryType, Header};
use zstd::Encoder;

/// Compression level of the packed library: higher ones save two hundredths of its size and take ten times as long.
const LEVEL: i32 = 15;

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let digest = source_digest(&[manifest.join("src"), manifest.join("../templates")])?;
    println!("cargo::rustc-env=MUNIMENT_SOURCE_DIGEST={digest}");
    let data = manifest.join("../data");
    // The library is packed when the program changes and when a release is registered, and not at every edit of a record,
    // which would compile the program anew each time.
    println!("cargo::rerun-if-changed={}", data.join("releases").display());
    fs::write(out.join("library.tar.zst"), packed(&data)?)
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

/// What is read of a data folder, as a compressed archive: files in order of their paths, of nobody and without a date, so
/// that the same data gives the same bytes.
fn packed(data: &Path) -> io::Result<Vec<u8>> {
    let mut archive = Builder::new(Encoder::new(Vec::new(), LEVEL)?);
    let is_read = |file: &&PathBuf| file.extension().is_some_and(|kind| kind != "md");
    for file in files(data)?.iter().filter(is_read) {
        let bytes = fs::read(file)?;
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_mode(0o644);
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, file.strip_prefix(data).unwrap_or(file), bytes.as_slice())?;
    }
    archive.into_inner()?.finish()
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
