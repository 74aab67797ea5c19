//! What time it is. The binary makes one clock and passes it on; nothing else asks the system.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use jiff::{SignedDuration, Timestamp};
use muniment_licenses::model::Day;

/// One moment, as both clocks show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Time since the clock was made; it never goes back. Whatever is measured is measured with this.
    pub now: Duration,
    /// Time since the Unix epoch in UTC; it may be set. Whatever is told is told with this.
    pub since_epoch: Duration,
}

/// A monotonic clock and a wall clock; copies of it show the same time.
#[derive(Debug, Clone)]
pub struct Clock(Source);

#[derive(Debug, Clone)]
enum Source {
    System { started: Instant },
    Simulated(Arc<Mutex<Moment>>),
}

/// Moves a simulated clock.
#[derive(Debug, Clone)]
pub struct TimeControl(Arc<Mutex<Moment>>);

impl Clock {
    /// The system's clocks, measuring from here.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System { started: Instant::now() })
    }

    /// A clock for tests, which stands at a time since the Unix epoch until its control moves it.
    #[must_use]
    pub fn simulated(since_epoch: Duration) -> (Self, TimeControl) {
        let moment = Arc::new(Mutex::new(Moment { now: Duration::ZERO, since_epoch }));
        (Self(Source::Simulated(Arc::clone(&moment))), TimeControl(moment))
    }

    /// The moment it is.
    #[must_use]
    pub fn moment(&self) -> Moment {
        match &self.0 {
            Source::System { started } => Moment {
                now: started.elapsed(),
                // A machine that believes to live before 1970 is told the epoch.
                since_epoch: SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(),
            },
            Source::Simulated(moment) => *moment.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Time since the clock was made.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.moment().now
    }

    /// Whole seconds since the Unix epoch.
    #[must_use]
    pub fn unix_seconds(&self) -> i64 {
        i64::try_from(self.moment().since_epoch.as_secs()).unwrap_or(i64::MAX)
    }

    /// The moment it is, as it is written down: to the millisecond.
    #[must_use]
    pub fn timestamp(&self) -> Timestamp {
        let milliseconds = i64::try_from(self.moment().since_epoch.as_millis()).unwrap_or(i64::MAX);
        Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::MAX)
    }

    /// The calendar day in UTC, which quotas are counted by (spec:version-1#quotas).
    #[must_use]
    pub fn today(&self) -> Day {
        day(self.timestamp())
    }

    /// The calendar day in UTC that is so many days after today.
    #[must_use]
    pub fn day_after(&self, days: u32) -> Day {
        let hours = i64::from(days).saturating_mul(24);
        day(self.timestamp().saturating_add(SignedDuration::from_hours(hours)).unwrap_or(Timestamp::MAX))
    }
}

/// The calendar day of a moment, in UTC.
#[must_use]
pub fn day(moment: Timestamp) -> Day {
    moment.to_string().get(..10).and_then(|day| day.parse().ok()).unwrap_or(Day::EPOCH)
}

/// A moment as answers tell it: `YYYY-MM-DDTHH:MM:SSZ`.
#[must_use]
pub fn written(moment: Timestamp) -> String {
    utc(moment.as_second()).to_string()
}

impl TimeControl {
    /// Moves both clocks on.
    pub fn advance(&self, by: Duration) {
        let mut moment = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        moment.now = moment.now.saturating_add(by);
        moment.since_epoch = moment.since_epoch.saturating_add(by);
    }
}

/// A number of seconds since the Unix epoch as a point in time, written `YYYY-MM-DDTHH:MM:SSZ`.
pub(crate) fn utc(unix_seconds: i64) -> Timestamp {
    Timestamp::from_second(unix_seconds).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simulated_clock_stands_still_until_it_is_moved() {
        let midnight = Duration::from_secs(1_795_132_800);
        let (clock, control) = Clock::simulated(midnight - Duration::from_millis(1));
        let copy = clock.clone();
        assert_eq!((clock.now(), clock.today().to_string().as_str()), (Duration::ZERO, "2026-11-19"));
        assert_eq!(clock.moment(), clock.moment());
        control.advance(Duration::from_millis(1));
        assert_eq!((copy.now(), copy.unix_seconds()), (Duration::from_millis(1), 1_795_132_800));
        assert_eq!(copy.today().to_string(), "2026-11-20");
        assert_eq!(utc(copy.unix_seconds()).to_string(), "2026-11-20T00:00:00Z");
    }

    #[test]
    fn the_clock_of_the_system_goes_on() {
        let clock = Clock::system();
        let before = clock.moment();
        let after = clock.moment();
        assert!(before.now <= after.now);
        assert!(clock.today() > "2026-01-01".parse().unwrap());
    }

    #[test]
    fn no_time_is_too_far() {
        let (clock, control) = Clock::simulated(Duration::MAX);
        control.advance(Duration::MAX);
        assert_eq!((clock.unix_seconds(), clock.now()), (i64::MAX, Duration::MAX));
        assert!(clock.today() > Day::EPOCH);
    }
}
