//! The library to take away: feeds, dumps and signatures are what they say, and what was changed on the way is noticed.
//!
//! These tests run the real command on the small library of `tests/fixtures`, registered, signed and published.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

mod data_license;
mod deployment;
mod dumps;
mod feeds;
mod minisign;
mod signatures;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::read::GzDecoder;
use tempfile::TempDir;

use crate::copy::copy;

/// The day after that of the first release.
const LATER: &str = "2026-11-21";

/// A library with a pair of keys, and the folder its trees go to.
struct Published {
    folder: TempDir,
}

impl Published {
    /// The small library, with a key that its site names, registered and signed with it, and published.
    fn new() -> Self {
        let library = Self::unregistered();
        library.well(&["release", "--date", "2026-11-20", "--sign", "key"]);
        library.publish();
        library
    }

    /// The same before its first release.
    fn unregistered() -> Self {
        let library = Self { folder: tempfile::tempdir().unwrap() };
        let small = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small");
        copy(&small, &library.data());
        library.well(&["sign", "--generate", "key", "--unencrypted"]);
        let keys = format!("signing_keys = [\"{}\"]\n\n[prefixes]", library.key());
        edit(&library.data().join("site.toml"), "[prefixes]", &keys);
        library
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn tree(&self) -> PathBuf {
        self.folder.path().join("out/current")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The public key.
    fn key(&self) -> String {
        fs::read_to_string(self.file("key.pub")).unwrap().lines().last().unwrap().to_owned()
    }

    /// The command within the folder, with an environment that names its data and tree and nothing else.
    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muniment"));
        for variable in ["MUNIMENT_BASE_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
            command.env_remove(variable);
        }
        command.env("MUNIMENT_DATA", "data").env("MUNIMENT_SITE", "out").env("MUNIMENT_SIGNING_PASSWORD", "");
        command.current_dir(self.folder.path()).args(arguments).output().unwrap()
    }

    fn well(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}{}", said(&output), told(&output));
        said(&output)
    }

    fn publish(&self) {
        self.well(&["build", "--publish"]);
    }

    /// The library a day later, with a second version of its vocabulary.
    fn correct(&self) {
        let (current, archive) = ("vocabulary/svc-ns.ttl", "history/vocabulary/svc-ns");
        let (data, current) = (self.data(), self.data().join(current));
        fs::create_dir_all(data.join(archive)).unwrap();
        fs::copy(&current, data.join(archive).join("v1.ttl")).unwrap();
        edit(&current, "dct:hasVersion \"1\"", "dct:hasVersion \"2\"");
        edit(&current, "dct:title \"Small", "dct:title \"Rather small");
        edit(&current, "dct:modified \"2026-10-01\"", &format!("dct:modified \"{LATER}\""));
        let log = format!(
            "id = \"svc-ns\"\ntitle = \"Small vocabulary\"\ncurrent_version = 2\n\n[[entries]]\nversion = 2\n\
             date = \"{LATER}\"\nreviewer = \"A. Reviewer\"\nsummary = \"Terms & <signs>.\"\n\n\
             [[entries.changes]]\naction = \"changed\"\nstatement = 'dct:title \"Rather small vocabulary\"@en'\n\
             previous = 'dct:title \"Small vocabulary\"@en'\nreason = \"It has grown.\"\nsource = \"manual\"\n"
        );
        fs::write(data.join(archive).join("changelog.toml"), log).unwrap();
    }

    /// The registered releases, by their files.
    fn releases(&self) -> Vec<String> {
        let names = fs::read_dir(self.data().join("releases")).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut ids: Vec<String> =
            names.filter_map(|name| Some(name.strip_suffix(".json")?.to_owned())).collect();
        ids.sort();
        ids
    }

    /// The only release.
    fn release(&self) -> String {
        let [id] = self.releases().try_into().unwrap();
        id
    }

    /// The folder of the dump of the only release.
    fn dump(&self) -> PathBuf {
        self.tree().join("dumps").join(self.release())
    }
}

/// The N-Quads of the dump of a release.
fn quads(library: &Published, id: &str) -> Vec<u8> {
    let file = fs::File::open(library.dump().join(format!("{id}.nq.gz"))).unwrap();
    let mut quads = Vec::new();
    GzDecoder::new(file).read_to_end(&mut quads).unwrap();
    quads
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Replaces a text that occurs in a file.
fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{} does not hold {from}", file.display());
    fs::write(file, text.replace(from, to)).unwrap();
}

/// Turns one byte of a file into another, in a copy of its own: files are shared between trees.
fn flip(file: &Path, place: usize) {
    let mut bytes = fs::read(file).unwrap();
    *bytes.get_mut(place).unwrap() ^= 1;
    fs::remove_file(file).unwrap();
    fs::write(file, bytes).unwrap();
}
