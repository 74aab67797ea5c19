use clap::ValueEnum;
use jiff::Timestamp;
use muniment_licenses::model::{GraphId, LicenseId};
use sqlx::any::AnyRow;

use super::accounts::{Account, account_columns, require_open};
use super::connect::{Store, Writing, sql};
use super::error::{Conflict, Entity, StoreError};
use super::notifications::tell_of_share;
use super::row::{parsed, time, words};
use crate::auth::AccountId;

words! {
    /// What something is to an account (spec:version-1#answer-objects).
    pub ShareRole {
        /// The account that made it.
        Owner = "owner",
        /// May read and change it.
        Editor = "editor",
        /// May read it.
        Viewer = "viewer",
    }
}

/// The roles an owner can give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Granted {
    /// May read and change it.
    Editor,
    /// May read it.
    Viewer,
}

impl From<Granted> for ShareRole {
    fn from(granted: Granted) -> Self {
        match granted {
            Granted::Editor => Self::Editor,
            Granted::Viewer => Self::Viewer,
        }
    }
}

/// What is shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shared<'a> {
    /// A composed license.
    License(&'a LicenseId),
    /// A graph of an account.
    Graph(&'a GraphId),
}

/// An account that owns something or shares in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// Who.
    pub account: AccountId,
    /// The name they have now.
    pub name: String,
    /// As what.
    pub role: ShareRole,
    /// Since when.
    pub since: Timestamp,
}

impl Store {
    /// Shares a license or graph with an account, or changes what it is to them; they are told.
    ///
    /// # Errors
    /// The license, graph or account is missing, the account closed; [`Conflict::OwnerStays`]; [`StoreError::Full`].
    pub async fn share(
        &self,
        what: Shared<'_>,
        with: &AccountId,
        role: Granted,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let owner = what.owner(&mut writing).await?.ok_or(StoreError::Missing(what.entity()))?;
        require_open(&mut writing, with).await?;
        self.require_room_for_share(&mut writing, what, &owner, with, at).await?;
        let statement = "INSERT INTO shares (model, account, role, since) VALUES ($1, $2, $3, $4)
             ON CONFLICT (model, account) DO UPDATE SET role = excluded.role WHERE shares.role <> $5";
        let given = sql(statement)
            .bind(what.id())
            .bind(with.as_str())
            .bind(ShareRole::from(role).word())
            .bind(at.as_millisecond())
            .bind(ShareRole::Owner.word())
            .execute(&mut *writing)
            .await?;
        if given.rows_affected() == 0 {
            return Err(Conflict::OwnerStays.into());
        }
        tell_of_share(&mut writing, what, with, at).await?;
        Ok(writing.commit().await?)
    }

    /// Shares a license or graph with an account no longer. It is no error if it never was.
    ///
    /// # Errors
    /// [`Conflict::OwnerStays`].
    pub async fn unshare(&self, what: Shared<'_>, with: &AccountId) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        if role_in(&mut *writing, what, with).await? == Some(ShareRole::Owner) {
            return Err(Conflict::OwnerStays.into());
        }
        sql("DELETE FROM shares WHERE model = $1 AND account = $2")
            .bind(what.id())
            .bind(with.as_str())
            .execute(&mut *writing)
            .await?;
        Ok(writing.commit().await?)
    }

    /// What a license or graph is to an account, if it is anything.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn role_in(
        &self,
        what: Shared<'_>,
        account: &AccountId,
    ) -> Result<Option<ShareRole>, StoreError> {
        role_in(&self.readers, what, account).await
    }

    /// Every account that a license or graph is shared with, its owner first.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn shares_of(&self, what: Shared<'_>) -> Result<Vec<Share>, StoreError> {
        let statement = concat!(
            "SELECT shares.role, shares.since, ",
            account_columns!(),
            " FROM shares JOIN accounts ON accounts.id = shares.account
             WHERE shares.model = $1 ORDER BY shares.since, accounts.id"
        );
        let rows = sql(statement).bind(what.id()).fetch_all(&self.readers).await?;
        let mut shares: Vec<Share> = rows.iter().map(Share::read).collect::<Result<_, _>>()?;
        shares.sort_by_key(|share| share.role != ShareRole::Owner);
        Ok(shares)
    }
}

impl Share {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let account = Account::read(row)?;
        Ok(Self {
            account: account.id,
            name: account.name().to_owned(),
            role: parsed(row, "role")?,
            since: time(row, "since")?,
        })
    }
}

impl Shared<'_> {
    /// Whose it is; none where there is no such thing.
    pub(super) async fn owner(self, writing: &mut Writing) -> Result<Option<AccountId>, StoreError> {
        let row = sql("SELECT account FROM shares JOIN models ON models.id = shares.model
             WHERE models.id = $1 AND models.kind = $2 AND shares.role = 'owner'")
        .bind(self.id())
        .bind(self.kind().word())
        .fetch_optional(&mut **writing)
        .await?;
        row.map(|row| parsed(&row, "account")).transpose()
    }

    /// Its identifier.
    pub(super) fn id(&self) -> &str {
        match self {
            Self::License(license) => license.as_str(),
            Self::Graph(graph) => graph.as_str(),
        }
    }

    pub(super) fn entity(self) -> Entity {
        match self {
            Self::License(_) => Entity::License,
            Self::Graph(_) => Entity::Graph,
        }
    }
}

/// What a license or graph is to an account, if it is anything.
pub(super) async fn role_in<'e>(
    database: impl sqlx::AnyExecutor<'e>,
    what: Shared<'_>,
    account: &AccountId,
) -> Result<Option<ShareRole>, StoreError> {
    let row = sql("SELECT role FROM shares WHERE model = $1 AND account = $2")
        .bind(what.id())
        .bind(account.as_str())
        .fetch_optional(database)
        .await?;
    row.map(|row| parsed(&row, "role")).transpose()
}

/// Makes an account the owner of something new.
pub(super) async fn insert_owner_share(
    writing: &mut Writing,
    what: Shared<'_>,
    owner: &AccountId,
    at: Timestamp,
) -> Result<(), StoreError> {
    sql("INSERT INTO shares (model, account, role, since) VALUES ($1, $2, $3, $4)")
        .bind(what.id())
        .bind(owner.as_str())
        .bind(ShareRole::Owner.word())
        .bind(at.as_millisecond())
        .execute(&mut **writing)
        .await?;
    Ok(())
}

/// Takes back what others shared with an account; what it owns stays its own.
pub(super) async fn leave_shares(writing: &mut Writing, account: &AccountId) -> Result<(), StoreError> {
    sql("DELETE FROM shares WHERE account = $1 AND role <> 'owner'")
        .bind(account.as_str())
        .execute(&mut **writing)
        .await?;
    Ok(())
}
