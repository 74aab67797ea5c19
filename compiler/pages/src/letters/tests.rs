//! Tests of rendered pages: their forms, texts and offers for each role.

use super::super::Page;
use super::super::account::{Faults, FormPage};
use super::super::rendered::{self, EVIL, assert_escaped, assert_forms, assert_ids_are_unique};
use super::*;

fn shown<P: Page>(page: &P) -> String {
    rendered::shown("/contact", &FormPage { csrf: "x", problem: None, faults: Faults::none(), page })
}

/// A page whose form was refused.
fn refused<P: Page>(text: &str, page: &P) -> String {
    let form = FormPage { csrf: text, problem: Some(text), faults: Faults::none(), page };
    rendered::shown("/contact", &form)
}

fn field(text: &str) -> Field<'_> {
    Field { value: text, error: text }
}

fn contact<'a>(text: &'a str, writer: Option<&'a str>) -> ContactPage<'a> {
    let typed = field(text);
    ContactPage { writer, name: typed, email: typed, subject: typed, message: typed }
}

fn submission(text: &str) -> SubmissionPage<'_> {
    let typed = field(text);
    SubmissionPage {
        title: typed,
        text_address: typed,
        spdx: typed,
        publisher: typed,
        message: typed,
        model: typed,
    }
}

fn correction(text: &str) -> CorrectionPage<'_> {
    let typed = field(text);
    CorrectionPage {
        title: Some(text),
        license: typed,
        version: typed,
        statement: typed,
        message: typed,
        quote: typed,
        source: typed,
    }
}

fn row(text: &str) -> ThreadRow<'_> {
    ThreadRow {
        id: text,
        kind: "submission",
        state: "open",
        subject: text,
        opener: text,
        opened_at: text.to_owned(),
        changed_at: text.to_owned(),
        is_unanswered: true,
    }
}

fn thread<'a>(text: &'a str, email: Option<&'a str>, decisions: &[&'a str]) -> ThreadPage<'a> {
    let entry = |number, is_curator, decision| Entry {
        number,
        writer: text,
        is_curator,
        message: text,
        decision,
        written_at: text.to_owned(),
    };
    ThreadPage {
        thread: row(text),
        email,
        facts: vec![
            Fact { label: "Publisher", value: text.to_owned(), address: None },
            Fact {
                label: "Source",
                value: text.to_owned(),
                address: Some("https://example.org/".to_owned()),
            },
        ],
        model: Some(text),
        revise: (!decisions.is_empty()).then(|| text.to_owned()),
        entries: vec![entry(1, false, None), entry(2, true, Some("accepted"))],
        reply: Reply {
            is_curator: !decisions.is_empty(),
            message: field(text),
            decisions: decisions.to_vec(),
            decision: Field { value: "done", error: text },
        },
    }
}

fn notifications(text: &str) -> NotificationsPage<'_> {
    let title = Some(text);
    let all = [
        News::Opened { thread: text, kind: "submission", subject: text, writer: text },
        News::Answered { thread: text, subject: text, writer: text },
        News::Decided { thread: text, subject: text, decision: "declined" },
        News::SharedLicense { license: text, title },
        News::SharedLicense { license: text, title: None },
        News::DeprecatedLicense { license: text, title },
        News::DeprecatedLicense { license: text, title: None },
        News::SharedGraph { graph: text, title },
    ];
    let told = |(number, news)| Notification { news, at: text.to_owned(), is_read: number > 1 };
    NotificationsPage {
        unread: 2,
        up_to: text,
        notifications: all.into_iter().enumerate().map(told).collect(),
        wants_mail: true,
        sends_mail: true,
    }
}

fn queue(text: &str) -> QueuePage<'_> {
    let filters = vec![Filter { value: "", label: "all" }, Filter { value: text, label: text }];
    QueuePage {
        kind: text,
        state: "",
        kinds: filters.clone(),
        states: filters,
        threads: vec![row(text)],
        is_cut: true,
    }
}

/// Every page that sends something, with `text` in every field of text.
fn pages_with_forms(text: &str) -> Vec<(&'static str, String)> {
    vec![
        ("contact", refused(text, &contact(text, None))),
        ("contact of a member", refused(text, &contact(text, Some(text)))),
        ("submission", refused(text, &submission(text))),
        ("correction", refused(text, &correction(text))),
        ("thread", refused(text, &thread(text, None, &[]))),
        ("thread of a curator", refused(text, &thread(text, Some(text), &["accepted", "done"]))),
        ("notifications", refused(text, &notifications(text))),
    ]
}

fn pages(text: &str) -> Vec<(&'static str, String)> {
    let mut all = pages_with_forms(text);
    all.push(("queue", shown(&queue(text))));
    all.push(("threads", shown(&ThreadsPage { is_curator: true, unread: 3, threads: vec![row(text)] })));
    let receipt = ReceiptPage { reference: text, sent_at: text, receipt: Receipt::Thread };
    all.push(("receipt", shown(&receipt)));
    all
}

