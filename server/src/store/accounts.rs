use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use jiff::Timestamp;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::audit::{Act, record};
use super::connect::{Store, Writing, sql};
use super::error::{Conflict, Entity, StoreError};
use super::notifications::delete_notifications;
use super::row::{optional_time, parsed, storable, text, time, words};
use super::sessions::{Renewal, end_others};
use super::shares::leave_shares;
use super::tokens::revoke_all;
use crate::auth::{AccountId, PasswordHash};

/// The columns an [`Account`] is read from.
macro_rules! account_columns {
    () => {
        "accounts.id AS account_id, accounts.role AS account_role, accounts.name AS account_name, \
         accounts.email AS account_email, accounts.created_at AS account_created_at, \
         accounts.closed_at AS account_closed_at"
    };
}
pub(super) use account_columns;

/// What a closed account is called (spec:version-1#website-endpoints).
pub const FORMER_MEMBER: &str = "a former member";

words! {
    /// What an account may do.
    #[derive(ValueEnum)]
    pub Role {
        /// What everybody may.
        Member = "member",
        /// See everything, and look after it.
        Administrator = "administrator",
    }
}

/// An e-mail address. Letter case is kept as it was written, and tells no two addresses apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email(String);

/// A string that is no e-mail address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("an e-mail address is a name, `@` and a host, at most 254 characters")]
pub struct InvalidEmail;

impl Email {
    /// The address as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is the same for all ways of writing it.
    pub(super) fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

impl FromStr for Email {
    type Err = InvalidEmail;

    /// Whether it exists only its owner can tell, so this asks for no more than the form.
    fn from_str(text: &str) -> Result<Self, InvalidEmail> {
        // `<`, `>`, `,` and `;` divide addresses in the head of a mail: `<a@x>,b@y` would be two.
        let is_odd = |c: char| c.is_whitespace() || c.is_control() || "<>,;".contains(c);
        match text.rsplit_once('@') {
            Some((name, host)) if !name.is_empty() && !host.is_empty() => {}
            _ => return Err(InvalidEmail),
        }
        if text.chars().count() > 254 || text.contains(is_odd) {
            return Err(InvalidEmail);
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An account to be made.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// Its identifier.
    pub id: AccountId,
    /// The name others see.
    pub name: String,
    /// The address it signs in with.
    pub email: Email,
    /// Its password.
    pub password: PasswordHash,
    /// What it may do.
    pub role: Role,
    /// When.
    pub created_at: Timestamp,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its identifier.
    pub id: AccountId,
    /// What it may do.
    pub role: Role,
    /// Since when there is one.
    pub created_at: Timestamp,
    /// Whether it is in use.
    pub state: AccountState,
}

/// Whether an account is in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountState {
    /// It is.
    Open {
        /// The name others see.
        name: String,
        /// The address it signs in with.
        email: Email,
    },
    /// It was closed. Who it was is forgotten; what it published stays.
    Closed {
        /// When.
        at: Timestamp,
    },
}

impl Account {
    /// The name others see.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.state {
            AccountState::Open { name, .. } => name,
            AccountState::Closed { .. } => FORMER_MEMBER,
        }
    }

    /// Whether it is in use.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.state, AccountState::Open { .. })
    }

    /// From `account_columns!`.
    pub(super) fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let state = match optional_time(row, "account_closed_at")? {
            None => {
                AccountState::Open { name: text(row, "account_name")?, email: parsed(row, "account_email")? }
            }
            Some(at) => AccountState::Closed { at },
        };
        Ok(Self {
            id: parsed(row, "account_id")?,
            role: parsed(row, "account_role")?,
            created_at: time(row, "account_created_at")?,
            state,
        })
    }
}

/// What a sign-in is checked against.
#[derive(Debug, Clone)]
pub struct Credentials {
    /// The account.
    pub account: Account,
    /// Its password.
    pub password: PasswordHash,
    /// Whether its e-mail address is confirmed, which signing in requires.
    pub is_verified: bool,
}

/// Which accounts an operator looks for: those that fit every part that is given.
#[derive(Debug, Clone, Default)]
pub struct AccountSearch {
    /// The identifier.
    pub id: Option<AccountId>,
    /// The e-mail address, in whatever letter case.
    pub email: Option<Email>,
    /// A part of the name, in whatever letter case.
    pub name: Option<String>,
}

