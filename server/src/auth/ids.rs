use std::fmt;
use std::str::FromStr;

use muniment_licenses::model::{GraphId, LicenseId};

use super::randomness::{ALPHANUMERIC, LOWER_ALPHANUMERIC, NoRandomness, Randomness, letters};

/// Identifier of an account: 12 characters of `[a-z0-9]`, drawn and never derived from the e-mail address. It is
/// public, as the address of a profile names it (spec:version-1#website-endpoints).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountId([u8; Self::LENGTH]);

/// A string that is no account's identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not 12 lower-case letters or digits")]
pub struct InvalidAccountId(String);

impl AccountId {
    const LENGTH: usize = 12;

    /// The identifier of a new account.
    ///
    /// # Errors
    /// There are no random bytes.
    pub fn new(randomness: &dyn Randomness) -> Result<Self, NoRandomness> {
        letters(randomness, LOWER_ALPHANUMERIC, Self::LENGTH)?.parse().map_err(|_| NoRandomness)
    }

    /// The identifier as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // INVARIANT: letters and digits, so the default is never taken.
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for AccountId {
    type Err = InvalidAccountId;

    fn from_str(text: &str) -> Result<Self, InvalidAccountId> {
        let bytes = text.as_bytes().try_into().ok();
        bytes
            .filter(|bytes: &[u8; Self::LENGTH]| {
                bytes.iter().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
            })
            .map(Self)
            .ok_or_else(|| InvalidAccountId(text.to_owned()))
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Length of the identifiers of what accounts make. Published licenses are unlisted: who does not know the
/// identifier does not find the license, so it must not be guessable (spec:version-1#identifiers).
const LENGTH: usize = 32;

/// The identifier of a new composed license: 32 characters of `[A-Za-z0-9]`.
///
/// # Errors
/// There are no random bytes.
pub fn composed_license_id(randomness: &dyn Randomness) -> Result<LicenseId, NoRandomness> {
    letters(randomness, ALPHANUMERIC, LENGTH)?.parse().map_err(|_| NoRandomness)
}

/// The identifier of a new dependency graph of an account: 32 characters of `[A-Za-z0-9]`.
///
/// # Errors
/// There are no random bytes.
pub fn account_graph_id(randomness: &dyn Randomness) -> Result<GraphId, NoRandomness> {
    letters(randomness, ALPHANUMERIC, LENGTH)?.parse().map_err(|_| NoRandomness)
}

/// Identifier of a run of the translation assistant: 32 characters of `[A-Za-z0-9]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslationId(String);

/// A string that is no identifier of a run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not 32 letters or digits")]
pub struct InvalidTranslationId(String);

impl TranslationId {
    /// The identifier of a new run.
    ///
    /// # Errors
    /// There are no random bytes.
    pub fn new(randomness: &dyn Randomness) -> Result<Self, NoRandomness> {
        letters(randomness, ALPHANUMERIC, LENGTH).map(Self)
    }

    /// The identifier as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TranslationId {
    type Err = InvalidTranslationId;

    fn from_str(text: &str) -> Result<Self, InvalidTranslationId> {
        if is_drawn_id(text) { Ok(Self(text.to_owned())) } else { Err(InvalidTranslationId(text.to_owned())) }
    }
}

impl fmt::Display for TranslationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Identifier of a thread: 12 characters of `[a-z0-9]`. A visitor gets it as the reference of what they wrote and may
/// have to say it on the telephone; it opens nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadId(String);

/// A string that is no identifier of a thread.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not 12 lower-case letters or digits")]
pub struct InvalidThreadId(String);

impl ThreadId {
    const LENGTH: usize = 12;

    /// The identifier of a new thread.
    ///
    /// # Errors
    /// There are no random bytes.
    pub fn new(randomness: &dyn Randomness) -> Result<Self, NoRandomness> {
        letters(randomness, LOWER_ALPHANUMERIC, Self::LENGTH).map(Self)
    }

    /// The identifier as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ThreadId {
    type Err = InvalidThreadId;

    fn from_str(text: &str) -> Result<Self, InvalidThreadId> {
        let is_letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        if text.len() == Self::LENGTH && text.bytes().all(is_letter) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidThreadId(text.to_owned()))
        }
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a text could be the identifier of a composed license or of an account's graph. Nothing else is looked up.
#[must_use]
pub fn is_drawn_id(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::super::SeededRandomness;
    use super::*;

    #[test]
    fn identifiers_have_their_length_and_alphabet() {
        let randomness = SeededRandomness::new(3);
        for _ in 0..100 {
            let account = AccountId::new(&randomness).unwrap();
            assert_eq!(account.as_str().len(), 12);
            assert_eq!(account.to_string().parse(), Ok(account));
            let made = [
                composed_license_id(&randomness).unwrap().to_string(),
                account_graph_id(&randomness).unwrap().to_string(),
            ];
            for id in made {
                assert!(id.len() == 32 && id.bytes().all(|b| b.is_ascii_alphanumeric()), "{id}");
            }
        }
        assert_ne!(AccountId::new(&randomness).unwrap(), AccountId::new(&randomness).unwrap());
    }

    #[test]
    fn other_strings_are_no_accounts() {
        for bad in ["", "abcdefghijk", "abcdefghijklm", "ABCDEFGHIJKL", "abcdefghijk'", "abcdefghijé"] {
            assert!(bad.parse::<AccountId>().is_err(), "{bad}");
        }
    }
}
