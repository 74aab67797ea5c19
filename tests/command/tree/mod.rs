//! The tree: reproducible, atomic, and consistent with its manifest.
//!
//! These tests run the real command on the small library of `tests/fixtures`.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

mod agreement;
mod atomicity;
mod command;
mod compressed;
mod contents;
mod edges;
mod incremental;
mod matrix;
mod staleness;
mod statements;
mod texts;
mod upload;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn small() -> PathBuf {
    root().join("tests/fixtures/small")
}

/// The command, with an environment that says nothing.
fn muniment() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muniment"));
    for variable in
        ["MUNIMENT_DATA", "MUNIMENT_SITE", "MUNIMENT_BASE_URL", "MUNIMENT_COMPRESS", "MUNIMENT_NOTICE"]
    {
        command.env_remove(variable);
    }
    command
}

fn build(data: &Path, out: &Path) -> Output {
    build_with(&[], data, out)
}

fn build_with(flags: &[&str], data: &Path, out: &Path) -> Output {
    muniment().arg("build").args(flags).arg("--data").arg(data).arg("--out").arg(out).output().unwrap()
}

fn build_well(data: &Path, out: &Path) -> String {
    build_well_with(&[], data, out)
}

fn build_well_with(flags: &[&str], data: &Path, out: &Path) -> String {
    let output = build_with(flags, data, out);
    assert!(output.status.success(), "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn verify(folder: &Path) -> Output {
    muniment().arg("verify").arg(folder).output().unwrap()
}

/// Every file below a folder with its bytes, by relative path.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fn collect(base: &Path, folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(base, &path, found);
            } else {
                found.insert(path.strip_prefix(base).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    collect(folder, folder, &mut found);
    found
}

/// Copies a folder, so that a test can spoil it.
fn copy(from: &Path, to: &Path) {
    for (path, bytes) in files(from) {
        let target = to.join(path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(target, bytes).unwrap();
    }
}

/// Replaces a text that occurs in a file.
fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{} does not hold {from}", file.display());
    fs::write(file, text.replace(from, to)).unwrap();
}