/// A pattern of `LIKE`, with `!` as its escape, for texts that contain a text in whatever letter case.
fn containing(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.to_lowercase().chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// A new password for an account.
#[derive(Debug, Clone, Copy)]
pub struct PasswordChange<'a> {
    /// The password that was found right; none where an operator changes it.
    pub old: Option<&'a PasswordHash>,
    /// The new password.
    pub password: &'a PasswordHash,
    /// The session that changes it, which goes on under a new key.
    pub session: Option<&'a Renewal>,
    /// When the tokens of the account are revoked, if they are.
    pub revokes_tokens_at: Option<Timestamp>,
}

impl<'a> PasswordChange<'a> {
    /// The change of an operator, which leaves the tokens as they are.
    #[must_use]
    pub fn to(password: &'a PasswordHash) -> Self {
        Self { old: None, password, session: None, revokes_tokens_at: None }
    }
}

impl Store {
    /// Makes an account, whose e-mail address counts as confirmed.
    ///
    /// # Errors
    /// [`Conflict::EmailTaken`]; [`Conflict::IdTaken`].
    pub async fn create_account(&self, new: &NewAccount) -> Result<(), StoreError> {
        storable([new.name.as_str(), new.email.as_str()])?;
        let mut writing = self.write().await?;
        if !insert_account(&mut writing, new).await? {
            return Err(Conflict::EmailTaken.into());
        }
        Ok(writing.commit().await?)
    }

    /// An account, open or closed.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn account(&self, id: &AccountId) -> Result<Option<Account>, StoreError> {
        let statement = concat!("SELECT ", account_columns!(), " FROM accounts WHERE id = $1");
        let row = sql(statement).bind(id.as_str()).fetch_optional(&self.readers).await?;
        row.as_ref().map(Account::read).transpose()
    }

    /// The open accounts that fit a search, oldest first, at most so many.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn accounts(&self, search: &AccountSearch, most: u32) -> Result<Vec<Account>, StoreError> {
        let statement = concat!(
            "SELECT ",
            account_columns!(),
            " FROM accounts WHERE closed_at IS NULL AND ($1 IS NULL OR id = $1)
                 AND ($2 IS NULL OR email_folded = $2) AND ($3 IS NULL OR LOWER(name) LIKE $3 ESCAPE '!')
             ORDER BY created_at, id LIMIT $4"
        );
        let rows = sql(statement)
            .bind(search.id.as_ref().map(AccountId::as_str))
            .bind(search.email.as_ref().map(Email::folded))
            .bind(search.name.as_deref().map(containing))
            .bind(i64::from(most))
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(Account::read).collect()
    }

    /// The open account with an e-mail address, in whatever letter case.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn credentials(&self, email: &Email) -> Result<Option<Credentials>, StoreError> {
        let statement = concat!(
            "SELECT accounts.password_hash, links.account AS unverified, ",
            account_columns!(),
            " FROM accounts LEFT JOIN links ON links.account = accounts.id AND links.purpose = 'confirm'
             WHERE accounts.email_folded = $1"
        );
        let row = sql(statement).bind(email.folded()).fetch_optional(&self.readers).await?;
        let read = |row: &AnyRow| {
            let password = PasswordHash::kept(text(row, "password_hash")?);
            let unverified: Option<String> = row.try_get("unverified")?;
            Ok(Credentials { account: Account::read(row)?, password, is_verified: unverified.is_none() })
        };
        row.as_ref().map(read).transpose()
    }

    /// Changes the password of an open account and ends its sessions, since they may have been opened with the old
    /// password; revokes its tokens if that is asked for.
    ///
    /// # Errors
    /// [`Entity::Account`] is missing, or closed; [`Conflict::Outdated`]: the password is another by now.
    pub async fn change_password(
        &self,
        id: &AccountId,
        change: &PasswordChange<'_>,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        set_password(&mut writing, id, change).await?;
        Ok(writing.commit().await?)
    }

    /// Says what an open account may do.
    ///
    /// # Errors
    /// [`Entity::Account`] is missing, or closed.
    pub async fn set_role(&self, id: &AccountId, role: Role) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let changed = sql("UPDATE accounts SET role = $2 WHERE id = $1 AND closed_at IS NULL")
            .bind(id.as_str())
            .bind(role.word())
            .execute(&mut *writing)
            .await?;
        if changed.rows_affected() == 0 {
            return Err(StoreError::Missing(Entity::Account));
        }
        Ok(writing.commit().await?)
    }

    /// Closes an account: forgets name, address and password, ends its sessions, revokes its tokens, takes back what
    /// others shared with it, tells it nothing any more. What it owns or wrote stays.
    ///
    /// # Errors
    /// [`Entity::Account`] is missing; [`Conflict::AccountClosed`].
    pub async fn close_account(&self, id: &AccountId, at: Timestamp) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        record(&mut writing, id, &Act::ClosedAccount, None, at).await?;
        sql("UPDATE accounts SET closed_at = $2, role = $3, name = NULL, email = NULL, email_folded = NULL,
                    password_hash = NULL
             WHERE id = $1")
        .bind(id.as_str())
        .bind(at.as_millisecond())
        .bind(Role::Member.word())
        .execute(&mut *writing)
        .await?;
        end_others(&mut writing, id, None).await?;
        revoke_all(&mut writing, id, at).await?;
        leave_shares(&mut writing, id).await?;
        delete_notifications(&mut writing, id).await?;
        Ok(writing.commit().await?)
    }
}

