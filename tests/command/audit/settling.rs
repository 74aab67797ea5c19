//! What is taken of `A OR B`.

use muniment_licenses::audit::Inventory;
use muniment_licenses::reason::Weight;

use super::{audit, context, read};

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
fn of_equals_the_first_by_name_is_taken_however_they_are_written() {
    for expression in ["MIT OR Apache-2.0", "Apache-2.0 OR MIT", "mit/apache-2.0"] {
        let taken = &choices(&[expression], None)[0].1;
        assert_eq!(taken.to_lowercase(), "apache-2.0", "{expression}");
    }
}

#[test]
fn alternatives_in_conflict_with_certain_licenses_are_not_chosen() {
    // Two licenses that each keep the whole work to themselves.
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
fn the_verdict_is_about_what_was_taken_and_the_target() {
    let inventory: &'static Inventory =
        Box::leak(Box::new(read("a: GPL-2.0-only\nb: CC-BY-SA-4.0\nc: GPL-2.0-only OR MIT").unwrap()));
    let conflicts = |target: Option<&str>| {
        let context = context(target);
        let verdict = audit(inventory, target).verdict(&context).unwrap();
        let target = context.target.map(|facts| facts.iri().to_owned());
        verdict.weighed(target.as_deref()).filter(|(_, weight)| *weight == Weight::Conflict).count()
    };
    assert_eq!(conflicts(None), 1);
    assert!(conflicts(Some("MIT")) > 1, "a target that grants what another forbids");
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
