//! Nothing a tree is made from changes without being noticed, in whatever order changes and builds come.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::incremental::Library;
use super::{build, build_well_with, build_with, edit, muniment, stderr, verify};

/// Texts that a file is given in turn; `None` for no such file.
struct Subject {
    path: &'static str,
    texts: Vec<Option<String>>,
}

/// A file with replacements in its text, each a text of its own beside the one it has.
fn edited(library: &Library, path: &'static str, replacements: &[(&str, &str)]) -> Subject {
    let text = fs::read_to_string(library.file(path)).unwrap();
    let edited = replacements.iter().map(|(from, to)| {
        assert!(text.contains(from), "{path} does not hold {from}");
        Some(text.replacen(from, to, 1))
    });
    let texts = [Some(text.clone())].into_iter().chain(edited).collect();
    Subject { path, texts }
}

fn put(path: &Path, text: Option<&String>) {
    match text {
        Some(text) => fs::write(path, text).unwrap(),
        None if path.exists() => fs::remove_file(path).unwrap(),
        None => {}
    }
}

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }
}

const RECORD: &str = "licenses/Meadow-Permissive-1.0.ttl";

fn subjects(library: &Library) -> Vec<Subject> {
    let exception = |check: u8| {
        format!(
            "[[exception]]\ncheck = {check}\nrecords = [\"Meadow-Permissive-1.0\"]\nreason = \"Tried.\"\n"
        )
    };
    let aliases = edited(
        library,
        "spdx-aliases.toml",
        &[("\"Nunit\" = \"Nunit\"", "\"GPL-3.0+\" = \"GPL-3.0-only\""), ("\"Nunit\" = \"Nunit\"\n", "")],
    );
    let retired = edited(
        library,
        "retired-identifiers.toml",
        &[("\"GoneForGood\" = {}\n", ""), ("\"Meadow-Permissive-1.0\"", "\"CC-BY-4.0\"")],
    );
    let or_absent = |mut subject: Subject| {
        subject.texts.push(None);
        subject
    };
    vec![
        or_absent(aliases),
        or_absent(retired),
        Subject {
            path: "check-exceptions.toml",
            texts: vec![None, Some(exception(21)), Some(exception(33))],
        },
        edited(
            library,
            RECORD,
            &[
                ("dct:publisher \"", "dct:publisher \"Another "),
                ("dct:title \"", "dct:title \"Other "),
                // A finding, which an exception may excuse.
                ("dct:title \"", "dct:title \" "),
            ],
        ),
        edited(
            library,
            "licenses/CC-BY-4.0.ttl",
            &[("dct:publisher \"", "dct:publisher \"The "), ("dct:title \"", "dct:title \"The ")],
        ),
        edited(library, "licenses/GPL-3.0-only.ttl", &[("dct:publisher \"", "dct:publisher \"The ")]),
        edited(library, "reviews/GPL-3.0-only.toml", &[("notes = \"", "notes = \"Read twice. ")]),
        edited(library, "site.toml", &[("name = \"", "name = \"The ")]),
        edited(
            library,
            "families.toml",
            &[("name = \"Meadow licences\"", "name = \"Licences of the meadow\"")],
        ),
    ]
}

#[test]
fn new_and_removed_files_are_noticed() {
    let library = Library::new();
    for path in ["spdx-aliases.toml", "retired-identifiers.toml"] {
        let text = fs::read_to_string(library.file(path)).unwrap();
        put(&library.file(path), None);
        library.is_as_whole(&format!("{path} is gone"));
        put(&library.file(path), Some(&text));
        library.is_as_whole(&format!("{path} is back"));
    }
    let exceptions = library.file("check-exceptions.toml");
    let text = "[[exception]]\ncheck = 39\nrecords = [\"GPL-3.0-only\"]\nreason = \"Tried.\"\n".to_owned();
    for given in [Some(&text), None, Some(&text)] {
        put(&exceptions, given);
        library.is_as_whole(&format!("exceptions {given:?}"));
    }
}

#[test]
fn the_record_that_the_documentation_shows_is_followed() {
    let library = Library::new();
    // The first record with an SPDX identifier is shown with its hash; the publisher is in no list.
    edit(&library.file("licenses/CC-BY-4.0.ttl"), "dct:publisher \"", "dct:publisher \"The ");
    library.is_as_whole("edited");
    let shown = fs::read_to_string(library.tree().join("documentation/v2/index.html")).unwrap();
    assert!(shown.contains("/v2/licenses/CC-BY-4.0/versions/1"), "another record is shown");
}

#[test]
fn a_record_that_is_revised_twice_in_a_day_is_followed() {
    let library = Library::new();
    let run = |arguments: &[&str]| {
        let output = muniment().args(arguments).arg("--data").arg(library.data.path()).output().unwrap();
        assert!(output.status.success(), "{}{}", String::from_utf8_lossy(&output.stdout), stderr(&output));
    };
    let given = library.out.path().join("given.ttl");
    for round in ["Once ", "Twice "] {
        run(&["release", "--date", "2026-11-22"]);
        let text = fs::read_to_string(library.file("licenses/CC-BY-4.0.ttl")).unwrap();
        let text = text.replacen("dct:publisher \"", &format!("dct:publisher \"{round}"), 1);
        fs::write(&given, text).unwrap();
        run(&[
            "revise",
            "CC-BY-4.0",
            "--with",
            given.to_str().unwrap(),
            "--summary",
            "Why.",
            "--reviewer",
            "A",
            "--date",
            "2026-11-22",
            "--reason",
            "*=Why.",
        ]);
        library.is_as_whole(round);
    }
}

