//! Entries of threads that are to be mailed. A row is written with its entry, so nothing is mailed that is not kept and
//! nothing is forgotten that was to be mailed; who sends it takes it first, so that of several servers one does.

use jiff::{SignedDuration, Timestamp};

use super::accounts::{Email, account_columns};
use super::connect::{Store, Writing, sql};
use super::error::StoreError;
use super::row::{number, optional, parsed, text, time};
use super::threads::{Decision, ThreadKind, writer};
use crate::auth::{AccountId, ThreadId};

/// What the database calls those who look after the site; no account has such an identifier.
const SITE: &str = "site";

/// After so many attempts the pause between two grows no more: it is four hours then.
const MOST_DOUBLINGS: u32 = 8;

/// When a mail that is taken now is tried again if it is not reported as sent: after a minute, twice as long each time.
pub(super) fn tried_again(now: Timestamp, attempts: u32) -> Timestamp {
    let pause = SignedDuration::from_mins(1) * (1 << attempts.min(MOST_DOUBLINGS));
    now.saturating_add(pause).unwrap_or(Timestamp::MAX)
}

/// The recipient of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// Those who look after the site.
    Site,
    /// An account, at the address it has now.
    Account(AccountId, Email),
}

impl Recipient {
    fn word(&self) -> &str {
        match self {
            Self::Site => SITE,
            Self::Account(account, _) => account.as_str(),
        }
    }
}

/// An entry to be mailed, which who has this sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueMail {
    /// The thread.
    pub thread: ThreadId,
    /// Which of its entries.
    pub number: u32,
    /// To whom.
    pub recipient: Recipient,
    /// What the thread is about.
    pub kind: ThreadKind,
    /// What its author called it.
    pub subject: String,
    /// Who wrote the entry.
    pub writer: String,
    /// What they wrote.
    pub message: String,
    /// What they decided.
    pub decision: Option<Decision>,
    /// Where the writer can be answered by e-mail: a visitor gave an address for that.
    pub reply_to: Option<Email>,
}

impl Store {
    /// Takes the mail that is due for longest. Unless it is reported as sent it is due again after a while: the
    /// process that took it may have ended.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn take_mail(&self, now: Timestamp) -> Result<Option<DueMail>, StoreError> {
        let mut writing = self.write().await?;
        // Another server may have taken it between the two statements; then the next is looked for.
        let taken = loop {
            let due = sql("SELECT thread, number, recipient, attempts, due_at FROM mails
                 WHERE due_at <= $1 AND (recipient = $2 OR EXISTS
                     (SELECT 1 FROM accounts WHERE accounts.id = recipient AND closed_at IS NULL))
                 ORDER BY due_at, thread, number, recipient LIMIT 1")
            .bind(now.as_millisecond())
            .bind(SITE)
            .fetch_optional(&mut *writing)
            .await?;
            let Some(due) = due else { return Ok(None) };
            let taken = sql("UPDATE mails SET attempts = attempts + 1, due_at = $5
                 WHERE thread = $1 AND number = $2 AND recipient = $3 AND due_at = $4")
            .bind(text(&due, "thread")?)
            .bind(i64::from(number(&due, "number")?))
            .bind(text(&due, "recipient")?)
            .bind(time(&due, "due_at")?.as_millisecond())
            .bind(tried_again(now, number(&due, "attempts")?).as_millisecond())
            .execute(&mut *writing)
            .await?;
            if taken.rows_affected() > 0 {
                break due;
            }
        };
        let statement = concat!(
            "SELECT threads.kind, threads.subject, threads.visitor_name, threads.visitor_email,
                    thread_entries.message, thread_entries.decision, thread_entries.side,
                    recipients.email AS recipient_email, ",
            account_columns!(),
            " FROM thread_entries JOIN threads ON threads.id = thread_entries.thread
             LEFT JOIN accounts ON accounts.id = thread_entries.account
             LEFT JOIN accounts AS recipients ON recipients.id = $3
             WHERE thread_entries.thread = $1 AND thread_entries.number = $2"
        );
        let recipient = text(&taken, "recipient")?;
        let row = sql(statement)
            .bind(text(&taken, "thread")?)
            .bind(i64::from(number(&taken, "number")?))
            .bind(&recipient)
            .fetch_one(&mut *writing)
            .await?;
        writing.commit().await?;
        let recipient = match recipient.as_str() {
            SITE => Recipient::Site,
            _ => Recipient::Account(parsed(&taken, "recipient")?, parsed(&row, "recipient_email")?),
        };
        Ok(Some(DueMail {
            thread: parsed(&taken, "thread")?,
            number: number(&taken, "number")?,
            recipient,
            kind: parsed(&row, "kind")?,
            subject: text(&row, "subject")?,
            writer: writer(&row)?,
            message: text(&row, "message")?,
            decision: optional(&row, "decision")?,
            reply_to: optional(&row, "visitor_email")?,
        }))
    }

    /// Writes down that a mail was sent.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn mail_was_sent(&self, mail: &DueMail, at: Timestamp) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        sql("UPDATE mails SET mailed_at = $4, due_at = NULL
             WHERE thread = $1 AND number = $2 AND recipient = $3")
        .bind(mail.thread.as_str())
        .bind(i64::from(mail.number))
        .bind(mail.recipient.word())
        .bind(at.as_millisecond())
        .execute(&mut *writing)
        .await?;
        Ok(writing.commit().await?)
    }

