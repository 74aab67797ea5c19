use std::fmt;

use super::digest::Digest;
use super::randomness::{ALPHANUMERIC, NoRandomness, Randomness, letters};

/// The secret of a link that confirms an e-mail address: 40 characters of `[A-Za-z0-9]`. It is mailed once and kept as its
/// digest. `Debug` does not show it.
#[derive(Clone)]
pub struct LinkSecret(String);

impl LinkSecret {
    const LENGTH: usize = 40;

    /// A new secret.
    ///
    /// # Errors
    /// There are no random bytes.
    pub fn new(randomness: &dyn Randomness) -> Result<Self, NoRandomness> {
        letters(randomness, ALPHANUMERIC, Self::LENGTH).map(Self)
    }

    /// A text that has the form of a secret.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_secret = text.len() == Self::LENGTH && text.bytes().all(|b| b.is_ascii_alphanumeric());
        is_secret.then(|| Self(text.to_owned()))
    }

    /// The secret itself, to be mailed this once.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it, and what it is looked up by.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&self.0)
    }
}

impl fmt::Debug for LinkSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}
