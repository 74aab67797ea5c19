use super::super::properties::Shown;
use super::super::reference::Parts;
use super::super::{render, templates};
use super::silence::Applied;
use super::snippet::Snippet;
use super::statement::{Condition, Role, Statement};
use super::*;

fn record(id: &str) -> Reference {
    Reference::plain("Other").named(id)
}

fn silence() -> Silence {
    Silence {
        graph: Reference::plain("Core <graph>"),
        applied: vec![Applied {
            act: Reference::plain("Promote & praise"),
            label: "Promote".to_owned(),
            verdict: "prohibited",
            sentence: "The license does not mention \"<it>\".".to_owned(),
            territory: Reference::plain("Worldwide"),
            rule: Reference::plain("No endorsement"),
            basis: "Some <statute>".to_owned(),
            explanation: "Because & why.".to_owned(),
            is_adopted: false,
        }],
        unnamed: vec![Reference::plain("Sell")],
    }
}

fn sample() -> RecordPage<'static> {
    let notice = || Statement::sample("Notice", Vec::new());
    let statements = Statements {
        permissions: vec![Statement::sample("Distribute", vec![notice()])],
        duties: vec![Statement::sample("Share alike", Vec::new())],
        conditions: vec![Condition {
            act: Reference::plain("Notice"),
            label: "Notice".to_owned(),
            name: "cc:Notice".to_owned(),
            gist: String::new(),
            permissions: 1,
        }],
        prohibitions: vec![Statement {
            role: Role::EndsTheLicense,
            unspoken: vec!["odrl:constraint".to_owned()],
            ..Statement::sample("Promote", Vec::new())
        }],
    };
    RecordPage {
        frame: Frame::sample(),
        license_origin: LicenseOrigin::Record,
        id: "A",
        iri: "https://sample.example/licenselibrary/A",
        title: "<script>alert('title')</script>",
        title_language: "fr",
        has_long_title: false,
        is_fixture: true,
        withdrawal: Some(Withdrawal { on: Some("2026-11-20".to_owned()), replaced_by: Some(record("B")) }),
        spdx: Some("A-1.0"),
        jurisdiction: Some(Reference::plain("Worldwide")),
        publisher: Some("Publisher & Sons"),
        legalcode: Some(Reference::address("https://legal.example/?a=1&b=\"2\"")),
        text_page: Some("/license-library/A/text".to_owned()),
        text_file: "/license-library/A/LICENSE.txt".to_owned(),
        source: Some(Reference::address("javascript:alert(1)")),
        overview: Some(Overview::sample()),
        strip: Some(Strip::sample()),
        near: vec![Near::sample()],
        summary: Summary::sample(),
        statements,
        conventions: BTreeSet::from(["Library rule \"15\"."]),
        silence: Some(silence()),
        training: Training::sample(),
        relations: vec![Relation { name: "Variant of", record: record("C") }],
        ports: vec![record("P1"), record("P2")],
        variants: vec![record("V1")],
        targets: vec![Reference::plain("Software")],
        properties: vec![Property {
            label: Reference::plain("Cure period"),
            values: vec![Shown::Text("<b>30")],
        }],
        snippets: Snippets {
            texts: vec![Snippet {
                title: "Badge in HTML",
                anchor: "snippet-html",
                text: "<a href=\"https://sample.example\">".to_owned(),
            }],
            catalogs: Vec::new(),
            license_file: "{ \"license-uri\": \"<x>\" }".to_owned(),
            credits: true,
        },
        version_count: 2,
        versions: Versions::sample(),
    }
}

fn rendered(page: &RecordPage<'_>) -> String {
    render(&templates::environment().unwrap(), page).unwrap()
}

fn assert_contains(html: &str, expected: &[&str]) {
    for expected in expected {
        assert!(html.contains(expected), "{expected} is missing from\n{html}");
    }
}

#[test]
fn the_sample_renders_and_escapes() {
    let html = rendered(&sample());
    assert_contains(
        &html,
        &[
            "&lt;script&gt;alert(&#39;title&#39;)&lt;/script&gt;",
            "lang=\"fr\"",
            "Test fixture",
            "Withdrawn",
            "2026-11-20",
            "Publisher &amp; Sons",
            "href=\"/license-library/A/text\"",
            "href=\"https://legal.example/?a=1&amp;b=&quot;2&quot;\"",
            "title=\"Library rule &quot;15&quot;.\"",
            "<a href=\"/license-library/A/text#at-7\"><q lang=\"de\">You may &lt;copy&gt;.</q></a>",
            "Doing &lt;it&gt; &amp; more.",
            "rights under the license end if you do it",
            "<code>odrl:constraint</code>",
            "&lt;b&gt;30",
            "Core &lt;graph&gt;",
            "Some &lt;statute&gt;",
            "proposed, not adopted",
            "&lt;a href=&quot;https://sample.example&quot;&gt;",
            "&lt;x&gt;",
            "<link rel=\"alternate\" type=\"text/turtle\" href=\"/v2/licenses/A/index.ttl\"",
            "<link rel=\"cite-as\" href=\"/v2/licenses/A/versions/2\">",
            "<link rel=\"describedby\" type=\"text/turtle\" href=\"/v2/licenses/A/index.ttl\">",
            "<link rel=\"version-history\" href=\"/v2/licenses/A/versions\">",
            "http://127.0.0.1:8080/v2/licenses/A/versions/2/index.nt",
            "id=\"history-heading\"",
            "data-verify=\"/v2/licenses/A/versions/1\"",
            "<ins>Notice &amp; &lt;more&gt;</ins>",
            "<del>Promote</del>",
            "The text &lt;says&gt; so.",
            "Yes, if you meet the conditions.",
            "<h3>While you train</h3>",
            "Share &amp; tell. <span class=\"small faint\">Give &lt;credit&gt;",
            "<li>Union: Mining is &lt;open&gt;</li>",
        ],
    );
    assert!(!html.contains("<script>") && !html.contains("href=\"javascript:"));
}

