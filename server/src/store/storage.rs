//! How much of the database an account may fill. A transaction that stores something for an account locks the row of the
//! account, counts what the account stores, and only then writes, so that concurrent requests cannot pass a limit
//! together.

use std::num::NonZeroU32;

use clap::Args;
use jiff::Timestamp;
use muniment_licenses::model::{GraphId, LicenseId};
use sqlx::{AnyExecutor, Row};

use super::connect::{Store, Writing, sql};
use super::error::{Entity, StoreError};
use super::owned::OwnedId;
use super::row::number;
use super::shares::{Shared, role_in};
use crate::auth::AccountId;
use crate::clock::day;

/// The most an account may store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
pub struct StorageLimits {
    /// Composed licenses an account may own, drafts included
    #[arg(long = "account-licenses", env = "MUNIMENT_ACCOUNT_LICENSES", default_value_t = StorageLimits::DEFAULT.licenses, value_name = "NUMBER")]
    pub licenses: u32,
    /// Revisions of its licenses an account may store
    #[arg(long = "account-revisions", env = "MUNIMENT_ACCOUNT_REVISIONS", default_value_t = StorageLimits::DEFAULT.revisions, value_name = "NUMBER")]
    pub revisions: u32,
    /// Dependency graphs an account may own, drafts included
    #[arg(long = "account-graphs", env = "MUNIMENT_ACCOUNT_GRAPHS", default_value_t = StorageLimits::DEFAULT.graphs, value_name = "NUMBER")]
    pub graphs: u32,
    /// Versions of its dependency graphs an account may store
    #[arg(long = "account-graph-versions", env = "MUNIMENT_ACCOUNT_GRAPH_VERSIONS", default_value_t = StorageLimits::DEFAULT.graph_versions, value_name = "NUMBER")]
    pub graph_versions: u32,
    /// Live API tokens an account may have
    #[arg(long = "account-tokens", env = "MUNIMENT_ACCOUNT_TOKENS", default_value_t = StorageLimits::DEFAULT.tokens, value_name = "NUMBER")]
    pub tokens: u32,
    /// Browsers an account may be signed in at; another one ends the session that was used least recently
    #[arg(long = "account-sessions", env = "MUNIMENT_ACCOUNT_SESSIONS", default_value_t = StorageLimits::DEFAULT.sessions, value_name = "NUMBER")]
    pub sessions: NonZeroU32,
    /// Accounts a license or dependency graph may be shared with
    #[arg(long = "account-shares", env = "MUNIMENT_ACCOUNT_SHARES", default_value_t = StorageLimits::DEFAULT.shares, value_name = "NUMBER")]
    pub shares: u32,
    /// Messages to the curators an account may store, in all threads
    #[arg(long = "account-messages", env = "MUNIMENT_ACCOUNT_MESSAGES", default_value_t = StorageLimits::DEFAULT.messages, value_name = "NUMBER")]
    pub messages: u32,
    /// Translations of an account that are kept at once; each is deleted two hours after it ended
    #[arg(long = "account-runs", env = "MUNIMENT_ACCOUNT_RUNS", default_value_t = StorageLimits::DEFAULT.runs, value_name = "NUMBER")]
    pub runs: u32,
    /// Bytes of all texts an account stores: revisions, versions, messages and translations
    #[arg(long = "account-bytes", env = "MUNIMENT_ACCOUNT_BYTES", default_value_t = StorageLimits::DEFAULT.bytes, value_name = "BYTES")]
    pub bytes: u64,
}

impl StorageLimits {
    /// The limits of a deployment that sets none.
    pub const DEFAULT: Self = Self {
        licenses: 1_000,
        revisions: 10_000,
        graphs: 200,
        graph_versions: 2_000,
        tokens: 50,
        sessions: at_least_one(20),
        shares: 100,
        messages: 1_000,
        runs: 50,
        bytes: 64 << 20,
    };

    /// The most of something an account with this factor may store.
    #[must_use]
    pub fn of(&self, stored: Stored, factor: NonZeroU32) -> u64 {
        let most = match stored {
            Stored::Licenses => self.licenses.into(),
            Stored::Revisions => self.revisions.into(),
            Stored::Graphs => self.graphs.into(),
            Stored::GraphVersions => self.graph_versions.into(),
            Stored::Tokens => self.tokens.into(),
            Stored::Shares => self.shares.into(),
            Stored::Messages => self.messages.into(),
            Stored::Runs => self.runs.into(),
            Stored::Bytes => self.bytes,
        };
        most.saturating_mul(factor.get().into())
    }
}

