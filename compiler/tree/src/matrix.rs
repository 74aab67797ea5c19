use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use super::disk::{CURRENT, flush, io_error, json_error, lock, remove};
use super::{Progress, WriteError};
use muniment_documents::api::matrix::{matrix_csv, matrix_index, matrix_row};
use muniment_documents::api::v2::body;
use muniment_documents::wire::Manifest;
use muniment_library::history::Catalog;
use muniment_licenses::model::{GraphId, Release};
use muniment_licenses::reason::{Bundle, Component, Facts, Matrix, Reasoner};
use muniment_rdf::ContentHash;

/// Folder of the compatibility matrices in a tree, with one folder for each graph.
pub const MATRICES: &str = "compatibility";

/// The list of digests within the folder of a matrix.
pub const MATRIX_SUMS: &str = "SHA256SUMS";

/// The result of writing a matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenMatrix {
    /// Its folder.
    pub folder: PathBuf,
    /// Number of licenses.
    pub licenses: usize,
    /// Number of files.
    pub files: usize,
    /// Bytes of all files.
    pub bytes: u64,
}

/// Why a matrix was not written.
#[derive(Debug, thiserror::Error)]
pub enum MatrixError {
    /// The library has no such graph.
    #[error("the library has no dependency graph `{0}`")]
    UnknownGraph(GraphId),
    /// There is no tree of the current state.
    #[error("the tree in `{0}` is missing or was made from other data; build it first")]
    Stale(PathBuf),
    /// A file operation failed.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The matrix of the records of a library under one graph, by identifier, without test fixtures.
pub fn matrix(
    catalog: &Catalog<'_>,
    reasoner: &Reasoner,
    release: &Release,
    graph: &GraphId,
) -> Result<Matrix, MatrixError> {
    let library = catalog.library;
    let unknown = || MatrixError::UnknownGraph(graph.clone());
    let model = library.graphs.get(graph).ok_or_else(unknown)?;
    let version = release.graphs.models.get(graph.as_str()).and_then(|entry| model.version(entry.version));
    let theory = reasoner.read_graph(&model.iri, &version.ok_or_else(unknown)?.content);
    let facts: Vec<(&str, Cow<'_, Facts>)> = release
        .library
        .models
        .par_iter()
        .filter_map(|(id, entry)| {
            let model = library.licenses.get(id.as_str())?;
            let version = model.version(entry.version).filter(|version| !version.content.is_fixture())?;
            let known = reasoner.facts(&model.iri).filter(|_| version.number == model.latest());
            let facts = match known {
                Some(facts) => Cow::Borrowed(&**facts),
                None => Cow::Owned(reasoner.read_license(&model.iri, &version.graph)),
            };
            Some((id.as_str(), facts))
        })
        .collect();
    let bundle = Bundle::new(&theory, facts.iter().map(|(id, facts)| Component { iri: id, facts }));
    let rows: Vec<_> = (0..bundle.len()).into_par_iter().map(|license| bundle.row(license)).collect();
    Ok(Matrix::new(&bundle, rows))
}

/// Atomically writes the matrix of a graph into the current tree. Files that are equal in an earlier tree are linked.
pub fn write_matrix(
    catalog: &Catalog<'_>,
    reasoner: &Reasoner,
    release: &Release,
    graph: &GraphId,
    out: &Path,
    progress: &dyn Progress,
) -> Result<WrittenMatrix, MatrixError> {
    let manifest = super::current_manifest(out);
    if manifest.is_none_or(|manifest| manifest.release.data != release.id.to_string()) {
        return Err(MatrixError::Stale(out.to_owned()));
    }
    let _lock = lock(out)?;
    progress.begin("grading", 0);
    let matrix = matrix(catalog, reasoner, release, graph)?;
    let model = catalog.library.graphs.get(graph).ok_or_else(|| MatrixError::UnknownGraph(graph.clone()))?;
    let tree = out.join(CURRENT);
    let matrices = tree.join(MATRICES);
    let (folder, staging) = (matrices.join(graph.as_str()), matrices.join(format!(".staging-{graph}")));
    remove(&staging)?;
    fs::create_dir_all(&staging).map_err(io_error("create", &staging))?;
    let before = trees_before(out).into_iter().map(|tree| tree.join(MATRICES).join(graph.as_str())).collect();
    let stage = Stage { staging: &staging, before };
    progress.begin("writing", matrix.names().len());
    let mut files: Vec<(String, ContentHash, u64)> = (0..matrix.names().len())
        .into_par_iter()
        .map(|place| {
            let name = matrix.names().get(place).map(String::as_str).unwrap_or_default();
            let file = stage.document(&format!("{name}.json"), &matrix_row(&matrix, graph.as_str(), place));
            progress.advance();
            file
        })
        .collect::<Result<_, WriteError>>()?;
    files
        .push(stage.document("index.json", &matrix_index(&matrix, release, graph.as_str(), model.latest()))?);
    files.push(stage.file("grades.csv", matrix_csv(&matrix).as_bytes())?);
    files.sort();
    let sums: String = files.iter().map(|(name, digest, _)| format!("{}  {name}\n", digest.hex())).collect();
    stage.file(MATRIX_SUMS, sums.as_bytes())?;
    flush(&staging)?;
    replace(&staging, &folder)?;
    Ok(WrittenMatrix {
        folder,
        licenses: matrix.names().len(),
        files: files.len() + 1,
        bytes: files.iter().map(|(.., length)| length).sum(),
    })
}

/// Whether the current tree has the matrix of a graph.
#[must_use]
pub fn has_matrix(out: &Path, graph: &GraphId) -> bool {
    out.join(CURRENT).join(MATRICES).join(graph.as_str()).join(MATRIX_SUMS).is_file()
}

/// The other trees of an output folder with a manifest, in any order.
fn trees_before(out: &Path) -> Vec<PathBuf> {
    let current = fs::canonicalize(out.join(CURRENT)).ok();
    let Ok(entries) = fs::read_dir(out) else { return Vec::new() };
    let mut trees: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.join(Manifest::PATH).is_file() && !path.is_symlink())
        .filter(|path| fs::canonicalize(path).ok() != current)
        .collect();
    trees.sort();
    trees
}

struct Stage<'s> {
    staging: &'s Path,
    before: Vec<PathBuf>,
}

impl Stage<'_> {
    fn document(
        &self,
        name: &str,
        document: &impl Serialize,
    ) -> Result<(String, ContentHash, u64), WriteError> {
        self.file(name, &body(document).map_err(json_error(self.staging.join(name)))?)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> Result<(String, ContentHash, u64), WriteError> {
        let target = self.staging.join(name);
        let mut befores = self.before.iter().map(|before| before.join(name));
        match befores.find(|before| fs::read(before).is_ok_and(|before| before == bytes)) {
            Some(same) => fs::hard_link(same, &target).map_err(io_error("link", &target))?,
            None => fs::write(&target, bytes).map_err(io_error("write", &target))?,
        }
        Ok((name.to_owned(), ContentHash::of(bytes), bytes.len() as u64))
    }
}

/// Atomically replaces a folder.
fn replace(staging: &Path, folder: &Path) -> Result<(), WriteError> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    let exchanged = renameat_with(CWD, staging, CWD, folder, RenameFlags::EXCHANGE);
    match exchanged.map_err(std::io::Error::from) {
        Ok(()) => remove(staging),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::rename(staging, folder).map_err(io_error("rename", staging))
        }
        Err(_) => {
            remove(folder)?;
            fs::rename(staging, folder).map_err(io_error("rename", staging))
        }
    }
}
