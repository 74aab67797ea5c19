use std::borrow::Cow;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use super::disk::{CURRENT, FolderLock, io_error, json_error, link_folder, lock, remove};
use super::last_build::LastBuild;
use super::publish::{Published, STAGING, clear_remains, publish};
use super::{Progress, WriteError};
use muniment_documents::api::answers::{answers_csv, answers_index, answers_row};
use muniment_documents::api::matrix::{matrix_csv, matrix_index, matrix_row};
use muniment_documents::api::policy::Policies;
use muniment_documents::api::v2::body;
use muniment_documents::wire::Manifest;
use muniment_library::history::Catalog;
use muniment_licenses::model::{GraphId, Library, Release};
use muniment_licenses::reason::{
    Answer, AnswerMatrix, Bundle, Component, Containment, Context, Facts, Matrix, Reasoner, Terms,
    TermsIndex, Use,
};
use muniment_rdf::ContentHash;

/// Folder of the compatibility matrices in a tree, with one folder for each graph and each main context.
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

/// The answers of containment for the records of a release, without test fixtures.
#[derive(Debug)]
pub struct ReleaseAnswers {
    names: Vec<String>,
    /// In the order of the names.
    terms: Vec<Arc<Terms>>,
    index: TermsIndex,
}

impl ReleaseAnswers {
    /// Reads the records of a release.
    #[must_use]
    pub fn new(catalog: &Catalog<'_>, reasoner: &Reasoner, release: &Release) -> Self {
        let records = release.library.models.iter().filter_map(|(id, entry)| {
            let model = catalog.library.licenses.get(id.as_str())?;
            let version = model.version(entry.version).filter(|version| !version.content.is_fixture())?;
            let terms = reasoner.read_terms(&model.iri, &version.content);
            Some((id.to_string(), terms))
        });
        let (names, terms): (Vec<String>, Vec<Terms>) = records.unzip();
        let iris: Vec<String> = terms.iter().map(|terms| terms.iri().to_owned()).collect();
        let index: TermsIndex = terms.into_iter().collect();
        let terms = iris.iter().filter_map(|iri| index.get(iri).cloned()).collect();
        Self { names, terms, index }
    }

    /// The answers for a part under the license at a place, in the order of the names, then for closed source.
    fn row(&self, part: usize, context: Context) -> Vec<Containment<'_>> {
        let part = self.terms.get(part);
        let works = self.terms.iter().map(AsRef::as_ref).chain([self.index.closed_source()]);
        works.filter_map(|work| Some(self.index.contain(part?, work, context))).collect()
    }

    /// The answers of all pairs in a context.
    #[must_use]
    pub fn matrix(&self, context: Context) -> AnswerMatrix {
        let answers = |row: Vec<Containment<'_>>| -> (Vec<Answer>, Option<Answer>) {
            let mut answers: Vec<Answer> = row.into_iter().map(|found| found.answer).collect();
            let closed = answers.pop();
            (answers, closed)
        };
        let rows = (0..self.names.len()).into_par_iter().map(|part| answers(self.row(part, context)));
        let (rows, closed): (Vec<_>, Vec<_>) = rows.unzip();
        AnswerMatrix::new(self.names.clone(), rows, closed.into_iter().flatten().collect())
    }
}

/// A copy of the current tree that gets matrices and then takes its place, so that nothing is written into a tree that is
/// being served. Files of the tree are linked; those of matrices that are equal in another tree are linked, too.
pub struct MatrixStage<'a> {
    out: &'a Path,
    release: &'a Release,
    staging: PathBuf,
    /// The trees with a manifest, the current one first.
    trees: Vec<PathBuf>,
    _lock: FolderLock,
}

impl<'a> MatrixStage<'a> {
    /// Begins a copy of the current tree.
    ///
    /// # Errors
    /// The current tree is of another release or missing, or files cannot be written.
    pub fn open(out: &'a Path, release: &'a Release) -> Result<Self, MatrixError> {
        let manifest = super::current_manifest(out);
        if manifest.is_none_or(|manifest| manifest.release.data != release.id.to_string()) {
            return Err(MatrixError::Stale(out.to_owned()));
        }
        let lock = lock(out)?;
        clear_remains(out)?;
        let (current, staging) = (out.join(CURRENT), out.join(STAGING));
        link_folder(&current, &staging).map_err(io_error("link", &staging))?;
        link_matrices(&current, &staging)?;
        let mut trees = vec![current];
        trees.extend(trees_before(out));
        Ok(Self { out, release, staging, trees, _lock: lock })
    }

