use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::time::Duration;

/// What was spent in the last stretch of time of a given length.
///
/// Exact: something spent at a moment counts until a whole period has passed, so no stretch of that length ever
/// holds more than was allowed. Every step costs amortised constant time, the search for a wait the logarithm of
/// what is counted. Moments may not go back; who holds a window sees to that.
#[derive(Debug)]
pub(super) struct Window {
    period: u64,
    /// What still counts, oldest first.
    spent: VecDeque<Spent>,
    /// The sum of all that no longer counts.
    past: u64,
}

/// Sixteen bytes, as a day may hold ten thousand of them for an account.
#[derive(Debug, Clone, Copy)]
struct Spent {
    /// When, in nanoseconds.
    at: u64,
    /// The sum of all that was ever spent in this window, this included.
    total: u64,
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

impl Window {
    /// A window in which nothing was spent.
    #[must_use]
    pub(super) fn new(period: Duration) -> Self {
        Self { period: nanoseconds(period), spent: VecDeque::new(), past: 0 }
    }

    /// Drops what no longer counts at a moment. To be called before anything is asked about that moment.
    pub(super) fn slide(&mut self, now: Duration) {
        let now = nanoseconds(now);
        while let Some(oldest) = self.spent.front().copied()
            && now.saturating_sub(oldest.at) >= self.period
        {
            self.past = oldest.total;
            self.spent.pop_front();
        }
    }

    /// What counts.
    #[must_use]
    pub(super) fn used(&self) -> u64 {
        self.spent.back().map_or(0, |newest| newest.total - self.past)
    }

    /// What may still be spent under a limit.
    #[must_use]
    pub(super) fn remaining(&self, limit: u64) -> u64 {
        limit.saturating_sub(self.used())
    }

    /// How long it takes until a cost fits under a limit if nothing else is spent: no time if it fits now. What
    /// costs more than the limit never fits, and waits a period for nothing; callers cap.
    #[must_use]
    pub(super) fn wait(&self, cost: u64, limit: u64, now: Duration) -> Duration {
        let excess = self.used().saturating_add(cost).saturating_sub(limit);
        if excess == 0 {
            return Duration::ZERO;
        }
        let last_to_go = self.spent.partition_point(|spent| spent.total - self.past < excess);
        let wait = self.spent.get(last_to_go).map_or(self.period, |spent| {
            spent.at.saturating_add(self.period).saturating_sub(nanoseconds(now))
        });
        Duration::from_nanos(wait)
    }

    /// Spends at a moment.
    pub(super) fn spend(&mut self, cost: u64, now: Duration) {
        let total = self.past + self.used();
        self.spent.push_back(Spent { at: nanoseconds(now), total: total.saturating_add(cost) });
    }

    /// Whether nothing counts.
    #[must_use]
    pub(super) fn is_empty(&self) -> bool {
        self.spent.is_empty()
    }

    /// Gives back memory that a busier time needed.
    pub(super) fn tidy(&mut self) {
        if self.spent.capacity() > 4 * self.spent.len() {
            self.spent.shrink_to(2 * self.spent.len());
        }
    }
}

/// Admits so many requests of each client in any stretch of time of a given length.
///
/// Threads read the clock before they get here, and may overtake each other in between; who comes with a moment
/// that is past counts as coming now.
#[derive(Debug)]
pub struct SlidingWindow<K> {
    limit: u64,
    period: Duration,
    clients: HashMap<K, Window>,
    /// When clients that have gone were last forgotten.
    swept: Duration,
    /// The latest moment heard of.
    latest: Duration,
}

impl<K: Eq + Hash> SlidingWindow<K> {
    /// An empty window.
    #[must_use]
    pub fn new(limit: usize, period: Duration) -> Self {
        let (swept, latest) = (Duration::ZERO, Duration::ZERO);
        Self { limit: limit as u64, period, clients: HashMap::new(), swept, latest }
    }

    /// Admits a request of a client at a moment; otherwise says how long to wait. A refused request does not count.
    pub fn admit(&mut self, client: K, now: Duration) -> Result<(), Duration> {
        let now = self.hear(now);
        if now.saturating_sub(self.swept) >= self.period {
            self.clients.retain(|_, window| {
                window.slide(now);
                !window.is_empty()
            });
            self.swept = now;
        }
        let window = self.clients.entry(client).or_insert_with(|| Window::new(self.period));
        window.slide(now);
        match window.wait(1, self.limit, now) {
            Duration::ZERO => {
                window.spend(1, now);
                Ok(())
            }
            wait => Err(wait),
        }
    }

