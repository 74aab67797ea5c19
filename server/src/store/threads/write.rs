use jiff::Timestamp;

use super::super::accounts::Email;
use super::super::audit::{Act, record};
use super::super::connect::{Store, Writing, sql};
use super::super::error::{Conflict, Entity, StoreError};
use super::super::mails::{mail_to_site, mail_to_told};
use super::super::notifications::{tell_account, tell_curators};
use super::super::row::{number, optional, storable};
use super::super::storage::Stored;
use super::{Decision, Matter, Side, ThreadKind, ThreadState};
use crate::auth::{AccountId, ThreadId};

/// Who opens a thread.
#[derive(Debug, Clone)]
pub enum Sender {
    /// An account.
    Member(AccountId),
    /// A visitor without an account, who can only open a contact thread.
    Visitor {
        /// The name they give.
        name: String,
        /// Where they can be answered.
        email: Email,
    },
}

/// A thread to be opened.
#[derive(Debug, Clone)]
pub struct NewThread {
    /// Its identifier.
    pub id: ThreadId,
    /// Who opens it.
    pub sender: Sender,
    /// What they call it.
    pub subject: String,
    /// What it is about.
    pub matter: Matter,
    /// Its first message.
    pub message: String,
    /// When.
    pub at: Timestamp,
}

/// Something to be written in a thread.
#[derive(Debug, Clone)]
pub struct NewThreadEntry {
    /// The thread.
    pub thread: ThreadId,
    /// Who writes; whether they may is decided by who calls.
    pub account: AccountId,
    /// What they write.
    pub message: String,
    /// From which side, with a decision.
    pub authorship: Authorship,
    /// When.
    pub at: Timestamp,
}

/// The side of an entry, with the decision of a curator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authorship {
    /// Who opened the thread.
    Author,
    /// A curator, who may decide at the same time.
    Curator(Option<Decision>),
}

impl Authorship {
    fn side(self) -> Side {
        match self {
            Self::Author => Side::Author,
            Self::Curator(_) => Side::Curator,
        }
    }

    fn decision(self) -> Option<Decision> {
        match self {
            Self::Author => None,
            Self::Curator(decision) => decision,
        }
    }
}

impl Store {
    /// Opens a thread. Every curator is told, and it waits to be mailed: a letter to those who look after the site,
    /// the others to the curators who want that.
    ///
    /// # Errors
    /// The account is missing or closed; the identifier is in use; a visitor opens what needs an account;
    /// [`StoreError::Full`].
    pub async fn open_thread(&self, new: &NewThread) -> Result<(), StoreError> {
        new.require_storable()?;
        let mut writing = self.write().await?;
        let (account, visitor_name, visitor_email) = match &new.sender {
            Sender::Member(account) => (Some(account), None, None),
            Sender::Visitor { name, email } => (None, Some(name.as_str()), Some(email.as_str())),
        };
        if let Some(account) = account {
            record(&mut writing, account, &Act::OpenedThread(new.id), None, new.at).await?;
            self.require_room(&mut writing, account, &[Stored::Messages], new.bytes(), new.at).await?;
        }
        sql("INSERT INTO threads (id, kind, state, account, visitor_name, visitor_email, subject, entries,
                                  opened_at, changed_at, unanswered_since)
             VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $8, $8)")
        .bind(new.id.as_str())
        .bind(new.matter.kind().word())
        .bind(ThreadState::Open.word())
        .bind(account.map(AccountId::as_str))
        .bind(visitor_name)
        .bind(visitor_email)
        .bind(&new.subject)
        .bind(new.at.as_millisecond())
        .execute(&mut *writing)
        .await?;
        insert_matter(&mut writing, &new.id, &new.matter).await?;
        let first = Written {
            thread: &new.id,
            number: 1,
            account,
            authorship: Authorship::Author,
            message: &new.message,
            at: new.at,
        };
        first.insert(&mut writing).await?;
        tell_curators(&mut writing, &new.id, 1, account, new.at).await?;
        match new.matter.kind() {
            ThreadKind::Contact => mail_to_site(&mut writing, &new.id, 1, new.at).await?,
            ThreadKind::Submission | ThreadKind::Correction => {
                mail_to_told(&mut writing, &new.id, 1, new.at).await?;
            }
        }
        Ok(writing.commit().await?)
    }

    /// Writes in a thread. The other side is told, and mailed where it wants that.
    ///
    /// # Errors
    /// [`Entity::Thread`] is missing; [`Conflict::Decided`]: nothing of the kind can be decided where it stands; the
    /// account is missing or closed; [`StoreError::Full`], which curators never are.
    pub async fn write_in_thread(&self, entry: &NewThreadEntry) -> Result<(), StoreError> {
        storable([entry.message.as_str()])?;
        let mut writing = self.write().await?;
        let act = match entry.authorship.decision() {
            Some(_) => Act::DecidedThread(entry.thread),
            None => Act::AnsweredThread(entry.thread),
        };
        record(&mut writing, &entry.account, &act, None, entry.at).await?;
        if entry.authorship == Authorship::Author {
            let (added, bytes) = ([Stored::Messages], entry.message.len());
            self.require_room(&mut writing, &entry.account, &added, bytes, entry.at).await?;
        }
        let (number, author) = advance(&mut writing, entry).await?;
        let written = Written {
            thread: &entry.thread,
            number,
            account: Some(&entry.account),
            authorship: entry.authorship,
            message: &entry.message,
            at: entry.at,
        };
        written.insert(&mut writing).await?;
        match (entry.authorship, author) {
            (Authorship::Author, _) => {
                tell_curators(&mut writing, &entry.thread, number, Some(&entry.account), entry.at).await?;
            }
            (Authorship::Curator(_), Some(author)) if author != entry.account => {
                tell_account(&mut writing, &entry.thread, number, &author, entry.at).await?;
            }
            (Authorship::Curator(_), _) => {}
        }
        mail_to_told(&mut writing, &entry.thread, number, entry.at).await?;
        Ok(writing.commit().await?)
    }
}

