use std::collections::BTreeSet;

use super::LicenseId;

/// What may have to be said anew since a library was read before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Anything: more than records and their reviews was touched, or nothing is known of before.
    Everything,
    /// What is said of these records, and of the library as a whole.
    Records(BTreeSet<LicenseId>),
}

impl Scope {
    /// Whether a record is within it.
    #[must_use]
    pub fn holds(&self, id: &str) -> bool {
        match self {
            Self::Everything => true,
            Self::Records(records) => records.contains(id),
        }
    }
}
