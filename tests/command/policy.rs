//! `muniment policy`: which licenses of parts a work may contain, in the formats of other tools.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::workplace::{Workplace, repository};

/// The lines of a policy of the small library after the first, which names the release.
fn policy(words: &[&str]) -> String {
    let ended = Workplace::new().run(&[&["policy"], words].concat());
    assert_eq!((ended.code, ended.error.as_str()), (0, ""), "{words:?}");
    let (first, rest) = ended.text.split_once('\n').unwrap();
    assert!(first.starts_with("# Licenses of parts that may go into a work under "), "{first}");
    assert!(first.contains(". Muniment, release data-") && first.ends_with(". Not legal advice."), "{first}");
    rest.to_owned()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn each_tool_has_its_format() {
    let of = |tool| policy(&["CC-BY-4.0", "--for", tool]);
    assert_eq!(
        of("cargo-deny"),
        "[licenses]\nunused-allowed-license = \"allow\"\nallow = [\n    \"CC-BY-4.0\",\n]\n"
    );
    assert_eq!(of("cargo-about"), "accepted = [\n    \"CC-BY-4.0\",\n]\n");
    assert_eq!(of("dependency-review"), "allow-licenses:\n  - \"CC-BY-4.0\"\n");
    assert_eq!(of("grant"), "require-license: true\nallow:\n  - \"CC-BY-4.0\"\n");
    assert_eq!(of("text"), "CC-BY-4.0\n");
    let ort = of("ort");
    assert!(ort.contains("- id: \"CC-BY-4.0\"\n  categories:\n  - \"allowed\"\n"), "{ort}");
    assert!(ort.contains("- id: \"GPL-3.0-only\"\n  categories:\n  - \"refused\"\n"), "{ort}");
    let internal = policy(&["CC-BY-4.0", "--for", "text", "--ship", "internal"]);
    assert_eq!(internal, "CC-BY-4.0\nGPL-3.0-only\n");
}

#[test]
fn a_policy_as_json_has_every_answer_with_its_reasons() {
    let ended = Workplace::new().run(&["policy", "CC-BY-4.0", "--for", "json"]);
    let document: Value = serde_json::from_str(&ended.text).unwrap();
    assert_eq!(document["out"], "CC-BY-4.0");
    assert_eq!(
        document["context"],
        json!({
            "use": "combined",
            "ship": "binary",
            "modified": false,
            "purpose": "commercial",
        })
    );
    let part = &document["parts"]["GPL-3.0-only"];
    assert_eq!(part["answer"], "no");
    assert!(
        part["sentence"].as_str().unwrap().contains("requires that a work that contains the part"),
        "{part}"
    );
    assert_eq!(document["parts"]["CC-BY-4.0"]["answer"], "if");
}

#[test]
fn a_matrix_of_osadl_has_every_pair() {
    let ended = Workplace::new().run(&["policy", "--for", "osadl"]);
    let document: Value = serde_json::from_str(&ended.text).unwrap();
    let works = document["licenses"].as_array().unwrap();
    let words: BTreeSet<(&str, &str, &str)> = works
        .iter()
        .flat_map(|work| work["compatibilities"].as_array().unwrap().iter().map(move |part| (work, part)))
        .map(|(work, part)| (text(&part["name"]), text(&work["name"]), text(&part["compatibility"])))
        .collect();
    let expected = [
        ("CC-BY-4.0", "CC-BY-4.0", "Same"),
        ("CC-BY-4.0", "GPL-3.0-only", "Yes"),
        ("GPL-3.0-only", "CC-BY-4.0", "No"),
        ("GPL-3.0-only", "GPL-3.0-only", "Same"),
    ];
    assert_eq!(words, expected.into());
}

#[test]
fn a_policy_that_cannot_be_made_is_refused() {
    for (words, expected) in [
        (
            &["CC-BY-4.0", "--for", "nix"][..],
            "possible values: cargo-deny, cargo-about, dependency-review, grant, ort, scancode, json",
        ),
        (&["CC-BY-4.0"], "--for <TOOL>"),
        (&["--for", "text"], "name the license of the work"),
        (&["Nobody-1.0", "--for", "text"], "there is no license `Nobody-1.0`"),
        (&["Meadow-Permissive-1.0", "--for", "text"], "`Meadow-Permissive-1.0` has no SPDX identifier"),
        (&["CC-BY-4.0", "--for", "text", "--use", "eaten"], "possible values: merged, combined, aggregated"),
    ] {
        let ended = Workplace::new().run(&[&["policy"], words].concat());
        assert_eq!((ended.code, ended.text.as_str()), (2, ""), "{words:?}: {ended:?}");
        assert!(ended.error.contains(expected), "{words:?}: {ended:?}");
    }
}

/// Crates with these licenses, and the works that may contain each of them as a binary.
const CRATES: [(&str, [bool; 3]); 20] = [
    ("0BSD", [true, true, true]),
    ("AGPL-3.0-only", [false, true, false]),
    ("Apache-2.0", [true, true, false]),
    ("Apache-2.0 WITH LLVM-exception", [true, true, true]),
    ("BSD-3-Clause", [true, true, true]),
    ("BSL-1.0", [true, true, true]),
    ("CC0-1.0", [true, true, true]),
    ("EPL-2.0", [true, false, false]),
    ("GPL-2.0-only", [false, false, true]),
    ("GPL-2.0-or-later", [false, true, true]),
    ("GPL-3.0-only", [false, true, false]),
    ("GPL-3.0-only OR MIT", [true, true, true]),
    ("ISC", [true, true, true]),
    ("LGPL-3.0-only", [true, true, false]),
    ("MIT", [true, true, true]),
    ("MIT AND GPL-2.0-only", [false, false, true]),
    ("MIT OR Apache-2.0", [true, true, true]),
    ("MPL-2.0", [true, true, true]),
    ("Unlicense", [true, true, true]),
    ("Zlib", [true, true, true]),
];

const WORKS: [&str; 3] = ["MIT", "GPL-3.0-only", "GPL-2.0-only"];

#[test]
#[ignore = "needs cargo-deny"]
fn cargo_deny_decides_as_the_policy_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut dependencies = String::new();
    let package = |name: &str, license: &str| {
        format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\nlicense = \"{license}\"\n[workspace]\n"
        )
    };
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for (number, (license, _)) in CRATES.iter().enumerate() {
        let name = format!("part{number}");
        write(&format!("{name}/Cargo.toml"), &package(&name, license));
        write(&format!("{name}/src/lib.rs"), "");
        dependencies.push_str(&format!("{name} = {{ path = \"../{name}\" }}\n"));
    }
    write("work/src/lib.rs", "");
    for (place, work) in WORKS.iter().enumerate() {
        write("work/Cargo.toml", &format!("{}[dependencies]\n{dependencies}", package("work", work)));
        let data = repository().join("data");
        let made =
            Workplace::new().run(&["policy", work, "--for", "cargo-deny", "--data", data.to_str().unwrap()]);
        assert_eq!(made.code, 0, "{made:?}");
        write("work/deny.toml", &made.text);
        let output = Command::new("cargo")
            .args(["deny", "--offline", "--format", "json", "check", "--hide-inclusion-graph", "licenses"])
            .current_dir(folder.path().join("work"))
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        let lines: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let rejected = lines.iter().map(|line| &line["fields"]).filter(|fields| fields["code"] == "rejected");
        let rejected: BTreeSet<&str> = rejected.map(|fields| text(&fields["labels"][0]["span"])).collect();
        let expected: BTreeSet<&str> =
            CRATES.iter().filter(|(_, allowed)| !allowed[place]).map(|(license, _)| *license).collect();
        assert_eq!(rejected, expected, "{work}:\n{told}");
        // Help is given on each crate that is accepted, the work among them.
        let accepted = lines.iter().find_map(|line| line["fields"]["licenses"]["helps"].as_u64());
        assert_eq!(accepted, u64::try_from(CRATES.len() + 1 - expected.len()).ok(), "{work}:\n{told}");
    }
}
