//! Notifications of accounts. An event that repeats, such as sharing the same license anew, is notified again.

use jiff::Timestamp;
use muniment_licenses::model::{GraphId, LicenseId};
use sqlx::any::AnyRow;

use super::accounts::{Role, account_columns, require_open};
use super::connect::{Store, Writing, sql};
use super::error::StoreError;
use super::mails::forget_mails;
use super::row::{number, optional, optional_time, parsed, text, time, words};
use super::shares::Shared;
use super::threads::{Decision, ThreadKind, writer};
use crate::auth::{AccountId, ThreadId};

words! {
    /// What the database calls an event.
    EventKind {
        /// [`Event::Entry`].
        Entry = "thread-entry",
        /// [`Event::SharedLicense`].
        SharedLicense = "license-shared",
        /// [`Event::DeprecatedLicense`].
        DeprecatedLicense = "license-deprecated",
        /// [`Event::SharedGraph`].
        SharedGraph = "graph-shared",
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A new entry in a thread; the first opens it.
    Entry {
        /// The thread.
        thread: ThreadId,
        /// What it is about.
        kind: ThreadKind,
        /// What its author called it.
        subject: String,
        /// Which entry; the first opened it.
        number: u32,
        /// Who wrote, by the name they have now.
        writer: String,
        /// What was decided with it.
        decision: Option<Decision>,
    },
    /// A license was shared with the account.
    SharedLicense {
        /// Which.
        license: LicenseId,
        /// Its title, while it is still shared.
        title: Option<String>,
    },
    /// A license that is shared with the account is no longer to be used.
    DeprecatedLicense {
        /// Which.
        license: LicenseId,
        /// Its title, while it is still shared.
        title: Option<String>,
    },
    /// A graph was shared with the account.
    SharedGraph {
        /// Which.
        graph: GraphId,
        /// Its title, while it is still shared.
        title: Option<String>,
    },
}

/// A notification of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// What happened.
    pub event: Event,
    /// When.
    pub at: Timestamp,
    /// Whether the account has seen it.
    pub is_read: bool,
}

impl Store {
    /// The notifications of an account, newest first, at most `most`.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn notifications(
        &self,
        account: &AccountId,
        most: u32,
    ) -> Result<Vec<Notification>, StoreError> {
        let statement = concat!(
            "SELECT notifications.kind AS event, notifications.about, notifications.number,
                    notifications.told_at, notifications.read_at, threads.kind, threads.subject,
                    threads.visitor_name, thread_entries.decision, revisions.title, ",
            account_columns!(),
            " FROM notifications
             LEFT JOIN threads ON notifications.kind = 'thread-entry' AND threads.id = notifications.about
             LEFT JOIN thread_entries
                    ON thread_entries.thread = threads.id AND thread_entries.number = notifications.number
             LEFT JOIN accounts ON accounts.id = thread_entries.account
             LEFT JOIN shares ON notifications.kind <> 'thread-entry' AND shares.model = notifications.about
                    AND shares.account = notifications.account
             LEFT JOIN models ON models.id = shares.model
             LEFT JOIN revisions ON revisions.model = models.id AND revisions.number = models.revision
             WHERE notifications.account = $1
             ORDER BY notifications.told_at DESC, notifications.about, notifications.number DESC,
                      notifications.kind
             LIMIT $2"
        );
        let rows =
            sql(statement).bind(account.as_str()).bind(i64::from(most)).fetch_all(&self.readers).await?;
        rows.iter().map(Notification::read).collect()
    }

    /// The number of unread notifications of an account.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn unread_notifications(&self, account: &AccountId) -> Result<u32, StoreError> {
        let statement = "SELECT COUNT(*) AS unread FROM notifications WHERE account = $1 AND read_at IS NULL";
        number(&sql(statement).bind(account.as_str()).fetch_one(&self.readers).await?, "unread")
    }

    /// Writes down that an account has seen what it was told up to a moment.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn read_notifications(
        &self,
        account: &AccountId,
        up_to: Timestamp,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        sql("UPDATE notifications SET read_at = $3
             WHERE account = $1 AND told_at <= $2 AND read_at IS NULL")
        .bind(account.as_str())
        .bind(up_to.as_millisecond())
        .bind(at.as_millisecond())
        .execute(&mut *writing)
        .await?;
        Ok(writing.commit().await?)
    }

    /// Writes down that an account has seen the entries of a thread; nothing is written where it had before.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn read_thread(
        &self,
        account: &AccountId,
        thread: &ThreadId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let unread = sql("SELECT number FROM notifications
             WHERE account = $1 AND kind = 'thread-entry' AND about = $2 AND read_at IS NULL LIMIT 1")
        .bind(account.as_str())
        .bind(thread.as_str())
        .fetch_optional(&self.readers)
        .await?;
        if unread.is_none() {
            return Ok(());
        }
        let mut writing = self.write().await?;
        sql("UPDATE notifications SET read_at = $3
             WHERE account = $1 AND kind = 'thread-entry' AND about = $2 AND read_at IS NULL")
        .bind(account.as_str())
        .bind(thread.as_str())
        .bind(at.as_millisecond())
        .execute(&mut *writing)
        .await?;
        Ok(writing.commit().await?)
    }

    /// Whether an account is told by e-mail too.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn wants_mail(&self, account: &AccountId) -> Result<bool, StoreError> {
        let statement = "SELECT wants_mail FROM accounts WHERE id = $1";
        let row = sql(statement).bind(account.as_str()).fetch_optional(&self.readers).await?;
        row.map_or(Ok(false), |row| Ok(number(&row, "wants_mail")? == 1))
    }

    /// Says whether an account is told by e-mail too. What waits to be mailed to one that is not is not mailed.
    ///
    /// # Errors
    /// The account is missing or closed.
    pub async fn set_wants_mail(&self, account: &AccountId, wants_mail: bool) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, account).await?;
        sql("UPDATE accounts SET wants_mail = $2 WHERE id = $1")
            .bind(account.as_str())
            .bind(i64::from(wants_mail))
            .execute(&mut *writing)
            .await?;
        if !wants_mail {
            forget_mails(&mut writing, account).await?;
        }
        Ok(writing.commit().await?)
    }
}

