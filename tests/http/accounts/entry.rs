//! spec:version-1#sessions: who registers, signs in and signs out. Tests that sign in have houses of
//! their own, since attempts to sign in are counted for each address.

use serde_json::json;

use super::assert_letters;
use super::browser::{Browser, COOKIE, CSRF, inputs, led, page};
use super::databases::{Engine, on_both_databases};
use super::people::{MINE, PASSWORD, fresh_email};
use crate::server::Answer;

on_both_databases![
    somebody_registers_and_is_at_home,
    a_form_with_a_fault_comes_back_with_a_sentence,
    who_signs_in_goes_on_to_where_they_wanted,
    an_address_has_one_account,
    registration_can_be_switched_off,
    the_cookie_is_for_this_site_and_no_script,
    who_signs_in_is_at_home_until_signing_out,
    wrong_credentials_are_401_in_one_sentence,
    passwords_are_guessed_ten_times,
];

fn somebody_registers_and_is_at_home(engine: Engine) {
    let host = engine.open_to_newcomers();
    let browser = Browser::new(&host);
    let email = fresh_email();
    led(&browser.register("Ada Lovelace", &email, PASSWORD));
    if !browser.is_signed_in() {
        led(&browser.log_in(&email, PASSWORD));
    }
    assert!(browser.is_signed_in());
    assert!(page(&browser.get("/account"), 200).contains("Ada Lovelace"));
    let account = format!("SELECT COUNT(*) FROM accounts WHERE email = '{email}' AND role = 'member'");
    assert_eq!(host.count(&account), 1, "nobody registers as an administrator");
    assert_eq!(
        host.count(&format!("SELECT COUNT(*) FROM accounts WHERE password_hash LIKE '%{PASSWORD}%'")),
        0
    );
    let hashed = "SELECT COUNT(*) FROM accounts WHERE password_hash LIKE '$argon2id$%'";
    assert_eq!(host.count(hashed), 1);
    // With what else a form may bring.
    let csrf = browser.csrf("/account");
    assert!(!csrf.is_empty());
    let other = Browser::new(&host);
    let greedy = fresh_email();
    let fields = [("name", "Mallory"), ("email", &greedy), ("password", PASSWORD), ("role", "administrator")];
    other.submit("/register", "/register", &fields);
    assert_eq!(host.count("SELECT COUNT(*) FROM accounts WHERE role = 'administrator'"), 0);
}

fn a_form_with_a_fault_comes_back_with_a_sentence(engine: Engine) {
    let host = engine.open_to_newcomers();
    let browser = Browser::new(&host);
    let email = fresh_email();
    let long = "x".repeat(301);
    for (name, email, password, words) in [
        ("", email.as_str(), PASSWORD, "name"),
        ("   ", &email, PASSWORD, "name"),
        (&long, &email, PASSWORD, "name"),
        ("Ada", "", PASSWORD, "mail"),
        ("Ada", "no address", PASSWORD, "mail"),
        ("Ada", "@example.org", PASSWORD, "mail"),
        ("Ada", &email, "too short", "12 characters"),
        ("Ada", &email, "", "12 characters"),
        ("Ada", &email, &"x".repeat(1001), "1000 characters"),
    ] {
        let whole = page(&browser.register(name, email, password), 422);
        assert!(whole.contains(words), "{words}");
        assert!(!inputs(&whole, CSRF).is_empty(), "the form is there to be corrected");
        assert!(
            password.is_empty() || !whole.contains(&format!("value=\"{password}\"")),
            "passwords do not come back"
        );
    }
    browser.submit("/register", "/register", &[]).is(422);
    assert_eq!(host.count("SELECT COUNT(*) FROM accounts"), 0);
}

fn who_signs_in_goes_on_to_where_they_wanted(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let location = |answer: &Answer| answer.is(303).header("location").unwrap().to_owned();
    let browser = Browser::new(&host);
    let door = location(&browser.get("/account/graphs/new?from=dg_default"));
    assert!(door.ends_with("/login?next=/account/graphs/new%3Ffrom%3Ddg_default"), "{door}");
    assert!(location(&browser.get("/account")).ends_with("/login"));
    let shown = page(&browser.get("/login?next=/account/graphs/new%3Ffrom%3Ddg_default"), 200);
    assert_eq!(inputs(&shown, "next"), ["/account/graphs/new?from=dg_default"]);
    assert!(shown.contains("href=\"/register?next=/account/graphs/new%3Ffrom%3Ddg_default\""));
    let sign_in = |next: &str, password: &str| {
        let fields = [("email", ada.email.as_str()), ("password", password), ("next", next)];
        Browser::new(&host).submit("/login", "/login", &fields)
    };
    let refused = page(&sign_in("/license-composer?draft=x", "not her password"), 401);
    assert_eq!(inputs(&refused, "next"), ["/license-composer?draft=x"], "it is kept");
    assert!(location(&sign_in("/license-composer?draft=x", PASSWORD)).ends_with("/license-composer?draft=x"));
    for foreign in
        ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:x"]
    {
        assert_eq!(led(&sign_in(foreign, PASSWORD)), "/account", "{foreign}");
    }
    let shown = page(&browser.get("/login?next=//elsewhere.example"), 200);
    assert!(!shown.contains("elsewhere"));
    let newcomer = Browser::new(&host);
    let email = fresh_email();
    let fields =
        [("name", "Bea"), ("email", email.as_str()), ("password", PASSWORD), ("next", "/account/tokens")];
    assert_eq!(
        led(&newcomer.submit("/register?next=/account/tokens", "/register", &fields)),
        "/account/tokens"
    );
}

