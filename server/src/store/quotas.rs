use std::num::NonZeroU32;

use muniment_licenses::model::Day;

use super::accounts::require_open;
use super::connect::{Store, Writing, sql};
use super::error::StoreError;
use super::row::{number, optional_number, words};
use super::window_limits::set_windows;
use crate::auth::{AccountId, Digest};
use crate::limit::PerSpan;

words! {
    /// What is counted by the UTC day (spec:version-1#quotas).
    pub QuotaKind {
        /// Runs of the translation assistant.
        Translation = "translation",
        /// Texts written for licenses.
        Narration = "narration",
    }
}

/// Continuations of one text that are not counted for the account.
pub const FREE_CONTINUATIONS: u32 = 2;

/// The deployment's numbers for a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowances {
    /// For an account, unless an administrator said otherwise; zero forbids.
    pub account: u32,
    /// For all accounts together, where there is such a number.
    pub deployment: Option<u32>,
}

/// What came of asking for one more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spending {
    /// It is counted.
    Admitted {
        /// What the account has left of the day.
        account_left: u32,
        /// What all accounts have left together.
        deployment_left: Option<u32>,
    },
    /// The account's number is zero: it may not at all.
    Forbidden,
    /// The account has used up its day. Nothing is counted.
    AccountSpent,
    /// All accounts together have. Nothing is counted.
    DeploymentSpent,
}

/// What an administrator changes of what an account may do; what is not named stays as it is, and without a number the
/// deployment's holds again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Adjustment {
    /// In a day (spec:version-1#quotas).
    pub quotas: Vec<(QuotaKind, Option<u32>)>,
    /// In the windows of an account (spec:version-1#limits-per-account).
    pub windows: PerSpan<Option<Option<NonZeroU32>>>,
    /// By how much what it may store is multiplied.
    pub storage: Option<NonZeroU32>,
}

/// Where an account stands on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// What it may use.
    pub most: u32,
    /// What it has used.
    pub used: u32,
}

impl Store {
    /// Counts one more of a kind for an account and for the deployment, or neither. However many servers ask at once,
    /// no more are admitted than there are.
    ///
    /// # Errors
    /// The account is missing or closed.
    pub async fn spend(
        &self,
        account: &AccountId,
        kind: QuotaKind,
        day: Day,
        allowances: &Allowances,
    ) -> Result<Spending, StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, account).await?;
        let spent = spend_in(&mut writing, account, kind, day, allowances, None).await?;
        if let Spending::Admitted { .. } = spent {
            writing.commit().await?;
        }
        Ok(spent)
    }

    /// Where an account stands; `default` is the deployment's number.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn quota(
        &self,
        account: &AccountId,
        kind: QuotaKind,
        day: Day,
        default: u32,
    ) -> Result<Quota, StoreError> {
        let most = most(&self.readers, account, kind).await?.unwrap_or(default);
        let used = used(&self.readers, account, kind, day).await?;
        Ok(Quota { most, used })
    }

    /// What all accounts together have used on a day.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn deployment_use(&self, kind: QuotaKind, day: Day) -> Result<u32, StoreError> {
        let row = sql("SELECT used FROM deployment_uses WHERE kind = $1 AND day = $2")
            .bind(kind.word())
            .bind(day.to_string())
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(|row| number(&row, "used")).transpose()?.unwrap_or(0))
    }

    /// Changes what an account may do, all of it or nothing; what is not named stays as it is.
    ///
    /// # Errors
    /// The account is missing or closed.
    pub async fn adjust(&self, account: &AccountId, adjustment: &Adjustment) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        require_open(&mut writing, account).await?;
        for (kind, most) in &adjustment.quotas {
            set_most(&mut writing, account, *kind, *most).await?;
        }
        set_windows(&mut writing, account, adjustment.windows).await?;
        if let Some(factor) = adjustment.storage {
            sql("UPDATE accounts SET storage_factor = $2 WHERE id = $1")
                .bind(account.as_str())
                .bind(i64::from(factor.get()))
                .execute(&mut *writing)
                .await?;
        }
        Ok(writing.commit().await?)
    }

    /// What an administrator said an account may use in a day, if one did.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn own_quota(&self, account: &AccountId, kind: QuotaKind) -> Result<Option<u32>, StoreError> {
        most(&self.readers, account, kind).await
    }

    /// Drops the counts of days before one.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn purge_quotas(&self, before: Day) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        // Days in ISO order sort like texts.
        for statement in [
            "DELETE FROM quota_uses WHERE day < $1",
            "DELETE FROM deployment_uses WHERE day < $1",
            "DELETE FROM translation_continuations WHERE day < $1",
        ] {
            sql(statement).bind(before.to_string()).execute(&mut *writing).await?;
        }
        Ok(writing.commit().await?)
    }
}

