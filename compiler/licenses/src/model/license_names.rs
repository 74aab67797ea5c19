use super::{Library, LicenseId, Site, SpdxIndex};

/// What a name of a license stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedLicense<'l> {
    /// It is the identifier of a record.
    Record(&'l LicenseId),
    /// It was retired, and a record took its place.
    Replaced(&'l LicenseId),
    /// It was retired, and nothing took its place.
    Gone,
    /// It is an SPDX identifier or an alias of one, and a record declares it.
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

/// The names that licenses of a library go by: identifiers of records, retired identifiers, SPDX identifiers and their
/// aliases (spec:version-1#identifiers, spec:version-1#negotiation).
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

    /// The SPDX identifiers alone.
    #[must_use]
    pub fn spdx(&self) -> &SpdxIndex<'l> {
        &self.spdx
    }

    /// What a name stands for, ignoring case. Identifiers of records come before retired ones, and those before SPDX
    /// identifiers.
    #[must_use]
    pub fn resolve(&self, name: &str) -> Option<NamedLicense<'l>> {
        if let Some((id, _)) = self.library.license_ignoring_case(name) {
            return Some(NamedLicense::Record(id));
        }
        match self.library.retired.iter().find(|retired| retired.id.eq_ignore_ascii_case(name)) {
            Some(retired) => {
                Some(retired.successor.as_ref().map_or(NamedLicense::Gone, NamedLicense::Replaced))
            }
            None => self.spdx.resolve(name).map(|found| NamedLicense::Spdx(found.id)),
        }
    }

    /// The record a name leads to, if it leads to one.
    #[must_use]
    pub fn record(&self, name: &str) -> Option<&'l LicenseId> {
        self.resolve(name)?.record()
    }
}
