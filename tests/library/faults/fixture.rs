//! Broken libraries: the small one, copied and then spoilt as a case says.

use std::fs;
use std::path::{Path, PathBuf};

use muniment_library::check::{CHECKS, Context, check};
use muniment_library::load::{Loaded, load};
use muniment_licenses::model::Fault;
use serde::Deserialize;
use tempfile::TempDir;

/// `edits.toml` of a case; everything else in its folder is laid over the small library as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edits {
    #[serde(default)]
    copy: Vec<Copy>,
    #[serde(default)]
    edit: Vec<Edit>,
}

/// A file to copy within the library, before it is edited.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Copy {
    from: String,
    to: String,
}

/// A text to replace: once, where it occurs once, or wherever it occurs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    from: String,
    to: String,
    #[serde(default)]
    all: bool,
}

/// One broken library, loaded and checked.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) loaded: Loaded,
    /// What checking found; loading keeps its own faults.
    pub(crate) found: Vec<Fault>,
    /// What each check alone found, in the order of the table.
    pub(crate) found_by: Vec<Vec<Fault>>,
}

impl Case {
    /// What loading and checking found.
    pub(crate) fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.loaded.faults.iter().chain(&self.found)
    }

    /// The report as `expected.txt` has it.
    pub(crate) fn report(&self) -> Vec<String> {
        self.faults().map(|f| format!("{} {} {} {}", f.place, f.severity, f.check, f.message)).collect()
    }

    pub(crate) fn expected_path(&self) -> PathBuf {
        fixtures().join("broken").join(&self.name).join("expected.txt")
    }
}

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures")
}

/// Names of the cases, in order.
pub(crate) fn case_names() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(fixtures().join("broken"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Loads and checks a case.
pub(crate) fn run(name: &str) -> Case {
    let folder = assemble(name);
    let loaded = load(folder.path());
    let found = loaded.library.as_ref().map(check).unwrap_or_default();
    let found_by = CHECKS
        .iter()
        .map(|check| {
            loaded.library.as_ref().map(|library| (check.run)(&Context::whole(library))).unwrap_or_default()
        })
        .collect();
    Case { name: name.to_owned(), loaded, found, found_by }
}

/// The small library as a case has spoilt it.
pub(crate) fn assemble(name: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let case = fixtures().join("broken").join(name);
    lay_over(&fixtures().join("small"), folder.path());
    lay_over(&case, folder.path());
    if let Ok(text) = fs::read_to_string(case.join("edits.toml")) {
        let edits: Edits = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        for Copy { from, to } in edits.copy {
            let to = folder.path().join(to);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(folder.path().join(from), to).unwrap();
        }
        for edit in edits.edit {
            apply(&edit, name, folder.path());
        }
    }
    folder
}

fn apply(edit: &Edit, name: &str, folder: &Path) {
    let path = folder.join(&edit.file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {}: {error}", edit.file));
    let count = text.matches(&edit.from).count();
    assert!(
        count == 1 || (edit.all && count > 0),
        "{name}: {} holds this {count} times:\n{}",
        edit.file,
        edit.from
    );
    fs::write(path, text.replace(&edit.from, &edit.to)).unwrap();
}

/// Copies a folder over another; an empty file `X.deleted` removes `X`.
pub(crate) fn lay_over(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let target = to.join(&name);
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir_all(&target).unwrap();
            lay_over(&entry.path(), &target);
        } else if let Some(deleted) = name.strip_suffix(".deleted") {
            fs::remove_file(to.join(deleted)).unwrap();
        } else if !matches!(name.as_str(), "edits.toml" | "expected.txt") {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
