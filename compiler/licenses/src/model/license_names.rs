use super::{Library, LicenseId, Site, SpdxIndex};

/// The result of looking up the name of a license.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedLicense<'l> {
    /// The identifier of a record.
    Record(&'l LicenseId),
    /// A retired identifier with a successor.
    Replaced(&'l LicenseId),
    /// A retired identifier without a successor.
    Gone,
    /// An SPDX identifier that a record declares, or an alias of one.
    Spdx(&'l LicenseId),
}

impl<'l> NamedLicense<'l> {
    /// The record, if there is one.
    #[must_use]
    pub const fn record(self) -> Option<&'l LicenseId> {
        match self {
            Self::Record(id) | Self::Replaced(id) | Self::Spdx(id) => Some(id),
            Self::Gone => None,
        }
    }
}

/// The names of the licenses of a library: identifiers of records, retired identifiers, SPDX identifiers and aliases
/// (spec:version-1#identifiers, spec:version-1#negotiation).
#[derive(Debug)]
pub struct LicenseNames<'l> {
    library: &'l Library,
    spdx: SpdxIndex<'l>,
}

impl<'l> LicenseNames<'l> {
    /// The names of a library.
    #[must_use]
    pub fn new(library: &'l Library) -> Self {
        Self { library, spdx: SpdxIndex::new(library) }
    }

    /// The site of the library.
    #[must_use]
    pub fn site(&self) -> &'l Site {
        &self.library.site
    }

    /// The index of SPDX identifiers.
    #[must_use]
    pub fn spdx(&self) -> &SpdxIndex<'l> {
        &self.spdx
    }

    /// Looks up a name, ignoring case: first identifiers of records, then retired ones, then SPDX identifiers.
    #[must_use]
    pub fn resolve(&self, name: &str) -> Option<NamedLicense<'l>> {
        if let Some(id) = self.spdx.record(name) {
            return Some(NamedLicense::Record(id));
        }
        match self.library.retired.iter().find(|retired| retired.id.eq_ignore_ascii_case(name)) {
            Some(retired) => {
                Some(retired.successor.as_ref().map_or(NamedLicense::Gone, NamedLicense::Replaced))
            }
            None => self.spdx.resolve(name).map(|found| NamedLicense::Spdx(found.id)),
        }
    }

    /// The record of a name.
    #[must_use]
    pub fn record(&self, name: &str) -> Option<&'l LicenseId> {
        self.resolve(name)?.record()
    }
}
