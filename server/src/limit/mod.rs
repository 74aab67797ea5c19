//! How much one client may take: requests of an address (spec:version-1#limits-per-address) and of an account
//! (spec:version-1#limits-per-account), attempts to sign in, turns at computing, bytes of large answers.
//!
//! Time is passed in; each process counts for itself.

mod account;
mod allowance;
mod client;
mod large_answer;
mod passwords;
mod sign_in;
mod turns;
mod window;

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use http::Method;
use ipnet::IpNet;
use muniment_documents::api::v1::{BUCKETS, Bucket, Endpoint};

pub use account::{AccountLimits, Exhausted, RateLimitState};
pub use allowance::{Allowance, Overrides, PerSpan, Span};
pub use client::{InvalidProxies, Peer, TrustedProxies, network};
pub use large_answer::{Answer, AnswerLimits, AnswerSpace, Counted, LargeAnswers, Unwritten};
pub use passwords::{NotComputed, PasswordChecks};
pub use sign_in::{LoginThrottle, TooManyLogins};
pub(crate) use turns::current_client;
pub use turns::{NoTurn, Turns};
pub use window::SlidingWindow;

/// A time in seconds, rounded up: a client that waits as long is not early.
pub(crate) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0))
}

/// A number of seconds, in words.
pub(crate) fn in_words(seconds: u64) -> String {
    if seconds == 1 { "1 second".to_owned() } else { format!("{seconds} seconds") }
}

/// A request beyond the limit of its bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded {
    /// The bucket.
    pub bucket: &'static Bucket,
    /// When the next request is admitted, in whole seconds, at least one.
    pub retry_after: u64,
}

impl Exceeded {
    /// The sentence of the answer (spec:version-1#errors).
    #[must_use]
    pub fn sentence(&self) -> String {
        let Bucket { limit, period, .. } = self.bucket;
        format!("Rate limit exceeded: at most {limit} requests per {}s for this endpoint.", period.as_secs())
    }
}

/// Counts the requests of every client network in every bucket.
#[derive(Debug)]
pub struct ClientLimits {
    windows: Vec<(&'static Bucket, Mutex<SlidingWindow<IpNet>>)>,
}

/// The bucket of a request that no operation answers.
#[must_use]
pub fn bucket_of_page(method: &Method, path: &str) -> Option<&'static Bucket> {
    let is_counted = |endpoint: &Endpoint| match endpoint {
        Endpoint::Post(known) => *method == Method::POST && path == *known,
        Endpoint::Below(base) => *method != Method::OPTIONS && path.starts_with(base),
        Endpoint::Computed(_) => false,
    };
    BUCKETS.into_iter().find(|bucket| bucket.endpoints.iter().any(is_counted))
}

impl Default for ClientLimits {
    fn default() -> Self {
        let window =
            |bucket: &'static Bucket| (bucket, Mutex::new(SlidingWindow::new(bucket.limit, bucket.period)));
        Self { windows: BUCKETS.into_iter().map(window).collect() }
    }
}

impl ClientLimits {
    /// Counts a request in a bucket; a refused one is not counted.
    pub fn admit(&self, bucket: &Bucket, client: IpAddr, now: Duration) -> Result<(), Exceeded> {
        let Some((bucket, window)) = self.windows.iter().find(|(known, _)| *known == bucket) else {
            return Ok(());
        };
        let mut window = window.lock().unwrap_or_else(PoisonError::into_inner);
        window
            .admit(network(client), now)
            .map_err(|wait| Exceeded { bucket, retry_after: whole_seconds(wait).max(1) })
    }
}

/// How often may be asked.
#[derive(Debug)]
pub struct RequestLimits {
    /// By one client address (spec:version-1#limits-per-address).
    pub clients: ClientLimits,
    /// By one account with its tokens (spec:version-1#limits-per-account).
    pub accounts: AccountLimits,
    /// The forms one account sends from its browsers.
    pub forms: AccountLimits,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            clients: ClientLimits::default(),
            accounts: AccountLimits::default(),
            forms: AccountLimits::new(Allowance::FORMS, AccountLimits::CEILING)
                .with_share(AccountLimits::SHARE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_network_share_a_bucket() {
        let limits = ClientLimits::default();
        let letters = bucket_of_page(&Method::POST, "/contact").unwrap();
        let admit = |client: &str| limits.admit(letters, client.parse().unwrap(), Duration::ZERO).is_ok();
        assert!((0..5).all(|host| admit(&format!("2001:db8::{host}"))));
        assert!(!admit("2001:db8::ffff"), "the sixth letter of one /64");
        assert!(admit("2001:db8:0:1::1"), "another /64");
        assert!((0..5).all(|_| admit("192.0.2.1")));
        assert!(!admit("::ffff:192.0.2.1"), "the same address");
    }
}
