use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::WriteError;
use super::matrix::{MATRICES, MATRIX_SUMS, matrix_folders};
use super::sums::Sums;
use muniment_documents::wire::{Class, Coding, Manifest};
use muniment_rdf::ContentHash;

/// What a deployment that holds one tree needs to hold another one.
#[derive(Debug, PartialEq, Eq)]
pub struct Upload {
    /// Files that are new or have other bytes, by path, sorted.
    pub upload: Vec<String>,
    /// Files that are gone.
    pub remove: Vec<String>,
    /// Addresses whose answers differ. A cache that keeps them has to forget them.
    pub purge: Vec<PurgedAddress>,
}

/// An address whose answer differs.
#[derive(Debug, PartialEq, Eq)]
pub struct PurgedAddress {
    /// The path of the address.
    pub address: String,
    /// What sort of resource it is.
    pub class: Class,
    /// Its `Cache-Control`; `None` where it has none.
    pub cache_control: Option<String>,
}

/// Two trees cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// A folder is no tree, or a file of it is missing.
    #[error("`{path}` cannot be read; a tree of `muniment build` has it: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The matrices of a tree cannot be listed.
    #[error(transparent)]
    Matrices(#[from] WriteError),
    /// The manifest of a tree has another layout.
    #[error("`{path}` is no manifest of this layout: {source}")]
    Manifest {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
}

/// What to upload, remove and purge where a tree takes the place of another one. Compares the lists of digests and the
/// manifests of both, and reads no bodies.
///
/// # Errors
/// A list or a manifest cannot be read.
pub fn upload(before: &Path, after: &Path) -> Result<Upload, UploadError> {
    let (old, new) = (digests(before)?, digests(after)?);
    let differs = |path: &&String| old.get(*path) != new.get(*path);
    let upload: Vec<String> = new.keys().filter(differs).cloned().collect();
    let remove: Vec<String> = old.keys().filter(|path| !new.contains_key(*path)).cloned().collect();
    let (old, new) = (manifest(before)?, manifest(after)?);
    let is_address = |path: &str| old.addresses.contains_key(path) || new.addresses.contains_key(path);
    let files = upload.iter().chain(&remove);
    let mut changed: BTreeSet<String> = files.map(|path| address_of(path, is_address)).collect();
    let entries = old.addresses.keys().chain(new.addresses.keys());
    changed.extend(entries.filter(|it| old.addresses.get(*it) != new.addresses.get(*it)).cloned());
    let purge = changed.into_iter().filter_map(|address| {
        let of = |manifest: &Manifest| {
            let entry = manifest.addresses.get(&address)?;
            let rules = manifest.classes.get(&entry.class)?;
            Some((entry.class, rules.cache_control.get(&entry.cache).cloned()))
        };
        let (class, cache_control) = of(&new).or_else(|| of(&old))?;
        Some(PurgedAddress { class, cache_control, address })
    });
    Ok(Upload { purge: purge.collect(), upload, remove })
}

/// The digest of every file of a tree, by path.
fn digests(tree: &Path) -> Result<BTreeMap<String, String>, UploadError> {
    let mut found = BTreeMap::new();
    let mut add = |folder: &str, name: &str| -> Result<(), UploadError> {
        let path = tree.join(folder).join(name);
        let text = fs::read_to_string(&path).map_err(|source| UploadError::Unreadable { path, source })?;
        found.insert(format!("{folder}{name}"), ContentHash::of(&text).hex());
        found.extend(
            Sums::lines_of(&text).map(|(digest, path)| (format!("{folder}{path}"), digest.to_owned())),
        );
        Ok(())
    };
    add("", Manifest::SUMS_PATH)?;
    // Its own list leaves out the matrices, which have lists of theirs.
    for matrix in matrix_folders(tree)? {
        let name = matrix.file_name().unwrap_or_default().to_string_lossy();
        add(&format!("{MATRICES}/{name}/"), MATRIX_SUMS)?;
    }
    // The list leaves out the manifest.
    let path = tree.join(Manifest::PATH);
    let manifest = fs::read(&path).map_err(|source| UploadError::Unreadable { path, source })?;
    found.insert(Manifest::PATH.to_owned(), ContentHash::of(manifest).hex());
    Ok(found)
}

fn manifest(tree: &Path) -> Result<Manifest, UploadError> {
    let path = tree.join(Manifest::PATH);
    let bytes = fs::read(&path).map_err(|source| UploadError::Unreadable { path: path.clone(), source })?;
    serde_json::from_slice(&bytes).map_err(|source| UploadError::Manifest { path, source })
}

/// The address of a file: a form is `index.<extension>` in the directory of its address, and a coded body stands beside the
/// plain one.
fn address_of(path: &str, is_address: impl Fn(&str) -> bool) -> String {
    let of = |plain: &str| match plain.rsplit_once('/') {
        Some((folder, name)) if name.starts_with("index.") => format!("/{folder}"),
        None if plain.starts_with("index.") => "/".to_owned(),
        _ => format!("/{plain}"),
    };
    let own = of(path);
    if is_address(&own) {
        return own;
    }
    let plain = Coding::ALL.iter().find_map(|coding| path.strip_suffix(&coding.beside("")));
    plain.map_or(own, of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_of_its_address() {
        for (path, address) in [
            ("v2/licenses/MIT/index.json", "/v2/licenses/MIT"),
            ("v2/licenses/MIT/index.json.br", "/v2/licenses/MIT"),
            ("index.html", "/"),
            ("assets/muniment.css.gz", "/assets/muniment.css"),
            ("dumps/data-1.tar.zst", "/dumps/data-1.tar.zst"),
        ] {
            let is_address = |path: &str| !path.ends_with("css.gz") && !path.ends_with(".br");
            assert_eq!(address_of(path, is_address), address);
        }
    }
}
