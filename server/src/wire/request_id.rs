//! Identifiers of requests.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::auth::{NoRandomness, Randomness};

/// Gives every request an identifier: a prefix that is this process's own, then a count.
///
/// It serves to find a request in a log and is no secret.
#[derive(Debug)]
pub struct RequestIds {
    prefix: String,
    next: AtomicU64,
}

impl RequestIds {
    /// Starts counting; randomness tells this process from others.
    ///
    /// # Errors
    /// There are no random bytes.
    pub fn new(randomness: &dyn Randomness) -> Result<Self, NoRandomness> {
        let mut seed = [0; 4];
        randomness.fill(&mut seed)?;
        Ok(Self { prefix: format!("{:08x}", u32::from_be_bytes(seed)), next: AtomicU64::new(0) })
    }

    /// The identifier of the next request.
    #[must_use]
    pub fn next(&self) -> String {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        format!("{}-{number:08x}", self.prefix)
    }
}
