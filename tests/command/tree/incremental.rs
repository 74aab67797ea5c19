//! A build after another reads and writes what has changed, and what comes of it is what a build from nothing makes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use muniment_library::load::reload;
use muniment_licenses::model::Scope;
use muniment_tree::{LastBuild, Settings};
use tempfile::{TempDir, tempdir};

use super::{build, build_well_with, copy, edit, files, muniment, small, stderr, verify};

pub(super) struct Library {
    pub(super) data: TempDir,
    pub(super) out: TempDir,
    flags: &'static [&'static str],
    elsewhere: TempDir,
}

impl Library {
    /// A copy of the small library without releases, so that its records can be written to, built twice.
    pub(super) fn new() -> Self {
        Self::built_with(&[])
    }

    fn built_with(flags: &'static [&'static str]) -> Self {
        let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
        copy(&small(), data.path());
        let releases = data.path().join("releases");
        if releases.exists() {
            fs::remove_dir_all(releases).unwrap();
        }
        let library = Self { data, out, flags, elsewhere: tempdir().unwrap() };
        library.build();
        library
    }

    pub(super) fn build(&self) -> String {
        build_well_with(self.flags, self.data.path(), self.out.path())
    }

    pub(super) fn file(&self, path: &str) -> PathBuf {
        self.data.path().join(path)
    }

    pub(super) fn tree(&self) -> PathBuf {
        self.out.path().join("current")
    }

    /// Builds what was done to the data, and holds the tree against one that is built from nothing.
    pub(super) fn is_as_from_nothing(&self, what: &str) {
        self.build();
        let whole = self.elsewhere.path();
        // Nothing, bar what bodies look like compressed: that takes longer than all the rest.
        for left in fs::read_dir(whole).unwrap().map(|entry| entry.unwrap().path()) {
            match left.is_dir() && !left.is_symlink() {
                true if left.ends_with(".compressed") => {}
                true => fs::remove_dir_all(left).unwrap(),
                false => fs::remove_file(left).unwrap(),
            }
        }
        build_well_with(self.flags, self.data.path(), whole);
        self.is_as_elsewhere(what);
    }

    /// The same held against a whole build over the one before it, which is faster.
    pub(super) fn is_as_whole(&self, what: &str) {
        self.build();
        let flags: Vec<&str> = self.flags.iter().copied().chain(["--whole"]).collect();
        build_well_with(&flags, self.data.path(), self.elsewhere.path());
        self.is_as_elsewhere(what);
    }

    fn is_as_elsewhere(&self, what: &str) {
        let whole = self.elsewhere.path();
        let (found, expected) = (files(&self.tree()), files(&whole.join("current")));
        let differing: Vec<&PathBuf> = expected
            .keys()
            .chain(found.keys())
            .filter(|path| found.get(*path) != expected.get(*path))
            .collect();
        assert!(differing.is_empty(), "{what}: {differing:?}");
        let folders = |root: &Path| folders(root).len();
        assert_eq!(folders(&self.tree()), folders(&whole.join("current")), "{what}: empty folders stay");
    }
}

fn folders(root: &Path) -> Vec<PathBuf> {
    let below = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    below.flat_map(|path| folders(&path).into_iter().chain([path.clone()]).collect::<Vec<_>>()).collect()
}

/// The files of a folder by their inodes.
fn inodes(root: &Path) -> BTreeMap<PathBuf, u64> {
    files(root)
        .into_keys()
        .map(|path| (path.clone(), fs::metadata(root.join(&path)).unwrap().ino()))
        .collect()
}

#[test]
fn a_record_that_is_written_to_gives_the_tree_that_a_whole_build_gives() {
    let library = Library::new();
    // A record with a history keeps what its change log tells of; the others may say anything.
    let has_history =
        |name: &str| small().join("history/licenses").join(name.trim_end_matches(".ttl")).exists();
    let names = fs::read_dir(small().join("licenses")).unwrap().map(|entry| entry.unwrap().file_name());
    let names: Vec<String> =
        names.map(|name| name.into_string().unwrap()).filter(|name| !has_history(name)).collect();
    assert!(names.len() >= 3, "{names:?}");
    for name in names {
        let file = library.file(&format!("licenses/{name}"));
        let text = fs::read_to_string(&file).unwrap();
        // The title is what other records, lists and indexes say of it.
        fs::write(&file, text.replacen("dct:title \"", "dct:title \"Other ", 1)).unwrap();
        library.is_as_from_nothing(&name);
    }
    assert!(verify(library.out.path()).status.success());
}

