//! Corrections apply to the parts that they name, and to no others.

use muniment_licenses::audit::{Component, ContextSource, Inventory};
use muniment_licenses::model::Day;
use muniment_licenses::reason::{Context, Use};

use super::{file, inventory};

const PARTS: &str = r#"{"bomFormat": "CycloneDX", "components": [
    {"name": "a", "version": "1.0", "purl": "pkg:npm/a@1.0", "licenses": [{"license": {"id": "MIT"}}]},
    {"name": "a", "version": "2.0", "purl": "pkg:npm/a@2.0", "licenses": [{"license": {"id": "MIT"}}]},
    {"name": "ab", "version": "1.0", "licenses": [{"expression": "ISC AND MIT"}]},
    {"name": "c"}]}"#;

/// Label and licenses of every part, after the corrections of a file, and what is expired and unused.
fn corrected(entries: &str, day: &str) -> (Inventory, Vec<String>, Vec<String>) {
    let file = file(entries).unwrap();
    let mut inventory = inventory(PARTS);
    let outcome = file.corrections.apply(&mut inventory, day.parse::<Day>().unwrap());
    let told = |entries: &[&muniment_licenses::audit::Correction]| -> Vec<String> {
        entries.iter().map(ToString::to_string).collect()
    };
    let (expired, unused) = (told(&outcome.expired), told(&outcome.unused));
    let number = inventory.components.iter().filter(|part| part.corrected.is_some()).count();
    assert_eq!(outcome.corrected, number);
    (inventory, expired, unused)
}

fn licenses(inventory: &Inventory) -> Vec<String> {
    inventory.components.iter().map(|part| part.licenses.join(" and ")).collect()
}

/// The licenses of the parts after one entry with a license; the entry is unused if it changes nothing.
#[track_caller]
fn assert_named(names: &str, expected: [bool; 4]) {
    let entry = format!("[[parts]]\n{names}\nlicense = 'Zlib'\nreason = 'r'\n");
    let (inventory, _, unused) = corrected(&entry, "2026-01-01");
    let found: Vec<bool> = licenses(&inventory).iter().map(|text| text == "Zlib").collect();
    assert_eq!(found, expected, "{names}");
    assert_eq!(unused.len(), usize::from(expected == [false; 4]), "{names}");
}

#[test]
fn parts_are_named_exactly() {
    assert_named("name = 'a'", [true, true, false, false]);
    assert_named("name = 'a'\nversion = '1.0'", [true, false, false, false]);
    assert_named("name = 'a'\nversion = '1'", [false; 4]);
    assert_named("name = 'a'\nversion = '1.*'", [true, false, false, false]);
    assert_named("name = 'A'", [false; 4]);
    assert_named("name = 'a*'", [false; 4]);
    assert_named("name = 'c'", [false, false, false, true]);
    assert_named("name = 'c'\nversion = '1.0'", [false; 4]);
    assert_named("name = 'c'\nversion = '*'", [false, false, false, true]);
    assert_named("purl = 'pkg:npm/a'", [false; 4]);
    assert_named("purl = 'pkg:npm/a@2.0'", [false, true, false, false]);
    assert_named("purl = 'pkg:npm/a@*'", [true, true, false, false]);
    assert_named("purl = 'pkg:npm/a@*'\nversion = '2.0'", [false, true, false, false]);
    assert_named("purl = 'pkg:*'", [true, true, false, false]);
}

#[test]
fn the_first_entry_counts_and_the_others_are_told() {
    let entries = "[[parts]]\npurl = 'pkg:*@2.0'\nlicense = 'ISC'\nreason = 'one'\n\
        [[parts]]\nname = 'a'\nlicense = 'Zlib'\nreason = 'two'\n\
        [[parts]]\nname = 'a'\nversion = '1.0'\nuse = 'merged'\nreason = 'three'\n\
        [[parts]]\npurl = 'pkg:npm/*'\nmodified = true\nreason = 'four'\n";
    let (inventory, expired, unused) = corrected(entries, "2026-01-01");
    assert_eq!(licenses(&inventory), ["Zlib", "ISC", "ISC AND MIT", ""]);
    assert!(expired.is_empty());
    assert_eq!(unused, ["a 1.0: merged", "pkg:npm/*: modified"]);
}

#[test]
fn an_expired_entry_does_not_apply() {
    let entries = "[[parts]]\nname = 'a'\nlicense = 'Zlib'\nreason = 'r'\nuntil = '2027-01-31'\n\
        [[parts]]\npurl = 'pkg:npm/a@*'\nlicense = 'ISC'\nreason = 'r'\n";
    let (inventory, expired, unused) = corrected(entries, "2027-01-31");
    assert_eq!((licenses(&inventory)[0].as_str(), expired.len(), unused.len()), ("Zlib", 0, 1));
    let (inventory, expired, unused) = corrected(entries, "2027-02-01");
    assert_eq!((licenses(&inventory)[0].as_str(), unused.len()), ("ISC", 0));
    assert_eq!(expired, ["a: Zlib"]);
}

#[test]
fn what_the_document_states_is_kept() {
    let entries = "[[parts]]\nname = 'ab'\nlicense = 'Zlib'\nuse = 'aggregated'\nreason = 'Its README.'\n\
        [[parts]]\nname = 'c'\nmodified = true\nreason = 'r'\n";
    let file = file(entries).unwrap();
    let mut inventory = inventory(PARTS);
    let all = Context::default();
    for _ in 0..2 {
        file.corrections.apply(&mut inventory, Day::EPOCH);
        let [untouched, _, part, other] = inventory.components.as_slice() else { panic!() };
        assert_eq!(part.licenses, ["Zlib"]);
        assert_eq!(part.stated_licenses(), ["ISC AND MIT"]);
        assert_eq!(&*part.corrected.as_ref().unwrap().reason, "Its README.");
        assert_eq!(part.own.usage(all), (Use::Aggregated, ContextSource::File));
        assert_eq!(part.own.modified(all), (false, ContextSource::Default));
        assert_eq!(other.own.modified(all), (true, ContextSource::File));
        assert_eq!(other.own.within(all), Context { modified: true, ..all });
        assert!(other.stated_licenses().is_empty() && untouched.corrected.is_none());
        assert_eq!(untouched.own.within(all), all);
    }
}

/// Many entries and many parts: each part is looked up, and only patterns are held against each part.
#[test]
fn a_large_inventory_is_corrected_quickly() {
    let mut large = inventory("MIT");
    let part = large.components[0].clone();
    large.components = (0..100_000)
        .map(|place: usize| Component {
            name: "a".to_owned(),
            version: place.to_string(),
            purl: Some(format!("pkg:npm/{}@{place}", "a".repeat(200))),
            ..part.clone()
        })
        .collect();
    let exact: String = (0..9_000)
        .map(|place| format!("[[parts]]\nname='a'\nversion='{place}'\nmodified=true\nreason='r'\n"))
        .collect();
    let patterns: String = (0..256)
        .map(|place| format!("[[parts]]\npurl='pkg:*a*a*a*b{place}'\nmodified=true\nreason='r'\n"))
        .collect();
    let file = file(&(exact + &patterns)).unwrap();
    let started = std::time::Instant::now();
    let outcome = file.corrections.apply(&mut large, Day::EPOCH);
    assert_eq!((outcome.corrected, outcome.unused.len()), (9_000, 256));
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
