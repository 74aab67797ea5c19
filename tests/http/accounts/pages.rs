//! spec:version-1#sessions: what belongs to an account, in the browser. Tests that sign in have houses
//! of their own, since attempts to sign in are counted for each address.

use std::collections::BTreeSet;

use serde_json::json;

use super::browser::{Browser, CSRF, form, inputs, led, page};
use super::databases::{Engine, on_both_databases};
use super::people::{MINE, PASSWORD, Person};
use super::{assert_letters, document, list, sentence};

on_both_databases![
    what_an_account_owns_is_downloaded,
    pages_of_an_account_are_kept_by_nobody,
    every_fault_of_a_form_is_said_at_its_field,
    an_account_sees_what_it_may_use,
    pages_without_a_session_lead_to_the_door,
    a_password_is_changed_by_who_knows_it,
    a_password_change_revokes_tokens_if_asked_to,
    a_token_is_made_for_a_time,
    a_closed_account_is_gone_and_its_licenses_stay,
    a_token_is_shown_once,
    a_token_is_revoked_by_its_owner_alone,
    pages_of_a_license_are_for_those_with_a_role,
    a_license_is_shared_and_deprecated_on_its_page,
];

fn pages_of_an_account_are_kept_by_nobody(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let (license, graph) = (ada.draft("A license"), ada.graph("A graph", false));
    let stranger = Browser::new(&host);
    for path in ["/login", "/register"] {
        page(&stranger.get(path), 200);
    }
    let browser = Browser::of(&ada);
    for path in [
        "/account".to_owned(),
        "/account/password".to_owned(),
        "/account/close".to_owned(),
        "/account/tokens".to_owned(),
        format!("/account/licenses/{license}"),
        format!("/account/graphs/{graph}"),
    ] {
        let page = page(&browser.get(&path), 200);
        assert!(!inputs(&page, CSRF).is_empty(), "{path} has a form to sign out with");
    }
    let whole = page(&browser.get("/account"), 200);
    for words in ["Ada", "A license", &license, "A graph", &graph] {
        assert!(whole.contains(words), "{words}");
    }
}

fn every_fault_of_a_form_is_said_at_its_field(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let newcomer = Browser::new(&host);
    let at = |page: &str, field: &str| {
        let (_, rest) = page.split_once(&format!("id=\"{field}-error\">")).unwrap_or_default();
        rest.split('<').next().unwrap_or_default().to_owned()
    };
    let whole = page(&newcomer.register("x@example.org", "no \"address\"", "short"), 422);
    assert!(at(&whole, "name").contains("no e-mail address"), "{whole}");
    assert!(at(&whole, "email").contains("254"), "{whole}");
    assert!(at(&whole, "password").contains("12 characters"), "{whole}");
    assert_eq!(inputs(&whole, "email"), ["no &quot;address&quot;"], "what was typed stays");
    assert_eq!(inputs(&whole, "password"), [""], "but for passwords");
    let whole = page(&newcomer.register("Ada", &ada.email, PASSWORD), 409);
    assert!(at(&whole, "email").contains("account already") && at(&whole, "name").is_empty());

    let browser = Browser::of(&ada);
    let (draft, published, long) = (ada.draft("A draft"), ada.publish("Published"), "x".repeat(2001));
    let (draft, published) = (format!("/account/licenses/{draft}"), format!("/account/licenses/{published}"));
    for (shown, form, fields, status, field) in [
        (
            "/account/password",
            "/account/password".to_owned(),
            &[("current", PASSWORD), ("new", "short")][..],
            422,
            "new",
        ),
        (
            "/account/password",
            "/account/password".to_owned(),
            &[("current", "x"), ("new", "long enough, and new")],
            403,
            "current",
        ),
        ("/account/close", "/account/close".to_owned(), &[("current", PASSWORD)], 422, "confirm"),
        ("/account/tokens", "/account/tokens".to_owned(), &[("name", "a@b")], 422, "name"),
        (&draft, format!("{draft}/publish"), &[("base", "1")], 422, "consent"),
        (
            &draft,
            format!("{draft}/share"),
            &[("account", "nobody000000"), ("role", "editor")],
            422,
            "account",
        ),
        (
            &draft,
            format!("{draft}/share"),
            &[("account", ada.account.as_str()), ("role", "editor")],
            409,
            "account",
        ),
        (&published, format!("{published}/deprecate"), &[("replaced_by", "a b")], 422, "replaced_by"),
        (
            &published,
            format!("{published}/deprecate"),
            &[("replaced_by", "Unknown-1.0"), ("reason", "Why")],
            422,
            "replaced_by",
        ),
        (&published, format!("{published}/deprecate"), &[("reason", long.as_str())], 422, "reason"),
    ] {
        let whole = page(&browser.submit(shown, &form, fields), status);
        assert!(!at(&whole, field).is_empty(), "{form} {fields:?}: {whole}");
        assert!(whole.contains("aria-invalid=\"true\""), "{form}");
    }
    let typed = [("replaced_by", "Unknown-1.0"), ("reason", "Why & how")];
    let whole = page(&browser.submit(&published, &format!("{published}/deprecate"), &typed), 422);
    assert_eq!(inputs(&whole, "replaced_by"), ["Unknown-1.0"]);
    assert!(whole.contains("Why &amp; how</textarea>"));
}

