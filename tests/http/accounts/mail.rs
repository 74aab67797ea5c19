//! spec:version-1#events, e-mail: messages are always stored first, and mailed where `MUNIMENT_SMTP_URL` is set.

use muniment_server::auth::SystemRandomness;
use muniment_server::upstream::mail::{Mailer, MailingSite as Site};

use super::browser::{Browser, inputs, led, page};
use super::databases::{Engine, TestServer, on_both_databases};
use super::letters::{LETTER, PROPOSAL};
use super::mailbox::{self, Letter, Mailbox};
use super::people::{PASSWORD, fresh_email, operated};
use super::simulated::Simulated;

on_both_databases![
    a_letter_is_mailed_to_those_who_look_after_the_site,
    a_proposal_is_mailed_to_the_curators_and_the_answer_to_its_author,
    who_wants_no_mail_gets_none,
    the_owner_of_a_new_token_is_told,
    an_address_that_is_refused_keeps_no_other_from_its_mail,
    an_account_is_used_when_its_address_is_confirmed,
    another_link_is_sent_to_who_signs_in,
    a_forgotten_password_is_set_by_a_mailed_link,
    without_mail_an_administrator_sets_a_password,
    an_operator_confirms_what_cannot_be_mailed,
    a_password_in_clear_is_warned_of,
];

/// The address mail comes from. The small library names no contact, so letters go there too.
const FROM: &str = "library@svc.example";

fn host(engine: Engine, mailbox: &Mailbox) -> TestServer {
    engine.open(&[
        "--limits",
        "off",
        "--registration",
        "on",
        "--smtp-url",
        &mailbox.url(),
        "--mail-from",
        FROM,
    ])
}

fn a_letter_is_mailed_to_those_who_look_after_the_site(engine: Engine) {
    let mailbox = Mailbox::open();
    let host = host(engine, &mailbox);
    host.administrator("Grace");
    let eve = Browser::new(&host);
    let receipt = led(&eve.submit("/contact", "/contact", &LETTER));
    let letter = mailbox.next();
    assert_eq!((letter.from.as_str(), &letter.to[..]), (FROM, &[FROM.to_owned()][..]));
    assert_eq!(letter.header("Subject"), "[Small] A question of mine");
    assert_eq!(letter.header("From"), format!("Small <{FROM}>"));
    assert_eq!(letter.header("Reply-To"), "eve@example.org");
    let reference = receipt.rsplit('/').next().unwrap();
    assert_eq!(letter.header("Message-ID"), format!("<{reference}.1.site@svc.example>"));
    for words in ["Eve Example writes to the curators:", "May I ask?\r\n\r\nI may.", reference, &host.url] {
        assert!(letter.data.contains(words), "{words} is missing from {}", letter.data);
    }
    // The next one comes next: nothing is mailed twice, and nothing to the curators one by one.
    led(&eve.submit(
        "/contact",
        "/contact",
        &[&LETTER[..2], &[("subject", "Größe 日本語"), ("message", "Two\n.\nlines")]].concat(),
    ));
    let letter = mailbox.next();
    assert!(letter.header("Subject").starts_with("[Small] =?utf-8?b?"), "{}", letter.header("Subject"));
    assert!(letter.data.contains("Two\r\n.\r\nlines"), "{}", letter.data);
    mailbox.is_empty();
}