fn an_address_has_one_account(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::new(&host);
    for email in [ada.email.clone(), ada.email.to_uppercase()] {
        page(&browser.register("Somebody else", &email, "another good password"), 409);
        assert!(!browser.is_signed_in());
    }
    assert_eq!(host.count("SELECT COUNT(*) FROM accounts"), 1);
    page(&browser.log_in(&ada.email, "another good password"), 401);
    led(&browser.log_in(&ada.email.to_uppercase(), PASSWORD));
    assert!(browser.is_signed_in());
}

fn registration_can_be_switched_off(engine: Engine) {
    for (flags, is_on) in [
        (&["--registration", "off"][..], false),
        (&[], true),
        (&["--base-url", "https://muniment.example"], false),
    ] {
        let host = engine.open(flags);
        assert_eq!(host.get("/v2").json()["features"]["registration"], json!(is_on), "{flags:?}");
        let browser = Browser::new(&host);
        let status = browser.get("/register").status;
        assert_eq!(status == 200, is_on, "{flags:?}: {status}");
        if !is_on {
            assert!([403, 404].contains(&status), "{flags:?}: {status}");
            let csrf = inputs(browser.get("/login").is(200).text(), CSRF).remove(0);
            let fields = [
                ("name", "Ada"),
                ("email", "ada@example.org"),
                ("password", PASSWORD),
                (CSRF, csrf.as_str()),
            ];
            let refused = browser.post("/register", &fields);
            assert!([403, 404].contains(&refused.status), "{flags:?}: {}", refused.status);
            assert_eq!(host.count("SELECT COUNT(*) FROM accounts"), 0);
            host.member("By an operator");
        }
    }
}

fn the_cookie_is_for_this_site_and_no_script(engine: Engine) {
    let attributes = |answer: &Answer| -> Vec<String> {
        let cookie = answer.headers.get_all("set-cookie").iter().next().unwrap().to_str().unwrap();
        cookie.split(';').map(|part| part.trim().to_ascii_lowercase()).collect()
    };
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::new(&host);
    let answer = browser.log_in(&ada.email, PASSWORD);
    let cookie = attributes(answer.is(303));
    for attribute in ["httponly", "samesite=lax", "path=/", "max-age=1209600"] {
        assert!(cookie.contains(&attribute.to_owned()), "{attribute}: {cookie:?}");
    }
    assert!(!cookie.contains(&"secure".to_owned()), "plain http on loopback: {cookie:?}");
    assert!(cookie[0].starts_with(&format!("{COOKIE}=")));
    let key = browser.session().unwrap();
    assert_letters(&key, 43);
    assert!(!answer.text().contains(&key));
    let kept = format!("SELECT COUNT(*) FROM sessions WHERE digest = '{key}'");
    assert_eq!(host.count(&kept), 0, "of the key only its digest is kept");

    let host = engine.open(&["--base-url", "https://muniment.example"]);
    let cookie = attributes(&host.get("/login"));
    assert!(
        cookie[0].starts_with("__host-muniment_session=") && cookie.contains(&"secure".to_owned()),
        "{cookie:?}"
    );
}

fn who_signs_in_is_at_home_until_signing_out(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let browser = Browser::new(&host);
    assert!(!browser.is_signed_in());
    assert_eq!(led(&browser.log_in(&ada.email, PASSWORD)), "/account");
    assert!(browser.is_signed_in());
    let elsewhere = Browser::of(&ada);
    let key = browser.session().unwrap();
    assert_ne!(elsewhere.session().unwrap(), key);

    led(&browser.submit("/account", "/logout", &[]));
    assert!(!browser.is_signed_in());
    let replayed = Browser::new(&host);
    replayed.plant(&key);
    assert!(!replayed.is_signed_in(), "the key is worth nothing any more");
    assert!(elsewhere.is_signed_in(), "the other browser stays");
}

fn wrong_credentials_are_401_in_one_sentence(engine: Engine) {
    let host = engine.open_to_newcomers();
    let ada = host.member("Ada");
    let unsigned = host.person("Without a password");
    let browser = Browser::new(&host);
    // What differs from form to form.
    let shown = |email: &str, password: &str| {
        let whole = page(&browser.log_in(email, password), 401);
        let csrf = inputs(&whole, CSRF).remove(0);
        whole.replace(&csrf, "").replace(email, "")
    };
    let wrong = shown(&ada.email, "not her password");
    for (email, password) in [
        (fresh_email(), PASSWORD),
        (unsigned.email.clone(), PASSWORD),
        (ada.email.clone(), "short"),
        (fresh_email(), "short"),
        (ada.email.clone(), ""),
    ] {
        assert_eq!(shown(&email, password), wrong, "{email}");
    }
    assert!(!browser.is_signed_in());
    led(&browser.log_in(&ada.email, PASSWORD));
}

/// `server/src/limit/sign_in.rs` has the numbers; spec:version-1#errors: `Retry-After` in seconds.
fn passwords_are_guessed_ten_times(engine: Engine) {
    let host = engine.open(&[]);
    let (ada, bob) = (host.member("Ada"), host.member("Bob"));
    let browser = Browser::new(&host);
    for _ in 0..10 {
        page(&browser.log_in(&ada.email, "not her password"), 401);
    }
    for email in [ada.email.clone(), ada.email.to_uppercase(), format!(" {} ", ada.email)] {
        let refused = browser.log_in(&email, PASSWORD);
        page(&refused, 429);
        let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=900).contains(&wait), "{wait}");
    }
    assert!(!browser.is_signed_in(), "even with the right password");
    led(&Browser::new(&host).log_in(&bob.email, PASSWORD));
    ada.get(MINE).is(200);
}
