//! Compresses the large assets, which are a twentieth of the program otherwise.

use std::path::PathBuf;
use std::{env, fs, io};

/// Assets that the program holds compressed.
const COMPRESSED: [&str; 2] = ["swagger-ui-bundle.js", "swagger-ui.css"];

const LEVEL: i32 = 19;

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for name in COMPRESSED {
        let path = manifest.join("../../templates/assets/swagger-ui").join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        fs::write(out.join(format!("{name}.zst")), zstd::encode_all(&*fs::read(&path)?, LEVEL)?)?;
    }
    Ok(())
}
