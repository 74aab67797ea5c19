//! Nothing a tree is made from changes without being noticed, in whatever order changes and builds come.

use std::fs;
use std::path::Path;

use super::incremental::Library;
use super::{build, build_with, edit, muniment, stderr};

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
            texts: vec![None, Some(exception(39)), Some(exception(33))],
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
fn random_edits_and_builds_give_the_tree_that_a_whole_build_gives() {
    let library = Library::new();
    let subjects = subjects(&library);
    let mut numbers = Numbers(0x2026_1122);
    let rounds = std::env::var("MUNIMENT_TEST_EDITS").map_or(40, |rounds| rounds.parse().unwrap());
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
            2 | 3 => {}
            _ if build(library.data.path(), library.out.path()).status.success() => {
                library.is_as_from_nothing(&format!("round {round}"));
                held += 1;
            }
            _ => {}
        }
    }
    assert!(held * 5 > rounds, "only {held} of {rounds} states could be built");
}
