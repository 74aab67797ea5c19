//! spec:version-1#website-endpoints and spec:version-1#states, `/license-composer`: a license is composed, checked,
//! kept and published in the browser, and nothing that was typed is lost on the way.

use serde_json::json;

use super::browser::{Browser, CSRF, form, inputs, path};
use super::databases::{Engine, on_both_databases};
use super::people::{COMPOSER, composed, contradicting};
use super::{document, sentence, text};
use crate::server::Answer;

on_both_databases![
    anybody_fills_in_the_form_and_has_it_checked,
    the_page_finds_what_programs_are_told,
    a_script_is_told_beside_the_form,
    a_license_begins_with_the_statements_of_another,
    faults_stand_at_their_fields_and_everything_typed_is_there_again,
    who_is_not_signed_in_keeps_what_was_typed,
    who_signed_in_meanwhile_keeps_what_was_typed,
    a_draft_is_saved_opened_and_saved_again,
    nobody_saves_over_what_they_have_not_seen,
    a_draft_is_for_those_who_may_change_it,
    publishing_needs_consent,
    a_license_is_published_on_the_page,
    silence_about_copying_is_told_and_published_knowingly,
    contradictions_are_told_at_the_acts_and_not_published,
    a_draft_is_published_as_it_was_typed,
    a_draft_with_more_to_say_says_so,
    revisions_are_read_by_those_who_may_change_the_license,
    the_text_is_written_from_the_statements,
    strange_forms_are_answered,
];

const PAGE: &str = "/license-composer";

/// Fields of a license that contradicts nothing.
const FIELDS: [(&str, &str); 7] = [
    ("title", "Field notes"),
    ("act odrl:reproduce", "permitted"),
    ("act odrl:distribute", "permitted"),
    ("duty odrl:distribute cc:Notice", "yes"),
    ("act odrl:derive", "prohibited"),
    ("target dcmitype:Dataset", "yes"),
    ("clause-1", "Birds are excepted.\r\nAll of them."),
];
/// What makes it contradict itself.
const CONTRADICTION: (&str, &str) = ("act odrl:modify", "permitted prohibited");

fn sent(browser: &Browser<'_>, from: &str, action: &str, fields: &[(&str, &str)]) -> Answer {
    browser.submit(from, PAGE, &[fields, &[("action", action)]].concat())
}

/// Fails unless an answer is the form with this status, which no cache keeps.
#[track_caller]
fn page(answer: &Answer, status: u16) -> String {
    answer.is(status).has("content-type", "text/html; charset=utf-8").has("cache-control", "no-store");
    assert!(answer.text().contains("<form id=\"composer\""), "{}", answer.asked);
    answer.text().to_owned()
}

/// Fails unless everything of [`FIELDS`] stands in a form.
#[track_caller]
fn assert_filled_in(page: &str) {
    for expected in [
        "value=\"Field notes\"",
        "name=\"act odrl:distribute\" value=\"permitted\" checked",
        "name=\"duty odrl:distribute cc:Notice\" value=\"yes\" checked",
        "name=\"act odrl:derive\" value=\"prohibited\" checked",
        "name=\"target dcmitype:Dataset\" value=\"yes\" checked",
        "\nBirds are excepted.\nAll of them.</textarea>",
    ] {
        assert!(page.contains(expected), "{expected} is missing from\n{page}");
    }
}

/// The identifier of the draft that a form led to.
#[track_caller]
fn draft(answer: &Answer) -> String {
    let location = answer.is(303).header("location").unwrap();
    location.split_once("?draft=").unwrap_or_else(|| panic!("{location}")).1.to_owned()
}

fn edit(id: &str) -> String {
    format!("{PAGE}?draft={id}")
}

/// The fields with those a draft brings back.
fn of_draft<'f>(id: &'f str, base: &'f str, title: &'f str) -> Vec<(&'f str, &'f str)> {
    [&[("draft", id), ("base", base), ("title", title)], &FIELDS[1..]].concat()
}

