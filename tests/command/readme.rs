//! README shows real output and true figures, on few lines.

use std::fs;

use serde_json::Value;

use crate::workplace::{Ended, Workplace, repository};

fn readme() -> String {
    fs::read_to_string(repository().join("README.md")).unwrap()
}

#[test]
fn its_sessions_are_what_the_program_prints() {
    let (readme, place) = (readme(), Workplace::new());
    let shown: Vec<_> = sessions(&readme).map(|session| shown(&place, session)).collect();
    assert!(!shown.is_empty(), "README shows no session");
}

/// The blocks of a page with a command and the beginning of its output.
fn sessions(page: &str) -> impl Iterator<Item = &str> {
    page.split("```console\n").skip(1).map(|block| block.split("```").next().unwrap())
}

/// Runs the command of a session, whose output begins as shown.
fn shown(place: &Workplace, session: &str) -> Ended {
    let (line, output) = session.split_once('\n').unwrap();
    let arguments: Vec<&str> = line.strip_prefix("$ muniment ").unwrap().split(' ').collect();
    let data = repository().join("data");
    let ended = place.run(&[&arguments[..], &["--data", data.to_str().unwrap()]].concat());
    assert!(ended.code < 2 && ended.text.starts_with(output), "{line}:\n{}", ended.text);
    ended
}

/// The page of the documentation for newcomers: its sessions run on the list of parts that it shows.
#[test]
fn the_quick_start_is_what_the_program_prints() {
    let page = fs::read_to_string(repository().join("templates/specification/begin.md")).unwrap();
    let place = Workplace::new();
    let parts = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    place.write("parts.txt", parts);
    let codes: Vec<i32> = sessions(&page).map(|session| shown(&place, session).code).collect();
    assert_eq!(codes, [1, 0, 1], "the page names the codes");
}

#[test]
fn its_figures_are_those_of_the_library() {
    let readme = readme();
    let figures = fs::read_to_string(repository().join("tests/live-library.json")).unwrap();
    let figures: Value = serde_json::from_str(&figures).unwrap();
    for text in [
        format!("**{} licenses as data**", figures["records"]),
        format!("{} of them were compared with their legal texts", figures["texts"]),
    ] {
        assert!(readme.contains(&text), "README does not say `{text}`");
    }
    let agreement = fs::read_to_string(repository().join("data/agreement.json")).unwrap();
    let agreement: Value = serde_json::from_str(&agreement).unwrap();
    let osadl = &agreement["tables"][0];
    let pairs = osadl["pairs"].as_u64().unwrap();
    let text = format!("{} % of {},{:03} answers equal", osadl["percent"], pairs / 1000, pairs % 1000);
    assert!(readme.contains(&text), "README does not say `{text}`");
}

#[test]
fn it_has_at_most_150_lines() {
    assert!(readme().lines().count() <= 150);
}
