use std::collections::BTreeSet;

#[cfg(doc)]
use super::License;
use super::LicenseId;

/// What may have changed since the library was last read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// More than records and reviews changed, or the state before is unknown.
    Everything,
    /// Some records, and statements about the whole library.
    Records {
        /// The records.
        ids: BTreeSet<LicenseId>,
        /// Whether lists, indexes and pages of terms change (see [`License::is_listed_as`]).
        lists: bool,
    },
}

impl Scope {
    /// Whether the scope includes a record.
    #[must_use]
    pub fn holds(&self, id: &str) -> bool {
        match self {
            Self::Everything => true,
            Self::Records { ids, .. } => ids.contains(id),
        }
    }

    /// Whether the scope includes lists, indexes and pages of terms.
    #[must_use]
    pub fn holds_lists(&self) -> bool {
        match self {
            Self::Everything => true,
            Self::Records { lists, .. } => *lists,
        }
    }
}
