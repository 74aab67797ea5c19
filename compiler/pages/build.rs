//! Packs the templates, the papers of the specification and the assets: they are a twentieth of the program otherwise.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use tar::{Builder, Header};
use zstd::Encoder;

const LEVEL: i32 = 19;

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let templates = manifest.join("../../templates");
    pack(&templates, &["pages", "partials", "specification"], "templates.tar.zst")?;
    pack(&templates.join("assets"), &[""], "assets.tar.zst")
}

fn pack(root: &Path, folders: &[&str], archive: &str) -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut files = Vec::new();
    for folder in folders {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        collect(root, folder, &mut files)?;
    }
    files.sort();
    let mut packed = Builder::new(Encoder::new(Vec::new(), LEVEL)?);
    for path in files {
        let bytes = fs::read(root.join(&path))?;
        let mut header = Header::new_ustar();
        header.set_mode(0o644);
        header.set_size(bytes.len() as u64);
        packed.append_data(&mut header, path, &*bytes)?;
    }
    fs::write(out.join(archive), packed.into_inner()?.finish()?)
}

/// The paths of the files of a folder and those below it, without hidden ones.
fn collect(root: &Path, folder: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        match (name.starts_with('.'), entry.file_type()?.is_dir()) {
            (true, _) => {}
            (false, true) => collect(root, &path, files)?,
            (false, false) => files.push(path),
        }
    }
    Ok(())
}
