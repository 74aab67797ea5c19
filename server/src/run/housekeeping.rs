//! Deletes what has expired: sessions, quotas of past days, finished runs of the assistant, unconfirmed accounts.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::{MissedTickBehavior, interval};

use crate::clock::{Clock, day};
use crate::store::{Store, StoreError};

/// Time between two sweeps.
const EVERY: Duration = Duration::from_secs(10 * 60);
/// How long a run of the assistant can be collected after it ended (spec:version-1#events).
const RUNS: SignedDuration = SignedDuration::from_hours(2);
/// How long an account stays unconfirmed after its last link was asked for.
const UNCONFIRMED: SignedDuration = SignedDuration::from_hours(7 * 24);
/// How long the quota use of a day is kept.
const QUOTAS: SignedDuration = SignedDuration::from_hours(31 * 24);

/// Sweeps at intervals, for as long as it is polled. Several servers on one database may do so at once.
pub async fn run(store: Store, clock: Clock) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = sweep(&store, clock.timestamp()).await {
            tracing::warn!(%error, "expired rows were not deleted");
        }
    }
}

/// Deletes what has expired at `now`.
///
/// # Errors
/// The database does not answer.
pub async fn sweep(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    store.purge_sessions(now).await?;
    store.purge_translations(now.saturating_sub(RUNS).unwrap_or(Timestamp::MIN)).await?;
    store.purge_unverified(now.saturating_sub(UNCONFIRMED).unwrap_or(Timestamp::MIN)).await?;
    store.purge_quotas(day(now.saturating_sub(QUOTAS).unwrap_or(Timestamp::MIN))).await
}