#[test]
fn changes_of_a_record_update_every_page_that_shows_them() {
    let library = Library::new();
    let record = library.file("licenses/Meadow-Permissive-1.0.ttl");
    for (before, after, lists) in [
        ("\"Meadow Foundation\"", "\"Meadow Society\"", false),
        ("owe you nothing", "owe you little", false),
        ("/1.0/legalcode>", "/1.0/text>", true),
        ("\"Meadow PL 1.0\"", "\"MPL 1\"", true),
        ("\"Meadow Permissive Licence 1.0\"@en", "\"Wiesenlizenz 1.0\"@de", true),
        ("odrl:action odrl:display", "odrl:action odrl:play", true),
        ("cc:jurisdiction svc:worldwide", "cc:jurisdiction bpicounty:EE", true),
        (
            "    svc:WarrantyDisclaimer \"The work comes \\\"as it stands\\\", without any promise.\" ;\n",
            "",
            true,
        ),
    ] {
        edit(&record, before, after);
        let last = LastBuild::read(library.out.path(), &Settings::default()).unwrap();
        let scope = reload(library.data.path(), Some(last.snapshot.compared(library.data.path()))).scope;
        assert_eq!(scope.holds_lists(), lists, "{before}");
        library.is_as_from_nothing(before);
    }
    assert!(verify(library.out.path()).status.success());
}

#[test]
fn a_pair_of_records_is_written_again_with_either_of_them() {
    let library = Library::new();
    let families = library.file("families.toml");
    let known = "best_known = [\"Meadow-Permissive-1.0\", \"GPL-3.0-only\"]\n";
    fs::write(&families, format!("{known}{}", fs::read_to_string(&families).unwrap())).unwrap();
    let page = "license-pairs/GPL-3.0-only/Meadow-Permissive-1.0/index.html";
    let mut quoted = "odrl:action cc:ShareAlike".to_owned();
    for words in ["The whole stays under this license.", "All of it stays under this license."] {
        let quotes = format!("odrl:action cc:ShareAlike ;\n        svc:evidence \"{words}\"");
        edit(&library.file("licenses/GPL-3.0-only.ttl"), &quoted, &quotes);
        library.is_as_from_nothing(words);
        assert!(fs::read_to_string(library.tree().join(page)).unwrap().contains(words));
        quoted = quotes;
    }
    assert!(library.tree().join("license-pairs/GPL-3.0-only/proprietary/index.html").exists());
}

#[test]
fn a_removed_relation_disappears_on_both_sides() {
    let library = Library::new();
    let is_related = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        text.contains(":variantOf ") || text.contains(":jurisdictionPortOf ")
    };
    let names = fs::read_dir(small().join("licenses")).unwrap().map(|entry| entry.unwrap().file_name());
    let related: Vec<PathBuf> =
        names.map(|name| library.data.path().join("licenses").join(name)).filter(is_related).collect();
    assert!(!related.is_empty());
    for file in related {
        let text = fs::read_to_string(&file).unwrap();
        let kept: Vec<&str> = text
            .lines()
            .filter(|line| !line.contains(":variantOf ") && !line.contains(":jurisdictionPortOf "))
            .collect();
        fs::write(&file, kept.join("\n") + "\n").unwrap();
        if build(library.data.path(), library.out.path()).status.success() {
            library.is_as_from_nothing(&file.display().to_string());
        }
        fs::write(&file, text).unwrap();
        library.is_as_from_nothing(&format!("{} put back", file.display()));
    }
}

#[test]
fn whatever_else_is_written_to_gives_the_tree_that_a_whole_build_gives() {
    let library = Library::new();
    let review = fs::read_dir(small().join("reviews")).unwrap().next().unwrap().unwrap().file_name();
    edit(&library.data.path().join("reviews").join(review), "notes = \"", "notes = \"Read twice. ");
    library.is_as_from_nothing("a review");
    let vocabulary = fs::read_dir(library.file("vocabulary")).unwrap().map(|entry| entry.unwrap().path());
    let vocabulary =
        vocabulary.into_iter().find(|path| path.extension().is_some_and(|e| e == "ttl")).unwrap();
    edit(&vocabulary, "rdfs:comment \"", "rdfs:comment \"Indeed: ");
    library.is_as_from_nothing("the vocabulary");
    edit(&library.file("site.toml"), "name = \"", "name = \"The ");
    library.is_as_from_nothing("the site");
    edit(&library.file("site.toml"), "name = \"The ", "name = \"");
    library.is_as_from_nothing("the site as it was");
}

