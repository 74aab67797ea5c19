//! The page that audits a list of parts: what `muniment audit` answers, for a form that works without scripts.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::checkers;
use crate::server::{Answer, server};

const FORM: [(&str, &str); 1] = [("content-type", "application/x-www-form-urlencoded")];

/// A lock file of npm with three parts.
const LOCK: &str = r#"{"lockfileVersion": 3, "packages": {
    "": {"name": "mine"},
    "node_modules/a": {"version": "1.0.0", "license": "MIT"},
    "node_modules/b": {"version": "2.0.0", "license": "GPL-3.0-only"},
    "node_modules/c": {"version": "3.0.0", "license": "LicenseRef-house"},
    "node_modules/d": {"version": "4.0.0", "license": "Elastic-2.0"},
    "node_modules/e": {"version": "5.0.0", "license": "ISC", "dev": true}
}}"#;

fn sent(fields: &[(&str, &str)]) -> Answer {
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let fields = fields.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
    server().send("/audit", &FORM, &fields.collect::<Vec<_>>().join("&"))
}

/// Fails unless an answer is the page; answers its text.
#[track_caller]
fn page(answer: &Answer, status: u16) -> &str {
    let text = checkers::page(answer, status);
    assert!(text.contains("<form id=\"audit\"") && !text.contains("style=\""), "{}", answer.asked);
    text
}

#[test]
fn the_form_is_opened_without_a_list() {
    let answer = server().get("/audit");
    let text = page(&answer, 200);
    assert!(text.contains("<h1>Audit a project</h1>") && text.contains("does not store the list"), "{text}");
    server().ask("HEAD", "/audit", &[]).is(200);
}

#[test]
fn what_is_wrong_comes_first_with_what_helps() {
    let answer = sent(&[("document", LOCK), ("file", "package-lock.json"), ("target", "closed source")]);
    let text = page(&answer, 200);
    for expected in [
        "1 of 4 parts can’t go into a closed-source work.</h1>",
        "License: GPL-3.0-only.",
        "1 part left out, for development only.",
        "href=\"/license-library/GPL-3.0-only\">GPL-3.0-only</a>",
        "b 2.0.0",
        "keep the part a separate program",
        "<code>LicenseRef-house</code>",
        "does not allow use",
        "Keep the license text and the copyright notices with every copy",
        "name=\"format\" value=\"sarif\"",
    ] {
        assert!(text.contains(expected), "{expected} is missing from\n{text}");
    }
    let count =
        |words: &str| text.split(&format!("<dt>{words}</dt>")).nth(1).unwrap().split("</dd>").next().unwrap();
    for (words, number) in
        [("can’t go in", "1"), ("we can’t tell", "2"), ("can go in, if you meet the conditions", "1")]
    {
        assert!(count(words).ends_with(&format!(" {number}")), "{words}: {}", count(words));
    }
    let dev = sent(&[("document", LOCK), ("target", "MIT"), ("dev", "true"), ("ship", "internal")]);
    assert!(page(&dev, 200).contains("We can’t tell for 1 of 5 parts.</h1>"), "{}", dev.text());
}

#[test]
fn parts_without_a_work_can_go_together_or_not() {
    let fits = sent(&[("document", "MIT\nApache-2.0\n")]);
    assert!(page(&fits, 200).contains("2 parts can go together into one work.</h1>"), "{}", fits.text());
    let clash = sent(&[("document", "GPL-2.0-only\nApache-2.0\n")]);
    let text = page(&clash, 200);
    assert!(text.contains("The parts can’t go together into one work.</h1>"), "{text}");
    assert!(text.contains("Licenses that no work can combine"), "{text}");
    let empty =
        sent(&[("document", r#"{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": []}"#)]);
    assert!(page(&empty, 200).contains("The list has no parts.</h1>"), "{}", empty.text());
}

#[test]
fn reports_are_saved_under_their_names() {
    let asked = |format| {
        sent(&[("document", LOCK), ("file", "package-lock.json"), ("target", "MIT"), ("format", format)])
    };
    for (format, media_type, name, holds) in [
        ("notice", "text/plain; charset=utf-8", "NOTICE", "[copyright notice of b 2.0.0]"),
        ("markdown", "text/markdown; charset=utf-8", "licenses.md", "## Licenses of package-lock.json"),
        ("sarif", "application/sarif+json", "licenses.sarif", "\"uri\": \"package-lock.json\""),
        ("cyclonedx", "application/vnd.cyclonedx+json", "concluded.cdx.json", "\"concluded\""),
        ("json", "application/json", "audit.json", "\"verdict\": \"not-allowed\""),
    ] {
        let answer = asked(format);
        answer.is(200).has("content-type", media_type);
        let saved = answer.header("content-disposition").unwrap_or_default();
        assert!(saved.starts_with("attachment") && saved.contains(name), "{saved}");
        assert!(answer.text().contains(holds), "{format}: {}", answer.text());
    }
    asked("pdf").is(422);
}

#[test]
fn an_answer_of_the_checker_is_saved_as_a_report() {
    let query = "ids=MIT,Apache-2.0&target=proprietary&ship=source";
    let answer = server().get(&format!("/license-compatibility-checker?{query}"));
    let text = checkers::page(&answer, 200);
    let form = text.split("<form class=\"beside\" action=\"/audit\" method=\"post\">").nth(1).unwrap();
    let form = form.split("</form>").next().unwrap();
    let value = |name: &str| {
        let field = form.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap();
        field.split('"').next().unwrap()
    };
    let fields = ["document", "target", "use", "ship", "purpose"].map(|name| (name, value(name)));
    assert_eq!(fields[0].1, "MIT\nApache-2.0");
    let saved = sent(&[&fields[..], &[("format", value("format"))]].concat());
    saved.is(200).has("content-type", "text/plain; charset=utf-8");
    assert!(saved.text().contains("(Apache-2.0)"), "{}", saved.text());
    let title = "<meta property=\"og:title\" content=\"Yes, if you meet the conditions: parts under MIT";
    assert!(text.contains(title) && text.contains("<meta property=\"og:description\""), "{text}");
}

#[test]
fn every_field_that_cannot_be_read_says_so() {
    let evil = "\"><script>alert(1)</script>";
    let answer = sent(&[("document", "{\"broken\": "), ("target", "GPLv9"), ("use", evil), ("file", evil)]);
    let text = page(&answer, 422);
    for name in ["document", "target", "use"] {
        assert!(text.contains(&format!("id=\"{name}-error\"")), "{name} is missing from\n{text}");
    }
    assert!(!text.contains("<script>alert"), "{text}");
    let empty = sent(&[("document", " \n")]);
    assert!(page(&empty, 422).contains("Paste a list of parts"), "{}", empty.text());
    let listed = sent(&[("document", evil)]);
    assert!(!listed.text().contains("<script>alert"), "{}", listed.text());
    server().send("/audit", &[("content-type", "text/plain")], "document=MIT").is(415);
    server().send("/audit", &FORM, "document=MIT&document=MIT").is(422);
    let long = "MIT\n".repeat(300_000);
    server().send("/audit", &FORM, &format!("document={long}")).is(413);
}
