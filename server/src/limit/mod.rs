//! How often one client may ask (document 1 §8.1). Time is passed in; each process counts for itself.

mod bucket;
mod window;

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use http::Method;

pub use bucket::{BUCKETS, Bucket};
pub use window::SlidingWindow;

/// A request beyond the limit of its bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded {
    /// The bucket.
    pub bucket: &'static Bucket,
    /// When the next request is admitted, in whole seconds, at least one.
    pub retry_after: u64,
}

impl Exceeded {
    /// The sentence of the answer (document 1 §7).
    #[must_use]
    pub fn sentence(&self) -> String {
        let Bucket { limit, period, .. } = self.bucket;
        format!("Rate limit exceeded: at most {limit} requests per {}s for this endpoint.", period.as_secs())
    }
}

/// Counts the requests of every client address in every bucket.
#[derive(Debug)]
pub struct ClientLimits {
    windows: Vec<(&'static Bucket, Mutex<SlidingWindow<IpAddr>>)>,
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
        let Some((bucket, window)) = self.windows.iter().find(|(bucket, _)| bucket.has(method, path)) else {
            return Ok(());
        };
        let mut window = window.lock().unwrap_or_else(PoisonError::into_inner);
        window
            .admit(client, now)
            .map_err(|wait| Exceeded { bucket, retry_after: wait.as_secs_f64().ceil().max(1.0) as u64 })
    }
}
