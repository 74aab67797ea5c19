use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use muniment_library::check::check;
use muniment_library::load::{Loaded, load};
use muniment_licenses::model::{Fault, VersionNumber};
use tempfile::TempDir;

/// A folder without a library, and the command in it.
struct Empty {
    folder: TempDir,
}

impl Empty {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn library(&self) -> PathBuf {
        self.folder.path().join("meadow")
    }

    fn run(&self, arguments: &[&str]) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muniment"));
        command.env_remove("MUNIMENT_DATA").current_dir(self.folder.path()).stdin(Stdio::null());
        let output = command.args(arguments).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(said).unwrap())
    }

    fn init(&self, name: &str, site_url: &str, prefix: &str) -> (i32, String) {
        let flags = ["--name", name, "--site-url", site_url, "--prefix", prefix, "--date", "2026-11-22"];
        self.run(&[&["init", "meadow"] as &[&str], &flags].concat())
    }

    fn begun() -> Self {
        let empty = Self::new();
        let (code, said) = empty.init("Meadow \"licenses\"", "https://meadow.example", "mdw");
        assert_eq!(code, 0, "{said}");
        empty
    }

    fn faults(&self) -> Vec<Fault> {
        let Loaded { library, faults } = load(&self.library());
        faults.into_iter().chain(check(&library.unwrap())).collect()
    }
}

fn files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { self::files(&path, files) } else { files.push(path) }
    }
}

#[test]
fn a_new_library_lacks_only_records() {
    let empty = Empty::begun();
    let faults: Vec<(u8, String)> = empty.faults().into_iter().map(|f| (f.check, f.message)).collect();
    assert_eq!(faults, [(2, "the library holds no record".to_owned())]);
    let library = load(&empty.library()).library.unwrap();
    assert_eq!(library.site.name, "Meadow \"licenses\"");
    let license = &library.site.data_license;
    assert_eq!((license.spdx.as_str(), license.name.as_str()), ("CC-BY-4.0", "CC BY 4.0"));
    let of_records = library.house_rules.record_license.as_ref().unwrap();
    assert_eq!(of_records.address, license.address);
    assert!(
        library.families.is_empty() && library.classes.is_empty() && library.house_rules.rules.is_empty()
    );
    assert_eq!(library.vocabulary.latest(), VersionNumber::FIRST);
    assert_eq!(library.graphs.len(), 1);
    assert!(!library.actions.is_empty() && !library.asset_types.is_empty());
    let mut all = Vec::new();
    files(&empty.library(), &mut all);
    for file in all {
        let text = fs::read_to_string(&file).unwrap();
        // A file says in its head what it was made from.
        let body = text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
        assert!(!body.contains("muniment.example") && !body.contains("svc:"), "{}", file.display());
    }
    let (code, said) = empty.run(&["fmt", "--check", "--data", "meadow"]);
    assert_eq!(code, 0, "its files are in house style: {said}");
}

#[test]
fn records_of_a_new_library_break_no_check_and_need_no_family() {
    let empty = Empty::begun();
    let new = |id: &str, more: &[&str]| {
        let (text, page) = (format!("https://meadow.example/{id}.txt"), "https://meadow.example/");
        let title = format!("License {id}");
        let common =
            ["new", id, "--title", &title, "--legalcode", &text, "--source", page, "--date", "2026-11-22"];
        let (code, said) = empty.run(&[&common as &[&str], more, &["--data", "meadow"]].concat());
        assert_eq!(code, 0, "{said}");
    };
    let acts = ["--permit", "odrl:distribute", "--prohibit", "mdw:promote", "--require", "cc:Notice"];
    new("Meadow-1.0", &[&["--asset-type", "dcmitype:Software"] as &[&str], &acts].concat());
    new("Meadow-2.0", &["--from", "Meadow-1.0", "--permit", "odrl:modify"]);
    assert_eq!(empty.faults(), []);
    let library = load(&empty.library()).library.unwrap();
    let license = |id: &str| &library.licenses.get(id).unwrap().current.content;
    let second = license("Meadow-2.0");
    let permitted: BTreeSet<&str> = second.permissions.iter().map(|rule| rule.action.as_str()).collect();
    assert!(permitted.contains("http://www.w3.org/ns/odrl/2/distribute"));
    assert!(second.permits("http://www.w3.org/ns/odrl/2/modify"));
    assert!(second.prohibits("https://meadow.example/ns#promote"));
    assert!(second.requires("http://creativecommons.org/ns#Notice"));
    assert!(!license("Meadow-1.0").permits("http://www.w3.org/ns/odrl/2/modify"));
    let (_, said) = empty.run(&[
        "new",
        "Meadow-3.0",
        "--title",
        "T",
        "--permit",
        "mdw:sing",
        "--date",
        "2026-11-22",
        "--data",
        "meadow",
    ]);
    assert!(said.contains("`mdw:sing` is no act of the vocabulary"), "{said}");
}

#[test]
fn invalid_libraries_are_refused_before_writing() {
    for (name, site_url, prefix, words) in [
        ("", "https://meadow.example", "mdw", "the name is empty"),
        ("Meadow", "https://meadow.example/", "mdw", "cannot be the address of a site"),
        ("Meadow", "meadow.example", "mdw", "cannot be the address of a site"),
        ("Meadow", "https://meadow.example", "Mdw", "cannot be a prefix name"),
        (
            "Meadow",
            "https://meadow.example",
            "cc",
            "the prefix `cc` stands for `http://creativecommons.org/ns#`",
        ),
    ] {
        let empty = Empty::new();
        let (code, said) = empty.init(name, site_url, prefix);
        assert!(code == 2 && said.contains(words), "{said}");
        assert!(!empty.library().exists(), "{words}: something was written");
    }
    let begun = Empty::begun();
    let (code, said) = begun.init("Meadow", "https://other.example", "mdw");
    assert!(code == 2 && said.contains("is a library already"), "{said}");
    let (code, said) = Empty::new().run(&["init", "meadow", "--name", "Meadow"]);
    assert!(code == 2 && said.contains("--site-url is missing"), "nobody is there to be asked: {said}");
}