/// Counts an entry and moves the thread to where it then stands; says its number, and whose the thread is.
async fn advance(
    writing: &mut Writing,
    entry: &NewThreadEntry,
) -> Result<(u32, Option<AccountId>), StoreError> {
    let statement = match entry.authorship {
        Authorship::Author => {
            "UPDATE threads SET entries = entries + 1, changed_at = $2,
                    unanswered_since = COALESCE(unanswered_since, $2), state = COALESCE($3, state)
             WHERE id = $1 RETURNING entries, account"
        }
        Authorship::Curator(_) => {
            "UPDATE threads SET entries = entries + 1, changed_at = $2, unanswered_since = NULL,
                    state = COALESCE($3, state)
             WHERE id = $1 AND ($3 IS NULL OR state = 'open' OR (state = 'accepted' AND $3 = 'done'))
             RETURNING entries, account"
        }
    };
    let advanced = sql(statement)
        .bind(entry.thread.as_str())
        .bind(entry.at.as_millisecond())
        .bind(entry.authorship.decision().map(Decision::word))
        .fetch_optional(&mut **writing)
        .await?;
    if let Some(row) = advanced {
        return Ok((number(&row, "entries")?, optional(&row, "account")?));
    }
    let found = sql("SELECT id FROM threads WHERE id = $1")
        .bind(entry.thread.as_str())
        .fetch_optional(&mut **writing)
        .await?;
    Err(match found {
        Some(_) => Conflict::Decided.into(),
        None => StoreError::Missing(Entity::Thread),
    })
}

/// An entry of a thread that counts it already.
struct Written<'a> {
    thread: &'a ThreadId,
    number: u32,
    account: Option<&'a AccountId>,
    authorship: Authorship,
    message: &'a str,
    at: Timestamp,
}

impl Written<'_> {
    async fn insert(&self, writing: &mut Writing) -> Result<(), StoreError> {
        sql("INSERT INTO thread_entries (thread, number, side, account, message, decision, written_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)")
        .bind(self.thread.as_str())
        .bind(i64::from(self.number))
        .bind(self.authorship.side().word())
        .bind(self.account.map(AccountId::as_str))
        .bind(self.message)
        .bind(self.authorship.decision().map(Decision::word))
        .bind(self.at.as_millisecond())
        .execute(&mut **writing)
        .await?;
        Ok(())
    }
}

async fn insert_matter(writing: &mut Writing, id: &ThreadId, matter: &Matter) -> Result<(), StoreError> {
    match matter {
        Matter::Contact => {}
        Matter::Submission(submission) => {
            sql("INSERT INTO submissions (thread, text_address, spdx, publisher, model)
                 VALUES ($1, $2, $3, $4, $5)")
            .bind(id.as_str())
            .bind(&submission.text_address)
            .bind(submission.spdx.as_deref())
            .bind(submission.publisher.as_deref())
            .bind(submission.model.as_deref())
            .execute(&mut **writing)
            .await?;
        }
        Matter::Correction(correction) => {
            sql("INSERT INTO corrections (thread, license, version, statement, quote, source)
                 VALUES ($1, $2, $3, $4, $5, $6)")
            .bind(id.as_str())
            .bind(correction.license.as_str())
            .bind(correction.version.map(|version| i64::from(version.get())))
            .bind(correction.statement.as_deref())
            .bind(correction.quote.as_deref())
            .bind(correction.source.as_deref())
            .execute(&mut **writing)
            .await?;
        }
    }
    Ok(())
}

impl NewThread {
    /// Bytes of what can be long.
    fn bytes(&self) -> usize {
        let model = match &self.matter {
            Matter::Submission(submission) => submission.model.as_deref().unwrap_or_default(),
            Matter::Contact | Matter::Correction(_) => "",
        };
        self.message.len().saturating_add(model.len())
    }

    fn require_storable(&self) -> Result<(), StoreError> {
        let visitor = match &self.sender {
            Sender::Member(_) => [None, None],
            Sender::Visitor { name, email } => [Some(name.as_str()), Some(email.as_str())],
        };
        let matter = match &self.matter {
            Matter::Contact => [None; 4],
            Matter::Submission(submission) => [
                Some(submission.text_address.as_str()),
                submission.spdx.as_deref(),
                submission.publisher.as_deref(),
                submission.model.as_deref(),
            ],
            Matter::Correction(correction) => [
                None,
                correction.statement.as_deref(),
                correction.quote.as_deref(),
                correction.source.as_deref(),
            ],
        };
        let own = [Some(self.subject.as_str()), Some(self.message.as_str())];
        storable(own.into_iter().chain(visitor).chain(matter).flatten())
    }
}
