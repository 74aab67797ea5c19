use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::disk::{CURRENT, count_files, flush, io_error, lock, remove, with_parent};
use super::edge::edge_files;
use super::plan::{body_path, body_paths};
use super::verify::{VersionFault, read_back};
use super::{Bodies, Body, GENERATOR, Plan, PlanError, Planned, Progress};
use crate::rdf::ContentHash;
use crate::wire::{Class, Entry, Manifest, ReleaseNames, Representation};

/// Why no tree was written; the tree before stands as it was.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Another build holds the output folder.
    #[error("another build is writing to `{0}`")]
    Locked(PathBuf),
    /// An output could not be rendered.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A body does not read back to what it was written from.
    #[error("`{address}` was written wrongly: {fault}")]
    Wrong {
        /// The address.
        address: String,
        /// What came back.
        fault: VersionFault,
    },
    /// The file system refused.
    #[error("cannot {action} `{path}`: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// On which path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// What a tree has to stand before it is swapped in. Reading back costs about as much as all the rest of a
/// build (BENCHMARKS.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Nothing more: the writers are trusted, and [`verify`](super::verify()) examines the tree when asked.
    Later,
    /// Every RDF body is read back and hashes to the content hash of its version.
    ReadBack,
}

/// Whether a new tree came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A new tree has been swapped in.
    Published,
    /// The tree that stood already was the same, byte for byte.
    Unchanged,
}

/// What was written.
#[derive(Debug, Clone)]
pub struct Written {
    /// Whether a new tree came of it.
    pub outcome: Outcome,
    /// The tree.
    pub tree: PathBuf,
    /// Number of addresses.
    pub addresses: usize,
    /// Number of files.
    pub files: usize,
    /// Bytes of all files.
    pub bytes: u64,
}

const STAGING: &str = ".staging";
/// Trees kept: the one served and the one before.
const KEPT_TREES: usize = 2;

/// Writes the tree of a plan below `out` and swaps it in.
///
/// The tree is staged in a folder of its own; files the tree before holds with the same bytes are linked
/// from there. The manifest is the last file written, everything is flushed, then two renames put the tree
/// in its place and let `current` point at it. Whatever happens before the last rename, a full disk and a
/// kill included, leaves the tree before as it was; the next build clears the remains away.
pub fn write(
    plan: &Plan<'_, '_>,
    out: &Path,
    proof: Proof,
    progress: &dyn Progress,
) -> Result<Written, WriteError> {
    fs::create_dir_all(out).map_err(io_error("create", out))?;
    let _lock = lock(out)?;
    let staging = out.join(STAGING);
    remove(&staging)?;
    let written =
        stage(plan, out, &staging, proof, progress).and_then(|staged| publish(plan, out, &staging, staged));
    if written.is_err() {
        // The disk may be full; what cannot be removed now is removed by the next build.
        let _ = fs::remove_dir_all(&staging);
    }
    written
}

