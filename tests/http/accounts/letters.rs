//! spec:version-1#website-endpoints and spec:version-1#events: what people write to the curators, in the browser alone;
//! it is stored first.

use super::browser::{Browser, CSRF, inputs, led, page};
use super::databases::{Engine, TestServer, on_both_databases};
use super::people::PASSWORD;
use super::{assert_letters, sentence};

on_both_databases![
    anybody_writes_a_letter,
    a_letter_with_a_fault_comes_back_as_it_was_typed,
    letters_come_from_our_own_page,
    a_member_writes_a_letter_and_is_answered,
    a_license_is_proposed_and_decided,
    a_correction_names_a_record_and_a_version_of_it,
    threads_are_for_their_author_and_the_curators,
    a_thread_is_decided_once,
    whatever_is_written_is_shown_as_words,
    what_is_shared_is_told,
    what_was_seen_is_not_new,
    a_closed_account_is_a_former_member,
    the_audit_of_the_operator_tells_of_threads,
];

/// What somebody may write into any field of lines.
const EVIL: &str = "'; DROP TABLE threads; --\n</textarea><script>alert(\"1\")</script>\n{{ 7 * 7 }} %00 $1 \u{202e}é\u{1F9EA}";

/// The last segment of a path.
#[track_caller]
fn id(path: &str) -> String {
    let id = path.rsplit('/').next().unwrap();
    assert_letters(id, 12);
    id.to_owned()
}

pub(super) const LETTER: [(&str, &str); 4] = [
    ("name", "Eve Example"),
    ("email", "eve@example.org"),
    ("subject", "A question of mine"),
    ("message", "May I ask?\r\n\r\nI may."),
];

pub(super) const PROPOSAL: [(&str, &str); 6] = [
    ("title", "Meadow License 3.0"),
    ("text_address", "https://example.org/meadow-3"),
    ("spdx", "Meadow-3.0"),
    ("publisher", "The Meadow"),
    ("message", "Everybody mows by it."),
    ("model", "odrl:permission [ odrl:action odrl:reproduce ] ."),
];

/// The same fields with one changed.
fn with<'f>(fields: &[(&'f str, &'f str)], name: &str, value: &'f str) -> Vec<(&'f str, &'f str)> {
    fields.iter().map(|(field, kept)| (*field, if *field == name { value } else { *kept })).collect()
}

fn host(engine: Engine) -> TestServer {
    engine.open(&["--limits", "off", "--registration", "on"])
}

fn anybody_writes_a_letter(engine: Engine) {
    let host = host(engine);
    let eve = Browser::new(&host);
    let receipt = led(&eve.submit("/contact", "/contact", &LETTER));
    let reference = id(&receipt);
    for browser in [&eve, &Browser::new(&host)] {
        let said = page(&browser.get(&receipt), 200);
        assert!(said.contains(&reference) && said.contains("By e-mail"), "{said}");
        assert!(
            !said.contains("question") && !said.contains("eve@") && !said.contains("/threads/"),
            "{said}"
        );
        assert_eq!(led(&browser.get(&format!("/threads/{reference}"))), "/login");
    }
    sentence(&Browser::new(&host).get_as("/contact/0123456789ab", "application/json"), 404);
    assert_eq!(host.count("SELECT COUNT(*) FROM threads WHERE kind = 'contact' AND account IS NULL"), 1);
    assert_eq!(host.count("SELECT COUNT(*) FROM mails WHERE recipient = 'site' AND mailed_at IS NULL"), 1);

    let grace = Browser::of(&host.administrator("Grace"));
    let queue = page(&grace.get("/curation"), 200);
    assert!(queue.contains("A question of mine") && queue.contains("Eve Example"), "{queue}");
    let thread = format!("/threads/{reference}");
    let shown = page(&grace.get(&thread), 200);
    assert!(shown.contains("mailto:eve@example.org") && shown.contains("May I ask?\n\nI may."), "{shown}");
    led(&grace.submit(&thread, &thread, &[("message", "Answered by e-mail."), ("decision", "done")]));
    assert!(page(&grace.get("/curation?state=open"), 200).contains("There is nothing here."));
    assert!(page(&grace.get("/curation?state=done&kind=contact"), 200).contains("A question of mine"));
}

