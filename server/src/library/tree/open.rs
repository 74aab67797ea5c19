use std::collections::{BTreeMap, HashMap, btree_map};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use http::header::HeaderMap;
use muniment_documents::api::{v1, v2};
use muniment_documents::wire::{
    CacheState, Class, ClassRules, Dialect, Entry, FormRules, Manifest, ManifestHead,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Address;
use super::body::{Folder, PageChanges};
use super::form::{Forms, Stored, TagDigits, common_headers, header};
use super::matrices::add_matrices;

/// The tree cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// A file of it cannot be read.
    #[error("cannot read `{path}`: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The manifest is not one this program can read.
    #[error(
        "`{path}` is no manifest this program can read: {reason}; build the tree again: `muniment build`"
    )]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A header that no answer can bear.
    #[error("`{name}: {value}` is no header")]
    Header {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// A document has no JSON.
    #[error("a document cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

/// Seconds after which a file of the tree may be asked for again: `Retry-After`.
const RETRY_AFTER: u64 = 5;

const GONE: &str = "The published files cannot be read; try again later.";

impl From<TreeError> for v1::Refused {
    fn from(error: TreeError) -> Self {
        tracing::error!(%error, "an answer cannot be made");
        match error {
            TreeError::Unreadable { .. } => Self::later(503, GONE, RETRY_AFTER),
            _ => Self::sentence(500, "Internal Server Error"),
        }
    }
}

impl From<TreeError> for v2::Refused {
    fn from(error: TreeError) -> Self {
        tracing::error!(%error, "an answer cannot be made");
        match error {
            TreeError::Unreadable { .. } => Self::new(v2::ProblemKind::StoreUnavailable, GONE),
            _ => Self::new(v2::ProblemKind::InternalError, "something went wrong here"),
        }
    }
}

/// The index of a built tree: addresses with their headers, decided at build time. Bodies stay on the disk.
#[derive(Debug)]
pub struct Tree {
    /// Release the tree answers for.
    pub release: String,
    /// Digest of what the tree was made from.
    pub inputs: String,
    /// What its folder is called.
    pub name: String,
    addresses: HashMap<Arc<str>, Address>,
    /// Identifiers of licenses in lower case, to their spelling.
    licenses: HashMap<String, String>,
    /// Identifiers of graphs in lower case, to their spelling.
    graphs: HashMap<String, String>,
    link: PathBuf,
}

/// The part of a manifest that every layout has.
#[derive(Deserialize)]
struct Layout {
    manifest: u32,
}

/// The manifest of the tree in a folder of trees; none where there is no tree, or one of another layout, which another
/// version of this program built.
///
/// # Errors
/// There is a manifest, and it cannot be read.
pub fn read_manifest(site: &Path) -> Result<Option<ManifestHead>, TreeError> {
    let path = site.join("current").join(Manifest::PATH);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(TreeError::Unreadable { path, source }),
    };
    match serde_json::from_slice(&bytes) {
        Ok(Layout { manifest }) if manifest != Manifest::LAYOUT => Ok(None),
        _ => parse_manifest(&path, &bytes).map(Some),
    }
}

fn parse_manifest<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T, TreeError> {
    serde_json::from_slice(bytes)
        .map_err(|error| TreeError::Manifest { path: path.to_owned(), reason: error.to_string() })
}

/// Paths below which the next segment is the identifier of a license, which resolves ignoring case
/// (spec:version-1#identifiers). A path that lies below two of them belongs to the first.
const LICENSE_BASES: [&str; 6] = [
    "/v2/licenses/",
    "/licenselibrary/license/",
    "/licenselibrary/review/",
    "/licenselibrary/",
    "/license-library/",
    "/web/license/",
];
/// The same of graphs.
const GRAPH_BASES: [&str; 3] = ["/v2/dependency-graphs/", "/dependencygraph/", "/dependency-graph/"];

impl Tree {
    /// Reads the index of a tree. A link is followed once, so that nothing is read of two trees while it is replaced.
    ///
    /// # Errors
    /// The manifest or a list of a matrix cannot be read, or a file is missing.
    pub fn open(link: &Path, changes: PageChanges) -> Result<Self, TreeError> {
        let path = fs::canonicalize(link)
            .map_err(|source| TreeError::Unreadable { path: link.to_owned(), source })?;
        let mut folder = Folder::open(&path, changes)?;
        let path = path.join(Manifest::PATH);
        let manifest: Manifest = parse_manifest(&path, &read(&path)?)?;
        if manifest.manifest != Manifest::LAYOUT {
            let reason = format!("its layout is {} and not {}", manifest.manifest, Manifest::LAYOUT);
            return Err(TreeError::Manifest { path, reason });
        }
        let Manifest { codings, classes, addresses: entries, release, inputs, .. } = manifest;
        folder.codings = codings;
        let folder = Arc::new(folder);
        let mut addresses = Addresses::of(Arc::clone(&folder));
        // Entries are freed one after the other, so that both lists are never whole at once.
        for (address, entry) in entries {
            if entry.class == Class::ServerPage {
                continue;
            }
            let Some(class) = classes.get(&entry.class) else {
                let reason = format!("`{address}` has a class without rules");
                return Err(TreeError::Manifest { path, reason });
            };
            addresses.add(&address, class, &entry)?;
        }
        add_matrices(&folder.path, &mut addresses)?;
        let addresses = addresses.by_path;
        let spellings = |base: &str| -> HashMap<String, String> {
            let below = addresses.keys().filter_map(|address| address.strip_prefix(base));
            let ids = below.filter(|id| !id.contains('/'));
            ids.map(|id| (id.to_ascii_lowercase(), id.to_owned())).collect()
        };
        let (licenses, graphs) = (spellings(LICENSE_BASES[0]), spellings(GRAPH_BASES[0]));
        let name = folder.name.clone();
        let (release, link) = (release.data, link.to_owned());
        Ok(Self { release, inputs, name, addresses, licenses, graphs, link })
    }