#[test]
fn compressed_bodies_exist_only_with_their_plain_ones() {
    let library = Library::built_with(&["--compress", "--edge", "all"]);
    let record = library.file("licenses/Meadow-Permissive-1.0.ttl");
    let list = library.tree().join("licenselibrary/list/index.json");
    let is_coded = || list.with_extension("json.br").exists();
    // Bodies below 1 KiB are not worth a second file.
    assert!(fs::metadata(&list).unwrap().len() < 1024 && !is_coded());
    let longer = format!("dct:title \"{} ", "Longer".repeat(20));
    edit(&record, "dct:title \"", &longer);
    library.is_as_from_nothing("longer");
    assert!(fs::metadata(&list).unwrap().len() >= 1024 && is_coded());
    edit(&record, &longer, "dct:title \"");
    library.is_as_from_nothing("as it was");
    assert!(!is_coded());
    assert!(verify(library.out.path()).status.success());
}

#[test]
fn nothing_is_written_where_nothing_has_changed() {
    let library = Library::new();
    let current = fs::read_link(library.tree()).unwrap();
    // The second build sees files that were written long enough before the first.
    let said = library.build();
    assert!(said.starts_with("unchanged "), "{said}");
    let left = fs::metadata(library.out.path().join(".last-build")).unwrap().modified().unwrap();
    let said = library.build();
    assert!(said.starts_with("unchanged "), "{said}");
    assert_eq!(fs::read_link(library.tree()).unwrap(), current);
    assert_eq!(fs::metadata(library.out.path().join(".last-build")).unwrap().modified().unwrap(), left);
}

#[test]
fn unaffected_files_are_neither_read_nor_written() {
    let library = Library::new();
    library.build();
    let before = inodes(&library.tree());
    edit(&library.file("licenses/Meadow-Permissive-1.0.ttl"), "dct:publisher \"", "dct:publisher \"Another ");
    let last = LastBuild::read(library.out.path(), &Settings::default()).unwrap();
    let reloaded = reload(library.data.path(), Some(last.snapshot.compared(library.data.path())));
    let Scope::Records { ids: touched, .. } = &reloaded.scope else { panic!("{:?}", reloaded.scope) };
    assert!(touched.contains("Meadow-Permissive-1.0") && !touched.contains("GPL-3.0-only"), "{touched:?}");

    library.build();
    let after = inodes(&library.tree());
    let written: Vec<&PathBuf> =
        after.iter().filter(|(path, inode)| before.get(*path) != Some(inode)).map(|(path, _)| path).collect();
    let of = |id: &str| {
        written
            .iter()
            .filter(|path| path.to_string_lossy().contains(&format!("licenses/{id}/index.")))
            .count()
    };
    assert!(of("Meadow-Permissive-1.0") > 0 && of("GPL-3.0-only") == 0, "{written:?}");
}

#[test]
fn data_that_change_while_they_are_read_are_noticed() {
    let library = Library::new();
    library.build();
    edit(&library.file("licenses/Meadow-Permissive-1.0.ttl"), "dct:publisher \"", "dct:publisher \"Another ");
    let last = LastBuild::read(library.out.path(), &Settings::default()).unwrap();
    let reloaded = reload(library.data.path(), Some(last.snapshot.compared(library.data.path())));
    edit(&library.file("licenses/GPL-3.0-only.ttl"), "dct:publisher \"", "dct:publisher \"Another ");
    assert!(reloaded.files_unchanged.holds());
    let read = reloaded.loaded.library.unwrap();
    assert!(!read.licenses["GPL-3.0-only"].current.graph.triples().is_empty());
    assert!(!reloaded.files_unchanged.holds());
}