fn a_letter_with_a_fault_comes_back_as_it_was_typed(engine: Engine) {
    let host = host(engine);
    let eve = Browser::new(&host);
    let long = "x".repeat(20_001);
    for (field, typed, words) in [
        ("name", "", "This is needed."),
        ("name", "   ", "This is needed."),
        ("name", "Eve\nExample", "single line"),
        ("email", "", "This is needed."),
        ("email", "eve", "An e-mail address is a name"),
        ("email", "eve@", "An e-mail address is a name"),
        ("subject", "", "This is needed."),
        ("subject", "Hello\r\nBcc: all@example.org", "single line"),
        ("message", "", "This is needed."),
        ("message", " \r\n ", "This is needed."),
        ("message", "a\0b", "U+0000"),
        ("message", "a\x1b[2Jb", "U+001B"),
        ("message", "a\x0bb", "U+000B"),
        ("message", &long, "at most 20000"),
    ] {
        let answer = eve.submit("/contact", "/contact", &with(&LETTER, field, typed));
        let said = page(&answer, 422);
        assert!(
            said.contains(&format!("id=\"{field}-error\">")) && said.contains(words),
            "{field} {typed:?}"
        );
        assert_eq!(said.matches("aria-invalid=\"true\"").count(), 1, "{field} {typed:?}");
        for (kept, value) in LETTER.iter().filter(|(kept, _)| *kept != field) {
            let value = value.replace("\r\n", "\n");
            assert!(said.replace("\r\n", "\n").contains(&value), "{kept} is lost with {field} {typed:?}");
        }
    }
    let without = page(&eve.submit("/contact", "/contact", &[]), 422);
    assert_eq!(without.matches("This is needed.").count(), 4);
    assert_eq!(host.count("SELECT COUNT(*) FROM threads"), 0);
}

