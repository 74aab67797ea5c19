//! spec:version-1#sessions: planted and made-up sessions, forms of other sites, guesses.

use std::time::{Duration, Instant};

use super::browser::{Browser, COOKIE, CSRF, inputs};
use super::databases::{Engine, on_both_databases};
use super::people::{MINE, PASSWORD, fresh_email};
use super::{list, sentence};

on_both_databases![
    a_planted_key_is_not_the_one_that_signs_in,
    a_key_that_was_made_up_is_never_taken,
    a_form_without_proof_is_403_and_does_nothing,
    a_form_proves_itself_for_its_own_session_alone,
    an_unknown_address_takes_as_long_as_a_wrong_password,
];

fn a_planted_key_is_not_the_one_that_signs_in(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    // The attacker has a key of the site, without an account behind it, and plants it.
    let attacker = Browser::new(&host);
    attacker.get("/login").is(200);
    let planted = attacker.session().unwrap();
    let victim = Browser::new(&host);
    victim.plant(&planted);
    victim.log_in(&ada.email, PASSWORD).is(303);
    assert!(victim.is_signed_in());
    assert_ne!(victim.session().unwrap(), planted, "signing in calls for a new key");
    assert!(!attacker.is_signed_in());

    // The same with an account of the attacker, and where somebody registers.
    let mallory = host.member("Mallory");
    let attacker = Browser::of(&mallory);
    let victim = Browser::new(&host);
    victim.plant(&attacker.session().unwrap());
    // A browser that is signed in may be led home from the door; then it signs out first.
    if victim.get("/login").status == 200 {
        victim.log_in(&ada.email, PASSWORD).is(303);
        assert_ne!(victim.session(), attacker.session());
        let seen = attacker.get("/account");
        assert!(seen.status == 303 || !seen.text().contains("Ada"), "{}", seen.status);
    }
    let attacker = Browser::new(&host);
    attacker.get("/register").is(200);
    let newcomer = Browser::new(&host);
    newcomer.plant(&attacker.session().unwrap());
    newcomer.register("Newcomer", &fresh_email(), PASSWORD).is(303);
    assert!(!attacker.is_signed_in());
}

fn a_key_that_was_made_up_is_never_taken(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    for made_up in [&"a".repeat(43), "1", "", &ada.token, &ada.account, "../../etc/passwd", "' OR '1'='1"] {
        let browser = Browser::new(&host);
        browser.plant(made_up);
        assert!(!browser.is_signed_in(), "{made_up}");
        browser.log_in(&ada.email, PASSWORD).is(303);
        assert_ne!(browser.session().as_deref(), Some(made_up));
        browser.submit("/account", "/logout", &[]).is(303);
    }
    let key = Browser::of(&ada).session().unwrap();
    let two = format!("{COOKIE}={key}; {COOKIE}={}", "b".repeat(43));
    let answer = host.ask("GET", "/account", &[("Cookie", &two), ("Accept", "text/html")]);
    answer.is(303);
}

