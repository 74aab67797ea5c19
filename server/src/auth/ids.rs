use std::fmt;
use std::str::FromStr;

use muniment_licenses::model::{GraphId, LicenseId};

use super::randomness::{ALPHANUMERIC, LOWER_ALPHANUMERIC, NoRandomness, Randomness, letters};

/// An identifier that is drawn and never derived from anything: 12 characters of `[a-z0-9]`, or more of `[A-Za-z0-9]`.
/// `KIND` keeps identifiers of different things apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RandomId<const KIND: char, const LENGTH: usize>([u8; LENGTH]);

/// Identifier of an account. It is public, as the address of a profile names it (spec:version-1#website-endpoints).
pub type AccountId = RandomId<'a', 12>;

/// Identifier of a thread. A visitor gets it as the reference of what they wrote and may have to say it on the telephone;
/// it opens nothing.
pub type ThreadId = RandomId<'t', 12>;

/// Identifier of a run of the translation assistant.
pub type TranslationId = RandomId<'r', LENGTH>;

/// A string that is no such identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {length} {}letters or digits", if *.is_lower { "lower-case " } else { "" })]
pub struct InvalidId {
    text: String,
    length: usize,
    is_lower: bool,
}

impl<const KIND: char, const LENGTH: usize> RandomId<KIND, LENGTH> {
    /// Whether it has no capitals.
    const IS_LOWER: bool = LENGTH <= 12;

    /// A new identifier.
    ///
    /// # Errors
    /// There are no random bytes.
    pub fn new(randomness: &dyn Randomness) -> Result<Self, NoRandomness> {
        let alphabet = if Self::IS_LOWER { LOWER_ALPHANUMERIC } else { ALPHANUMERIC };
        letters(randomness, alphabet, LENGTH)?.parse().map_err(|_| NoRandomness)
    }

    /// The identifier as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // INVARIANT: letters and digits, so the default is never taken.
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl<const KIND: char, const LENGTH: usize> FromStr for RandomId<KIND, LENGTH> {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let is_letter = |b: &u8| b.is_ascii_alphanumeric() && !(Self::IS_LOWER && b.is_ascii_uppercase());
        match <[u8; LENGTH]>::try_from(text.as_bytes()) {
            Ok(bytes) if bytes.iter().all(is_letter) => Ok(Self(bytes)),
            _ => Err(InvalidId { text: text.to_owned(), length: LENGTH, is_lower: Self::IS_LOWER }),
        }
    }
}

impl<const KIND: char, const LENGTH: usize> fmt::Display for RandomId<KIND, LENGTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl<const KIND: char, const LENGTH: usize> fmt::Debug for RandomId<KIND, LENGTH> {
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
        let refused = "A".parse::<AccountId>().unwrap_err().to_string();
        assert_eq!(refused, "`A` is not 12 lower-case letters or digits");
        assert_eq!("-".parse::<TranslationId>().unwrap_err().to_string(), "`-` is not 32 letters or digits");
        for bad in ["", "abcdefghijk", "abcdefghijklm", "ABCDEFGHIJKL", "abcdefghijk'", "abcdefghijé"] {
            assert!(bad.parse::<AccountId>().is_err(), "{bad}");
        }
    }
}
