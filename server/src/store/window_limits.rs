use std::num::NonZeroU32;

use sqlx::any::AnyRow;

use super::accounts::require_open;
use super::connect::{Store, sql};
use super::error::StoreError;
use super::row::optional_number;
use crate::auth::AccountId;
use crate::limit::Overrides;

/// The columns [`Overrides`] are read from.
macro_rules! limit_columns {
    () => {
        "window_limits.per_second, window_limits.per_minute, window_limits.per_hour, window_limits.per_day"
    };
}
pub(super) use limit_columns;

impl Store {
    /// Says how much an account may ask in each of its windows, in place of the deployment's numbers; those without a
    /// number are the deployment's again (document 1 §8.2).
    ///
    /// # Errors
    /// The account is missing or closed.
    pub async fn set_window_limits(&self, account: &AccountId, limits: &Overrides) -> Result<(), StoreError> {
        let number = |limit: Option<NonZeroU32>| limit.map(|limit| i64::from(limit.get()));
        let mut writing = self.write().await?;
        require_open(&mut writing, account).await?;
        sql("INSERT INTO window_limits (account, per_second, per_minute, per_hour, per_day)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (account) DO UPDATE SET per_second = excluded.per_second,
                 per_minute = excluded.per_minute, per_hour = excluded.per_hour, per_day = excluded.per_day")
        .bind(account.as_str())
        .bind(number(limits.second))
        .bind(number(limits.minute))
        .bind(number(limits.hour))
        .bind(number(limits.day))
        .execute(&mut *writing)
        .await?;
        Ok(writing.commit().await?)
    }

    /// What was changed of the windows of an account; [`Store::bearer`] says it too.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn window_limits(&self, account: &AccountId) -> Result<Overrides, StoreError> {
        let statement = concat!("SELECT ", limit_columns!(), " FROM window_limits WHERE account = $1");
        let row = sql(statement).bind(account.as_str()).fetch_optional(&self.readers).await?;
        Ok(row.as_ref().map(read_limits).transpose()?.unwrap_or_default())
    }
}

/// From `limit_columns!`.
pub(super) fn read_limits(row: &AnyRow) -> Result<Overrides, StoreError> {
    let limit = |column| -> Result<Option<NonZeroU32>, StoreError> {
        let number = optional_number(row, column)?;
        number.map(|number| NonZeroU32::new(number).ok_or(StoreError::Unreadable { column })).transpose()
    };
    Ok(Overrides {
        second: limit("per_second")?,
        minute: limit("per_minute")?,
        hour: limit("per_hour")?,
        day: limit("per_day")?,
    })
}
