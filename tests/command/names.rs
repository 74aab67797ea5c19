//! A license has several names, and every verb and parameter knows all of them.

use crate::workplace::Workplace;

/// A library with a record whose SPDX identifier is another than its own identifier.
fn place() -> Workplace {
    let place = Workplace::new();
    let record = "data/licenses/Meadow-Permissive-1.0.ttl";
    place.edit(record, "    dct:title ", "    spdx:licenseId \"Meadow-P\" ;\n    dct:title ");
    place.edit("data/spdx-aliases.toml", "[aliases]\n", "[aliases]\n\"Meadow-P+\" = \"Meadow-P\"\n");
    place
}

const NAMES: [&str; 5] = [
    "meadow-permissive-1.0",
    "Meadow-P",
    "MEADOW-P",
    "meadow-p+",
    "https://svc.example/licenselibrary/Meadow-Permissive-1.0",
];

#[test]
fn every_verb_knows_every_name_of_a_license() {
    let place = place();
    place.write("parts.txt", "a: CC-BY-4.0\n");
    let runs: [&[&str]; 9] = [
        &["reason", "?"],
        &["reason", "CC-BY-4.0", "--target", "?"],
        &["audit", "parts.txt", "--target", "?"],
        &["diff", "?", "?"],
        &["diff", "?@1", "?@1"],
        &["review", "?", "--date", "2026-11-22", "--dry-run"],
        &["revise", "?", "--dry-run"],
        &["retire", "?", "--dry-run"],
        &["new", "Meadow-9", "--title", "Meadow 9", "--from", "?", "--date", "2026-11-22", "--dry-run"],
    ];
    for arguments in runs {
        let run = |name: &str| {
            let named: Vec<String> = arguments.iter().map(|word| word.replace('?', name)).collect();
            place.run(&named.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let (first, unknown) = (run("Meadow-Permissive-1.0"), run("Unheard-of"));
        assert!(unknown.error.contains("`Unheard-of`"), "{arguments:?}: {unknown:?}");
        assert!(!first.error.contains("there is no"), "{arguments:?}: {first:?}");
        for name in NAMES {
            assert_eq!(run(name), first, "{arguments:?}: {name}");
        }
    }
    for graph in ["DG_DEFAULT", "https://svc.example/dependencygraph/dg_default"] {
        let ended = place.run(&["reason", "CC-BY-4.0", "--graph", graph]);
        assert_eq!(ended.code, 0, "{graph}: {ended:?}");
    }
}

#[test]
fn unknown_names_have_suggestions() {
    let place = place();
    place.write("parts.txt", "a: CC-BY-4.0\n");
    for (arguments, told) in [
        (&["reason", "GPL-4"][..], "there is no license `GPL-4`; did you mean GPL-3.0-only, Meadow-P?"),
        (&["audit", "parts.txt", "--target", "Meadow-Permisive-1.0"], "did you mean Meadow-P"),
        (&["diff", "GPL-3"], "did you mean GPL-3.0-only?"),
        (&["revise", "GPL-3"], "did you mean GPL-3.0-only?"),
        (&["review", "GPL-3", "--date", "2026-11-22"], "did you mean GPL-3.0-only?"),
    ] {
        let ended = place.run(arguments);
        assert_eq!(ended.code, 2, "{arguments:?}: {ended:?}");
        assert!(ended.error.contains(told), "{arguments:?}: {}", ended.error);
    }
}

#[test]
fn every_unknown_name_is_told_in_one_run() {
    let place = place();
    place.write("parts.txt", "a: CC-BY-4.0\n");
    let exception = "[[exceptions]]\nlicenses = [\"GONE-0\", \"MIT\"]\nreason = \"x\"\n";
    place.write("exceptions.toml", &exception.repeat(2));
    let (reason, audit) = (["reason", "GONE-1", "GONE-2"], ["audit", "parts.txt", "--target", "GONE-1"]);
    for (arguments, told) in [
        (reason.to_vec(), vec!["`GONE-1`", "`GONE-2`"]),
        ([&reason[..], &["--target", "GONE-3"]].concat(), vec!["`GONE-1`", "`GONE-2`", "`GONE-3`"]),
        (
            [&audit[..], &["--prefer", "GONE-2", "--exceptions", "exceptions.toml"]].concat(),
            vec!["`GONE-1`", "`GONE-2`", "exceptions.toml:2:", "exceptions.toml:5:"],
        ),
    ] {
        let ended = place.run(&arguments);
        assert_eq!(ended.code, 2, "{arguments:?}: {ended:?}");
        assert!(told.iter().all(|fault| ended.error.contains(fault)), "{arguments:?}: {}", ended.error);
    }
}

#[test]
fn licenses_are_called_by_their_spdx_identifiers() {
    let place = place();
    place.write("parts.txt", "a: Meadow-P\n");
    let reason = place.run(&["reason", "Meadow-Permissive-1.0"]);
    assert!(reason.text.contains("Meadow-P does not contradict itself"), "{}", reason.text);
    let audit = place.run(&["audit", "parts.txt", "--target", "Meadow-Permissive-1.0"]);
    assert!(audit.text.contains("1  Meadow-P: a"), "{}", audit.text);
    assert!(
        audit.text.starts_with("Not determined: 1 of 1 part (1 not compared with the text) under Meadow-P\n"),
        "{}",
        audit.text
    );
}
