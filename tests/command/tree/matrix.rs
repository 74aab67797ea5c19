//! The compatibility matrix: what is written of it is what the reasoner says, whole or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Output, Stdio};

use muniment_library::load::load;
use muniment_licenses::reason::{
    Answer, Component, Context, Grade, MAIN_CONTEXTS, Reasoner, Use, Weight, compatibility,
};
use muniment_tree::policies_name;
use serde_json::Value;
use tempfile::tempdir;

use super::{build_well, build_well_with, copy, edit, files, muniment, small, stderr, verify};

fn matrix(data: &Path, out: &Path, flags: &[&str]) -> Output {
    muniment().arg("matrix").args(flags).arg("--data").arg(data).arg("--out").arg(out).output().unwrap()
}

fn matrix_well(data: &Path, out: &Path, flags: &[&str]) {
    let output = matrix(data, out, flags);
    assert!(output.status.success(), "{}", stderr(&output));
}

/// What `muniment reason` says of the small library: exit code, standard output, standard error.
fn reason(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = muniment().arg("reason").args(arguments).arg("--data").arg(small()).output().unwrap();
    let told = stderr(&output);
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), told)
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn the_phases_of_a_matrix_are_told() {
    let out = tempdir().unwrap();
    build_well(&small(), out.path());
    let records = load(&small()).library.unwrap().licenses.len();
    let told = stderr(&matrix(&small(), out.path(), &[]));
    // Two records have an SPDX identifier, and a work may be closed source.
    let answers = format!("answering\nwriting: {records}\nwriting: 3\n").repeat(MAIN_CONTEXTS.len());
    assert_eq!(told, format!("reading\n{answers}grading\nwriting: {records}\n"));
}

