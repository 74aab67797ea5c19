use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::OnceLock;

use rayon::prelude::*;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};

use super::compress::CodedBodies;
use super::disk::{CURRENT, io_error, json_error, link_folder, lock, remove, remove_below, with_parent};
use super::edge::edge_files;
use super::in_use::is_in_use;
use super::inputs::inputs_of;
use super::last_build::{Spare, TreeRecord};
use super::matrix::matrix_folders;
use super::plan::body_paths;
use super::publish::{Published, SPARE, STAGING, clear_remains, discard, publish};
use super::stage::{Ground, Stage, Staged, StagedFile};
use super::sums::merge_sums;
use super::write::manifest;
use super::{Outcome, Plan, Progress, Proof, WriteError, Written};
use muniment_documents::wire::{Entry, Manifest};

/// Buffer size in bytes.
const BUFFER: usize = 1 << 20;

/// Makes the next tree from the last one: `plan` has the addresses within a scope, the others are unchanged.
///
/// The spare tree is updated and becomes the next one. The current tree does not change, as in
/// [`write`](super::write()). `is_steady` is called last, and tells whether the sources are unchanged.
pub fn rewrite(
    plan: &Plan<'_, '_>,
    out: &Path,
    last: TreeRecord,
    progress: &dyn Progress,
    is_steady: impl Fn() -> bool,
) -> Result<Written, WriteError> {
    let _lock = lock(out)?;
    if !last.stands(out) {
        return Err(WriteError::Overtaken);
    }
    clear_remains(out)?;
    let rewritten = restage(plan, out, &out.join(STAGING), last, progress, is_steady);
    if rewritten.is_err() {
        // The next build removes the rest and copies the current tree.
        let _ = clear_remains(out);
    }
    rewritten
}

fn restage(
    plan: &Plan<'_, '_>,
    out: &Path,
    staging: &Path,
    last: TreeRecord,
    progress: &dyn Progress,
    is_steady: impl Fn() -> bool,
) -> Result<Written, WriteError> {
    let before = out.join(CURRENT);
    let stale = ground(out, staging, &before, last.spare.as_ref())?;
    let coded = CodedBodies::of_plan(plan, out)?;
    let stage = Stage {
        staging,
        previous: Some(&before),
        ground: Ground::TreeBefore { stale: &stale, digests: &last.digests },
        proof: Proof::Later,
        coded: coded.as_ref(),
    };
    let manifest_before = OnceLock::new();
    let (staged, known) =
        rayon::join(|| stage.addresses(plan, progress), || read_manifest(&before, &manifest_before));
    let (Staged { entries, files }, known) = (staged?, known?);

    freshen(staging, &before, &stale, &files)?;

    let mut record = TreeRecord::of(plan, &files);
    let gone: BTreeSet<&str> = record
        .addresses
        .keys()
        .filter_map(|owner| last.addresses.get(owner))
        .flat_map(|addresses| addresses.lines())
        .filter(|address| !plan.addresses.contains_key(*address))
        .collect();
    let no_longer_coded = no_longer_coded(plan, &before, &files);
    let mut changes = Changes::of(files);
    no_longer_coded.into_iter().for_each(|path| changes.gone(path));
    for address in &gone {
        let Some(entry) = known.addresses.get(address) else { continue };
        let entry: Entry = serde_json::from_str(entry.get()).map_err(json_error(Manifest::PATH))?;
        for (_, path) in body_paths(address, entry.class) {
            coded_before(plan, &before, &path).for_each(|coded| changes.gone(coded));
            changes.gone(path);
        }
    }
    for path in changes.0.iter().filter(|(_, file)| file.is_none()).map(|(path, _)| path) {
        remove_below(staging, path)?;
    }
    let entries = written_entries(&entries).map_err(json_error(Manifest::PATH))?;
    let is_same = |address: &str, entry: &RawValue| {
        known.addresses.get(address).is_some_and(|known| known.get() == entry.get())
    };
    let are_same = known.inputs == plan.inputs
        && gone.is_empty()
        && entries.iter().all(|(address, entry)| is_same(address, entry));
    let addresses = merged(known.addresses, &entries, &gone);
    if !plan.edges.is_empty() {
        let entries = read_entries(&addresses).map_err(json_error(Manifest::PATH))?;
        for file in edge_files(&manifest(plan, entries), &plan.library.site, staging)? {
            changes.add(stage.file(file.path, &file.bytes)?);
        }
    }
    let is_unchanged = are_same && changes.0.is_empty();
    let (mut count, mut bytes) = (last.files, last.bytes);
    changes.weigh(&before, &mut count, &mut bytes);
    let (of_sums, of_manifest) = rayon::join(
        || {
            anew(staging, Manifest::SUMS_PATH, |writer| {
                let sums = fs::File::open(before.join(Manifest::SUMS_PATH))?;
                merge_sums(BufReader::with_capacity(BUFFER, sums), changes.digests(), writer)
            })
        },
        || {
            anew(staging, Manifest::PATH, |writer| {
                serde_json::to_writer(writer, &manifest(plan, addresses)).map_err(io::Error::other)
            })
        },
    );
    of_sums.and(of_manifest)?;
    if !is_steady() {
        return Err(WriteError::Unsteady);
    }
    for (owner, addresses) in last.addresses {
        record.addresses.entry(owner).or_insert(addresses);
    }
    let mut stale: BTreeSet<String> = changes.0.into_keys().collect();
    stale.extend([Manifest::SUMS_PATH, Manifest::PATH].map(str::to_owned));
    let (outcome, name, fault) = if is_unchanged {
        // The name is free unless another tree has taken it, because its tree became this one.
        let name = last.spare.map(|spare| spare.name).filter(|name| !out.join(name).exists());
        let name = name.unwrap_or_else(|| SPARE.to_owned());
        let spare = out.join(&name);
        discard(out, &spare)?;
        fs::rename(staging, &spare).map_err(io_error("rename", staging))?;
        record.spare = Some(Spare { name, inputs: last.inputs, stale: BTreeSet::new() });
        (Outcome::Unchanged, last.name, None)
    } else {
        let Published { name, fault } = publish(out, staging, &plan.release.id)?;
        record.spare = Some(Spare { name: last.name, inputs: last.inputs, stale });
        (Outcome::Published, name, fault)
    };
    let tree = out.join(&name);
    record.complete(name, count, bytes);
    let addresses = record.addresses();
    let compressed = coded.as_ref().map(CodedBodies::made);
    Ok(Written { outcome, tree, addresses, files: count, bytes, compressed, record, fault })
}