/// spec:version-1#limits-per-account and spec:version-1#quotas: what there is, what is left, and what an administrator
/// said.
fn an_account_sees_what_it_may_use(engine: Engine) {
    let host = engine.open(&["--registration", "on"]);
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let whole = page(&browser.get("/account"), 200);
    for words in
        ["<dd>10 of 10 left today</dd>", "<dd>5</dd>", "<dd>60</dd>", "<dd>1000</dd>", "<dd>10000</dd>"]
    {
        assert!(whole.contains(words), "{words}: {whole}");
    }
    assert!(!whole.contains("set for you"));
    for address in ["/license-composer", "/account/graphs/new", "/account/tokens", "/account/notifications"] {
        assert!(whole.contains(&format!("href=\"{address}\"")), "{address}");
    }
    host.set_quota(&ada, &["--translations", "0", "--narrations", "3", "--minute", "7"]);
    let whole = page(&browser.get("/account"), 200);
    for words in ["none: not available to your account", "3 of 3 left today", "<dd>7 <span"] {
        assert!(whole.contains(words), "{words}: {whole}");
    }
    assert_eq!(whole.matches("set for you").count(), 3);
    let unlimited = engine.open_to_newcomers();
    let bob = unlimited.member("Bob");
    assert!(page(&Browser::of(&bob).get("/account"), 200).contains("not limited here"));
}

fn pages_without_a_session_lead_to_the_door(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let (license, graph) = (ada.draft("A license"), ada.graph("A graph", false));
    let stranger = Browser::new(&host);
    for path in [
        "/account".to_owned(),
        "/account/password".to_owned(),
        "/account/close".to_owned(),
        "/account/tokens".to_owned(),
        format!("/account/licenses/{license}"),
        format!("/account/graphs/{graph}"),
        "/account/licenses/NoSuchLicense".to_owned(),
    ] {
        let answer = stranger.get(&path);
        assert_eq!(led(&answer), "/login", "{path}");
        assert!(!answer.text().contains("A license"), "{path}");
    }
    let csrf = stranger.csrf("/login");
    for path in [
        "/account/password".to_owned(),
        "/account/close".to_owned(),
        "/account/tokens".to_owned(),
        "/account/tokens/revoke".to_owned(),
        format!("/account/licenses/{license}/publish"),
        format!("/account/licenses/{license}/share"),
        format!("/account/graphs/{graph}/share"),
    ] {
        stranger
            .post(&path, &[(CSRF, &csrf), ("current", PASSWORD), ("base", "1"), ("consent", "yes")])
            .is(403);
    }
    // A token is for programs, a session for people (spec:version-1#sessions).
    let with_token = ada.accept("/account", "text/html");
    assert_ne!(with_token.status, 200);
    assert_eq!(ada.state(&license), "draft");
}

fn a_password_is_changed_by_who_knows_it(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let (browser, elsewhere) = (Browser::of(&ada), Browser::of(&ada));
    let change = |current: &str, new: &str| {
        browser.submit("/account/password", "/account/password", &[("current", current), ("new", new)])
    };
    let new = "an entirely new password";
    for (current, new) in [("not her password", new), ("", new), (PASSWORD, "too short"), (PASSWORD, "")] {
        let refused = change(current, new);
        assert!([401, 403, 422].contains(&refused.status), "{}", refused.status);
        page(&refused, refused.status);
    }
    assert!(elsewhere.is_signed_in() && browser.is_signed_in());
    let key = browser.session().unwrap();
    led(&change(PASSWORD, new));
    assert!(browser.is_signed_in(), "whoever changed it stays");
    assert_ne!(browser.session().unwrap(), key, "under a new key");
    assert!(!elsewhere.is_signed_in(), "everybody else is out");
    let replayed = Browser::new(&host);
    replayed.plant(&key);
    assert!(!replayed.is_signed_in());
    page(&Browser::new(&host).log_in(&ada.email, PASSWORD), 401);
    led(&Browser::new(&host).log_in(&ada.email, new));
    ada.get(MINE).is(200);
}