    /// Whether there still is a tree where this one was read from.
    pub fn check(&self) -> Result<(), TreeError> {
        let path = self.link.join(Manifest::PATH);
        fs::metadata(&path).map(|_| ()).map_err(|source| TreeError::Unreadable { path, source })
    }

    /// The spelling of a license's identifier that may differ in letter case.
    #[must_use]
    pub fn license(&self, id: &str) -> Option<&str> {
        self.licenses.get(&id.to_ascii_lowercase()).map(String::as_str)
    }

    /// The spelling of a graph's identifier that may differ in letter case.
    #[must_use]
    pub fn graph(&self, id: &str) -> Option<&str> {
        self.graphs.get(&id.to_ascii_lowercase()).map(String::as_str)
    }

    /// The address of a path; identifiers of models resolve ignoring case.
    #[must_use]
    pub fn address(&self, path: &str) -> Option<&Address> {
        self.addresses.get(path).or_else(|| self.addresses.get(&*self.respelled(path)?))
    }

    /// Puts an address in the place of one of the tree's.
    pub fn replace(&mut self, path: &str, address: Address) {
        self.addresses.insert(path.into(), address);
    }

    /// The address of a path as it is spelled.
    #[must_use]
    pub fn exact(&self, path: &str) -> Option<&Address> {
        self.addresses.get(path)
    }

    /// The text of a file; `None` if the tree has no such file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn text(&self, path: &str) -> Result<Option<String>, TreeError> {
        let form = self.exact(path).map(|address| address.form(None)).transpose()?.flatten();
        form.map(|form| form.text()).transpose()
    }

    fn respelled(&self, path: &str) -> Option<String> {
        let of = |bases: &'static [&str], spellings: &HashMap<String, String>| {
            let (base, below) = bases.iter().find_map(|base| Some((base, path.strip_prefix(base)?)))?;
            let (id, rest) = below.find('/').map_or((below, ""), |at| below.split_at(at));
            let spelling = spellings.get(&id.to_ascii_lowercase())?;
            Some(format!("{base}{spelling}{rest}"))
        };
        of(&LICENSE_BASES, &self.licenses).or_else(|| of(&GRAPH_BASES, &self.graphs))
    }
}

type SharedForms = (Arc<HeaderMap>, Arc<[FormRules]>);

/// Collects the addresses of a tree.
pub(super) struct Addresses {
    folder: Arc<Folder>,
    /// Headers and rules of forms that the addresses of a class in a state share, where they have headers of the same
    /// names.
    shared: BTreeMap<(Class, CacheState, Vec<String>), SharedForms>,
    by_path: HashMap<Arc<str>, Address>,
}

impl Addresses {
    fn of(folder: Arc<Folder>) -> Self {
        Self { folder, shared: BTreeMap::new(), by_path: HashMap::new() }
    }

    /// Adds an address of a class. A tree of which a file is missing is refused, as a copy that was interrupted is one.
    ///
    /// # Errors
    /// A file of it is missing, or it has a header that no answer can have.
    pub(super) fn add(&mut self, path: &str, class: &ClassRules, entry: &Entry) -> Result<(), TreeError> {
        let names = entry.headers.keys().cloned().collect();
        let (common, rules) = match self.shared.entry((entry.class, entry.cache, names)) {
            btree_map::Entry::Occupied(shared) => shared.into_mut(),
            btree_map::Entry::Vacant(vacant) => {
                let common = common_headers(class, entry.cache, &entry.headers)?;
                vacant.insert((Arc::new(common), class.representations.clone().into()))
            }
        };
        let own = entry.headers.iter().map(|(name, value)| header(name, value));
        let own = own.collect::<Result<Box<[_]>, _>>()?;
        let is_tagged = class.cache_control.contains_key(&entry.cache);
        let digits = |hash: &str| is_tagged.then(|| TagDigits::of(hash)).flatten();
        let page = entry.page.as_deref().and_then(digits).or_else(|| digits(&entry.hash));
        let stored = Stored {
            folder: Arc::clone(&self.folder),
            path: path.into(),
            common: Arc::clone(common),
            own,
            digits: digits(&entry.hash),
            page_digits: page.map(|digits| self.folder.page_digits(digits)),
        };
        let file = (class.dialect == Dialect::File).then_some(None);
        for rule in file.into_iter().chain(rules.iter().map(Some)) {
            let path = self.folder.path.join(stored.name(rule));
            if let Err(source) = fs::symlink_metadata(&path) {
                return Err(TreeError::Unreadable { path, source });
            }
        }
        let (path, rules) = (Arc::clone(&stored.path), Arc::clone(rules));
        let (dialect, elsewhere) = (class.dialect, entry.elsewhere.clone());
        let address = Address { dialect, rules, elsewhere, forms: Forms::Stored(stored) };
        self.by_path.insert(path, address);
        Ok(())
    }
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, TreeError> {
    fs::read(path).map_err(|source| TreeError::Unreadable { path: path.to_owned(), source })
}
