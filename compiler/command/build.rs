//! Packs the library of this project and the texts of the SPDX list into the program, for commands that run where there is
//! no data folder, and says what the program was made from.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs, io};

use muniment_library::history::current_release;
use muniment_library::load::{load_archive, pack};
use spdx::text::{EXCEPTION_TEXTS, LICENSE_TEXTS};

/// Compression level of the texts.
const TEXTS_LEVEL: i32 = 19;

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let data = manifest.join("../../data");
    // The library is packed when a release is registered, and not at every edit of a record, to avoid recompiling.
    println!("cargo::rerun-if-changed={}", data.join("releases").display());
    println!("cargo::rerun-if-changed=build.rs");
    let packed = pack(&data)?;
    let library =
        load_archive(packed.clone())?.library.ok_or_else(|| io::Error::other("there is no library"))?;
    let release = current_release(&library).id;
    fs::write(out.join("library.tar.zst"), packed)?;
    // By identifier: no license has that of an exception.
    let texts: BTreeMap<&str, &str> = LICENSE_TEXTS.iter().chain(EXCEPTION_TEXTS).copied().collect();
    fs::write(out.join("texts.json.zst"), zstd::encode_all(&*serde_json::to_vec(&texts)?, TEXTS_LEVEL)?)?;
    // Told by the scripts that make packages: asked of the repository, each commit would compile the program anew.
    println!("cargo::rerun-if-env-changed=MUNIMENT_REVISION");
    let revision = env::var("MUNIMENT_REVISION").map(|revision| format!(", revision {revision}"));
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    println!("cargo::rustc-env=MUNIMENT_VERSION={version} ({release}{})", revision.unwrap_or_default());
    Ok(())
}
