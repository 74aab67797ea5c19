use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::copy::copy;

/// A folder in which the command runs: `data` is a copy of the small library.
pub(crate) struct Workplace {
    folder: TempDir,
}

/// What a run said and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) text: String,
    pub(crate) error: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            text: String::from_utf8(output.stdout).unwrap(),
            error: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

impl Workplace {
    pub(crate) fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        copy(&repository().join("tests/fixtures/small"), &place.path("data"));
        place
    }

    /// The same with the small library built into `site-out`.
    pub(crate) fn built() -> Self {
        let place = Self::new();
        let built = place.run(&["build"]);
        assert_eq!(built.code, 0, "{}", built.error);
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Replaces a text that occurs in a file.
    #[track_caller]
    pub(crate) fn edit(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(name)).unwrap();
        assert!(text.contains(from), "{name} does not hold {from}");
        self.write(name, &text.replace(from, to));
    }

    pub(crate) fn copy(&self, from: &str, to: &str) {
        fs::copy(self.path(from), self.path(to)).unwrap();
    }

    /// A copy of the data folder under another name.
    pub(crate) fn copy_data(&self, to: &str) {
        copy(&self.path("data"), &self.path(to));
    }

    /// The command, with an environment that says nothing and nothing on its standard input.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muniment"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("MUNIMENT_") {
                command.env_remove(name);
            }
        }
        for name in ["VISUAL", "EDITOR", "NO_COLOR"] {
            command.env_remove(name);
        }
        command.current_dir(self.folder.path()).args(arguments).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        self.command(arguments).output().unwrap().into()
    }
}
