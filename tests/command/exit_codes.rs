//! 0 nothing was found, 1 findings, 2 everything else: one table for all verbs.

use std::collections::BTreeSet;
use std::fs;

use crate::workplace::Workplace;

/// Runs of every verb that find nothing. They write to the folder in this order, some of them files.
pub(crate) const FINE: [&[&str]; 24] = [
    &[
        "init",
        "meadow",
        "--name",
        "Meadow licenses",
        "--site-url",
        "https://meadow.example",
        "--prefix",
        "mdw",
        "--date",
        "2026-11-22",
    ],
    &["check"],
    &["build"],
    &["hash", "data/licenses/CC-BY-4.0.ttl"],
    &["verify"],
    &["diff", "CC-BY-4.0", "CC-BY-4.0"],
    &["reason", "CC-BY-4.0"],
    &["audit", "parts.txt", "--unknown", "allow"],
    &["policy", "CC-BY-4.0", "--for", "cargo-deny"],
    &["describe", "CC-BY-4.0", "--as", "reuse"],
    &["matrix"],
    &[
        "new",
        "Meadow-3.0",
        "--title",
        "Meadow 3",
        "--from",
        "Meadow-Permissive-1.0",
        "--date",
        "2026-11-22",
        "--dry-run",
    ],
    &[
        "revise",
        "CC-BY-4.0",
        "--with",
        "corrected.ttl",
        "--summary",
        "Another name.",
        "--reviewer",
        "A. Name",
        "--date",
        "2026-11-22",
        "--reason",
        "*=The register says so.",
        "--data",
        "released",
        "--dry-run",
    ],
    &[
        "retire",
        "CreativeCommonsAttribution30Estonia",
        "--summary",
        "Withdrawn.",
        "--reviewer",
        "A. Name",
        "--date",
        "2026-11-22",
        "--data",
        "released",
        "--dry-run",
    ],
    &["status"],
    &["review", "CC-BY-4.0", "--date", "2026-11-22", "--dry-run"],
    &["release", "--date", "2026-11-22", "--dry-run"],
    &["sign", "--generate", "signing.key", "--unencrypted"],
    &["fmt"],
    &["migrate", "--database-url", "sqlite://accounts.db"],
    &[
        "admin",
        "create-account",
        "--name",
        "Ada",
        "--email",
        "ada@example.org",
        "--database-url",
        "sqlite://accounts.db",
    ],
    &["backup", "copy.db", "--database-url", "sqlite://accounts.db"],
    &["completions", "bash"],
    &["man"],
];

/// What a place needs for them.
pub(crate) fn prepare(place: &Workplace) {
    place.write("parts.txt", "a: CC-BY-4.0\n");
    let _ = fs::remove_dir_all(place.path("meadow"));
    for name in
        ["signing.key", "signing.key.pub", "accounts.db", "accounts.db-wal", "accounts.db-shm", "copy.db"]
    {
        let _ = fs::remove_file(place.path(name));
    }
    if !place.path("released").exists() {
        place.copy_data("released");
        let released = place.run(&["release", "--date", "2026-11-20", "--data", "released"]);
        assert_eq!(released.code, 0, "{released:?}");
        place.copy("data/licenses/CC-BY-4.0.ttl", "corrected.ttl");
        place.edit("corrected.ttl", "dct:publisher \"", "dct:publisher \"The ");
    }
}

