//! `muniment.toml`: the work, corrections of parts, and accepted findings, in one file.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use super::command::run;

const PARTS: &str = "tool: GPL-3.0-only\nlibrary: GPL-3.0-only\nodd: House-License-1\n";

const WORK: &str = "[work]\nlicense = \"proprietary\"\n";
const TOOL: &str = "[[parts]]\nname = \"tool\"\nuse = \"aggregated\"\nreason = \"A program of its own.\"\n";
const LIBRARY: &str = "[[parts]]\nname = \"library\"\nlicense = \"MIT\"\nreason = \"Bought.\"\n";
const ODD: &str = "[[parts]]\nname = \"odd\"\nlicense = \"MIT\"\nreason = \"Its author said so.\"\n";

/// A project with a list of parts in a folder below it.
struct Project(TempDir);

impl Project {
    fn new(settings: &str) -> Self {
        let folder = tempdir().unwrap();
        fs::create_dir_all(folder.path().join("project/.git")).unwrap();
        fs::create_dir(folder.path().join("project/deep")).unwrap();
        fs::write(folder.path().join("project/deep/parts.txt"), PARTS).unwrap();
        let project = Self(folder);
        fs::write(project.path("project/muniment.toml"), settings).unwrap();
        project
    }

    fn path(&self, path: &str) -> std::path::PathBuf {
        self.0.path().join(path)
    }

    /// Standard output and standard error of an audit that ends so.
    #[track_caller]
    fn audit(&self, arguments: &[&str], code: i32) -> (String, String) {
        let output = run(&self.path("project/deep/parts.txt"), arguments);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let told = text(output.stderr);
        assert_eq!(output.status.code(), Some(code), "{told}");
        (text(output.stdout), told)
    }
}

#[track_caller]
fn says(text: &str, expected: &[&str]) {
    for words in expected {
        assert!(text.contains(words), "{words} is not in:\n{text}");
    }
}

#[test]
fn the_nearest_file_says_what_the_work_is_and_corrects_its_parts() {
    let project = Project::new(&[WORK, TOOL, LIBRARY, ODD].concat());
    let (text, told) = project.audit(&[], 0);
    says(&text, &["Allowed: 3 parts under closed source", "Corrected parts (3)", "because: Bought."]);
    says(&text, &["odd: MIT, stated: House-License-1", "tool: GPL-3.0-only (aggregated)"]);
    says(&told, &["muniment.toml"]);
    // Arguments go before the file.
    says(&project.audit(&["--target", "GPL-3.0-only"], 0).0, &["under GPL-3.0-only"]);
}

#[test]
fn a_correction_is_for_the_parts_that_it_names_alone() {
    let project = Project::new(&[WORK, TOOL, ODD].concat());
    let (text, _) = project.audit(&["--format", "json"], 1);
    let audit: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(audit["corrected"], 2);
    let answers = audit["answers"].as_array().unwrap().iter();
    let refused: Vec<&Value> = answers.filter(|answer| answer["answer"] == "no").collect();
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert_eq!((&refused[0]["parts"], &refused[0]["use"]), (&json!(["library"]), &json!("combined")));
}

#[test]
fn an_entry_is_shown_for_each_unknown_part_and_settles_it() {
    let project = Project::new(&[WORK, TOOL, LIBRARY].concat());
    let (text, _) = project.audit(&[], 1);
    let lines = text.lines().map(str::trim).skip_while(|line| *line != "[[parts]]");
    let entry = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    assert_eq!(entry, "[[parts]]\nname = \"odd\"\nlicense = \"\"  # an SPDX expression\nreason = \"\"");
    let settled =
        entry.replace("license = \"\"", "license = \"MIT\"").replace("reason = \"\"", "reason = \"Read.\"");
    let settings = [WORK, TOOL, LIBRARY, &settled].concat();
    fs::write(project.path("project/muniment.toml"), settings).unwrap();
    project.audit(&[], 0);
}

