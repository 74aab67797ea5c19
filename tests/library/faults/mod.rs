//! Everything a curator can get wrong is found, and said where: one broken library a case.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test says what went wrong by failing")]

mod fixture;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use fixture::{Case, assemble, case_names, fixtures, lay_over, run};
use muniment_library::check::{CHECKS, check};
use muniment_library::load::load;
use muniment_licenses::model::{Fault, Library};
use muniment_rdf::{Syntax, canonicalize_closure, read};
use rayon::prelude::*;

/// Checks that loading makes: the numbers it reports under.
const CHECKED_WHILE_LOADING: [u8; 18] = [1, 2, 3, 4, 5, 6, 22, 47, 48, 51, 52, 56, 57, 65, 67, 68, 69, 70];

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| case_names().par_iter().map(|name| run(name)).collect());

fn small() -> Library {
    load(&fixtures().join("small")).library.unwrap()
}

#[test]
fn the_small_library_breaks_no_check() {
    let loaded = load(&fixtures().join("small"));
    assert_eq!(loaded.faults, []);
    assert_eq!(check(&loaded.library.unwrap()), []);
}

/// `BLESS=1` writes what is found now; read the difference before it is committed.
#[test]
fn every_case_is_reported_as_expected() {
    let mut wrong = String::new();
    for case in CASES.iter() {
        let found = case.report();
        if std::env::var_os("BLESS").is_some() {
            fs::write(case.expected_path(), found.iter().map(|line| format!("{line}\n")).collect::<String>())
                .unwrap();
            continue;
        }
        let text = fs::read_to_string(case.expected_path()).unwrap_or_default();
        let expected: Vec<&str> = text.lines().collect();
        let missing = expected
            .iter()
            .filter(|line| !found.iter().any(|f| f == *line))
            .map(|line| format!("- {line}\n"));
        let surplus =
            found.iter().filter(|line| !expected.contains(&line.as_str())).map(|line| format!("+ {line}\n"));
        let difference: String = missing.chain(surplus).collect();
        if !difference.is_empty() || found.len() != expected.len() {
            wrong.push_str(&format!("\n{}\n{difference}", case.name));
        }
    }
    assert!(wrong.is_empty(), "cases whose report is not as expected (-) but otherwise (+):\n{wrong}");
}

#[test]
fn every_check_has_a_case() {
    let is_silent =
        |index: &usize| CASES.iter().all(|case| case.found_by.get(*index).is_none_or(Vec::is_empty));
    let silent: Vec<&str> = CHECKS
        .iter()
        .enumerate()
        .filter(|(index, _)| is_silent(index))
        .map(|(_, check)| check.name)
        .collect();
    assert!(silent.is_empty(), "no case breaks {silent:?}");

    let loading: BTreeSet<u8> =
        CASES.iter().flat_map(|case| &case.loaded.faults).map(|fault| fault.check).collect();
    assert_eq!(loading, BTreeSet::from(CHECKED_WHILE_LOADING));
}

#[test]
fn every_rule_and_agreement_of_the_house_has_a_case() {
    let house = small().house_rules;
    let breaks = |check: u8, text: &str| {
        let mut found = CASES.iter().flat_map(|case| &case.found);
        found.any(|fault| fault.check == check && fault.message.contains(text))
    };
    let rules = house.rules.iter().map(|rule| (rule.check, rule.about.as_str()));
    let agreements = house.agreements.iter().map(|agreement| (agreement.check, "is not as in"));
    let silent: Vec<_> = rules.chain(agreements).filter(|(check, text)| !breaks(*check, text)).collect();
    assert!(silent.is_empty(), "no case breaks {silent:?}");
}

#[test]
fn without_house_rules_none_apply() {
    for case in CASES.iter().filter(|case| case.loaded.library.is_some()) {
        let house = &case.loaded.library.as_ref().unwrap().house_rules;
        let numbers: BTreeSet<u8> = house.checks().map(|(number, _)| number).collect();
        let of_the_house = |fault: &&Fault| {
            numbers.contains(&fault.check) && !CHECKS.iter().any(|check| check.number == fault.check)
        };
        let folder = assemble(&case.name);
        fs::remove_file(folder.path().join("house-rules.toml")).unwrap();
        let found = check(&load(folder.path()).library.unwrap());
        assert_eq!(found.iter().filter(of_the_house).count(), 0, "{}", case.name);
    }
    let folder = assemble("17-records-are-under-one-license");
    for table in ["families.toml", "house-rules.toml"] {
        fs::remove_file(folder.path().join(table)).unwrap();
    }
    let loaded = load(folder.path());
    let found = check(&loaded.library.unwrap());
    let stray = found.iter().find(|fault| matches!(fault.check, 17 | 47 | 63));
    assert!(loaded.faults.is_empty() && stray.is_none(), "{:?} {stray:?}", loaded.faults);
}

/// The files that `data/README.md` describes, each with its example.
fn described_files() -> Vec<(String, String)> {
    let readme =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/README.md")).unwrap();
    let sections = readme.split("\n### `").skip(1).filter_map(|section| {
        let (path, rest) = section.split_once("`\n")?;
        let body = rest.split("\n## ").next()?;
        let example = body.split("```toml\n").nth(1)?.split("```").next()?;
        Some((path.to_owned(), example.to_owned()))
    });
    sections.collect()
}

