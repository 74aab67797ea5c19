//! The command as people and scripts meet it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::{fixture, root};

/// Audits a file, as where there is no checkout: with the library that the command carries.
pub(super) fn run(file: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_muniment"))
        .env_remove("MUNIMENT_DATA")
        .arg("audit")
        .arg(file)
        .args(arguments)
        .output()
        .unwrap()
}

/// Standard output of a run that ended so.
#[track_caller]
fn said(name: &str, arguments: &[&str], code: i32) -> String {
    let output = run(&fixture(name), arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{name} {arguments:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

/// A file of a few expressions, and what is said of it.
#[track_caller]
pub(super) fn of_list(text: &str, arguments: &[&str], code: i32) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("parts.txt");
    fs::write(&file, text).unwrap();
    let output = run(&file, arguments);
    assert_eq!(output.status.code(), Some(code), "{text}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Outside a checkout the command answers with the library it carries, and says so; a folder that is named wins.
#[test]
fn the_command_contains_a_library() {
    let elsewhere = tempfile::tempdir().unwrap();
    fs::copy(fixture("package-lock.json"), elsewhere.path().join("package-lock.json")).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muniment"));
        let command = command.env_remove("MUNIMENT_DATA").current_dir(elsewhere.path()).args(arguments);
        let output = command.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    };
    let (code, audited, told) = run(&["audit", "package-lock.json", "--target", "MIT"]);
    assert_eq!(code, 1, "{told}");
    assert!(audited.starts_with("Not determined: 2 of "), "{audited}");
    assert_eq!(told, "", "nobody here has a folder `data`");
    let data = root().join("data");
    let (_, from_a_folder, told) =
        run(&["audit", "package-lock.json", "--target", "MIT", "--data", data.to_str().unwrap()]);
    assert_eq!((audited, told), (from_a_folder, String::new()));
    let (code, said, told) = run(&["reason", "MIT", "GPL-2.0-only"]);
    assert!(code == 1 && said.contains("GPL-2.0-only prohibits change license"), "{said}{told}");
    let (code, _, told) = run(&["diff", "MIT"]);
    assert!(code < 2 && told.is_empty(), "{told}");
    for arguments in [&["reason", "MIT", "--data", "data"][..], &["check"]] {
        let (code, _, told) = run(arguments);
        assert!(code > 0 && told.contains("there is no library in `data`"), "{arguments:?}: {told}");
    }
    fs::create_dir(elsewhere.path().join("data")).unwrap();
    fs::write(elsewhere.path().join("data/site.toml"), "name = 1\n").unwrap();
    let (code, _, told) = run(&["reason", "MIT", "GPL-2.0-only"]);
    assert!(code > 0 && told.contains("cannot be read"), "a folder `data` that is a library wins: {told}");
}

/// The dependencies of this project go under any license that it may be passed on under.
#[test]
fn the_dependencies_of_this_project_have_no_conflicts() {
    for (arguments, answer) in [
        (&[][..], "Allowed: 18 parts can go together into a work under closed source, MIT, Apache-2.0, "),
        (&["--target", "MIT"], "Allowed: 18 parts under MIT\n"),
        (&["--target", "apache-2.0", "--ship", "source"], "Allowed: 18 parts under Apache-2.0\n"),
    ] {
        let text = said("cargo-metadata.json", arguments, 0);
        for told in [
            "\ncargo metadata: 18 parts, ",
            "3 parts left out that only development needs (--dev)",
            "Unlicense OR MIT: Unlicense",
            answer,
        ] {
            assert!(text.contains(told), "{told} is not in\n{text}");
        }
        assert!(!text.contains("Unknown licenses"), "{text}");
    }
    assert!(said("cargo-metadata.json", &["--dev"], 0).contains("cargo metadata: 21 parts"));
}

#[test]
fn refusals_are_exit_code_1_with_reasons_and_conditions_are_not() {
    let text = of_list("a: GPL-2.0-only\nb: CC-BY-SA-4.0\n", &[], 1);
    assert!(text.contains("Licenses whose parts no work can contain together (1)"), "{text}");
    assert!(text.starts_with("Not allowed: 2 parts: no license can carry them together\n"), "{text}");
    let text = of_list("a: GPL-2.0-only\nb: MIT\n", &[], 0);
    assert!(text.starts_with("Allowed: 2 parts can go together into a work under GPL-2.0-only"), "{text}");
    let text = of_list("a: GPL-2.0-only\nb: MIT\n", &["--target", "MIT"], 1);
    assert!(text.starts_with("Not allowed: 2 parts under MIT: 1 license not allowed\n"), "{text}");
    assert!(text.contains("kept  GPL-2.0-only requires that a work that contains the part"), "{text}");
    let text = of_list("a: GPL-2.0-only\n", &["--target", "GPL-2.0-only"], 0);
    assert!(text.contains("What to do") && text.contains("When you give copies to others:"), "{text}");
}

#[test]
fn the_context_decides() {
    for (arguments, code) in [
        (&["--use", "combined"][..], 0),
        (&["--use", "merged"], 1),
        (&["--use", "merged", "--ship", "internal"], 0),
        (&["--use", "aggregated", "--modified"], 0),
    ] {
        let arguments = [&["--target", "MIT"], arguments].concat();
        of_list("a: LGPL-2.1-only\n", &arguments, code);
    }
    for faulty in [["--use", "glued"], ["--ship", "mail"]] {
        let output = run(&fixture("parts.txt"), &faulty);
        assert_eq!(output.status.code(), Some(2), "{faulty:?}");
    }
}

#[test]
fn unknown_licenses_are_listed_with_their_parts_and_fail_unless_they_are_allowed() {
    for (name, told) in [
        ("sbom.cdx.json", ["Acme Proprietary License: named 0.9", "none stated: bare 0.1, nested 4.2"]),
        ("sbom.spdx.json", ["LicenseRef-vendor: blob", "none stated: silent 2"]),
        ("package-lock.json", ["SEE LICENSE IN LICENSE.txt: closed 1.2.3", "none stated: nothing 9.9.9"]),
        ("parts.txt", ["LicenseRef-vendor: firmware", "none stated: mystery"]),
    ] {
        let text = said(name, &["--use", "aggregated"], 1);
        assert!(text.starts_with("Not determined: "), "{name}: {text}");
        let allowed = said(name, &["--use", "aggregated", "--unknown", "allow"], 0);
        assert!(allowed.starts_with("Allowed: "), "{name}: {allowed}");
        assert_eq!(allowed.split_once('\n').unwrap().1, text.split_once('\n').unwrap().1, "{name}");
        assert!(text.contains("Unknown licenses (2)"), "{name}: {text}");
        assert!(told.iter().all(|told| text.contains(told)), "{name}: {text}");
    }
}

#[test]
fn programs_get_a_document() {
    let text = said("sbom.cdx.json", &["--format", "json", "--target", "MIT"], 1);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["verdict"], "not-determined");
    let undetermined = serde_json::json!({"parts": 3, "unknown": 3, "unread": 0, "undecided": 0});
    assert_eq!(document["undetermined"], undetermined);
    assert_eq!((&document["format"], &document["target"]), (&"CycloneDX".into(), &"MIT".into()));
    assert_eq!(document["parts"].as_array().unwrap().len(), 9);
    assert_eq!(document["left_out"], 1);
    assert_eq!(document["choices"][0]["taken"], serde_json::json!(["MIT"]));
    assert_eq!(document["unknown"][0]["license"], Value::Null);
    assert_eq!(document["unknown"][1]["parts"][0], "named 0.9");
    assert_eq!(
        document["context"],
        serde_json::json!({
            "use": "combined",
            "ship": "binary",
            "modified": false,
            "purpose": "commercial",
        })
    );
    assert!(document["answers"].as_array().unwrap().iter().all(|answer| answer["answer"] != "no"), "{text}");
    let obligation = &document["obligations"][0];
    assert!(obligation["asked_by"][0]["evidence"].is_string(), "{text}");
    assert!(obligation["fulfilled_by"].is_string(), "{text}");
    assert_eq!(document["parts"][0]["licenses"][0]["id"], "MIT");
    let text = of_list("GPL-2.0-only\nCC-BY-SA-4.0\n", &["--format", "json"], 1);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["apart"][0]["licenses"], serde_json::json!(["CC-BY-SA-4.0", "GPL-2.0-only"]));
    assert_eq!(document["carriers"], serde_json::json!([]));
    let text = of_list("GPL-2.0-only\n", &["--format", "json", "--target", "MIT"], 1);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["answers"][0]["because"][0]["rule"], "kept");
}

