use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue};
use muniment::rdf::ContentHash;
use muniment::wire::{CacheState, Class, ClassRules, Entry, Manifest, Representation, entity_tag};

use crate::layers::{identify, secure};

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
    #[error("`{path}` is no manifest this program can read: {reason}")]
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
}

/// One form of a resource, ready to send.
#[derive(Debug)]
pub struct Form {
    /// What the request has to ask for; `None` for an asset.
    pub representation: Option<Representation>,
    /// Every header but those of the connection and the request.
    pub headers: HeaderMap,
    /// The entity tag, as in the headers.
    pub tag: String,
    /// The bytes.
    pub body: Bytes,
}

/// An address with its forms, in order of preference; there is always one.
#[derive(Debug)]
pub struct Address {
    /// Whether `format` and `Accept` choose among the forms.
    pub negotiated: bool,
    /// Whether the address belongs to version 2 of the API.
    pub is_of_version_2: bool,
    /// The representations on offer.
    pub offered: Vec<Representation>,
    /// The forms.
    pub forms: Vec<Form>,
}

/// A built tree in memory: bodies and headers decided at build time.
#[derive(Debug)]
pub struct Tree {
    /// Release the tree answers for.
    pub release: String,
    addresses: HashMap<String, Address>,
    /// Identifiers below `/v2/licenses/` and `/v2/dependency-graphs/` in lower case, to their spelling.
    spellings: HashMap<String, String>,
}

impl Form {
    /// The form a document has that was made for one request; `headers` are those that depend on data.
    pub fn computed(
        class: Class,
        cache: CacheState,
        headers: &BTreeMap<String, String>,
        body: Vec<u8>,
    ) -> Result<Self, TreeError> {
        let rules = class.rules();
        let representation = class.representations().first().copied().unwrap_or(Representation::Json);
        let headers = common_headers(&rules, cache, headers)?;
        form(representation, representation.media_type(), headers, &ContentHash::of(&body).hex(), body.into())
    }
}

impl Address {
    /// An address with one form.
    #[must_use]
    pub fn of(form: Form, is_of_version_2: bool) -> Self {
        let offered = form.representation.into_iter().collect();
        Self { negotiated: false, is_of_version_2, offered, forms: vec![form] }
    }
}

/// Paths below which the next segment is an identifier that resolves ignoring case (document 1 §2.1).
const MODEL_BASES: [&str; 2] = ["/v2/licenses/", "/v2/dependency-graphs/"];

impl Tree {
    /// Reads a tree.
    pub fn open(folder: &Path) -> Result<Self, TreeError> {
        let path = folder.join(Manifest::PATH);
        let manifest: Manifest = serde_json::from_slice(&read(&path)?)
            .map_err(|error| TreeError::Manifest { path: path.clone(), reason: error.to_string() })?;
        if manifest.manifest != Manifest::LAYOUT {
            let reason = format!("its layout is {} and not {}", manifest.manifest, Manifest::LAYOUT);
            return Err(TreeError::Manifest { path, reason });
        }
        let mut bodies = Bodies { folder, by_file: HashMap::new() };
        let mut addresses = HashMap::with_capacity(manifest.addresses.len());
        for (address, entry) in &manifest.addresses {
            addresses.insert(address.clone(), open_address(&mut bodies, &manifest, address, entry, &path)?);
        }
        let mut spellings = HashMap::new();
        for base in MODEL_BASES {
            for id in addresses.keys().filter_map(|a| a.strip_prefix(base)).filter(|id| !id.contains('/')) {
                spellings.insert(format!("{base}{}", id.to_ascii_lowercase()), id.to_owned());
            }
        }
        Ok(Self { release: manifest.release.data, addresses, spellings })
    }

    /// The address of a path; identifiers of models resolve ignoring case.
    #[must_use]
    pub fn address(&self, path: &str) -> Option<&Address> {
        self.addresses.get(path).or_else(|| self.addresses.get(&self.respelled(path)?))
    }

    /// Puts an address in the place of one of the tree's.
    pub fn replace(&mut self, path: &str, address: Address) {
        self.addresses.insert(path.to_owned(), address);
    }

    /// The address of a path as it is spelled.
    #[must_use]
    pub fn exact(&self, path: &str) -> Option<&Address> {
        self.addresses.get(path)
    }

