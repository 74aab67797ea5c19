use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

/// Questions about one part that a provider may refuse because its allowance is used up.
const REFUSALS: u32 = 6;
/// The shortest pause after the first refusal; it doubles with every further one.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// How long one part waits for the allowance in all; longer waits are refused at once.
pub(super) const LONGEST_WAIT: SignedDuration = SignedDuration::from_mins(10);

/// The pauses between the questions about one part while a provider refuses them.
#[derive(Debug)]
pub(super) struct BackOff {
    refusals: u32,
    pause: Duration,
    deadline: Timestamp,
}

impl BackOff {
    /// The pauses of a part whose first question is asked at `now`.
    pub(super) fn new(now: Timestamp) -> Self {
        let deadline = now.checked_add(LONGEST_WAIT).unwrap_or(Timestamp::MAX);
        Self { refusals: 0, pause: FIRST_PAUSE, deadline }
    }

    /// How long to wait after a refusal: until the time the provider names, and at least as long as the pause. None
    /// where the part is given up.
    pub(super) fn after_refusal(&mut self, until: Option<Timestamp>, now: Timestamp) -> Option<Duration> {
        self.refusals += 1;
        let asked = until.map_or(SignedDuration::ZERO, |until| until.duration_since(now));
        let wait = Duration::try_from(asked).unwrap_or_default().max(self.pause);
        self.pause *= 2;
        let end = now.checked_add(wait).unwrap_or(Timestamp::MAX);
        (self.refusals < REFUSALS && end <= self.deadline).then_some(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::UNIX_EPOCH;

    fn after(now: Timestamp, wait: Duration) -> Timestamp {
        now.checked_add(wait).unwrap()
    }

    #[test]
    fn pauses_double_where_the_provider_names_no_time() {
        for until in [None, Some(START)] {
            let (mut back_off, mut now, mut waits) = (BackOff::new(START), START, Vec::new());
            while let Some(wait) = back_off.after_refusal(until, now) {
                waits.push(wait.as_millis());
                now = after(now, wait);
            }
            assert_eq!(waits, [250, 500, 1000, 2000, 4000], "six questions, and no more");
        }
    }

    #[test]
    fn the_time_the_provider_names_is_honoured() {
        let mut back_off = BackOff::new(START);
        let minute = Duration::from_secs(60);
        assert_eq!(back_off.after_refusal(Some(after(START, minute)), START), Some(minute));
    }

    #[test]
    fn a_part_waits_ten_minutes_in_all() {
        let mut back_off = BackOff::new(START);
        let (six, five) = (Duration::from_secs(6 * 60), Duration::from_secs(5 * 60));
        let later = after(START, six);
        assert_eq!(back_off.after_refusal(Some(later), START), Some(six));
        assert_eq!(back_off.after_refusal(Some(after(later, five)), later), None);
        let hour = after(START, Duration::from_secs(3600));
        assert_eq!(BackOff::new(START).after_refusal(Some(hour), START), None);
    }
}
