use std::num::NonZeroU32;

use sqlx::any::AnyRow;

use super::connect::{Store, Writing, sql};
use super::error::StoreError;
use super::row::optional_number;
use crate::auth::AccountId;
use crate::limit::{Overrides, PerSpan};

/// The columns [`Overrides`] are read from.
macro_rules! limit_columns {
    () => {
        "window_limits.per_second, window_limits.per_minute, window_limits.per_hour, window_limits.per_day"
    };
}
pub(super) use limit_columns;

impl Store {
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

/// Says how much an account may ask in its windows (spec:version-1#limits-per-account): nothing where a limit stays as it
/// is, none where it is the deployment's again.
pub(super) async fn set_windows(
    writing: &mut Writing,
    account: &AccountId,
    limits: PerSpan<Option<Option<NonZeroU32>>>,
) -> Result<(), StoreError> {
    let statements = [
        "INSERT INTO window_limits (account, per_second) VALUES ($1, $2)
         ON CONFLICT (account) DO UPDATE SET per_second = excluded.per_second",
        "INSERT INTO window_limits (account, per_minute) VALUES ($1, $2)
         ON CONFLICT (account) DO UPDATE SET per_minute = excluded.per_minute",
        "INSERT INTO window_limits (account, per_hour) VALUES ($1, $2)
         ON CONFLICT (account) DO UPDATE SET per_hour = excluded.per_hour",
        "INSERT INTO window_limits (account, per_day) VALUES ($1, $2)
         ON CONFLICT (account) DO UPDATE SET per_day = excluded.per_day",
    ];
    for (statement, (_, limit)) in statements.into_iter().zip(limits.each()) {
        let Some(limit) = limit else { continue };
        let limit = limit.map(|limit| i64::from(limit.get()));
        sql(statement).bind(account.as_str()).bind(limit).execute(&mut **writing).await?;
    }
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