fn a_proposal_is_mailed_to_the_curators_and_the_answer_to_its_author(engine: Engine) {
    let mailbox = Mailbox::open();
    let host = host(engine, &mailbox);
    let (ada, grace) = (host.member("Ada"), host.administrator("Grace"));
    let (author, curator) = (Browser::of(&ada), Browser::of(&grace));
    let thread = led(&author.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    let mail = mailbox.next();
    assert_eq!(mail.to, std::slice::from_ref(&grace.email));
    assert!(mail.data.contains("Ada proposes a license for the library:"), "{}", mail.data);
    assert!(!mail.data.contains(&ada.email) && !mail.data.contains("Reply-To"), "{}", mail.data);
    led(&curator.submit(&thread, &thread, &[("message", "We model it."), ("decision", "accepted")]));
    let mail = mailbox.next();
    assert_eq!(mail.to, std::slice::from_ref(&ada.email));
    for words in ["is accepted. Grace wrote:", "We model it.", &format!("{}{thread}", host.url)] {
        assert!(mail.data.contains(words), "{words} is missing from {}", mail.data);
    }
    assert!(!mail.data.contains(&grace.email), "{}", mail.data);
}

fn who_wants_no_mail_gets_none(engine: Engine) {
    let mailbox = Mailbox::open();
    let host = host(engine, &mailbox);
    let (ada, grace) = (host.member("Ada"), host.administrator("Grace"));
    let (author, curator) = (Browser::of(&ada), Browser::of(&grace));
    let news = "/account/notifications";
    assert!(page(&curator.get(news), 200).contains("value=\"yes\" checked"));
    assert_eq!(led(&curator.submit(news, news, &[])), news);
    assert!(!page(&curator.get(news), 200).contains("value=\"yes\" checked"));
    let thread = led(&author.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    led(&curator.submit(&thread, &thread, &[("message", "We model it.")]));
    assert_eq!(mailbox.next().to, [ada.email], "the answer is mailed, and the proposal was not");
    assert!(page(&curator.get(news), 200).contains("Ada proposes a license"));
    led(&curator.submit(news, news, &[("mail", "yes")]));
    led(&author.submit(&thread, &thread, &[("message", "Thank you.")]));
    assert_eq!(mailbox.next().to, [grace.email]);
}

fn the_owner_of_a_new_token_is_told(engine: Engine) {
    let mailbox = Mailbox::open();
    let host = host(engine, &mailbox);
    let ada = host.member("Ada");
    let told = mailbox.next_notice();
    assert_eq!(told.to, std::slice::from_ref(&ada.email));
    assert!(told.data.contains("this as you: read, compose, graphs, assistants."), "{}", told.data);
    let fields = [("name", "My script"), ("scopes", "chosen"), ("compose", "true")];
    page(&Browser::of(&ada).submit("/account/tokens", "/account/tokens", &fields), 200);
    let told = mailbox.next_notice();
    assert_eq!(told.header("Subject"), "[Small] A new token for your account");
    for words in ["\"My script\"", "this as you: read, compose.", &format!("{}/account/tokens", host.url)] {
        assert!(told.data.contains(words), "{words} is missing from {}", told.data);
    }
    assert!(!told.data.contains("svc_"), "{}", told.data);
}

fn an_address_that_is_refused_keeps_no_other_from_its_mail(engine: Engine) {
    let mailbox = Mailbox::open();
    let host = host(engine, &mailbox);
    let refused = format!("{}@example.org", mailbox::UNKNOWN);
    let odd = "()@example.org";
    for email in [refused.as_str(), odd] {
        operated(
            &host.database,
            &["admin", "create-account", "--name", "Alan", "--email", email, "--administrator"],
            "",
        );
    }
    let grace = host.administrator("Grace");
    let ada = Browser::of(&host.member("Ada"));
    led(&ada.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    assert_eq!(mailbox.next().to, [grace.email]);
    assert_eq!(host.count("SELECT COUNT(*) FROM mails WHERE recipient <> 'site' AND attempts <= 1"), 3);
}

/// The link in a mail, as a path.
#[track_caller]
fn link(letter: &Letter) -> String {
    link_to(letter, "/verify")
}

#[track_caller]
fn link_to(letter: &Letter, path: &str) -> String {
    // Long lines are folded by quoted-printable.
    let text = letter.data.replace("=\r\n", "").replace("=3D", "=");
    let path = format!("{path}?token=");
    let (_, rest) = text.split_once(&path).unwrap_or_else(|| panic!("no link in {text}"));
    format!("{path}{}", rest.split_whitespace().next().unwrap())
}

fn an_account_is_used_when_its_address_is_confirmed(engine: Engine) {
    let mailbox = Mailbox::open();
    let host = host(engine, &mailbox);
    let (browser, email) = (Browser::new(&host), fresh_email());
    assert_eq!(led(&browser.register("Ada", &email, PASSWORD)), "/verify");
    assert!(page(&browser.get("/verify"), 200).contains("We sent a link"));
    assert!(!browser.is_signed_in());
    let letter = mailbox.next();
    assert_eq!(
        (&letter.to[..], letter.header("Subject").as_str()),
        (&[email.clone()][..], "[Small] Confirm your e-mail address")
    );
    assert!(letter.data.contains(&host.url) && !letter.data.contains("Ada"), "{}", letter.data);
    assert!(letter.data.contains("within 7 days"), "{}", letter.data);
    let refused = page(&browser.log_in(&email, PASSWORD), 403);
    assert!(refused.contains("is not confirmed yet"), "{refused}");
    browser.log_in(&email, "some other password").is(401);

    let link = link(&letter);
    let token = link.split('=').nth(1).unwrap().to_owned();
    let kept = format!("SELECT COUNT(*) FROM links WHERE digest LIKE '%{token}%'");
    assert_eq!(host.count(&kept), 0, "only the digest is kept");
    // A program that looks at links in mails confirms nothing, and neither does somebody without the password.
    let whole = page(&browser.get(&link), 200);
    assert_eq!(inputs(&whole, "token"), std::slice::from_ref(&token));
    let verify = |browser: &Browser<'_>, password: &str| {
        browser.submit(&link, "/verify", &[("token", &token), ("password", password)])
    };
    let whole = page(&verify(&Browser::new(&host), "a password of mine"), 403);
    assert!(whole.contains("id=\"password-error\"") && inputs(&whole, "token") == [token.clone()], "{whole}");
    page(&browser.log_in(&email, PASSWORD), 403);
    assert_eq!(led(&verify(&browser, PASSWORD)), "/account");
    assert!(browser.is_signed_in());
    led(&Browser::new(&host).log_in(&email, PASSWORD));
    assert!(page(&Browser::new(&host).get(&link), 404).contains("not valid"));
    for odd in ["", "x", &"0".repeat(40)] {
        page(&browser.get(&format!("/verify?token={odd}")), 404);
    }
    browser.register("Mallory", &email, "another password").is(409);
}

fn a_forgotten_password_is_set_by_a_mailed_link(engine: Engine) {
    let mailbox = Mailbox::open();
    let host = host(engine, &mailbox);
    let person = host.member("Ada");
    let (signed_in, browser) = (Browser::of(&person), Browser::new(&host));
    assert!(page(&browser.get("/login"), 200).contains("href=\"/recover\""));
    let ask = |email: &str| browser.submit("/recover", "/recover", &[("email", email)]);
    // Nobody learns here who has an account.
    assert_eq!(led(&ask("nobody@example.org")), led(&ask(&person.email)));
    assert!(page(&browser.get("/recover?sent=yes"), 200).contains("within an hour"));
    let letter = mailbox.next();
    assert_eq!(
        (&letter.to[..], letter.header("Subject").as_str()),
        (&[person.email.clone()][..], "[Small] Set a new password")
    );
    let link = link_to(&letter, "/recover");
    let token = link.split('=').nth(1).unwrap().to_owned();
    assert_eq!(led(&ask(&person.email)), "/recover");
    mailbox.is_empty();
    page(&ask("no address"), 422);

    let set = |browser: &Browser<'_>, new: &str| {
        browser.submit(&link, "/recover", &[("token", &token), ("new", new), ("revoke_tokens", "yes")])
    };
    // A program that looks at links in mails sets no password.
    assert_eq!(inputs(&page(&browser.get(&link), 200), "token"), std::slice::from_ref(&token));
    let short = page(&set(&browser, "short"), 422);
    assert!(short.contains("id=\"new-error\"") && inputs(&short, "token") == [token.clone()], "{short}");
    assert!(signed_in.is_signed_in());
    assert_eq!(led(&set(&browser, "a password that is new")), "/account");
    assert!(browser.is_signed_in() && !signed_in.is_signed_in());
    led(&Browser::new(&host).log_in(&person.email, "a password that is new"));
    assert!(page(&Browser::new(&host).get(&link), 404).contains("not valid"));
    page(&browser.get("/recover?token=x"), 404);
}

fn without_mail_an_administrator_sets_a_password(engine: Engine) {
    let host = engine.open(&[]);
    let browser = Browser::new(&host);
    let told = page(&browser.get("/recover"), 200);
    assert!(told.contains("muniment admin reset-password") && told.contains("/contact"), "{told}");
    browser.submit("/login", "/recover", &[("email", "ada@example.org")]).is(409);
}

fn another_link_is_sent_to_who_signs_in(engine: Engine) {
    let mailbox = Mailbox::open();
    let host = host(engine, &mailbox);
    let (browser, email) = (Browser::new(&host), fresh_email());
    led(&browser.register("Ada", &email, PASSWORD));
    let first = link(&mailbox.next());
    page(&browser.log_in(&email, PASSWORD), 403);
    mailbox.is_empty();
    // As if it had been a day ago.
    host.change(
        "UPDATE links SET requested_at = requested_at - 86400000, expires_at = expires_at - 86400000",
    );
    page(&browser.get(&first), 404);
    page(&browser.log_in(&email, PASSWORD), 403);
    let second = link(&mailbox.next());
    assert_ne!(first, second);
    let token = second.split('=').nth(1).unwrap();
    assert_eq!(
        led(&browser.submit(&second, "/verify", &[("token", token), ("password", PASSWORD)])),
        "/account"
    );
}

fn an_operator_confirms_what_cannot_be_mailed(engine: Engine) {
    let address = mailbox::url(Mailbox::closed());
    let host = engine.open(&["--registration", "on", "--smtp-url", &address, "--mail-from", FROM]);
    let (browser, email) = (Browser::new(&host), fresh_email());
    led(&browser.register("Ada", &email, PASSWORD));
    page(&browser.log_in(&email, PASSWORD), 403);
    let found = operated(&host.database, &["admin", "list-accounts", "--email", &email.to_uppercase()], "");
    let account = found.split('\t').next().unwrap().to_owned();
    operated(&host.database, &["admin", "confirm-email", "--account", &account], "");
    led(&browser.log_in(&email, PASSWORD));
}

fn a_password_in_clear_is_warned_of(engine: Engine) {
    let mailbox = Mailbox::open();
    let url = mailbox.url().replace("smtp://", "smtp://user:secret@");
    for (query, is_warned) in [("", true), ("?tls=required", false)] {
        let host = engine.open_reporting(&["--smtp-url", &format!("{url}{query}"), "--mail-from", FROM]);
        host.get("/healthz").is(200);
        let report = host.report();
        assert_eq!(report.contains("may be sent in clear"), is_warned, "{report}");
        assert!(!report.contains("secret"), "{report}");
    }
}

/// What the housekeeping of a server deletes, and when.
#[test]
fn an_account_that_nobody_confirms_is_deleted_after_seven_days() {
    const DAY: u64 = 24 * 60 * 60;
    let mailbox = Mailbox::open();
    let flags =
        ["--limits", "off", "--registration", "on", "--smtp-url", &mailbox.url(), "--mail-from", FROM];
    let host = Simulated::open_with(&flags.map(str::to_owned));
    let sweep = || {
        let now = muniment_server::run::housekeeping::sweep(&host.store, host.now());
        host.runtime.block_on(now).unwrap();
    };
    let (ada, browser, email) = (host.person(), Browser::new(&host.server), fresh_email());
    assert_eq!(led(&browser.register("Eve", &email, PASSWORD)), "/verify");
    assert!(page(&browser.get("/verify"), 200).contains("within 7 days is deleted"));
    host.wait(6 * DAY);
    // Another link is on its way: the days are counted from there.
    page(&browser.log_in(&email, PASSWORD), 403);
    host.wait(7 * DAY - 1);
    sweep();
    let kept = host.runtime.block_on(host.store.credentials(&email.parse().unwrap())).unwrap();
    assert!(kept.is_some_and(|kept| !kept.is_verified));
    host.wait(1);
    sweep();
    browser.log_in(&email, PASSWORD).is(401);
    host.get(&ada, "/licenselibrary/mine").is(200);
}

/// A mail server that is down costs nobody their letter, nor the time to wait for it.
#[test]
fn what_cannot_be_mailed_is_mailed_later() {
    let host = Simulated::open();
    let address = Mailbox::closed();
    let eve = Browser::new(&host.server);
    let site = Site { name: "Small", base_url: "http://127.0.0.1", contacts: &[FROM.to_owned()], from: None };
    let postman = Mailer::new(&mailbox::url(address).parse().unwrap(), site).unwrap();
    let round = || host.runtime.block_on(postman.round(&host.store, &SystemRandomness, host.now()));
    led(&eve.submit("/contact", "/contact", &LETTER));
    round().unwrap_err();
    assert_eq!(round().unwrap(), 0, "it is not tried all the time");
    host.wait(60);
    round().unwrap_err();
    let mailbox = Mailbox::at(address);
    host.wait(119);
    assert_eq!(round().unwrap(), 0);
    host.wait(1);
    assert_eq!(round().unwrap(), 1);
    assert_eq!(mailbox.next().header("Subject"), "[Small] A question of mine");
    host.wait(100_000);
    assert_eq!(round().unwrap(), 0);
    mailbox.is_empty();
}
