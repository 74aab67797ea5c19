use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::Progress;
use super::compress::decodes_to;
use super::edge::edge_paths;
use super::links::dead_links;
use super::matrix::{MATRICES, MATRIX_SUMS};
use super::plan::body_paths;
use super::sums::Sums;
use muniment_documents::wire::{Class, Coding, Entry, Manifest, Representation};
use muniment_rdf::{ContentHash, NotATree, ReadError, Syntax, canonicalize, read};

/// The tree could not be verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The manifest or the list of digests cannot be read.
    #[error("cannot read `{path}`: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The manifest is not valid.
    #[error("`{path}` is no manifest of this program: {reason}")]
    Manifest {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

/// The result of a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The release of the tree.
    pub release: String,
    /// Number of addresses.
    pub addresses: usize,
    /// Number of files.
    pub files: usize,
    /// Number of versions whose hashes were recomputed from every form.
    pub versions: usize,
    /// The faults, sorted.
    pub faults: Vec<String>,
}

/// A body of a version that does not match its hash.
#[derive(Debug, thiserror::Error)]
pub enum VersionFault {
    /// It has a syntax error.
    #[error("the {0} form cannot be read: {1}")]
    Unreadable(Representation, ReadError),
    /// Its blank nodes do not form trees.
    #[error("the {0} form has no canonical form: {1}")]
    NotATree(Representation, NotATree),
    /// It has another hash.
    #[error("the {0} form hashes to {1}, not to {2}")]
    Hash(Representation, String, ContentHash),
}

/// Checks the content hash of one form of a version (spec:canonical-form#hash). For JSON, checks the hash that it
/// states.
pub fn read_back(
    representation: Representation,
    bytes: &[u8],
    expected: ContentHash,
) -> Result<(), VersionFault> {
    let found = match representation.syntax() {
        // The text of N-Triples is the canonical form itself (spec:canonical-form#verification).
        Some(Syntax::NTriples) => ContentHash::of(bytes).to_string(),
        Some(syntax) => {
            let graph = read(syntax, bytes).map_err(|e| VersionFault::Unreadable(representation, e))?;
            let canonical = canonicalize(&graph).map_err(|e| VersionFault::NotATree(representation, e))?;
            canonical.hash().to_string()
        }
        None => {
            let object: serde_json::Value = serde_json::from_slice(bytes).unwrap_or_default();
            object.get("content_hash").and_then(|hash| hash.as_str()).unwrap_or_default().to_owned()
        }
    };
    if found == expected.to_string() {
        Ok(())
    } else {
        Err(VersionFault::Hash(representation, found, expected))
    }
}

/// Verifies a tree: digests of all files, bodies of all addresses and no others, content hashes of every form of
/// every version, hashes of other bodies, and links within the site. `folder` is a tree or an output folder with a
/// `current` tree.
pub fn verify(folder: &Path, progress: &dyn Progress) -> Result<Verified, VerifyError> {
    let tree = tree_of(folder);
    let tree = tree.as_path();
    let manifest = manifest_of(tree)?;
    let sums_path = tree.join(Manifest::SUMS_PATH);
    let sums = String::from_utf8_lossy(&open(&sums_path)?).into_owned();
    let sums: BTreeMap<&str, &str> = Sums::lines_of(&sums).map(|(digest, path)| (path, digest)).collect();

    let mut expected: BTreeSet<String> = [Manifest::PATH, Manifest::SUMS_PATH].map(str::to_owned).into();
    for (address, entry) in &manifest.addresses {
        for (_, path) in body_paths(address, entry.class) {
            let coded = manifest.codings.iter().map(|coding| coding.beside(&path));
            expected.extend(coded.filter(|coded| sums.contains_key(coded.as_str())));
            expected.insert(path);
        }
    }
    let of_edges = edge_paths(&manifest);
    let mut faults: Vec<String> = of_edges.iter().filter_map(|path| edge_fault(tree, path, &sums)).collect();
    expected.extend(of_edges);
    let mut present = BTreeSet::new();
    list(tree, tree, &mut present)?;
    let matrices = format!("{MATRICES}/");
    let (of_matrices, present): (BTreeSet<String>, BTreeSet<String>) =
        present.into_iter().partition(|path| path.starts_with(&matrices) && !expected.contains(path));
    faults.extend(examine_matrices(tree, &of_matrices, &manifest.release.data)?);
    faults.extend(present.difference(&expected).map(|path| format!("`{path}` belongs to no address")));
    faults.extend(
        sums.keys()
            .filter(|p| !expected.contains(**p))
            .map(|p| format!("`{p}` is listed but belongs to no address")),
    );
    progress.begin("verifying", manifest.addresses.len());
    let found: Vec<String> = manifest
        .addresses
        .par_iter()
        .flat_map_iter(|(address, entry)| {
            let found = examine(tree, address, entry, &sums);
            progress.advance();
            found
        })
        .collect();
    faults.extend(found);
    progress.begin("following links", 0);
    faults.extend(dead_links(tree, &manifest));
    faults.sort();
    Ok(Verified {
        release: manifest.release.data,
        addresses: manifest.addresses.len(),
        files: present.len(),
        versions: manifest.addresses.values().filter(|entry| entry.class == Class::Version).count(),
        faults,
    })
}

/// The folder itself, or `current` in it.
pub(super) fn tree_of(folder: &Path) -> PathBuf {
    let current = folder.join("current");
    if current.join(Manifest::PATH).is_file() { current } else { folder.to_owned() }
}