#[test]
fn a_comment_on_a_change_says_what_is_wrong_and_what_to_do_in_markdown() {
    let parts = "a|b: GPL-2.0-only\nc: MIT\nd: LicenseRef-x\n";
    let text = of_list(parts, &["--format", "markdown", "--target", "MIT"], 1);
    assert!(
        text.contains("**Not allowed: 3 parts under MIT: 1 license not allowed; not determined: 1 of 3 parts (1 unknown)**"),
        "{text}"
    );
    assert!(text.contains(
        "### These parts may not go into the work (1)\n\n| License | Parts | Why |\n|---|---|---|"
    ));
    assert!(text.contains("| GPL-2.0-only | a\\|b | GPL-2.0-only requires"), "{text}");
    assert!(text.contains("| LicenseRef-x | d |"), "{text}");
    assert!(text.contains("\nWhen you give copies to others:\n\n- [ ] "), "{text}");
    let text = of_list("a: GPL-2.0-only\nb: CC-BY-SA-4.0\n", &["--format", "markdown"], 1);
    assert!(text.contains("| CC-BY-SA-4.0, GPL-2.0-only | b; a |"), "{text}");
}

#[test]
fn the_draft_of_a_notice_has_each_part_and_the_texts_at_hand() {
    let text = of_list("a: MIT\nb: MIT\nc: LicenseRef-x\nd: 0BSD\n", &["--format", "notice"], 1);
    for told in [
        "- a\n  [copyright notice of a]\n- b\n  [copyright notice of b]\n",
        "The above copyright notice and this permission notice",
        "Permission to use, copy, modify, and/or distribute this software",
        "License: LicenseRef-x\n",
        "[text of the license]",
    ] {
        assert!(text.contains(told), "{told} is not in\n{text}");
    }
    assert_eq!(text.matches("The above copyright notice and this permission notice").count(), 1);
}

