use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest as _, Sha256};

/// A source of unpredictable bytes.
pub trait Randomness: Debug + Send + Sync {
    /// Fills a buffer.
    ///
    /// # Errors
    /// The source is dry; nothing secret may be made then.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness>;
}

/// There are no random bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the source of random bytes is dry")]
pub struct NoRandomness;

/// The generator of the operating system.
#[derive(Debug, Clone, Copy)]
pub struct SystemRandomness;

impl Randomness for SystemRandomness {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        getrandom::fill(bytes).map_err(|_| NoRandomness)
    }
}

/// The same bytes on every run, for tests: the seed determines every secret.
#[derive(Debug)]
pub struct SeededRandomness {
    seed: u64,
    blocks: AtomicU64,
}

impl SeededRandomness {
    /// A source that begins anew.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, blocks: AtomicU64::new(0) }
    }
}

impl Randomness for SeededRandomness {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        for chunk in bytes.chunks_mut(32) {
            let block = self.blocks.fetch_add(1, Ordering::Relaxed);
            let random = Sha256::digest([self.seed.to_le_bytes(), block.to_le_bytes()].concat());
            for (byte, random) in chunk.iter_mut().zip(random) {
                *byte = random;
            }
        }
        Ok(())
    }
}

/// `[A-Za-z0-9]`
pub(super) const ALPHANUMERIC: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/// `[a-z0-9]`
pub(super) const LOWER_ALPHANUMERIC: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// Bytes drawn at a time: 512 bits, of which one draw nearly always suffices for the longest text made here.
const DRAW: usize = 64;
/// Draws after which a source is taken for broken. That a good one is misjudged is beyond imagination.
const DRAWS: usize = 64;

/// A text of so many letters of an alphabet of at most 256, each as likely as any other.
pub(super) fn letters(
    randomness: &dyn Randomness,
    alphabet: &[u8],
    length: usize,
) -> Result<String, NoRandomness> {
    // Bytes from the last, incomplete round of the alphabet would favour its beginning; they are thrown away.
    let usable = 256 - 256 % alphabet.len().max(1);
    let mut text = String::with_capacity(length);
    for _ in 0..DRAWS {
        let mut bytes = [0; DRAW];
        randomness.fill(&mut bytes)?;
        let drawn = bytes.into_iter().map(usize::from).filter(|byte| *byte < usable);
        let drawn = drawn.filter_map(|byte| alphabet.get(byte % alphabet.len()));
        text.extend(drawn.map(|letter| char::from(*letter)).take(length - text.len()));
        if text.len() == length {
            return Ok(text);
        }
    }
    Err(NoRandomness)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Yields one byte for ever.
    #[derive(Debug)]
    struct Stuck(u8);

    impl Randomness for Stuck {
        fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
            bytes.fill(self.0);
            Ok(())
        }
    }

    #[derive(Debug)]
    struct Dry;

    impl Randomness for Dry {
        fn fill(&self, _: &mut [u8]) -> Result<(), NoRandomness> {
            Err(NoRandomness)
        }
    }

    #[test]
    fn bytes_that_would_favour_letters_are_thrown_away() {
        assert_eq!(letters(&Stuck(247), ALPHANUMERIC, 3).unwrap(), "999");
        assert_eq!(letters(&Stuck(62), ALPHANUMERIC, 3).unwrap(), "AAA");
        assert_eq!(letters(&Stuck(248), ALPHANUMERIC, 3), Err(NoRandomness));
        assert_eq!(letters(&Stuck(251), LOWER_ALPHANUMERIC, 2).unwrap(), "99");
        assert_eq!(letters(&Stuck(252), LOWER_ALPHANUMERIC, 2), Err(NoRandomness));
        assert_eq!(letters(&Dry, ALPHANUMERIC, 1), Err(NoRandomness));
    }

    #[test]
    fn every_letter_is_as_likely_as_any_other() {
        let text = letters(&SeededRandomness::new(7), ALPHANUMERIC, 2480).unwrap();
        let mut counts = BTreeMap::new();
        for letter in text.chars() {
            *counts.entry(letter).or_insert(0_i32) += 1;
        }
        assert_eq!(counts.len(), 62);
        // 40 of each are expected; the chi-squared of 61 degrees of freedom is above 110 once in ten thousand times.
        let chi_squared: f64 = counts.values().map(|count| f64::from((count - 40).pow(2)) / 40.0).sum();
        assert!(chi_squared < 110.0, "{chi_squared}");
    }

    #[test]
    fn seeds_repeat_themselves_and_the_system_does_not() {
        let draw = |randomness: &dyn Randomness| letters(randomness, ALPHANUMERIC, 40).unwrap();
        assert_eq!(draw(&SeededRandomness::new(1)), draw(&SeededRandomness::new(1)));
        assert_ne!(draw(&SeededRandomness::new(1)), draw(&SeededRandomness::new(2)));
        let randomness = SeededRandomness::new(1);
        assert_ne!(draw(&randomness), draw(&randomness));
        assert_ne!(draw(&SystemRandomness), draw(&SystemRandomness));
    }
}