impl Default for StorageLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A number the compiler knows to be one.
const fn at_least_one(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

/// Something an account stores, of which it may store a limited amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// Composed licenses the account owns.
    Licenses,
    /// Revisions of licenses the account owns.
    Revisions,
    /// Dependency graphs the account owns.
    Graphs,
    /// Versions of graphs the account owns.
    GraphVersions,
    /// Live tokens.
    Tokens,
    /// Shares of one license or graph the account owns, its own aside.
    Shares,
    /// Messages the account wrote to the curators.
    Messages,
    /// Runs of the translation assistant that are kept.
    Runs,
    /// Bytes of all texts above.
    Bytes,
}

impl Stored {
    /// Everything that is limited for the whole account.
    pub const ALL: [Self; 8] = [
        Self::Licenses,
        Self::Revisions,
        Self::Graphs,
        Self::GraphVersions,
        Self::Tokens,
        Self::Messages,
        Self::Runs,
        Self::Bytes,
    ];

    /// Its name in sentences and on the page of an account.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Licenses => "licenses",
            Self::Revisions => "revisions of licenses",
            Self::Graphs => "dependency graphs",
            Self::GraphVersions => "versions of dependency graphs",
            Self::Tokens => "live tokens",
            Self::Shares => "shares of one license or graph",
            Self::Messages => "messages to the curators",
            Self::Runs => "translations at once",
            Self::Bytes => "bytes of text",
        }
    }

    /// The amount an account stores. `$1` is the account, of shares the license or graph; `$2` is what
    /// [`Self::second_value`] states.
    const fn question(self) -> &'static str {
        match self {
            Self::Licenses | Self::Graphs => {
                "SELECT COUNT(*) AS amount FROM shares JOIN models ON models.id = shares.model
                 WHERE account = $1 AND role = 'owner' AND kind = $2"
            }
            Self::Revisions | Self::GraphVersions => {
                "SELECT COUNT(*) AS amount FROM shares JOIN models ON models.id = shares.model
                 JOIN revisions ON revisions.model = models.id
                 WHERE account = $1 AND role = 'owner' AND models.kind = $2"
            }
            Self::Tokens => {
                "SELECT COUNT(*) AS amount FROM tokens
                 WHERE account = $1 AND revoked_at IS NULL AND (expires_on IS NULL OR expires_on >= $2)"
            }
            Self::Shares => "SELECT COUNT(*) AS amount FROM shares WHERE model = $1 AND role <> 'owner'",
            Self::Messages => {
                "SELECT COUNT(*) AS amount FROM thread_entries
                 WHERE account = $1 AND side = 'author'"
            }
            Self::Runs => "SELECT COUNT(*) AS amount FROM translations WHERE account = $1",
            Self::Bytes => {
                "SELECT CAST(
                     (SELECT COALESCE(SUM(octet_length(document) + octet_length(title)
                                          + octet_length(description) + octet_length(note)), 0)
                      FROM shares JOIN revisions ON revisions.model = shares.model
                      WHERE shares.account = $1 AND shares.role = 'owner')
                   + (SELECT COALESCE(SUM(octet_length(message)), 0)
                      FROM thread_entries WHERE account = $1 AND side = 'author')
                   + (SELECT COALESCE(SUM(octet_length(model)), 0)
                      FROM submissions JOIN threads ON threads.id = submissions.thread
                      WHERE threads.account = $1)
                   + (SELECT COALESCE(SUM(octet_length(title) + octet_length(progress)
                                          + COALESCE(octet_length(result), 0)), 0)
                      FROM translations WHERE account = $1)
                   + (SELECT COALESCE(SUM(octet_length(reading)), 0)
                      FROM translations JOIN translation_parts ON translation = translations.id
                      WHERE account = $1)
                 AS BIGINT) AS amount"
            }
        }
    }

    /// The kind of model that is counted, of tokens the day of today.
    fn second_value(self, at: Timestamp) -> Option<String> {
        match self {
            Self::Licenses | Self::Revisions => Some(LicenseId::kind().to_owned()),
            Self::Graphs | Self::GraphVersions => Some(GraphId::kind().to_owned()),
            Self::Tokens => Some(day(at).to_string()),
            Self::Shares | Self::Messages | Self::Runs | Self::Bytes => None,
        }
    }
}

/// An account stores as much of something as it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "The account may store at most {most} {}, and this would be more; nothing was stored. Whoever runs this service can \
     allow more.",
    stored.name()
)]
pub struct StorageFull {
    /// What it stores.
    pub stored: Stored,
    /// The most it may store of that.
    pub most: u64,
}