pub(super) fn manifest_of(tree: &Path) -> Result<Manifest, VerifyError> {
    let path = tree.join(Manifest::PATH);
    let manifest: Manifest = serde_json::from_slice(&open(&path)?)
        .map_err(|error| VerifyError::Manifest { path: path.clone(), reason: error.to_string() })?;
    if manifest.manifest != Manifest::LAYOUT {
        let reason = format!("its layout is {} and not {}", manifest.manifest, Manifest::LAYOUT);
        return Err(VerifyError::Manifest { path, reason });
    }
    Ok(manifest)
}

fn examine(tree: &Path, address: &str, entry: &Entry, sums: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut faults = Vec::new();
    for (representation, path) in body_paths(address, entry.class) {
        let bytes = match fs::read(tree.join(&path)) {
            Ok(bytes) => bytes,
            Err(error) => {
                faults.push(format!("`{path}` of `{address}` cannot be read: {error}"));
                continue;
            }
        };
        let digest = ContentHash::of(&bytes);
        faults.extend(listed_fault(sums, &path, digest));
        faults.extend(coded_faults(tree, &path, &bytes, sums));
        match (entry.class, representation, format!("sha256:{}", entry.hash).parse()) {
            (_, _, Err(_)) => faults.push(format!("the hash of `{address}` is none")),
            (class, Some(representation), Ok(hash)) if proves_itself(class, representation) => {
                if let Err(fault) = read_back(representation, &bytes, hash) {
                    faults.push(format!("`{address}`: {fault}"));
                }
            }
            (class, _, Ok(_)) if class.is_of_a_version() => {}
            (_, _, Ok(hash)) if digest != hash => {
                faults.push(format!("`{path}` does not hash to what the manifest says of `{address}`"));
            }
            _ => {}
        }
    }
    faults
}

/// The faults of the compressed bodies of a body.
fn coded_faults(tree: &Path, path: &str, bytes: &[u8], sums: &BTreeMap<&str, &str>) -> Vec<String> {
    let of_coding = |coding: Coding| {
        let path = coding.beside(path);
        sums.get(path.as_str())?;
        match fs::read(tree.join(&path)) {
            Ok(coded) if decodes_to(coding, &coded, bytes) => {
                listed_fault(sums, &path, ContentHash::of(&coded))
            }
            Ok(_) => Some(format!("`{path}` is not what it stands beside")),
            Err(error) => Some(format!("`{path}` cannot be read: {error}")),
        }
    };
    Coding::ALL.into_iter().filter_map(of_coding).collect()
}

/// Verifies the matrices of a tree: their files and their release.
fn examine_matrices(
    tree: &Path,
    present: &BTreeSet<String>,
    release: &str,
) -> Result<Vec<String>, VerifyError> {
    let mut faults = Vec::new();
    let mut listed: BTreeSet<String> = BTreeSet::new();
    for sums_path in present.iter().filter(|path| path.ends_with(MATRIX_SUMS)) {
        let folder = sums_path.trim_end_matches(MATRIX_SUMS);
        listed.insert(sums_path.clone());
        let sums = String::from_utf8_lossy(&open(&tree.join(sums_path))?).into_owned();
        for (digest, name) in Sums::lines_of(&sums) {
            let path = format!("{folder}{name}");
            match fs::read(tree.join(&path)) {
                Ok(bytes) if ContentHash::of(&bytes).hex() != digest => {
                    faults.push(format!("`{path}` does not have the digest listed"));
                }
                Ok(bytes) if name == "index.json" => {
                    let index: serde_json::Value = serde_json::from_slice(&bytes).unwrap_or_default();
                    if index.get("release").and_then(|release| release.as_str()) != Some(release) {
                        faults.push(format!("`{path}` is of another release than the tree"));
                    }
                }
                Ok(_) => {}
                Err(error) => faults.push(format!("`{path}` cannot be read: {error}")),
            }
            listed.insert(path);
        }
    }
    faults.extend(present.difference(&listed).map(|path| format!("`{path}` is listed nowhere")));
    Ok(faults)
}

fn edge_fault(tree: &Path, path: &str, sums: &BTreeMap<&str, &str>) -> Option<String> {
    match fs::read(tree.join(path)) {
        Ok(bytes) => listed_fault(sums, path, ContentHash::of(&bytes)),
        Err(error) => Some(format!("`{path}` cannot be read: {error}")),
    }
}

/// The fault of a file and its listed digest.
fn listed_fault(sums: &BTreeMap<&str, &str>, path: &str, digest: ContentHash) -> Option<String> {
    match sums.get(path) {
        Some(listed) if *listed == digest.hex() => None,
        Some(_) => Some(format!("`{path}` does not have the digest listed")),
        None => Some(format!("`{path}` is not listed")),
    }
}

/// Whether a form of an address has the content hash of its version.
fn proves_itself(class: Class, representation: Representation) -> bool {
    match class {
        Class::Version => true,
        // A term is only a part of its version.
        Class::VocabularyTerm => false,
        _ => class.is_of_a_version() && representation.syntax().is_some(),
    }
}

fn open(path: &Path) -> Result<Vec<u8>, VerifyError> {
    fs::read(path).map_err(|source| VerifyError::Unreadable { path: path.to_owned(), source })
}

/// Collects the files below a folder, with paths relative to the tree.
fn list(tree: &Path, folder: &Path, found: &mut BTreeSet<String>) -> Result<(), VerifyError> {
    let unreadable = |source| VerifyError::Unreadable { path: folder.to_owned(), source };
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        if entry.file_type().map_err(unreadable)?.is_dir() {
            list(tree, &path, found)?;
        } else if let Ok(relative) = path.strip_prefix(tree) {
            found.insert(relative.to_string_lossy().into_owned());
        }
    }
    Ok(())
}
