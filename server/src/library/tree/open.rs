use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue};
use muniment_documents::api::v2;
use muniment_documents::wire::{
    CacheState, Class, ClassRules, Coding, Dialect, Elsewhere, Entry, FormRules, Manifest, Representation,
    entity_tag,
};
use muniment_rdf::ContentHash;
use serde::{Deserialize, Serialize};

use super::matrices::open_matrices;
use crate::wire::{identify, secure};

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

impl From<TreeError> for v2::Refused {
    /// It is our fault, whatever it is.
    fn from(error: TreeError) -> Self {
        tracing::error!(%error, "an answer cannot be made");
        Self::new(v2::ProblemKind::InternalError, "something went wrong here")
    }
}

/// One form of a resource, ready to send.
#[derive(Debug)]
pub struct Form {
    /// What the request has to ask for; `None` for a file.
    pub representation: Option<Representation>,
    /// Every header but those of the connection and the request.
    pub headers: HeaderMap,
    /// The entity tag, as in the headers; none where none is sent.
    pub tag: Option<String>,
    /// The bytes.
    pub body: Bytes,
    /// The same bytes coded, where the tree has coded bodies.
    pub coded: Option<Arc<Coded>>,
}

/// A body in the codings of a tree.
#[derive(Debug)]
pub struct Coded {
    /// The codings of the tree, the one with the smallest bodies first.
    pub codings: Arc<[Coding]>,
    /// The body in those of them in which it is worth it.
    pub bodies: Vec<(Coding, Bytes)>,
}

/// An address with its forms.
#[derive(Debug)]
pub struct Address {
    /// How requests choose among the forms.
    pub dialect: Dialect,
    /// What the forms are asked for by; none for a file.
    pub rules: Arc<[FormRules]>,
    /// Where requests are led that get no form.
    pub elsewhere: Option<Elsewhere>,
    /// The forms, in order of preference.
    pub forms: Vec<Form>,
}

/// A built tree in memory: bodies and headers decided at build time.
#[derive(Debug)]
pub struct Tree {
    /// Release the tree answers for.
    pub release: String,
    /// Digest of what the tree was made from.
    pub inputs: String,
    /// What its folder is called.
    pub name: String,
    pub(super) addresses: HashMap<String, Address>,
    /// Identifiers of licenses in lower case, to their spelling.
    licenses: HashMap<String, String>,
    /// Identifiers of graphs in lower case, to their spelling.
    graphs: HashMap<String, String>,
    link: PathBuf,
}

impl Form {
    /// The first form of a class of a document that was made for one request; `headers` are those that depend on data.
    pub fn computed(
        class: Class,
        cache: CacheState,
        headers: &BTreeMap<String, String>,
        document: &impl Serialize,
    ) -> Result<Self, TreeError> {
        let representation = class.representations().next().unwrap_or(Representation::Json);
        Self::of_body(class, cache, headers, representation, v2::body(document)?)
    }

    /// A form whose body was made for one request.
    pub fn of_body(
        class: Class,
        cache: CacheState,
        headers: &BTreeMap<String, String>,
        representation: Representation,
        body: Vec<u8>,
    ) -> Result<Self, TreeError> {
        let rules = class.rules();
        let headers = common_headers(&rules, cache, headers)?;
        let hash = rules.cache_control.get(&cache).map(|_| ContentHash::of(&body).hex());
        form(representation, representation.media_type(), headers, hash.as_deref(), body.into())
    }
}

impl Form {
    /// A file that was made for one request.
    ///
    /// # Errors
    /// A header cannot be written.
    pub fn file(class: Class, cache: CacheState, body: Vec<u8>) -> Result<Self, TreeError> {
        let rules = class.rules();
        let mut headers = common_headers(&rules, cache, &BTreeMap::new())?;
        let is_tagged = rules.cache_control.contains_key(&cache);
        let tag = is_tagged.then(|| entity_tag(&ContentHash::of(&body).hex(), "file"));
        set_tag(&mut headers, tag.as_deref())?;
        Ok(Self { representation: None, headers, tag, body: body.into(), coded: None })
    }
}

impl Address {
    /// An address of a class with the first of its forms.
    #[must_use]
    pub fn of(class: Class, form: Form) -> Self {
        let mut rules = class.rules().representations;
        rules.truncate(1);
        Self { dialect: class.dialect(), rules: rules.into(), elsewhere: None, forms: vec![form] }
    }

