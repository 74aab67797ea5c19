use muniment_licenses::model::VersionNumber;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::super::accounts::{Account, FORMER_MEMBER, account_columns};
use super::super::connect::{Store, sql};
use super::super::error::StoreError;
use super::super::row::{number, optional, optional_number, optional_time, parsed, text, time};
use super::{
    Correction, Matter, Opener, Submission, Thread, ThreadEntry, ThreadKind, ThreadState, ThreadSummary,
};
use crate::auth::{AccountId, ThreadId};

/// The columns a [`ThreadSummary`] is read from.
macro_rules! thread_columns {
    () => {
        concat!(
            "threads.id, threads.kind, threads.state, threads.subject, threads.visitor_name, \
             threads.visitor_email, threads.opened_at, threads.changed_at, threads.unanswered_since, ",
            account_columns!()
        )
    };
}

/// Which threads a curator looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Queue {
    /// Those of one kind; of all without one.
    pub kind: Option<ThreadKind>,
    /// Those in one state; in all without one.
    pub state: Option<ThreadState>,
    /// At most so many.
    pub most: u32,
}

impl Store {
    /// The threads a curator looks at: those that wait for an answer first and longest-waiting first, then the others,
    /// last changed first.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn threads(&self, queue: &Queue) -> Result<Vec<ThreadSummary>, StoreError> {
        let statement = concat!(
            "SELECT ",
            thread_columns!(),
            " FROM threads LEFT JOIN accounts ON accounts.id = threads.account
             WHERE (threads.kind = $1 OR $1 IS NULL) AND (threads.state = $2 OR $2 IS NULL)
             ORDER BY CASE WHEN threads.unanswered_since IS NULL THEN 1 ELSE 0 END, threads.unanswered_since,
                      threads.changed_at DESC, threads.id
             LIMIT $3"
        );
        let rows = sql(statement)
            .bind(queue.kind.map(ThreadKind::word))
            .bind(queue.state.map(ThreadState::word))
            .bind(i64::from(queue.most))
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(ThreadSummary::read).collect()
    }

    /// The threads an account opened, last changed first.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn threads_of(&self, account: &AccountId) -> Result<Vec<ThreadSummary>, StoreError> {
        let statement = concat!(
            "SELECT ",
            thread_columns!(),
            " FROM threads LEFT JOIN accounts ON accounts.id = threads.account
             WHERE threads.account = $1 ORDER BY threads.changed_at DESC, threads.id"
        );
        let rows = sql(statement).bind(account.as_str()).fetch_all(&self.readers).await?;
        rows.iter().map(ThreadSummary::read).collect()
    }

    /// A thread in a list.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn thread_summary(&self, id: &ThreadId) -> Result<Option<ThreadSummary>, StoreError> {
        let statement = concat!(
            "SELECT ",
            thread_columns!(),
            " FROM threads LEFT JOIN accounts ON accounts.id = threads.account WHERE threads.id = $1"
        );
        let row = sql(statement).bind(id.as_str()).fetch_optional(&self.readers).await?;
        row.as_ref().map(ThreadSummary::read).transpose()
    }

    /// A thread with all that was written in it.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn thread(&self, id: &ThreadId) -> Result<Option<Thread>, StoreError> {
        let Some(summary) = self.thread_summary(id).await? else { return Ok(None) };
        let matter = self.matter(&summary).await?;
        let statement = concat!(
            "SELECT thread_entries.number, thread_entries.side, thread_entries.message,
                    thread_entries.decision, thread_entries.written_at, threads.visitor_name, ",
            account_columns!(),
            " FROM thread_entries JOIN threads ON threads.id = thread_entries.thread
             LEFT JOIN accounts ON accounts.id = thread_entries.account
             WHERE thread_entries.thread = $1 ORDER BY thread_entries.number"
        );
        let rows = sql(statement).bind(id.as_str()).fetch_all(&self.readers).await?;
        let entries = rows.iter().map(ThreadEntry::read).collect::<Result<_, _>>()?;
        Ok(Some(Thread { summary, matter, entries }))
    }

    async fn matter(&self, summary: &ThreadSummary) -> Result<Matter, StoreError> {
        let statement = match summary.kind {
            ThreadKind::Contact => return Ok(Matter::Contact),
            ThreadKind::Submission => {
                "SELECT text_address, spdx, publisher, model FROM submissions WHERE thread = $1"
            }
            ThreadKind::Correction => {
                "SELECT license, version, statement, quote, source FROM corrections WHERE thread = $1"
            }
        };
        let row = sql(statement).bind(summary.id.as_str()).fetch_one(&self.readers).await?;
        Ok(match summary.kind {
            ThreadKind::Contact => Matter::Contact,
            ThreadKind::Submission => Matter::Submission(Submission::read(&row)?),
            ThreadKind::Correction => Matter::Correction(Correction::read(&row)?),
        })
    }
}

/// The name of who wrote, from `account_columns!` and a visitor's name.
pub(in crate::store) fn writer(row: &AnyRow) -> Result<String, StoreError> {
    let account: Option<String> = row.try_get("account_id")?;
    match account {
        Some(_) => Ok(Account::read(row)?.name().to_owned()),
        None => Ok(optional(row, "visitor_name")?.unwrap_or_else(|| FORMER_MEMBER.to_owned())),
    }
}

impl ThreadSummary {
    /// From `thread_columns!`.
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let account: Option<String> = row.try_get("account_id")?;
        let opener = match account {
            Some(_) => {
                let account = Account::read(row)?;
                Opener::Member { account: account.id, name: account.name().to_owned() }
            }
            None => {
                Opener::Visitor { name: text(row, "visitor_name")?, email: parsed(row, "visitor_email")? }
            }
        };
        Ok(Self {
            id: parsed(row, "id")?,
            kind: parsed(row, "kind")?,
            state: parsed(row, "state")?,
            subject: text(row, "subject")?,
            opener,
            opened_at: time(row, "opened_at")?,
            changed_at: time(row, "changed_at")?,
            unanswered_since: optional_time(row, "unanswered_since")?,
        })
    }
}

impl Submission {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            text_address: text(row, "text_address")?,
            spdx: optional(row, "spdx")?,
            publisher: optional(row, "publisher")?,
            model: optional(row, "model")?,
        })
    }
}

impl Correction {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let version = optional_number(row, "version")?;
        Ok(Self {
            license: parsed(row, "license")?,
            version: version.and_then(VersionNumber::new),
            statement: optional(row, "statement")?,
            quote: optional(row, "quote")?,
            source: optional(row, "source")?,
        })
    }
}

impl ThreadEntry {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            number: number(row, "number")?,
            side: parsed(row, "side")?,
            writer: writer(row)?,
            message: text(row, "message")?,
            decision: optional(row, "decision")?,
            written_at: time(row, "written_at")?,
        })
    }
}
