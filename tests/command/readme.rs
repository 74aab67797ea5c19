//! README shows real output and true figures, on few lines.

use std::fs;

use serde_json::Value;

use crate::workplace::{Workplace, repository};

fn readme() -> String {
    fs::read_to_string(repository().join("README.md")).unwrap()
}

#[test]
fn its_sessions_are_what_the_program_prints() {
    let (readme, place) = (readme(), Workplace::new());
    let mut sessions = 0;
    for block in readme.split("```console\n").skip(1) {
        let session = block.split("```").next().unwrap();
        let (line, output) = session.split_once('\n').unwrap();
        let arguments: Vec<&str> = line.strip_prefix("$ muniment ").unwrap().split(' ').collect();
        let data = repository().join("data");
        let ended = place.run(&[&arguments[..], &["--data", data.to_str().unwrap()]].concat());
        assert!(ended.code < 2 && ended.text.starts_with(output), "{line}:\n{}", ended.text);
        sessions += 1;
    }
    assert!(sessions > 0, "README shows no session");
}

#[test]
fn its_figures_are_those_of_the_library() {
    let readme = readme();
    let figures = fs::read_to_string(repository().join("tests/live-library.json")).unwrap();
    let figures: Value = serde_json::from_str(&figures).unwrap();
    for text in [
        format!("**{} licenses as data**", figures["records"]),
        format!("{} of them quote their text", figures["texts"]),
    ] {
        assert!(readme.contains(&text), "README does not say `{text}`");
    }
}

#[test]
fn it_has_at_most_150_lines() {
    assert!(readme().lines().count() <= 150);
}
