//! How often one client address (spec:version-1#limits-per-address) and one account (spec:version-1#limits-per-account)
//! may ask. Time is passed in; each process counts for itself.

mod account;
mod allowance;
mod bucket;
mod weight;
mod window;

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use http::Method;
use ipnet::IpNet;

use crate::peer::network;

pub use account::{AccountLimits, Exhausted, Standing};
pub use allowance::{Allowance, Overrides, Span};
pub use bucket::{BUCKETS, Bucket, COMPUTED};
pub use weight::{WEIGHTS, Weighty, weight};
pub use window::SlidingWindow;

/// A time in seconds, rounded up: whoever waits as long is not early.
pub(crate) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0))
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

impl Default for ClientLimits {
    fn default() -> Self {
        let window =
            |bucket: &'static Bucket| (bucket, Mutex::new(SlidingWindow::new(bucket.limit, bucket.period)));
        Self { windows: BUCKETS.iter().map(window).collect() }
    }
}

impl ClientLimits {
    /// Counts a request; a refused one is not counted.
    pub fn admit(&self, method: &Method, path: &str, client: IpAddr, now: Duration) -> Result<(), Exceeded> {
        self.admit_to(|bucket| bucket.has(method, path), client, now)
    }

    /// Counts a request that reads what has to be computed; a refused one is not counted.
    pub fn admit_computed(&self, client: IpAddr, now: Duration) -> Result<(), Exceeded> {
        self.admit_to(|bucket| *bucket == COMPUTED, client, now)
    }

    fn admit_to(
        &self,
        is_it: impl Fn(&Bucket) -> bool,
        client: IpAddr,
        now: Duration,
    ) -> Result<(), Exceeded> {
        let Some((bucket, window)) = self.windows.iter().find(|(bucket, _)| is_it(bucket)) else {
            return Ok(());
        };
        let mut window = window.lock().unwrap_or_else(PoisonError::into_inner);
        window
            .admit(network(client), now)
            .map_err(|wait| Exceeded { bucket, retry_after: whole_seconds(wait).max(1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_network_share_a_bucket() {
        let limits = ClientLimits::default();
        let admit = |client: &str| {
            limits.admit(&Method::POST, "/contact", client.parse().unwrap(), Duration::ZERO).is_ok()
        };
        assert!((0..5).all(|host| admit(&format!("2001:db8::{host}"))));
        assert!(!admit("2001:db8::ffff"), "the sixth letter of one /64");
        assert!(admit("2001:db8:0:1::1"), "another /64");
        assert!((0..5).all(|_| admit("192.0.2.1")));
        assert!(!admit("::ffff:192.0.2.1"), "the same address");
    }
}