/// What an account stores of something, and the most it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageUse {
    /// What it stores.
    pub stored: Stored,
    /// The amount.
    pub amount: u64,
    /// The most it may store of that.
    pub most: u64,
}

impl Store {
    /// The same store with other limits.
    #[must_use]
    pub fn with_limits(self, limits: StorageLimits) -> Self {
        Self { limits, ..self }
    }

    /// What an account stores at a moment, in the order of [`Stored::ALL`].
    ///
    /// # Errors
    /// [`Entity::Account`] is missing; the database does not answer.
    pub async fn storage_of(
        &self,
        account: &AccountId,
        at: Timestamp,
    ) -> Result<Vec<StorageUse>, StoreError> {
        let row = sql("SELECT storage_factor FROM accounts WHERE id = $1")
            .bind(account.as_str())
            .fetch_optional(&self.readers)
            .await?;
        let factor = read_factor(&row.ok_or(StoreError::Missing(Entity::Account))?)?;
        let mut uses = Vec::with_capacity(Stored::ALL.len());
        for stored in Stored::ALL {
            let amount = amount(&self.readers, account.as_str(), stored, at).await?;
            uses.push(StorageUse { stored, amount, most: self.limits.of(stored, factor) });
        }
        Ok(uses)
    }

    /// Refuses what would pass a limit of an account: one more of everything in `added`, and so many bytes of text.
    /// Other transactions that store something for the account wait until this one ends.
    ///
    /// # Errors
    /// [`StoreError::Full`]; [`Entity::Account`] is missing.
    pub(super) async fn require_room(
        &self,
        writing: &mut Writing,
        account: &AccountId,
        added: &[Stored],
        bytes: usize,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let factor = locked_factor(writing, account).await?;
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let wanted = added.iter().map(|stored| (*stored, 1)).chain([(Stored::Bytes, bytes)]);
        for (stored, more) in wanted.filter(|(_, more)| *more > 0) {
            let amount = amount(&mut **writing, account.as_str(), stored, at).await?;
            self.require_within(stored, amount.saturating_add(more), factor)?;
        }
        Ok(())
    }

    /// Refuses to share a license or graph with one more account than its owner may share it with. Other transactions
    /// that store something for the owner wait until this one ends.
    ///
    /// # Errors
    /// [`StoreError::Full`]; [`Entity::Account`] is missing.
    pub(super) async fn require_room_for_share(
        &self,
        writing: &mut Writing,
        what: Shared<'_>,
        owner: &AccountId,
        with: &AccountId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let factor = locked_factor(writing, owner).await?;
        // A share that changes its role is there already.
        if role_in(&mut **writing, what, with).await?.is_some() {
            return Ok(());
        }
        let amount = amount(&mut **writing, what.id(), Stored::Shares, at).await?;
        self.require_within(Stored::Shares, amount.saturating_add(1), factor)
    }

    fn require_within(&self, stored: Stored, amount: u64, factor: NonZeroU32) -> Result<(), StoreError> {
        let most = self.limits.of(stored, factor);
        if amount > most { Err(StorageFull { stored, most }.into()) } else { Ok(()) }
    }
}

/// By how much an administrator multiplied what an account may store. Locks the row of the account.
async fn locked_factor(writing: &mut Writing, account: &AccountId) -> Result<NonZeroU32, StoreError> {
    let row =
        sql("UPDATE accounts SET storage_factor = storage_factor WHERE id = $1 RETURNING storage_factor")
            .bind(account.as_str())
            .fetch_optional(&mut **writing)
            .await?;
    read_factor(&row.ok_or(StoreError::Missing(Entity::Account))?)
}

/// The amount of something that is stored; `of` is the account, of shares the license or graph.
async fn amount<'e>(
    database: impl AnyExecutor<'e>,
    of: &str,
    stored: Stored,
    at: Timestamp,
) -> Result<u64, StoreError> {
    let question = sql(stored.question()).bind(of);
    let question = match stored.second_value(at) {
        Some(value) => question.bind(value),
        None => question,
    };
    let amount: i64 = question.fetch_one(database).await?.try_get("amount")?;
    u64::try_from(amount).map_err(|_| StoreError::Unreadable { column: "amount" })
}

fn read_factor(row: &sqlx::any::AnyRow) -> Result<NonZeroU32, StoreError> {
    let column = "storage_factor";
    NonZeroU32::new(number(row, column)?).ok_or(StoreError::Unreadable { column })
}
