//! Packs the library of this project and the texts of the SPDX list into the program, for commands that run where there is
//! no data folder, and says what the program was made from.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
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
    let revision = revision(&manifest).map(|revision| format!(", revision {revision}"));
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    println!("cargo::rustc-env=MUNIMENT_VERSION={version} ({release}{})", revision.unwrap_or_default());
    Ok(())
}

/// The commit that an optimized program is built from; `None` outside of a repository.
fn revision(folder: &Path) -> Option<String> {
    println!("cargo::rerun-if-env-changed=MUNIMENT_REVISION");
    if let Ok(revision) = env::var("MUNIMENT_REVISION") {
        return Some(revision);
    }
    // Tests would be built anew after every commit.
    if env::var("OPT_LEVEL").is_ok_and(|level| level == "0" || level == "1") {
        return None;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
        let said = output.status.success().then(|| String::from_utf8(output.stdout).ok())??;
        Some(said.trim().to_owned())
    };
    if let Some(log) = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}
