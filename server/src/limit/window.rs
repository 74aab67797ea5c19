use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::time::Duration;

/// Admits so many requests of each client in any stretch of time of a given length.
#[derive(Debug)]
pub struct SlidingWindow<K> {
    limit: usize,
    period: Duration,
    /// When each client's requests that still count were admitted, oldest first.
    admitted: HashMap<K, VecDeque<Duration>>,
    /// When clients that have gone were last forgotten.
    swept: Duration,
}

impl<K: Eq + Hash> SlidingWindow<K> {
    /// A window that has seen nobody.
    #[must_use]
    pub fn new(limit: usize, period: Duration) -> Self {
        Self { limit, period, admitted: HashMap::new(), swept: Duration::ZERO }
    }

    /// Admits a request of a client at a moment, which may not lie before that of an earlier call; otherwise says
    /// how long to wait. A refused request does not count.
    pub fn admit(&mut self, client: K, now: Duration) -> Result<(), Duration> {
        let (limit, period) = (self.limit, self.period);
        let is_over = |moment: &Duration| now.saturating_sub(*moment) >= period;
        if now.saturating_sub(self.swept) >= period {
            self.admitted.retain(|_, moments| moments.back().is_some_and(|last| !is_over(last)));
            self.swept = now;
        }
        let moments = self.admitted.entry(client).or_default();
        while moments.front().is_some_and(is_over) {
            moments.pop_front();
        }
        match moments.front() {
            Some(first) if moments.len() >= limit => Err((*first + period).saturating_sub(now)),
            _ => {
                moments.push_back(now);
                Ok(())
            }
        }
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
        assert_eq!(window.admit("a", at(110)), Ok(()));
    }

    #[test]
    fn clients_that_have_gone_are_forgotten() {
        let mut window = SlidingWindow::new(2, at(60));
        for client in 0..1000 {
            window.admit(client, at(1)).unwrap();
        }
        window.admit(0, at(200)).unwrap();
        assert_eq!(window.admitted.len(), 1);
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
