//! spec:version-1#assistant-objects, spec:version-1#states, spec:version-1#translation, spec:version-1#narration and
//! spec:version-1#quotas in the browser: the text of a license becomes a draft, and a license a text. The provider is
//! one of our own, and the clock stands still unless a test moves it.

use std::time::Duration;

use muniment_server::store::QuotaKind;
use serde_json::{Value, json};

use super::browser::{Browser, path};
use super::people::PASSWORD;
use super::simulated::{Known, Simulated};
use crate::narration::provider::{Provider, Reply};
use crate::server::Answer;
use crate::translation::{PART, REVIEW, license, reading};

const TEXT: &str = "/text-to-license";
const RETRY: &str = "/text-to-license/retry";
const LICENSE: &str = "/license-to-text";
const NARRATION: &str = "license_narration";

/// A server with a provider, and somebody with an account.
struct Setup {
    host: Simulated,
    provider: Provider,
    ada: Known,
}

impl Setup {
    fn new() -> Self {
        Self::with(&[])
    }

    fn with(flags: &[&str]) -> Self {
        let provider = Provider::start();
        provider.answers(PART, [Reply::content(&reading(0))]);
        provider.answers(REVIEW, [Reply::content(&json!({"notes": []}))]);
        let own = ["--limits", "off", "--translation-part-characters", "400"];
        let own = own.iter().chain(flags).map(|&flag| flag.to_owned());
        let host = Simulated::open_with(&provider.flags(60).into_iter().chain(own).collect::<Vec<_>>());
        let ada = host.person();
        Self { host, provider, ada }
    }

    fn browser(&self) -> Browser<'_> {
        signed_in(&self.host, &self.ada)
    }
}

fn signed_in<'s>(host: &'s Simulated, person: &Known) -> Browser<'s> {
    let browser = Browser::new(&host.server);
    browser.log_in(&person.email, PASSWORD).is(303);
    browser
}

/// Sends a text as the form does.
fn send(browser: &Browser<'_>, action: &str, text: &str) -> Answer {
    browser.submit(TEXT, action, &[("text", text), ("title", ""), ("consent", "yes")])
}

/// Looks at a run until it is over.
fn over(browser: &Browser<'_>, run: &str) -> String {
    loop {
        let page = browser.get(run).is(200).text().to_owned();
        if !page.contains("data-underway") {
            return page;
        }
        std::thread::yield_now();
    }
}

/// Fails unless an answer is a page with this status that holds all of this.
#[track_caller]
fn page(answer: &Answer, status: u16, parts: &[&str]) -> String {
    answer.is(status).has("content-type", "text/html; charset=utf-8").has("cache-control", "no-store");
    for part in parts {
        assert!(answer.text().contains(part), "{}: {part}\n{}", answer.asked, answer.text());
    }
    answer.text().to_owned()
}

/// A license of one part that permits, requires and prohibits, and what is read in it.
fn three_sentences() -> (&'static str, Value) {
    let found = |kind: &str, term: &str, on: &str, evidence: &str| json!({"kind": kind, "term": term, "attached_to": on, "evidence": evidence, "confidence": 0.9, "note": ""});
    let statements = json!([
        found("permission", "odrl:distribute", "", "You may pass the work on."),
        found("duty", "cc:Attribution", "odrl:distribute", "If you do, name the author."),
        found("prohibition", "svc:promote", "", "Do not promote yourself with it."),
    ]);
    let reading = json!({
        "title": "Field license", "language": "en", "metadata": {}, "statements": statements, "unmodelled": [],
        "warnings": [],
    });
    ("You may pass the work on. If you do, name the author. Do not promote yourself with it.", reading)
}

