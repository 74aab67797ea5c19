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

/// What a build leaves for the next one, in a file beside the trees: with it, what has not changed is neither read nor
/// written again. Without it, or with one of another program or other settings, a build does everything.
#[derive(Debug, Serialize, Deserialize)]
pub struct LastBuild {
    /// Program and settings.
    maker: String,
    /// The data folder as it was.
    pub snapshot: Snapshot,
    /// What the checks found, exceptions not applied.
    pub findings: Vec<Fault>,
    /// The tree that came of it.
    pub tree: TreeRecord,
}

/// What has to be known of a tree to make the next one of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeRecord {
    /// Name of its folder, which another tree may have after it.
    pub(super) name: String,
    /// Digest of what it was made from, as its manifest names it.
    pub(super) inputs: String,
    pub(super) files: usize,
    pub(super) bytes: u64,
    /// The addresses of each subject by its name, a line each.
    pub(super) addresses: BTreeMap<String, String>,
    /// Digests of the files that are of the state, which every build renders.
    pub(super) digests: BTreeMap<String, ContentHash>,
    /// The tree before.
    pub(super) spare: Option<Spare>,
}

/// A tree nobody is served any more, of which the next one is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Spare {
    pub(super) name: String,
    /// Digest of what it was made from, as its manifest names it.
    pub(super) inputs: String,
    /// The files in which it differs from the tree that is served.
    pub(super) stale: BTreeSet<String>,
}

const FILE: &str = ".last-build";
const RECORDS: &str = ".last-build.records";
/// Bytes of older selves that are not worth a thought.
const SLACK: u64 = 16 << 20;

impl LastBuild {
    /// The build that made the tree `current` points at; none if it was of another program or other settings.
    #[must_use]
    pub fn read(out: &Path, settings: &Settings) -> Option<Self> {
        let last: Self = postcard::from_bytes(&fs::read(out.join(FILE)).ok()?).ok()?;
        if last.maker != maker(settings) || !last.tree.stands(out) {
            return None;
        }
        let records = fs::File::open(out.join(RECORDS)).ok()?;
        // Records that were touched leave their older selves in the file; now and then it is begun anew.
        let is_worn = records.metadata().ok()?.len() > 2 * last.snapshot.length() as u64 + SLACK;
        (!is_worn).then(|| Self { snapshot: last.snapshot.with_records(records), ..last })
    }

    /// The build that read this and made that.
    #[must_use]
    pub fn new(settings: &Settings, snapshot: Snapshot, findings: Vec<Fault>, tree: TreeRecord) -> Self {
        Self { maker: maker(settings), snapshot, findings, tree }
    }

    /// Leaves it for the next build.
    pub fn save(mut self, out: &Path) -> Result<(), WriteError> {
        let (path, staged, records) = (out.join(FILE), out.join(".last-build.new"), out.join(RECORDS));
        if self.snapshot.is_new() {
            remove(&path)?;
            remove(&records)?;
        }
        let file = fs::OpenOptions::new().create(true).append(true).open(&records);
        let appended = file.and_then(|mut file| self.snapshot.append_to(&mut file));
        appended.map_err(io_error("write", &records))?;
        let bytes = postcard::to_stdvec(&self)
            .map_err(|error| io_error("write", &staged)(io::Error::other(error)))?;
        fs::write(&staged, bytes).map_err(io_error("write", &staged))?;
        fs::rename(&staged, &path).map_err(io_error("replace", &path))
    }
}

impl TreeRecord {
    pub(super) fn of(plan: &Plan<'_, '_>, files: &[StagedFile]) -> Self {
        let mut addresses: BTreeMap<String, String> = BTreeMap::new();
        for (address, planned) in &plan.addresses {
            let own = addresses.entry(planned.subject.name().to_owned()).or_default();
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

    /// Keeps the tree before to make the next one of; the lists of digests say where the two differ.
    pub(super) fn spare(&mut self, before: &Path, inputs_before: String, sums_before: &Sums, sums: &Sums) {
        let mut stale = sums_before.differences(sums);
        stale.extend([Manifest::PATH, Manifest::SUMS_PATH].map(str::to_owned));
        self.spare =
            Some(Spare { name: before.to_string_lossy().into_owned(), inputs: inputs_before, stale });
    }

    /// Whether `current` points at the tree, and not at another of the same name.
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

    /// How many files the tree has.
    #[must_use]
    pub fn files(&self) -> usize {
        self.files
    }

    /// How many bytes its files have.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many addresses the tree has.
    #[must_use]
    pub fn addresses(&self) -> usize {
        self.addresses.values().map(|addresses| addresses.lines().count()).sum()
    }
}
