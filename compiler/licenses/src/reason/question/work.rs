use super::super::containment::{CLOSED_SOURCE, CLOSED_SOURCE_TITLE, Terms, TermsIndex};
use crate::model::{Library, License, LicenseId};

/// The license of a work: a record, or closed source.
#[derive(Debug, Clone, Copy)]
pub struct Work<'t> {
    /// The record with its identifier; `None` for closed source.
    pub record: Option<(&'t LicenseId, &'t License)>,
    /// Its terms.
    pub terms: &'t Terms,
}

impl<'t> Work<'t> {
    /// The identifier of the record, or the name of closed source.
    #[must_use]
    pub fn id(&self) -> &'t str {
        self.record.map_or(CLOSED_SOURCE, |(id, _)| id.as_str())
    }

    /// Its name in sentences.
    #[must_use]
    pub fn name(&self) -> &'t str {
        self.record.map_or(CLOSED_SOURCE_TITLE, |(_, license)| license.name())
    }
}

impl TermsIndex {
    /// A record as the license of a work.
    #[must_use]
    pub fn work<'t>(&'t self, library: &'t Library, id: &LicenseId) -> Option<Work<'t>> {
        let (id, model) = library.licenses.get_key_value(id)?;
        Some(Work { record: Some((id, &*model.current.content)), terms: self.get(&model.iri)? })
    }

    /// A closed-source work.
    #[must_use]
    pub const fn closed_work(&self) -> Work<'_> {
        Work { record: None, terms: self.closed_source() }
    }
}
