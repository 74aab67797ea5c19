use super::LicenseId;

/// An identifier that is no longer used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retired {
    /// The identifier as it was spelled.
    pub id: String,
    /// The record that replaces it.
    pub successor: Option<LicenseId>,
}

/// A group of records that belong together, printed with reviews.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// Name.
    pub name: String,
    /// Members, sorted.
    pub members: Vec<LicenseId>,
}

/// A set of records that checks refer to (`permissive`, `whole-work`, …).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordClass {
    /// Name.
    pub name: String,
    /// What the members have in common.
    pub about: String,
    /// Members, sorted.
    pub members: Vec<LicenseId>,
}

/// Records that are allowed to fail a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckException {
    /// Number of the check.
    pub check: u8,
    /// Identifiers of the models.
    pub records: Vec<String>,
    /// Reason of the exception.
    pub reason: String,
}
