//! Mail over SMTP, where that is set up. Nothing waits for it: what is to be mailed is kept with what it tells of, and
//! sent from there afterwards, again and again until it is (spec:version-1#website-endpoints).

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use jiff::{SignedDuration, Timestamp};
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Mailboxes};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval};

use super::Secret;
use crate::auth::{LinkSecret, NoRandomness, Randomness};
use crate::clock::Clock;
use crate::store::{
    Decision, DueLink, DueMail, Email, LinkPurpose, Recipient, Store, StoreError, ThreadKind, TokenNotice,
};

/// How often is looked for mail that is due again.
const EVERY: Duration = Duration::from_secs(30);
/// How long the mail server has for each step.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long mail to accounts is tried.
const WORTH_TRYING: SignedDuration = SignedDuration::from_hours(7 * 24);
/// How long a link is tried to be mailed after it was asked for.
const WORTH_LINKING: SignedDuration = SignedDuration::from_hours(24);

/// Sends what is to be mailed.
#[derive(Debug, Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// Those who look after the site.
    curators: Vec<Mailbox>,
    site_name: String,
    base_url: String,
}

/// The site that mail is sent for.
#[derive(Debug, Clone, Copy)]
pub struct MailingSite<'a> {
    /// What the site is called.
    pub name: &'a str,
    /// Where it answers, without a slash at its end.
    pub base_url: &'a str,
    /// The addresses of those who look after it.
    pub contacts: &'a [String],
    /// The address mail comes from; the first of the contacts without one.
    pub from: Option<&'a str>,
}