/// Sets the password of an open account: see [`Store::change_password`].
pub(super) async fn set_password(
    writing: &mut Writing,
    id: &AccountId,
    change: &PasswordChange<'_>,
) -> Result<(), StoreError> {
    let PasswordChange { old, password, session, revokes_tokens_at } = change;
    if let Some(old) = old {
        require_password(writing, id, old).await?;
    }
    let changed = sql("UPDATE accounts SET password_hash = $2 WHERE id = $1 AND closed_at IS NULL")
        .bind(id.as_str())
        .bind(password.as_str())
        .execute(&mut **writing)
        .await?;
    if changed.rows_affected() == 0 {
        return Err(StoreError::Missing(Entity::Account));
    }
    end_others(writing, id, *session).await?;
    if let Some(at) = revokes_tokens_at {
        revoke_all(writing, id, *at).await?;
    }
    Ok(())
}

/// Inserts an account; says whether its e-mail address was free.
pub(super) async fn insert_account(writing: &mut Writing, new: &NewAccount) -> Result<bool, StoreError> {
    let made = sql("INSERT INTO accounts (id, role, name, email, email_folded, password_hash, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (email_folded) DO NOTHING")
    .bind(new.id.as_str())
    .bind(new.role.word())
    .bind(&new.name)
    .bind(new.email.as_str())
    .bind(new.email.folded())
    .bind(new.password.as_str())
    .bind(new.created_at.as_millisecond())
    .execute(&mut **writing)
    .await?;
    Ok(made.rows_affected() > 0)
}

/// Deletes an account that made nothing, with what operators and others gave it.
pub(super) async fn delete_account(writing: &mut Writing, id: &AccountId) -> Result<(), StoreError> {
    leave_shares(writing, id).await?;
    delete_notifications(writing, id).await?;
    for statement in [
        "DELETE FROM quota_limits WHERE account = $1",
        "DELETE FROM window_limits WHERE account = $1",
        "DELETE FROM accounts WHERE id = $1",
    ] {
        sql(statement).bind(id.as_str()).execute(&mut **writing).await?;
    }
    Ok(())
}

/// Refuses a request with a password that has been changed, and locks the password until the transaction ends.
pub(super) async fn require_password(
    writing: &mut Writing,
    id: &AccountId,
    password: &PasswordHash,
) -> Result<(), StoreError> {
    let statement = "UPDATE accounts SET password_hash = password_hash WHERE id = $1 AND password_hash = $2";
    let held = sql(statement).bind(id.as_str()).bind(password.as_str()).execute(&mut **writing).await?;
    if held.rows_affected() == 0 {
        require_open(writing, id).await?;
        return Err(Conflict::Outdated.into());
    }
    Ok(())
}

/// Refuses what needs an account that is in use.
pub(super) async fn require_open(writing: &mut Writing, id: &AccountId) -> Result<(), StoreError> {
    let row = sql("SELECT closed_at FROM accounts WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(&mut **writing)
        .await?;
    match row {
        None => Err(StoreError::Missing(Entity::Account)),
        Some(row) if optional_time(&row, "closed_at")?.is_some() => Err(Conflict::AccountClosed.into()),
        Some(_) => Ok(()),
    }
}
