use std::fmt;
use std::str::FromStr;

use jiff::Span;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

/// A calendar day, written `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "(i16, i8, i8)", try_from = "(i16, i8, i8)")]
pub struct Day(Date);

/// A string that is not a calendar day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a calendar day written YYYY-MM-DD")]
pub struct InvalidDay(String);

impl Day {
    /// 1970-01-01.
    pub const EPOCH: Self = Self(Date::constant(1970, 1, 1));

    /// The day a number of days after the Unix epoch; `None` beyond the calendar.
    #[must_use]
    pub fn since_epoch(days: u64) -> Option<Self> {
        let span = Span::new().try_days(i64::try_from(days).ok()?).ok()?;
        Self::EPOCH.0.checked_add(span).ok().map(Self)
    }

    /// Seconds from the Unix epoch to midnight UTC of the day.
    #[must_use]
    pub fn unix_seconds(self) -> i64 {
        self.0.to_zoned(TimeZone::UTC).map_or(0, |zoned| zoned.timestamp().as_second())
    }

    /// Midnight UTC of the day as an HTTP date (RFC 9110 §5.6.7).
    #[must_use]
    pub fn http_date(self) -> String {
        self.0.strftime("%a, %d %b %Y 00:00:00 GMT").to_string()
    }
}

impl From<Day> for (i16, i8, i8) {
    fn from(Day(date): Day) -> Self {
        (date.year(), date.month(), date.day())
    }
}

impl TryFrom<(i16, i8, i8)> for Day {
    type Error = InvalidDay;

    fn try_from((year, month, day): (i16, i8, i8)) -> Result<Self, InvalidDay> {
        Date::new(year, month, day).map(Self).map_err(|_| InvalidDay(format!("{year}-{month}-{day}")))
    }
}

impl FromStr for Day {
    type Err = InvalidDay;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let shaped = text.len() == 10
            && text
                .bytes()
                .enumerate()
                .all(|(i, b)| if matches!(i, 4 | 7) { b == b'-' } else { b.is_ascii_digit() });
        text.parse().ok().filter(|_| shaped).map(Self).ok_or_else(|| InvalidDay(text.to_owned()))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.0.year(), self.0.month(), self.0.day())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_calendar_days() {
        let day: Day = "2026-11-20".parse().unwrap();
        assert_eq!(day.to_string(), "2026-11-20");
        assert_eq!(day.unix_seconds(), 1_795_132_800);
        assert_eq!((Day::since_epoch(0), Day::since_epoch(20_777)), (Some(Day::EPOCH), Some(day)));
        assert_eq!(Day::since_epoch(u64::MAX), None);
        assert_eq!(day.http_date(), "Fri, 20 Nov 2026 00:00:00 GMT");
        for bad in ["", "2026-02-30", "2026-1-1", "20261120", "2026-11-20T00:00", "+002026-11-20"] {
            assert!(bad.parse::<Day>().is_err(), "{bad}");
        }
    }
}