#[test]
fn a_text_is_read_reviewed_and_saved_without_what_was_dropped() {
    let setup = Setup::new();
    let (text, reading) = three_sentences();
    setup.provider.answers(PART, [Reply::content(&reading)]);
    let browser = setup.browser();
    page(
        &browser.get(TEXT),
        200,
        &["10 of 10 imports of license texts", "10 of 10 license texts", "127.0.0.1"],
    );
    let run = path(send(&browser, TEXT, text).is(303));
    assert!(run.starts_with("/text-to-license/runs/"), "{run}");
    page(
        &browser.get(&run),
        200,
        &[
            "<h1>Field license</h1>",
            "<blockquote data-quote>You may pass the work on.</blockquote>",
            "<blockquote data-quote>If you do, name the author.</blockquote>",
            "name=\"keep-0\" value=\"yes\" checked",
            "name=\"keep-2\" value=\"yes\" checked",
            "A condition of: ",
        ],
    );
    let draft = browser.submit(&run, &format!("{run}/draft"), &[("keep-0", "yes"), ("keep-1", "yes")]);
    let draft = path(draft.is(303));
    page(&browser.get(&draft), 200, &["Field license", "draft"]);
    let id = draft.strip_prefix("/account/licenses/").unwrap();
    let model = setup.host.get(&setup.ada, &format!("/licenselibrary/license/{id}?format=ttl"));
    let model = model.is(200).text();
    assert!(model.contains("odrl:distribute") && model.contains("cc:Attribution"), "{model}");
    assert!(!model.contains("svc:promote"), "what was dropped is in the draft: {model}");
    // A run is saved once, whatever is kept later, as the draft may have been worked on since.
    let again = browser.submit(TEXT, &format!("{run}/draft"), &[("keep-2", "yes")]);
    assert_eq!(path(again.is(303)), draft);
    let saved = page(&browser.get(&run), 200, &[&format!("/license-composer?draft={id}"), &draft]);
    assert!(!saved.contains("keep-0"), "{saved}");
    page(&browser.get(TEXT), 200, &["9 of 10 imports of license texts"]);
}

#[test]
fn a_duty_is_dropped_with_its_permission() {
    let setup = Setup::new();
    let (text, reading) = three_sentences();
    setup.provider.answers(PART, [Reply::content(&reading)]);
    let browser = setup.browser();
    let run = path(send(&browser, TEXT, text).is(303));
    let kept = [("keep-1", "yes"), ("keep-2", "yes")];
    let draft = path(browser.submit(&run, &format!("{run}/draft"), &kept).is(303));
    let id = draft.strip_prefix("/account/licenses/").unwrap();
    let model = setup.host.get(&setup.ada, &format!("/licenselibrary/license/{id}?format=ttl"));
    let model = model.is(200).text();
    assert!(model.contains("svc:promote") && !model.contains("cc:Attribution"), "{model}");
}

#[test]
fn evidence_of_a_hostile_text_is_shown_as_text() {
    let setup = Setup::new();
    let text = "<script>alert(1)</script> You may \"pass\" the <b>work</b> on.";
    let mut found = reading(0);
    found["title"] = json!("<img src=x onerror=alert(1)>");
    found["statements"][0]["evidence"] = json!(text);
    found["statements"][0]["note"] = json!("</td><script>alert(2)</script>");
    found["unmodelled"] = json!([{"clause_quote": "<b>work</b>", "proposed_term": "<i>x</i>", "note": ""}]);
    setup.provider.answers(PART, [Reply::content(&found)]);
    let browser = setup.browser();
    let run = path(send(&browser, TEXT, text).is(303));
    let html = page(
        &browser.get(&run),
        200,
        &[
            "&lt;script&gt;alert(1)&lt;/script&gt; You may &quot;pass&quot; the &lt;b&gt;work&lt;/b&gt; on.",
            "&lt;img src=x onerror=alert(1)&gt;",
        ],
    );
    for raw in ["<script>", "<img", "<b>work", "<i>x"] {
        assert!(!html.contains(raw), "{raw}\n{html}");
    }
}

