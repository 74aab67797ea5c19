use crate::model::{Library, LicenseId};
use crate::reason::{Context, Terms, TermsIndex, Work};

/// What an audit asks about: a library, the license of the work and how the parts are used.
#[derive(Debug, Clone)]
pub struct AuditContext<'a> {
    /// The library.
    pub library: &'a Library,
    /// The terms of its records.
    pub index: &'a TermsIndex,
    /// The license of the work, if it is known.
    pub target: Option<Work<'a>>,
    /// How the work uses the parts, how others receive it, and what it is used for.
    pub usage: Context,
    /// Licenses that are chosen before others, the first of them first.
    pub preferred: Vec<&'a LicenseId>,
}

impl<'a> AuditContext<'a> {
    /// The terms of a record.
    #[must_use]
    pub fn terms(&self, id: &LicenseId) -> Option<&'a Terms> {
        Some(self.index.work(self.library, id)?.terms)
    }
}