fn a_password_change_revokes_tokens_if_asked_to(engine: Engine) {
    let host = engine.open_to_newcomers();
    let (ada, bob) = (host.member("Ada"), host.member("Bob"));
    let browser = Browser::of(&ada);
    assert!(page(&browser.get("/account/password"), 200).contains("name=\"revoke_tokens\""));
    let change = |current: &str, new: &str, more: &[(&str, &str)]| {
        let fields = [&[("current", current), ("new", new)], more].concat();
        led(&browser.submit("/account/password", "/account/password", &fields))
    };
    change(PASSWORD, "an entirely new password", &[]);
    ada.get(MINE).is(200);
    change("an entirely new password", PASSWORD, &[("revoke_tokens", "yes")]);
    sentence(&ada.get(MINE), 401);
    bob.get(MINE).is(200);
    assert!(browser.is_signed_in());
}

fn a_token_is_made_for_a_time(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let make = |days: &str| {
        let fields = [("name", "a short one"), ("expires_in_days", days)];
        browser.submit("/account/tokens", "/account/tokens", &fields)
    };
    let whole = page(&make("30"), 200);
    let token = whole.split("<code class=\"secret\">").nth(1).unwrap().split('<').next().unwrap().to_owned();
    ada.with(&token).get(MINE).is(200);
    let in_a_month = "SELECT COUNT(*) FROM tokens WHERE name = 'a short one' AND length(expires_on) = 10";
    assert_eq!(host.count(in_a_month), 1);
    host.change("UPDATE tokens SET expires_on = '2026-01-01' WHERE name = 'a short one'");
    sentence(&ada.with(&token).get(MINE), 401);
    let whole = page(&browser.get("/account/tokens"), 200);
    assert!(whole.contains("expired <time datetime=\"2026-01-01\">"), "{whole}");
    for days in ["0", "-1", "4000", "soon"] {
        assert!(page(&make(days), 422).contains("id=\"expires_in_days-error\""), "{days}");
    }
    page(&make(""), 200);
    let endless = "SELECT COUNT(*) FROM tokens WHERE name = 'a short one' AND expires_on IS NULL";
    assert_eq!(host.count(endless), 0);
}

fn a_closed_account_is_gone_and_its_licenses_stay(engine: Engine) {
    let host = engine.open_to_newcomers();
    let (ada, bob) = (host.member("Ada"), host.person("Bob"));
    let (published, draft) = (ada.publish("Stays"), ada.draft("Goes"));
    let shared = ada.publish("Stays and is shared");
    host.share("--license", &shared, &bob, "editor");
    let before = host.get(&format!("/licenselibrary/license/{published}")).body;
    let (browser, elsewhere) = (Browser::of(&ada), Browser::of(&ada));
    let close = |fields: &[(&str, &str)]| browser.submit("/account/close", "/account/close", fields);
    for fields in [
        &[("current", PASSWORD)][..],
        &[("current", PASSWORD), ("confirm", "yes")],
        &[("confirm", "close")],
        &[("current", "not her password"), ("confirm", "close")],
    ] {
        let refused = close(fields);
        assert!([401, 403, 422].contains(&refused.status), "{fields:?}: {}", refused.status);
        assert!(browser.is_signed_in());
    }
    led(&close(&[("current", PASSWORD), ("confirm", "close")]));
    assert!(!browser.is_signed_in() && !elsewhere.is_signed_in());
    page(&Browser::new(&host).log_in(&ada.email, PASSWORD), 401);
    sentence(&ada.get(MINE), 401);

    for id in [&published, &shared] {
        host.get(&format!("/licenselibrary/license/{id}")).is(200);
    }
    assert_eq!(host.get(&format!("/licenselibrary/license/{published}")).body, before);
    sentence(&host.get(&format!("/licenselibrary/license/{draft}")), 404);
    sentence(&bob.get(&format!("/licenselibrary/license/{draft}")), 404);
    assert_eq!(list(&bob.mine()).len(), 1);
    let rows = document(&bob.get(&format!("{MINE}/{shared}/revisions")))["revisions"].clone();
    assert_eq!(rows[0]["actor"], "a former member");
    assert_eq!(host.audit(&published).len(), 1, "that she consented stays written down");
    let forgotten = format!("SELECT COUNT(*) FROM accounts WHERE email = '{}' OR name = 'Ada'", ada.email);
    assert_eq!(host.count(&forgotten), 0);

    let newcomer = Browser::new(&host);
    led(&newcomer.register("Ada again", &ada.email, PASSWORD));
    let account =
        format!("SELECT COUNT(*) FROM accounts WHERE id = '{}' AND closed_at IS NOT NULL", ada.account);
    assert_eq!(host.count(&account), 1, "a new account, and the old one stays closed");
}