#[test]
fn what_cannot_be_used_is_exit_code_2_with_its_place_and_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cut.json");
    fs::write(&file, "{\"bomFormat\": \"CycloneDX\",\n\"components\": [").unwrap();
    let missing = folder.path().join("missing.json");
    let parts = fixture("parts.txt");
    for (file, arguments, told) in [
        (&file, &[][..], "cut.json:2:15: this is no JSON: EOF while parsing a list; "),
        (&missing, &[], "missing.json`: No such file or directory"),
        (&folder.path().to_owned(), &[], "directory"),
        (&parts, &["--target", "Unheard-of"], "there is no license `Unheard-of`"),
        (&parts, &["--fail-on", "never"], "invalid value 'never'"),
        (&parts, &["--unheard-of"], "unexpected argument"),
    ] {
        let output = run(file, arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(told) && output.stdout.is_empty(), "{told} is not in {stderr}");
    }
}

/// Names of components are untrusted and stay text in the report.
#[test]
fn names_of_parts_are_shown_on_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bom.json");
    let name = "evil\\n\\u001b[2J0 conflicts\\r";
    let text = format!(
        "{{\"bomFormat\": \"CycloneDX\", \"components\": [{{\"name\": \"{name}\", \"licenses\": [{{\"license\": {{\"name\": \"x\\ny\"}}}}]}}]}}"
    );
    fs::write(&file, text).unwrap();
    let output = run(&file, &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains('\u{1b}') && !text.contains('\r') && !text.contains("\n0 conflicts"), "{text:?}");
}

#[test]
fn standard_input_is_a_list_too() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muniment"));
    let data = root().join("data");
    command.args(["audit", "-", "--data"]).arg(data).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"a: GPL-2.0-only\nb: CC-BY-SA-4.0\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("Not allowed: 2 parts: no license can carry them together\n"), "{text}");
}