/// Everything a form can do, and what it would bring.
fn forms(license: &str, graph: &str, account: &str) -> Vec<(String, Vec<(&'static str, String)>)> {
    let form = |path: String, fields: &[(&'static str, &str)]| {
        (path, fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect())
    };
    let (license, graph) = (format!("/account/licenses/{license}"), format!("/account/graphs/{graph}"));
    vec![
        form("/logout".to_owned(), &[]),
        form("/account/password".to_owned(), &[("current", PASSWORD), ("new", "an entirely new password")]),
        form("/account/close".to_owned(), &[("current", PASSWORD), ("confirm", "close")]),
        form("/account/tokens".to_owned(), &[("name", "stolen")]),
        form("/account/tokens/revoke".to_owned(), &[("token", "")]),
        form(format!("{license}/publish"), &[("base", "1"), ("consent", "yes")]),
        form(format!("{license}/restore"), &[("revision", "1"), ("base", "1")]),
        form(format!("{license}/deprecate"), &[("reason", "spite")]),
        form(format!("{license}/share"), &[("account", account), ("role", "editor")]),
        form(format!("{license}/unshare"), &[("account", account)]),
        form(format!("{graph}/share"), &[("account", account), ("role", "editor")]),
        form(format!("{graph}/unshare"), &[("account", account)]),
    ]
}

fn a_form_without_proof_is_403_and_does_nothing(engine: Engine) {
    let host = engine.open_to_newcomers();
    let (ada, mallory) = (host.member("Ada"), host.member("Mallory"));
    let (license, graph) = (ada.draft("Untouched"), ada.graph("Untouched", false));
    let browser = Browser::of(&ada);
    let foreign = Browser::of(&mallory).csrf("/account");
    let nobodys = Browser::new(&host).csrf("/login");
    let old = browser.csrf("/account");
    browser.submit("/account", "/logout", &[]).is(303);
    browser.log_in(&ada.email, PASSWORD).is(303);
    let key = browser.session().unwrap();
    let digest = inputs(browser.get("/account/tokens").text(), "token").remove(0);
    for (path, mut fields) in forms(&license, &graph, &mallory.account) {
        if path.ends_with("/revoke") {
            fields = vec![("token", digest.clone())];
        }
        let send = |proof: Option<&str>| {
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let proof: Vec<(&str, &str)> = proof.map(|proof| (CSRF, proof)).into_iter().collect();
            browser.post(&path, &[fields, proof].concat())
        };
        for proof in [None, Some(""), Some("x"), Some(&foreign), Some(&nobodys), Some(&old), Some(&key)] {
            let refused = send(proof);
            assert_eq!(refused.status, 403, "{path} with {proof:?}");
            refused.has("cache-control", "no-store");
        }
    }
    assert!(browser.is_signed_in(), "nobody was signed out");
    ada.get(MINE).is(200);
    assert_eq!(ada.state(&license), "draft");
    assert!(list(&mallory.mine()).is_empty());
    sentence(&mallory.get(&format!("/dependencygraph/list?graph={graph}")), 403);
    assert_eq!(host.count("SELECT COUNT(*) FROM tokens WHERE revoked_at IS NULL"), 2);
    let stranger = Browser::new(&host);
    for (path, fields) in [
        ("/login", vec![("email", ada.email.as_str()), ("password", PASSWORD)]),
        ("/register", vec![("name", "N"), ("email", "n@example.org"), ("password", PASSWORD)]),
    ] {
        stranger.post(path, &fields).is(403);
        stranger.get("/login").is(200);
        stranger.post(path, &[&fields[..], &[(CSRF, foreign.as_str())]].concat()).is(403);
        assert!(!stranger.is_signed_in());
    }
    assert_eq!(host.count("SELECT COUNT(*) FROM accounts"), 2);
}

fn a_form_proves_itself_for_its_own_session_alone(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let (one, other) = (Browser::of(&ada), Browser::of(&ada));
    let proof = one.csrf("/account/tokens");
    assert_ne!(proof, other.csrf("/account/tokens"), "even of the same account");
    other.post("/account/tokens", &[("name", "T"), (CSRF, &proof)]).is(403);
    one.post("/account/tokens", &[("name", "T"), (CSRF, &proof)]).is(200);
    assert_ne!(proof, one.session().unwrap(), "it does not tell the key");
    // Not in the query either.
    let query = format!("/account/tokens?{CSRF}={}", one.csrf("/account/tokens"));
    one.post(&query, &[("name", "T")]).is(403);
}

/// Compared generously: without hashing a password the answer would come some hundred times sooner.
fn an_unknown_address_takes_as_long_as_a_wrong_password(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::new(&host);
    let csrf = browser.csrf("/login");
    let took = |email: &str| {
        let fields = [("email", email), ("password", "not her password"), (CSRF, csrf.as_str())];
        let started = Instant::now();
        browser.post("/login", &fields).is(401);
        started.elapsed()
    };
    took(&fresh_email());
    took(&ada.email);
    let (mut unknown, mut wrong): (Vec<Duration>, Vec<Duration>) =
        (0..7).map(|_| (took(&fresh_email()), took(&ada.email))).unzip();
    unknown.sort();
    wrong.sort();
    let (unknown, wrong) = (unknown[3], wrong[3]);
    assert!(unknown < wrong * 3 && wrong < unknown * 3, "unknown {unknown:?}, wrong password {wrong:?}");
}
