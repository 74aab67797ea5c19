use super::Index;
use crate::model::{Library, LicenseId, LicenseNames};

/// Finds the record of a name or IRI of a license.
#[derive(Debug)]
pub struct LicenseFinder<'l> {
    library: &'l Library,
    names: LicenseNames<'l>,
    /// `{license_base}` in lower case, without its scheme.
    base: String,
}

impl<'l> LicenseFinder<'l> {
    /// Indexes the names of a library.
    #[must_use]
    pub fn new(library: &'l Library) -> Self {
        let base = library.site.license_base().to_ascii_lowercase();
        let base = without_scheme(&base).unwrap_or(&base).to_owned();
        Self { library, names: LicenseNames::new(library), base }
    }

    /// The record of a name (see [`LicenseNames::resolve`]) or of an IRI of a record, ignoring case and scheme.
    #[must_use]
    pub fn resolve(&self, name: &str) -> Option<&'l LicenseId> {
        let name = name.trim();
        let lower = name.to_ascii_lowercase();
        match without_scheme(&lower) {
            Some(iri) => self.names.record(iri.strip_prefix(&self.base)?),
            None => self.names.record(name),
        }
    }

    /// The record of a name as people type it: what [`Self::resolve`] finds, else what is equal but for case, punctuation
    /// and idle words (`gplv3`, `apache 2`), if that is one record alone.
    #[must_use]
    pub fn typed(&self, name: &str) -> Option<&'l LicenseId> {
        self.resolve(name).or_else(|| Index::new(self.library).called(name))
    }

    /// Records with names similar to an unknown one, most similar first.
    #[must_use]
    pub fn similar(&self, name: &str) -> Vec<&'l LicenseId> {
        let suggestions = Index::new(self.library).suggest(name);
        suggestions.into_iter().take(Index::MOST_NEAREST).map(|suggestion| suggestion.id).collect()
    }

    /// The display name of a record: its SPDX identifier, else its own identifier.
    #[must_use]
    pub fn shown(&self, id: &'l LicenseId) -> &'l str {
        let model = self.library.licenses.get(id);
        model.and_then(|model| model.current.content.spdx.as_deref()).unwrap_or(id.as_str())
    }
}

fn without_scheme(iri: &str) -> Option<&str> {
    iri.strip_prefix("https://").or_else(|| iri.strip_prefix("http://"))
}