    fn respelled(&self, path: &str) -> Option<String> {
        MODEL_BASES.into_iter().find_map(|base| {
            let below = path.strip_prefix(base)?;
            let (id, rest) = below.find('/').map_or((below, ""), |at| below.split_at(at));
            let spelling = self.spellings.get(&format!("{base}{}", id.to_ascii_lowercase()))?;
            Some(format!("{base}{spelling}{rest}"))
        })
    }
}

fn open_address(
    bodies: &mut Bodies<'_>,
    manifest: &Manifest,
    address: &str,
    entry: &Entry,
    manifest_path: &Path,
) -> Result<Address, TreeError> {
    let wrong = |reason: String| TreeError::Manifest { path: manifest_path.to_owned(), reason };
    let rules = manifest
        .classes
        .get(&entry.class)
        .ok_or_else(|| wrong(format!("`{address}` has a class without rules")))?;
    let common = common_headers(rules, entry.cache, &entry.headers)?;
    let path = address.trim_start_matches('/');
    let mut forms = Vec::new();
    if rules.representations.is_empty() {
        let mut headers = common;
        let tag = entity_tag(&entry.hash, "file");
        set(&mut headers, ETAG.as_str(), &tag)?;
        forms.push(Form { representation: None, headers, tag, body: bodies.read(path)? });
    } else {
        for rule in &rules.representations {
            let representation = Representation::from_key(&rule.key)
                .ok_or_else(|| wrong(format!("`{}` is no representation", rule.key)))?;
            let file = format!("{path}/index.{}", rule.extension);
            let body = bodies.read(file.trim_start_matches('/'))?;
            forms.push(form(representation, &rule.media_type, common.clone(), &entry.hash, body)?);
        }
    }
    Ok(Address {
        negotiated: rules.negotiated,
        is_of_version_2: entry.class.is_of_version_2(),
        offered: forms.iter().filter_map(|form| form.representation).collect(),
        forms,
    })
}

/// The headers all forms of an address share.
fn common_headers(
    rules: &ClassRules,
    cache: CacheState,
    own: &BTreeMap<String, String>,
) -> Result<HeaderMap, TreeError> {
    let mut headers = HeaderMap::new();
    secure(&mut headers);
    // Overwritten in each answer; a map that holds it already need not grow then.
    identify(&mut headers, "none");
    for (name, value) in rules.headers.iter().chain(own) {
        set(&mut headers, name, value)?;
    }
    if let Some(policy) = rules.cache_control.get(&cache) {
        set(&mut headers, CACHE_CONTROL.as_str(), policy)?;
    }
    Ok(headers)
}

fn form(
    representation: Representation,
    media_type: &str,
    mut headers: HeaderMap,
    hash: &str,
    body: Bytes,
) -> Result<Form, TreeError> {
    let tag = entity_tag(hash, representation.key());
    set(&mut headers, ETAG.as_str(), &tag)?;
    set(&mut headers, CONTENT_TYPE.as_str(), media_type)?;
    Ok(Form { representation: Some(representation), headers, tag, body })
}

fn set(headers: &mut HeaderMap, name: &str, value: &str) -> Result<(), TreeError> {
    let refused = || TreeError::Header { name: name.to_owned(), value: value.to_owned() };
    let known: HeaderName = name.parse().map_err(|_| refused())?;
    headers.insert(known, value.parse::<HeaderValue>().map_err(|_| refused())?);
    Ok(())
}

/// Bodies of the tree; a file that is linked to two places is kept once.
struct Bodies<'t> {
    folder: &'t Path,
    by_file: HashMap<(u64, u64), Bytes>,
}

impl Bodies<'_> {
    fn read(&mut self, path: &str) -> Result<Bytes, TreeError> {
        let path = self.folder.join(path);
        let metadata =
            fs::metadata(&path).map_err(|source| TreeError::Unreadable { path: path.clone(), source })?;
        let file = (metadata.dev(), metadata.ino());
        if let Some(body) = self.by_file.get(&file) {
            return Ok(body.clone());
        }
        let body = Bytes::from(read(&path)?);
        self.by_file.insert(file, body.clone());
        Ok(body)
    }
}

fn read(path: &Path) -> Result<Vec<u8>, TreeError> {
    fs::read(path).map_err(|source| TreeError::Unreadable { path: path.to_owned(), source })
}
