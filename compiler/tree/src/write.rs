use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::compress::{CodedBodies, Compressed};
use super::disk::{CURRENT, count_files, io_error, json_error, lock, remove};
use super::edge::edge_files;
use super::inputs::inputs_of;
use super::last_build::TreeRecord;
use super::publish::{Published, STAGING, clear_remains, publish};
use super::stage::{Ground, Stage, Staged};
use super::sums::Sums;
use super::verify::VersionFault;
use super::{GENERATOR, Plan, PlanError, Progress};
use muniment_documents::wire::{Class, Manifest, ReleaseNames};

/// Why a file operation on an output folder failed. Where it is the error of a whole build, no tree was published and
/// the tree before stands as it was.
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
    /// Another build has published since this one began.
    #[error("another build has published a tree since this one began; build again")]
    Overtaken,
    /// The sources were written to while they were read.
    #[error("the data changed while it was read; build again")]
    Unsteady,
    /// A document has no JSON.
    #[error("`{path}` cannot be written as JSON: {source}")]
    Json {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
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
#[derive(Debug)]
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
    /// What was compressed anew; none where bodies are not compressed.
    pub compressed: Option<Compressed>,
    /// What the next build has to know of the tree to write only what changes.
    pub record: TreeRecord,
    /// What failed after the tree was put in place, or in the removal of older ones.
    pub fault: Option<WriteError>,
}

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
    clear_remains(out)?;
    let written = stage(plan, out, &out.join(STAGING), proof, progress);
    if written.is_err() {
        // The disk may be full; what cannot be removed now is removed by the next build.
        let _ = clear_remains(out);
    }
    written
}

/// Reads the manifest of the tree that `current` points at; `None` when there is none that can be read.
#[must_use]
pub fn current_manifest(out: &Path) -> Option<Manifest> {
    let bytes = fs::read(out.join(CURRENT).join(Manifest::PATH)).ok()?;
    serde_json::from_slice(&bytes).ok()
}

fn stage(
    plan: &Plan<'_, '_>,
    out: &Path,
    staging: &Path,
    proof: Proof,
    progress: &dyn Progress,
) -> Result<Written, WriteError> {
    fs::create_dir(staging).map_err(io_error("create", staging))?;
    let current = out.join(CURRENT);
    let before = fs::read_link(&current).ok().filter(|_| current.exists());
    let previous = before.as_ref().map(|_| current.as_path());
    let coded = CodedBodies::of_plan(plan, out)?;
    let stage = Stage { staging, previous, ground: Ground::Empty, proof, coded: coded.as_ref() };
    let Staged { entries, mut files } = stage.addresses(plan, progress)?;
    let manifest = manifest(plan, entries);
    for file in edge_files(&manifest, &plan.library.site, staging)? {
        files.push(stage.file(file.path, &file.bytes)?);
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let sums = Sums::of(&files);
    let sums_before = previous.and_then(Sums::read);
    files.push(stage.file(Manifest::SUMS_PATH.to_owned(), sums.text().as_bytes())?);
    let manifest = serde_json::to_vec(&manifest).map_err(json_error(Manifest::PATH))?;
    files.push(stage.file(Manifest::PATH.to_owned(), &manifest)?);
    let mut written = Written {
        outcome: Outcome::Published,
        tree: PathBuf::new(),
        addresses: plan.addresses.len(),
        files: files.len(),
        bytes: files.iter().map(|file| file.length).sum(),
        compressed: coded.as_ref().map(CodedBodies::made),
        record: TreeRecord::of(plan, &files),
        fault: None,
    };
    let name = match &before {
        Some(before)
            if files.iter().all(|file| file.is_unchanged)
                && count_files(&current).is_ok_and(|count| count == files.len()) =>
        {
            remove(staging)?;
            written.outcome = Outcome::Unchanged;
            before.to_string_lossy().into_owned()
        }
        _ => {
            let inputs_before = previous.and_then(inputs_of);
            let Published { name, fault } = publish(out, staging, &plan.release.id)?;
            // Without its list nobody knows in which files the tree before differs.
            if let (Some(before), Some(inputs), Some(sums_before)) = (&before, inputs_before, &sums_before) {
                written.record.spare(before, inputs, sums_before, &sums);
            }
            written.fault = fault;
            name
        }
    };
    CodedBodies::prune(out);
    written.tree = out.join(&name);
    written.record.complete(name, written.files, written.bytes);
    Ok(written)
}

/// The manifest of a plan whose addresses have these entries.
pub(super) fn manifest<E>(plan: &Plan<'_, '_>, addresses: E) -> Manifest<E> {
    let release = plan.release;
    Manifest {
        manifest: Manifest::LAYOUT,
        generator: GENERATOR.to_owned(),
        inputs: plan.inputs.clone(),
        provenance: plan.provenance.clone(),
        edges: plan.edges.clone(),
        codings: plan.codings.clone(),
        notice: plan.notice.clone(),
        release: ReleaseNames {
            data: release.id.to_string(),
            library: release.library.id.to_string(),
            graphs: release.graphs.id.to_string(),
            vocabulary: release.vocabulary.id.to_string(),
        },
        classes: Class::ALL.into_iter().map(|class| (class, class.rules())).collect(),
        addresses,
    }
}