fn anybody_fills_in_the_form_and_has_it_checked(engine: Engine) {
    let browser = Browser::new(engine.host());
    let empty = page(&browser.get(PAGE), 200);
    assert!(
        empty.contains("name=\"act odrl:distribute\" value=\"\" checked") && empty.contains("sign in"),
        "{empty}"
    );
    assert!(empty.len() < 100_000, "{} bytes", empty.len());
    let checked = page(&sent(&browser, PAGE, "check", &FIELDS), 200);
    assert!(checked.contains("Consistent.") && !checked.contains("Nobody may copy"), "{checked}");
    assert_filled_in(&checked);
    assert!(checked.contains("Birds are excepted.") && checked.contains("The license in words"), "{checked}");
}

/// One answer, told in two ways.
fn the_page_finds_what_programs_are_told(engine: Engine) {
    let host = engine.host();
    let browser = Browser::new(host);
    let answer = host.send(
        "/licenselibrary/consistencycheck",
        &[("Content-Type", "application/json")],
        &contradicting("Both ways").to_string(),
    );
    let told = document(&answer);
    let fields = [("title", "Both ways"), CONTRADICTION];
    let found = page(&sent(&browser, PAGE, "check", &fields), 200);
    let conflicts = told["conflicts"].as_array().unwrap();
    assert!(!conflicts.is_empty());
    for conflict in conflicts {
        let reason = text(&conflict["reason"]);
        let shown = found.matches(reason.trim_end_matches(&text(&conflict["chain"])).trim()).count();
        assert!(shown >= 2, "told beside the form and at its act: {reason}\n{found}");
    }
    assert!(found.contains("This license contradicts itself."));
}

fn a_script_is_told_beside_the_form(engine: Engine) {
    let browser = Browser::new(engine.host());
    let csrf = browser.csrf(PAGE);
    let ask = |fields: &[(&str, &str)]| {
        browser.post("/license-composer/check", &[fields, &[(CSRF, csrf.as_str())]].concat())
    };
    let untitled = ask(&FIELDS[1..]);
    assert!(untitled.is(200).text().contains("Consistent."), "a license is weighed before it has a title");
    assert!(!untitled.text().contains("<html"), "a script puts it into its page");
    assert!(ask(&[CONTRADICTION]).is(200).text().contains("data-acts=\"odrl:modify\""));
    let faulty = ask(&[("start_date", "2026-02-30"), ("validity", "specifyDate")]);
    assert!(faulty.is(422).text().contains("href=\"#start_date\""), "{}", faulty.text());
    browser.post("/license-composer/check", &FIELDS).is(403);
    browser.get("/license-composer/check").is(405);
}

fn a_license_begins_with_the_statements_of_another(engine: Engine) {
    let host = engine.host();
    let browser = Browser::new(host);
    for id in ["CC-BY-4.0", "cc-by-4.0"] {
        let begun = page(&browser.get(&format!("{PAGE}?from={id}")), 200);
        assert!(begun.contains("name=\"from\" value=\"CC-BY-4.0\"") && begun.contains("Based on"), "{begun}");
        assert!(begun.contains("name=\"act odrl:distribute\" value=\"permitted\" checked"), "{begun}");
        assert!(inputs(&begun, "title") == [""] && inputs(&begun, "spdx_id") == [""], "its name is its own");
    }
    let ada = host.member("Ada");
    let (published, secret) = (ada.publish("Published"), ada.draft("Secret"));
    let begun = page(&browser.get(&format!("{PAGE}?from={published}")), 200);
    assert!(begun.contains("name=\"act svc:promote\" value=\"prohibited\" checked"), "{begun}");
    for unknown in [secret.as_str(), "No-Such-License", "a b"] {
        browser.get(&format!("{PAGE}?from={}", unknown.replace(' ', "%20"))).is(404);
    }
}