fn a_token_is_shown_once(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let made = browser.submit("/account/tokens", "/account/tokens", &[("name", "For my script")]);
    let whole = page(&made, 200);
    let at = whole.find("svc_").unwrap_or_else(|| panic!("no token: {whole}"));
    let token = &whole[at..at + 44];
    assert_letters(&token["svc_".len()..], 40);
    assert_eq!(whole.matches(token).count(), whole.matches("svc_").count(), "one token");
    ada.with(token).get(MINE).is(200);
    let listed = page(&browser.get("/account/tokens"), 200);
    assert!(listed.contains("For my script") && !listed.contains(token) && !listed.contains(&token[4..]));
    assert!(!listed.contains(&ada.token));
    for name in ["", "   ", &"x".repeat(301)] {
        page(&browser.submit("/account/tokens", "/account/tokens", &[("name", name)]), 422);
    }
    assert_eq!(host.count("SELECT COUNT(*) FROM tokens"), 2);
}

fn a_token_is_revoked_by_its_owner_alone(engine: Engine) {
    let host = engine.open_to_newcomers();
    let (ada, bob) = (host.member("Ada"), host.member("Bob"));
    let (adas, bobs) = (Browser::of(&ada), Browser::of(&bob));
    let digest = inputs(adas.get("/account/tokens").text(), "token").remove(0);
    let revoke = |browser: &Browser<'_>, token: &str| {
        browser.submit("/account/tokens", "/account/tokens/revoke", &[("token", token)])
    };
    // Of what is not his he learns nothing: known or not, the answer is the same.
    let nobodys = "0".repeat(64);
    assert_eq!(revoke(&bobs, &digest).status, revoke(&bobs, &nobodys).status);
    ada.get(MINE).is(200);
    for nonsense in ["", "x", &ada.token] {
        let refused = revoke(&adas, nonsense);
        assert!([404, 422].contains(&refused.status), "{nonsense}: {}", refused.status);
    }
    ada.get(MINE).is(200);
    led(&revoke(&adas, &digest));
    sentence(&ada.get(MINE), 401);
    bob.get(MINE).is(200);
    assert!(
        !inputs(adas.get("/account/tokens").text(), "token").contains(&digest),
        "it has no button any more"
    );
}

fn pages_of_a_license_are_for_those_with_a_role(engine: Engine) {
    let host = engine.open_to_newcomers();
    let (ada, bob, mallory) = (host.member("Ada"), host.member("Bob"), host.member("Mallory"));
    let (license, graph) = (ada.draft("Seen by some"), ada.graph("A graph seen by some", false));
    let pages = [format!("/account/licenses/{license}"), format!("/account/graphs/{graph}")];
    host.share("--license", &license, &bob, "viewer");
    host.share("--graph", &graph, &bob, "viewer");
    let (adas, bobs, mallorys) = (Browser::of(&ada), Browser::of(&bob), Browser::of(&mallory));
    for path in &pages {
        for browser in [&adas, &bobs] {
            assert!(page(&browser.get(path), 200).contains("een by some"), "{path}");
        }
        assert!(!page(&mallorys.get(path), 404).contains("een by some"), "{path}");
    }
    for unknown in ["/account/licenses/CC-BY-4.0", "/account/licenses/0123456789abcdef0123456789abcdef"] {
        page(&adas.get(unknown), 404);
    }
    for (below, fields) in [
        ("publish", vec![("base", "1"), ("consent", "yes")]),
        ("restore", vec![("revision", "1"), ("base", "1")]),
        ("deprecate", vec![("reason", "spite")]),
        ("share", vec![("account", mallory.account.as_str()), ("role", "editor")]),
        ("unshare", vec![("account", bob.account.as_str())]),
    ] {
        let path = format!("{}/{below}", pages[0]);
        for (browser, statuses) in [(&bobs, &[403, 404][..]), (&mallorys, &[404])] {
            let refused = browser.submit("/account/tokens", &path, &fields);
            assert!(statuses.contains(&refused.status), "{below}: {}", refused.status);
        }
    }
    assert_eq!(ada.state(&license), "draft");
    assert_eq!(list(&bob.mine()).len(), 1, "still shared");
    assert!(list(&mallory.mine()).is_empty());
}

