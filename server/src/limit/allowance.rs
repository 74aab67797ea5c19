use std::num::NonZeroU32;
use std::time::Duration;

/// A window that requests with a token are counted in (spec:version-1#limits-per-account).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// A second of one account.
    Second,
    /// A minute of one account.
    Minute,
    /// An hour of one account.
    Hour,
    /// Twenty-four hours of one account.
    Day,
    /// A minute of all accounts together.
    Global,
}

impl Span {
    /// The windows of one account.
    pub const OF_AN_ACCOUNT: PerSpan<Self> =
        PerSpan { second: Self::Second, minute: Self::Minute, hour: Self::Hour, day: Self::Day };

    /// Its name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            _ => self.unit(),
        }
    }

    /// Its length in a word.
    pub(super) const fn unit(self) -> &'static str {
        match self {
            Self::Second => "second",
            Self::Minute | Self::Global => "minute",
            Self::Hour => "hour",
            Self::Day => "day",
        }
    }

    /// Its length.
    #[must_use]
    pub const fn period(self) -> Duration {
        Duration::from_secs(match self {
            Self::Second => 1,
            Self::Minute | Self::Global => 60,
            Self::Hour => 60 * 60,
            Self::Day => 24 * 60 * 60,
        })
    }
}

/// A value for each window of one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PerSpan<T> {
    /// Of a second.
    pub second: T,
    /// Of a minute.
    pub minute: T,
    /// Of an hour.
    pub hour: T,
    /// Of a day.
    pub day: T,
}

/// How much an account may ask in each of its windows.
pub type Allowance = PerSpan<NonZeroU32>;

/// What an administrator changed for one account; windows without a number keep the deployment's.
pub type Overrides = PerSpan<Option<NonZeroU32>>;

impl<T> PerSpan<T> {
    /// The values with their windows, shortest first.
    pub fn each(self) -> [(Span, T); 4] {
        let Self { second, minute, hour, day } = self;
        [(Span::Second, second), (Span::Minute, minute), (Span::Hour, hour), (Span::Day, day)]
    }

    /// Another value in place of each.
    pub fn map<U>(self, change: impl Fn(T) -> U) -> PerSpan<U> {
        let Self { second, minute, hour, day } = self;
        PerSpan { second: change(second), minute: change(minute), hour: change(hour), day: change(day) }
    }
}

impl Allowance {
    /// The numbers of spec:version-1#limits-per-account.
    pub const DEFAULT: Self = Self {
        second: at_least_one(5),
        minute: at_least_one(60),
        hour: at_least_one(1000),
        day: at_least_one(10_000),
    };

    /// How many forms an account may send from its browsers. The composer asks for a check after each pause in typing.
    pub const FORMS: Self = Self {
        second: at_least_one(10),
        minute: at_least_one(200),
        hour: at_least_one(2_000),
        day: at_least_one(10_000),
    };

    /// The allowance of an account with these overrides.
    #[must_use]
    pub fn with(self, overrides: &Overrides) -> Self {
        Self {
            second: overrides.second.unwrap_or(self.second),
            minute: overrides.minute.unwrap_or(self.minute),
            hour: overrides.hour.unwrap_or(self.hour),
            day: overrides.day.unwrap_or(self.day),
        }
    }
}

/// A number the compiler knows to be one.
pub(super) const fn at_least_one(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_override_changes_its_own_window_alone() {
        let overrides = Overrides { minute: NonZeroU32::new(600), ..Overrides::default() };
        let allowance = Allowance::DEFAULT.with(&overrides);
        assert_eq!(allowance.each().map(|(_, limit)| limit.get()), [5, 600, 1000, 10_000]);
    }

    #[test]
    fn windows_have_the_names_of_the_specification() {
        let spans = [Span::Second, Span::Minute, Span::Hour, Span::Day, Span::Global];
        assert_eq!(spans.map(Span::name), ["second", "minute", "hour", "day", "global"]);
        assert_eq!(spans.map(|span| span.period().as_secs()), [1, 60, 3600, 86_400, 60]);
    }
}