#[test]
fn the_parts_that_a_finding_concerns_are_named_under_it() {
    let text = of_list("a: GPL-2.0-only\nb: CC-BY-SA-4.0\nc: CC-BY-SA-4.0 AND MIT\n", &[], 1);
    assert!(text.contains("      CC-BY-SA-4.0: b, c\n      GPL-2.0-only: a\n"), "{text}");
    let text = of_list("a: GPL-2.0-only\n", &["--target", "ISC"], 1);
    assert!(
        text.contains("  GPL-2.0-only: a\n      kept  ") && text.contains("1 part under ISC: "),
        "{text}"
    );
    let text = of_list("a: GPL-2.0-only\nb: CC-BY-SA-4.0\n", &["--format", "json"], 1);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["apart"][0]["parts"], serde_json::json!([["b"], ["a"]]));
}

#[test]
fn faulty_lines_are_reported_and_the_others_are_audited() {
    let text = of_list("a: MIT\nb: MIT OR OR ISC\nc: ISC\n", &[], 1);
    assert!(text.contains("parts.txt:2:11: no SPDX expression"), "{text}");
    assert!(text.contains("; 1 fault in the inventory\n"), "{text}");
    let text = of_list("a: MIT\nb: MIT OR OR ISC\n", &["--format", "json"], 1);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&document["unreadable"][0]["line"], &document["unreadable"][0]["column"]),
        (&2.into(), &11.into())
    );
}

#[test]
fn answers_by_way_of_another_license_are_findings_where_that_is_asked_for() {
    let parts = "a: GPL-2.0-or-later\nb: MIT\n";
    let text = of_list(parts, &["--target", "GPL-3.0-only", "--fail-on", "no"], 0);
    assert!(text.contains("Licenses whose parts may go in under another license (1)"), "{text}");
    of_list(parts, &["--target", "GPL-3.0-only", "--fail-on", "via"], 1);
    of_list("b: MIT\n", &["--target", "GPL-3.0-only", "--fail-on", "via"], 0);
}

/// An audit of two licenses that no work can contain together and of two unknown ones, with an exceptions file.
#[track_caller]
fn with_exceptions(exceptions: &str, arguments: &[&str], code: i32) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let (list, file) = (folder.path().join("parts.txt"), folder.path().join("exceptions.toml"));
    let parts = "tool 1: GPL-2.0-only\nmanual: CC-BY-SA-4.0\nblob: LicenseRef-vendor\nmystery: NONE\n";
    fs::write(&list, parts).unwrap();
    fs::write(&file, exceptions).unwrap();
    let file = file.to_str().unwrap();
    let all = [&["--today", "2027-01-31", "--exceptions", file][..], arguments].concat();
    let output = run(&list, &all);
    let stderr = String::from_utf8(output.stderr).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(code), "{exceptions}: {stderr}{text}");
    (text, stderr)
}

const PAIR: &str =
    "[[exceptions]]\nlicenses = [\"gpl-2.0\", \"CC-BY-SA-4.0\"]\nreason = \"Shipped apart.\"\n";

#[test]
fn exceptions_accept_findings_and_say_why() {
    let (text, _) = with_exceptions("", &[], 1);
    assert!(!text.contains("Accepted by exceptions"), "{text}");
    let (text, _) = with_exceptions(PAIR, &["--unknown", "allow"], 0);
    assert!(
        text.contains("Accepted by exceptions (1)") && text.contains("because: Shipped apart."),
        "{text}"
    );
    assert!(text.contains("accepted by exceptions"), "{text}");
    with_exceptions(PAIR, &[], 1);
    let unknown = "[[exceptions]]\nunknown = \"licenseref-VENDOR\"\nreason = \"Bought.\"\n\
                   [[exceptions]]\nunknown = \"none stated\"\nparts = [\"mystery\"]\nreason = \"Ours.\"\n";
    let (text, _) = with_exceptions(&format!("{PAIR}{unknown}"), &[], 0);
    assert!(text.contains("LicenseRef-vendor: blob\n      because: Bought."), "{text}");
    let (text, _) = with_exceptions(&format!("{PAIR}{unknown}"), &["--format", "json"], 0);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["accepted"].as_array().unwrap().len(), 3);
    assert_eq!(document["accepted"][0]["exception"]["reason"], "Shipped apart.");
    assert_eq!(document["apart"], serde_json::json!([]));
    let of_rule = |rule: &str| {
        PAIR.replace("CC-BY-SA-4.0", "MIT").replace("reason", &format!("rule = \"{rule}\"\nreason"))
    };
    with_exceptions(&of_rule("kept"), &["--target", "MIT", "--use", "aggregated", "--unknown", "allow"], 0);
    let (text, _) = with_exceptions(&of_rule("kept"), &["--target", "MIT", "--unknown", "allow"], 0);
    assert!(text.contains("Accepted by exceptions (1)"), "{text}");
    let (text, _) = with_exceptions(&of_rule("locked"), &["--target", "MIT"], 1);
    assert!(text.contains("Exceptions that cover nothing (1)"), "{text}");
}

