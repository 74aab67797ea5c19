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

/// Why writing to an output folder failed. As the error of a build, no tree was published and the current tree is
/// unchanged.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Another build holds the output folder.
    #[error("another build is writing to `{0}`")]
    Locked(PathBuf),
    /// An output could not be rendered.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A body read back differs from its source.
    #[error("`{address}` was written wrongly: {fault}")]
    Wrong {
        /// The address.
        address: String,
        /// The fault.
        fault: VersionFault,
    },
    /// Another build has published a tree since this one started.
    #[error("another build has published a tree since this one began; build again")]
    Overtaken,
    /// The sources changed during the build.
    #[error("the data changed while it was read; build again")]
    Unsteady,
    /// A document cannot be written as JSON.
    #[error("`{path}` cannot be written as JSON: {source}")]
    Json {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: serde_json::Error,
    },
    /// The file system returned an error.
    #[error("cannot {action} `{path}`: {source}")]
    Io {
        /// The operation.
        action: &'static str,
        /// Its path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// The check of a tree before it is published. Reading back takes about as long as the rest of a build
/// (BENCHMARKS.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// None; see [`verify`](super::verify()).
    Later,
    /// Reads every RDF body back and compares its content hash.
    ReadBack,
}

/// Whether a new tree was published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A new tree was published.
    Published,
    /// The current tree has the same bytes.
    Unchanged,
}

/// The result of writing a tree.
#[derive(Debug)]
pub struct Written {
    /// Whether a new tree was published.
    pub outcome: Outcome,
    /// The tree.
    pub tree: PathBuf,
    /// Number of addresses.
    pub addresses: usize,
    /// Number of files.
    pub files: usize,
    /// Bytes of all files.
    pub bytes: u64,
    /// The new compressed bodies; `None` without compression.
    pub compressed: Option<Compressed>,
    /// The record for the next incremental build.
    pub record: TreeRecord,
    /// An error after publishing, or in the removal of older trees.
    pub fault: Option<WriteError>,
}

/// Writes the tree of a plan below `out` and publishes it.
///
/// The tree is staged in its own folder; files that are equal in the previous tree are linked. The manifest is
/// written last, everything is flushed, then two renames put the tree in place and point `current` to it. An error or
/// a kill before the last rename leaves the current tree unchanged, and the next build removes the remains.
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
        // The disk may be full; the next build removes the rest.
        let _ = clear_remains(out);
    }
    written
}

/// Reads the manifest of the current tree; `None` if it cannot be read.
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
            // Without its list of digests, the differences of the previous tree are unknown.
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

/// The manifest of a plan with these entries.
pub(super) fn manifest<E>(plan: &Plan<'_, '_>, addresses: E) -> Manifest<E> {
    let release = plan.release;
    Manifest {
        manifest: Manifest::LAYOUT,
        generator: GENERATOR.to_owned(),
        inputs: plan.inputs.clone(),
        provenance: plan.provenance.clone(),
        edges: plan.edges.clone(),
        codings: plan.codings.clone(),
        packages: plan.packages.clone(),
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