/// The verbs that `--help` lists.
pub(crate) fn verbs(place: &Workplace) -> Vec<String> {
    let help = place.run(&["--help"]).text;
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    // Lines of long descriptions that were wrapped begin further to the right.
    let lines =
        commands.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_verb_is_in_the_sweep() {
    // Servers talk until they are stopped; `tests/assistant.py` and `tests/http` ask them.
    let talks = |verb: &String| ["mcp", "serve"].contains(&verb.as_str());
    let known: BTreeSet<String> = verbs(&Workplace::new()).into_iter().filter(|verb| !talks(verb)).collect();
    let swept: BTreeSet<String> = FINE.iter().map(|run| run[0].to_owned()).collect();
    assert_eq!(swept, known);
}

#[test]
fn nothing_found_is_0() {
    let place = Workplace::built();
    for arguments in FINE {
        prepare(&place);
        let ended = place.run(arguments);
        assert_eq!(ended.code, 0, "{arguments:?}: {ended:?}");
        assert!(!ended.text.is_empty(), "{arguments:?}");
    }
}

#[test]
fn findings_are_1() {
    let place = Workplace::built();
    place.copy_data("faulty");
    place.edit("faulty/licenses/CC-BY-4.0.ttl", "dct:publisher \"", "dct:publisher \" ");
    place.copy_data("unstyled");
    place.edit("unstyled/licenses/CC-BY-4.0.ttl", " ;\n    ", " ; ");
    place.write("parts.txt", "a: CC-BY-4.0\nb: LicenseRef-unheard-of\n");
    place.edit("site-out/current/v2/licenses/CC-BY-4.0/index.json", "{", "{ ");
    let runs: [&[&str]; 11] = [
        &["check", "--data", "faulty"],
        &["build", "--data", "faulty"],
        &["verify"],
        &["diff", "Meadow-Reciprocal-2.0-only"],
        &["reason", "Meadow-Reciprocal-2.0-only", "GPL-3.0-only"],
        &["audit", "parts.txt"],
        &[
            "new",
            "Meadow-3.0",
            "--title",
            "Meadow 3",
            "--family",
            "Meadow",
            "--new-family",
            "--date",
            "2026-11-22",
        ],
        &["status", "--data", "faulty"],
        &["release", "--data", "faulty", "--date", "2026-11-22"],
        &["fmt", "--check", "--data", "unstyled"],
        &["check", "--data", "faulty", "--format", "json"],
    ];
    for arguments in runs {
        let ended = place.run(arguments);
        assert_eq!(ended.code, 1, "{arguments:?}: {ended:?}");
    }
}

#[test]
fn other_errors_have_exit_code_2() {
    let place = Workplace::built();
    place.write("broken.ttl", "<http://a/>");
    place.write("parts.txt", "a: CC-BY-4.0\n");
    let runs: [(&[&str], &str); 25] = [
        (&["build", "--base-url", "api.example.org"], "https://api.example.org"),
        (&["build", "--base-url", "http://user:secret@a"], "https://api.example.org"),
        (&["build", "--frame-ancestors", "https://a;script-src"], "is no origin"),
        (&["check", "--data", "nowhere"], "there is no library in `nowhere`"),
        (&["build", "--data", "nowhere"], "there is no library in `nowhere`"),
        (&["build", "--publish"], "is not registered"),
        (&["build", "--unheard-of"], "unexpected argument"),
        (&["hash", "nowhere.ttl"], "cannot read `nowhere.ttl`: No such file or directory\n"),
        (&["hash", "broken.ttl"], "not valid Turtle"),
        (&["verify", "nowhere"], "nowhere"),
        (&["diff", "Unheard-of"], "there is no record, dependency graph or vocabulary `Unheard-of`"),
        (&["diff", "CC-BY-4.0", "--data", "nowhere"], "there is no library in `nowhere`"),
        (&["diff", "Meadow-Permissive-1.0"], "has one version only"),
        (&["reason", "Unheard-of"], "there is no license `Unheard-of`"),
        (&["reason", "CC-BY-4.0", "--graph", "dg_unheard"], "there are dg_default, "),
        (&["audit", "parts.txt", "--data", "nowhere"], "there is no library in `nowhere`"),
        (&["audit", "nowhere.txt"], "cannot read `nowhere.txt`"),
        (&["matrix", "--graph", "dg_unheard"], "there are dg_default, "),
        (&["new", "CC-BY-4.0", "--title", "x", "--date", "2026-11-22"], "CC-BY-4.0"),
        (&["revise", "Unheard-of"], "Unheard-of"),
        (&["retire", "CC-BY-4.0", "--successor", "Unheard-of"], "Unheard-of"),
        (&["status", "--data", "nowhere"], "there is no library in `nowhere`"),
        (&["review", "Unheard-of", "--date", "2026-11-22"], "there is no license `Unheard-of`"),
        (&["sign", "data-0123456789abcdef", "--key", "nowhere.key"], "nowhere.key"),
        (&["fmt", "--data", "nowhere"], "there is no library in `nowhere`"),
    ];
    for (arguments, told) in runs {
        let ended = place.run(arguments);
        assert_eq!(ended.code, 2, "{arguments:?}: {ended:?}");
        assert!(ended.error.contains(told), "{arguments:?}: `{told}` is not in: {}", ended.error);
        assert!(!ended.error.contains("os error") && ended.text.is_empty(), "{arguments:?}: {ended:?}");
    }
}