    /// How long a client has to wait until it would be admitted; counts nothing.
    pub fn wait(&mut self, client: &K, now: Duration) -> Duration {
        let now = self.hear(now);
        self.clients.get_mut(client).map_or(Duration::ZERO, |window| {
            window.slide(now);
            window.wait(1, self.limit, now)
        })
    }

    fn hear(&mut self, now: Duration) -> Duration {
        self.latest = self.latest.max(now);
        self.latest
    }

    /// Lets a client start anew.
    pub fn forget(&mut self, client: &K) {
        self.clients.remove(client);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_window_slides() {
        let mut window = SlidingWindow::new(2, at(60));
        assert_eq!(window.admit("a", at(0)), Ok(()));
        assert_eq!(window.admit("a", at(50)), Ok(()));
        assert_eq!(window.admit("a", at(59)), Err(at(1)));
        assert_eq!(window.admit("b", at(59)), Ok(()), "each client for itself");
        assert_eq!(window.admit("a", at(60)), Ok(()));
        assert_eq!(window.admit("a", at(61)), Err(at(49)));
        assert_eq!(window.wait(&"a", at(61)), at(49));
        assert_eq!(window.admit("a", at(110)), Ok(()));
        window.forget(&"a");
        assert_eq!(window.wait(&"a", at(110)), at(0));
    }

    #[test]
    fn clients_that_have_gone_are_forgotten() {
        let mut window = SlidingWindow::new(2, at(60));
        for client in 0..1000 {
            window.admit(client, at(1)).unwrap();
        }
        window.admit(0, at(200)).unwrap();
        assert_eq!(window.clients.len(), 1);
    }

    #[test]
    fn costs_come_back_when_their_period_is_over() {
        let mut window = Window::new(at(60));
        for (cost, moment) in [(3, 0), (1, 10), (5, 10), (1, 30)] {
            window.slide(at(moment));
            window.spend(cost, at(moment));
        }
        assert_eq!((window.used(), window.remaining(12)), (10, 2));
        let waits = [2, 3, 5, 6, 7, 11, 12].map(|cost| window.wait(cost, 12, at(30)).as_secs());
        assert_eq!(waits, [0, 30, 30, 40, 40, 40, 60]);
        assert_eq!(window.wait(13, 12, at(30)), at(60), "never");
        window.slide(at(60));
        assert_eq!(window.used(), 7);
        window.slide(at(90));
        assert!(window.is_empty());
        assert_eq!((window.used(), window.wait(12, 12, at(90))), (0, at(0)));
    }

    #[test]
    fn a_thread_that_was_overtaken_counts_as_coming_now() {
        let mut window = SlidingWindow::new(1, at(60));
        assert_eq!(window.admit("a", at(0)), Ok(()));
        assert_eq!(window.admit("b", at(60)), Ok(()));
        assert_eq!(window.admit("a", at(59)), Ok(()), "the clock has shown 60 already");
        assert_eq!(window.admit("a", at(119)), Err(at(1)));
        assert_eq!(window.admit("a", at(120)), Ok(()));
    }

    #[test]
    fn memory_follows_what_counts() {
        let mut window = Window::new(at(60));
        (0..10_000).for_each(|_| window.spend(1, at(0)));
        assert!(window.spent.capacity() * size_of::<Spent>() <= 1 << 18);
        window.slide(at(60));
        window.tidy();
        assert_eq!(window.spent.capacity(), 0);
    }

    proptest! {
        #[test]
        fn no_stretch_has_more_than_the_limit(steps in prop::collection::vec(0_u64..20, 1..200)) {
            let mut window = SlidingWindow::new(5, at(30));
            let (mut now, mut admitted) = (0, Vec::new());
            for step in steps {
                now += step;
                match window.admit((), at(now)) {
                    Ok(()) => admitted.push(now),
                    Err(wait) => prop_assert_eq!(window.admit((), at(now) + wait - at(1)).is_ok(), false),
                }
            }
            for (position, start) in admitted.iter().enumerate() {
                let within = admitted[position..].iter().filter(|moment| **moment < start + 30).count();
                prop_assert!(within <= 5);
            }
        }
    }
}
