use muniment_library::curate::{Edit, Retirement, RevisionNotes, retire};
use muniment_library::history::{Catalog, Status};

use crate::curate::desk::{Desk, RECORD};

const SAID: [&str; 6] =
    ["--summary", "The publisher withdrew it.", "--reviewer", "A. Reviewer", "--date", "2026-11-22"];

const NEW: [&str; 8] =
    ["new", "Brook-1.0", "--title", "Brook Licence 1.0", "--date", "2026-11-22", "--from", RECORD];

fn retired<'a>(id: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["retire", id] as &[&str], more, &SAID].concat()
}

#[test]
fn a_released_record_is_withdrawn_and_stays() {
    let desk = Desk::released();
    desk.run(&retired(RECORD, &["--successor", "CC-BY-4.0"])).well();
    assert_eq!(desk.faults(), Vec::<String>::new());
    let library = desk.library();
    let catalog = Catalog::new(&library);
    let current = &catalog.licenses[RECORD].current;
    assert_eq!((current.status, current.version.get()), (Status::Withdrawn, 2));
    assert_eq!(current.withdrawn_on.map(|day| day.to_string()).as_deref(), Some("2026-11-22"));
    assert_eq!(current.replaced_by, Some("CC-BY-4.0"));
    assert_eq!(catalog.licenses[RECORD].archived.len(), 1);
    desk.refuses(&retired(RECORD, &[]), "is withdrawn already");
    desk.refuses(&retired("CC-BY-4.0", &["--successor", RECORD]), "it is withdrawn too");
}

#[test]
fn models_that_others_name_are_not_retired() {
    let desk = Desk::released();
    desk.refuses(&retired("dg_default", &[]), "nothing works without");
    desk.refuses(&retired("svc-ns", &[]), "nothing works without");
    desk.refuses(&retired("dg_eu", &[]), "a core graph has no place");
    desk.refuses(&retired(RECORD, &["--successor", "Nothing"]), "or vocabulary `Nothing`");
    desk.refuses(&retired(RECORD, &["--successor", RECORD]), "it is itself");
    desk.refuses(&["retire", RECORD, "--date", "2026-11-22"], "needs its reviewer");
    desk.refuses_for_findings(
        &["retire", RECORD, "--date", "2026-11-22", "--reviewer", "A"],
        "nothing is written",
    );
    let fresh = Desk::new();
    fresh.refuses(&retired("CC-BY-4.0", &[]), "is named by");
    fresh.refuses(&retired(RECORD, &[]), "is named by the retired `MeadowPermissive`");
}

#[test]
fn unreleased_records_are_removed_completely() {
    let desk = Desk::released();
    let before = desk.files();
    desk.run(&NEW).well();
    assert_ne!(desk.files(), before);
    desk.run(&["retire", "Brook-1.0"]).well();
    assert_eq!(desk.files(), before);
    desk.run(&NEW).well();
    desk.run(&["retire", "Brook-1.0", "--successor", RECORD]).well();
    assert_eq!(desk.faults(), Vec::<String>::new());
    assert!(
        desk.read("retired-identifiers.toml")
            .contains("\"Brook-1.0\" = { successor = \"Meadow-Permissive-1.0\" }")
    );
    desk.refuses(&NEW, "is a retired identifier");
}

#[test]
fn after_a_kill_the_same_command_completes_the_change() {
    let desk = Desk::released();
    let withdraw = retired(RECORD, &["--successor", "CC-BY-4.0"]);
    let library = desk.library();
    let catalog = Catalog::new(&library);
    let notes = RevisionNotes {
        summary: Some(SAID[1].to_owned()),
        reviewer: Some(SAID[3].to_owned()),
        day: Some(SAID[5].parse().unwrap()),
        reasons: vec![format!("*={}", SAID[1])],
        source: None,
    };
    let planned = retire(&catalog, &catalog.licenses[RECORD], Some("CC-BY-4.0"), &notes).unwrap();
    let Retirement::Withdrawn(revised) = planned else { unreachable!("it was released") };
    desk.survives_kills(&revised.edits, &withdraw);

    let addresses = ["--legalcode", "https://brook.example/1.0", "--source", "https://brook.example/"];
    desk.run(&[&NEW as &[&str], &addresses].concat()).well();
    let library = desk.library();
    let catalog = Catalog::new(&library);
    let planned = retire(&catalog, &catalog.licenses["Brook-1.0"], None, &RevisionNotes::default()).unwrap();
    let Retirement::Removed(edits) = planned else { unreachable!("it was never released") };
    assert_eq!(edits.files.last().map(Edit::path), Some("licenses/Brook-1.0.ttl"));
    desk.survives_kills(&edits, &["retire", "Brook-1.0"]);
}