/// A setting mail cannot be sent with.
#[derive(Debug, thiserror::Error)]
pub enum InvalidMail {
    /// The URL names no mail server.
    #[error("the URL of the mail server is none: smtp://USER:PASSWORD@HOST:587?tls=required, or smtps://…")]
    Url(#[source] lettre::transport::smtp::Error),
    /// The URL has another scheme. What stands there instead may be a user name, so it is not shown.
    #[error("the URL of the mail server has to begin with smtp:// or smtps://")]
    Scheme,
    /// There is no address for mail to come from.
    #[error("mail needs an address to come from: name one, or a contact in site.toml")]
    NoSender,
    /// An address is none.
    #[error("`{0}` is no e-mail address")]
    Address(String),
}

/// Why a mail was not sent. It stays due.
#[derive(Debug, thiserror::Error)]
pub enum Unsent {
    /// The database does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its address is one for us and none for a mail server.
    #[error("a mail has no address")]
    Address(#[from] lettre::address::AddressError),
    /// It cannot be written.
    #[error("a mail cannot be written")]
    Unwritten(#[from] lettre::error::Error),
    /// The mail server takes no mail at present.
    #[error("the mail server took no mail")]
    Smtp(#[from] lettre::transport::smtp::Error),
    /// There are no random bytes for the secret of a link.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
}

impl Mailer {
    /// A client of the mail server at a URL.
    ///
    /// # Errors
    /// The URL, or an address, is none.
    pub fn new(url: &Secret, site: MailingSite<'_>) -> Result<Self, InvalidMail> {
        let url = url.reveal();
        let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        if !scheme.is_some_and(|scheme| ["smtp", "smtps"].contains(&scheme.as_str())) {
            return Err(InvalidMail::Scheme);
        }
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(InvalidMail::Url)?;
        let curators: Vec<Mailbox> =
            site.contacts.iter().map(|contact| mailbox(None, contact)).collect::<Result<_, _>>()?;
        let first = site.contacts.first().map(String::as_str);
        let from = mailbox(Some(site.name), site.from.or(first).ok_or(InvalidMail::NoSender)?)?;
        Ok(Self {
            transport: transport.timeout(Some(PATIENCE)).build(),
            curators: if curators.is_empty() { vec![from.clone()] } else { curators },
            from,
            site_name: site.name.to_owned(),
            base_url: site.base_url.to_owned(),
        })
    }

    /// Sends all that is due, and says how much that was. What the mail server does not want stays due for later.
    ///
    /// # Errors
    /// The mail server or the database does not answer; what was not sent stays due.
    pub async fn round(
        &self,
        store: &Store,
        randomness: &dyn Randomness,
        now: Timestamp,
    ) -> Result<u32, Unsent> {
        let links = self.send_links(store, randomness, now).await?;
        store.give_up_mails(now.saturating_sub(WORTH_TRYING).unwrap_or(Timestamp::MIN)).await?;
        let mut sent = 0;
        while let Some(mail) = store.take_mail(now).await? {
            match self.send(&mail, now).await {
                Ok(()) => {
                    store.mail_was_sent(&mail, now).await?;
                    sent += 1;
                }
                Err(Unsent::Smtp(error)) if error.is_permanent() => refused(&mail, &error),
                Err(Unsent::Address(error)) => refused(&mail, &error),
                Err(Unsent::Unwritten(error)) => refused(&mail, &error),
                Err(error) => return Err(error),
            }
        }
        let notices = self.send_token_notices(store, now).await?;
        Ok(links.saturating_add(sent).saturating_add(notices))
    }

    /// Sends all links that are due, each with a secret of its own.
    async fn send_links(
        &self,
        store: &Store,
        randomness: &dyn Randomness,
        now: Timestamp,
    ) -> Result<u32, Unsent> {
        store.give_up_links(now.saturating_sub(WORTH_LINKING).unwrap_or(Timestamp::MIN)).await?;
        let mut sent = 0;
        loop {
            let secret = LinkSecret::new(randomness)?;
            let Some(due) = store.take_link(&secret.digest(), now).await? else { return Ok(sent) };
            let done = match self.link_message(&due, &secret, now) {
                Ok(message) => self.deliver(message).await,
                Err(error) => Err(error),
            };
            match done {
                Ok(()) => {
                    store.link_was_sent(&secret.digest()).await?;
                    sent += 1;
                }
                Err(Unsent::Smtp(error)) if !error.is_permanent() => return Err(error.into()),
                Err(error @ (Unsent::Smtp(_) | Unsent::Address(_) | Unsent::Unwritten(_))) => {
                    tracing::warn!(account = %due.account, %error, "a link was refused, and is tried again later");
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn link_message(&self, due: &DueLink, secret: &LinkSecret, now: Timestamp) -> Result<Message, Unsent> {
        let (name, url) = (&self.site_name, &self.base_url);
        let (digest, secret) = (secret.digest(), secret.reveal());
        let (subject, text) = match due.purpose {
            LinkPurpose::Confirm => (
                "Confirm your e-mail address",
                format!(
                    "Somebody made an account with this e-mail address at {name}. If it was you, open this page within 24 \
                     hours and enter the password of the account:\n\n{url}/verify?token={secret}\n\nIf it was not you, \
                     there is nothing to do: nobody can use the account, and it is deleted when nobody confirms the address \
                     within 7 days.\n"
                ),
            ),
            LinkPurpose::Recover => (
                "Set a new password",
                format!(
                    "Somebody asked for a new password for your account at {name}. If it was you, open this page within an \
                     hour and enter a new password:\n\n{url}/recover?token={secret}\n\nIf it was not you, there is nothing \
                     to do: your password stays as it is.\n"
                ),
            ),
        };
        self.message_to(&due.email, subject, &digest.to_string(), &text, now)
    }

    /// Tells the owners of new tokens of them, who may not have made them.
    async fn send_token_notices(&self, store: &Store, now: Timestamp) -> Result<u32, Unsent> {
        let mut sent = 0;
        while let Some(notice) = store.take_token_notice(now).await? {
            let done = match self.token_notice(&notice, now) {
                Ok(message) => self.deliver(message).await,
                Err(error) => Err(error),
            };
            match done {
                Ok(()) => {
                    store.token_notice_was_sent(&notice.digest).await?;
                    sent += 1;
                }
                // One full mailbox keeps no other notice waiting.
                Err(Unsent::Smtp(error)) if !error.is_permanent() && !error.is_transient() => {
                    return Err(error.into());
                }
                Err(error @ (Unsent::Smtp(_) | Unsent::Address(_) | Unsent::Unwritten(_))) => {
                    tracing::warn!(%error, "a notice about a token was refused, and is tried again later");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(sent)
    }

    fn token_notice(&self, notice: &TokenNotice, now: Timestamp) -> Result<Message, Unsent> {
        let TokenNotice { name: token, scopes, digest, email } = notice;
        let (name, url, scopes) = (&self.site_name, &self.base_url, scopes.to_string().replace(' ', ", "));
        let text = format!(
            "Somebody made the token \"{token}\" for your account at {name}. Programs that have it may do this as you: \
             {scopes}.\n\nIf it was not you, revoke the token and set a new password:\n\n{url}/account/tokens\n\
             {url}/account/password\n"
        );
        self.message_to(email, "A new token for your account", &format!("{digest}.made"), &text, now)
    }

    /// A mail to an account that is not about a thread; `id` is the first part of its Message-ID.
    fn message_to(
        &self,
        email: &Email,
        subject: &str,
        id: &str,
        text: &str,
        now: Timestamp,
    ) -> Result<Message, Unsent> {
        let to: Address = email.as_str().parse()?;
        let sent_at = SystemTime::UNIX_EPOCH + Duration::from_secs(now.as_second().unsigned_abs());
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(format!("[{}] {subject}", self.site_name))
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())))
            .date(sent_at)
            .header(ContentType::TEXT_PLAIN);
        Ok(message.body(lines(text))?)
    }

    async fn send(&self, mail: &DueMail, now: Timestamp) -> Result<(), Unsent> {
        self.deliver(self.message(mail, now)?).await
    }

    async fn deliver(&self, message: Message) -> Result<(), Unsent> {
        self.transport.send(message).await?;
        Ok(())
    }

    fn message(&self, mail: &DueMail, now: Timestamp) -> Result<Message, Unsent> {
        let DueMail { thread, number, .. } = mail;
        let (to, whose) = match &mail.recipient {
            Recipient::Site => (self.curators.iter().cloned().collect(), "site"),
            Recipient::Account(account, email) => {
                let address: Address = email.as_str().parse()?;
                (Mailboxes::new().with(Mailbox::new(None, address)), account.as_str())
            }
        };
        // The same mail has the same identifier however often it is sent, so that a mail server can drop a duplicate.
        let id = format!("<{thread}.{number}.{whose}@{}>", self.from.email.domain());
        let sent_at = SystemTime::UNIX_EPOCH + Duration::from_secs(now.as_second().unsigned_abs());
        let mut message = Message::builder()
            .from(self.from.clone())
            .mailbox(lettre::message::header::To::from(to))
            .subject(format!("[{}] {}", self.site_name, mail.subject))
            .message_id(Some(id))
            .date(sent_at)
            .header(ContentType::TEXT_PLAIN);
        // An address that this server accepts may be invalid in a mail header; then only the text has it.
        if let (Recipient::Site, Some(Ok(address))) =
            (&mail.recipient, mail.reply_to.as_ref().map(|email| email.as_str().parse()))
        {
            message = message.reply_to(Mailbox::new(None, address));
        }
        Ok(message.body(self.text(mail))?)
    }

    fn text(&self, mail: &DueMail) -> String {
        let DueMail { writer, message, thread, subject, .. } = mail;
        let head = match (mail.number, mail.decision) {
            (_, Some(decision)) => format!("\"{subject}\" is {}. {writer} wrote:", decided(decision)),
            (1, None) => format!("{writer} {}:", asked(mail.kind)),
            (_, None) => format!("{writer} wrote about \"{subject}\":"),
        };
        let foot = match &mail.recipient {
            Recipient::Site => {
                let from = mail.reply_to.as_ref().map(|email| format!("From: {email}\n")).unwrap_or_default();
                format!("{from}Reference: {thread}\n")
            }
            Recipient::Account(..) => format!(
                "Answers are given there and not by e-mail.\n\
                 To get no such e-mail any more: {}/account/notifications\n",
                self.base_url
            ),
        };
        lines(&format!("{head}\n\n{message}\n\n-- \n{}/threads/{thread}\n{foot}", self.base_url))
    }
}

/// A text whose lines all end with LF; SMTP has no lone CR (RFC 5321 §2.3.8).
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Whether a password in the URL of a mail server goes over a connection that need not be encrypted.
#[must_use]
pub fn sends_password_in_clear(url: &Secret) -> bool {
    let (scheme, rest) = url.reveal().split_once("://").unwrap_or_default();
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let authority = place.split('/').next().unwrap_or_default();
    scheme.eq_ignore_ascii_case("smtp")
        && authority.contains('@')
        && !query.split('&').any(|parameter| parameter == "tls=required")
}

fn asked(kind: ThreadKind) -> &'static str {
    match kind {
        ThreadKind::Contact => "writes to the curators",
        ThreadKind::Submission => "proposes a license for the library",
        ThreadKind::Correction => "asks for a correction",
    }
}

fn decided(decision: Decision) -> &'static str {
    match decision {
        Decision::Accepted => "accepted",
        Decision::Declined => "declined",
        Decision::Done => "done",
    }
}

fn mailbox(name: Option<&str>, address: &str) -> Result<Mailbox, InvalidMail> {
    let email = address.parse().map_err(|_| InvalidMail::Address(address.to_owned()))?;
    Ok(Mailbox::new(name.map(str::to_owned), email))
}

fn refused(mail: &DueMail, error: &dyn std::error::Error) {
    tracing::warn!(thread = %mail.thread, entry = mail.number, %error, "a mail was refused, and is tried again later");
}

/// Sends what is due whenever `mail_pending` is notified, and at intervals, for as long as it is polled. Several servers
/// on one database send each mail once.
pub async fn run(
    mailer: Mailer,
    store: Store,
    randomness: Arc<dyn Randomness>,
    clock: Clock,
    mail_pending: Arc<Notify>,
) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = mail_pending.notified() => {}
        }
        if let Err(error) = mailer.round(&store, &*randomness, clock.timestamp()).await {
            tracing::warn!(%error, "mail was not sent");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::AccountId;

    const SITE: MailingSite<'_> =
        MailingSite { name: "Sample", base_url: "https://sample.example", contacts: &[], from: None };

    fn mailer(url: &str, contacts: &[String], from: Option<&str>) -> Result<Mailer, InvalidMail> {
        Mailer::new(&url.parse().unwrap(), MailingSite { contacts, from, ..SITE })
    }

    fn mail(recipient: Recipient) -> DueMail {
        DueMail {
            thread: "thread000001".parse().unwrap(),
            number: 1,
            recipient,
            kind: ThreadKind::Contact,
            subject: "Hello\r\nBcc: all@example.org".to_owned(),
            writer: "Eve".to_owned(),
            message: "One\nTwo".to_owned(),
            decision: None,
            reply_to: Some("eve@example.org".parse().unwrap()),
        }
    }

    fn sent(mailer: &Mailer, mail: &DueMail) -> String {
        let at = Timestamp::from_second(1_795_132_800).unwrap();
        String::from_utf8(mailer.message(mail, at).unwrap().formatted()).unwrap()
    }

    #[test]
    fn mail_needs_a_server_and_an_address_to_come_from() {
        let contacts = ["ada@sample.example".to_owned()];
        assert!(mailer("smtp://mail.example", &contacts, None).is_ok());
        assert!(mailer("smtps://user:secret@mail.example", &[], Some("x@sample.example")).is_ok());
        for url in ["", "mail.example", "https://mail.example", "secret:secret@mail.example"] {
            assert!(matches!(mailer(url, &contacts, None), Err(InvalidMail::Scheme)), "{url}");
        }
        for url in [
            "secret:secret@mail.example",
            "smtp://secret:secret@mail.example?tls=no",
            "smtp://secret:secret@:x",
        ] {
            let error = anyhow::Error::from(mailer(url, &contacts, None).unwrap_err());
            assert!(!format!("{error:#} {error:?}").contains("secret"), "{error:#}");
        }
        assert!(matches!(mailer("smtp://mail.example", &[], None), Err(InvalidMail::NoSender)));
        let odd = mailer("smtp://mail.example", &["ada".to_owned()], None);
        assert!(matches!(odd, Err(InvalidMail::Address(address)) if address == "ada"));
    }

    #[test]
    fn no_text_breaks_out_of_its_header() {
        let contacts = ["ada@sample.example".to_owned(), "alan@sample.example".to_owned()];
        let mailer = mailer("smtp://mail.example", &contacts, None).unwrap();
        let text = sent(&mailer, &mail(Recipient::Site));
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(!head.contains("\nBcc"), "{head}");
        for field in [
            "From: Sample <ada@sample.example>",
            "To: ada@sample.example, alan@sample.example",
            "Reply-To: eve@example.org",
            "Message-ID: <thread000001.1.site@sample.example>",
            "Date: Fri, 20 Nov 2026 00:00:00 +0000",
        ] {
            assert!(head.lines().any(|line| line == field), "{field} is missing from {head}");
        }
        assert!(body.contains("Eve writes to the curators:\r\n\r\nOne\r\nTwo\r\n"), "{body}");
        assert!(body.contains("https://sample.example/threads/thread000001"), "{body}");
    }

    #[test]
    fn no_line_ends_with_a_lone_carriage_return() {
        let mailer = mailer("smtp://mail.example", &[], Some("library@sample.example")).unwrap();
        let message = "One\rTwo\r\nThree\r\rFour".to_owned();
        let text = sent(&mailer, &DueMail { message, ..mail(Recipient::Site) });
        assert!(text.contains("One\r\nTwo\r\nThree\r\n\r\nFour"), "{text:?}");
        let ends = text.replace("\r\n", "");
        assert!(!ends.contains(['\r', '\n']), "{text:?}");
    }

    #[test]
    fn a_password_needs_an_encrypted_connection() {
        for (url, is_in_clear) in [
            ("smtp://user:secret@mail.example:587", true),
            ("SMTP://user:secret@mail.example?tls=opportunistic", true),
            ("smtp://user:secret@mail.example?tls=required", false),
            ("smtps://user:secret@mail.example", false),
            ("smtp://mail.example?for=user@example.org", false),
        ] {
            assert_eq!(sends_password_in_clear(&url.parse().unwrap()), is_in_clear, "{url}");
        }
    }

    #[test]
    fn an_address_for_answers_is_told_to_those_who_look_after_the_site_alone() {
        let mailer = mailer("smtp://mail.example", &[], Some("library@sample.example")).unwrap();
        let account: AccountId = "account00001".parse().unwrap();
        let to = Recipient::Account(account, "grace@example.org".parse().unwrap());
        let text = sent(&mailer, &DueMail { decision: Some(Decision::Done), number: 2, ..mail(to) });
        assert!(!text.contains("eve@example.org"), "{text}");
        assert!(text.contains("/account/notifications"), "{text}");
    }
}
