use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use http::header::CONTENT_TYPE;
use muniment_documents::wire::{CacheState, Class, entity_tag};
use muniment_tree::{MATRICES, MATRIX_SUMS};

use super::open::{common_headers, read, set_tag};
use super::{Address, Form, TreeError};

/// Adds the files of the compatibility matrices that stand beside the tree.
pub(super) fn open_matrices(
    folder: &Path,
    addresses: &mut HashMap<String, Address>,
) -> Result<(), TreeError> {
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
            let media_type = media_type(file);
            let own = BTreeMap::from([(CONTENT_TYPE.to_string(), media_type.to_owned())]);
            let mut headers = common_headers(&rules, CacheState::Current, &own)?;
            let tag = entity_tag(digest, "file");
            set_tag(&mut headers, Some(&tag))?;
            let body = read(&matrix.path().join(file))?.into();
            let form = Form { representation: None, headers, tag: Some(tag), body, coded: None };
            addresses.insert(format!("/{MATRICES}/{name}/{file}"), Address::of(Class::Asset, form));
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
