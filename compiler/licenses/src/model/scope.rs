use std::collections::BTreeSet;

#[cfg(doc)]
use super::License;
use super::LicenseId;

/// What may have to be said anew since a library was read before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Anything: more than records and their reviews was touched, or nothing is known of before.
    Everything,
    /// What is said of some records, and of the library as a whole.
    Records {
        /// The records.
        ids: BTreeSet<LicenseId>,
        /// Whether lists, indexes and the pages of terms say something else of them (see [`License::is_listed_as`]).
        lists: bool,
    },
}

impl Scope {
    /// Whether a record is within it.
    #[must_use]
    pub fn holds(&self, id: &str) -> bool {
        match self {
            Self::Everything => true,
            Self::Records { ids, .. } => ids.contains(id),
        }
    }

    /// Whether lists, indexes and the pages of terms are within it.
    #[must_use]
    pub fn holds_lists(&self) -> bool {
        match self {
            Self::Everything => true,
            Self::Records { lists, .. } => *lists,
        }
    }
}
