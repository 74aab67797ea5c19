//! §6, e-mail side effects; `decisions.md`: messages are always stored first, and mailed where `MUNIMENT_SMTP_URL` is set.

use muniment_server::mail::{House as Site, Postman};

use super::browser::{Browser, led, page};
use super::databases::{Engine, House, on_both_databases};
use super::letters::{LETTER, PROPOSAL};
use super::mailbox::{self, Mailbox};
use super::people::operated;
use super::simulated::Simulated;

on_both_databases![
    a_letter_is_mailed_to_those_who_look_after_the_site,
    a_proposal_is_mailed_to_the_curators_and_the_answer_to_its_author,
    who_wants_no_mail_gets_none,
    an_address_that_is_refused_keeps_no_other_from_its_mail,
];

/// The address mail comes from. The small library names no contact, so letters go there too.
const FROM: &str = "library@svc.example";

fn house(engine: Engine, mailbox: &Mailbox) -> House {
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
    let house = house(engine, &mailbox);
    house.administrator("Grace");
    let eve = Browser::new(&house);
    let receipt = led(&eve.submit("/contact", "/contact", &LETTER));
    let letter = mailbox.next();
    assert_eq!((letter.from.as_str(), &letter.to[..]), (FROM, &[FROM.to_owned()][..]));
    assert_eq!(letter.header("Subject"), "[Small] A question of mine");
    assert_eq!(letter.header("From"), format!("Small <{FROM}>"));
    assert_eq!(letter.header("Reply-To"), "eve@example.org");
    let reference = receipt.rsplit('/').next().unwrap();
    assert_eq!(letter.header("Message-ID"), format!("<{reference}.1.site@svc.example>"));
    for words in ["Eve Example writes to the curators:", "May I ask?\r\n\r\nI may.", reference, &house.url] {
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
    let house = house(engine, &mailbox);
    let (ada, grace) = (house.member("Ada"), house.administrator("Grace"));
    let (author, curator) = (Browser::of(&ada), Browser::of(&grace));
    let thread = led(&author.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    let mail = mailbox.next();
    assert_eq!(mail.to, std::slice::from_ref(&grace.email));
    assert!(mail.data.contains("Ada proposes a license for the library:"), "{}", mail.data);
    assert!(!mail.data.contains(&ada.email) && !mail.data.contains("Reply-To"), "{}", mail.data);
    led(&curator.submit(&thread, &thread, &[("message", "We model it."), ("decision", "accepted")]));
    let mail = mailbox.next();
    assert_eq!(mail.to, std::slice::from_ref(&ada.email));
    for words in ["is accepted. Grace wrote:", "We model it.", &format!("{}{thread}", house.url)] {
        assert!(mail.data.contains(words), "{words} is missing from {}", mail.data);
    }
    assert!(!mail.data.contains(&grace.email), "{}", mail.data);
}

fn who_wants_no_mail_gets_none(engine: Engine) {
    let mailbox = Mailbox::open();
    let house = house(engine, &mailbox);
    let (ada, grace) = (house.member("Ada"), house.administrator("Grace"));
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

fn an_address_that_is_refused_keeps_no_other_from_its_mail(engine: Engine) {
    let mailbox = Mailbox::open();
    let house = house(engine, &mailbox);
    let refused = format!("{}@example.org", mailbox::UNKNOWN);
    let odd = "()@example.org";
    for email in [refused.as_str(), odd] {
        operated(
            &house.database,
            &["admin", "create-account", "--name", "Alan", "--email", email, "--administrator"],
            "",
        );
    }
    let grace = house.administrator("Grace");
    let ada = Browser::of(&house.member("Ada"));
    led(&ada.submit("/submissions/new", "/submissions/new", &PROPOSAL));
    assert_eq!(mailbox.next().to, [grace.email]);
    assert_eq!(house.count("SELECT COUNT(*) FROM mails WHERE recipient <> 'site' AND attempts <= 1"), 3);
}

/// A mail server that is down costs nobody their letter, nor the time to wait for it.
#[test]
fn what_cannot_be_mailed_is_mailed_later() {
    let house = Simulated::open();
    let address = Mailbox::closed();
    let eve = Browser::new(&house.server);
    let site = Site { name: "Small", base_url: "http://127.0.0.1", contacts: &[FROM.to_owned()], from: None };
    let postman = Postman::new(&mailbox::url(address).parse().unwrap(), site).unwrap();
    let round = || house.runtime.block_on(postman.round(&house.store, house.now()));
    led(&eve.submit("/contact", "/contact", &LETTER));
    round().unwrap_err();
    assert_eq!(round().unwrap(), 0, "it is not tried all the time");
    house.wait(60);
    round().unwrap_err();
    let mailbox = Mailbox::at(address);
    house.wait(119);
    assert_eq!(round().unwrap(), 0);
    house.wait(1);
    assert_eq!(round().unwrap(), 1);
    assert_eq!(mailbox.next().header("Subject"), "[Small] A question of mine");
    house.wait(100_000);
    assert_eq!(round().unwrap(), 0);
    mailbox.is_empty();
}
