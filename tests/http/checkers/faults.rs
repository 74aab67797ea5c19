use super::{BROWSER, CHECKER, encoded, fetch, fragment, look, page, says, send};
use crate::repository::DEPLOYMENT;

/// What is typed, the status of the answer, and what it says.
type Fault<'f> = (&'f [(&'f str, &'f str)], u16, &'f [&'f str]);

const FAULTS: [Fault<'_>; 12] = [
    (&[("ids", "")], 422, &["Name the licenses of two parts at least.", "id=\"licenses-error\""]),
    (&[("ids", "MIT"), ("ids", "")], 422, &["Name a second license", "value=\"MIT\"", "MIT License"]),
    (&[("ids", "MIT"), ("ids", "mit")], 422, &["MIT is named twice", "value=\"mit\"", "id=\"ids-2-error\""]),
    (
        &[("ids", "MIT"), ("ids", "Nope-1.0")],
        404,
        &["The library knows no license of this name.", "value=\"Nope-1.0\"", "id=\"ids-2-error\""],
    ),
    (&[("ids", "MIT"), ("ids", "Apache-9")], 404, &["Perhaps", "(<code>Apache-2.0</code>)"]),
    (
        &[("ids", "MIT"), ("ids", "ftp://x/y")],
        422,
        &["This is no address of a license", "value=\"ftp://x/y\""],
    ),
    (&[("ids", "MIT"), ("ids", "https://x/a b")], 422, &["This is no address of a license"]),
    (
        &[("ids", "MIT"), ("ids", "https://elsewhere.example/licenselibrary/MIT")],
        404,
        &["The library knows no license at this address"],
    ),
    (
        &[("ids", "MIT,ISC"), ("dependency_graph", "dg_nowhere")],
        404,
        &[
            "Unknown dependency graph: dg_nowhere",
            "value=\"dg_nowhere\" selected",
            "id=\"dependency_graph-error\"",
        ],
    ),
    (
        &[("ids", "MIT,ISC"), ("dependency_graph", "https://elsewhere.example/dg")],
        422,
        &["id=\"dependency_graph-error\""],
    ),
    (&[("ids", "MIT,ISC"), ("target", "Nope-1.0")], 404, &["id=\"target-error\"", "value=\"Nope-1.0\""]),
    (
        &[("ids", "Nope-1.0,ftp://x/y"), ("target", "Nope-2.0")],
        422,
        &["value=\"Nope-2.0\"", "id=\"ids-2-error\""],
    ),
];

#[test]
fn what_is_wrong_stands_at_its_field_and_what_was_typed_is_kept() {
    for (fields, status, expected) in FAULTS {
        for answer in [look(CHECKER, fields), send(&format!("{CHECKER}/check"), fields)] {
            let text = page(&answer, status);
            says(text, expected);
            assert!(!text.contains("id=\"result\""), "{}", answer.asked);
        }
        let part = fetch(&format!("{CHECKER}/check"), fields);
        let text = fragment(&part, status);
        says(text, expected);
        says(text, &["<form id=\"question\""]);
    }
}

#[test]
fn a_list_that_is_too_long_is_kept_in_one_field() {
    let ids: Vec<String> = (0..31).map(|number| format!("License-{number}")).collect();
    let list = ids.join(",");
    let answer = send(&format!("{CHECKER}/check"), &[("ids", &list)]);
    says(page(&answer, 422), &["You named 31 licenses", "License-0, License-1,", "License-30\""]);
    let many = vec!["ids=MIT"; 20_000].join("&");
    let form = ("Content-Type", "application/x-www-form-urlencoded");
    let answer = DEPLOYMENT.server.send(&format!("{CHECKER}/check"), &[BROWSER, form], &many);
    let text = page(&answer, 422);
    assert_eq!(text.matches("name=\"ids\"").count(), 2);
}

#[test]
fn nothing_that_is_typed_becomes_part_of_the_page() {
    let evil = "\"><script>alert(1)</script><img src=x onerror=alert(1)>";
    for fields in [
        [("ids", evil), ("ids", "MIT"), ("target", "MIT")],
        [("ids", "MIT"), ("ids", "ISC"), ("target", evil)],
        [("ids", "MIT"), ("ids", "ISC"), ("dependency_graph", evil)],
        [
            ("ids", "\u{0}\u{202e}'; DROP TABLE licenses; --"),
            ("ids", "../../etc/passwd"),
            ("target", "{{ 7*7 }}"),
        ],
    ] {
        for answer in [look(CHECKER, &fields), send(&format!("{CHECKER}/check"), &fields)] {
            assert!(matches!(answer.status, 404 | 422), "{}: {}", answer.asked, answer.status);
            let text = page(&answer, answer.status);
            assert!(!text.contains("<script>alert") && !text.contains("<img"), "{text}");
        }
        let statement = send(&format!("{CHECKER}/statement"), &fields);
        assert!(matches!(statement.status, 404 | 422), "{}", statement.asked);
        statement.has("content-disposition", None);
    }
}

#[test]
fn a_name_of_ten_thousand_characters_is_refused_at_its_field() {
    for long in
        ["x".repeat(10_000), format!("https://muniment.example/{}", "é".repeat(5_000)), "<".repeat(10_000)]
    {
        let answer = send(&format!("{CHECKER}/check"), &[("ids", "MIT"), ("ids", &long)]);
        says(page(&answer, 422), &["more than 512 characters", "id=\"ids-2-error\""]);
    }
}

#[test]
fn what_is_no_form_is_no_question() {
    let answer =
        DEPLOYMENT.server.post(&format!("{CHECKER}/check"), "application/json", r#"{"ids": ["MIT", "ISC"]}"#);
    answer.is(415);
    let broken = DEPLOYMENT.server.ask("GET", &format!("{CHECKER}?ids=%zz"), &[]);
    broken.is(400);
    let odd = DEPLOYMENT.server.ask(
        "GET",
        &format!("{CHECKER}?{}", encoded(&[("ids", "MIT,ISC"), ("else", "1")])),
        &[],
    );
    page(&odd, 200);
}
