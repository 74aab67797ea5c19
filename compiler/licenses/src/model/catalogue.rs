use super::LicenseId;

/// An identifier that is no longer used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retired {
    /// The identifier as it was spelled.
    pub id: String,
    /// Record that took its place.
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

/// A set of records that a check speaks about (`permissive`, `whole-work`, …).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordClass {
    /// Name.
    pub name: String,
    /// What the members have in common.
    pub about: String,
    /// Members, sorted.
    pub members: Vec<LicenseId>,
}

/// Records that break a check and may.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckException {
    /// Number of the check.
    pub check: u8,
    /// Identifiers of the models.
    pub records: Vec<String>,
    /// Why they may.
    pub reason: String,
}