fn faults_stand_at_their_fields_and_everything_typed_is_there_again(engine: Engine) {
    let browser = Browser::new(engine.host());
    let long = "x".repeat(301);
    let fields = [
        &FIELDS[1..],
        &[
            ("title", long.as_str()),
            ("creator", "ada@example.org"),
            ("validity", "specifyDate"),
            ("start_date", "2026-02-30"),
            ("country", "Nowhere at all 7"),
            ("source", "ftp://x.example"),
            ("act odrl:prowl", "permitted"),
        ],
    ]
    .concat();
    for action in ["check", "save", "publish"] {
        let page = page(&sent(&browser, PAGE, action, &fields), 422);
        for field in ["title", "creator", "start_date", "end_date", "country", "source"] {
            assert!(page.contains(&format!("id=\"{field}-error\"")), "{action} {field}\n{page}");
            assert!(page.contains(&format!("href=\"#{field}\"")), "{action} {field}");
        }
        assert!(page.contains("`odrl:prowl` is not an action of the vocabulary"), "{page}");
        assert!(page.contains(&long) && page.contains("value=\"ada@example.org\""), "{action}");
        assert!(page.contains("name=\"act odrl:derive\" value=\"prohibited\" checked"), "{action}");
        assert_eq!(page.contains("id=\"publish_consent-error\""), action == "publish", "all faults at once");
    }
}

fn who_is_not_signed_in_keeps_what_was_typed(engine: Engine) {
    let browser = Browser::new(engine.host());
    for action in ["save", "publish"] {
        let fields = [&FIELDS[..], &[("publish_consent", "yes")]].concat();
        let page = page(&sent(&browser, PAGE, action, &fields), 401);
        assert_filled_in(&page);
        assert!(page.contains("href=\"/login\" target=\"_blank\""), "{page}");
    }
}

/// The page was made for another session, and is worth as much work.
fn who_signed_in_meanwhile_keeps_what_was_typed(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::new(&host);
    let csrf = browser.csrf(PAGE);
    browser.log_in(&ada.email, super::people::PASSWORD).is(303);
    let again = browser.post(PAGE, &[&FIELDS[..], &[("action", "save"), (CSRF, &csrf)]].concat());
    let again = page(&again, 403);
    assert_filled_in(&again);
    assert!(super::list(&ada.mine()).is_empty(), "nothing is kept for who did not ask for it");
    let fresh = inputs(&again, CSRF);
    let saved = browser.post(PAGE, &[&FIELDS[..], &[("action", "save"), (CSRF, fresh[0].as_str())]].concat());
    assert_eq!(ada.state(&draft(&saved)), "draft");
    let headers = [("Origin", "https://evil.example"), ("Content-Type", "application/x-www-form-urlencoded")];
    sentence(&host.send(PAGE, &headers, &form(&FIELDS)), 403);
}

fn a_draft_is_saved_opened_and_saved_again(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let id = draft(&sent(&browser, PAGE, "save", &FIELDS));
    assert_eq!(ada.state(&id), "draft");
    let opened = page(&browser.get(&edit(&id)), 200);
    assert_filled_in(&opened);
    assert_eq!((inputs(&opened, "draft"), inputs(&opened, "base")), (vec![id.clone()], vec!["1".to_owned()]));
    let account = browser.get(&format!("/account/licenses/{id}"));
    assert!(account.is(200).text().contains(&format!("href=\"{}\"", edit(&id))), "the way back to the form");

    let saved = sent(&browser, &edit(&id), "save", &of_draft(&id, "1", "Renamed"));
    assert_eq!(draft(&saved), id, "a draft keeps its address");
    assert_eq!(text(&super::entry(&ada.mine(), &id)["title"]), "Renamed");
    let opened = page(&browser.get(&edit(&id)), 200);
    assert!(opened.contains("value=\"Renamed\"") && opened.contains("revision 2"), "{opened}");
    assert!(host.audit(&id).is_empty(), "a draft is nobody else's business");
    assert_eq!(host.get(&format!("/licenselibrary/license/{id}")).status, 404);
}

