//! Packs the library of this project into the program, for commands that run where there is no data folder.

#[path = "../files.rs"]
mod files;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use files::files;
use tar::{Builder, EntryType, Header};
use zstd::Encoder;

/// Compression level of the packed library: higher ones save two hundredths of its size and take ten times as long.
const LEVEL: i32 = 15;

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let data = manifest.join("../../data");
    // The library is packed when a release is registered, and not at every edit of a record, to avoid recompiling.
    println!("cargo::rerun-if-changed={}", data.join("releases").display());
    println!("cargo::rerun-if-changed=build.rs");
    fs::write(out.join("library.tar.zst"), packed(&data)?)
}

/// The files of a data folder as a compressed archive, sorted by path, without owners and dates, so that the same
/// data gives the same bytes.
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
