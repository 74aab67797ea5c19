use jiff::{SignedDuration, Timestamp};
use muniment_documents::api::v1::Scopes;
use muniment_licenses::model::Day;
use sqlx::any::AnyRow;

use super::accounts::{Account, Email, account_columns, require_open};
use super::connect::{Store, Writing, sql};
use super::error::{Entity, StoreError};
use super::mails::tried_again;
use super::row::{number, optional, optional_time, parsed, storable, text, time};
use super::storage::Stored;
use super::window_limits::{limit_columns, read_limits};
use crate::auth::{AccountId, Digest};
use crate::clock::day;
use crate::limit::Overrides;

/// How long it is tried to tell the owner of a new token of it: later it is no news.
const WORTH_TELLING: SignedDuration = SignedDuration::from_hours(24);

/// A token to be stored, which is shown to its owner afterwards.
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
    /// The last day on which it is live, if it expires.
    pub expires_on: Option<Day>,
    /// What it may do.
    pub scopes: Scopes,
}

/// What its owner sees of a token. Its digest names it in lists and forms; the token does not follow from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Digest of the token.
    pub digest: Digest,
    /// What its owner calls it.
    pub name: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// The last day on which it was used.
    pub last_used_on: Option<Day>,
    /// The last day on which it is live, if it expires.
    pub expires_on: Option<Day>,
    /// What it may do.
    pub scopes: Scopes,
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
    /// What the token may do.
    pub scopes: Scopes,
}

/// A token that was made, of which its owner is to be told by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenNotice {
    /// Digest of the token.
    pub digest: Digest,
    /// What it is called.
    pub name: String,
    /// What it may do.
    pub scopes: Scopes,
    /// The address of its owner.
    pub email: Email,
}