/// Reads the manifest of the tree that `current` points at; `None` when there is none that can be read.
#[must_use]
pub fn current_manifest(out: &Path) -> Option<Manifest> {
    let bytes = fs::read(out.join(CURRENT).join(Manifest::PATH)).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// A file of the staged tree.
struct StagedFile {
    path: String,
    digest: ContentHash,
    length: u64,
    /// Whether the tree before has the same bytes at the same path.
    unchanged: bool,
}

struct Staged {
    files: Vec<StagedFile>,
    addresses: usize,
}

fn stage(
    plan: &Plan<'_, '_>,
    out: &Path,
    staging: &Path,
    proof: Proof,
    progress: &dyn Progress,
) -> Result<Staged, WriteError> {
    fs::create_dir(staging).map_err(io_error("create", staging))?;
    let before = out.join(CURRENT);
    let stage = Stage { staging, previous: before.exists().then_some(before.as_path()), proof };
    progress.begin("writing", plan.addresses.len());
    let rendered: Vec<(String, ContentHash, Vec<StagedFile>)> = plan
        .addresses
        .par_iter()
        .map(|(address, planned)| {
            let (hash, files) = stage.bodies(plan, address, planned)?;
            progress.advance();
            Ok((address.clone(), hash, files))
        })
        .collect::<Result<_, WriteError>>()?;
    let mut hashes: BTreeMap<String, ContentHash> = BTreeMap::new();
    let mut files = Vec::new();
    for (address, hash, written) in rendered {
        hashes.insert(address, hash);
        files.extend(written);
    }
    let by_path: BTreeMap<&str, &StagedFile> = files.iter().map(|file| (file.path.as_str(), file)).collect();
    let linked: Vec<(String, Option<ContentHash>, Vec<StagedFile>)> = plan
        .addresses
        .par_iter()
        .filter(|(_, planned)| !planned.linked.is_empty())
        .map(|(address, planned)| {
            let files = stage.link(address, planned, &by_path)?;
            let hash = match planned.content_hash {
                Some(_) => None,
                None => files.first().map(|file| file.digest),
            };
            Ok((address.clone(), hash, files))
        })
        .collect::<Result<_, WriteError>>()?;
    let pages: BTreeMap<String, ContentHash> = plan
        .addresses
        .iter()
        .filter(|(_, planned)| planned.content_hash.is_some())
        .filter_map(|(address, _)| {
            let page = body_path(address, Some(Representation::Html));
            Some((address.clone(), by_path.get(page.as_str())?.digest))
        })
        .collect();
    drop(by_path);
    for (address, hash, written) in linked {
        hashes.extend(hash.map(|hash| (address, hash)));
        files.extend(written);
    }
    let manifest = manifest(plan, &hashes, &pages);
    for file in edge_files(&manifest, &plan.library.site) {
        files.push(stage.file(file.path, &file.bytes)?);
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let sums: String = files.iter().map(|file| format!("{}  {}\n", file.digest.hex(), file.path)).collect();
    files.push(stage.file(Manifest::SUMS_PATH.to_owned(), sums.as_bytes())?);
    let manifest = serde_json::to_vec(&manifest).unwrap_or_default();
    files.push(stage.file(Manifest::PATH.to_owned(), &manifest)?);
    Ok(Staged { files, addresses: plan.addresses.len() })
}

fn manifest(
    plan: &Plan<'_, '_>,
    hashes: &BTreeMap<String, ContentHash>,
    pages: &BTreeMap<String, ContentHash>,
) -> Manifest {
    let release = plan.release;
    Manifest {
        manifest: Manifest::LAYOUT,
        generator: GENERATOR.to_owned(),
        inputs: plan.inputs.clone(),
        edges: plan.edges.clone(),
        release: ReleaseNames {
            data: release.id.to_string(),
            library: release.library.id.to_string(),
            graphs: release.graphs.id.to_string(),
            vocabulary: release.vocabulary.id.to_string(),
        },
        classes: Class::ALL.into_iter().map(|class| (class, class.rules())).collect(),
        addresses: plan
            .addresses
            .iter()
            .filter_map(|(address, planned)| {
                let entry = Entry {
                    class: planned.class,
                    cache: planned.cache,
                    hash: hashes.get(address)?.hex(),
                    page: pages.get(address).map(ContentHash::hex),
                    elsewhere: planned.elsewhere.clone(),
                    headers: planned.headers.clone(),
                };
                Some((address.clone(), entry))
            })
            .collect(),
    }
}

struct Stage<'p> {
    staging: &'p Path,
    /// The tree before, if there is one.
    previous: Option<&'p Path>,
    proof: Proof,
}

impl Stage<'_> {
    /// Renders an address, reads its bodies back where that is asked for, and writes them.
    fn bodies(
        &self,
        plan: &Plan<'_, '_>,
        address: &str,
        planned: &Planned<'_, '_>,
    ) -> Result<(ContentHash, Vec<StagedFile>), WriteError> {
        let bodies = plan.render(address, planned)?;
        if let (Bodies::Version { facts, .. }, Proof::ReadBack) = (&planned.bodies, self.proof) {
            let own = Representation::OF_A_VERSION.len();
            for Body { representation, bytes, .. } in bodies.iter().take(own) {
                let Some(representation) = *representation else { continue };
                read_back(representation, bytes, facts.content_hash)
                    .map_err(|fault| WriteError::Wrong { address: address.to_owned(), fault })?;
            }
        }
        let of_the_body =
            || ContentHash::of(bodies.first().map(|body| body.bytes.as_slice()).unwrap_or_default());
        let hash = planned.content_hash.unwrap_or_else(of_the_body);
        let files =
            bodies.into_iter().map(|body| self.file(body.path, &body.bytes)).collect::<Result<_, _>>()?;
        Ok((hash, files))
    }

    fn file(&self, path: String, bytes: &[u8]) -> Result<StagedFile, WriteError> {
        let target = self.staging.join(&path);
        let same = self
            .previous
            .map(|previous| previous.join(&path))
            .filter(|previous| fs::read(previous).is_ok_and(|before| before == bytes));
        match &same {
            Some(same) => {
                with_parent(&target, || fs::hard_link(same, &target)).map_err(io_error("link", &target))?;
            }
            None => {
                with_parent(&target, || fs::write(&target, bytes)).map_err(io_error("write", &target))?;
            }
        }
        let digest = ContentHash::of(bytes);
        Ok(StagedFile { path, digest, length: bytes.len() as u64, unchanged: same.is_some() })
    }

    /// Gives an address the forms that are rendered for others.
    fn link(
        &self,
        address: &str,
        planned: &Planned<'_, '_>,
        files: &BTreeMap<&str, &StagedFile>,
    ) -> Result<Vec<StagedFile>, WriteError> {
        let mut linked = Vec::new();
        for (representation, path) in body_paths(address, planned.class) {
            if files.contains_key(path.as_str()) {
                continue;
            }
            let mut originals = planned.linked.iter().map(|original| body_path(original, representation));
            let Some(file) = originals.find_map(|original| files.get(original.as_str())) else { continue };
            let (from, to) = (self.staging.join(&file.path), self.staging.join(&path));
            with_parent(&to, || fs::hard_link(&from, &to)).map_err(io_error("link", &to))?;
            linked.push(StagedFile { path, ..**file });
        }
        Ok(linked)
    }
}