/// Groups and statements have an icon and a word, not only a colour.
#[test]
fn every_verdict_has_its_icon_and_its_word() {
    let html = rendered(&sample());
    for (verdict, heading) in
        [("permitted", "You can"), ("required", "You must"), ("prohibited", "You can\u{2019}t")]
    {
        let heading = format!("</svg>{heading}</h2>");
        let statement = format!("<span class=\"unseen\">{verdict}: </span>");
        let icon = format!("/assets/icons.svg#{verdict}");
        assert_contains(&html, &[&heading, &statement, &icon]);
    }
}

/// The first screen says what the license asks, each line with the section that it rests on.
#[test]
fn lines_of_the_summary_lead_to_their_sections() {
    let html = rendered(&sample());
    assert_contains(
        &html,
        &[
            "<li>copy &amp; share it <span class=\"small\"><a href=\"/license-library/A/text#at-7\">\u{a7}2(a)</a></span></li>",
            "<h3>When you give copies to others</h3>",
            "<strong>You may not use it in &lt;war&gt;.</strong>",
            "<q>not in &lt;war&gt;</q>",
            "<li>No warranty.</li>",
            "<li class=\"prohibited\">",
            "?ids=A&amp;target=B\">B</a> no</li>",
            "<a href=\"/license-library/B\">B</a> Also requires: &lt;credit&gt;.",
        ],
    );
}

/// Without JavaScript, no useless button is visible.
#[test]
fn buttons_that_need_a_script_are_hidden_until_it_runs() {
    let html = rendered(&sample());
    for button in html.split("<button type=\"button\"").skip(1) {
        assert!(button.split('>').next().unwrap().contains(" hidden "), "{button}");
    }
}

#[test]
fn a_bare_record_renders() {
    let page = RecordPage {
        title_language: "",
        is_fixture: false,
        withdrawal: None,
        spdx: None,
        jurisdiction: None,
        publisher: None,
        legalcode: None,
        source: None,
        overview: None,
        summary: Summary::default(),
        strip: None,
        near: Vec::new(),
        statements: Statements::default(),
        conventions: BTreeSet::new(),
        silence: None,
        relations: Vec::new(),
        ports: Vec::new(),
        variants: Vec::new(),
        targets: Vec::new(),
        properties: Vec::new(),
        ..sample()
    };
    let html = rendered(&page);
    for absent in ["Test fixture", "Withdrawn", "by convention", "#silence", "#related"] {
        assert!(!html.contains(absent), "{absent} is in\n{html}");
    }
    assert_contains(
        &html,
        &[
            "The record states no permission.",
            "The record states no obligation.",
            "The record states no prohibition.",
            "<code>A</code>",
        ],
    );
}

/// The page of a draft has no link to a missing address.
#[test]
fn a_draft_links_only_its_own_addresses() {
    let versions = Versions::sample().at("/licenselibrary/A");
    let snippets = Snippets { license_file: String::new(), ..sample().snippets };
    let draft = RecordPage { license_origin: LicenseOrigin::Draft, snippets, versions, ..sample() };
    let html = rendered(&draft);
    assert_contains(&html, &["<strong>Draft.</strong>", "data-verify=\"/licenselibrary/A\""]);
    for absent in
        ["badge.svg\" alt", "license.json\"", "/corrections/", "checker?ids=", "composer?from=", "curl"]
    {
        assert!(!html.contains(absent), "{absent} is in\n{html}");
    }
}

#[test]
fn many_statements_and_ports_stay_apart() {
    let many = |count| (0..count).map(|n| Statement::sample(&format!("Act{n}"), Vec::new())).collect();
    let statements = Statements { permissions: many(40), ..Statements::default() };
    let ports = (0..60).map(|n| record(&format!("P{n}"))).collect();
    let html = rendered(&RecordPage { statements, ports, has_long_title: true, ..sample() });
    assert_contains(
        &html,
        &["<h1 class=\"of-record long\"", "<details><summary>Ports and editions (60)</summary>"],
    );
    let ids: Vec<&str> =
        html.split(" id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "an anchor is there twice");
    let anchors = html.split("href=\"#").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0));
    for anchor in anchors {
        assert!(unique.contains(anchor), "#{anchor} leads nowhere");
    }
}

#[test]
fn a_link_is_printed_as_one() {
    let href = "/ns/promote".to_owned();
    let act = Reference::from(Parts { text: "Promote".to_owned(), href, ..Parts::default() });
    let statement = Statement { act, ..Statement::sample("Promote", Vec::new()) };
    let statements = Statements { permissions: vec![statement], ..Statements::default() };
    let html = rendered(&RecordPage { statements, ..sample() });
    assert_contains(&html, &["<a href=\"/ns/promote\">Promote</a>"]);
}
