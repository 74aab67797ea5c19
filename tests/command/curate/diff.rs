use crate::curate::desk::{Desk, RECORD};

const MEADOW: &str = "Meadow-Reciprocal-2.0-only";

#[test]
fn differences_are_coloured_where_that_is_asked_for() {
    let desk = Desk::new();
    let plain = desk.run(&["diff", MEADOW]);
    assert_eq!(plain.code, 1, "they differ");
    assert!(!plain.text.contains('\u{1b}'), "no terminal, no colours");
    let coloured = desk.run(&["diff", MEADOW, "--color", "always"]);
    assert_eq!(coloured.code, 1);
    assert!(coloured.text.contains("\u{1b}[31m- prohibition svc:promote\u{1b}[0m"), "{}", coloured.text);
    let part = "~\u{1b}[0m svc:reviewStatus \u{1b}[32msvc:Reviewed\u{1b}[0m";
    assert!(coloured.text.contains(part), "of a change, what is other is painted: {}", coloured.text);
    let never = desk.run(&["diff", MEADOW, "--color", "never"]);
    assert_eq!(never.text, plain.text);
    let mut stripped = coloured.text;
    for code in ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[31m", "\u{1b}[32m", "\u{1b}[33m"] {
        stripped = stripped.replace(code, "");
    }
    assert_eq!(stripped, plain.text, "colours say nothing that words do not");
}

#[test]
fn one_version_has_nothing_before_it() {
    Desk::new().run(&["diff", RECORD]).refused("has one version only");
    Desk::new().run(&["diff", &format!("{RECORD}@7"), RECORD]).refused("has no version 7");
}
