use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::WriteError;
use super::disk::{CURRENT, flush, io_error, lock, remove};
use super::in_use::is_in_use;
use super::inputs::PROGRAM;
use super::matrix::{has_matrices, link_matrices};
use muniment_documents::wire::{Manifest, ManifestHead};
use muniment_licenses::model::ReleaseId;

/// The staging folder; old content is from a killed build.
pub(super) const STAGING: &str = ".staging";
/// The spare tree for the next build.
pub(super) const SPARE: &str = ".spare";
/// The link that becomes `current`. It is created before its tree, so a tree with only this link was never published.
const NEXT: &str = ".current";
/// Folders are renamed to this before removal, so that a tree is never incomplete.
const DISCARDED: &str = ".discarded";

/// A published tree.
pub(super) struct Published {
    /// Name of its folder.
    pub(super) name: String,
    /// An error after publishing.
    pub(super) fault: Option<WriteError>,
}

/// Names the staged tree after its release and points `current` to it. Flushes first. The previous tree stays valid
/// until the last rename; older ones are removed. Matrices of the previous tree that say the same of the new one come
/// along.
pub(super) fn publish(out: &Path, staging: &Path, release: &ReleaseId) -> Result<Published, WriteError> {
    let current = out.join(CURRENT);
    if has_matrices(&current) && !has_matrices(staging) && answers_alike(&current, release) {
        link_matrices(&current, staging)?;
    }
    flush(staging)?;
    let unpruned = prune(out).err();
    let name = free_name(out, &format!("tree-{release}"));
    let tree = out.join(&name);
    let next = out.join(NEXT);
    remove(&next)?;
    std::os::unix::fs::symlink(&name, &next).map_err(io_error("create", &next))?;
    fs::rename(staging, &tree).map_err(io_error("rename", staging))?;
    fs::rename(&next, &current).map_err(io_error("replace", &current))?;
    let unflushed = flush(out).err();
    Ok(Published { name, fault: unflushed.or(unpruned) })
}

/// Whether a tree was made by this program from the data of a release, so that its matrices would be made alike.
fn answers_alike(tree: &Path, release: &ReleaseId) -> bool {
    let read = fs::read(tree.join(Manifest::PATH)).ok();
    let head = read.and_then(|bytes| serde_json::from_slice::<ManifestHead>(&bytes).ok());
    head.is_some_and(|head| head.release.data == release.to_string() && head.provenance.program == PROGRAM)
}

fn free_name(out: &Path, base: &str) -> String {
    let taken = |name: &str| out.join(name).symlink_metadata().is_ok();
    std::iter::once(base.to_owned())
        .chain((2..).map(|n: u32| format!("{base}-{n}")))
        .find(|name| !taken(name))
        .unwrap_or_else(|| base.to_owned())
}

/// Removes every tree except the current one and those that are being served.
fn prune(out: &Path) -> Result<(), WriteError> {
    let link = out.join(CURRENT);
    let current = match fs::read_link(&link) {
        // Without the link nothing says which tree is the good one.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        named => named.map_err(io_error("read", &link))?,
    };
    let entries = fs::read_dir(out).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    for entry in entries.map_err(io_error("list", out))? {
        let name = entry.file_name();
        let is_tree = name.to_string_lossy().starts_with("tree-") || name == SPARE;
        if is_tree && Path::new(&name) != current && !is_in_use(&entry.path()) {
            discard(out, &entry.path())?;
        }
    }
    Ok(())
}

/// Removes a tree; its name disappears atomically.
pub(super) fn discard(out: &Path, folder: &Path) -> Result<(), WriteError> {
    let discarded = out.join(DISCARDED);
    remove(&discarded)?;
    match fs::rename(folder, &discarded) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(io_error("rename", folder)(error)),
        Ok(()) => remove(&discarded),
    }
}

/// Removes the remains of killed and failed builds: staged, unpublished and half-removed trees. The caller holds the
/// lock.
pub(super) fn clear_remains(out: &Path) -> Result<(), WriteError> {
    let next = out.join(NEXT);
    if let Ok(unpublished) = fs::read_link(&next) {
        if fs::read_link(out.join(CURRENT)).ok().as_ref() != Some(&unpublished) {
            discard(out, &out.join(unpublished))?;
        }
        remove(&next)?;
    }
    remains(out).iter().try_for_each(|path| remove(path))
}

/// Removes the remains of killed builds, unless another build holds the lock.
pub fn clear(out: &Path) -> Result<(), WriteError> {
    if remains(out).is_empty() {
        return Ok(());
    }
    match lock(out) {
        Ok(_lock) => clear_remains(out),
        Err(WriteError::Locked(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

fn remains(out: &Path) -> Vec<PathBuf> {
    let paths = [STAGING, NEXT, DISCARDED].map(|name| out.join(name));
    paths.into_iter().filter(|path| path.symlink_metadata().is_ok()).collect()
}
