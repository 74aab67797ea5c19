//! What Cargo cannot say about the sources (ARCHITECTURE.md).
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

mod citations;
mod server;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Crates that touch no disk, start no thread and measure no time: they answer in a browser too, or only describe.
const PURE: [&str; 4] = ["rdf", "licenses", "documents", "pages"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// Every source file of the compiler but those of unit tests, with the crate it belongs to.
fn sources() -> Vec<(String, PathBuf, String)> {
    let compiler = root().join("compiler");
    let mut sources = Vec::new();
    for entry in fs::read_dir(&compiler).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let mut files = Vec::new();
        if folder.is_dir() {
            rust_files(&folder.join("src"), &mut files);
        }
        files.retain(|file| !file.ends_with("tests.rs"));
        files.sort();
        sources.extend(files.into_iter().map(|file| {
            let text = fs::read_to_string(&file).unwrap();
            (name.clone(), file, without_tests(&text).to_owned())
        }));
    }
    assert!(sources.len() > 100, "only {} files were found", sources.len());
    sources
}

/// The part of a file before its unit tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests").next().unwrap()
}

fn assert_without(file: &Path, text: &str, words: &[&str]) {
    let found = words.iter().find(|word| text.contains(**word));
    assert!(found.is_none(), "{} uses {}", file.display(), found.unwrap());
}

#[test]
fn pure_crates_touch_no_disk_and_start_no_thread() {
    for (name, file, text) in sources() {
        if PURE.contains(&name.as_str()) {
            assert_without(
                &file,
                &text,
                &["std::fs", "File::open", "fs::read", "fs::write", "rayon", "thread::"],
            );
        }
    }
}

/// History and checks are functions of a library that was read.
#[test]
fn reading_and_curating_alone_touch_the_disk_in_the_crate_of_the_library() {
    for (name, file, text) in sources() {
        let is_at_the_border =
            ["load", "curate"].iter().any(|module| file.iter().any(|part| part == *module));
        if name == "library" && !is_at_the_border {
            assert_without(&file, &text, &["std::fs", "File::open", "fs::read", "fs::write"]);
        }
    }
}

#[test]
fn the_compiler_uses_no_clock_and_no_random_numbers() {
    for (name, file, text) in sources() {
        assert_without(&file, &text, &["Zoned::now", "Timestamp::now", "thread_rng", "HashMap", "HashSet"]);
        // Whether a file was written just now is asked to distrust its times, and shows in nothing that is made. An
        // exception of an audit expires on a day, which a flag can name instead.
        if !file.ends_with("load/stamp.rs") && !file.ends_with("audit/today.rs") {
            assert_without(&file, &text, &["SystemTime"]);
        }
        // A command may say how long it took.
        if name != "command" {
            assert_without(&file, &text, &["Instant"]);
        }
    }
}

#[test]
fn the_top_level_has_only_the_listed_entries() {
    let papers = [
        "ARCHITECTURE.md",
        "BENCHMARKS.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "SECURITY.md",
    ];
    let rooms = ["Cargo.toml", "Cargo.lock", "compiler", "server", "templates", "data", "site-out", "tests"];
    let settings = ["clippy.toml", "rustfmt.toml", "deny.toml"];
    let made = ["target", "var"];
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_known = name.starts_with('.')
            || [&papers[..], &rooms, &settings, &made].iter().any(|list| list.contains(&name.as_str()));
        assert!(is_known, "`{name}` stands at the top level, where the house has no room for it");
    }
}

/// The help of the test runner states what it would install.
#[test]
fn the_test_runner_explains_itself_and_runs_nothing_for_it() {
    let run =
        |argument: &str| Command::new("bash").arg(root().join("tests/run")).arg(argument).output().unwrap();
    let help = run("--help");
    let text = String::from_utf8(help.stdout).unwrap();
    assert_eq!((help.status.code(), help.stderr), (Some(0), Vec::new()));
    assert!(text.starts_with("Usage: tests/run") && text.contains("installs what is missing"), "{text}");
    let unknown = run("--unheard-of");
    assert_eq!((unknown.status.code(), unknown.stdout), (Some(2), Vec::new()));
}