    /// Adds the matrix of a graph.
    ///
    /// # Errors
    /// There is no such graph, or files cannot be written.
    pub fn grades(
        &self,
        catalog: &Catalog<'_>,
        reasoner: &Reasoner,
        graph: &GraphId,
        answers: &ReleaseAnswers,
        progress: &dyn Progress,
    ) -> Result<WrittenMatrix, MatrixError> {
        let unknown = || MatrixError::UnknownGraph(graph.clone());
        let model = catalog.library.graphs.get(graph).ok_or_else(unknown)?;
        let folder = self.folder(graph.as_str())?;
        progress.begin("grading", 0);
        let matrix = matrix(catalog, reasoner, self.release, graph)?;
        let [merged, combined] =
            [Use::Merged, Use::Combined].map(|usage| answers.matrix(Context { usage, ..Context::default() }));
        let row = |place| matrix_row(&matrix, graph.as_str(), [&merged, &combined], place);
        folder.write(
            matrix.names().len(),
            |place| folder.row(matrix.names(), place, &row(place)),
            &matrix_index(&matrix, self.release, graph.as_str(), model.latest()),
            ("grades.csv", &matrix_csv(&matrix)),
            progress,
        )
    }

    /// Adds the answers of containment in a context.
    ///
    /// # Errors
    /// Files cannot be written.
    pub fn answers(
        &self,
        answers: &ReleaseAnswers,
        (name, context): (&str, Context),
        progress: &dyn Progress,
    ) -> Result<WrittenMatrix, MatrixError> {
        let folder = self.folder(name)?;
        progress.begin("answering", 0);
        let matrix = answers.matrix(context);
        folder.write(
            matrix.names().len(),
            |place| {
                let conditions =
                    answers.terms.get(place).map(|terms| terms.conditions(context)).unwrap_or_default();
                let found = answers.row(place, context);
                let row = answers_row(&matrix, context, place, &found, conditions.into_iter());
                folder.row(matrix.names(), place, &row)
            },
            &answers_index(&matrix, self.release, context),
            ("answers.csv", &answers_csv(&matrix)),
            progress,
        )
    }

    /// Adds the policies of all works for other tools.
    ///
    /// # Errors
    /// Files cannot be written.
    pub fn policies(
        &self,
        library: &Library,
        index: &TermsIndex,
        (name, context): (&str, Context),
        progress: &dyn Progress,
    ) -> Result<WrittenMatrix, MatrixError> {
        let folder = self.folder(&policies_name(name))?;
        let policies = Policies::new(library, index, self.release, context);
        folder.write(
            policies.works(),
            |place| {
                let texts = policies.texts(place).map_err(json_error(&folder.path))?;
                texts.into_iter().map(|(name, text)| folder.file(&name, text.as_bytes())).collect()
            },
            &policies.index(),
            ("matrixseqexpl.json", &policies.published_osadl().map_err(json_error(&folder.path))?),
            progress,
        )
    }

    /// Publishes the copy in the place of the current tree.
    ///
    /// # Errors
    /// Files cannot be written; the current tree stays.
    pub fn publish(self) -> Result<(), WriteError> {
        let Published { name, fault } = publish(self.out, &self.staging, &self.release.id)?;
        LastBuild::moved(self.out, &name)?;
        fault.map_or(Ok(()), Err)
    }

    /// An empty folder for a matrix.
    fn folder(&self, name: &str) -> Result<MatrixFolder, WriteError> {
        let path = self.staging.join(MATRICES).join(name);
        remove(&path)?;
        fs::create_dir_all(&path).map_err(io_error("create", &path))?;
        let before = self.trees.iter().map(|tree| tree.join(MATRICES).join(name)).collect();
        let published = self.out.join(CURRENT).join(MATRICES).join(name);
        Ok(MatrixFolder { path, published, before })
    }
}

