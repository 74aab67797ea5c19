use std::collections::HashMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue};
use muniment::wire::{Entry, Manifest, Representation, entity_tag};

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

    /// Whether a model resolves below one of the paths, whatever else the path asks of it.
    #[must_use]
    pub fn knows_model(&self, base: &str, id: &str) -> bool {
        self.spellings.contains_key(&format!("{base}{}", id.to_ascii_lowercase()))
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
    let mut common = HeaderMap::new();
    let header = |headers: &mut HeaderMap, name: &str, value: &str| {
        let name: HeaderName = name.parse().map_err(|_| wrong(format!("`{name}` is no header name")))?;
        let value: HeaderValue = value.parse().map_err(|_| wrong(format!("`{value}` is no header value")))?;
        headers.insert(name, value);
        Ok(())
    };
    for (name, value) in rules.headers.iter().chain(&entry.headers) {
        header(&mut common, name, value)?;
    }
    if let Some(policy) = rules.cache_control.get(&entry.cache) {
        header(&mut common, CACHE_CONTROL.as_str(), policy)?;
    }
    let path = address.trim_start_matches('/');
    let mut forms = Vec::new();
    if rules.representations.is_empty() {
        let tag = entity_tag(&entry.hash, "file");
        header(&mut common, ETAG.as_str(), &tag)?;
        forms.push(Form { representation: None, headers: common, tag, body: bodies.read(path)? });
    } else {
        for rule in &rules.representations {
            let representation = Representation::from_key(&rule.key)
                .ok_or_else(|| wrong(format!("`{}` is no representation", rule.key)))?;
            let mut headers = common.clone();
            let tag = entity_tag(&entry.hash, &rule.key);
            header(&mut headers, ETAG.as_str(), &tag)?;
            header(&mut headers, CONTENT_TYPE.as_str(), &rule.media_type)?;
            let file = format!("{path}/index.{}", rule.extension);
            let body = bodies.read(file.trim_start_matches('/'))?;
            forms.push(Form { representation: Some(representation), headers, tag, body });
        }
    }
    Ok(Address {
        negotiated: rules.negotiated,
        is_of_version_2: entry.class.is_of_version_2(),
        offered: forms.iter().filter_map(|form| form.representation).collect(),
        forms,
    })
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
