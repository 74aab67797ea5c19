//! Links that are mailed to accounts: to confirm an e-mail address, or to set a new password. The secret of a link is made
//! when the link is mailed, so the database never holds more of it than its digest, and a mail that is tried again carries
//! a new link.

use jiff::{SignedDuration, Timestamp};
use sqlx::any::AnyRow;

use super::accounts::{
    Account, Credentials, Email, NewAccount, PasswordChange, account_columns, delete_account, insert_account,
    set_password,
};
use super::connect::{Store, Writing, sql};
use super::error::{Conflict, Entity, StoreError};
use super::mails::tried_again;
use super::row::{number, parsed, storable, text, time, words};
use crate::auth::{AccountId, Digest, PasswordHash};

/// How long no other link is mailed to an address.
const PAUSE: SignedDuration = SignedDuration::from_mins(10);

words! {
    /// What a link is for.
    pub LinkPurpose {
        /// To confirm the address of an account.
        Confirm = "confirm",
        /// To set a new password.
        Recover = "recover",
    }
}

impl LinkPurpose {
    /// How long the link in a mail is valid.
    const fn valid(self) -> SignedDuration {
        match self {
            Self::Confirm => SignedDuration::from_hours(24),
            Self::Recover => SignedDuration::from_hours(1),
        }
    }
}

/// A link to be mailed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueLink {
    /// The account.
    pub account: AccountId,
    /// Its address.
    pub email: Email,
    /// What the link is for.
    pub purpose: LinkPurpose,
}

impl Store {
    /// Makes an account, closed to signing in until its e-mail address is confirmed, and has a link mailed. An unconfirmed
    /// account with the address gets the new name and password instead: the reader of the mail decides which of the
    /// passwords counts. Says which account it is.
    ///
    /// # Errors
    /// [`Conflict::EmailTaken`]; [`Conflict::IdTaken`].
    pub async fn create_unverified_account(&self, new: &NewAccount) -> Result<AccountId, StoreError> {
        storable([new.name.as_str(), new.email.as_str()])?;
        let mut writing = self.write().await?;
        if insert_account(&mut writing, new).await? {
            sql("INSERT INTO links (account, purpose, requested_at, due_at) VALUES ($1, 'confirm', $2, $2)")
                .bind(new.id.as_str())
                .bind(new.created_at.as_millisecond())
                .execute(&mut *writing)
                .await?;
            writing.commit().await?;
            return Ok(new.id);
        }
        let replaced = sql("UPDATE accounts SET name = $2, password_hash = $3
             WHERE email_folded = $1 AND EXISTS
                 (SELECT 1 FROM links WHERE links.account = accounts.id AND links.purpose = 'confirm')
             RETURNING id")
        .bind(new.email.folded())
        .bind(&new.name)
        .bind(new.password.as_str())
        .fetch_optional(&mut *writing)
        .await?;
        let account = parsed(&replaced.ok_or(Conflict::EmailTaken)?, "id")?;
        request(&mut writing, &account, new.created_at).await?;
        writing.commit().await?;
        Ok(account)
    }

    /// Has another link mailed to an account that is not confirmed, unless one was asked for a short while ago; says
    /// whether it is mailed.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn request_verification(
        &self,
        account: &AccountId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut writing = self.write().await?;
        let is_due = request(&mut writing, account, now).await?;
        writing.commit().await?;
        Ok(is_due)
    }