#[test]
fn a_matrix_that_is_killed_leaves_nothing_in_the_tree() {
    let out = tempdir().unwrap();
    build_well(&small(), out.path());
    let staging = out.path().join(".staging");
    for round in 0..12 {
        let mut command = muniment();
        command.arg("matrix").arg("--data").arg(small()).arg("--out").arg(out.path());
        let mut child = command.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        let written = || fs::read_dir(&staging).map_or(0, Iterator::count);
        while child.try_wait().unwrap().is_none() && written() < round % 4 {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(verify(out.path()).status.success(), "round {round}");
        let matrices = fs::read_dir(out.path().join("current/compatibility")).into_iter().flatten();
        let names: Vec<_> = matrices.map(|entry| entry.unwrap().file_name()).collect();
        assert!(!names.iter().any(|name| name.to_string_lossy().starts_with('.')), "{names:?}");
    }
    matrix_well(&small(), out.path(), &[]);
    assert!(!staging.exists());
}

#[test]
fn policies_are_what_the_command_prints() {
    let out = tempdir().unwrap();
    build_well(&small(), out.path());
    matrix_well(&small(), out.path(), &[]);
    assert!(verify(out.path()).status.success());
    for (name, context) in MAIN_CONTEXTS {
        let folder = out.path().join("current/compatibility").join(policies_name(name));
        let index = json(&folder.join("index.json"));
        assert_eq!(
            index["works"],
            serde_json::json!({
                "CC-BY-4.0": "CC-BY-4.0",
                "GPL-3.0-only": "GPL-3.0-only",
                "proprietary": "proprietary",
            })
        );
        let usage = ["--use", context.usage.word(), "--ship", context.shipping.word(), "--data"];
        let print = |words: &[&str]| {
            let output = muniment().arg("policy").args(words).args(usage).arg(small()).output().unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        let mut count = 0;
        for (tool, ending) in index["files"].as_object().unwrap() {
            for work in index["works"].as_object().unwrap().keys() {
                let file =
                    fs::read_to_string(folder.join(format!("{work}.{}", ending.as_str().unwrap()))).unwrap();
                assert_eq!(file, print(&[work, "--for", tool]), "{name}, {tool}");
                count += 1;
            }
        }
        assert_eq!(
            fs::read_to_string(folder.join("matrixseqexpl.json")).unwrap(),
            print(&["--for", "osadl"])
        );
        // The index, the matrix and the list of digests.
        assert_eq!(fs::read_dir(&folder).unwrap().count(), count + 3);
    }
}

#[test]
fn every_grade_is_the_weightiest_thing_the_verdict_says() {
    let out = tempdir().unwrap();
    build_well(&small(), out.path());
    matrix_well(&small(), out.path(), &["--all"]);
    let library = load(&small()).library.unwrap();
    let reasoner = Reasoner::new(&library);
    let mut graded: BTreeMap<&str, usize> = BTreeMap::new();
    for (graph, model) in &library.graphs {
        let folder = out.path().join("current/compatibility").join(graph.as_str());
        let index = json(&folder.join("index.json"));
        let ids: Vec<&str> = index["ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
        assert_eq!(ids.len(), library.licenses.len(), "no fixture is among them");
        let csv = fs::read_to_string(folder.join("grades.csv")).unwrap();
        assert_eq!(csv.lines().next().unwrap(), format!("from,{}", ids.join(",")));
        let theory = reasoner.theory(&model.iri).unwrap();
        for (row, from) in ids.iter().enumerate() {
            let letters: Vec<char> = index["grades"][row].as_str().unwrap().chars().collect();
            let cells: Vec<&str> = csv.lines().nth(row + 1).unwrap().split(',').collect();
            let pairs = json(&folder.join(format!("{from}.json")));
            for (column, under) in ids.iter().enumerate() {
                assert_eq!(cells[column + 1], letters[column].to_string());
                if from == under {
                    continue;
                }
                let components = [*from, *under].map(|id| Component {
                    iri: id,
                    facts: reasoner.facts(&library.site.license_iri(&id.parse().unwrap())).unwrap(),
                });
                let verdict = compatibility(theory, components, || false).unwrap();
                let weightiest = verdict
                    .weighed(Some(under))
                    .filter(|(conflict, _)| conflict.statement_1[0] != conflict.statement_2[0])
                    .map(|(_, weight)| weight)
                    .max();
                let grade = match weightiest {
                    None => Grade::None,
                    Some(Weight::Restriction) => Grade::Restriction,
                    Some(_) => Grade::Conflict,
                };
                let letter = letters[column].to_string();
                assert_eq!(index["letters"][&letter], grade.word(), "{graph}: {from} under {under}");
                let counterpart = &pairs["counterparts"][under];
                assert_eq!(counterpart["under_it"], grade.word(), "{graph}: {from} under {under}");
                for (usage, key) in [(Use::Merged, "merge"), (Use::Combined, "combine")] {
                    let terms =
                        |id: &str| reasoner.terms().get(&library.licenses.get(id).unwrap().iri).unwrap();
                    let context = Context { usage, ..Context::default() };
                    let answer = reasoner.terms().contain(terms(under), terms(from), context).answer;
                    assert_eq!(counterpart["contains"][key], answer.word(), "{under} into {from}");
                }
                *graded.entry(grade.word()).or_default() += 1;
            }
        }
    }
    assert_eq!(graded.len(), 3, "every grade occurs: {graded:?}");
}

#[test]
fn the_answers_of_a_context_are_those_of_the_reasoner() {
    let out = tempdir().unwrap();
    build_well(&small(), out.path());
    matrix_well(&small(), out.path(), &[]);
    let library = load(&small()).library.unwrap();
    let reasoner = Reasoner::new(&library);
    let terms = |id: &str| reasoner.terms().get(&library.licenses.get(id).unwrap().iri).unwrap();
    for (name, context) in MAIN_CONTEXTS {
        let folder = out.path().join("current/compatibility").join(name);
        let index = json(&folder.join("index.json"));
        assert_eq!(index["context"]["use"], context.usage.word());
        let ids: Vec<&str> = index["ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
        let csv = fs::read_to_string(folder.join("answers.csv")).unwrap();
        let mut counted: BTreeMap<&str, usize> = Answer::ALL.iter().map(|(_, word)| (*word, 0)).collect();
        for (row, part) in ids.iter().enumerate() {
            let letters: Vec<char> = index["answers"][row].as_str().unwrap().chars().collect();
            let cells: Vec<&str> = csv.lines().nth(row + 1).unwrap().split(',').collect();
            let of_part = json(&folder.join(format!("{part}.json")));
            let conditions = of_part["conditions"].as_array().unwrap();
            assert_eq!(conditions.len(), terms(part).conditions(context).len());
            for (column, work) in ids.iter().enumerate() {
                let found = reasoner.terms().contain(terms(part), terms(work), context);
                let letter = letters[column].to_string();
                assert_eq!(index["letters"][&letter], found.answer.word(), "{part} into {work}");
                assert_eq!(cells[column + 1], letter);
                if part == work {
                    continue;
                }
                *counted.get_mut(found.answer.word()).unwrap() += 1;
                let has = |list: &Value, id: &str| list.as_array().unwrap().iter().any(|known| known == id);
                let groups = of_part["into"].as_array().unwrap();
                let group = groups.iter().find(|group| has(&group["works"], work)).unwrap();
                assert_eq!(group["answer"], found.answer.word());
                let rules: Vec<&str> = group["because"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|it| it["rule"].as_str().unwrap())
                    .collect();
                assert_eq!(rules, found.reasons.iter().map(|reason| reason.rule.word()).collect::<Vec<_>>());
                let of_work = json(&folder.join(format!("{work}.json")));
                assert!(has(&of_work["takes"][found.answer.word()], part), "{work} takes {part}");
            }
        }
        assert_eq!(index["counts"], serde_json::to_value(counted).unwrap());
    }
}

#[test]
fn a_matrix_is_verified_with_the_tree_it_stands_in() {
    let out = tempdir().unwrap();
    build_well(&small(), out.path());
    matrix_well(&small(), out.path(), &[]);
    let folder = out.path().join("current/compatibility/dg_default");
    assert!(verify(out.path()).status.success());
    edit(&folder.join("CC-BY-4.0.json"), "\"id\"", "\"ID\"");
    fs::write(folder.join("Stranger.json"), "{}").unwrap();
    let found = verify(out.path());
    assert_eq!(found.status.code(), Some(1));
    let told = String::from_utf8_lossy(&found.stdout).into_owned() + &stderr(&found);
    assert!(told.contains("CC-BY-4.0.json") && told.contains("Stranger.json"), "{told}");
}

#[test]
fn a_matrix_has_the_state_of_its_tree() {
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    let missing = matrix(data.path(), out.path(), &[]);
    assert_eq!(missing.status.code(), Some(2));
    build_well(data.path(), out.path());
    matrix_well(data.path(), out.path(), &[]);
    let before = files(out.path());
    edit(
        &data.path().join("licenses/Meadow-Permissive-1.0.ttl"),
        "odrl:action svc:promote",
        "odrl:action odrl:sell",
    );
    let stale = matrix(data.path(), out.path(), &[]);
    assert_eq!(stale.status.code(), Some(2));
    assert!(stderr(&stale).contains("build it first"), "{}", stderr(&stale));
    assert!(files(out.path()) == before, "what stood still stands");
    let unknown = matrix(&small(), out.path(), &["--graph", "dg_nowhere"]);
    assert_eq!(unknown.status.code(), Some(2), "{}", stderr(&unknown));
}

/// A build of the same data with other settings publishes another tree, which keeps the matrices.
#[test]
fn a_build_of_the_same_data_keeps_the_matrices() {
    let out = tempdir().unwrap();
    build_well(&small(), out.path());
    matrix_well(&small(), out.path(), &[]);
    let matrices = |folder: &Path| -> BTreeMap<_, _> {
        let all = files(&folder.join("current/")).into_iter();
        all.filter(|(path, _)| path.to_string_lossy().contains("compatibility/")).collect()
    };
    let before = matrices(out.path());
    let first = fs::canonicalize(out.path().join("current")).unwrap();
    build_well(&small(), out.path());
    assert_eq!(first, fs::canonicalize(out.path().join("current")).unwrap(), "nothing has changed");
    build_well_with(&["--base-url", "https://library.example"], &small(), out.path());
    assert_ne!(first, fs::canonicalize(out.path().join("current")).unwrap());
    let after = matrices(out.path());
    assert!(before.keys().all(|path| after.contains_key(path)) && before.len() > 20, "{}", before.len());
    assert!(verify(out.path()).status.success());
}

#[test]
fn a_small_correction_touches_few_files() {
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    build_well(data.path(), out.path());
    matrix_well(data.path(), out.path(), &[]);
    let first = fs::canonicalize(out.path().join("current")).unwrap();
    let inode = |tree: &Path, file: &str| {
        fs::metadata(tree.join("compatibility/dg_default").join(file)).unwrap().ino()
    };
    let shared = ["CC-BY-4.0.json", "Meadow-Permissive-1.0.json", "grades.csv"];
    let inodes = shared.map(|file| inode(&first, file));
    let release = |tree: &Path| json(&tree.join("compatibility/dg_default/index.json"))["release"].clone();
    let first_release = release(&first);
    // An alternative name has no part in any verdict.
    let record = data.path().join("licenses/Meadow-Permissive-1.0.ttl");
    edit(&record, "dct:publisher \"", "dct:publisher \"The ");
    build_well(data.path(), out.path());
    matrix_well(data.path(), out.path(), &[]);
    let second = fs::canonicalize(out.path().join("current")).unwrap();
    assert_ne!(first, second);
    assert_eq!(inodes, shared.map(|file| inode(&second, file)), "they are linked");
    assert_ne!(first_release, release(&second), "the index names the release");
    assert!(verify(out.path()).status.success());
}

#[test]
fn changed_verdicts_since_a_release_are_reported() {
    let data = tempdir().unwrap();
    copy(&small(), data.path());
    let released = muniment()
        .args(["release", "--application-version", "9.9.9", "--date", "2026-11-20", "--data"])
        .arg(data.path())
        .output()
        .unwrap();
    assert!(released.status.success(), "{}", stderr(&released));
    let file = fs::read_dir(data.path().join("releases")).unwrap().next().unwrap().unwrap().path();
    let release = json(&file)["release"].as_str().unwrap().to_owned();
    let diff = || {
        let command = ["diff", "--since", &release, "--verdicts", "--data"];
        let output = muniment().args(command).arg(data.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(diff(), (Some(0), "0 verdicts under dg_default changed\n".to_owned()));
    // A second version of a permissive license that forbids what others permit.
    let name = "Meadow-Permissive-1.0";
    let current = data.path().join(format!("licenses/{name}.ttl"));
    let history = data.path().join(format!("history/licenses/{name}"));
    fs::create_dir_all(&history).unwrap();
    fs::copy(&current, history.join("v1.ttl")).unwrap();
    edit(&current, "odrl:action svc:promote", "odrl:action cc:CommercialUse");
    fs::write(
        history.join("changelog.toml"),
        format!(
            "id = \"{name}\"\ntitle = \"Meadow Permissive Licence 1.0\"\ncurrent_version = 2\n\n[[entries]]\nversion = 2\n\
             date = \"2026-11-21\"\nreviewer = \"A. Reviewer\"\nsummary = \"Commerce is out.\"\nchanges = []\n"
        ),
    )
    .unwrap();
    let (code, told) = diff();
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains(&format!("{name}@1 -> {name}@2")), "{told}");
    let line = format!("  {name} under CC-BY-4.0: none -> conflict");
    assert!(
        told.lines().any(|found| found.starts_with(&format!("  {name} under CC-BY-4.0: "))),
        "{line}\n{told}"
    );
    assert!(told.contains("restriction -> conflict"), "{told}");
    let strangers: Vec<&str> = told
        .lines()
        .filter(|line| line.contains(" under ") && line.contains(" -> ") && !line.contains(name))
        .collect();
    assert!(strangers.is_empty(), "only pairs of the corrected record change: {strangers:?}");
}

#[test]
fn reason_says_why_and_exits_by_what_it_found() {
    let (code, text, _) = reason(&["CC-BY-4.0", "GPL-3.0-only"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("No statement of these licenses conflicts with another."), "{text}");
    let (code, text, _) = reason(&["Meadow-Reciprocal-2.0-only", "gpl-3.0-only"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("D6  Meadow-Reciprocal-2.0-only names GPL-3.0-only"), "{text}");
    let (code, text, _) = reason(&["Meadow-Reciprocal-2.0-only", "GPL-3.0-only", "--json"]);
    let verdict: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(code, Some(1));
    assert!(verdict["conflicting_statements"]["direct"]["0"].is_object(), "{text}");
    let (code, text, _) = reason(&["CC-BY-4.0", "--json"]);
    assert_eq!(
        (code, serde_json::from_str::<Value>(&text).unwrap()["consistent"].clone()),
        (Some(0), true.into())
    );
    let (code, _, told) = reason(&["CC-BY-4.0", "nowhere"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("there is no license `nowhere`"), "{told}");
    assert_eq!(reason(&["CC-BY-4.0", "--graph", "dg_nowhere"]).0, Some(2));
}

#[test]
fn reason_orders_licenses_and_says_what_goes_beyond() {
    let (code, text, _) = reason(&["CC-BY-4.0", "cc-by-4.0", "--order"]);
    assert_eq!((code, text.as_str()), (Some(0), "CC-BY-4.0 is at most as restrictive as CC-BY-4.0.\n"));
    let (code, text, _) = reason(&["GPL-3.0-only", "CC-BY-4.0", "--order"]);
    assert!(code == Some(1) && text.contains("  Share-alike of GPL-3.0-only has the scope"), "{text}");
    let (code, _, told) = reason(&["CC-BY-4.0", "--order"]);
    assert!(code == Some(2) && told.contains("--order takes two licenses"), "{told}");
}

#[test]
fn reason_with_a_target_says_whether_parts_may_go_into_a_work() {
    let (code, text, _) = reason(&["GPL-3.0-only", "--target", "cc-by-4.0"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.starts_with("GPL-3.0-only into a work under CC-BY-4.0: no\n"), "{text}");
    assert!(
        text.contains(
            "The part is combined and unmodified; the work is shipped as a binary, for a commercial purpose."
        ),
        "{text}"
    );
    let internal =
        ["GPL-3.0-only", "--target", "CC-BY-4.0", "--use", "merged", "--ship", "internal", "--modified"];
    let (code, text, _) = reason(&internal);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains(
            "The part is merged and modified; the work is used in-house, for a commercial purpose."
        ),
        "{text}"
    );
    let (code, text, _) = reason(&["CC-BY-4.0", "GPL-3.0-only", "--target", "GPL-3.0-only", "--json"]);
    let answer: Value = serde_json::from_str(&text).unwrap();
    let asked = answer["in"].as_array().unwrap().iter().map(|part| part["expression"].as_str().unwrap());
    assert_eq!((code, asked.collect::<Vec<_>>()), (Some(0), vec!["CC-BY-4.0", "GPL-3.0-only"]));
    assert_eq!(answer["parts"].as_array().unwrap().len(), 2);
    let (_, text, _) = reason(&["GPL-3.0-only OR CC-BY-4.0", "--target", "CC-BY-4.0", "--json"]);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["parts"][0]["license"], "CC-BY-4.0", "the part of a choice that may");
    for (arguments, said) in [
        (&["CC-BY-4.0", "--target", "nowhere"][..], "there is no license `nowhere`"),
        (&["nowhere OR CC-BY-4.0", "--target", "CC-BY-4.0"], "the library has no record of `nowhere`"),
        (
            &["CC-BY-4.0", "--target", "CC-BY-4.0", "--use", "linked"],
            "possible values: merged, combined, aggregated",
        ),
    ] {
        let (code, _, told) = reason(arguments);
        assert!(code == Some(2) && told.contains(said), "{told}");
    }
}