    /// Gives up mailing to accounts what was written at or before a moment: they find it on the website. What is for
    /// those who look after the site is tried until it is sent.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn give_up_mails(&self, written_by: Timestamp) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        sql("UPDATE mails SET due_at = NULL WHERE due_at IS NOT NULL AND recipient <> $1 AND EXISTS
             (SELECT 1 FROM thread_entries WHERE thread_entries.thread = mails.thread
              AND thread_entries.number = mails.number AND thread_entries.written_at <= $2)")
        .bind(SITE)
        .bind(written_by.as_millisecond())
        .execute(&mut *writing)
        .await?;
        Ok(writing.commit().await?)
    }
}

/// Has an entry mailed to those who look after the site.
pub(super) async fn mail_to_site(
    writing: &mut Writing,
    thread: &ThreadId,
    entry: u32,
    at: Timestamp,
) -> Result<(), StoreError> {
    sql("INSERT INTO mails (thread, number, recipient, due_at) VALUES ($1, $2, $3, $4)")
        .bind(thread.as_str())
        .bind(i64::from(entry))
        .bind(SITE)
        .bind(at.as_millisecond())
        .execute(&mut **writing)
        .await?;
    Ok(())
}

/// Queues mail about an entry for the notified accounts that receive mail.
pub(super) async fn mail_to_told(
    writing: &mut Writing,
    thread: &ThreadId,
    entry: u32,
    at: Timestamp,
) -> Result<(), StoreError> {
    sql("INSERT INTO mails (thread, number, recipient, due_at)
         SELECT notifications.about, notifications.number, notifications.account, CAST($3 AS BIGINT)
         FROM notifications JOIN accounts ON accounts.id = notifications.account
         WHERE notifications.kind = 'thread-entry' AND notifications.about = $1 AND notifications.number = $2
               AND accounts.wants_mail = 1")
    .bind(thread.as_str())
    .bind(i64::from(entry))
    .bind(at.as_millisecond())
    .execute(&mut **writing)
    .await?;
    Ok(())
}

/// Mails an account nothing of what waits for that.
pub(super) async fn forget_mails(writing: &mut Writing, account: &AccountId) -> Result<(), StoreError> {
    sql("UPDATE mails SET due_at = NULL WHERE recipient = $1")
        .bind(account.as_str())
        .execute(&mut **writing)
        .await?;
    Ok(())
}
