use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ipnet::IpNet;

use super::{SlidingWindow, in_words, network, whole_seconds};
use crate::auth::Digest;

/// Bounds the guessing of passwords: counts attempts to sign in for every e-mail address and every client
/// address, in windows that slide. Each process counts for itself.
///
/// An attempt is counted before its password is looked at, so that a burst cannot slip through. E-mail addresses
/// are held as digests, and count whether or not they have an account.
#[derive(Debug)]
pub struct LoginThrottle(Mutex<Counts>);

#[derive(Debug)]
struct Counts {
    emails: SlidingWindow<Digest>,
    clients: SlidingWindow<IpNet>,
}

/// Too many attempts; the sentence of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Too many attempts to sign in. Try again in {}.", in_words(*.retry_after))]
pub struct TooManyLogins {
    /// When the next attempt is looked at, in whole seconds, at least one.
    pub retry_after: u64,
}

impl Default for LoginThrottle {
    fn default() -> Self {
        Self(Mutex::new(Counts {
            emails: SlidingWindow::new(Self::PER_EMAIL, Self::PERIOD),
            clients: SlidingWindow::new(Self::PER_CLIENT, Self::PERIOD),
        }))
    }
}

impl LoginThrottle {
    /// Attempts for one e-mail address in a period.
    pub const PER_EMAIL: usize = 10;
    /// Attempts from one client address in a period; more, as an office may share one.
    pub const PER_CLIENT: usize = 50;
    /// The period.
    pub const PERIOD: Duration = Duration::from_secs(15 * 60);

    /// Counts an attempt.
    ///
    /// # Errors
    /// There were too many. The attempt is not counted then, and its password must not be looked at.
    pub fn admit(&self, email: &str, client: IpAddr, now: Duration) -> Result<(), TooManyLogins> {
        let (email, client) = (digest(email), network(client));
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = counts.emails.wait(&email, now).max(counts.clients.wait(&client, now));
        if wait.is_zero() {
            counts.emails.admit(email, now).and_then(|()| counts.clients.admit(client, now))
        } else {
            Err(wait)
        }
        .map_err(|wait| TooManyLogins { retry_after: whole_seconds(wait).max(1) })
    }

    /// After signing in the address starts anew. The client does not, as it may have an account of its own and
    /// guess the password of another.
    pub fn succeeded(&self, email: &str) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.emails.forget(&digest(email));
    }
}

/// Spellings that reach one mailbox nearly everywhere count together.
fn digest(email: &str) -> Digest {
    Digest::of(&email.trim().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn client(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn one_address_is_guessed_at_ten_times_from_wherever() {
        let throttle = LoginThrottle::default();
        for attempt in 0..10_u8 {
            assert_eq!(throttle.admit("ada@example.org", client(attempt), at(attempt.into())), Ok(()));
        }
        let refused = throttle.admit(" Ada@Example.org", client(99), at(60)).unwrap_err();
        assert_eq!(refused.retry_after, 840);
        assert_eq!(refused.to_string(), "Too many attempts to sign in. Try again in 840 seconds.");
        let soon = throttle.admit("ada@example.org", client(99), at(899)).unwrap_err();
        assert_eq!(soon.to_string(), "Too many attempts to sign in. Try again in 1 second.");
        assert_eq!(throttle.admit("bob@example.org", client(99), at(60)), Ok(()));
        assert_eq!(throttle.admit("ada@example.org", client(99), at(900)), Ok(()), "the first has left");
        assert!(throttle.admit("ada@example.org", client(99), at(900)).is_err());
    }

    #[test]
    fn one_client_guesses_fifty_times_at_whomever() {
        let throttle = LoginThrottle::default();
        for attempt in 0..50 {
            assert_eq!(throttle.admit(&format!("{attempt}@example.org"), client(1), at(0)), Ok(()));
        }
        for _ in 0..20 {
            assert!(throttle.admit("ada@example.org", client(1), at(0)).is_err());
        }
        assert_eq!(throttle.admit("ada@example.org", client(2), at(0)), Ok(()), "refusals count for nobody");
    }

    #[test]
    fn signing_in_clears_the_address_and_not_the_client() {
        let throttle = LoginThrottle::default();
        for _ in 0..5 {
            for _ in 0..10 {
                assert_eq!(throttle.admit("ada@example.org", client(1), at(0)), Ok(()));
            }
            throttle.succeeded("ada@example.org");
        }
        assert!(throttle.admit("ada@example.org", client(1), at(0)).is_err());
        assert_eq!(throttle.admit("ada@example.org", client(2), at(0)), Ok(()));
    }

    #[test]
    fn a_burst_of_attempts_does_not_slip_through() {
        let throttle = LoginThrottle::default();
        let admitted: usize = std::thread::scope(|scope| {
            let attempt = |n: u8| {
                let throttle = &throttle;
                scope.spawn(move || throttle.admit("ada@example.org", client(n), at(n.into())).is_ok())
            };
            let threads: Vec<_> = (0..64).map(attempt).collect();
            threads.into_iter().map(|thread| usize::from(thread.join().unwrap())).sum()
        });
        assert_eq!(admitted, 10);
    }
}