/// Tells the curators of an entry of a thread, but not the one who wrote it.
pub(super) async fn tell_curators(
    writing: &mut Writing,
    thread: &ThreadId,
    entry: u32,
    writer: Option<&AccountId>,
    at: Timestamp,
) -> Result<(), StoreError> {
    sql("INSERT INTO notifications (account, kind, about, number, told_at)
         SELECT id, CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT) FROM accounts
         WHERE role = $5 AND closed_at IS NULL AND id <> $6")
    .bind(EventKind::Entry.word())
    .bind(thread.as_str())
    .bind(i64::from(entry))
    .bind(at.as_millisecond())
    .bind(Role::Administrator.word())
    .bind(writer.map_or("", AccountId::as_str))
    .execute(&mut **writing)
    .await?;
    Ok(())
}

/// Tells an account of an entry of a thread, if it is open.
pub(super) async fn tell_account(
    writing: &mut Writing,
    thread: &ThreadId,
    entry: u32,
    account: &AccountId,
    at: Timestamp,
) -> Result<(), StoreError> {
    sql("INSERT INTO notifications (account, kind, about, number, told_at)
         SELECT id, CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT) FROM accounts
         WHERE id = $5 AND closed_at IS NULL")
    .bind(EventKind::Entry.word())
    .bind(thread.as_str())
    .bind(i64::from(entry))
    .bind(at.as_millisecond())
    .bind(account.as_str())
    .execute(&mut **writing)
    .await?;
    Ok(())
}

/// Tells an account that something is shared with it.
pub(super) async fn tell_of_share(
    writing: &mut Writing,
    what: Shared<'_>,
    with: &AccountId,
    at: Timestamp,
) -> Result<(), StoreError> {
    let word = match what {
        Shared::License(_) => EventKind::SharedLicense,
        Shared::Graph(_) => EventKind::SharedGraph,
    };
    sql(
        "INSERT INTO notifications (account, kind, about, number, told_at) VALUES ($1, $2, $3, 0, $4)
         ON CONFLICT (account, kind, about, number) DO UPDATE SET told_at = excluded.told_at, read_at = NULL",
    )
    .bind(with.as_str())
    .bind(word.word())
    .bind(what.id())
    .bind(at.as_millisecond())
    .execute(&mut **writing)
    .await?;
    Ok(())
}

/// Tells everybody a license is shared with that it is no longer to be used, but not the one who said so.
pub(super) async fn tell_of_deprecation(
    writing: &mut Writing,
    license: &LicenseId,
    by: &AccountId,
    at: Timestamp,
) -> Result<(), StoreError> {
    sql("INSERT INTO notifications (account, kind, about, number, told_at)
         SELECT account, CAST($1 AS TEXT), model, 0, CAST($2 AS BIGINT) FROM shares
         WHERE model = $3 AND account <> $4")
    .bind(EventKind::DeprecatedLicense.word())
    .bind(at.as_millisecond())
    .bind(license.as_str())
    .bind(by.as_str())
    .execute(&mut **writing)
    .await?;
    Ok(())
}

/// Forgets what an account that is being closed was told, and was to be mailed.
pub(super) async fn delete_notifications(
    writing: &mut Writing,
    account: &AccountId,
) -> Result<(), StoreError> {
    sql("DELETE FROM notifications WHERE account = $1")
        .bind(account.as_str())
        .execute(&mut **writing)
        .await?;
    forget_mails(writing, account).await
}

impl Notification {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let event = match parsed(row, "event")? {
            EventKind::Entry => Event::Entry {
                thread: parsed(row, "about")?,
                kind: parsed(row, "kind")?,
                subject: text(row, "subject")?,
                number: number(row, "number")?,
                writer: writer(row)?,
                decision: optional(row, "decision")?,
            },
            EventKind::SharedLicense => {
                Event::SharedLicense { license: parsed(row, "about")?, title: optional(row, "title")? }
            }
            EventKind::DeprecatedLicense => {
                Event::DeprecatedLicense { license: parsed(row, "about")?, title: optional(row, "title")? }
            }
            EventKind::SharedGraph => {
                Event::SharedGraph { graph: parsed(row, "about")?, title: optional(row, "title")? }
            }
        };
        let is_read = optional_time(row, "read_at")?.is_some();
        Ok(Self { event, at: time(row, "told_at")?, is_read })
    }
}
