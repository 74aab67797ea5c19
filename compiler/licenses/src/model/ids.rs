use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A string that does not match `^[A-Za-z0-9._-]{1,128}$`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not 1 to 128 letters, digits, dots, underscores or hyphens")]
pub struct InvalidId(String);

fn is_id(text: &str) -> bool {
    (1..=128).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(String);

        impl $name {
            /// The identifier as it is written.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                if is_id(text) { Ok(Self(text.to_owned())) } else { Err(InvalidId(text.to_owned())) }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }
    };
}

id! {
    /// Identifier of a license record (spec:version-1#identifiers); orders by UTF-8 bytes.
    LicenseId
}

id! {
    /// Identifier of a dependency graph (`dg_default`); orders by UTF-8 bytes.
    GraphId
}

/// Number of a model version; versions count from 1 without gaps (spec:version-2#version-object).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VersionNumber(NonZeroU32);

/// A string that is not a version number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a version number: an integer from 1")]
pub struct InvalidVersionNumber(String);

impl VersionNumber {
    /// The first version of every model.
    pub const FIRST: Self = Self(NonZeroU32::MIN);

    /// `None` for 0.
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// The version at an index (from 0) of a history.
    #[must_use]
    pub fn at(position: usize) -> Self {
        let number = u32::try_from(position).unwrap_or(u32::MAX).saturating_add(1);
        Self(NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN))
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0.get()
    }

    /// The version before, if there is one.
    #[must_use]
    pub fn predecessor(self) -> Option<Self> {
        Self::new(self.get() - 1)
    }

    /// The next version.
    #[must_use]
    pub fn successor(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl FromStr for VersionNumber {
    type Err = InvalidVersionNumber;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        text.parse()
            .ok()
            .filter(|_| digits && !text.starts_with('0'))
            .map(Self)
            .ok_or_else(|| InvalidVersionNumber(text.to_owned()))
    }
}

impl fmt::Display for VersionNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// What a release identifier names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReleaseKind {
    /// Library, graphs and vocabulary together.
    Data,
    /// The curated records.
    Library,
    /// The core dependency graphs.
    Graphs,
    /// The vocabulary.
    Vocabulary,
}

impl ReleaseKind {
    const ALL: [Self; 4] = [Self::Data, Self::Library, Self::Graphs, Self::Vocabulary];

    /// The prefix of identifiers of this kind, hyphen included.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Data => "data-",
            Self::Library => "lib-",
            Self::Graphs => "dg-",
            Self::Vocabulary => "ns-",
        }
    }
}

/// Identifier of a state of the data: a prefix and 16 hex digits (spec:releases#identifiers).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReleaseId {
    kind: ReleaseKind,
    digits: String,
}

/// A string that is not a release identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not `data-`, `lib-`, `dg-` or `ns-` followed by 16 lower-case hex digits")]
pub struct InvalidReleaseId(String);

impl ReleaseId {
    /// The identifier of a text: prefix and the first 16 hex digits of its SHA-256.
    #[must_use]
    pub fn of(kind: ReleaseKind, text: &str) -> Self {
        Self { kind, digits: muniment_rdf::ContentHash::of(text).short(16) }
    }

    /// What the identifier names.
    #[must_use]
    pub fn kind(&self) -> ReleaseKind {
        self.kind
    }
}

impl FromStr for ReleaseId {
    type Err = InvalidReleaseId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        ReleaseKind::ALL
            .into_iter()
            .find_map(|kind| Some((kind, text.strip_prefix(kind.prefix())?)))
            .filter(|(_, digits)| {
                digits.len() == 16 && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
            })
            .map(|(kind, digits)| Self { kind, digits: digits.to_owned() })
            .ok_or_else(|| InvalidReleaseId(text.to_owned()))
    }
}

impl fmt::Display for ReleaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.prefix(), self.digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_what_the_pattern_admits() {
        for good in ["0BSD", "AGPL-3.0", "a", "x_y.z-", &"a".repeat(128)] {
            assert!(good.parse::<LicenseId>().is_ok(), "{good}");
        }
        for bad in ["", "a b", "a/b", "é", "a+", &"a".repeat(129)] {
            assert!(bad.parse::<LicenseId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn versions_count_from_one() {
        assert_eq!("1".parse(), Ok(VersionNumber::FIRST));
        assert_eq!(VersionNumber::at(1).predecessor(), Some(VersionNumber::FIRST));
        assert_eq!(VersionNumber::FIRST.predecessor(), None);
        for bad in ["", "0", "-1", "+1", "01", "x", "4294967296"] {
            assert!(bad.parse::<VersionNumber>().is_err(), "{bad}");
        }
    }

    #[test]
    fn release_identifiers_round_trip() {
        for kind in ReleaseKind::ALL {
            let id = ReleaseId::of(kind, "x");
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for bad in ["data-", "data-0123456789abcde", "lib-0123456789ABCDEF", "x-0123456789abcdef"] {
            assert!(bad.parse::<ReleaseId>().is_err(), "{bad}");
        }
    }
}
