//! What an account may store, and how many forms it may send. The default bounds are
//! settings.

use serde_json::json;

use super::browser::{Browser, led, page};
use super::databases::{Engine, on_both_databases};
use super::people::{COMPOSER, GRAPH, composed, graph, operated};
use super::{assert_uncounted, list, sentence};

on_both_databases![
    a_full_account_is_refused_in_the_shape_of_the_surface,
    an_account_sees_what_it_stores,
    an_operator_allows_an_account_more,
    restoring_again_and_again_copies_nothing,
    a_license_or_graph_is_shared_with_so_many,
    forms_of_a_member_are_counted,
];

const FULL: &str = "The account may store at most 1 ";

fn a_full_account_is_refused_in_the_shape_of_the_surface(engine: Engine) {
    let limits = ["--account-licenses", "1", "--account-graphs", "1", "--account-tokens", "1"];
    let flags = [&["--limits", "off", "--account-messages", "1"], &limits[..]].concat();
    let host = engine.open(&flags);
    let ada = host.member("Ada");
    ada.draft("The only one");
    for path in [COMPOSER.to_owned(), format!("{COMPOSER}?publish=false")] {
        let said = sentence(&ada.json(&path, &composed("One too many")), 403);
        assert!(said.starts_with(&format!("{FULL}licenses")), "{said}");
    }
    ada.graph("The only graph", false);
    let said = sentence(&ada.json(GRAPH, &graph("One too many")), 403);
    assert!(said.starts_with(&format!("{FULL}dependency graphs")), "{said}");

    let browser = Browser::of(&ada);
    let made = browser.submit("/account/tokens", "/account/tokens", &[("name", "a second one")]);
    let whole = page(&made, 403);
    assert!(whole.contains(&format!("{FULL}live tokens")) && whole.contains("a second one"), "{whole}");
    let statement =
        [("subject-1", "svc:promote"), ("relation-1", "owl:sameAs"), ("object-1", "odrl:display")];
    let new = "/account/graphs/new";
    let whole = page(
        &browser.submit(new, new, &[&[("title", "By hand"), ("do", "save")], &statement[..]].concat()),
        403,
    );
    assert!(
        whole.contains(&format!("{FULL}dependency graphs")) && whole.contains("By hand"),
        "what was typed stays"
    );
    let letter = [("subject", "A question"), ("message", "May I?")];
    browser.submit("/contact", "/contact", &letter).is(303);
    let whole = page(&browser.submit("/contact", "/contact", &letter), 403);
    assert!(whole.contains(&format!("{FULL}messages")) && whole.contains("May I?"), "{whole}");

    for (table, kept) in [
        ("models WHERE kind = 'license'", 1),
        ("models WHERE kind = 'graph'", 1),
        ("tokens", 1),
        ("threads", 1),
    ] {
        assert_eq!(host.count(&format!("SELECT COUNT(*) FROM {table}")), kept, "{table}");
    }
}

fn an_account_sees_what_it_stores(engine: Engine) {
    let host = engine.open(&["--limits", "off", "--account-licenses", "7", "--account-bytes", "1572864"]);
    let ada = host.member("Ada");
    ada.draft("One");
    ada.publish("Two");
    let whole = page(&Browser::of(&ada).get("/account"), 200);
    for row in
        ["<dt>Licenses</dt><dd>2 of 7</dd>", "<dt>Live tokens</dt><dd>1 of 50</dd>", "0.1 MiB of 1.5 MiB"]
    {
        assert!(whole.contains(row), "{row} is missing from {whole}");
    }
}

fn an_operator_allows_an_account_more(engine: Engine) {
    let host = engine.open(&["--limits", "off", "--account-licenses", "1"]);
    let ada = host.person("Ada");
    ada.draft("One");
    sentence(&ada.json(COMPOSER, &composed("Two")), 403);
    host.set_quota(&ada, &["--storage", "2"]);
    ada.publish("Two");
    host.set_quota(&ada, &["--storage", "default"]);
    sentence(&ada.json(COMPOSER, &composed("Three")), 403);
    ada.post(&format!("/licenselibrary/mine/{}/deprecate", ada.mine()[0]["id"].as_str().unwrap())).is(200);
}

