//! Packs the library of this project and the texts of the SPDX list into the program, for commands that run where there is
//! no data folder, and says what the program was made from.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
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
    if env::var("TARGET").as_deref() == Ok("x86_64-unknown-linux-gnu") && has_own_linker() {
        // One of several functions, or of several constants, that are the same stays. Code that tells two constants apart by
        // their addresses needs both. Rust promises no such addresses. SQLite does so with tables of different functions
        // alone, zstd not at all, mimalloc with these two.
        for option in ["--icf=all", "--ignore-data-address-equality"] {
            println!("cargo::rustc-link-arg-bins=-Wl,{option}");
        }
        for constant in ["_mi_theap_empty", "_mi_theap_empty_wrong"] {
            println!("cargo::rustc-link-arg-bins=-Wl,--keep-unique={constant}");
        }
        // A package runs with older C libraries, too.
        if env::var_os("MUNIMENT_REVISION").is_none() && has_packed_relocations() {
            println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        }
    }
    Ok(())
}

/// Whether the linker is that of the toolchain (lld), which finds functions that are the same.
fn has_own_linker() -> bool {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    env::var_os("RUSTC_LINKER").is_none() && !["linker", "fuse-ld"].iter().any(|word| flags.contains(word))
}

/// Whether the C library of this machine, on which the program will run, reads packed relocations: glibc 2.36.
fn has_packed_relocations() -> bool {
    let asked = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let answer = asked.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let version = answer.trim().strip_prefix("glibc 2.").and_then(|minor| minor.parse::<u32>().ok());
    version.is_some_and(|minor| minor >= 36) && env::var("HOST") == env::var("TARGET")
}