/// Counts one more of a kind in a transaction, which is committed only if it is admitted. Of a translation that goes on
/// from an earlier run over the same text, `continued` is the text: the first [`FREE_CONTINUATIONS`] of a text are counted
/// for the deployment alone, every later one for the account too.
pub(super) async fn spend_in(
    writing: &mut Writing,
    account: &AccountId,
    kind: QuotaKind,
    day: Day,
    allowances: &Allowances,
    continued: Option<&Digest>,
) -> Result<Spending, StoreError> {
    let most = most(&mut **writing, account, kind).await?.unwrap_or(allowances.account);
    if most == 0 {
        return Ok(Spending::Forbidden);
    }
    let is_free = match continued {
        Some(text) => count_free_continuation(writing, account, text, day).await?,
        None => false,
    };
    let used = if is_free {
        used(&mut **writing, account, kind, day).await?
    } else {
        match count_account(writing, account, kind, day, most).await? {
            Some(used) => used,
            None => return Ok(Spending::AccountSpent),
        }
    };
    let mut deployment_left = None;
    if let Some(most) = allowances.deployment {
        let Some(used) = count_deployment(writing, kind, day, most).await? else {
            return Ok(Spending::DeploymentSpent);
        };
        deployment_left = Some(most.saturating_sub(used));
    }
    Ok(Spending::Admitted { account_left: most.saturating_sub(used), deployment_left })
}

/// What an account has used on a day.
async fn used<'e>(
    database: impl sqlx::AnyExecutor<'e>,
    account: &AccountId,
    kind: QuotaKind,
    day: Day,
) -> Result<u32, StoreError> {
    let row = sql("SELECT used FROM quota_uses WHERE account = $1 AND kind = $2 AND day = $3")
        .bind(account.as_str())
        .bind(kind.word())
        .bind(day.to_string())
        .fetch_optional(database)
        .await?;
    Ok(row.map(|row| number(&row, "used")).transpose()?.unwrap_or(0))
}

/// What an administrator said an account may use.
async fn most<'e>(
    database: impl sqlx::AnyExecutor<'e>,
    account: &AccountId,
    kind: QuotaKind,
) -> Result<Option<u32>, StoreError> {
    let row = sql("SELECT most FROM quota_limits WHERE account = $1 AND kind = $2")
        .bind(account.as_str())
        .bind(kind.word())
        .fetch_optional(database)
        .await?;
    Ok(row.map(|row| optional_number(&row, "most")).transpose()?.flatten())
}

/// Says how much an account may use in a day.
async fn set_most(
    writing: &mut Writing,
    account: &AccountId,
    kind: QuotaKind,
    most: Option<u32>,
) -> Result<(), StoreError> {
    let Some(most) = most else {
        sql("DELETE FROM quota_limits WHERE account = $1 AND kind = $2")
            .bind(account.as_str())
            .bind(kind.word())
            .execute(&mut **writing)
            .await?;
        return Ok(());
    };
    sql("INSERT INTO quota_limits (account, kind, most) VALUES ($1, $2, $3)
         ON CONFLICT (account, kind) DO UPDATE SET most = excluded.most")
    .bind(account.as_str())
    .bind(kind.word())
    .bind(i64::from(most))
    .execute(&mut **writing)
    .await?;
    Ok(())
}

/// Counts one more where that stays within the number, in one statement: it waits for concurrent counts of the same
/// number and reads their result.
async fn count_account(
    writing: &mut Writing,
    account: &AccountId,
    kind: QuotaKind,
    day: Day,
    most: u32,
) -> Result<Option<u32>, StoreError> {
    let row = sql("INSERT INTO quota_uses (account, kind, day, used) VALUES ($1, $2, $3, 1)
         ON CONFLICT (account, kind, day) DO UPDATE SET used = quota_uses.used + 1
         WHERE quota_uses.used < $4 RETURNING used")
    .bind(account.as_str())
    .bind(kind.word())
    .bind(day.to_string())
    .bind(i64::from(most))
    .fetch_optional(&mut **writing)
    .await?;
    row.map(|row| number(&row, "used")).transpose()
}

/// Counts a continuation of a text that costs the account nothing; `false` where the text has had them all.
async fn count_free_continuation(
    writing: &mut Writing,
    account: &AccountId,
    text_digest: &Digest,
    day: Day,
) -> Result<bool, StoreError> {
    let counted =
        sql("INSERT INTO translation_continuations (account, text_digest, day, used) VALUES ($1, $2, $3, 1)
         ON CONFLICT (account, text_digest) DO UPDATE
         SET used = translation_continuations.used + 1, day = excluded.day
         WHERE translation_continuations.used < $4 RETURNING used")
        .bind(account.as_str())
        .bind(text_digest.to_string())
        .bind(day.to_string())
        .bind(i64::from(FREE_CONTINUATIONS))
        .fetch_optional(&mut **writing)
        .await?;
    Ok(counted.is_some())
}

/// The same for all accounts together.
async fn count_deployment(
    writing: &mut Writing,
    kind: QuotaKind,
    day: Day,
    most: u32,
) -> Result<Option<u32>, StoreError> {
    if most == 0 {
        return Ok(None);
    }
    let row = sql("INSERT INTO deployment_uses (kind, day, used) VALUES ($1, $2, 1)
         ON CONFLICT (kind, day) DO UPDATE SET used = deployment_uses.used + 1
         WHERE deployment_uses.used < $3 RETURNING used")
    .bind(kind.word())
    .bind(day.to_string())
    .bind(i64::from(most))
    .fetch_optional(&mut **writing)
    .await?;
    row.map(|row| number(&row, "used")).transpose()
}