/// The compressed bodies of a body in the previous tree.
fn coded_before<'p>(
    plan: &'p Plan<'_, '_>,
    before: &'p Path,
    path: &'p str,
) -> impl Iterator<Item = String> + 'p {
    let beside = plan.codings.iter().map(|coding| coding.beside(path));
    beside.filter(|coded| before.join(coded).exists())
}

/// Compressed bodies of the previous tree that are outdated.
fn no_longer_coded(plan: &Plan<'_, '_>, before: &Path, written: &[StagedFile]) -> Vec<String> {
    let paths: BTreeSet<&str> = written.iter().map(|file| file.path.as_str()).collect();
    let of_a_body = |path| coded_before(plan, before, path).filter(|coded| !paths.contains(coded.as_str()));
    paths.iter().flat_map(|path| of_a_body(path)).collect()
}

/// A manifest whose entries stay raw text.
#[derive(Deserialize)]
struct Known<'a> {
    inputs: String,
    #[serde(borrow)]
    addresses: BTreeMap<&'a str, &'a RawValue>,
}

fn read_manifest<'t>(tree: &Path, text: &'t OnceLock<String>) -> Result<Known<'t>, WriteError> {
    let path = tree.join(Manifest::PATH);
    let read = fs::read_to_string(&path).map_err(io_error("read", &path))?;
    serde_json::from_str(text.get_or_init(|| read)).map_err(|_| WriteError::Overtaken)
}

fn written_entries(entries: &BTreeMap<String, Entry>) -> serde_json::Result<BTreeMap<String, Box<RawValue>>> {
    entries.par_iter().map(|(address, entry)| Ok((address.clone(), to_raw_value(entry)?))).collect()
}

fn read_entries(addresses: &BTreeMap<&str, &RawValue>) -> serde_json::Result<BTreeMap<String, Entry>> {
    let read = |(address, entry): (&&str, &&RawValue)| {
        Ok(((*address).to_owned(), serde_json::from_str(entry.get())?))
    };
    addresses.iter().map(read).collect()
}

fn merged<'m>(
    mut known: BTreeMap<&'m str, &'m RawValue>,
    entries: &'m BTreeMap<String, Box<RawValue>>,
    gone: &BTreeSet<&str>,
) -> BTreeMap<&'m str, &'m RawValue> {
    if !gone.is_empty() {
        known.retain(|address, _| !gone.contains(address));
    }
    known.extend(entries.iter().map(|(address, entry)| (address.as_str(), entry.as_ref())));
    known
}