    /// Takes the link that is due for longest, whose secret has this digest from now on. Unless it is said to be sent,
    /// another one is due after a while.
    ///
    /// # Errors
    /// The database does not answer; the digest is in use.
    pub async fn take_link(&self, digest: &Digest, now: Timestamp) -> Result<Option<DueLink>, StoreError> {
        let mut writing = self.write().await?;
        // Another server may take it between the two statements; then the next one is looked for.
        loop {
            let due = sql("SELECT links.account, links.purpose, links.attempts, links.due_at, accounts.email
                 FROM links JOIN accounts ON accounts.id = links.account
                 WHERE links.due_at <= $1 AND accounts.closed_at IS NULL
                 ORDER BY links.due_at, links.account LIMIT 1")
            .bind(now.as_millisecond())
            .fetch_optional(&mut *writing)
            .await?;
            let Some(due) = due else { return Ok(None) };
            let purpose: LinkPurpose = parsed(&due, "purpose")?;
            let taken = sql("UPDATE links
                 SET digest = $3, expires_at = $4, attempts = attempts + 1, due_at = $5
                 WHERE account = $1 AND due_at = $2")
            .bind(text(&due, "account")?)
            .bind(time(&due, "due_at")?.as_millisecond())
            .bind(digest.to_string())
            .bind(after(now, purpose.valid()).as_millisecond())
            .bind(tried_again(now, number(&due, "attempts")?).as_millisecond())
            .execute(&mut *writing)
            .await?;
            if taken.rows_affected() > 0 {
                writing.commit().await?;
                let (account, email) = (parsed(&due, "account")?, parsed(&due, "email")?);
                return Ok(Some(DueLink { account, email, purpose }));
            }
        }
    }

    /// Writes down that the link with a digest was mailed.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn link_was_sent(&self, digest: &Digest) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        sql("UPDATE links SET due_at = NULL WHERE digest = $1")
            .bind(digest.to_string())
            .execute(&mut *writing)
            .await?;
        Ok(writing.commit().await?)
    }

    /// Gives up mailing links that were asked for at or before a moment.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn give_up_links(&self, requested_by: Timestamp) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        sql("UPDATE links SET due_at = NULL WHERE due_at IS NOT NULL AND requested_at <= $1")
            .bind(requested_by.as_millisecond())
            .execute(&mut *writing)
            .await?;
        Ok(writing.commit().await?)
    }

