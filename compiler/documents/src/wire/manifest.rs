use std::collections::BTreeMap;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::{CacheState, Class, ClassRules, Coding, Edge, Elsewhere};

/// Everything an edge must understand to answer from a tree (`_edge/manifest.json`).
///
/// It grows with the number of addresses and not of files: what follows from an address's class is said once.
/// The body of a form is the file `index.<extension>` in the directory of its address, that of a file the
/// file at its address. The entity tag of a form is `W/"<first 32 digits of hash>-<key>"`, of a file with the
/// key `file`; it is sent where the class has a cache policy for the state of the entry, and nowhere else. The tag
/// of the HTML form of an entry with a `page` is made of that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest<E = BTreeMap<String, Entry>> {
    /// Version of this layout.
    pub manifest: u32,
    /// Program and version that wrote the tree.
    pub generator: String,
    /// Digest of everything the tree was made from.
    pub inputs: String,
    /// What that was, in parts.
    #[serde(default)]
    pub provenance: Provenance,
    /// State of the data the tree answers for.
    pub release: ReleaseNames,
    /// Edges whose files the tree holds, beside this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// In which codings bodies stand beside themselves, where that is worth it, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codings: Vec<Coding>,
    /// Text of the banner of its pages, where that is not the library's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// What its pages take from installed packages.
    #[serde(default, skip_serializing_if = "PackageDigests::is_empty")]
    pub packages: PackageDigests,
    /// The rules of every class.
    pub classes: BTreeMap<Class, ClassRules>,
    /// Every address, by path.
    pub addresses: E,
}

/// A manifest without its addresses, which are nearly all of it.
pub type ManifestHead = Manifest<IgnoredAny>;

/// Digests of what the pages of a tree take from installed packages, which are not part of the library.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageDigests {
    /// The license texts that have pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texts: Option<String>,
    /// The tables of experts that answers are compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expert_tables: Option<String>,
}

impl PackageDigests {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What a tree was made from, for whoever has to say why it is not what would be made now. Edges and codings stand in the
/// manifest themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Digest of the files of the data folder.
    pub data: String,
    /// Digest of the sources of the program.
    pub program: String,
    /// The settings by the flags that set them, without hyphens before them; empty texts are settings too.
    pub settings: BTreeMap<String, String>,
}

/// The four identifiers of a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseNames {
    /// The whole.
    pub data: String,
    /// The records.
    pub library: String,
    /// The graphs.
    pub graphs: String,
    /// The vocabulary.
    pub vocabulary: String,
}

/// What is particular to an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What sort of resource it is.
    pub class: Class,
    /// What decides how long its answers may be kept.
    pub cache: CacheState,
    /// 64 hex digits: of what belongs to a version its content hash, else the SHA-256 of the body.
    pub hash: String,
    /// 64 hex digits: the SHA-256 of the page among the forms of something of a version. A page shows what the rest
    /// of the library says too, so its version's hash would outlive it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Where requests are led that get no form here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Elsewhere>,
    /// Headers that depend on data, ready to send.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
}

impl Manifest {
    /// Version of the layout this program writes and reads.
    pub const LAYOUT: u32 = 2;
    /// Path of the manifest within a tree.
    pub const PATH: &str = "_edge/manifest.json";
    /// Path of the list of file digests within a tree, in the form `sha256sum --check` reads.
    pub const SUMS_PATH: &str = "_edge/SHA256SUMS";
}