impl Store {
    /// Keeps a token, and has its owner told. Of the tokens that are no longer live the newest are kept, as many as an account may have live.
    ///
    /// # Errors
    /// The account is missing or closed; the digest is in use; [`StoreError::Full`].
    pub async fn create_token(&self, new: &NewToken) -> Result<(), StoreError> {
        storable([new.name.as_str()])?;
        let mut writing = self.write().await?;
        require_open(&mut writing, &new.account).await?;
        self.require_room(&mut writing, &new.account, &[Stored::Tokens], 0, new.created_at).await?;
        sql("DELETE FROM tokens WHERE digest IN
             (SELECT digest FROM tokens
              WHERE account = $1 AND (revoked_at IS NOT NULL OR expires_on < $2)
              ORDER BY created_at DESC, digest LIMIT $4 OFFSET $3)")
        .bind(new.account.as_str())
        .bind(day(new.created_at).to_string())
        .bind(i64::from(self.limits.tokens))
        .bind(i64::MAX)
        .execute(&mut *writing)
        .await?;
        sql("INSERT INTO tokens (digest, account, name, created_at, expires_on, scopes, notice_due_at)
             VALUES ($1, $2, $3, $4, $5, $6, $4)")
        .bind(new.digest.to_string())
        .bind(new.account.as_str())
        .bind(&new.name)
        .bind(new.created_at.as_millisecond())
        .bind(new.expires_on.map(|day| day.to_string()))
        .bind(new.scopes.to_string())
        .execute(&mut *writing)
        .await?;
        Ok(writing.commit().await?)
    }

    /// Takes the notice that is due for longest. Unless it is reported as sent it is due again after a while.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn take_token_notice(&self, now: Timestamp) -> Result<Option<TokenNotice>, StoreError> {
        let mut writing = self.write().await?;
        // Another server may take it between the two statements; then the next one is looked for.
        loop {
            let due = sql("SELECT tokens.digest, tokens.name, tokens.scopes, tokens.notice_due_at,
                        tokens.notice_attempts, accounts.email
                 FROM tokens JOIN accounts ON accounts.id = tokens.account
                 WHERE tokens.notice_due_at <= $1 AND tokens.created_at > $2 AND accounts.closed_at IS NULL
                 ORDER BY tokens.notice_due_at, tokens.digest LIMIT 1")
            .bind(now.as_millisecond())
            .bind(now.saturating_sub(WORTH_TELLING).unwrap_or(Timestamp::MIN).as_millisecond())
            .fetch_optional(&mut *writing)
            .await?;
            let Some(due) = due else { return Ok(None) };
            let taken = sql("UPDATE tokens SET notice_attempts = notice_attempts + 1, notice_due_at = $3
                 WHERE digest = $1 AND notice_due_at = $2")
            .bind(text(&due, "digest")?)
            .bind(time(&due, "notice_due_at")?.as_millisecond())
            .bind(tried_again(now, number(&due, "notice_attempts")?).as_millisecond())
            .execute(&mut *writing)
            .await?;
            if taken.rows_affected() > 0 {
                writing.commit().await?;
                let (digest, scopes) = (parsed(&due, "digest")?, parsed(&due, "scopes")?);
                let (name, email) = (text(&due, "name")?, parsed(&due, "email")?);
                return Ok(Some(TokenNotice { digest, name, scopes, email }));
            }
        }
    }

    /// Says that the owner of a token was told of it.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn token_notice_was_sent(&self, digest: &Digest) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        sql("UPDATE tokens SET notice_due_at = NULL WHERE digest = $1")
            .bind(digest.to_string())
            .execute(&mut *writing)
            .await?;
        Ok(writing.commit().await?)
    }

    /// The tokens of an account, revoked ones too, newest first.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn tokens_of(&self, account: &AccountId) -> Result<Vec<Token>, StoreError> {
        let rows = sql("SELECT digest, name, created_at, last_used_on, expires_on, scopes, revoked_at
             FROM tokens WHERE account = $1 ORDER BY created_at DESC, digest")
        .bind(account.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(Token::read).collect()
    }

    /// Revokes a token of an account. One that is revoked stays so from when it was.
    ///
    /// # Errors
    /// [`Entity::Token`] is missing, or another account's.
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
            return Err(StoreError::Missing(Entity::Token));
        }
        Ok(writing.commit().await?)
    }

    /// Revokes every live token of an account, and says how many there were.
    ///
    /// # Errors
    /// [`Entity::Account`] is missing; the database does not answer.
    pub async fn revoke_tokens(&self, account: &AccountId, at: Timestamp) -> Result<u64, StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, account).await?;
        let revoked = revoke_all(&mut writing, account, at).await?;
        writing.commit().await?;
        Ok(revoked)
    }

    /// Who sent a token, if it is live and its account open; the day is written down as that of its last use.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn bearer(&self, digest: &Digest, today: Day) -> Result<Option<Bearer>, StoreError> {
        let statement = concat!(
            "SELECT tokens.last_used_on, tokens.scopes, ",
            limit_columns!(),
            ", ",
            account_columns!(),
            " FROM tokens JOIN accounts ON accounts.id = tokens.account
             LEFT JOIN window_limits ON window_limits.account = tokens.account
             WHERE tokens.digest = $1 AND tokens.revoked_at IS NULL AND accounts.closed_at IS NULL
                   AND (tokens.expires_on IS NULL OR tokens.expires_on >= $2)"
        );
        let found = sql(statement)
            .bind(digest.to_string())
            .bind(today.to_string())
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = found else { return Ok(None) };
        let last_used: Option<Day> = optional(&row, "last_used_on")?;
        if last_used.is_none_or(|day| day < today) {
            // Who asks is known by now: a database that cannot be written is no reason to send them away.
            if let Err(error) = self.mark_used(digest, today).await {
                tracing::warn!(%error, "the day a token was used was not written down");
            }
        }
        Ok(Some(Bearer {
            account: Account::read(&row)?,
            limits: read_limits(&row)?,
            scopes: parsed(&row, "scopes")?,
        }))
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

/// Revokes the tokens of an account that are not revoked yet, and says how many there were.
pub(super) async fn revoke_all(
    writing: &mut Writing,
    account: &AccountId,
    at: Timestamp,
) -> Result<u64, StoreError> {
    let revoked = sql("UPDATE tokens SET revoked_at = $2 WHERE account = $1 AND revoked_at IS NULL")
        .bind(account.as_str())
        .bind(at.as_millisecond())
        .execute(&mut **writing)
        .await?;
    Ok(revoked.rows_affected())
}

impl Token {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            digest: parsed(row, "digest")?,
            name: text(row, "name")?,
            created_at: time(row, "created_at")?,
            last_used_on: optional(row, "last_used_on")?,
            expires_on: optional(row, "expires_on")?,
            scopes: parsed(row, "scopes")?,
            revoked_at: optional_time(row, "revoked_at")?,
        })
    }
}
