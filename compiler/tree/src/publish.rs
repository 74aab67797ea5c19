use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::WriteError;
use super::disk::{CURRENT, flush, io_error, lock, remove};
use muniment_licenses::model::ReleaseId;

/// Where a tree is made; what is found there at the beginning of a build was left by one that was killed.
pub(super) const STAGING: &str = ".staging";
/// The tree that is made for the next build after the first one.
pub(super) const SPARE: &str = ".spare";
/// The link that becomes `current`. It exists before the tree it names, so a tree that only this link names was never
/// published.
const NEXT: &str = ".current";
/// Where a folder is moved before it is removed: no folder under the name of a tree is ever incomplete.
const DISCARDED: &str = ".discarded";

/// A tree that was put in place.
pub(super) struct Published {
    /// Name of its folder.
    pub(super) name: String,
    /// What failed apart from that.
    pub(super) fault: Option<WriteError>,
}

/// Names the staged tree after its release and lets `current` point at it.
///
/// Everything is flushed first. Until the last rename the tree before stands as it was; older ones are removed.
pub(super) fn publish(out: &Path, staging: &Path, release: &ReleaseId) -> Result<Published, WriteError> {
    let current = out.join(CURRENT);
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

fn free_name(out: &Path, base: &str) -> String {
    let taken = |name: &str| out.join(name).symlink_metadata().is_ok();
    std::iter::once(base.to_owned())
        .chain((2..).map(|n: u32| format!("{base}-{n}")))
        .find(|name| !taken(name))
        .unwrap_or_else(|| base.to_owned())
}

/// Removes every tree but the one that stands.
fn prune(out: &Path) -> Result<(), WriteError> {
    let link = out.join(CURRENT);
    let current = match fs::read_link(&link) {
        Err(error) if error.kind() == ErrorKind::NotFound => PathBuf::new(),
        // Without its name the tree that stands would be taken for an old one.
        named => named.map_err(io_error("read", &link))?,
    };
    let entries = fs::read_dir(out).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    for entry in entries.map_err(io_error("list", out))? {
        let name = entry.file_name();
        let is_tree = name.to_string_lossy().starts_with("tree-") || name == SPARE;
        if is_tree && Path::new(&name) != current {
            discard(out, &entry.path())?;
        }
    }
    Ok(())
}

/// Removes a folder that is named like a tree, in one step as far as its name goes.
pub(super) fn discard(out: &Path, folder: &Path) -> Result<(), WriteError> {
    let discarded = out.join(DISCARDED);
    remove(&discarded)?;
    match fs::rename(folder, &discarded) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(io_error("rename", folder)(error)),
        Ok(()) => remove(&discarded),
    }
}

/// Removes what builds left that were killed or failed: a tree half made, one that was never published, and one half
/// removed. The caller holds the lock of the folder.
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

/// Removes what killed builds left beside a tree that needs no build. It is left to the build that is under way, if
/// there is one.
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
