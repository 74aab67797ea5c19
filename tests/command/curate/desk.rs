//! A curator's desk: a copy of the small library, and the command on it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use muniment_library::check::check;
use muniment_library::curate::Edits;
use muniment_library::load::load;
use muniment_licenses::model::Library;
use tempfile::TempDir;

use crate::copy::copy;

/// A record of version 1 without a history.
pub(crate) const RECORD: &str = "Meadow-Permissive-1.0";

/// Its file.
pub(crate) const FILE: &str = "licenses/Meadow-Permissive-1.0.ttl";

/// Its archive.
pub(crate) const ARCHIVED: &str = "history/licenses/Meadow-Permissive-1.0/v1.ttl";

/// Its change log.
pub(crate) const LOG: &str = "history/licenses/Meadow-Permissive-1.0/changelog.toml";

pub(crate) struct Desk {
    folder: TempDir,
}

/// What a command answered.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) text: String,
    pub(crate) error: String,
}

impl Said {
    fn by(command: &mut Command) -> Self {
        for name in ["MUNIMENT_DATA", "VISUAL", "EDITOR", "NO_COLOR"] {
            command.env_remove(name);
        }
        let output = command.stdin(Stdio::null()).output().unwrap();
        Self {
            code: output.status.code().unwrap(),
            text: String::from_utf8(output.stdout).unwrap(),
            error: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// All is well.
    #[track_caller]
    pub(crate) fn well(self) -> String {
        assert_eq!(self.code, 0, "{}{}", self.text, self.error);
        self.text
    }

    /// Refused, in these words among others.
    #[track_caller]
    pub(crate) fn refused(self, words: &str) {
        self.ended(2, words);
    }

    /// Refused for what was found in the library.
    #[track_caller]
    pub(crate) fn refused_for_findings(self, words: &str) {
        self.ended(1, words);
    }

    #[track_caller]
    fn ended(self, code: i32, words: &str) {
        assert_eq!(self.code, code, "{}{}", self.text, self.error);
        assert!(self.error.contains(words), "`{words}` is not in: {}{}", self.text, self.error);
    }
}

/// Every file by path.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

impl Desk {
    /// The small library, of which nothing was released.
    pub(crate) fn new() -> Self {
        let desk = Self { folder: tempfile::tempdir().unwrap() };
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small"), &desk.data());
        desk
    }

    /// The small library, released on 2026-11-20.
    pub(crate) fn released() -> Self {
        let desk = Self::new();
        desk.run(&["release", "--application-version", "0.1.0", "--date", "2026-11-20"]).well();
        desk
    }

    /// A second desk with the same files on it.
    pub(crate) fn again(&self) -> Self {
        let desk = Self { folder: tempfile::tempdir().unwrap() };
        copy(&self.data(), &desk.data());
        desk
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muniment"));
        Said::by(command.args(arguments).arg("--data").arg(self.data()))
    }

    /// The command at a terminal (of `script`, a part of util-linux), with a shell script as the editor.
    pub(crate) fn run_at_a_terminal(&self, arguments: &[&str], editor: &str) -> Said {
        let file = self.folder.path().join("editor.sh");
        fs::write(&file, editor).unwrap();
        let data = self.data();
        let words = arguments.iter().copied().chain(["--data", data.to_str().unwrap()]);
        let quoted: String = words.map(|word| format!(" '{word}'")).collect();
        let line = format!("EDITOR='sh {}' {}{quoted}", file.display(), env!("CARGO_BIN_EXE_muniment"));
        Said::by(Command::new("script").args(["--quiet", "--return", "--command", &line, "/dev/null"]))
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.data().join(path)).unwrap()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        fs::write(self.data().join(path), text).unwrap();
    }

    /// Replaces what occurs once in a file.
    #[track_caller]
    pub(crate) fn edit(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert_eq!(text.matches(from).count(), 1, "{from}");
        self.write(path, &text.replace(from, to));
    }

    /// A file beside the data, with a text that is a file's with a replacement.
    #[track_caller]
    pub(crate) fn beside(&self, path: &str, from: &str, to: &str) -> String {
        let text = self.read(path);
        assert_eq!(text.matches(from).count(), 1, "{from}");
        let beside = self.folder.path().join("given.ttl");
        fs::write(&beside, text.replace(from, to)).unwrap();
        beside.to_str().unwrap().to_owned()
    }

    pub(crate) fn files(&self) -> Files {
        let mut files = Files::new();
        gather(&self.data(), "", &mut files);
        files
    }

    pub(crate) fn library(&self) -> Library {
        load(&self.data()).library.unwrap()
    }

    /// Messages of every fault.
    pub(crate) fn faults(&self) -> Vec<String> {
        let loaded = load(&self.data());
        let found = loaded.library.as_ref().map(check).unwrap();
        loaded
            .faults
            .into_iter()
            .chain(found)
            .map(|fault| format!("{} {}", fault.check, fault.message))
            .collect()
    }

    /// A command that has to be refused, and to leave every byte as it was.
    #[track_caller]
    pub(crate) fn refuses(&self, arguments: &[&str], words: &str) {
        let before = self.files();
        self.run(arguments).refused(words);
        assert_eq!(self.files(), before, "{arguments:?} was refused and wrote");
    }

    /// The same of a command that is refused for what was found in the library.
    #[track_caller]
    pub(crate) fn refuses_for_findings(&self, arguments: &[&str], words: &str) {
        let before = self.files();
        self.run(arguments).refused_for_findings(words);
        assert_eq!(self.files(), before, "{arguments:?} was refused and wrote");
    }

    /// A kill after any number of edits leaves a library that can be read and says what it lacks, and the same command
    /// again leads to where it would have led at once.
    pub(crate) fn survives_kills(&self, edits: &Edits, arguments: &[&str]) {
        let whole = self.again();
        whole.run(arguments).well();
        for done in 0..edits.files.len() {
            let killed = self.again();
            Edits { files: edits.files.iter().take(done).cloned().collect() }.apply(&killed.data()).unwrap();
            let archived =
                |(path, _): &(&String, &Vec<u8>)| path.starts_with("history/") && path.ends_with(".ttl");
            let (before, after) = (self.files(), killed.files());
            for (path, bytes) in before.iter().filter(archived) {
                assert_eq!(after.get(path), Some(bytes), "{path} was published");
            }
            assert_eq!(killed.faults().is_empty(), done == 0, "after {done} edits: {:?}", killed.faults());
            killed.run(arguments).well();
            assert_eq!(killed.files(), whole.files(), "after {done} edits and the command again");
        }
    }
}

fn gather(folder: &Path, below: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{below}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            gather(&entry.path(), &format!("{path}/"), files);
        } else {
            files.insert(path, fs::read(entry.path()).unwrap());
        }
    }
}