fn a_license_or_graph_is_shared_with_so_many(engine: Engine) {
    let host = engine.open(&["--limits", "off", "--account-shares", "1"]);
    let (ada, bob, carol) = (host.member("Ada"), host.person("Bob"), host.person("Carol"));
    let browser = Browser::of(&ada);
    let pages = [
        format!("/account/licenses/{}", ada.publish("One")),
        format!("/account/licenses/{}", ada.draft("Two")),
        format!("/account/graphs/{}", ada.graph("Three", false)),
    ];
    for own in &pages {
        let share = |with: &str, role: &str| {
            browser.submit(own, &format!("{own}/share"), &[("account", with), ("role", role)])
        };
        led(&share(&bob.account, "viewer"));
        let whole = page(&share(&carol.account, "viewer"), 403);
        assert!(whole.contains(&format!("{FULL}shares of one license or graph")), "{whole}");
        assert!(whole.contains(&carol.account) && !whole.contains("Carol"), "what was typed stays: {whole}");
        led(&share(&bob.account, "editor"));
    }
    assert_eq!((list(&bob.mine()).len(), list(&carol.mine()).len()), (2, 0));
    host.set_quota(&ada, &["--storage", "2"]);
    led(&browser.submit(
        &pages[0],
        &format!("{}/share", pages[0]),
        &[("account", &carol.account), ("role", "viewer")],
    ));
}

/// A revision of nearly 1 MB, taken up again a hundred times by requests of 200 bytes.
fn restoring_again_and_again_copies_nothing(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let ada = host.member("Ada");
    let mut long = composed("A long one");
    long["license_text"] = json!("Words of a license. ".repeat(2_900));
    let id = ada.json(&format!("{COMPOSER}?publish=false"), &long).is(201).json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let browser = Browser::of(&ada);
    let (license, restore) = (format!("/account/licenses/{id}"), format!("/account/licenses/{id}/restore"));
    for base in 1..=100 {
        let base = base.to_string();
        browser.submit(&license, &restore, &[("revision", "1"), ("base", &base)]).is(303);
    }
    let kept = "SELECT CAST(SUM(octet_length(document)) AS BIGINT) FROM revisions";
    assert!(host.count(kept) < 2 * 58_000, "one copy of the document, and what is said of it");
    let revisions = ada.get(&format!("/licenselibrary/mine/{id}/revisions")).is(200).json();
    assert_eq!((&revisions["current"], list(&revisions["revisions"]).len()), (&json!(101), 101));
    assert!(
        ada.get(&format!("/licenselibrary/license/{id}?format=text"))
            .is(200)
            .text()
            .contains("Words of a license.")
    );
    browser.submit(&license, &restore, &[("revision", "102"), ("base", "101")]).is(404);
}

fn forms_of_a_member_are_counted(engine: Engine) {
    let host = engine.open(&[]);
    let ada = host.member("Ada");
    host.set_quota(&ada, &["--minute", "5"]);
    let browser = Browser::of(&ada);
    for number in 1..=5 {
        let made =
            browser.submit("/account/tokens", "/account/tokens", &[("name", &format!("Form {number}"))]);
        made.is(200);
        assert_uncounted(&made);
    }
    let refused = browser.submit("/account/tokens", "/account/tokens", &[("name", "Form 6")]);
    refused.is(429).has("content-type", "text/html; charset=utf-8");
    assert!(refused.text().contains("at most 5 requests per minute for this account"), "{}", refused.text());
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    assert_uncounted(&refused);
    assert_eq!(host.count("SELECT COUNT(*) FROM tokens WHERE name LIKE 'Form %'"), 5, "nothing was written");
    page(&browser.get("/account"), 200);
    assert_eq!(
        ada.get("/licenselibrary/mine").is(200).header("x-ratelimit-remaining"),
        Some("4"),
        "tokens apart"
    );
    let other = Browser::of(&host.member("Bob"));
    other.submit("/account/tokens", "/account/tokens", &[("name", "Form 7")]).is(200);
    operated(&host.database, &["admin", "set-quota", "--account", &ada.account, "--minute", "default"], "");
    browser.submit("/account/tokens", "/account/tokens", &[("name", "Form 8")]).is(200);
}