    /// Deletes the accounts that are unconfirmed and whose last link was asked for at or before a moment, and says how
    /// many there were. Such an account cannot sign in, so it made nothing; one that an operator gave a token to stays.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn purge_unverified(&self, requested_by: Timestamp) -> Result<u64, StoreError> {
        let mut writing = self.write().await?;
        // The row of an account is locked before its verification, as where an address is registered again.
        let rows = sql("UPDATE accounts SET role = role
             WHERE id IN (SELECT account FROM links WHERE purpose = 'confirm' AND requested_at <= $1)
                 AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.account = accounts.id)
             RETURNING id")
        .bind(requested_by.as_millisecond())
        .fetch_all(&mut *writing)
        .await?;
        sql("DELETE FROM links WHERE purpose = 'recover' AND requested_at <= $1")
            .bind(requested_by.as_millisecond())
            .execute(&mut *writing)
            .await?;
        let mut purged = 0;
        for row in rows {
            let account: AccountId = parsed(&row, "id")?;
            // It may have been confirmed, or another link asked for, in the meantime.
            let expired =
                sql("DELETE FROM links WHERE account = $1 AND purpose = 'confirm' AND requested_at <= $2")
                    .bind(account.as_str())
                    .bind(requested_by.as_millisecond())
                    .execute(&mut *writing)
                    .await?;
            if expired.rows_affected() > 0 {
                delete_account(&mut writing, &account).await?;
                purged += 1;
            }
        }
        writing.commit().await?;
        Ok(purged)
    }

    /// The account whose address a link confirms, if the link is valid.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn unverified(
        &self,
        digest: &Digest,
        now: Timestamp,
    ) -> Result<Option<Credentials>, StoreError> {
        let statement = concat!(
            "SELECT accounts.password_hash, ",
            account_columns!(),
            " FROM links JOIN accounts ON accounts.id = links.account
             WHERE links.digest = $1 AND links.purpose = 'confirm' AND links.expires_at > $2
                 AND accounts.closed_at IS NULL"
        );
        let row = sql(statement)
            .bind(digest.to_string())
            .bind(now.as_millisecond())
            .fetch_optional(&self.readers)
            .await?;
        let read = |row: &AnyRow| {
            let password = PasswordHash::kept(text(row, "password_hash")?);
            Ok(Credentials { account: Account::read(row)?, password, is_verified: false })
        };
        row.as_ref().map(read).transpose()
    }

    /// Confirms the address of an account by a link, which is valid this once.
    ///
    /// # Errors
    /// [`Entity::Link`]: the link is not valid any more.
    pub async fn verify(
        &self,
        account: &AccountId,
        digest: &Digest,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let confirmed = sql("DELETE FROM links
                 WHERE account = $1 AND digest = $2 AND purpose = 'confirm' AND expires_at > $3")
        .bind(account.as_str())
        .bind(digest.to_string())
        .bind(now.as_millisecond())
        .execute(&mut *writing)
        .await?;
        if confirmed.rows_affected() == 0 {
            return Err(StoreError::Missing(Entity::Link));
        }
        Ok(writing.commit().await?)
    }

    /// Has a link mailed with which the owner of the confirmed account with an address sets a new password, unless one was
    /// asked for a short while ago; says whether it is mailed.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn request_recovery(&self, email: &Email, now: Timestamp) -> Result<bool, StoreError> {
        let mut writing = self.write().await?;
        let requested = sql("INSERT INTO links (account, purpose, requested_at, due_at)
             SELECT id, 'recover', $2, $2 FROM accounts WHERE email_folded = $1
             ON CONFLICT (account) DO UPDATE SET requested_at = $2, due_at = $2, attempts = 0
             WHERE links.purpose = 'recover' AND links.requested_at <= $3")
        .bind(email.folded())
        .bind(now.as_millisecond())
        .bind(now.saturating_sub(PAUSE).unwrap_or(Timestamp::MIN).as_millisecond())
        .execute(&mut *writing)
        .await?;
        writing.commit().await?;
        Ok(requested.rows_affected() > 0)
    }

    /// Whether a link sets a new password.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn is_recoverable(&self, digest: &Digest, now: Timestamp) -> Result<bool, StoreError> {
        let found =
            sql("SELECT account FROM links WHERE digest = $1 AND purpose = 'recover' AND expires_at > $2")
                .bind(digest.to_string())
                .bind(now.as_millisecond())
                .fetch_optional(&self.readers)
                .await?;
        Ok(found.is_some())
    }

    /// Sets the password of an account by a link, which is valid this once, and ends its sessions; revokes its tokens if
    /// that is asked for. Says which account it is.
    ///
    /// # Errors
    /// [`Entity::Link`]: the link is not valid any more; [`Entity::Account`]: it is closed.
    pub async fn recover(
        &self,
        digest: &Digest,
        password: &PasswordHash,
        revokes_tokens: bool,
        now: Timestamp,
    ) -> Result<AccountId, StoreError> {
        let mut writing = self.write().await?;
        let used = sql("DELETE FROM links WHERE digest = $1 AND purpose = 'recover' AND expires_at > $2
             RETURNING account")
        .bind(digest.to_string())
        .bind(now.as_millisecond())
        .fetch_optional(&mut *writing)
        .await?;
        let id = parsed(&used.ok_or(StoreError::Missing(Entity::Link))?, "account")?;
        let revokes_tokens_at = revokes_tokens.then_some(now);
        let change = PasswordChange { revokes_tokens_at, ..PasswordChange::to(password) };
        set_password(&mut writing, &id, &change).await?;
        writing.commit().await?;
        Ok(id)
    }

    /// Confirms the address of an account because an operator says so; says whether it was not confirmed before.
    ///
    /// # Errors
    /// [`Entity::Account`] is missing.
    pub async fn confirm(&self, account: &AccountId) -> Result<bool, StoreError> {
        let mut writing = self.write().await?;
        super::accounts::require_open(&mut writing, account).await?;
        let confirmed = sql("DELETE FROM links WHERE account = $1 AND purpose = 'confirm'")
            .bind(account.as_str())
            .execute(&mut *writing)
            .await?;
        writing.commit().await?;
        Ok(confirmed.rows_affected() > 0)
    }
}

/// Has a link mailed, unless one was asked for a short while ago; says whether it is.
async fn request(writing: &mut Writing, account: &AccountId, now: Timestamp) -> Result<bool, StoreError> {
    let requested = sql("UPDATE links SET requested_at = $2, due_at = $2, attempts = 0
         WHERE account = $1 AND purpose = 'confirm' AND requested_at <= $3")
    .bind(account.as_str())
    .bind(now.as_millisecond())
    .bind(now.saturating_sub(PAUSE).unwrap_or(Timestamp::MIN).as_millisecond())
    .execute(&mut **writing)
    .await?;
    Ok(requested.rows_affected() > 0)
}

fn after(now: Timestamp, pause: SignedDuration) -> Timestamp {
    now.saturating_add(pause).unwrap_or(Timestamp::MAX)
}