#[test]
fn exceptions_for_components_do_not_cover_further_ones() {
    for (parts, code) in [("\"manual\"", 0), ("\"tool 1\"", 0), ("\"tool\"", 1), ("\"blob\"", 1)] {
        let exceptions = PAIR.replace("reason", &format!("parts = [{parts}]\nreason"));
        with_exceptions(&exceptions, &["--unknown", "allow"], code);
    }
}

#[test]
fn exceptions_that_have_expired_or_cover_nothing_are_told() {
    let until = |day: &str| format!("{PAIR}expires = {day}\n");
    with_exceptions(&until("2027-01-31"), &["--unknown", "allow"], 0);
    let (text, _) = with_exceptions(&until("2027-01-30"), &[], 1);
    assert!(
        text.contains("Exceptions that have expired (1)") && text.contains("(until 2027-01-30)"),
        "{text}"
    );
    let unused = format!("{PAIR}[[exceptions]]\nlicenses = [\"MIT\", \"ISC\"]\nreason = \"Old.\"\n");
    let (text, _) = with_exceptions(&unused, &["--unknown", "allow"], 0);
    assert!(text.contains("Exceptions that cover nothing (1)") && text.contains("because: Old."), "{text}");
    let (text, _) = with_exceptions(&unused, &["--unknown", "allow", "--format", "json"], 0);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["unused_exceptions"][0]["reason"], "Old.");
}

#[test]
fn invalid_exceptions_files_are_refused_with_their_place() {
    for (text, told) in [
        ("[[exceptions]]\nlicenses = [\"MIT\", \"ISC\"]\n", "exceptions.toml:1:1: missing field `reason`"),
        (
            "[[exceptions]]\nlicenses = [\"MIT\", \"ISC\"]\nreason = \" \"\n",
            "exceptions.toml:3:10: the reason is empty",
        ),
        (
            "[[exceptions]]\nlicenses = [\"MIT\", \"Unheard-of\"]\nreason = \"x\"\n",
            "exceptions.toml:2:20: there is no license `Unheard-of`",
        ),
        ("[[exceptions]]\nlicenses = [\"MIT\", \"ISC\", \"Zlib\"]\nreason = \"x\"\n", "names two licenses"),
        ("[[exceptions]]\nlicenses = [\"MIT\"]\nrule = \"kept\"\nreason = \"x\"\n", "names two licenses"),
        ("[[exceptions]]\nreason = \"x\"\n", "either `licenses`"),
        ("[[exceptions]]\nunknown = \"x\"\nrule = \"kept\"\nreason = \"x\"\n", "either `licenses`"),
        ("[[exceptions]]\nunknown = \"x\"\nreason = \"x\"\nexpires = 12:00:00\n", "is no day"),
        ("[[exception]]\n", "unknown field `exception`"),
        ("[[exceptions\n", "exceptions.toml:1:"),
    ] {
        let (_, stderr) = with_exceptions(text, &[], 2);
        assert!(stderr.contains(told), "{told} is not in {stderr}");
    }
}