/// Writes a large file through a buffer.
fn anew(
    staging: &Path,
    path: &str,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
) -> Result<(), WriteError> {
    let path = staging.join(path);
    remove(&path)?;
    let file = fs::File::create(&path).map_err(io_error("create", &path))?;
    let mut writer = BufWriter::with_capacity(BUFFER, file);
    write(&mut writer).and_then(|()| writer.flush()).map_err(io_error("write", &path))
}

/// Changed files with digest and length; `None` for removed ones.
struct Changes(BTreeMap<String, Option<(String, u64)>>);

impl Changes {
    fn of(files: Vec<StagedFile>) -> Self {
        let mut changes = Self(BTreeMap::new());
        files.into_iter().for_each(|file| changes.add(file));
        changes
    }

    fn add(&mut self, file: StagedFile) {
        if !file.is_unchanged {
            self.0.insert(file.path, Some((file.digest.hex(), file.length)));
        }
    }

    fn gone(&mut self, path: String) {
        self.0.entry(path).or_insert(None);
    }

    /// Paths with their digests; `None` for removed files.
    fn digests(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.0.iter().map(|(path, now)| (path.as_str(), now.as_ref().map(|(digest, _)| digest.as_str())))
    }

    /// Updates the numbers of files and bytes of the previous tree.
    fn weigh(&self, before: &Path, files: &mut usize, bytes: &mut u64) {
        let length = |path: &String| fs::metadata(before.join(path)).ok().map(|metadata| metadata.len());
        let then: Vec<Option<u64>> = self.0.par_iter().map(|(path, _)| length(path)).collect();
        for (now, then) in self.0.values().zip(then) {
            *bytes =
                (*bytes + now.as_ref().map_or(0, |(_, length)| *length)).saturating_sub(then.unwrap_or(0));
            *files = (*files + usize::from(now.is_some())).saturating_sub(usize::from(then.is_some()));
        }
    }
}

/// Fills the staging folder with the spare tree, or with links to every file of the previous tree. Returns the stale
/// files.
fn ground(
    out: &Path,
    staging: &Path,
    before: &Path,
    spare: Option<&Spare>,
) -> Result<BTreeSet<String>, WriteError> {
    let is_free = |spare: &&Spare| {
        let folder = out.join(&spare.name);
        inputs_of(&folder).as_ref() == Some(&spare.inputs) && !is_in_use(&folder)
    };
    let Some(Spare { name, stale, .. }) = spare.filter(is_free) else {
        link_folder(before, staging).map_err(io_error("link", staging))?;
        return Ok(BTreeSet::new());
    };
    let folder = out.join(name);
    fs::rename(&folder, staging).map_err(io_error("rename", &folder))?;
    for folder in matrix_folders(staging)? {
        remove(&folder)?;
    }
    Ok(stale.clone())
}

/// Replaces stale files that were not rewritten with those of the previous tree.
fn freshen(
    staging: &Path,
    before: &Path,
    stale: &BTreeSet<String>,
    written: &[StagedFile],
) -> Result<(), WriteError> {
    let written: BTreeSet<&str> = written.iter().map(|file| file.path.as_str()).collect();
    stale.par_iter().filter(|path| !written.contains(path.as_str())).try_for_each(|path| {
        let (from, to) = (before.join(path), staging.join(path));
        if !from.exists() {
            return remove_below(staging, path);
        }
        remove(&to)?;
        with_parent(&to, || fs::hard_link(&from, &to)).map_err(io_error("link", &to))
    })
}

/// Creates the spare tree after the first build. It links every file once, which later builds save.
pub fn prepare(out: &Path, record: &mut TreeRecord) -> Result<(), WriteError> {
    let _lock = lock(out)?;
    if record.spare.is_some() || !record.stands(out) {
        return Ok(());
    }
    let (name, staging) = (SPARE.to_owned(), out.join(STAGING));
    let spare = out.join(&name);
    clear_remains(out)?;
    discard(out, &spare)?;
    link_folder(&record.folder(out), &staging).map_err(io_error("link", &staging))?;
    fs::rename(&staging, &spare).map_err(io_error("rename", &staging))?;
    record.spare = Some(Spare { name, inputs: record.inputs.clone(), stale: BTreeSet::new() });
    Ok(())
}
