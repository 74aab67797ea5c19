use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::WriteError;
use super::disk::{CURRENT, flush, io_error, remove};
use crate::model::ReleaseId;

/// Where a tree is made; what is found there at the beginning of a build was left by one that was killed.
pub(super) const STAGING: &str = ".staging";
/// The tree that is made for the next build after the first one.
pub(super) const SPARE: &str = ".spare";
/// Trees kept: the one served and the one before.
const KEPT_TREES: usize = 2;

/// Names the staged tree after its release and lets `current` point at it; the name it has then.
///
/// Everything is flushed first. Until the last rename the tree before stands as it was.
pub(super) fn publish(out: &Path, staging: &Path, release: &ReleaseId) -> Result<String, WriteError> {
    let current = out.join(CURRENT);
    let before = fs::read_link(&current).ok();
    flush(staging)?;
    let name = free_name(out, &format!("tree-{release}"));
    let tree = out.join(&name);
    fs::rename(staging, &tree).map_err(io_error("rename", staging))?;
    let link = out.join(".current");
    remove(&link)?;
    std::os::unix::fs::symlink(&name, &link).map_err(io_error("create", &link))?;
    fs::rename(&link, &current).map_err(io_error("replace", &current))?;
    flush(out)?;
    // The new tree is published; that an old one cannot be removed does not take it back.
    let _ = prune(out, &name, before.as_deref());
    Ok(name)
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
        let name = entry.file_name();
        // With a tree before there is need of no other to make the next one of.
        let is_tree = name.to_string_lossy().starts_with("tree-") || name == SPARE;
        if is_tree && !kept.contains(Path::new(&name)) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}
