use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ipnet::IpNet;

use super::{SlidingWindow, in_words, network, whole_seconds};
use crate::auth::Digest;

/// Bounds the guessing of passwords and the opening of accounts: counts attempts for every e-mail address and every client
/// network, in windows that slide. Each process counts for itself.
///
/// Ten wrong passwords from one network lock the address for that network alone, so that nobody locks the owner out. A
/// hundred from everywhere lock it for everybody.
///
/// An attempt is counted before its password is looked at, so that a burst cannot slip through. E-mail addresses
/// are held as digests, and count whether or not they have an account.
#[derive(Debug)]
pub struct LoginThrottle(Mutex<Counts>);

#[derive(Debug)]
struct Counts {
    emails: SlidingWindow<Digest>,
    emails_of_clients: SlidingWindow<(Digest, IpNet)>,
    clients: SlidingWindow<IpNet>,
    sites: SlidingWindow<IpNet>,
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
            emails_of_clients: SlidingWindow::new(Self::PER_EMAIL_AND_CLIENT, Self::PERIOD),
            clients: SlidingWindow::new(Self::PER_CLIENT, Self::PERIOD),
            sites: SlidingWindow::new(Self::PER_SITE, Self::PERIOD),
        }))
    }
}

impl LoginThrottle {
    /// Attempts for one e-mail address from one client network in a period.
    pub const PER_EMAIL_AND_CLIENT: usize = 10;
    /// Attempts for one e-mail address from everywhere in a period.
    pub const PER_EMAIL: usize = 100;
    /// Attempts from one client network in a period; more than for an address, as an office may share one.
    pub const PER_CLIENT: usize = 50;
    /// Attempts from the 48 bits of version 6 that one customer of a provider may have, in a period.
    pub const PER_SITE: usize = 200;
    /// The period.
    pub const PERIOD: Duration = Duration::from_secs(15 * 60);

    /// Counts an attempt.
    ///
    /// # Errors
    /// There were too many. The attempt is not counted then, and its password must not be looked at.
    pub fn admit(&self, email: &str, client: IpAddr, now: Duration) -> Result<(), TooManyLogins> {
        let (email, site, client) = (digest(email), site(client), network(client));
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Counts { emails, emails_of_clients, clients, sites } = &mut *counts;
        let waits = [
            emails.wait(&email, now),
            emails_of_clients.wait(&(email, client), now),
            clients.wait(&client, now),
            sites.wait(&site, now),
        ];
        match waits.into_iter().max() {
            Some(wait) if !wait.is_zero() => Err(wait),
            _ => emails
                .admit(email, now)
                .and_then(|()| emails_of_clients.admit((email, client), now))
                .and_then(|()| clients.admit(client, now))
                .and_then(|()| sites.admit(site, now)),
        }
        .map_err(|wait| TooManyLogins { retry_after: whole_seconds(wait).max(1) })
    }

    /// After signing in the address starts anew for the client. The client does not, as it may have an account of its own
    /// and guess the password of another.
    pub fn succeeded(&self, email: &str, client: IpAddr) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.emails_of_clients.forget(&(digest(email), network(client)));
    }
}

/// The network of a customer: 48 bits of version 6, an address of version 4.
fn site(client: IpAddr) -> IpNet {
    match client.to_canonical() {
        IpAddr::V6(client) => {
            IpNet::new(client.into(), 48).map_or(IpNet::from(IpAddr::from(client)), |site| site.trunc())
        }
        client => client.into(),
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
    fn one_address_is_guessed_at_ten_times_from_a_network() {
        let throttle = LoginThrottle::default();
        for attempt in 0..10_u8 {
            assert_eq!(throttle.admit("ada@example.org", client(99), at(attempt.into())), Ok(()));
        }
        assert_eq!(
            throttle.admit("ada@example.org", client(1), at(60)),
            Ok(()),
            "the owner signs in elsewhere"
        );
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
    fn one_address_is_guessed_at_a_hundred_times_from_everywhere() {
        let throttle = LoginThrottle::default();
        for attempt in 0..100_u8 {
            assert_eq!(throttle.admit("ada@example.org", client(attempt), at(0)), Ok(()));
        }
        assert!(throttle.admit("ada@example.org", client(200), at(1)).is_err());
    }

    #[test]
    fn one_customer_of_a_provider_does_not_count_as_65536_clients() {
        let throttle = LoginThrottle::default();
        let attempt = |n: u32, prefix: &str| {
            let client = format!("2001:db8:{prefix}:{n:x}::1").parse().unwrap();
            throttle.admit(&format!("{n}@example.org"), client, at(0))
        };
        assert!((0..200).all(|n| attempt(n, "1").is_ok()));
        assert!(attempt(200, "1").is_err());
        assert!(attempt(200, "2").is_ok());
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
            throttle.succeeded("ada@example.org", client(1));
        }
        assert!(throttle.admit("ada@example.org", client(1), at(0)).is_err());
        assert_eq!(throttle.admit("ada@example.org", client(2), at(0)), Ok(()));
    }

    #[test]
    fn a_burst_of_attempts_does_not_slip_through() {
        let throttle = LoginThrottle::default();
        let admitted: usize = std::thread::scope(|scope| {
            let attempt = |n: u64| {
                let throttle = &throttle;
                scope.spawn(move || throttle.admit("ada@example.org", client(1), at(n)).is_ok())
            };
            let threads: Vec<_> = (0..64).map(attempt).collect();
            threads.into_iter().map(|thread| usize::from(thread.join().unwrap())).sum()
        });
        assert_eq!(admitted, 10);
    }
}