#[test]
fn a_record_that_cannot_be_read_any_more_is_noticed() {
    let library = Library::new();
    // The first build distrusts files that were written in the same tick.
    library.build();
    let last = LastBuild::read(library.out.path(), &Settings::default()).unwrap();
    let reloaded = reload(library.data.path(), Some(last.snapshot.compared(library.data.path())));
    fs::remove_file(library.file("licenses/GPL-3.0-only.ttl")).unwrap();
    let read = reloaded.loaded.library.unwrap();
    assert!(read.licenses["GPL-3.0-only"].current.graph.triples().is_empty());
    assert!(!reloaded.files_unchanged.holds());
}

#[test]
fn the_next_tree_is_not_made_of_one_without_a_list_of_digests() {
    let library = Library::new();
    fs::remove_file(library.tree().join("_edge/SHA256SUMS")).unwrap();
    edit(&library.file("spdx-aliases.toml"), "\"Nunit\" = \"Nunit\"\n", "");
    library.build();
    edit(&library.file("licenses/Meadow-Permissive-1.0.ttl"), "dct:publisher \"", "dct:publisher \"Another ");
    library.is_as_whole("after a tree without its list");
}

#[test]
fn what_the_last_build_left_may_be_gone_or_broken() {
    let library = Library::new();
    for name in [".last-build", ".last-build.records", ".spare"] {
        let path = library.out.path().join(name);
        edit(&library.file("licenses/Meadow-Permissive-1.0.ttl"), "dct:publisher \"", "dct:publisher \"A");
        match path.is_dir() {
            true => fs::remove_dir_all(&path).unwrap(),
            false => fs::write(&path, "nothing of ours").unwrap(),
        }
        library.is_as_from_nothing(name);
    }
}

#[test]
fn known_faults_are_reported_again() {
    let library = Library::new();
    library.build();
    edit(&library.file("licenses/Meadow-Permissive-1.0.ttl"), "dct:title \"", "dct:title \" ");
    let told = build(library.data.path(), library.out.path());
    assert!(!told.status.success());
    let again = build(library.data.path(), library.out.path());
    assert_eq!(stderr(&told), stderr(&again));
    edit(&library.file("licenses/Meadow-Permissive-1.0.ttl"), "dct:title \" ", "dct:title \"");
    library.is_as_from_nothing("mended");
}

/// `muniment build --watch` over a library.
struct Watch(Child);

impl Watch {
    fn over(library: &Library) -> Self {
        let mut command = muniment();
        command
            .args(["build", "--watch", "--data"])
            .arg(library.data.path())
            .arg("--out")
            .arg(library.out.path());
        Self(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    fn says(&mut self) -> impl Iterator<Item = String> + use<> {
        BufReader::new(self.0.stdout.take().unwrap()).lines().map(Result::unwrap)
    }

    fn complains(&mut self) -> impl Iterator<Item = String> + use<> {
        BufReader::new(self.0.stderr.take().unwrap()).lines().map(Result::unwrap)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_build_that_watches_builds_again_when_a_record_is_written_to() {
    let library = Library::new();
    let mut watch = Watch::over(&library);
    let mut said = watch.says();
    assert!(said.next().unwrap().starts_with("unchanged "));
    edit(&library.file("licenses/Meadow-Permissive-1.0.ttl"), "dct:publisher \"", "dct:publisher \"Another ");
    assert!(said.next().unwrap().starts_with("built "));
    drop(watch);
    library.is_as_from_nothing("watched");
}

#[test]
fn a_build_that_watches_waits_until_another_is_done() {
    let library = Library::new();
    let mut watch = Watch::over(&library);
    let (mut said, mut complained) = (watch.says(), watch.complains());
    assert!(said.next().unwrap().starts_with("unchanged "));
    let other = File::create(library.out.path().join(".lock")).unwrap();
    other.lock().unwrap();
    edit(&library.file("licenses/Meadow-Permissive-1.0.ttl"), "dct:publisher \"", "dct:publisher \"Another ");
    let is_told = |line: &String| line.contains("another build is writing");
    assert!(complained.by_ref().any(|line| is_told(&line)));
    other.unlock().unwrap();
    assert!(said.next().unwrap().starts_with("built "), "nothing else was written to");
    drop(watch);
    assert!(!complained.any(|line| is_told(&line)), "and it was told once");
    library.is_as_from_nothing("waited");
}