#[test]
fn input_is_escaped_on_every_page() {
    for (name, html) in pages(EVIL) {
        assert_escaped(name, &html);
        assert!(!html.contains(" style="), "{name}");
    }
}

#[test]
fn every_page_has_one_heading_and_unique_ids() {
    for (name, html) in pages("Ada") {
        assert_eq!(html.matches("<h1").count(), 1, "{name}");
        assert_ids_are_unique(name, &html);
    }
}

#[test]
fn every_form_is_posted_with_its_token_and_every_field_has_a_label() {
    for (name, html) in pages_with_forms("proof") {
        assert_forms(name, &html);
        let (_, main) = html.split_once("<main").unwrap();
        assert!(!main.contains("method=\"get\""), "{name}");
    }
}

#[test]
fn input_is_kept_with_its_faults() {
    let page = contact("Ada", None);
    let html = refused("Ada", &ContactPage { email: Field { value: "ada@", error: "No host." }, ..page });
    for expected in [
        "value=\"ada@\" autocomplete=\"email\" required aria-invalid=\"true\" aria-describedby=\"email-error email-hint\">",
        "<span class=\"error\" id=\"email-error\">No host.</span>",
        ">\nAda</textarea>",
    ] {
        assert!(html.contains(expected), "{expected} is missing from\n{html}");
    }
    let calm = Field::default();
    let empty = ContactPage { name: calm, email: calm, subject: calm, message: calm, ..page };
    let html = shown(&empty);
    assert!(
        !html.contains("aria-invalid") && !html.contains("role=\"alert\"") && !html.contains("\"error\"")
    );
}

#[test]
fn a_member_is_asked_for_no_name() {
    let html = shown(&contact("Ada", Some("Ada Lovelace")));
    assert!(html.contains("You write as Ada Lovelace") && !html.contains("name=\"email\""), "{html}");
}

#[test]
fn a_curator_decides_and_an_author_does_not() {
    let html = shown(&thread("x", Some("eve@example.org"), &["accepted", "done"]));
    for expected in [
        "<option value=\"\">none: leave it open</option>",
        "<option value=\"accepted\">accepted</option>",
        "<option value=\"done\" selected>done</option>",
        "href=\"mailto:eve@example.org\"",
        "has no account and does not see this page",
        "<li id=\"entry-2\" class=\"curator\">",
        "href=\"https://example.org/\" rel=\"nofollow noopener noreferrer\"",
    ] {
        assert!(html.contains(expected), "{expected} is missing from\n{html}");
    }
    let html = shown(&thread("x", None, &[]));
    assert!(!html.contains("name=\"decision\"") && !html.contains("mailto:"), "{html}");
}

#[test]
fn empty_lists_say_so() {
    let threads = ThreadsPage { is_curator: false, unread: 0, threads: Vec::new() };
    let html = shown(&threads);
    assert!(html.contains("You have no messages yet.") && !html.contains("/curation"), "{html}");
    let html = shown(&QueuePage { threads: Vec::new(), is_cut: false, ..queue("x") });
    assert!(html.contains("There is nothing here.") && !html.contains("<table"), "{html}");
    let none =
        NotificationsPage { unread: 0, notifications: Vec::new(), sends_mail: false, ..notifications("x") };
    let html = shown(&none);
    assert!(html.contains("There are no notifications.") && html.contains("sends no e-mail"), "{html}");
    let (_, main) = html.split_once("<main").unwrap();
    assert!(!main.contains("<form"), "{html}");
}

#[test]
fn notifications_are_sentences_with_links() {
    let html = shown(&notifications("Ada"));
    for expected in [
        "Ada proposes a license: <a href=\"/threads/Ada\">Ada</a>",
        "Ada wrote about <a href=\"/threads/Ada\">Ada</a>",
        "<a href=\"/threads/Ada\">Ada</a> is declined",
        "A license is shared with you: <a href=\"/account/licenses/Ada\">Ada</a>",
        "A license is no longer shared with you.",
        "<a href=\"/account/licenses/Ada\">Ada</a> should no longer be used",
        "A license that was shared with you should no longer be used",
        "A dependency graph is shared with you: <a href=\"/account/graphs/Ada\">Ada</a>",
    ] {
        assert!(html.contains(expected), "{expected} is missing from\n{html}");
    }
    assert_eq!(html.matches("<span class=\"tag current\">new</span>").count(), 2);
}

#[test]
fn a_receipt_links_a_thread_only_if_the_user_may_see_it() {
    let receipt = ReceiptPage { reference: "k2", sent_at: "2026-11-20T08:30:00Z", receipt: Receipt::Mail };
    let html = shown(&receipt);
    assert!(html.contains("By e-mail") && !html.contains("/threads/"), "{html}");
    assert!(shown(&ReceiptPage { receipt: Receipt::Thread, ..receipt }).contains("href=\"/threads/k2\""));
}
