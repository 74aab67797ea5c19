use muniment_library::curate::{Edit, RevisionNotes, RevisionTexts, revise};
use muniment_library::history::Catalog;

use crate::curate::desk::{ARCHIVED, Desk, FILE, LOG, RECORD};

const PUBLISHER: (&str, &str) = ("dct:publisher \"Meadow Foundation\"", "dct:publisher \"Meadow Trust\"");
const STATEMENT: &str = "dct:publisher \"Meadow Trust\"";

/// The flags of a whole notes.
const ACCOUNT: [&str; 8] = [
    "--summary",
    "The publisher has another name.",
    "--reviewer",
    "A. Reviewer",
    "--date",
    "2026-11-22",
    "--reason",
    "dct:publisher \"Meadow Trust\"=The register says so.",
];

fn with(file: &str) -> Vec<&str> {
    [&["revise", RECORD, "--with", file] as &[&str], &ACCOUNT].concat()
}

/// The same, with the reason left out.
fn without_reason(file: &str) -> Vec<&str> {
    let mut words = with(file);
    words.truncate(words.len() - 2);
    words
}

#[test]
fn a_correction_in_one_step_is_archived_logged_and_released() {
    let desk = Desk::released();
    let before = desk.read(FILE);
    let release = desk.library().releases[0].id.to_string();
    let given = desk.beside(FILE, PUBLISHER.0, PUBLISHER.1);
    desk.run(&with(&given)).well();

    assert_eq!(desk.read(ARCHIVED), before, "byte for byte");
    let expected = before
        .replace(PUBLISHER.0, PUBLISHER.1)
        .replace("dct:hasVersion \"1\"", "dct:hasVersion \"2\"")
        .replace("dct:modified \"2026-10-01\"", "dct:modified \"2026-11-22\"");
    assert_eq!(desk.read(FILE), expected);
    insta::assert_snapshot!(desk.read(LOG), @r#"
    id = "Meadow-Permissive-1.0"
    title = "Meadow Permissive Licence 1.0"
    current_version = 2

    [[entries]]
    version = 2
    date = "2026-11-22"
    reviewer = "A. Reviewer"
    summary = "The publisher has another name."

    [[entries.changes]]
    action = "changed"
    statement = 'dct:publisher "Meadow Trust"'
    previous = 'dct:publisher "Meadow Foundation"'
    reason = "The register says so."
    source = "manual"
    "#);
    desk.run(&["check"]).well();
    desk.run(&["release", "--date", "2026-11-22"]).well();
    let told = desk.run(&["diff", "--since", &release]);
    let expected = format!("{RECORD}@1 -> {RECORD}@2\n~ {STATEMENT}\n    was {}\n", PUBLISHER.0);
    assert_eq!((told.code, told.text), (1, expected));
    assert!(desk.run(&["status"]).well().contains("nothing to release"));
}

#[test]
fn reasons_that_are_missing_are_asked_for_in_the_editor() {
    let desk = Desk::released();
    let given = desk.beside(FILE, PUBLISHER.0, PUBLISHER.1);
    let editor = "sed -i 's/^reason = \"\"$/reason = \"The register says so.\"/' \"$1\"\n";
    let said = desk.run_at_a_terminal(&without_reason(&given), editor).well();
    assert!(said.starts_with("0 errors, 0 warnings"), "what check finds afterwards: {said}");
    let whole = Desk::released();
    whole.run(&with(&given)).well();
    assert_eq!(desk.files(), whole.files(), "as if the reason had been given at once");
}

#[test]
fn an_empty_reason_from_the_editor_is_missing() {
    let desk = Desk::released();
    let given = desk.beside(FILE, PUBLISHER.0, PUBLISHER.1);
    let said = desk.run_at_a_terminal(&without_reason(&given), "exit 0\n");
    assert_eq!(said.code, 1, "{}", said.text);
    assert!(desk.read(LOG).contains("reason = \"\""));
}

#[test]
fn a_version_is_opened_edited_and_logged() {
    let desk = Desk::released();
    let before = desk.read(FILE);
    let opened = desk.run(&["revise", RECORD, "--reviewer", "A. Reviewer", "--date", "2026-11-22"]);
    assert_eq!(opened.code, 1, "open until it changes something");
    assert_eq!(desk.read(ARCHIVED), before);
    assert!(desk.faults().contains(&"52 version 2 changes nothing".to_owned()), "{:?}", desk.faults());
    desk.run(&["release", "--date", "2026-11-22"]).refused_for_findings("the library has faults");

    desk.edit(FILE, PUBLISHER.0, PUBLISHER.1);
    let listed = desk.run(&["revise", RECORD, "--summary", "Another name."]);
    assert_eq!(listed.code, 1, "a reason is missing");
    let gap = desk.faults();
    assert!(matches!(gap.as_slice(), [fault] if fault.contains("has no reason")), "{gap:?}");
    desk.run(&["revise", RECORD, "--reason", &format!("{STATEMENT}=The register says so.")]).well();
    assert_eq!(desk.faults(), Vec::<String>::new());
    assert_eq!(desk.read(ARCHIVED), before, "archived once");
}

#[test]
fn reasons_given_stay_while_the_list_follows_the_model() {
    let desk = Desk::released();
    let given = desk.beside(FILE, PUBLISHER.0, PUBLISHER.1);
    desk.run(&with(&given)).well();
    desk.edit(LOG, "reason = ", "# seen on paper\nreason = ");
    desk.edit(FILE, "dct:title", "svc:curePeriod \"9 days\" ;\n    dct:title");
    let told = desk.run(&["revise", RECORD]);
    assert_eq!(told.code, 1);
    let log = desk.read(LOG);
    assert!(log.contains("The register says so.") && log.contains("svc:curePeriod"), "{log}");
    desk.run(&["revise", RECORD, "--reason", "*=Section 9."]).well();
    let log = desk.read(LOG);
    assert!(log.contains("The register says so.") && log.contains("\"Section 9.\""), "{log}");
    // What is taken back is listed no more.
    desk.edit(FILE, "    svc:curePeriod \"9 days\" ;\n", "");
    desk.run(&["revise", RECORD]).well();
    assert!(!desk.read(LOG).contains("curePeriod"));
}

#[test]
fn what_was_edited_first_is_archived_as_it_was_released() {
    let desk = Desk::released();
    let before = desk.read(FILE);
    let released = desk.beside(FILE, "svc:validityType", "svc:validityType");
    desk.edit(FILE, PUBLISHER.0, PUBLISHER.1);
    let plain = [&["revise", RECORD] as &[&str], &ACCOUNT].concat();
    desk.refuses(&plain, "was edited after the release");
    desk.run(&[&plain[..], &["--released", &released]].concat()).well();
    assert_eq!(desk.read(ARCHIVED), before);
    assert_eq!(desk.faults(), Vec::<String>::new());
}

#[test]
fn refusals_write_nothing_and_say_why() {
    let fresh = Desk::new();
    let given = fresh.beside(FILE, PUBLISHER.0, PUBLISHER.1);
    fresh.refuses(&with(&given), "was never released");

    let desk = Desk::released();
    let given = |from: &str, to: &str| desk.beside(FILE, from, to);
    let given_and_refused = |from: &str, to: &str, words: &str| desk.refuses(&with(&given(from, to)), words);
    given_and_refused("odrl:Set", "odrl:Set ; ; .", "is not valid Turtle: line 20");
    given_and_refused("svclib:Meadow-Permissive-1.0 a", "svclib:Other a", "does not describe");
    given_and_refused(
        "svclib:Meadow-Permissive-1.0 a",
        "svclib:Other a odrl:Set .\nsvclib:Meadow-Permissive-1.0 a",
        "does not describe",
    );
    let commented = format!("{}; # why\n   ", PUBLISHER.1);
    given_and_refused(PUBLISHER.0, &commented, "line 29: a comment here would be lost");
    given_and_refused("dct:modified \"2026-10-01\"", "dct:modified \"2026-10-02\"", "nothing differs");
    let file = given(PUBLISHER.0, PUBLISHER.1);
    desk.refuses(&["revise", "Nothing", "--with", &file], "or vocabulary `Nothing`");
    desk.refuses(&["revise", RECORD, "--with", &file, "--date", "2026-11-22"], "needs its reviewer");
    desk.refuses(&["revise", RECORD, "--with", &file, "--reviewer", "A"], "needs its day");
    desk.refuses(
        &["revise", RECORD, "--with", &file, "--reviewer", "A", "--date", "2026-11-19"],
        "before 2026-11-20, the day of the release",
    );
    desk.refuses(
        &[&with(&file)[..], &["--reason", "dct:title \"X\"=Why."]].concat(),
        "begins with no statement that changed",
    );
    let missing = desk.data().join("none.ttl");
    desk.refuses(&with(missing.to_str().unwrap()), "cannot read");

    let wrong = given(PUBLISHER.0, "dct:publisher \"Someone\"");
    desk.edit(FILE, PUBLISHER.0, PUBLISHER.1);
    let edited = [&["revise", RECORD, "--released", &wrong] as &[&str], &ACCOUNT].concat();
    desk.refuses(&edited, "the text given as released has the hash");
    desk.refuses(&[&edited[..], &["--with", &wrong]].concat(), "neither the released nor the corrected");
}

#[test]
fn a_dry_run_reports_everything_and_writes_nothing() {
    let desk = Desk::released();
    let before = desk.files();
    let given = desk.beside(FILE, PUBLISHER.0, PUBLISHER.1);
    let said = desk.run(&[&with(&given)[..], &["--dry-run"]].concat()).well();
    for words in [
        "dry run",
        &format!("create {}", desk.data().join(ARCHIVED).display()),
        STATEMENT,
        "The register says so.",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert_eq!(desk.files(), before);
}

#[test]
fn after_a_kill_the_same_command_completes_the_change() {
    let desk = Desk::released();
    let given = desk.beside(FILE, PUBLISHER.0, PUBLISHER.1);
    let bytes = std::fs::read(&given).unwrap();
    let library = desk.library();
    let catalog = Catalog::new(&library);
    let notes = RevisionNotes {
        summary: Some(ACCOUNT[1].to_owned()),
        reviewer: Some(ACCOUNT[3].to_owned()),
        day: Some(ACCOUNT[5].parse().unwrap()),
        reasons: vec![ACCOUNT[7].to_owned()],
        source: None,
    };
    let texts = RevisionTexts { corrected: Some(&bytes), released: None };
    let revised = revise(&catalog, &catalog.licenses[RECORD], texts, &notes).unwrap();
    let paths: Vec<&str> = revised.edits.files.iter().map(Edit::path).collect();
    assert_eq!(paths, [ARCHIVED, LOG, FILE], "the archive first, the current version last");
    desk.survives_kills(&revised.edits, &with(&given));
}

#[test]
fn graphs_are_revised_as_records_are() {
    let desk = Desk::released();
    let file = "graphs/dg_eu.ttl";
    let before = desk.read(file);
    let given = desk.beside(file, "sets moral rights aside is reported", "sets moral rights aside is told");
    let reason = "<https://svc.example/dependencygraph/rules/eu-moral-de> svc:ruleExplanation \
        \"A license that sets moral rights aside is told.\"@en=It reads better.";
    let notes =
        ["--summary", "Reads better.", "--reviewer", "A", "--date", "2026-11-22", "--source", "graph-build"];
    desk.run(&[&["revise", "dg_eu", "--with", &given, "--reason", reason] as &[&str], &notes].concat())
        .well();
    assert_eq!(desk.read("history/graphs/dg_eu/v2.ttl"), before);
    assert_eq!(desk.faults(), Vec::<String>::new());
    let log = desk.read("history/graphs/dg_eu/changelog.toml");
    assert!(log.contains("current_version = 3") && log.contains("It reads better."), "{log}");
    assert!(log.contains("Made from the core graph."), "entries before stay");
}

#[test]
fn the_vocabulary_is_revised_and_never_loses_a_term() {
    let desk = Desk::released();
    let file = "vocabulary/svc-ns.ttl";
    let before = desk.read(file);
    let notes =
        ["--reason", "*=Says more.", "--summary", "Says more.", "--reviewer", "A", "--date", "2026-11-22"];
    let given =
        desk.beside(file, "dct:title \"Small vocabulary\"@en", "dct:title \"Quite small vocabulary\"@en");
    let revise = [&["revise", "svc-ns", "--with", &given] as &[&str], &notes].concat();
    let dry = [&revise[..], &["--dry-run"]].concat();
    desk.run(&dry).well();
    let adopted = before.split("\n\n").find(|paragraph| paragraph.starts_with("svc:Adopted a")).unwrap();
    desk.beside(file, adopted, "");
    desk.refuses(&revise, "the term svc:Adopted was released and would be gone");
    desk.beside(file, "dct:title \"Small vocabulary\"@en", "dct:title \"Quite small vocabulary\"@en");
    desk.run(&revise).well();
    assert_eq!(desk.read("history/vocabulary/svc-ns/v1.ttl"), before);
    assert!(desk.read(file).contains("dct:hasVersion \"2\""));
    assert_eq!(desk.faults(), Vec::<String>::new());
}