#[test]
fn a_file_above_the_repository_does_not_count_and_one_that_is_named_does() {
    let project = Project::new("");
    let outside = project.path("muniment.toml");
    fs::rename(project.path("project/muniment.toml"), &outside).unwrap();
    fs::write(&outside, [WORK, TOOL, LIBRARY, ODD].concat()).unwrap();
    let (text, told) = project.audit(&["--target", "proprietary"], 1);
    assert!(text.starts_with("Not allowed") && told.is_empty(), "{text}{told}");
    project.audit(&["--config", outside.to_str().unwrap()], 0);
}

#[test]
fn what_has_expired_or_applies_to_nothing_is_reported_and_corrects_nothing() {
    let expiring = ODD.replace("reason", "until = \"2026-01-31\"\nreason");
    let stale = ODD.replace("\"odd\"", "\"gone\"");
    let project = Project::new(&[WORK, TOOL, LIBRARY, &expiring, &stale].concat());
    project.audit(&["--today", "2026-01-31"], 0);
    let (text, _) = project.audit(&["--today", "2026-02-01"], 1);
    says(&text, &["Not determined: 1 of 3 parts", "Corrections that have expired (1)", "  odd: MIT"]);
    says(&text, &["Corrections that apply to no part (1)", "  gone: MIT"]);
}

#[test]
fn every_fault_of_the_file_is_told_with_its_place() {
    let faulty = "[work]\nship = \"mail\"\nlicense = \"No-Such-1\"\n\n[[parts]]\nname = \"odd\"\nlicense = \"MIT\"\n\n\
                  [[parts]]\nname = \"odd\"\ncolour = 1\nreason = \"x\"\n";
    let project = Project::new(faulty);
    let (text, told) = project.audit(&[], 2);
    assert!(text.is_empty(), "{text}");
    says(&told, &["muniment.toml:2:", "muniment.toml:3:", "muniment.toml:5:", "muniment.toml:11:"]);
}

#[test]
fn a_first_file_is_written_once() {
    let project = Project::new("");
    fs::remove_file(project.path("project/muniment.toml")).unwrap();
    let (told, _) = project.audit(&["--init", "--target", "proprietary", "--ship", "service"], 0);
    assert!(told.ends_with(": 1 part to settle\n"), "{told}");
    let written = project.path("project/deep/muniment.toml");
    let text = fs::read_to_string(&written).unwrap();
    says(&text, &["license = \"proprietary\"", "ship = \"service\"", "# name = \"odd\""]);
    let (text_of_service, _) = project.audit(&[], 1);
    says(&text_of_service, &["Not determined: 1 of 3 parts"]);
    let (_, told) = project.audit(&["--init"], 2);
    says(&told, &["exists"]);
    assert_eq!(fs::read_to_string(Path::new(&written)).unwrap(), text);
}

/// An audit of a list of parts with the findings of an earlier one, which is an inventory or a report.
#[track_caller]
fn since(earlier: &str, later: &str, code: i32) -> String {
    let folder = tempdir().unwrap();
    let (old, new) = (folder.path().join("old.txt"), folder.path().join("new.txt"));
    fs::write(&old, earlier).unwrap();
    fs::write(&new, later).unwrap();
    let report = folder.path().join("old.json");
    fs::write(&report, run(&old, &["--target", "proprietary", "--format", "json"]).stdout).unwrap();
    let texts = [&old, &report].map(|baseline| {
        let output = run(&new, &["--target", "proprietary", "--baseline", baseline.to_str().unwrap()]);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        assert_eq!(output.status.code(), Some(code), "{}{}", text(output.stdout), text(output.stderr));
        text(output.stdout)
    });
    assert_eq!(texts[0], texts[1], "an inventory and its report say the same");
    let [old, new] = [&old, &new].map(|path| path.to_str().unwrap());
    let output = run(Path::new("diff"), &[old, new, "--target", "proprietary"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), texts[0], "`audit diff` says the same");
    texts[0].clone()
}

#[test]
fn what_an_earlier_inventory_has_as_well_is_counted_and_no_finding() {
    let text = since(PARTS, PARTS, 0);
    says(
        &text,
        &["Allowed: 3 parts", "Since the baseline: 0 names of parts more, 0 names gone; 2 findings known"],
    );
}