/// Lines that begin with blanks are no commands of continuous integration.
#[test]
fn copyright_notices_of_a_document_are_in_the_notice() {
    let cyclonedx = r#"{"bomFormat": "CycloneDX", "components": [
        {"name": "a", "copyright": "(c) 2026 Ada\n::error::x", "licenses": [{"license": {"id": "MIT"}}]},
        {"name": "b", "copyright": "NOASSERTION", "licenses": [{"license": {"id": "MIT"}}]}]}"#;
    let notice = of_list(cyclonedx, &["--target", "MIT", "--format", "notice"], 0);
    let parts = "- a\n  (c) 2026 Ada\n  ::error::x\n- b\n  [copyright notice of b]\n";
    assert!(notice.contains(parts), "{notice}");
    let tag_value = "SPDXVersion: SPDX-2.3\nPackageName: a\nSPDXID: SPDXRef-a\nPackageLicenseDeclared: MIT\n\
                     PackageCopyrightText: <text>2025 Ada\n2026 Ben</text>\nPackageName: b\nSPDXID: SPDXRef-b\n\
                     PackageLicenseDeclared: MIT\nPackageCopyrightText: NONE\n";
    let notice = of_list(tag_value, &["--target", "MIT", "--format", "notice"], 0);
    assert!(notice.contains("- a\n  2025 Ada\n  2026 Ben\n- b\n  [copyright notice of b]\n"), "{notice}");
    let debian = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n\
                  Files: *\nCopyright: 2025 Ada\n 2026 Ben\nLicense: Expat\n";
    let notice = of_list(debian, &["--target", "MIT", "--format", "notice"], 0);
    assert!(notice.contains("- *\n  2025 Ada\n  2026 Ben\n"), "{notice}");
}

#[test]
fn one_part_is_explained() {
    let list = "a: MIT OR GPL-3.0-only\nb: GPL-3.0-only\nc: House-1\n";
    let text = of_list(list, &["--target", "proprietary", "--explain", "b"], 1);
    for told in [
        "b\n  The document states: GPL-3.0-only\n  Taken: GPL-3.0-only\n",
        "Used: combined (default), not modified (default)",
        "Answer: no",
        "\"You must license the entire work, as a whole, under this License",
        "You can still ",
    ] {
        assert!(text.contains(told), "{told} is not in\n{text}");
    }
    assert!(!text.contains("House-1"), "{text}");
    let text = of_list(list, &["--target", "proprietary", "--explain", "a"], 1);
    assert!(text.contains("Taken: MIT\n") && text.contains("Answer: if"), "{text}");
    assert!(text.contains("- When you give copies to others: Keep the license text"), "{text}");
    assert!(of_list(list, &["--target", "MIT", "--explain", "c"], 1).contains("House-1: unknown"));
    of_list(list, &["--explain", "d"], 2);
}

#[test]
fn the_verdict_is_in_colour_where_that_is_asked_for() {
    let text = of_list("a: MIT\n", &["--target", "MIT", "--color", "always"], 0);
    assert!(text.starts_with("\u{1b}[32mAllowed: 1 part under MIT\u{1b}[0m\n"), "{text:?}");
    let text = of_list("a: GPL-3.0-only\n", &["--target", "MIT", "--color", "always"], 1);
    assert!(text.starts_with("\u{1b}[31mNot allowed"), "{text:?}");
    assert!(!of_list("a: MIT\n", &["--target", "MIT"], 0).contains('\u{1b}'));
}

#[test]
fn counsel_gets_one_file_without_scripts_and_the_same_bytes_every_time() {
    let list = "x<b>: GPL-3.0-only\nb: MIT\nc: House-1\n";
    let arguments = ["--target", "proprietary", "--format", "html"];
    let text = of_list(list, &arguments, 1);
    for told in [
        "1 of 3 parts can\u{2019}t go into a closed-source work.",
        "x&lt;b&gt;",
        "keep the part a separate program beside the work",
        "<blockquote>The above copyright notice and this permission notice",
        "<code>char=",
        "House-1",
        "Answered from release <code>data-",
        "Signature",
    ] {
        assert!(text.contains(told), "{told} is not in\n{text}");
    }
    assert!(!text.contains("<script") && !text.contains("x<b>") && !text.contains("/assets/"), "{text}");
    let bare = |text: &str| text.split("<h2>").skip(1).collect::<Vec<_>>().concat();
    assert_eq!(bare(&text), bare(&of_list(list, &arguments, 1)));
}