#[test]
fn every_file_is_described_with_an_example_that_can_be_read() {
    let described = described_files();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    for entry in fs::read_dir(root).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_described = described.iter().any(|(path, _)| path.starts_with(&name));
        assert!(is_described || !name.ends_with(".toml"), "{name} is not described");
    }
    for (path, example) in described {
        let folder = tempfile::tempdir().unwrap();
        lay_over(&fixtures().join("small"), folder.path());
        let file = folder.path().join(&path);
        let faults_with = |text: &str| {
            fs::write(&file, text).unwrap();
            let faults = load(folder.path()).faults;
            faults.into_iter().filter(|fault| fault.place.file == path).collect::<Vec<_>>()
        };
        assert_eq!(faults_with(&example), [], "{path}");
        assert!(!faults_with(&format!("{example}\nno_such_key = 1\n")).is_empty(), "{path} is not read");
    }
}

#[test]
fn every_case_breaks_something_and_says_its_number() {
    for case in CASES.iter() {
        let number: u8 = case.name.get(..2).and_then(|digits| digits.parse().ok()).unwrap();
        assert!(case.faults().any(|fault| fault.check == number), "{} reports no {number}", case.name);
    }
}

#[test]
fn faults_are_sorted_and_stable() {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for case in CASES.iter() {
        assert!(case.found.is_sorted(), "{}", case.name);
        assert!(
            case.found.windows(2).all(|pair| pair.first() != pair.last()),
            "{} repeats itself",
            case.name
        );
        if let Some(library) = case.loaded.library.as_ref().filter(|_| case.found.len() > 1) {
            assert_eq!(one.install(|| check(library)), case.found, "{}", case.name);
        }
    }
}

#[test]
fn faults_are_sentences_with_a_place_and_a_remedy() {
    for fault in CASES.iter().flat_map(|case| &case.found) {
        let Fault { place, message, help, .. } = fault;
        let said = format!("{place}: {message} | {help}");
        assert!(!help.is_empty() && !help.ends_with('.') && !message.ends_with('.'), "{said}");
        assert!(!message.contains('\n') && !help.contains('\n'), "{said}");
        assert!(!message.starts_with(|c: char| c.is_uppercase()), "{said}");
        assert!(!place.file.starts_with("licenses/") || place.line > 0, "no line: {said}");
        let is_single = |text: &str| text.matches('`').count().is_multiple_of(2);
        assert!(is_single(message) && is_single(help), "backticks do not pair: {said}");
    }
}

#[test]
fn checks_are_named_once_and_in_order() {
    let names: BTreeSet<&str> = CHECKS.iter().map(|check| check.name).collect();
    assert_eq!(names.len(), CHECKS.len());
    assert!(CHECKS.is_sorted_by_key(|check| check.number));
    for check in CHECKS {
        assert!(check.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", check.name);
        assert!(!check.about.is_empty() && !check.about.ends_with('.'), "{}", check.name);
    }
}

#[test]
fn checks_report_under_their_number() {
    for (check, found) in CASES.iter().flat_map(|case| CHECKS.iter().zip(&case.found_by)) {
        for fault in found {
            assert_eq!(fault.check, check.number, "{}: {}", check.name, fault.message);
        }
    }
}

/// A case with an exceptions file of our own: what is found, as (check, record).
fn found_with(case: &str, exceptions: &str) -> Vec<(u8, String, String)> {
    let folder = assemble(case);
    fs::write(folder.path().join("check-exceptions.toml"), exceptions).unwrap();
    let library = load(folder.path()).library.unwrap();
    check(&library).into_iter().map(|fault| (fault.check, fault.model, fault.place.file)).collect()
}

#[test]
fn exceptions_remove_exactly_the_findings_they_name() {
    let case = "43-endorsement-bans-rest-on-the-text";
    let record = "Meadow-Permissive-1.0";
    let exception = |check: u8, record: &str| {
        format!("[[exception]]\ncheck = {check}\nrecords = [\"{record}\"]\nreason = \"A test.\"\n")
    };
    let standing = (43, record.to_owned(), format!("licenses/{record}.ttl"));
    let idle = |check: u8| (check, String::new(), "check-exceptions.toml".to_owned());

    assert_eq!(found_with(case, &exception(43, record)), []);
    assert_eq!(found_with(case, &exception(43, "CC-BY-4.0")), [idle(43), standing.clone()]);
    assert_eq!(found_with(case, &exception(44, record)), [idle(44), standing.clone()]);
    assert_eq!(found_with(case, ""), [standing]);
}

/// The records of the data model's appendix hash as computed there, by a program that is not ours.
#[test]
fn records_of_the_appendix_hash_as_published() {
    let published = [
        (
            "Meadow-Permissive-1.0",
            "sha256:37a06d332a620178eb21f33099961ad09cfde6b3bc66cd0461dca586dbe7ab1a",
            81,
        ),
        (
            "Meadow-Reciprocal-2.0-only",
            "sha256:3a22378c6283a0e6374e611c38f6ef0b79f2ff94a5c193d1bd53500f0f93f728",
            93,
        ),
        (
            "CreativeCommonsAttribution30Estonia",
            "sha256:627f0c7fd9e9ce06ebbe6d1c405a0d144e60fd72a17a4b23dbb49c7157b6de75",
            81,
        ),
    ];
    let library = small();
    for (id, hash, lines) in published {
        let bytes = fs::read(fixtures().join(Path::new("appendix")).join(format!("{id}.ttl"))).unwrap();
        let graph = read(Syntax::Turtle, &bytes).unwrap();
        let canonical =
            canonicalize_closure(&graph, &format!("https://svc.example/licenselibrary/{id}")).unwrap();
        assert_eq!(
            (canonical.hash().to_string().as_str(), canonical.text().lines().count()),
            (hash, lines),
            "{id}"
        );
        let (_, model) = library.licenses.get_key_value(id).unwrap();
        assert_eq!(model.current.content_hash.to_string(), hash, "{id} of the small library");
    }
}
