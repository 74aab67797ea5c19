//! Bodies of the tree, read from the disk for each answer.

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::Body;
use bytes::Bytes;
use futures_util::stream;
use muniment_documents::wire::Coding;
use muniment_pages::with_banner;
use muniment_rdf::ContentHash;
use muniment_tree::TreeInUse;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::task::spawn_blocking;

use super::TreeError;
use super::form::TagDigits;

/// Bytes that are read at once. A longer body is sent in pieces, so that a client that takes nothing holds one of them.
const PIECE: usize = 1 << 16;

/// Bytes of short bodies that are kept: opening a file takes longer than the rest of an answer.
const KEPT_BYTES: u64 = 16 << 20;

/// About how many bodies these are.
const KEPT_BODIES: usize = 2048;

/// Where a script stands in a page.
const END_OF_HEAD: &str = "</head>";

/// The folder of a tree.
pub(super) struct Folder {
    pub(super) path: PathBuf,
    /// The codings of the tree, the one with the smallest bodies first.
    pub(super) codings: Vec<Coding>,
    pub(super) changes: PageChanges,
    /// What the tree is called.
    pub(super) name: String,
    /// Bodies that were asked for lately, by path within the tree.
    kept: Cache<String, Bytes, Length>,
    _in_use: TreeInUse,
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Folder").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Weighs a kept body.
#[derive(Debug, Clone)]
struct Length;

impl Weighter<String, Bytes> for Length {
    fn weight(&self, name: &String, body: &Bytes) -> u64 {
        (name.len() + body.len()) as u64
    }
}

/// What a server changes in the pages of a tree. The files stay as they are.
#[derive(Debug, Clone, Default)]
pub struct PageChanges {
    /// The banner of every page that can have one, in the place of its own.
    pub banner: Option<String>,
    /// The address of a script that every page loads. It finds the name of the tree in `data-tree`.
    pub script: Option<&'static str>,
}

/// A file of a tree, with the same bytes coded beside it where the tree has them.
#[derive(Debug, Clone)]
pub(super) struct StoredBody {
    pub(super) folder: Arc<Folder>,
    /// Its path within the tree.
    pub(super) name: String,
    /// Whether changes of pages concern it.
    pub(super) is_page: bool,
}

/// A body that was opened.
pub(super) struct OpenedBody {
    pub(super) body: Body,
    /// Bytes.
    pub(super) length: u64,
    /// The coding of the body, if any.
    pub(super) coding: Option<Coding>,
}

impl Folder {
    pub(super) fn open(path: &Path, changes: PageChanges) -> Result<Self, TreeError> {
        let in_use =
            TreeInUse::of(path).map_err(|source| TreeError::Unreadable { path: path.to_owned(), source })?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self {
            path: path.to_owned(),
            codings: Vec::new(),
            changes,
            name,
            kept: Cache::with_weighter(KEPT_BODIES, KEPT_BYTES, Length),
            _in_use: in_use,
        })
    }

    /// The digits of the tag of a page, which are others where the page is changed.
    pub(super) fn page_digits(&self, digits: TagDigits) -> TagDigits {
        if self.changes.is_empty() {
            return digits;
        }
        let changed = format!("{digits:?} {} {:?}", self.name, self.changes);
        TagDigits::of(&ContentHash::of(changed).hex()).unwrap_or(digits)
    }

    /// Changes the first piece of a page, where its head and its banner are.
    fn changed(&self, piece: Vec<u8>) -> Vec<u8> {
        let text = piece.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let banner = self.changes.banner.as_ref().and_then(|banner| with_banner(text, banner));
        let changed = banner.as_deref().unwrap_or(text);
        let script = self.changes.script.and_then(|address| {
            let (head, rest) = changed.split_once(END_OF_HEAD)?;
            let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
            let name: String = self.name.chars().filter(is_plain).collect();
            let element = format!("<script src=\"{address}\" data-tree=\"{name}\" defer></script>");
            Some([head, &element, END_OF_HEAD, rest].concat())
        });
        match script.or(banner) {
            Some(changed) => [changed.as_bytes(), piece.get(text.len()..).unwrap_or_default()].concat(),
            None => piece,
        }
    }
}

