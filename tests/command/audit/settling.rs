//! What is taken of `A OR B`.

use muniment_licenses::audit::{AuditExceptions, Findings, Inventory};
use muniment_licenses::model::{Day, LicenseId};
use muniment_licenses::reason::{Answer, ChoiceReason, Context, Terms};

use super::{INDEX, LIBRARY, audit, read};

/// The choices of a list of expressions: expression and what was taken.
fn choices(lines: &[&str], target: Option<&str>) -> Vec<(String, String)> {
    let inventory: &'static Inventory = Box::leak(Box::new(read(&lines.join("\n")).unwrap()));
    let choices = audit(inventory, target).choices.into_iter();
    choices.map(|choice| (choice.expression, choice.taken.join(" AND "))).collect()
}

#[track_caller]
fn assert_taken(lines: &[&str], target: Option<&str>, expression: &str, taken: &str) {
    let choices = choices(lines, target);
    let found = choices.iter().find(|(known, _)| known == expression).map(|(_, taken)| taken.as_str());
    assert_eq!(found, Some(taken), "{lines:?} under {target:?}: {choices:?}");
}

#[test]
fn of_equals_the_best_known_is_taken_however_they_are_written() {
    for expression in ["Unlicense OR 0BSD", "0BSD OR Unlicense", "unlicense/0bsd"] {
        for target in [None, Some("GPL-3.0-only")] {
            let taken = &choices(&[expression], target)[0].1;
            assert_eq!(taken.to_lowercase(), "unlicense", "{expression}");
        }
    }
}

#[test]
fn the_alternative_with_the_fewest_conditions_is_taken() {
    assert_taken(&["BSD-3-Clause OR 0BSD"], Some("MIT"), "BSD-3-Clause OR 0BSD", "0BSD");
    // More licenses can carry a work with an MIT part than one with an Apache-2.0 part.
    assert_taken(&["Apache-2.0 OR MIT"], None, "Apache-2.0 OR MIT", "MIT");
}

#[test]
fn with_a_license_of_the_work_the_best_answer_is_taken() {
    assert_taken(
        &["Apache-2.0 OR GPL-2.0-only"],
        Some("GPL-2.0-only"),
        "Apache-2.0 OR GPL-2.0-only",
        "GPL-2.0-only",
    );
    assert_taken(&["GPL-2.0-only OR CC-BY-4.0"], Some("MIT"), "GPL-2.0-only OR CC-BY-4.0", "CC-BY-4.0");
}

#[test]
fn alternatives_that_no_license_can_carry_with_certain_ones_are_not_chosen() {
    // Two licenses whose parts no work can contain together.
    let (certain, choice) = ("CC-BY-SA-4.0", "GPL-2.0-only OR MIT");
    assert_taken(&[certain, choice], None, choice, "MIT");
    assert_taken(&[choice, certain], None, choice, "MIT");
    assert_taken(&[choice], Some("CC-BY-SA-4.0"), choice, "MIT");
    assert_taken(&["CC-BY-SA-4.0 AND ISC", choice], None, choice, "MIT");
}

#[test]
fn known_licenses_are_chosen_before_unknown_ones() {
    assert_taken(&["AAA-Unheard-of OR MIT"], None, "AAA-Unheard-of OR MIT", "MIT");
    assert_taken(
        &["AAA-Unheard-of OR GPL-2.0-only", "CC-BY-SA-4.0"],
        None,
        "AAA-Unheard-of OR GPL-2.0-only",
        "GPL-2.0-only",
    );
    assert_taken(&["LicenseRef-b OR LicenseRef-a"], None, "LicenseRef-b OR LicenseRef-a", "LicenseRef-a");
}

#[test]
fn choices_within_others_are_settled_first() {
    let nested = "(GPL-2.0-only OR MIT) AND (ISC OR AAA-Unheard-of)";
    assert_taken(&["CC-BY-SA-4.0", nested], None, nested, "ISC AND MIT");
    let either = "(GPL-2.0-only AND ISC) OR (MIT AND ISC)";
    assert_taken(&["CC-BY-SA-4.0", either], None, either, "ISC AND MIT");
}

/// What is settled earlier counts for what comes later, in the order of the expressions' texts.
#[test]
fn choices_depend_on_earlier_choices() {
    let lines = ["CC-BY-SA-4.0 OR CC-BY-SA-4.0", "GPL-2.0-only OR MIT"];
    assert_taken(&lines, None, lines[1], "MIT");
    let reversed: Vec<&str> = lines.iter().rev().copied().collect();
    assert_eq!(choices(&lines, None), choices(&reversed, None), "the order of the parts does not count");
}