fn nobody_saves_over_what_they_have_not_seen(engine: Engine) {
    let host = engine.open_to_newcomers();
    let (ada, grace) = (host.member("Ada"), host.member("Grace"));
    let (adas, graces) = (Browser::of(&ada), Browser::of(&grace));
    let id = draft(&sent(&adas, PAGE, "save", &FIELDS));
    host.share("--license", &id, &grace, "editor");
    draft(&sent(&graces, &edit(&id), "save", &of_draft(&id, "1", "Of Grace")));

    let refused = page(&sent(&adas, &edit(&id), "save", &of_draft(&id, "1", "Field notes")), 409);
    assert!(refused.contains("Grace saved revision 2"), "who was it? {refused}");
    assert_filled_in(&refused);
    assert_eq!(text(&super::entry(&ada.mine(), &id)["title"]), "Of Grace");
    assert_eq!(inputs(&refused, "base"), ["2"], "saving it now is done knowingly");
    draft(&sent(&adas, &edit(&id), "save", &of_draft(&id, "2", "Field notes")));
    assert_eq!(text(&super::entry(&ada.mine(), &id)["title"]), "Field notes");

    let fields = [of_draft(&id, "3", "Field notes"), vec![("publish_consent", "yes")]].concat();
    assert_eq!(path(sent(&adas, &edit(&id), "publish", &fields).is(303)), format!("/account/licenses/{id}"));
    let published = page(&sent(&graces, PAGE, "save", &of_draft(&id, "3", "Of Grace")), 409);
    assert!(published.contains("Ada published this license"), "{published}");
    assert!(inputs(&published, "draft").is_empty(), "it can be kept as a new draft");
    assert_eq!(path(graces.get(&edit(&id)).is(303)), format!("/account/licenses/{id}"));
}

fn a_draft_is_for_those_who_may_change_it(engine: Engine) {
    let host = engine.open_to_newcomers();
    let (ada, viewer, stranger) = (host.member("Ada"), host.member("Vera"), host.member("Mallory"));
    let id = ada.draft("Private");
    host.share("--license", &id, &viewer, "viewer");
    assert_eq!(path(Browser::new(&host).get(&edit(&id)).is(303)), "/login");
    for (person, status) in [(&viewer, 403), (&stranger, 404)] {
        let browser = Browser::of(person);
        browser.get(&edit(&id)).is(status);
        let refused = page(&sent(&browser, PAGE, "save", &of_draft(&id, "1", "Field notes")), status);
        assert_filled_in(&refused);
        page(
            &sent(
                &browser,
                PAGE,
                "publish",
                &[of_draft(&id, "1", "Field notes"), vec![("publish_consent", "yes")]].concat(),
            ),
            status,
        );
    }
    assert_eq!(text(&super::entry(&ada.mine(), &id)["title"]), "Private");
    let editor = host.member("Eve");
    host.share("--license", &id, &editor, "editor");
    let browser = Browser::of(&editor);
    let form = page(&browser.get(&edit(&id)), 200);
    assert!(!form.contains("value=\"publish\""), "only its owner publishes a license");
    let fields = [of_draft(&id, "1", "Field notes"), vec![("publish_consent", "yes")]].concat();
    page(&sent(&browser, &edit(&id), "publish", &fields), 403);
    assert_eq!(ada.state(&id), "draft");
}

fn publishing_needs_consent(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let empty = page(&browser.get(PAGE), 200);
    for words in ["CC BY 4.0", "permanent", "privacy notice"] {
        assert!(empty.contains(words), "what is consented to: {words}");
    }
    assert!(!empty.contains("name=\"publish_consent\" value=\"yes\" checked"), "nobody consents by default");
    let refused = page(&sent(&browser, PAGE, "publish", &FIELDS), 422);
    assert!(refused.contains("id=\"publish_consent-error\""), "{refused}");
    assert_filled_in(&refused);
    assert!(super::list(&ada.mine()).is_empty());
}