#[test]
fn a_tree_of_another_build_is_not_taken_for_that_of_the_last_one() {
    let library = Library::new();
    let name = || fs::read_link(library.tree()).unwrap();
    let (aliases, of_the_last_build) = (library.file("spdx-aliases.toml"), name());
    let text = fs::read_to_string(&aliases).unwrap();
    // Aliases do not change the release a tree is named after. A lenient build leaves no word for the next one.
    for round in 0..8 {
        fs::write(&aliases, text.replace("Nunit", &format!("Other{round}"))).unwrap();
        build_well_with(&["--lenient"], library.data.path(), library.out.path());
        if name() == of_the_last_build {
            break;
        }
    }
    assert_eq!(name(), of_the_last_build, "the name was given to no other tree");
    fs::write(&aliases, text).unwrap();
    library.is_as_whole("as it was");
}

#[test]
fn the_next_build_removes_remains_of_killed_builds() {
    let library = Library::new();
    library.build();
    let beside = |name: &str| library.out.path().join(name);
    for said in ["unchanged ", "built "] {
        for folder in [".staging", ".discarded", "tree-that-no-build-published"] {
            fs::create_dir(beside(folder)).unwrap();
            fs::write(beside(folder).join("file"), "").unwrap();
        }
        symlink("tree-that-no-build-published", beside(".current")).unwrap();
        if said == "built " {
            edit(&library.file(RECORD), "dct:publisher \"", "dct:publisher \"A");
        }
        let text = library.build();
        assert!(text.starts_with(said), "{text}");
        let names = fs::read_dir(library.out.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        let left = names.iter().filter(|name| {
            [".staging", ".discarded", ".current", "tree-that-no-build-published"].contains(&name.as_str())
        });
        assert_eq!(left.count(), 0, "{names:?}");
        assert!(names.iter().filter(|name| name.starts_with("tree-")).count() <= 2, "{names:?}");
    }
    assert!(verify(library.out.path()).status.success());
}

#[test]
fn errors_after_publishing_are_reported_as_such() {
    let library = Library::new();
    let before = fs::read_link(library.tree()).unwrap();
    for (round, obstacle) in [".last-build.new", ".last-build.records"].into_iter().enumerate() {
        edit(&library.file(RECORD), "dct:publisher \"", "dct:publisher \"A");
        let obstacle: PathBuf = library.out.path().join(obstacle);
        let kept = fs::read(&obstacle).ok();
        put(&obstacle, None);
        fs::create_dir(&obstacle).unwrap();
        // With records that cannot be read everything is built, which begins with their removal.
        fs::write(obstacle.join("file"), "").unwrap();
        let output = build_with(&[], library.data.path(), library.out.path());
        let told = stderr(&output);
        if round == 0 {
            assert!(!output.status.success(), "{told}");
            assert!(told.contains("is published, but afterwards: cannot write"), "{told}");
            assert!(!told.contains("the one before stands"), "{told}");
        }
        assert_ne!(fs::read_link(library.tree()).unwrap(), before);
        if obstacle.is_dir() {
            fs::remove_dir_all(&obstacle).unwrap();
        }
        if let Some(kept) = kept {
            fs::write(&obstacle, kept).unwrap();
        }
        library.is_as_whole("with the obstacle gone");
    }
}

#[test]
fn a_lenient_tree_without_the_core_graph_has_no_dead_link() {
    let library = Library::new();
    fs::remove_file(library.file("graphs/dg_default.ttl")).unwrap();
    build_well_with(&["--lenient"], library.data.path(), library.out.path());
    let output = verify(library.out.path());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn random_edits_and_builds_give_the_tree_that_a_whole_build_gives() {
    let library = Library::new();
    let subjects = subjects(&library);
    let mut numbers = Numbers(0x2026_1122);
    let rounds = std::env::var("MUNIMENT_TEST_EDITS").map_or(30, |rounds| rounds.parse().unwrap());
    let mut held = 0;
    for round in 0..rounds {
        for _ in 0..=numbers.below(2) {
            let subject = &subjects[numbers.below(subjects.len())];
            let text = &subject.texts[numbers.below(subject.texts.len())];
            put(&library.file(subject.path), text.as_ref());
        }
        match numbers.below(8) {
            // Trees of others come between: they leave no word for the next build.
            0 => drop(build_with(&["--lenient"], library.data.path(), library.out.path())),
            1 => drop(build_with(&["--whole"], library.data.path(), library.out.path())),
            2 => {}
            _ if build(library.data.path(), library.out.path()).status.success() => {
                library.is_as_whole(&format!("round {round}"));
                held += 1;
            }
            _ => {}
        }
    }
    assert!(held * 5 > rounds, "only {held} of {rounds} states could be built");
}