#[test]
fn the_findings_are_about_what_was_taken_and_the_target() {
    let inventory: &'static Inventory =
        Box::leak(Box::new(read("a: GPL-2.0-only\nb: CC-BY-SA-4.0\nc: GPL-2.0-only OR MIT").unwrap()));
    let findings = |target: Option<&str>| {
        let (audit, exceptions) = (audit(inventory, target), AuditExceptions::default());
        let found = Findings::new(&audit, &exceptions, None, Day::EPOCH, false);
        let refused = found.answers.iter().filter(|found| found.found.answer == Answer::No);
        let refused: Vec<String> = refused.map(|found| found.license.to_string()).collect();
        let apart: Vec<String> =
            found.apart.iter().map(|it| it.licenses.map(LicenseId::as_str).join(" and ")).collect();
        (refused, apart, found.carriers.len())
    };
    assert_eq!(findings(None), (vec![], vec!["CC-BY-SA-4.0 and GPL-2.0-only".to_owned()], 0));
    assert_eq!(findings(Some("MIT")), (vec!["GPL-2.0-only".to_owned()], vec![], 0));
}

/// The pairs and carriers of an audit are those of the containment of each pair, asked one by one.
#[test]
fn what_can_go_together_is_what_containment_says() {
    let ids = ["MIT", "GPL-2.0-only", "GPL-3.0-only", "Apache-2.0", "CC-BY-SA-4.0", "LGPL-2.1-only"];
    let inventory: &'static Inventory = Box::leak(Box::new(read(&ids.join("\n")).unwrap()));
    let (audit, exceptions) = (audit(inventory, None), AuditExceptions::default());
    let found = Findings::new(&audit, &exceptions, None, Day::EPOCH, false);
    let terms = |id: &str| INDEX.get(&LIBRARY.licenses.get(id).unwrap().iri).unwrap();
    let carries = |work: &Terms, parts: &[&str]| {
        parts.iter().all(|part| INDEX.contain(terms(part), work, Context::default()).answer != Answer::No)
    };
    let works: Vec<&Terms> = INDEX.offered().chain([INDEX.closed_source()]).collect();
    let mut expected: Vec<[&str; 2]> = Vec::new();
    for one in ids {
        for other in ids.iter().filter(|other| **other > one) {
            if !works.iter().any(|work| carries(work, &[one, other])) {
                expected.push([one, other]);
            }
        }
    }
    expected.sort_unstable();
    let apart: Vec<[&str; 2]> = found.apart.iter().map(|it| it.licenses.map(LicenseId::as_str)).collect();
    assert_eq!(apart, expected);
    assert!(expected.contains(&["GPL-2.0-only", "GPL-3.0-only"]) && found.carriers.is_empty());
}

/// `reason`, `audit` and the API choose alike (spec:reasoning#choice).
#[test]
fn what_decided_a_choice_is_told() {
    let inventory: &'static Inventory = Box::leak(Box::new(read("a: MIT OR Apache-2.0").unwrap()));
    for (target, reason) in [(None, ChoiceReason::Carriers), (Some("GPL-3.0-only"), ChoiceReason::BestKnown)]
    {
        let choice = &audit(inventory, target).choices[0];
        assert_eq!((choice.taken.as_slice(), choice.reason), (&["MIT".to_owned()][..], Some(reason)));
    }
}

#[test]
fn a_long_list_of_choices_is_decided_quickly() {
    let licenses = ["MIT", "Apache-2.0", "GPL-2.0-only", "CC-BY-SA-4.0", "ISC", "Zlib", "MPL-2.0"];
    let lines: Vec<String> = (0..2000)
        .map(|number: usize| {
            let parts =
                (0..5).map(|place| licenses[(number * 3 + place * place + number / 7) % licenses.len()]);
            parts.collect::<Vec<_>>().join(if number.is_multiple_of(3) { " AND " } else { " OR " })
        })
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert!(!choices(&lines, Some("MIT")).is_empty());
    let deep = format!("{}MIT{}", "(ISC AND (Zlib OR ".repeat(180), "))".repeat(180));
    assert_eq!(choices(&[&deep], None).len(), 1);
}