#[test]
fn a_longer_text_is_followed_until_it_is_over() {
    let setup = Setup::new();
    let late = Reply::content(&reading(2)).after(Duration::from_millis(700));
    setup.provider.answers(PART, [Reply::content(&reading(1)), late]);
    let browser = setup.browser();
    let run = path(send(&browser, TEXT, &license(2)).is(303));
    page(
        &browser.get(&run),
        200,
        &[
            "<title>Reading ",
            "<noscript><meta http-equiv=\"refresh\"",
            "<progress max=\"2\"",
            "role=\"status\"",
        ],
    );
    while !browser.get(&run).is(200).text().contains("1 of 2 parts are read") {}
    page(&browser.get(&run), 200, &["<q>You may copy and distribute the work of"]);
    let done = over(&browser, &run);
    assert!(done.contains("1 more passage<"), "said twice, it is one statement: {done}");
    // It is nobody else's, and nobody's who is not signed in.
    let bob = setup.host.person();
    let bob = signed_in(&setup.host, &bob);
    page(&bob.get(&run), 404, &["no such run of yours"]);
    page(&bob.submit(TEXT, &format!("{run}/draft"), &[("keep-0", "yes")]), 404, &["no such run of yours"]);
    page(&bob.get("/text-to-license/runs/none"), 404, &["no such run of yours"]);
    assert_eq!(path(Browser::new(&setup.host.server).get(&run).is(303)), "/login");
    // Two hours later it is forgotten.
    setup.host.wait(2 * 60 * 60);
    let sweep = muniment_server::run::housekeeping::sweep(&setup.host.store, setup.host.now());
    setup.host.runtime.block_on(sweep).unwrap();
    page(&browser.get(&run), 404, &["about two hours after it ended"]);
}

#[test]
fn the_rest_of_a_text_is_read_when_it_is_sent_again() {
    let setup = Setup::new();
    let parts = [Reply::content(&reading(1)), Reply::status(400), Reply::content(&reading(3))];
    setup.provider.answers(PART, parts);
    let browser = setup.browser();
    let run = path(send(&browser, TEXT, &license(3)).is(303));
    let partial = over(&browser, &run);
    for part in ["Part 2 of 3 could not be read", "action=\"/text-to-license/retry\""] {
        assert!(partial.contains(part), "{part}\n{partial}");
    }
    // Another text is none to go on with.
    let other = send(&browser, RETRY, "Another text.");
    page(
        &other,
        422,
        &["id=\"text-error\">No run read a part of this text", "Another text.</textarea>", RETRY],
    );
    setup.provider.asked();
    setup.provider.answers(PART, [Reply::content(&reading(2))]);
    setup.host.wait(1);
    // Browsers break lines by two characters.
    let again = path(send(&browser, RETRY, &license(3).replace('\n', "\r\n")).is(303));
    let whole = over(&browser, &again);
    assert!(whole.contains("of 3 parts read</dt><dd>3") && !whole.contains("could not be read"), "{whole}");
    let asked = setup.provider.asked();
    assert_eq!(
        asked.iter().filter(|asked| asked.schema() == PART).count(),
        1,
        "what was read is not asked again"
    );
    page(&browser.get(TEXT), 200, &["9 of 10 imports of license texts"]);
    // Whole, there is nothing to go on with.
    page(&send(&browser, RETRY, &license(3)), 422, &["No run read a part of this text"]);
}

