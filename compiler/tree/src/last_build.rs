use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk::{CURRENT, io_error, remove};
use super::inputs::{inputs_of, maker};
use super::plan::{Subject, body_paths};
use super::stage::StagedFile;
use super::sums::Sums;
use super::{Plan, Settings, WriteError};
use muniment_documents::wire::Manifest;
use muniment_library::load::Snapshot;
use muniment_licenses::model::Fault;
use muniment_rdf::ContentHash;

/// The state of a build for the next one, in a file beside the trees. With it, a build reads and writes only changes.
/// Without it, or after a change of program or settings, a build is whole.
#[derive(Debug, Serialize, Deserialize)]
pub struct LastBuild {
    /// Program and settings.
    maker: String,
    /// The snapshot of the data folder.
    pub snapshot: Snapshot,
    /// The findings of the checks before exceptions.
    pub findings: Vec<Fault>,
    /// The tree.
    pub tree: TreeRecord,
}

/// The data of a tree that the next build needs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeRecord {
    /// Name of its folder, which a later tree may reuse.
    pub(super) name: String,
    /// Digest of its inputs, as in its manifest.
    pub(super) inputs: String,
    pub(super) files: usize,
    pub(super) bytes: u64,
    /// Addresses by subject, one a line.
    pub(super) addresses: BTreeMap<String, String>,
    /// Digests of the files that every build renders.
    pub(super) digests: BTreeMap<String, ContentHash>,
    /// The previous tree.
    pub(super) spare: Option<Spare>,
}

/// A tree that is no longer served, which the next build updates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Spare {
    pub(super) name: String,
    /// Digest of its inputs, as in its manifest.
    pub(super) inputs: String,
    /// The files that differ from the current tree.
    pub(super) stale: BTreeSet<String>,
}

const FILE: &str = ".last-build";
const RECORDS: &str = ".last-build.records";
/// Bytes of outdated records that are tolerated.
const SLACK: u64 = 16 << 20;

impl LastBuild {
    /// Reads the state of the build of `current`; `None` after a change of program or settings.
    #[must_use]
    pub fn read(out: &Path, settings: &Settings) -> Option<Self> {
        let last: Self = postcard::from_bytes(&fs::read(out.join(FILE)).ok()?).ok()?;
        if last.maker != maker(settings) || !last.tree.stands(out) {
            return None;
        }
        let records = fs::File::open(out.join(RECORDS)).ok()?;
        // Changed records leave outdated copies in the file, so it is sometimes rewritten.
        let is_worn = records.metadata().ok()?.len() > 2 * last.snapshot.length() as u64 + SLACK;
        (!is_worn).then(|| Self { snapshot: last.snapshot.with_records(records), ..last })
    }

    /// The state of a build.
    #[must_use]
    pub fn new(settings: &Settings, snapshot: Snapshot, findings: Vec<Fault>, tree: TreeRecord) -> Self {
        Self { maker: maker(settings), snapshot, findings, tree }
    }

    /// Says that the tree of the last build has another folder now, with the same files.
    pub(super) fn moved(out: &Path, name: &str) -> Result<(), WriteError> {
        let path = out.join(FILE);
        let read = fs::read(&path).ok().and_then(|bytes| postcard::from_bytes::<Self>(&bytes).ok());
        let Some(mut last) = read else { return Ok(()) };
        // The tree before is removed with the next build.
        (last.tree.name, last.tree.spare) = (name.to_owned(), None);
        last.write(out)
    }

    /// Writes the state.
    pub fn save(mut self, out: &Path) -> Result<(), WriteError> {
        let (path, records) = (out.join(FILE), out.join(RECORDS));
        if self.snapshot.is_new() {
            remove(&path)?;
            remove(&records)?;
        }
        let file = fs::OpenOptions::new().create(true).append(true).open(&records);
        let appended = file.and_then(|mut file| self.snapshot.append_to(&mut file));
        appended.map_err(io_error("write", &records))?;
        self.write(out)
    }

    fn write(&self, out: &Path) -> Result<(), WriteError> {
        let (path, staged) = (out.join(FILE), out.join(".last-build.new"));
        let bytes =
            postcard::to_stdvec(self).map_err(|error| io_error("write", &staged)(io::Error::other(error)))?;
        fs::write(&staged, bytes).map_err(io_error("write", &staged))?;
        fs::rename(&staged, &path).map_err(io_error("replace", &path))
    }
}

impl TreeRecord {
    pub(super) fn of(plan: &Plan<'_, '_>, files: &[StagedFile]) -> Self {
        let mut addresses: BTreeMap<String, String> = BTreeMap::new();
        for (address, planned) in &plan.addresses {
            let own = addresses.entry(planned.subject.name().into_owned()).or_default();
            own.push_str(address);
            own.push('\n');
        }
        let paths = plan.addresses.iter().filter(|(_, planned)| planned.subject == Subject::State);
        let paths = paths.flat_map(|(address, planned)| body_paths(address, planned.class));
        let paths: BTreeSet<String> = paths.map(|(_, path)| path).collect();
        let digests = files.iter().filter(|file| paths.contains(&file.path));
        let digests = digests.map(|file| (file.path.clone(), file.digest)).collect();
        Self { inputs: plan.inputs.clone(), addresses, digests, ..Self::default() }
    }

    pub(super) fn complete(&mut self, name: String, files: usize, bytes: u64) {
        (self.name, self.files, self.bytes) = (name, files, bytes);
    }

    /// Keeps the previous tree for the next build; the lists of digests give the differences.
    pub(super) fn spare(&mut self, before: &Path, inputs_before: String, sums_before: &Sums, sums: &Sums) {
        let mut stale = sums_before.differences(sums);
        stale.extend([Manifest::PATH, Manifest::SUMS_PATH].map(str::to_owned));
        self.spare =
            Some(Spare { name: before.to_string_lossy().into_owned(), inputs: inputs_before, stale });
    }

    /// Whether `current` still points to this tree.
    #[must_use]
    pub fn stands(&self, out: &Path) -> bool {
        let current = fs::read_link(out.join(CURRENT)).ok();
        current.is_some_and(|current| current == Path::new(&self.name))
            && inputs_of(&self.folder(out)).as_ref() == Some(&self.inputs)
    }

    /// The folder of the tree.
    #[must_use]
    pub fn folder(&self, out: &Path) -> PathBuf {
        out.join(&self.name)
    }

    /// Number of files.
    #[must_use]
    pub fn files(&self) -> usize {
        self.files
    }

    /// Bytes of all files.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Number of addresses.
    #[must_use]
    pub fn addresses(&self) -> usize {
        self.addresses.values().map(|addresses| addresses.lines().count()).sum()
    }
}