/// Whether a tree has a matrix.
pub(super) fn has_matrices(tree: &Path) -> bool {
    let entries = fs::read_dir(tree.join(MATRICES));
    entries.is_ok_and(|entries| entries.filter_map(Result::ok).any(|entry| entry.path().is_dir()))
}

/// The folders of the matrices of a tree, sorted.
pub(super) fn matrix_folders(tree: &Path) -> Result<Vec<PathBuf>, WriteError> {
    let matrices = tree.join(MATRICES);
    let entries = match fs::read_dir(&matrices).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(io_error("list", &matrices))?,
    };
    let folders = entries.into_iter().map(|entry| entry.path()).filter(|path| path.is_dir());
    let mut folders: Vec<PathBuf> = folders.collect();
    folders.sort();
    Ok(folders)
}

/// Links the matrices of a tree into another one.
pub(super) fn link_matrices(from: &Path, to: &Path) -> Result<(), WriteError> {
    let (folders, to) = (matrix_folders(from)?, to.join(MATRICES));
    if folders.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(&to).map_err(io_error("create", &to))?;
    for folder in folders {
        let target = to.join(folder.file_name().unwrap_or_default());
        link_folder(&folder, &target).map_err(io_error("link", &target))?;
    }
    Ok(())
}

/// The name of the folder of the policies in a main context.
#[must_use]
pub fn policies_name(context: &str) -> String {
    format!("policies-{context}")
}

/// Whether the current tree has a matrix, by the name of its folder.
#[must_use]
pub fn has_matrix(out: &Path, name: &str) -> bool {
    out.join(CURRENT).join(MATRICES).join(name).join(MATRIX_SUMS).is_file()
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

/// Name, digest and length.
type StagedFile = (String, ContentHash, u64);

/// The folder of a matrix in a staged tree.
struct MatrixFolder {
    path: PathBuf,
    /// The folder once the tree is published.
    published: PathBuf,
    /// The same folder of other trees.
    before: Vec<PathBuf>,
}

impl MatrixFolder {
    /// Writes the files of each license by place, the index and a table.
    fn write(
        &self,
        licenses: usize,
        files_of: impl Fn(usize) -> Result<Vec<StagedFile>, WriteError> + Sync,
        index: &(impl Serialize + Sync),
        (table, text): (&str, &str),
        progress: &dyn Progress,
    ) -> Result<WrittenMatrix, MatrixError> {
        progress.begin("writing", licenses);
        let files: Vec<Vec<StagedFile>> = (0..licenses)
            .into_par_iter()
            .map(|place| {
                let files = files_of(place);
                progress.advance();
                files
            })
            .collect::<Result<_, WriteError>>()?;
        let mut files: Vec<StagedFile> = files.into_iter().flatten().collect();
        files.push(self.document("index.json", index)?);
        files.push(self.file(table, text.as_bytes())?);
        files.sort();
        let sums: String =
            files.iter().map(|(name, digest, _)| format!("{}  {name}\n", digest.hex())).collect();
        self.file(MATRIX_SUMS, sums.as_bytes())?;
        Ok(WrittenMatrix {
            folder: self.published.clone(),
            licenses,
            files: files.len() + 1,
            bytes: files.iter().map(|(.., length)| length).sum(),
        })
    }

    /// The file of a license.
    fn row(
        &self,
        names: &[String],
        place: usize,
        row: &impl Serialize,
    ) -> Result<Vec<StagedFile>, WriteError> {
        let name = names.get(place).map(String::as_str).unwrap_or_default();
        Ok(vec![self.document(&format!("{name}.json"), row)?])
    }

    fn document(&self, name: &str, document: &impl Serialize) -> Result<StagedFile, WriteError> {
        self.file(name, &body(document).map_err(json_error(self.path.join(name)))?)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> Result<StagedFile, WriteError> {
        let target = self.path.join(name);
        let mut befores = self.before.iter().map(|before| before.join(name));
        match befores.find(|before| fs::read(before).is_ok_and(|before| before == bytes)) {
            Some(same) => fs::hard_link(same, &target).map_err(io_error("link", &target))?,
            None => fs::write(&target, bytes).map_err(io_error("write", &target))?,
        }
        Ok((name.to_owned(), ContentHash::of(bytes), bytes.len() as u64))
    }
}
