//! The law of the house: data flows one way (ARCHITECTURE.md).
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is not as it should be")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Rooms of the compiler with their ranks; a room may use rooms of a lower rank and no others.
const RANKS: [(&str, u8); 18] = [
    ("rdf", 0),
    ("model", 1),
    ("load", 2),
    ("history", 2),
    ("find", 2),
    ("prose", 2),
    ("reason", 2),
    ("compose", 2),
    ("check", 3),
    ("audit", 3),
    ("assist", 3),
    ("wire", 3),
    ("api", 4),
    ("pages", 5),
    ("distribute", 5),
    ("curate", 5),
    ("emit", 6),
    ("command", 7),
];

/// Rooms that may touch the disk.
const DISK: [&str; 4] = ["load", "emit", "curate", "command"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
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

/// Every file of the compiler's rooms, with the room it stands in.
fn files_by_room() -> Vec<(String, PathBuf, String)> {
    let source = root().join("compiler/src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    files.sort();
    files
        .into_iter()
        .filter_map(|file| {
            let room = file.strip_prefix(&source).unwrap().components().next()?;
            let room = room.as_os_str().to_str()?.to_owned();
            let is_unit_test = file.ends_with("tests.rs");
            (!room.ends_with(".rs") && !is_unit_test)
                .then(|| (room, file.clone(), fs::read_to_string(&file).unwrap()))
        })
        .collect()
}

/// The part of a file before its unit tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests").next().unwrap()
}

#[test]
fn no_room_uses_a_room_of_its_own_rank_or_above() {
    let ranks: BTreeMap<&str, u8> = RANKS.into_iter().collect();
    let mut edges = 0;
    for (room, file, text) in files_by_room() {
        let rank = ranks.get(room.as_str()).unwrap_or_else(|| panic!("{room} has no rank"));
        for marker in ["crate::", "muniment::"] {
            for after in without_tests(&text).split(marker).skip(1) {
                let other: String =
                    after.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                let Some(other_rank) = ranks.get(other.as_str()) else { continue };
                edges += 1;
                assert!(
                    other == room || other_rank < rank,
                    "{}: {room} (rank {rank}) uses {other} (rank {other_rank})",
                    file.display()
                );
            }
        }
    }
    assert!(edges > 100, "only {edges} uses were found, so this test reads too little");
}

#[test]
fn every_room_has_a_rank_and_every_rank_a_room() {
    let rooms: Vec<String> = files_by_room().into_iter().map(|(room, ..)| room).collect();
    for (room, _) in RANKS {
        assert!(rooms.iter().any(|known| known == room), "there is no room {room}");
    }
}

#[test]
fn only_the_rooms_at_the_border_touch_the_disk() {
    for (room, file, text) in files_by_room() {
        let touches = ["std::fs", "File::open", "fs::read", "fs::write"];
        let touching = touches.iter().find(|word| without_tests(&text).contains(**word));
        assert!(
            touching.is_none() || DISK.contains(&room.as_str()),
            "{}: {room} touches the disk ({})",
            file.display(),
            touching.unwrap()
        );
    }
}

#[test]
fn nothing_in_the_compiler_asks_a_clock_or_rolls_dice() {
    for (room, file, text) in files_by_room() {
        let asked = ["SystemTime", "Zoned::now", "Timestamp::now", "thread_rng", "HashMap", "HashSet"]
            .into_iter()
            .find(|word| without_tests(&text).contains(word))
            // Whether a file was written just now is asked to distrust its times, and shows in nothing that is made.
            .filter(|word| !(file.ends_with("load/stamp.rs") && *word == "SystemTime"))
            // An exception of an audit expires on a day, which a flag can name instead.
            .filter(|word| !(file.ends_with("command/audit/today.rs") && *word == "SystemTime"));
        assert!(asked.is_none(), "{}: {room} uses {}", file.display(), asked.unwrap());
        // A command may say how long it took.
        let times = without_tests(&text).contains("Instant");
        assert!(!times || room == "command", "{}: {room} measures time", file.display());
    }
}

#[test]
fn the_top_level_holds_what_the_house_has_room_for() {
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

/// What is missing is installed, which somebody wants to know before it is.
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
