use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use muniment_licenses::model::Day;

/// Today, UTC.
pub(super) fn today() -> anyhow::Result<Day> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = since.unwrap_or(Duration::ZERO).as_secs() / (24 * 60 * 60);
    Day::since_epoch(days).context("the clock of this machine is wrong; --today names the day")
}