    /// An address that the tree does not have, of a model that an account made: with the form that is wanted alone,
    /// since making one can take long.
    ///
    /// `hash` is the content hash of the model. One that only some may see is kept by no cache but their own.
    pub fn made<E: From<TreeError>>(
        class: Class,
        made: Made<'_>,
        wanted: Option<Representation>,
        mut render: impl FnMut(Representation) -> Result<Vec<u8>, E>,
    ) -> Result<Self, E> {
        let rules = class.rules();
        let mut common = common_headers(&rules, made.cache, made.headers)?;
        let hash = rules.cache_control.get(&made.cache).map(|_| made.hash.hex());
        if made.is_private {
            keep_private(&mut common);
        }
        let forms = rules
            .representations
            .iter()
            .filter(|rule| Some(rule.representation) == wanted)
            .map(|rule| {
                let body = render(rule.representation)?.into();
                let representation = rule.representation;
                Ok(form(representation, &rule.media_type, common.clone(), hash.as_deref(), body)?)
            })
            .collect::<Result<_, E>>()?;
        let rules = rules.representations.into();
        Ok(Self { dialect: class.dialect(), rules, elsewhere: made.elsewhere, forms })
    }

    /// Whether the address belongs to version 2 of the API.
    #[must_use]
    pub fn is_of_version_2(&self) -> bool {
        self.dialect == Dialect::Version2
    }

    /// Whether `format` chooses among the forms.
    #[must_use]
    pub fn heeds_format(&self) -> bool {
        self.rules.iter().any(|form| !form.formats.is_empty())
    }
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
pub fn read_manifest(site: &Path) -> Result<Option<Manifest>, TreeError> {
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

fn parse_manifest(path: &Path, bytes: &[u8]) -> Result<Manifest, TreeError> {
    serde_json::from_slice(bytes)
        .map_err(|error| TreeError::Manifest { path: path.to_owned(), reason: error.to_string() })
}

/// What the answers of an address depend on that the tree does not have.
#[derive(Debug)]
pub struct Made<'a> {
    /// Content hash of the model.
    pub hash: ContentHash,
    /// How long answers may be kept.
    pub cache: CacheState,
    /// Headers that depend on the model.
    pub headers: &'a BTreeMap<String, String>,
    /// Where requests are led that get no form.
    pub elsewhere: Option<Elsewhere>,
    /// Whether only some may see it.
    pub is_private: bool,
}

/// Only the cache of the client stores what may be stored.
fn keep_private(headers: &mut HeaderMap) {
    let policy = headers.get(CACHE_CONTROL).and_then(|policy| policy.to_str().ok());
    let policy = policy.map_or("private, no-store".to_owned(), |policy| policy.replace("public", "private"));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CACHE_CONTROL, policy);
    }
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
    /// Reads a tree. A link is followed once, so that nothing is read of two trees while it is replaced.
    pub fn open(link: &Path) -> Result<Self, TreeError> {
        let folder = &fs::canonicalize(link)
            .map_err(|source| TreeError::Unreadable { path: link.to_owned(), source })?;
        let path = folder.join(Manifest::PATH);
        let manifest = parse_manifest(&path, &read(&path)?)?;
        if manifest.manifest != Manifest::LAYOUT {
            let reason = format!("its layout is {} and not {}", manifest.manifest, Manifest::LAYOUT);
            return Err(TreeError::Manifest { path, reason });
        }
        let codings = manifest.codings.clone().into();
        let mut bodies = Bodies { folder, codings, by_file: HashMap::new() };
        let mut rules: BTreeMap<Class, Arc<[FormRules]>> = BTreeMap::new();
        let mut addresses = HashMap::with_capacity(manifest.addresses.len());
        for (address, entry) in &manifest.addresses {
            let Some(class) = manifest.classes.get(&entry.class) else {
                let reason = format!("`{address}` has a class without rules");
                return Err(TreeError::Manifest { path, reason });
            };
            let shared = rules.entry(entry.class).or_insert_with(|| class.representations.clone().into());
            addresses.insert(
                address.clone(),
                open_address(&mut bodies, class, Arc::clone(shared), address, entry)?,
            );
        }
        open_matrices(folder, &mut addresses)?;
        let spellings = |base: &str| -> HashMap<String, String> {
            let below = addresses.keys().filter_map(|address| address.strip_prefix(base));
            let ids = below.filter(|id| !id.contains('/'));
            ids.map(|id| (id.to_ascii_lowercase(), id.to_owned())).collect()
        };
        let (licenses, graphs) = (spellings(LICENSE_BASES[0]), spellings(GRAPH_BASES[0]));
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (release, inputs, link) = (manifest.release.data, manifest.inputs, link.to_owned());
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
        let of = |bases: &'static [&str], spellings: &HashMap<String, String>| {
            let (base, below) = bases.iter().find_map(|base| Some((base, path.strip_prefix(base)?)))?;
            let (id, rest) = below.find('/').map_or((below, ""), |at| below.split_at(at));
            let spelling = spellings.get(&id.to_ascii_lowercase())?;
            Some(format!("{base}{spelling}{rest}"))
        };
        of(&LICENSE_BASES, &self.licenses).or_else(|| of(&GRAPH_BASES, &self.graphs))
    }
}

