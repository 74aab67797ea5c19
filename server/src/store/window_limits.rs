use std::num::NonZeroU32;

use sqlx::any::AnyRow;

use super::connect::{Store, Writing, sql};
use super::error::StoreError;
use super::quotas::Adjustment;
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

/// A window of an account (spec:version-1#limits-per-account).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountSpan {
    /// A second.
    Second,
    /// A minute.
    Minute,
    /// An hour.
    Hour,
    /// Twenty-four hours.
    Day,
}

impl Store {
    /// Says how much an account may ask in each of its windows, in place of the deployment's numbers; those without a
    /// number are the deployment's again (spec:version-1#limits-per-account).
    ///
    /// # Errors
    /// The account is missing or closed.
    pub async fn set_window_limits(&self, account: &AccountId, limits: &Overrides) -> Result<(), StoreError> {
        let windows = vec![
            (AccountSpan::Second, limits.second),
            (AccountSpan::Minute, limits.minute),
            (AccountSpan::Hour, limits.hour),
            (AccountSpan::Day, limits.day),
        ];
        self.adjust(account, &Adjustment { windows, ..Adjustment::default() }).await
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

/// Says how much an account may ask in a window.
pub(super) async fn set_window(
    writing: &mut Writing,
    account: &AccountId,
    span: AccountSpan,
    limit: Option<NonZeroU32>,
) -> Result<(), StoreError> {
    let statement = match span {
        AccountSpan::Second => {
            "INSERT INTO window_limits (account, per_second) VALUES ($1, $2)
             ON CONFLICT (account) DO UPDATE SET per_second = excluded.per_second"
        }
        AccountSpan::Minute => {
            "INSERT INTO window_limits (account, per_minute) VALUES ($1, $2)
             ON CONFLICT (account) DO UPDATE SET per_minute = excluded.per_minute"
        }
        AccountSpan::Hour => {
            "INSERT INTO window_limits (account, per_hour) VALUES ($1, $2)
             ON CONFLICT (account) DO UPDATE SET per_hour = excluded.per_hour"
        }
        AccountSpan::Day => {
            "INSERT INTO window_limits (account, per_day) VALUES ($1, $2)
             ON CONFLICT (account) DO UPDATE SET per_day = excluded.per_day"
        }
    };
    let limit = limit.map(|limit| i64::from(limit.get()));
    sql(statement).bind(account.as_str()).bind(limit).execute(&mut **writing).await?;
    Ok(())
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
