use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use http::header::CONTENT_TYPE;
use muniment_documents::wire::{CacheState, Class, Entry};
use muniment_tree::{MATRICES, MATRIX_SUMS};

use super::TreeError;
use super::open::{Addresses, read};

/// Adds the files of the compatibility matrices that stand beside the tree.
pub(super) fn add_matrices(folder: &Path, addresses: &mut Addresses) -> Result<(), TreeError> {
    let path = folder.join(MATRICES);
    let unreadable = |source| TreeError::Unreadable { path: path.clone(), source };
    let matrices = match fs::read_dir(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        matrices => matrices.map_err(unreadable)?,
    };
    let rules = Class::Asset.rules();
    for matrix in matrices {
        let matrix = matrix.map_err(unreadable)?;
        let name = matrix.file_name().to_string_lossy().into_owned();
        // What is only being written has no list of digests yet, or a name of its own.
        let sums_path = matrix.path().join(MATRIX_SUMS);
        if name.starts_with('.') || !sums_path.exists() {
            continue;
        }
        let sums = read(&sums_path)?;
        let sums = String::from_utf8_lossy(&sums);
        for (digest, file) in sums.lines().filter_map(|line| line.split_once("  ")) {
            let headers = BTreeMap::from([(CONTENT_TYPE.to_string(), media_type(file).to_owned())]);
            let (class, cache, hash) = (Class::Asset, CacheState::Current, digest.to_owned());
            let entry = Entry { class, cache, hash, page: None, elsewhere: None, headers };
            addresses.add(&format!("/{MATRICES}/{name}/{file}"), &rules, &entry)?;
        }
    }
    Ok(())
}

fn media_type(file: &str) -> &'static str {
    match file.rsplit_once('.').map(|(_, extension)| extension) {
        Some("csv") => "text/csv; charset=utf-8",
        Some("toml") => "application/toml",
        Some("txt") => "text/plain; charset=utf-8",
        Some("yaml" | "yml") => "application/yaml",
        _ => "application/json",
    }
}