fn letters_come_from_our_own_page(engine: Engine) {
    let host = host(engine);
    let eve = Browser::new(&host);
    page(&eve.post("/contact", &LETTER), 403);
    let csrf = eve.csrf("/contact");
    let forged = [&LETTER[..], &[(CSRF, &csrf)]].concat();
    page(&Browser::new(&host).post("/contact", &forged), 403);
    let other = Browser::new(&host);
    other.csrf("/contact");
    page(&other.post("/contact", &forged), 403);
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let thread = led(&browser.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    for (place, fields) in [
        ("/submissions/new", &PROPOSAL[..]),
        ("/corrections/new", &[("license", "Meadow-Permissive-1.0"), ("message", "x")]),
        (&thread, &[("message", "x")]),
        ("/account/notifications", &[("mail", "yes")]),
        ("/account/notifications/read", &[("up_to", "1")]),
    ] {
        page(&browser.post(place, fields), 403);
        page(&browser.post(place, &[fields, &[(CSRF, csrf.as_str())]].concat()), 403);
    }
    assert_eq!(host.count("SELECT COUNT(*) FROM threads"), 1);
    assert_eq!(host.count("SELECT COUNT(*) FROM thread_entries"), 1);
    eve.post("/contact", &forged).is(303);
}

fn a_member_writes_a_letter_and_is_answered(engine: Engine) {
    let host = host(engine);
    let (ada, grace) = (host.member("Ada"), host.administrator("Grace"));
    let (ada, grace) = (Browser::of(&ada), Browser::of(&grace));
    let form = page(&ada.get("/contact"), 200);
    assert!(form.contains("You write as Ada") && !form.contains("name=\"email\""), "{form}");
    let receipt = led(&ada.submit("/contact", "/contact", &LETTER[2..]));
    let said = page(&ada.get(&receipt), 200);
    let thread = format!("/threads/{}", id(&receipt));
    assert!(said.contains(&format!("href=\"{thread}\"")), "{said}");
    led(&grace.submit(&thread, &thread, &[("message", "You may.")]));
    let told = page(&ada.get("/account/notifications"), 200);
    assert!(told.contains("1 new.") && told.contains("Grace wrote about"), "{told}");
    let shown = page(&ada.get(&thread), 200);
    assert!(shown.contains("You may.") && shown.contains("for the curators"), "{shown}");
    assert!(page(&ada.get("/account/notifications"), 200).contains("No new notifications."));
}

fn a_license_is_proposed_and_decided(engine: Engine) {
    let host = host(engine);
    let (ada, grace) = (host.member("Ada"), host.administrator("Grace"));
    let (ada, grace) = (Browser::of(&ada), Browser::of(&grace));
    for (field, typed, words) in [
        ("title", "", "This is needed."),
        ("text_address", "", "This is needed."),
        ("text_address", "javascript:alert(1)", "begins with https://"),
        ("text_address", "example.org", "begins with https://"),
        ("message", "", "This is needed."),
    ] {
        let fields = with(&PROPOSAL, field, typed);
        let said = page(&ada.submit("/submissions/new", "/submissions/new", &fields), 422);
        assert!(
            said.contains(&format!("id=\"{field}-error\">")) && said.contains(words),
            "{field} {typed:?}"
        );
        assert!(said.contains("odrl:permission [") && said.contains("The Meadow"), "what was typed is kept");
    }
    let thread = led(&ada.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    let shown = page(&ada.get(&thread), 200);
    for (_, words) in PROPOSAL {
        assert!(shown.contains(words), "{words}");
    }
    assert!(!shown.contains("name=\"decision\""));
    assert!(page(&ada.get("/account/threads"), 200).contains(&thread));

    let told = page(&grace.get("/account/notifications"), 200);
    assert!(told.contains("Ada proposes a license") && told.contains(&thread), "{told}");
    assert!(page(&grace.get("/curation?kind=submission&state=open"), 200).contains(">waiting<"));
    led(&grace.submit(&thread, &thread, &[("message", "We model it."), ("decision", "accepted")]));
    let queue = page(&grace.get("/curation"), 200);
    assert!(!queue.contains(">waiting<") && queue.contains("accepted"), "{queue}");
    let told = page(&ada.get("/account/notifications"), 200);
    assert!(told.contains("Meadow License 3.0</a> is accepted"), "{told}");
    led(&ada.submit(&thread, &thread, &[("message", "Thank you.")]));
    assert!(page(&grace.get("/curation"), 200).contains(">waiting<"));
    led(&grace.submit(&thread, &thread, &[("message", "It is there."), ("decision", "done")]));
    let shown = page(&ada.get(&thread), 200);
    let places = ["Everybody mows", "We model it.", "Thank you.", "It is there."]
        .map(|words| shown.find(words).unwrap());
    assert!(places.is_sorted(), "oldest first");
}

fn a_correction_names_a_record_and_a_version_of_it(engine: Engine) {
    let host = host(engine);
    let ada = Browser::of(&host.member("Ada"));
    let form = page(&ada.get("/corrections/new?license=meadow-permissive-1.0"), 200);
    assert_eq!(inputs(&form, "license"), ["Meadow-Permissive-1.0"]);
    assert!(form.contains("href=\"/license-library/Meadow-Permissive-1.0\""), "{form}");
    assert_eq!(inputs(&page(&ada.get("/corrections/new"), 200), "license"), [""]);
    sentence(&ada.get_as("/corrections/new?license=nothing", "application/json"), 404);
    let fields = [
        ("license", "meadow-permissive-1.0"),
        ("version", "1"),
        ("statement", "permitted: reproduce"),
        ("message", "It says no such thing."),
        ("quote", "“No copies.”"),
        ("source", "https://example.org/meadow#2"),
    ];
    for (field, typed, words) in [
        ("license", "", "This is needed."),
        ("license", "nothing", "no record with this identifier"),
        ("license", "../..", "no record with this identifier"),
        ("version", "99", "no version with this number"),
        ("version", "0", "no version with this number"),
        ("version", "x", "no version with this number"),
        ("message", "", "This is needed."),
        ("source", "ftp://example.org", "begins with https://"),
    ] {
        let answer = ada.submit("/corrections/new", "/corrections/new", &with(&fields, field, typed));
        let said = page(&answer, 422);
        assert!(
            said.contains(&format!("id=\"{field}-error\">")) && said.contains(words),
            "{field} {typed:?}"
        );
        assert!(said.contains("“No copies.”"), "what was typed is kept");
    }
    let thread = led(&ada.submit("/corrections/new", "/corrections/new", &fields));
    let shown = page(&ada.get(&thread), 200);
    for words in
        ["/license-library/Meadow-Permissive-1.0", "permitted: reproduce", "“No copies.”", "meadow#2"]
    {
        assert!(shown.contains(words), "{words} is missing from {shown}");
    }
    let grace = Browser::of(&host.administrator("Grace O'Malley"));
    assert!(!page(&grace.get(&thread), 200).contains("muniment revise"));
    led(&grace.submit(&thread, &thread, &[("message", "So it is."), ("decision", "accepted")]));
    let shown = page(&grace.get(&thread), 200);
    for words in [
        "muniment revise Meadow-Permissive-1.0 --with corrected.ttl --date ",
        "--reviewer 'Grace O'\\''Malley' --summary '",
        "--reason '*=https://example.org/meadow#2: “No copies.”'",
    ] {
        assert!(shown.contains(&words.replace('\'', "&#39;")), "{words} is missing from {shown}");
    }
    assert!(!page(&ada.get(&thread), 200).contains("muniment revise"), "it is for curators");
    let kept = "SELECT COUNT(*) FROM corrections WHERE license = 'Meadow-Permissive-1.0' AND version = 1";
    assert_eq!(host.count(kept), 1, "spelled as the library does");
}

fn threads_are_for_their_author_and_the_curators(engine: Engine) {
    let host = host(engine);
    let (ada, bob) = (host.member("Ada"), host.member("Bob"));
    let (ada, bob) = (Browser::of(&ada), Browser::of(&bob));
    let thread = led(&ada.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    let there = sentence(&bob.get_as(&thread, "application/json"), 404);
    assert_eq!(sentence(&bob.get_as("/threads/0123456789ab", "application/json"), 404), there);
    let csrf = bob.csrf("/contact");
    let fields = [("message", "Mine!"), (CSRF, &csrf)];
    assert_eq!(bob.post(&thread, &fields).is(404).status, bob.post("/threads/0123456789ab", &fields).status);
    assert!(!page(&bob.get("/account/threads"), 200).contains(&thread));
    for path in ["/curation", "/curation?kind=contact"] {
        bob.get(path).is(404);
        ada.get(path).is(404);
    }
    let stranger = Browser::new(&host);
    for path in [
        "/submissions/new",
        "/corrections/new",
        "/curation",
        "/account/threads",
        "/account/notifications",
        &thread,
    ] {
        let answer = stranger.get(path);
        assert_eq!(led(&answer), "/login", "{path}");
        assert!(
            answer.header("location").unwrap().contains(&format!("?next={path}")),
            "{path}: one comes back after signing in"
        );
    }
    let csrf = stranger.csrf("/contact");
    for path in ["/submissions/new", "/corrections/new", "/account/notifications", &thread] {
        page(&stranger.post(path, &[("message", "x"), (CSRF, &csrf)]), 403);
    }
    for (method, path) in [("DELETE", thread.as_str()), ("POST", "/curation"), ("POST", "/account/threads")] {
        host.ask(method, path, &[]).is(405);
    }
    assert_eq!(host.count("SELECT COUNT(*) FROM thread_entries"), 1);
}

fn a_thread_is_decided_once(engine: Engine) {
    let host = host(engine);
    let (ada, grace) = (host.member("Ada"), host.administrator("Grace"));
    let (ada, grace) = (Browser::of(&ada), Browser::of(&grace));
    let thread = led(&ada.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    page(&ada.submit(&thread, &thread, &[("message", "Fine."), ("decision", "accepted")]), 403);
    for (fields, words) in [
        ([("message", "A reason."), ("decision", "open")], "cannot be decided"),
        ([("message", ""), ("decision", "declined")], "This is needed."),
    ] {
        assert!(page(&grace.submit(&thread, &thread, &fields), 422).contains(words), "{words}");
    }
    led(&grace.submit(&thread, &thread, &[("message", "Too long."), ("decision", "declined")]));
    let again =
        grace.submit(&thread, &thread, &[("message", "On second thought."), ("decision", "accepted")]);
    let said = page(&again, 409);
    assert!(said.contains("It was decided already.") && said.contains("On second thought."), "{said}");
    assert_eq!(host.count("SELECT COUNT(*) FROM threads WHERE state = 'declined' AND entries = 2"), 1);
    // A curator who proposes something is its author, and still a curator.
    let own = led(&grace.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    led(&grace.submit(&own, &own, &[("message", "Soon.")]));
    led(&grace.submit(&own, &own, &[("message", "Here."), ("decision", "done")]));
    assert_eq!(host.count("SELECT COUNT(*) FROM thread_entries WHERE side = 'author' AND number = 2"), 1);
}

fn whatever_is_written_is_shown_as_words(engine: Engine) {
    let host = host(engine);
    let (ada, grace) = (host.member("Ada"), host.administrator("Grace"));
    let (ada, grace) = (Browser::of(&ada), Browser::of(&grace));
    let line = EVIL.replace('\n', " ");
    let fields = [
        ("title", line.as_str()),
        ("text_address", "https://example.org/\"><b>"),
        ("spdx", &line),
        ("publisher", &line),
        ("message", EVIL),
        ("model", EVIL),
    ];
    let thread = led(&ada.submit("/submissions/new", "/submissions/new", &fields));
    led(&grace.submit(&thread, &thread, &[("message", EVIL)]));
    let escaped = "'; DROP TABLE threads; --\n</textarea><script>alert(\"1\")</script>\n{{ 7 * 7 }} %00 $1 \u{202e}é\u{1F9EA}"
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;");
    for (browser, path) in [
        (&ada, thread.as_str()),
        (&grace, &thread),
        (&grace, "/curation"),
        (&ada, "/account/threads"),
        (&ada, "/account/notifications"),
        (&grace, "/account/notifications"),
    ] {
        let shown = page(&browser.get(path), 200);
        assert!(!shown.contains("<script>") && !shown.contains("<b>"), "{path}: {shown}");
        assert!(shown.contains(&escaped.replace('\n', " ")), "{path}: {shown}");
    }
    assert_eq!(page(&ada.get(&thread), 200).matches(&escaped).count(), 3, "twice written, once as a model");
    let kept = format!("/contact?x={}", "%22%3E%3Cscript%3E");
    assert!(!page(&ada.get(&kept), 200).contains("<script>"));
    let sent = [("subject", line.as_str()), ("message", "")];
    let said = page(&ada.submit("/contact", "/contact", &sent), 422);
    assert!(!said.contains("<script>") && said.contains(&escaped.replace('\n', " ")), "{said}");
}

fn what_is_shared_is_told(engine: Engine) {
    let host = host(engine);
    let (ada, bob) = (host.member("Ada"), host.member("Bob"));
    let (license, graph) = (ada.publish("A license of ours"), ada.graph("A graph of ours", false));
    let (here, there) = (Browser::of(&ada), Browser::of(&bob));
    for (folder, id) in [("licenses", &license), ("graphs", &graph)] {
        let page = format!("/account/{folder}/{id}");
        led(&here.submit(&page, &format!("{page}/share"), &[("account", &bob.account), ("role", "viewer")]));
    }
    let told = page(&there.get("/account/notifications"), 200);
    for words in ["2 new.", "A license of ours", "A graph of ours", &license, &graph] {
        assert!(told.contains(words), "{words} is missing from {told}");
    }
    let own = format!("/account/licenses/{license}");
    led(&here.submit(&own, &format!("{own}/deprecate"), &[("reason", "Old.")]));
    assert!(page(&there.get("/account/notifications"), 200).contains("should no longer be used"));
    led(&here.submit(&own, &format!("{own}/unshare"), &[("account", &bob.account)]));
    let told = page(&there.get("/account/notifications"), 200);
    assert!(!told.contains("A license of ours"), "what is shared no longer is named no longer: {told}");
    assert!(page(&here.get("/account/notifications"), 200).contains("There are no notifications."));
}

fn what_was_seen_is_not_new(engine: Engine) {
    let host = host(engine);
    let (ada, grace) = (host.member("Ada"), host.administrator("Grace"));
    let (ada, grace) = (Browser::of(&ada), Browser::of(&grace));
    led(&ada.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    let news = "/account/notifications";
    let seen = page(&grace.get(news), 200);
    assert!(seen.contains("1 new."), "{seen}");
    let up_to = inputs(&seen, "up_to").remove(0);
    // What came after the page was read stays new.
    led(&ada.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    assert_eq!(led(&grace.submit(news, "/account/notifications/read", &[("up_to", &up_to)])), news);
    assert!(page(&grace.get(news), 200).contains("1 new."));
    for wrong in ["", "x", "99999999999999999999"] {
        let fields = [("up_to", wrong)];
        page(&grace.submit(news, "/account/notifications/read", &fields), 422);
    }
    assert!(page(&grace.get(news), 200).contains("This site sends no e-mail"));
}

fn a_closed_account_is_a_former_member(engine: Engine) {
    let host = host(engine);
    let (ada, grace) = (host.member("Ada Lovelace"), host.administrator("Grace"));
    let (browser, grace) = (Browser::of(&ada), Browser::of(&grace));
    let thread = led(&browser.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    let fields = [("current", PASSWORD), ("confirm", "close")];
    browser.submit("/account/close", "/account/close", &fields).is(303);
    for path in [thread.as_str(), "/curation", "/account/notifications"] {
        let shown = page(&grace.get(path), 200);
        assert!(shown.contains("a former member") && !shown.contains("Lovelace"), "{path}: {shown}");
    }
    led(&grace.submit(&thread, &thread, &[("message", "A pity."), ("decision", "declined")]));
    assert_eq!(host.count("SELECT COUNT(*) FROM notifications WHERE number = 2"), 0);
}

fn the_audit_of_the_operator_tells_of_threads(engine: Engine) {
    let host = host(engine);
    let (ada, grace) = (host.member("Ada"), host.administrator("Grace"));
    let thread = led(&Browser::of(&ada).submit("/submissions/new", "/submissions/new", &PROPOSAL));
    let decided = [("message", "No."), ("decision", "declined")];
    led(&Browser::of(&grace).submit(&thread, &thread, &decided));
    for (person, words) in [(&ada, "opened"), (&grace, "decided")] {
        let said =
            super::people::operated(&host.database, &["admin", "audit", "--account", &person.account], "");
        assert!(said.ends_with(&format!(" {words} thread {}", id(&thread))), "{said}");
    }
}

/// spec:version-1#limits-per-address: five letters in ten minutes from one address, whoever writes them; looking is not
/// counted.
#[test]
fn letters_are_counted() {
    let host = Engine::Sqlite.open(&["--registration", "on"]);
    let eve = Browser::new(&host);
    for _ in 0..5 {
        led(&eve.submit("/contact", "/contact", &LETTER));
    }
    let refused = eve.submit("/contact", "/contact", &LETTER);
    assert!(
        refused.is(429).header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().unwrap() <= 600)
    );
    eve.get("/contact").is(200);
    assert_eq!(host.count("SELECT COUNT(*) FROM threads"), 5);
}
