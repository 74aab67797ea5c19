use jiff::Timestamp;

use super::accounts::{Account, account_columns, require_open, require_password};
use super::connect::{Store, Writing, sql};
use super::error::{Entity, StoreError};
use super::row::time;
use super::window_limits::{limit_columns, read_limits};
use crate::auth::{AccountId, Digest, PasswordHash, SessionLife};
use crate::limit::Overrides;

/// A browser that signs in.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Digest of its key.
    pub digest: Digest,
    /// Who it is.
    pub account: AccountId,
    /// The password that was found right; none where none was asked for. No session opens if it
    /// was changed meanwhile.
    pub password: Option<PasswordHash>,
    /// The session it had before, which ends: a key that an attacker set is worthless then.
    pub ends: Option<Digest>,
    /// When.
    pub at: Timestamp,
}

/// A new key for a session.
#[derive(Debug, Clone)]
pub struct Renewal {
    /// Digest of the key it had.
    pub old: Digest,
    /// Digest of the key it gets.
    pub new: Digest,
}

/// A browser that is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Who it is.
    pub account: Account,
    /// How long it will be.
    pub life: SessionLife,
    /// What an administrator changed of the windows of the account.
    pub limits: Overrides,
}

impl Store {
    /// Signs a browser in. Where the account has more sessions than it may, the one used least recently ends.
    ///
    /// # Errors
    /// The account is missing or closed; the key is in use; [`Conflict::Outdated`](super::Conflict::Outdated):
    /// the password is another by now.
    pub async fn open_session(&self, new: &NewSession) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, &new.account).await?;
        if let Some(password) = &new.password {
            require_password(&mut writing, &new.account, password).await?;
        }
        if let Some(ended) = &new.ends {
            delete(&mut writing, ended).await?;
        }
        sql("INSERT INTO sessions (digest, account, last_used_at) VALUES ($1, $2, $3)")
            .bind(new.digest.to_string())
            .bind(new.account.as_str())
            .bind(new.at.as_millisecond())
            .execute(&mut *writing)
            .await?;
        self.end_oldest(&mut writing, &new.account).await?;
        Ok(writing.commit().await?)
    }

    /// Ends the sessions of an account that were used least recently, so that no more are left than it may have.
    async fn end_oldest(&self, writing: &mut Writing, account: &AccountId) -> Result<(), StoreError> {
        sql("DELETE FROM sessions WHERE digest IN
             (SELECT digest FROM sessions WHERE account = $1
              ORDER BY last_used_at DESC, digest LIMIT $3 OFFSET $2)")
        .bind(account.as_str())
        .bind(i64::from(self.limits.sessions.get()))
        .bind(i64::MAX)
        .execute(&mut **writing)
        .await?;
        Ok(())
    }

    /// The session of a key, if it still lives.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn session(&self, digest: &Digest, now: Timestamp) -> Result<Option<Session>, StoreError> {
        let statement = concat!(
            "SELECT sessions.last_used_at, ",
            limit_columns!(),
            ", ",
            account_columns!(),
            " FROM sessions JOIN accounts ON accounts.id = sessions.account
             LEFT JOIN window_limits ON window_limits.account = sessions.account
             WHERE sessions.digest = $1 AND accounts.closed_at IS NULL"
        );
        let Some(row) = sql(statement).bind(digest.to_string()).fetch_optional(&self.readers).await? else {
            return Ok(None);
        };
        let life = SessionLife { last_used: time(&row, "last_used_at")?.as_second() };
        let session = Session { account: Account::read(&row)?, life, limits: read_limits(&row)? };
        Ok(life.is_live(now.as_second()).then_some(session))
    }

    /// Writes down that a session was used, so that it lives on from there. One whose life is over stays dead.
    ///
    /// # Errors
    /// [`Entity::Session`] is missing, or over.
    pub async fn touch_session(&self, digest: &Digest, now: Timestamp) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        // Two servers may come in the wrong order; the later use counts.
        let touched = sql("UPDATE sessions
             SET last_used_at = CASE WHEN last_used_at < $2 THEN $2 ELSE last_used_at END
             WHERE digest = $1 AND last_used_at > $3")
        .bind(digest.to_string())
        .bind(now.as_millisecond())
        .bind(oldest_live(now))
        .execute(&mut *writing)
        .await?;
        if touched.rows_affected() == 0 {
            return Err(StoreError::Missing(Entity::Session));
        }
        Ok(writing.commit().await?)
    }

    /// Signs a browser out. It is no error if it is already.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn end_session(&self, digest: &Digest) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        delete(&mut writing, digest).await?;
        Ok(writing.commit().await?)
    }

    /// Drops the rows of sessions that are over, and says how many there were.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn purge_sessions(&self, now: Timestamp) -> Result<u64, StoreError> {
        let mut writing = self.write().await?;
        let purged = sql("DELETE FROM sessions WHERE last_used_at <= $1")
            .bind(oldest_live(now))
            .execute(&mut *writing)
            .await?;
        writing.commit().await?;
        Ok(purged.rows_affected())
    }
}

/// Milliseconds since 1970 up to which a use is too long ago.
fn oldest_live(now: Timestamp) -> i64 {
    let length = i64::try_from(SessionLife::LENGTH.as_millis()).unwrap_or(i64::MAX);
    now.as_millisecond().saturating_sub(length)
}

async fn delete(writing: &mut Writing, digest: &Digest) -> Result<(), StoreError> {
    sql("DELETE FROM sessions WHERE digest = $1").bind(digest.to_string()).execute(&mut **writing).await?;
    Ok(())
}

/// Ends every session of an account but one, which gets a new key.
pub(super) async fn end_others(
    writing: &mut Writing,
    account: &AccountId,
    kept: Option<&Renewal>,
) -> Result<(), StoreError> {
    // NULL is like no digest, so without one to keep all of them go.
    sql("DELETE FROM sessions WHERE account = $1 AND ($2 IS NULL OR digest <> $2)")
        .bind(account.as_str())
        .bind(kept.map(|renewal| renewal.old.to_string()))
        .execute(&mut **writing)
        .await?;
    if let Some(renewal) = kept {
        sql("UPDATE sessions SET digest = $3 WHERE account = $1 AND digest = $2")
            .bind(account.as_str())
            .bind(renewal.old.to_string())
            .bind(renewal.new.to_string())
            .execute(&mut **writing)
            .await?;
    }
    Ok(())
}