fn open_address(
    bodies: &mut Bodies<'_>,
    class: &ClassRules,
    rules: Arc<[FormRules]>,
    address: &str,
    entry: &Entry,
) -> Result<Address, TreeError> {
    let common = common_headers(class, entry.cache, &entry.headers)?;
    let hash = class.cache_control.get(&entry.cache).map(|_| entry.hash.as_str());
    let path = address.trim_start_matches('/');
    let mut forms = Vec::new();
    if class.dialect == Dialect::File {
        let mut headers = common.clone();
        let tag = hash.map(|hash| entity_tag(hash, "file"));
        set_tag(&mut headers, tag.as_deref())?;
        let (body, coded) = bodies.read(path)?;
        forms.push(Form { representation: None, headers, tag, body, coded });
    }
    for rule in rules.iter() {
        let hash = match rule.representation {
            Representation::Html => hash.map(|hash| entry.page.as_deref().unwrap_or(hash)),
            _ => hash,
        };
        let file = format!("{path}/index.{}", rule.extension);
        let (body, coded) = bodies.read(file.trim_start_matches('/'))?;
        let plain = form(rule.representation, &rule.media_type, common.clone(), hash, body)?;
        forms.push(Form { coded, ..plain });
    }
    Ok(Address { dialect: class.dialect, rules, elsewhere: entry.elsewhere.clone(), forms })
}

/// The headers all forms of an address share.
pub(super) fn common_headers(
    rules: &ClassRules,
    cache: CacheState,
    own: &BTreeMap<String, String>,
) -> Result<HeaderMap, TreeError> {
    let mut headers = HeaderMap::new();
    // Overwritten in each answer; a map that holds it already need not grow then.
    identify(&mut headers, "none");
    for (name, value) in rules.headers.iter().chain(own) {
        set(&mut headers, name, value)?;
    }
    if let Some(policy) = rules.cache_control.get(&cache) {
        set(&mut headers, CACHE_CONTROL.as_str(), policy)?;
    }
    secure(&mut headers);
    Ok(headers)
}

fn form(
    representation: Representation,
    media_type: &str,
    mut headers: HeaderMap,
    hash: Option<&str>,
    body: Bytes,
) -> Result<Form, TreeError> {
    let tag = hash.map(|hash| entity_tag(hash, representation.key()));
    set_tag(&mut headers, tag.as_deref())?;
    set(&mut headers, CONTENT_TYPE.as_str(), media_type)?;
    Ok(Form { representation: Some(representation), headers, tag, body, coded: None })
}

pub(super) fn set_tag(headers: &mut HeaderMap, tag: Option<&str>) -> Result<(), TreeError> {
    tag.map_or(Ok(()), |tag| set(headers, ETAG.as_str(), tag))
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
    codings: Arc<[Coding]>,
    by_file: HashMap<(u64, u64), Body>,
}

/// A body, and the same coded where the tree has coded bodies.
type Body = (Bytes, Option<Arc<Coded>>);

impl Bodies<'_> {
    fn read(&mut self, name: &str) -> Result<Body, TreeError> {
        let path = self.folder.join(name);
        let metadata =
            fs::metadata(&path).map_err(|source| TreeError::Unreadable { path: path.clone(), source })?;
        let file = (metadata.dev(), metadata.ino());
        if let Some(body) = self.by_file.get(&file) {
            return Ok(body.clone());
        }
        let body = (Bytes::from(read(&path)?), self.coded(name)?);
        self.by_file.insert(file, body.clone());
        Ok(body)
    }

    fn coded(&self, name: &str) -> Result<Option<Arc<Coded>>, TreeError> {
        if self.codings.is_empty() {
            return Ok(None);
        }
        let mut bodies = Vec::new();
        for coding in self.codings.iter().copied() {
            let path = self.folder.join(coding.beside(name));
            match fs::read(&path) {
                Ok(bytes) => bodies.push((coding, Bytes::from(bytes))),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(source) => return Err(TreeError::Unreadable { path, source }),
            }
        }
        Ok(Some(Arc::new(Coded { codings: Arc::clone(&self.codings), bodies })))
    }
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, TreeError> {
    fs::read(path).map_err(|source| TreeError::Unreadable { path: path.to_owned(), source })
}