fn a_license_is_published_on_the_page(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let fields = [&FIELDS[..], &[("publish_consent", "yes")]].concat();
    let place = path(sent(&browser, PAGE, "publish", &fields).is(303));
    let id = place.strip_prefix("/account/licenses/").unwrap();
    assert_eq!(ada.state(id), "published");
    browser.get(&place).is(200);
    let turtle = host.ask("GET", &format!("/licenselibrary/license/{id}"), &[("Accept", "text/turtle")]);
    assert!(turtle.is(200).text().contains("\"Field notes\""), "{}", turtle.text());
    let [record] = &host.audit(id)[..] else { panic!("not written down once") };
    assert_eq!(record.account.to_string(), ada.account);
    assert!(record.consent.is_some());
}

/// Whoever publishes a license that permits nobody to copy the work has said that this is meant.
fn silence_about_copying_is_told_and_published_knowingly(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let silent = [("title", "Field notes"), ("act odrl:modify", "prohibited"), ("publish_consent", "yes")];
    let checked = page(&sent(&browser, PAGE, "check", &silent), 200);
    assert!(checked.contains("Nobody may copy or share the work."), "{checked}");
    assert!(checked.contains("href=\"#act-odrl-reproduce\""), "{checked}");
    let refused = page(&sent(&browser, PAGE, "publish", &silent), 409);
    assert!(refused.contains("name=\"silence_is_meant\""), "{refused}");
    assert!(super::list(&ada.mine()).is_empty());
    let saved = draft(&sent(&browser, PAGE, "save", &silent));
    let own = browser.get(&format!("/account/licenses/{saved}"));
    assert!(own.is(200).text().contains("Nobody may copy or share the work."), "{}", own.text());
    let meant = [&silent[..], &[("silence_is_meant", "yes")]].concat();
    sent(&browser, PAGE, "publish", &meant).is(303);
}

fn contradictions_are_told_at_the_acts_and_not_published(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let fields = [&FIELDS[..], &[CONTRADICTION, ("publish_consent", "yes")]].concat();
    let refused = page(&sent(&browser, PAGE, "publish", &fields), 409);
    assert_filled_in(&refused);
    let act = refused.split("id=\"act-odrl-modify\"").nth(1).unwrap().split("</fieldset>").next().unwrap();
    assert!(act.contains("class=\"error conflict\""), "{act}");
    assert!(act.contains("value=\"permitted prohibited\" checked"), "{act}");
    assert!(super::list(&ada.mine()).is_empty());
    let id = draft(&sent(&browser, PAGE, "save", &fields));
    assert_eq!(ada.state(&id), "draft", "a draft may contradict itself");
}

fn a_draft_is_published_as_it_was_typed(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let id = ada.draft("Before");
    let fields = [of_draft(&id, "1", "Published as typed"), vec![("publish_consent", "yes")]].concat();
    assert_eq!(
        path(sent(&browser, &edit(&id), "publish", &fields).is(303)),
        format!("/account/licenses/{id}")
    );
    assert_eq!(ada.state(&id), "published");
    assert_eq!(text(&super::entry(&ada.mine(), &id)["title"]), "Published as typed");
    assert_eq!(host.audit(&id).len(), 1);
}

fn a_draft_with_more_to_say_says_so(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let turtle = format!(
        "@prefix odrl: <http://www.w3.org/ns/odrl/2/> . @prefix dct: <http://purl.org/dc/terms/> .\n\
         <{}> a odrl:Set ; dct:title \"Titre\"@fr ; odrl:permission [ odrl:action odrl:distribute ] .",
        super::license_iri("Mine")
    );
    let answer = ada.turtle(&format!("{COMPOSER}?publish=false"), &turtle);
    let id = text(&answer.is(201).json()["id"]);
    let browser = Browser::of(&ada);
    assert!(page(&browser.get(&edit(&id)), 200).contains("has no field for"));
    let plain = ada.draft("Plain");
    assert!(!page(&browser.get(&edit(&plain)), 200).contains("has no field for"));
}

