use muniment_library::curate::{Draft, create};

use crate::curate::desk::{Desk, RECORD};

const NEW: [&str; 6] = ["new", "Brook-1.0", "--title", "Brook Licence 1.0", "--date", "2026-11-22"];

const WHOLE: [&str; 6] = [
    "--from",
    RECORD,
    "--legalcode",
    "https://brook.example/1.0/legalcode",
    "--source",
    "https://brook.example/1.0/",
];

fn new<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&NEW as &[&str], more].concat()
}

#[test]
fn a_record_written_from_another_breaks_no_check_and_quotes_no_other_text() {
    let desk = Desk::released();
    desk.run(&new(&WHOLE)).well();
    assert_eq!(desk.faults(), Vec::<String>::new());
    let library = desk.library();
    let (old, new) = (&library.licenses[RECORD].current, &library.licenses["Brook-1.0"].current);
    let acts = |rules: &[muniment_licenses::model::Rule]| {
        rules.iter().map(|rule| rule.action.clone()).collect::<Vec<_>>()
    };
    assert_eq!(acts(&new.content.permissions), acts(&old.content.permissions));
    assert_eq!(acts(&new.content.prohibitions), acts(&old.content.prohibitions));
    assert_eq!(new.content.targets, old.content.targets);
    let text = desk.read("licenses/Brook-1.0.ttl");
    for quoted in ["evidence", "LiabilityLimitation", "Meadow", "dct:publisher"] {
        assert!(!text.contains(quoted), "{quoted} belongs to the other text");
    }
    assert!(library.is_in_class(&"Brook-1.0".parse().unwrap(), "permissive"));
    assert!(desk.run(&["fmt", "--check"]).well().is_empty(), "it is in house style");
}

#[test]
fn an_empty_record_reports_what_is_missing() {
    let desk = Desk::released();
    let said = desk.run(&new(&["--family", "Brook licences", "--new-family"]));
    assert_eq!(said.code, 1);
    for lack in ["odrl:target", "cc:legalcode"] {
        assert!(said.text.contains(lack), "{lack}: {}", said.text);
    }
    let typed = Desk::released();
    let more =
        [&WHOLE[2..], &["--family", "Brook licences", "--new-family", "--asset-type", "dcmitype:Software"]];
    typed.run(&new(&more.concat()));
    let library = typed.library();
    assert_eq!(
        library.licenses["Brook-1.0"].current.content.targets,
        ["http://purl.org/dc/dcmitype/Software"]
    );
    assert_eq!(library.reviews["Brook-1.0"].family, "Brook licences");
}

#[test]
fn used_identifiers_are_refused() {
    let desk = Desk::released();
    for (id, words) in [
        (RECORD, "there is a record"),
        ("meadow-permissive-1.0", "differ by more than case"),
        ("goneforgood", "is a retired identifier"),
        ("Compare", "is the address of something else"),
        ("GPL-3.0", "leads to `GPL-3.0-only` already"),
    ] {
        desk.refuses(
            &[&["new", id, "--title", "T", "--date", "2026-11-22"] as &[&str], &WHOLE].concat(),
            words,
        );
    }
    let malformed = desk.run(&["new", "a/../b", "--title", "T", "--date", "2026-11-22"]);
    assert_eq!(malformed.code, 2, "{}", malformed.error);
}

#[test]
fn bad_input_is_refused_before_a_byte_is_written() {
    let desk = Desk::released();
    desk.refuses(&new(&[]), "a record needs a family");
    desk.refuses(&new(&["--family", "Meadow licenses"]), "there is no family `Meadow licenses`");
    desk.refuses(&new(&["--from", "Nothing"]), "there is no license `Nothing`");
    desk.refuses(&new(&["--from", RECORD, "--spdx", "gpl-3.0"]), "leads to `GPL-3.0-only` already");
    desk.refuses(&new(&["--from", RECORD, "--legalcode", "javascript:x"]), "is not an address");
    desk.refuses(&new(&["--from", RECORD, "--legalcode", "https://a b/"]), "is not an address");
    desk.refuses(&new(&["--from", RECORD, "--asset-type", "odrl:use"]), "is no asset type");
    let title = ["new", "Brook-1.0", "--title", "Brook\n@prefix", "--date", "2026-11-22", "--from", RECORD];
    desk.refuses(&title, "the title is empty or holds control characters");
}

#[test]
fn after_a_kill_the_same_command_completes_the_change() {
    let desk = Desk::released();
    let draft = Draft {
        id: "Brook-1.0".parse().unwrap(),
        title: "Brook Licence 1.0".to_owned(),
        family: None,
        founds_family: false,
        from: Some(RECORD.parse().unwrap()),
        spdx: None,
        publisher: None,
        legalcode: Some(WHOLE[3].to_owned()),
        source: Some(WHOLE[5].to_owned()),
        asset_types: Vec::new(),
        permissions: Vec::new(),
        prohibitions: Vec::new(),
        duties: Vec::new(),
        day: "2026-11-22".parse().unwrap(),
        reviewer: "Muniment maintainers".to_owned(),
    };
    let edits = create(&desk.library(), &draft).unwrap();
    assert_eq!(edits.files.len(), 3);
    desk.survives_kills(&edits, &new(&WHOLE));
}
