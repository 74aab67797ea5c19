use jiff::Timestamp;
use muniment_licenses::model::{GraphId, LicenseId};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::accounts::require_open;
use super::connect::{Store, Writing, sql};
use super::error::{Conflict, StoreError};
use super::row::{number, parsed, storable, time, words};
use crate::auth::{AccountId, ThreadId};

words! {
    /// What the database calls an act.
    ActWord {
        /// [`Act::PublishedLicense`].
        PublishedLicense = "license-published",
        /// [`Act::DeprecatedLicense`].
        DeprecatedLicense = "license-deprecated",
        /// [`Act::PublishedGraph`].
        PublishedGraph = "graph-published",
        /// [`Act::ClosedAccount`].
        ClosedAccount = "account-closed",
        /// [`Act::OpenedThread`].
        OpenedThread = "thread-opened",
        /// [`Act::AnsweredThread`].
        AnsweredThread = "thread-answered",
        /// [`Act::DecidedThread`].
        DecidedThread = "thread-decided",
    }
}

/// What an account did that cannot be taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Published a license.
    PublishedLicense(LicenseId),
    /// Deprecated a license.
    DeprecatedLicense(LicenseId),
    /// Published a graph.
    PublishedGraph(GraphId),
    /// Was closed.
    ClosedAccount,
    /// Wrote to the curators.
    OpenedThread(ThreadId),
    /// Wrote in a thread.
    AnsweredThread(ThreadId),
    /// Decided what becomes of what a thread asks for.
    DecidedThread(ThreadId),
}

/// An act as columns have it.
struct Columns<'a> {
    act: ActWord,
    model: Option<&'a str>,
    thread: Option<&'a ThreadId>,
}

/// The consent to publish for good and under the license of the library (spec:version-1#frozen-operations,
/// operation 4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// Version of the privacy notice that was in force.
    pub privacy_notice: String,
}

/// A row of the audit (spec:version-1#events).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRecord {
    /// Whose act it was: of a license that an administrator deprecated, the administrator.
    pub account: AccountId,
    /// The how-manieth of its acts, from 1 and without gaps.
    pub number: u32,
    /// What was done.
    pub act: Act,
    /// To what the account agreed in doing so.
    pub consent: Option<Consent>,
    /// When.
    pub at: Timestamp,
}

impl Act {
    fn columns(&self) -> Columns<'_> {
        let plain = |act| Columns { act, model: None, thread: None };
        let of_model = |act, model| Columns { model: Some(model), ..plain(act) };
        let of_thread = |act, thread| Columns { thread: Some(thread), ..plain(act) };
        match self {
            Self::PublishedLicense(license) => of_model(ActWord::PublishedLicense, license.as_str()),
            Self::DeprecatedLicense(license) => of_model(ActWord::DeprecatedLicense, license.as_str()),
            Self::PublishedGraph(graph) => of_model(ActWord::PublishedGraph, graph.as_str()),
            Self::ClosedAccount => plain(ActWord::ClosedAccount),
            Self::OpenedThread(thread) => of_thread(ActWord::OpenedThread, thread),
            Self::AnsweredThread(thread) => of_thread(ActWord::AnsweredThread, thread),
            Self::DecidedThread(thread) => of_thread(ActWord::DecidedThread, thread),
        }
    }

    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(match parsed(row, "act")? {
            ActWord::PublishedLicense => Self::PublishedLicense(parsed(row, "model")?),
            ActWord::DeprecatedLicense => Self::DeprecatedLicense(parsed(row, "model")?),
            ActWord::PublishedGraph => Self::PublishedGraph(parsed(row, "model")?),
            ActWord::ClosedAccount => Self::ClosedAccount,
            ActWord::OpenedThread => Self::OpenedThread(parsed(row, "thread")?),
            ActWord::AnsweredThread => Self::AnsweredThread(parsed(row, "thread")?),
            ActWord::DecidedThread => Self::DecidedThread(parsed(row, "thread")?),
        })
    }
}

impl Store {
    /// What an account did, newest first.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn audit_of(&self, account: &AccountId) -> Result<Vec<AuditRecord>, StoreError> {
        let rows = sql("SELECT account, number, act, model, thread, consented_to, at
             FROM audit WHERE account = $1 ORDER BY number DESC")
        .bind(account.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(AuditRecord::read).collect()
    }

    /// What was done to a license, newest first.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn audit_of_license(&self, license: &LicenseId) -> Result<Vec<AuditRecord>, StoreError> {
        let rows = sql("SELECT account, number, act, model, thread, consented_to, at
             FROM audit WHERE model = $1 ORDER BY at DESC, account, number DESC")
        .bind(license.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(AuditRecord::read).collect()
    }
}

impl AuditRecord {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let consent: Option<String> = row.try_get("consented_to")?;
        Ok(Self {
            account: parsed(row, "account")?,
            number: number(row, "number")?,
            act: Act::read(row)?,
            consent: consent.map(|privacy_notice| Consent { privacy_notice }),
            at: time(row, "at")?,
        })
    }
}

/// Writes down an act of an account that is open, and keeps it from being closed until the transaction ends.
///
/// Every transaction that has an act begins with it: what one account does then happens one after the other, and
/// transactions cannot wait for each other in a circle. Rows it names may come later in the transaction.
pub(super) async fn record(
    writing: &mut Writing,
    account: &AccountId,
    act: &Act,
    consent: Option<&Consent>,
    at: Timestamp,
) -> Result<(), StoreError> {
    storable(consent.map(|consent| consent.privacy_notice.as_str()))?;
    let statement = "UPDATE accounts SET acts = acts + 1 WHERE id = $1 AND closed_at IS NULL RETURNING acts";
    let Some(row) = sql(statement).bind(account.as_str()).fetch_optional(&mut **writing).await? else {
        require_open(writing, account).await?;
        return Err(Conflict::AccountClosed.into());
    };
    let columns = act.columns();
    sql("INSERT INTO audit (account, number, act, model, thread, consented_to, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)")
    .bind(account.as_str())
    .bind(i64::from(number(&row, "acts")?))
    .bind(columns.act.word())
    .bind(columns.model)
    .bind(columns.thread.map(ThreadId::as_str))
    .bind(consent.map(|consent| consent.privacy_notice.as_str()))
    .bind(at.as_millisecond())
    .execute(&mut **writing)
    .await?;
    Ok(())
}