fn a_license_is_shared_and_deprecated_on_its_page(engine: Engine) {
    let host = engine.open_to_newcomers();
    let (ada, bob) = (host.member("Ada"), host.person("Bob"));
    let (id, successor) = (ada.publish("On its page"), ada.publish("Successor"));
    let browser = Browser::of(&ada);
    let page = format!("/account/licenses/{id}");
    let send =
        |below: &str, fields: &[(&str, &str)]| browser.submit(&page, &format!("{page}/{below}"), fields);
    let role = |person: &Person<'_>| list(&person.mine()).first().map(|entry| entry["role"].clone());
    for given in ["viewer", "editor"] {
        led(&send("share", &[("account", &bob.account), ("role", given)]));
        assert_eq!(role(&bob), Some(json!(given)));
    }
    for (account, given) in [
        (bob.account.as_str(), "owner"),
        (bob.account.as_str(), "king"),
        (ada.account.as_str(), "viewer"),
        ("nobody000000", "viewer"),
        ("", "viewer"),
    ] {
        let refused = send("share", &[("account", account), ("role", given)]);
        assert!([404, 409, 422].contains(&refused.status), "{account} {given}: {}", refused.status);
    }
    assert_eq!(role(&bob), Some(json!("editor")));
    assert_eq!(super::entry(&ada.mine(), &id)["role"], "owner");
    led(&send("unshare", &[("account", &bob.account)]));
    assert_eq!(role(&bob), None);
    let refused = send("unshare", &[("account", &ada.account)]);
    assert!([404, 409, 422].contains(&refused.status), "its owner stays: {}", refused.status);

    send("deprecate", &[("replaced_by", &id), ("reason", "")]).is(422);
    assert_eq!(ada.state(&id), "published");
    led(&send("deprecate", &[("replaced_by", &successor), ("reason", "On its page")]));
    assert_eq!(ada.state(&id), "deprecated");
    assert_eq!(super::entry(&ada.mine(), &id)["replaced_by"], successor);
    // A form in another encoding is none.
    let text = form(&[("reason", "x")]);
    ada.server.send(&format!("{page}/deprecate"), &[("Content-Type", "text/plain")], &text).is(403);
}

fn what_an_account_owns_is_downloaded(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.member("Ada"), host.member("Bob"));
    let browser = Browser::of(&ada);
    let (license, graph, draft) = (ada.publish("Mine"), ada.graph("My graph", true), ada.draft("My draft"));
    let shared = bob.graph("Of Bob", false);
    let page = format!("/account/graphs/{shared}");
    let with_ada = [("account", ada.account.as_str()), ("role", "viewer")];
    Browser::of(&bob).submit(&page, &format!("{page}/share"), &with_ada).is(303);
    let letter = [("subject", "A question"), ("message", "How is it?")];
    browser.submit("/contact", "/contact", &letter).is(303);

    let answer = browser.get("/account/export");
    answer.is(200).has("content-type", "application/json").has("cache-control", "no-store");
    answer.has("content-disposition", "attachment; filename=\"muniment-account.json\"");
    let kept = answer.json();
    assert_eq!((&kept["account"]["id"], &kept["account"]["email"]), (&json!(ada.account), &json!(ada.email)));
    let ids = |kind: &str| -> BTreeSet<String> {
        let models = kept[kind].as_array().unwrap();
        models.iter().map(|model| model["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids("licenses"), BTreeSet::from([draft, license.clone()]));
    assert_eq!(ids("dependency_graphs"), BTreeSet::from([graph]), "and not Bob's");
    let mut licenses = kept["licenses"].as_array().unwrap().iter();
    let revision = &licenses.find(|model| model["id"] == license.as_str()).unwrap()["revisions"][0];
    assert!(revision["turtle"].as_str().unwrap().contains("\"Mine\""), "{revision}");
    assert!(revision["content_hash"].as_str().unwrap().starts_with("sha256:"), "{revision}");
    assert_eq!(kept["threads"][0]["entries"][0]["message"], "How is it?");
    assert!(!answer.text().contains("svc_"), "no secret of a token");
    assert!(
        Browser::new(host).get("/account/export").is(303).header("location").unwrap().starts_with("/login")
    );
}