#[test]
fn a_license_that_changed_is_a_finding_and_told() {
    let text = since("a: MIT\nb: GPL-3.0-only\n", "a: BUSL-1.1\nb: GPL-3.0-only\n", 1);
    says(
        &text,
        &["Not determined: 1 of 2 parts", "Parts whose license changed (1)", "a: MIT \u{2192} BUSL-1.1"],
    );
    assert!(!text.contains("Not allowed"), "{text}");
}

#[test]
fn a_new_part_under_a_known_license_is_a_finding() {
    says(&since(PARTS, &format!("{PARTS}more: GPL-3.0-only\n"), 1), &["Not allowed: 4 parts", "more"]);
    // Another name is another part, and so is another finding about the same part.
    since("a: MIT\n", "a: GPL-3.0-only\n", 1);
    since("a: House-License-1\n", "a: House-License-2\n", 1);
    since("a: House-License-1\n", "b: House-License-1\n", 1);
}

#[test]
fn a_baseline_that_cannot_be_read_is_refused() {
    let project = Project::new("");
    let missing = project.path("none.json");
    let (_, told) = project.audit(&["--baseline", missing.to_str().unwrap()], 2);
    says(&told, &["none.json"]);
    let output = run(Path::new("diff"), &["old.txt", "new.txt", "--baseline", "old.txt"]);
    assert_eq!(output.status.code(), Some(2));
    says(&String::from_utf8_lossy(&output.stderr), &["takes neither --init nor --baseline"]);
}

#[test]
fn a_report_is_a_baseline_for_the_same_question_alone_and_no_inventory() {
    let folder = tempdir().unwrap();
    let parts = folder.path().join("parts.txt");
    fs::write(&parts, PARTS).unwrap();
    let report = folder.path().join("report.json");
    let asked = ["--target", "proprietary", "--ship", "internal", "--format", "json"];
    fs::write(&report, run(&parts, &asked).stdout).unwrap();
    let baseline = report.to_str().unwrap();
    let later = folder.path().join("later.txt");
    fs::write(&later, PARTS).unwrap();
    let output = run(&later, &["--target", "proprietary", "--baseline", baseline]);
    assert_eq!(output.status.code(), Some(2));
    says(&String::from_utf8_lossy(&output.stderr), &["report.json: this audit was asked about another work"]);
    let output = run(&report, &["--target", "proprietary"]);
    assert_eq!(output.status.code(), Some(2));
    says(&String::from_utf8_lossy(&output.stderr), &["this is the report of an audit"]);
    let output = run(&later, &["--target", "proprietary", "--baseline", later.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    says(&String::from_utf8_lossy(&output.stderr), &["the baseline is the inventory itself"]);
}

#[test]
fn what_was_accepted_until_a_day_is_found_after_it_with_a_baseline_too() {
    let accepted = "[[exceptions]]\nlicenses = [\"GPL-3.0-only\", \"proprietary\"]\nreason = \"For now.\"\nexpires = 2026-01-31\n";
    let expiring = ODD.replace("reason", "until = \"2026-01-31\"\nreason");
    let project = Project::new(&[WORK, accepted, &expiring].concat());
    let earlier = project.path("earlier.txt");
    fs::write(&earlier, PARTS).unwrap();
    let baseline = ["--baseline", earlier.to_str().unwrap()];
    project.audit(&[&baseline[..], &["--today", "2026-01-31"]].concat(), 0);
    let (text, _) = project.audit(&[&baseline[..], &["--today", "2026-02-01"]].concat(), 1);
    says(&text, &["Not allowed: 3 parts", "Unknown licenses (1)"]);
}

#[test]
fn an_exception_for_parts_is_for_parts_under_the_license_of_the_answer() {
    let of = |parts: &str| {
        format!(
            "[[exceptions]]\nlicenses = [\"GPL-3.0-only\", \"MIT\"]\nparts = [{parts}]\nreason = \"Looked at.\"\n"
        )
    };
    let audit = |exception: &str, code| {
        let project = Project::new(exception);
        fs::write(project.path("project/deep/parts.txt"), "manual: MIT\nevil: GPL-3.0-only\n").unwrap();
        project.audit(&["--target", "MIT"], code)
    };
    audit(&of("\"evil\""), 0);
    audit(&of("\"manual\""), 1);
    says(&audit(&of(""), 2).1, &["`parts` names no part"]);
}
