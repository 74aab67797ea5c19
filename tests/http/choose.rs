//! The page that finds a license for a new work: a form that is sent by GET and works without scripts.

use crate::checkers;
use crate::server::{Answer, server};

/// Fails unless an answer is the page, under the policy of pages; answers its text.
#[track_caller]
fn page(answer: &Answer, status: u16) -> &str {
    let text = checkers::page(answer, status);
    assert!(!text.contains("style=\"") && text.contains("<form class=\"chooser\""), "{}", answer.asked);
    text
}

#[test]
fn an_address_without_answers_is_the_form() {
    let answer = server().get("/choose");
    let text = page(&answer, 200);
    assert!(text.contains("Which license fits my work?") && !text.contains("class=\"fits\""), "{text}");
    server().ask("HEAD", "/choose", &[]).is(200);
    server().ask("POST", "/choose", &[]).is(405).has("allow", "GET, HEAD");
}

#[test]
fn answers_find_three_licenses_and_texts_to_copy() {
    let query = "kind=code&sell=yes&open=no&patents=grant&credit=notice&name=Ada+%26+Co&year=2026";
    let answer = server().get(&format!("/choose?{query}"));
    let text = page(&answer, 200);
    for expected in [
        "<h1>Apache-2.0 fits your answers best.</h1>",
        "href=\"/license-library/Apache-2.0\"",
        "SPDX-FileCopyrightText: 2026 Ada &amp; Co\nSPDX-License-Identifier: Apache-2.0",
        "5 of 5 answers",
    ] {
        assert!(text.contains(expected), "{expected} is missing from\n{text}");
    }
    assert_eq!(text.matches("<li class=\"fits\">").count(), 3);
    for (query, first) in [
        ("kind=data&credit=none", "CC0-1.0"),
        ("kind=text&open=work&credit=name", "CC-BY-SA-4.0"),
        ("open=network", "AGPL-3.0-only"),
    ] {
        let answer = server().get(&format!("/choose?{query}"));
        assert!(page(&answer, 200).contains(&format!("<h1>{first} fits")), "{query}");
    }
}

#[test]
fn every_answer_that_cannot_be_read_is_told_at_its_question() {
    let evil = "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    let answer = server().get(&format!("/choose?kind=boat&open={evil}&year=soon&name={evil}&credit=name"));
    let text = page(&answer, 422);
    for name in ["kind", "open", "year"] {
        assert!(text.contains(&format!("id=\"{name}-error\"")), "{name} is missing from\n{text}");
    }
    assert!(text.contains("value=\"name\" checked") && !text.contains("class=\"fits\""), "{text}");
    assert!(!text.contains("<script>alert"), "{text}");
    server().get("/choose?kind=%zz").is(400);
}
