use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::compress::{CodedBodies, CodedBody};
use super::disk::{io_error, remove, with_parent};
use super::plan::{body_path, body_paths};
use super::verify::read_back;
use super::{Bodies, Body, Plan, Planned, Progress, Proof, WriteError};
use muniment_documents::wire::{Coding, Entry, Representation};
use muniment_rdf::ContentHash;

/// Addresses of one task.
const AT_ONCE: usize = 8;

/// A file of the staged tree.
pub(super) struct StagedFile {
    pub(super) path: String,
    pub(super) digest: ContentHash,
    pub(super) length: u64,
    /// Whether the previous tree has the same bytes at this path.
    pub(super) is_unchanged: bool,
}

/// The staged addresses of a plan.
pub(super) struct Staged {
    pub(super) entries: BTreeMap<String, Entry>,
    pub(super) files: Vec<StagedFile>,
}

/// The initial content of the staging folder.
#[derive(Clone, Copy)]
pub(super) enum Ground<'p> {
    /// Empty: unchanged files are linked from the previous tree.
    Empty,
    /// The previous tree except stale files: unchanged files exist.
    TreeBefore {
        /// Files of an older tree, and missing files.
        stale: &'p BTreeSet<String>,
        /// Known digests of files of the previous tree.
        digests: &'p BTreeMap<String, ContentHash>,
    },
}

/// The staging folder of a tree.
pub(super) struct Stage<'p> {
    pub(super) staging: &'p Path,
    /// The previous tree.
    pub(super) previous: Option<&'p Path>,
    pub(super) ground: Ground<'p>,
    pub(super) proof: Proof,
    /// The cache of compressed bodies; `None` without compression.
    pub(super) coded: Option<&'p CodedBodies>,
}