impl PageChanges {
    fn is_empty(&self) -> bool {
        self.banner.is_none() && self.script.is_none()
    }
}

impl StoredBody {
    /// The codings in which the tree may have the file.
    pub(super) fn codings(&self) -> &[Coding] {
        &self.folder.codings
    }

    /// Opens the file in the first of the codings that the tree has it in; else as it was coded for another client, if it may
    /// be coded; else as it is.
    ///
    /// The first piece is read at once, on the thread that asks: it is nearly always in the page cache, and another thread
    /// would take longer than the system call.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn open(&self, codings: &[Coding], may_be_coded: bool) -> Result<OpenedBody, TreeError> {
        let is_changed = self.is_page && !self.folder.changes.is_empty();
        for coding in codings.iter().copied().filter(|_| !is_changed) {
            match self.read(&coding.beside(&self.name), false) {
                Err(TreeError::Unreadable { source, .. }) if source.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
                Ok((body, length)) => return Ok(OpenedBody { body, length, coding: Some(coding) }),
            }
        }
        if may_be_coded && let Some(body) = self.folder.kept.get(&self.coded_name()) {
            let length = body.len() as u64;
            return Ok(OpenedBody { body: body.into(), length, coding: Some(Coding::Gzip) });
        }
        let (body, length) = self.read(&self.name, is_changed)?;
        Ok(OpenedBody { body, length, coding: None })
    }

    /// Keeps the file as it was coded for one client, with changes of pages.
    pub(super) fn keep_coded(&self, body: Bytes) {
        self.folder.kept.insert(self.coded_name(), body);
    }

    /// What a coded body is kept under. No file has such a name.
    fn coded_name(&self) -> String {
        format!("{}\0", self.name)
    }

    /// The whole file.
    ///
    /// # Errors
    /// It cannot be read, or is no text.
    pub(super) fn read_text(&self) -> Result<String, TreeError> {
        let path = self.folder.path.join(&self.name);
        std::fs::read_to_string(&path).map_err(|source| TreeError::Unreadable { path, source })
    }

    fn read(&self, name: &str, is_changed: bool) -> Result<(Body, u64), TreeError> {
        let Folder { path, kept, .. } = &*self.folder;
        if let Some(body) = kept.get(name).filter(|_| !is_changed) {
            let length = body.len() as u64;
            return Ok((body.into(), length));
        }
        let path = path.join(name);
        let read = || {
            let mut file = File::open(&path)?;
            let length = file.metadata()?.len();
            let mut first = piece(&mut file, length)?;
            let left = length - first.len() as u64;
            if is_changed {
                first = self.folder.changed(first);
            }
            let length = left + first.len() as u64;
            let first = Bytes::from(first);
            if left > 0 {
                return Ok((in_pieces(first, file, left), length));
            }
            if !is_changed {
                kept.insert(name.to_owned(), first.clone());
            }
            Ok((first.into(), length))
        };
        read().map_err(|source| TreeError::Unreadable { path: path.clone(), source })
    }
}

/// The next bytes of a file of which so many are left.
fn piece(file: &mut File, left: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(left).unwrap_or(PIECE).min(PIECE)];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// A first piece and the rest of a file, whose pieces are read as they are sent.
fn in_pieces(first: Bytes, file: File, left: u64) -> Body {
    let rest = stream::try_unfold((file, left), |(mut file, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        let read = move || piece(&mut file, left).map(|bytes| (bytes, file));
        let (bytes, file) = spawn_blocking(read).await.map_err(io::Error::other)??;
        let left = left - bytes.len() as u64;
        Ok::<_, io::Error>(Some((Bytes::from(bytes), (file, left))))
    });
    let first = stream::once(std::future::ready(Ok(first)));
    Body::from_stream(futures_util::StreamExt::chain(first, rest))
}