#[test]
fn a_text_that_is_refused_comes_back_with_a_sentence() {
    let setup = Setup::with(&["--translation-characters", "500", "--translations", "1"]);
    let browser = setup.browser();
    let sent = |fields: &[(&str, &str)]| browser.submit(TEXT, TEXT, fields);
    page(
        &sent(&[("title", "My title")]),
        422,
        &["id=\"text-error\">Paste the text", "id=\"consent-error\">", "value=\"My title\""],
    );
    page(&sent(&[("text", "A text."), ("title", "")]), 422, &["id=\"consent-error\">", "A text.</textarea>"]);
    let long = "word ".repeat(101);
    let answer = sent(&[("text", &long), ("consent", "yes")]);
    page(
        &answer,
        413,
        &["id=\"text-error\">The text has 505 characters", "word word", "value=\"yes\" required checked"],
    );
    assert!(setup.provider.asked().is_empty(), "none of those was sent on");
    send(&browser, TEXT, &license(1)).is(303);
    let spent = send(&browser, TEXT, &license(1));
    page(
        &spent,
        429,
        &[
            "translations of today",
            "2026-11-21 00:00 UTC",
            "the work of section 1",
            "0 of 1 imports of license texts",
        ],
    );
    assert_eq!(spent.header("retry-after"), Some("86400"));
    setup.host.wait(24 * 60 * 60);
    send(&browser, TEXT, &license(1)).is(303);
}

#[test]
fn a_provider_that_is_down_is_told_with_the_text_kept() {
    let setup = Setup::new();
    setup.provider.answers(PART, [Reply::status(400)]);
    let browser = setup.browser();
    page(
        &send(&browser, TEXT, &license(1)),
        502,
        &["The provider answered with an error", "the work of section 1"],
    );
    // A longer text fails where it is waited for, and can be sent again from there.
    let run = path(send(&browser, TEXT, &license(2)).is(303));
    let failed = over(&browser, &run);
    for part in
        ["The text was not read", "The provider answered with an error", "action=\"/text-to-license\""]
    {
        assert!(failed.contains(part), "{part}\n{failed}");
    }
    page(&browser.submit(TEXT, &format!("{run}/draft"), &[]), 404, &["no such run"]);
}

#[test]
fn texts_are_read_for_those_alone_who_may_have_it() {
    let setup = Setup::new();
    let stranger = Browser::new(&setup.host.server);
    let shown = page(&stranger.get(TEXT), 200, &["<a href=\"/login\">Sign in</a>"]);
    let (_, main) = shown.split_once("<main").unwrap();
    assert!(!main.contains("<form"), "{shown}");
    // Whose session is over while they type does not lose what they typed.
    let browser = setup.browser();
    let csrf = browser.csrf(TEXT);
    setup.host.wait(15 * 24 * 60 * 60);
    let fields = [("text", "Typed for hours."), ("consent", "yes"), ("csrf_token", csrf.as_str())];
    page(&browser.post(TEXT, &fields), 403, &["Nobody is signed in here", "Typed for hours.</textarea>"]);
    let browser = setup.browser();
    let csrf = browser.csrf(TEXT);
    for fields in
        [vec![("text", "A text."), ("consent", "yes")], vec![("text", "A text."), ("csrf_token", "x")]]
    {
        for action in [TEXT, RETRY, LICENSE, "/text-to-license/runs/x/draft"] {
            page(&browser.post(action, &fields), 403, &["load the page again"]);
        }
    }
    setup.host.forbid(&setup.ada, QuotaKind::Translation);
    page(&browser.get(TEXT), 403, &["daily quota is zero"]);
    let fields = [("text", "A text."), ("consent", "yes"), ("csrf_token", csrf.as_str())];
    page(&browser.post(TEXT, &fields), 403, &["allowance of this account is zero", "A text.</textarea>"]);
    assert!(setup.provider.asked().is_empty());
}

#[test]
fn without_a_provider_the_pages_say_so() {
    let host = Simulated::open_with(&["--limits".to_owned(), "off".to_owned()]);
    let ada = host.person();
    let browser = signed_in(&host, &ada);
    for reader in [&browser, &Browser::new(&host.server)] {
        page(&reader.get(TEXT), 503, &["no language model"]);
        page(&reader.get(LICENSE), 200, &["no language model that writes texts"]);
    }
}

