//! Identifiers of requests.

use std::sync::atomic::{AtomicU64, Ordering};

/// Gives every request an identifier: a prefix that is this process's own, then a count.
///
/// It serves to find a request in a log and is no secret.
#[derive(Debug)]
pub struct RequestIds {
    prefix: String,
    next: AtomicU64,
}

impl RequestIds {
    /// Starts counting; `seed` tells this process from others.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        Self { prefix: format!("{seed:08x}"), next: AtomicU64::new(0) }
    }

    /// The identifier of the next request.
    #[must_use]
    pub fn next(&self) -> String {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        format!("{}-{number:08x}", self.prefix)
    }
}