fn revisions_are_read_by_those_who_may_change_the_license(engine: Engine) {
    let host = engine.open_to_newcomers();
    let (ada, viewer) = (host.member("Ada"), host.member("Vera"));
    let browser = Browser::of(&ada);
    let id = ada.draft("First title");
    host.share("--license", &id, &viewer, "viewer");
    draft(&sent(&browser, &edit(&id), "save", &of_draft(&id, "1", "Second <title>")));
    let revision = |number: &str| format!("/account/licenses/{id}/revisions/{number}");
    let account = browser.get(&format!("/account/licenses/{id}"));
    assert!(account.text().contains(&format!("href=\"{}\"", revision("1"))), "{}", account.text());
    let first = browser.get(&revision("1"));
    assert!(
        first.is(200).has("cache-control", "no-store").text().contains("<h1>First title</h1>"),
        "{}",
        first.text()
    );
    assert!(first.text().contains("an earlier revision"));
    let second = browser.get(&revision("2"));
    assert!(
        second.is(200).text().contains("Second &lt;title&gt;")
            && second.text().contains("the current revision")
    );
    assert!(second.text().contains("Birds are excepted."), "{}", second.text());
    for (number, status) in [("0", 404), ("3", 404), ("x", 404), ("99999999999", 404)] {
        browser.get(&revision(number)).is(status);
    }
    Browser::of(&viewer).get(&revision("1")).is(403);
    assert_eq!(path(Browser::new(&host).get(&revision("1")).is(303)), "/login");
}

/// A deployment without a provider, as this one, writes in the words of the vocabulary.
fn the_text_is_written_from_the_statements(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let address = "/license-composer/write-text";
    for browser in [Browser::new(&host), Browser::of(&ada)] {
        let fields = [&FIELDS[..], &[("license_text", "An older text.")]].concat();
        let written = page(&browser.submit(PAGE, address, &fields), 200);
        assert_filled_in(&written);
        let text = written.split("id=\"license_text\"").nth(1).unwrap().split("</textarea>").next().unwrap();
        for expected in ["Field notes", "What you may do", "Birds are excepted.", "not legal advice"] {
            assert!(text.contains(expected), "{expected}\n{text}");
        }
        assert!(!text.contains("An older text."), "{text}");
        assert!(written.contains("in the words of the vocabulary alone"));
        let untitled = page(&browser.submit(PAGE, address, &FIELDS[1..]), 422);
        assert!(untitled.contains("id=\"title-error\""));
    }
    Browser::new(&host).get(address).is(405);
}

fn strange_forms_are_answered(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let script = "\"><script>alert(1)</script>";
    let fields = [
        ("title", script),
        ("license_text", "</textarea><script>alert(1)</script>"),
        ("act \"><script>", "permitted"),
        ("duty odrl:distribute \"><script>", "yes"),
        ("act odrl:distribute", "permitted"),
        ("target <script>", "yes"),
        ("clause-65535", script),
        ("clause-70000", script),
        ("draft", script),
        ("base", "-1"),
        ("from", script),
        ("action", script),
        ("validity_months", "99999999999999999999"),
    ];
    let shown = page(&browser.submit(PAGE, PAGE, &fields), 422);
    assert!(!shown.contains("<script>alert") && !shown.contains("\"><script>"), "{shown}");
    let nul = [("title", "a\u{0}b"), ("action", "save")];
    page(&browser.submit(PAGE, PAGE, &nul), 422);
    browser.submit(PAGE, PAGE, &[("title", "a"), ("title", "b")]).is(422);
    let large = "x".repeat(1 << 20);
    browser.submit(PAGE, PAGE, &[("title", "Large"), ("license_text", &large)]).is(413);
    let long = "x".repeat(60_001);
    let refused = page(&browser.submit(PAGE, PAGE, &[("title", "Long"), ("license_text", &long)]), 422);
    assert!(refused.contains("id=\"license_text-error\"") && refused.contains(&long));
    let many: Vec<(String, String)> =
        (0..600).map(|n| (format!("act x:{n}"), "permitted".to_owned())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    page(&browser.submit(PAGE, PAGE, &[many, vec![("title", "Many")]].concat()), 422);
    assert!(super::list(&ada.mine()).is_empty());
    ada.json(COMPOSER, &composed("Still alive")).is(201);
    assert_eq!(json!("draft"), json!(ada.state(&draft(&sent(&browser, PAGE, "save", &FIELDS)))));
}
