use jiff::Timestamp;
use muniment::model::Day;
use sqlx::any::AnyRow;

use super::accounts::{Account, account_columns, require_open};
use super::connect::{Store, sql};
use super::error::{Noun, StoreError};
use super::row::{optional, optional_time, parsed, storable, text, time};
use super::window_limits::{limit_columns, read_limits};
use crate::auth::{AccountId, Digest};
use crate::limit::Overrides;

/// A token to be kept; whoever made it shows it when this is done, and not before.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// Digest of the token.
    pub digest: Digest,
    /// Whose it is.
    pub account: AccountId,
    /// What its owner calls it.
    pub name: String,
    /// When.
    pub created_at: Timestamp,
}

/// What its owner sees of a token. Its digest names it in lists and forms; nobody gets from there to the token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Digest of the token.
    pub digest: Digest,
    /// What its owner calls it.
    pub name: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// The last day on which somebody used it.
    pub last_used_on: Option<Day>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

/// Who sent a token that is live.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bearer {
    /// The account.
    pub account: Account,
    /// What an administrator changed of its windows.
    pub limits: Overrides,
}

impl Store {
    /// Keeps a token.
    ///
    /// # Errors
    /// The account is missing or closed; the digest is in use.
    pub async fn create_token(&self, new: &NewToken) -> Result<(), StoreError> {
        storable([new.name.as_str()])?;
        let mut writing = self.write().await?;
        require_open(&mut writing, &new.account).await?;
        sql("INSERT INTO tokens (digest, account, name, created_at) VALUES ($1, $2, $3, $4)")
            .bind(new.digest.to_string())
            .bind(new.account.as_str())
            .bind(&new.name)
            .bind(new.created_at.as_millisecond())
            .execute(&mut *writing)
            .await?;
        Ok(writing.commit().await?)
    }

    /// The tokens of an account, revoked ones too, newest first.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn tokens_of(&self, account: &AccountId) -> Result<Vec<Token>, StoreError> {
        let rows = sql("SELECT digest, name, created_at, last_used_on, revoked_at
             FROM tokens WHERE account = $1 ORDER BY created_at DESC, digest")
        .bind(account.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(Token::read).collect()
    }

    /// Revokes a token of an account. One that is revoked stays so from when it was.
    ///
    /// # Errors
    /// [`Noun::Token`] is missing, or another account's.
    pub async fn revoke_token(
        &self,
        account: &AccountId,
        digest: &Digest,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let revoked = sql("UPDATE tokens SET revoked_at = COALESCE(revoked_at, $3)
             WHERE account = $1 AND digest = $2")
        .bind(account.as_str())
        .bind(digest.to_string())
        .bind(at.as_millisecond())
        .execute(&mut *writing)
        .await?;
        if revoked.rows_affected() == 0 {
            return Err(StoreError::Missing(Noun::Token));
        }
        Ok(writing.commit().await?)
    }

    /// Who sent a token, if it is live and its account open; the day is written down as that of its last use.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn bearer(&self, digest: &Digest, today: Day) -> Result<Option<Bearer>, StoreError> {
        let statement = concat!(
            "SELECT tokens.last_used_on, ",
            limit_columns!(),
            ", ",
            account_columns!(),
            " FROM tokens JOIN accounts ON accounts.id = tokens.account
             LEFT JOIN window_limits ON window_limits.account = tokens.account
             WHERE tokens.digest = $1 AND tokens.revoked_at IS NULL AND accounts.closed_at IS NULL"
        );
        let Some(row) = sql(statement).bind(digest.to_string()).fetch_optional(&self.readers).await? else {
            return Ok(None);
        };
        let last_used: Option<Day> = optional(&row, "last_used_on")?;
        if last_used.is_none_or(|day| day < today) {
            // Who asks is known by now: a database that cannot be written is no reason to send them away.
            if let Err(error) = self.mark_used(digest, today).await {
                tracing::warn!(%error, "the day a token was used was not written down");
            }
        }
        Ok(Some(Bearer { account: Account::read(&row)?, limits: read_limits(&row)? }))
    }

    async fn mark_used(&self, digest: &Digest, today: Day) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        // Days in ISO order sort like texts.
        sql("UPDATE tokens SET last_used_on = $2
             WHERE digest = $1 AND (last_used_on IS NULL OR last_used_on < $2)")
        .bind(digest.to_string())
        .bind(today.to_string())
        .execute(&mut *writing)
        .await?;
        Ok(writing.commit().await?)
    }
}

impl Token {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            digest: parsed(row, "digest")?,
            name: text(row, "name")?,
            created_at: time(row, "created_at")?,
            last_used_on: optional(row, "last_used_on")?,
            revoked_at: optional_time(row, "revoked_at")?,
        })
    }
}