impl Stage<'_> {
    /// Renders and writes every address of a plan.
    pub(super) fn addresses(
        &self,
        plan: &Plan<'_, '_>,
        progress: &dyn Progress,
    ) -> Result<Staged, WriteError> {
        let step = if self.coded.is_some() { "writing and compressing" } else { "writing" };
        progress.begin(step, plan.addresses.len());
        // Small tasks, because expensive documents are adjacent.
        let addresses: Vec<(&String, &Planned<'_, '_>)> = plan.addresses.iter().collect();
        let rendered: Vec<(&str, ContentHash, Vec<StagedFile>)> = addresses
            .par_iter()
            .with_max_len(AT_ONCE)
            .map(|(address, planned)| {
                let (hash, files) = self.bodies(plan, address, planned)?;
                progress.advance();
                Ok((address.as_str(), hash, files))
            })
            .collect::<Result<_, WriteError>>()?;
        let mut hashes: BTreeMap<&str, ContentHash> = BTreeMap::new();
        let mut files = Vec::new();
        for (address, hash, written) in rendered {
            hashes.insert(address, hash);
            files.extend(written);
        }
        let by_path: BTreeMap<&str, &StagedFile> =
            files.iter().map(|file| (file.path.as_str(), file)).collect();
        let linked: Vec<(&str, Option<ContentHash>, Vec<StagedFile>)> = plan
            .addresses
            .par_iter()
            .filter(|(_, planned)| !planned.linked.is_empty())
            .map(|(address, planned)| {
                let files = self.link(address, planned, &by_path)?;
                let hash = match planned.content_hash {
                    Some(_) => None,
                    None => files.first().map(|file| file.digest),
                };
                Ok((address.as_str(), hash, files))
            })
            .collect::<Result<_, WriteError>>()?;
        let mut pages: BTreeMap<&str, String> = plan
            .addresses
            .iter()
            .filter(|(_, planned)| planned.content_hash.is_some())
            .filter_map(|(address, _)| {
                let page = body_path(address, Some(Representation::Html));
                Some((address.as_str(), by_path.get(page.as_str())?.digest.hex()))
            })
            .collect();
        drop(by_path);
        for (address, hash, written) in linked {
            hashes.extend(hash.map(|hash| (address, hash)));
            files.extend(written);
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let entries = plan
            .addresses
            .iter()
            .filter_map(|(address, planned)| {
                let entry = Entry {
                    class: planned.class,
                    cache: planned.cache,
                    hash: hashes.get(address.as_str())?.hex(),
                    page: pages.remove(address.as_str()),
                    elsewhere: planned.elsewhere.clone(),
                    headers: planned.headers.clone(),
                };
                Some((address.clone(), entry))
            })
            .collect();
        Ok(Staged { entries, files })
    }

    /// Renders an address, optionally reads its bodies back, and writes them.
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
        let mut files: Vec<StagedFile> = Vec::new();
        for Body { path, bytes, .. } in bodies {
            let file = self.file(path, &bytes)?;
            let coded = self.coded(&file, &bytes)?;
            files.push(file);
            files.extend(coded);
        }
        let of_the_first = || files.first().map_or_else(|| ContentHash::of(""), |file| file.digest);
        Ok((planned.content_hash.unwrap_or_else(of_the_first), files))
    }

    /// Writes or links a file.
    pub(super) fn file(&self, path: String, bytes: &[u8]) -> Result<StagedFile, WriteError> {
        let target = self.staging.join(&path);
        let digest = ContentHash::of(bytes);
        let known = match self.ground {
            Ground::Empty => None,
            Ground::TreeBefore { digests, .. } => digests.get(&path),
        };
        let is_same = |previous: &PathBuf| match known {
            Some(known) => *known == digest,
            None => fs::read(previous).is_ok_and(|before| before == bytes),
        };
        let same = self.previous.map(|previous| previous.join(&path)).filter(is_same);
        // The file may be a hard link to that of the previous tree.
        let is_there = match self.ground {
            Ground::Empty => false,
            Ground::TreeBefore { stale, .. } => same.is_some() && !stale.contains(&path),
        };
        if !is_there {
            self.clear(&target)?;
            match &same {
                Some(same) => with_parent(&target, || fs::hard_link(same, &target)),
                None => with_parent(&target, || fs::write(&target, bytes)),
            }
            .map_err(io_error("write", &target))?;
        }
        Ok(StagedFile { path, digest, length: bytes.len() as u64, is_unchanged: same.is_some() })
    }

    /// Links the compressed bodies of a body.
    fn coded(&self, file: &StagedFile, bytes: &[u8]) -> Result<Vec<StagedFile>, WriteError> {
        let Some(bodies) = self.coded else { return Ok(Vec::new()) };
        let place = |coded: CodedBody| {
            let path = coded.coding.beside(&file.path);
            let target = self.staging.join(&path);
            if !is_one_file(&coded.file, &target) {
                self.clear(&target)?;
                with_parent(&target, || fs::hard_link(&coded.file, &target))
                    .map_err(io_error("link", &target))?;
            }
            let is_as_before = |previous: &Path| {
                let before = previous.join(&path);
                is_one_file(&coded.file, &before)
                    || fs::read(before).is_ok_and(|before| before == coded.bytes)
            };
            let is_unchanged = self.previous.is_some_and(is_as_before);
            let (digest, length) = (ContentHash::of(&coded.bytes), coded.bytes.len() as u64);
            Ok(StagedFile { path, digest, length, is_unchanged })
        };
        bodies.of(&file.path, bytes, file.digest)?.into_iter().map(place).collect()
    }

    /// Removes the old file.
    fn clear(&self, target: &Path) -> Result<(), WriteError> {
        match self.ground {
            Ground::Empty => Ok(()),
            Ground::TreeBefore { .. } => remove(target),
        }
    }

    /// Links the forms that other addresses render.
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
            linked.push(self.link_file(file, path.clone())?);
            for coding in Coding::ALL {
                if let Some(coded) = files.get(coding.beside(&file.path).as_str()) {
                    linked.push(self.link_file(coded, coding.beside(&path))?);
                }
            }
        }
        Ok(linked)
    }

    fn link_file(&self, file: &StagedFile, path: String) -> Result<StagedFile, WriteError> {
        let (from, to) = (self.staging.join(&file.path), self.staging.join(&path));
        if !is_one_file(&from, &to) {
            self.clear(&to)?;
            with_parent(&to, || fs::hard_link(&from, &to)).map_err(io_error("link", &to))?;
        }
        let was_linked = |previous: &Path| is_one_file(&previous.join(&file.path), &previous.join(&path));
        let is_unchanged = file.is_unchanged && self.previous.is_some_and(was_linked);
        Ok(StagedFile { path, digest: file.digest, length: file.length, is_unchanged })
    }
}

fn is_one_file(a: &Path, b: &Path) -> bool {
    let file = |path: &Path| fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino()));
    file(a).ok().zip(file(b).ok()).is_some_and(|(a, b)| a == b)
}