#[test]
fn the_plain_reading_is_for_everybody_and_has_an_address() {
    let setup = Setup::new();
    let stranger = Browser::new(&setup.host.server);
    page(&stranger.get(LICENSE), 200, &["<a href=\"/login\">sign in</a>", "name=\"license\""]);
    let sent = |fields: &[(&str, &str)]| stranger.submit(LICENSE, LICENSE, fields);
    let answer = sent(&[("license", "https://svc.example/licenselibrary/CC-BY-4.0"), ("by", "vocabulary")]);
    assert!(answer.is(303).header("location").unwrap().starts_with("/license-to-text?license="));
    let plain = setup.host.server.get("/licenselibrary/license/CC-BY-4.0?format=text");
    let shown = page(
        &stranger.get("/license-to-text?license=CC-BY-4.0"),
        200,
        &[
            "Creative Commons Attribution 4.0 International</h1>",
            "<h2>What you may do</h2>",
            "generated from the vocabulary only",
            "/licenselibrary/license/CC-BY-4.0?format=text\" download=\"CC-BY-4.0.txt\"",
        ],
    );
    // It is the text that programs get, laid out as a page.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = words(plain.is(200).text());
    let items: Vec<&str> =
        shown.split("<li>").skip(1).filter_map(|rest| rest.split("</li>").next()).collect();
    let said = items.iter().filter(|item| plain.contains(&format!("- {item}"))).count();
    assert!(said > 0, "{plain}\n{shown}");
    page(
        &stranger.get("/license-to-text?license=None-1.0"),
        404,
        &["id=\"license-error\">Unknown license id: None-1.0", "value=\"None-1.0\""],
    );
    page(&sent(&[("license", " ")]), 422, &["id=\"license-error\">Name a license"]);
    let broken = "@prefix odrl: <http://www.w3.org/ns/odrl/2/> .\n<https://x.example/a> a odrl:Set ; .. <b>";
    page(
        &sent(&[("model", broken)]),
        422,
        &["id=\"model-error\">The model is not Turtle", "line 2", "&lt;b&gt;</textarea>"],
    );
    let model = "@prefix odrl: <http://www.w3.org/ns/odrl/2/> .\r\n@prefix dct: <http://purl.org/dc/terms/> .\r\n\
                 [] a odrl:Set ; dct:title \"Own <b>license</b>\" ; odrl:permission [ odrl:action odrl:distribute ] .";
    page(
        &sent(&[("model", model), ("license", "None-1.0")]),
        200,
        &["<h1>Own &lt;b&gt;license&lt;/b&gt;</h1>"],
    );
    page(&sent(&[("license", "CC-BY-4.0"), ("by", "provider")]), 403, &["Nobody is signed in here"]);
    assert!(setup.provider.asked().is_empty());
}

#[test]
fn the_language_model_writes_for_those_who_are_signed_in() {
    let setup = Setup::new();
    let section = json!({"heading": "What you may do", "text": "You may pass it on.", "statements": ["odrl:distribute"]});
    let written = json!({"title": "In plain words", "preamble": "", "sections": [section], "closing": ""});
    setup.provider.answers(NARRATION, [Reply::content(&written)]);
    let browser = setup.browser();
    let ask = || {
        let fields = [("license", "CC-BY-4.0"), ("without_names", "yes"), ("by", "provider")];
        browser.submit(LICENSE, LICENSE, &fields)
    };
    page(&browser.get(LICENSE), 200, &["10 of 10 license texts", "Generate text with 127.0.0.1"]);
    page(
        &ask(),
        200,
        &[
            "<h1>In plain words</h1>",
            "You may pass it on.",
            "Written by the language model at 127.0.0.1",
            "not in the text",
            "9 of 10 license texts",
            "names of creator, licensor and publisher are omitted",
        ],
    );
    setup.provider.answers(NARRATION, [Reply::status(400)]);
    page(&ask(), 200, &["did not write this text", "<h2>What you may do</h2>", "8 of 10 license texts"]);
    setup.host.forbid(&setup.ada, QuotaKind::Narration);
    page(&ask(), 403, &["daily allowance is zero", "value=\"CC-BY-4.0\""]);
}