fn publish(plan: &Plan<'_, '_>, out: &Path, staging: &Path, staged: Staged) -> Result<Written, WriteError> {
    let current = out.join(CURRENT);
    let before = fs::read_link(&current).ok();
    let bytes = staged.files.iter().map(|file| file.length).sum();
    let written = |outcome, tree| Written {
        outcome,
        tree,
        addresses: staged.addresses,
        files: staged.files.len(),
        bytes,
    };
    if let Some(before) = &before
        && staged.files.iter().all(|file| file.unchanged)
        && count_files(&out.join(before)).is_ok_and(|count| count == staged.files.len())
    {
        remove(staging)?;
        return Ok(written(Outcome::Unchanged, out.join(before)));
    }
    flush(staging)?;
    let name = free_name(out, &format!("tree-{}", plan.release.id));
    let tree = out.join(&name);
    fs::rename(staging, &tree).map_err(io_error("rename", staging))?;
    let link = out.join(".current");
    remove(&link)?;
    std::os::unix::fs::symlink(&name, &link).map_err(io_error("create", &link))?;
    fs::rename(&link, &current).map_err(io_error("replace", &current))?;
    flush(out)?;
    // The new tree is published; that an old one cannot be removed does not take it back.
    let _ = prune(out, &name, before.as_deref());
    Ok(written(Outcome::Published, tree))
}

fn free_name(out: &Path, base: &str) -> String {
    let taken = |name: &str| out.join(name).symlink_metadata().is_ok();
    std::iter::once(base.to_owned())
        .chain((2..).map(|n: u32| format!("{base}-{n}")))
        .find(|name| !taken(name))
        .unwrap_or_else(|| base.to_owned())
}

/// Removes every tree but the one served and the one before.
fn prune(out: &Path, name: &str, before: Option<&Path>) -> io::Result<()> {
    let mut kept: BTreeSet<PathBuf> = BTreeSet::from([PathBuf::from(name)]);
    kept.extend(before.map(Path::to_owned));
    debug_assert!(kept.len() <= KEPT_TREES);
    for entry in fs::read_dir(out)? {
        let entry = entry?;
        let is_tree = entry.file_name().to_string_lossy().starts_with("tree-");
        if is_tree && !kept.contains(Path::new(&entry.file_name())) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}
